"""Solver for games in shards, on a disk or Ray; README.md lists its files in reading order."""
