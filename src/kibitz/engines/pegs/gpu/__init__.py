"""Peg boards on a GPU."""
