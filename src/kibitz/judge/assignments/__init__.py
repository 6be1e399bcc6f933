"""Problem packages: statements, programs, wrong programs, and their README."""
