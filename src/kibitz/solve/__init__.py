"""Exploring, valuing and looking up the positions of any rules; no game is known here by name."""
