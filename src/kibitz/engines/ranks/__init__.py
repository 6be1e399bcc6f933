"""Games of men on points, by rank; README.md lists its files in reading order."""
