"""In-memory solver: explores the positions of a game, then computes their values."""
