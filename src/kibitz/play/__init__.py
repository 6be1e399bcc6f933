"""Matches and posed puzzles: history, replies, comments, records, and boards set up by hand."""
