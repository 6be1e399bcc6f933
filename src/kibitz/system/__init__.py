"""Operating system services: files, signals, memory and threads."""
