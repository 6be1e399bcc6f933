"""Posed puzzles: a position, a question, and a check of answers."""
