"""What outlives a request wherever requests are answered: games, tables, and what is known."""

from __future__ import annotations

from kibitz.play.collection import Collection
from kibitz.solve.shelf import Shelf
from kibitz.web.judge import JudgeCache


class AppState:
    """The games that may be asked about, the shelf their tables lie on, and a judge for each."""

    def __init__(self, shelf: Shelf | None = None, games: Collection | None = None) -> None:
        self.shelf = shelf or Shelf()
        self.games = games or Collection()
        self.judges = JudgeCache(self.shelf)
