"""Solver on a GPU; README.md lists its files in reading order."""
