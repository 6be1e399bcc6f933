"""Exploring, valuing and looking up the positions of any rules."""
