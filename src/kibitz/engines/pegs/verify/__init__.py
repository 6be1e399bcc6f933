"""The check of peg tables, which shares nothing with their engines."""
