"""Solves a game in memory: explores its positions, then computes their values."""
