"""Kibitz plays small board games and puzzles, and knows of every position how it ends."""

from kibitz.rules.errors import KibitzError, NotationError, UnknownGame
from kibitz.rules.registry import families, game

__version__ = "0.1.0"
__all__ = ["KibitzError", "NotationError", "UnknownGame", "__version__", "families", "game"]
