"""Exploring and valuing positions of any rules."""
