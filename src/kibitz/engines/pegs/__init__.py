"""Complete solver of peg solitaire, for any board; README.md lists its files in reading order."""
