"""The operating system: files, signals, memory and threads."""
