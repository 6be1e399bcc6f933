"""What the server keeps between requests: judges, and tables that are being built."""

from __future__ import annotations

from kibitz.play.collection import Collection
from kibitz.play.tables import find
from kibitz.rules.errors import KibitzError
from kibitz.solve.shelf import Shelf
from kibitz.web import shapes
from kibitz.web.builders import Builders
from kibitz.web.judge import JudgeCache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.play.language import Language
    from kibitz.rules.game import Game

MOST_HOLES = 33  # of a board of jumps whose table takes seconds; beyond that it takes gigabytes


FILE_CHANGED = "the file of this game has changed; end kibitz web and start it again"


class Hours(KibitzError):
    """A table that may take hours, or more memory than a page should take unasked."""


def time_for(game: Game) -> Literal["seconds", "minutes", "hours"]:
    """Return how long the table of a game takes: seconds unasked, minutes if asked, hours never."""
    jumps = game.rules.jumps
    if jumps is None:
        return "minutes"
    return "seconds" if jumps.holes <= MOST_HOLES else "hours"


class AppState:
    """Everything that outlives a request; `games` are those that may be asked about."""

    def __init__(self, shelf: Shelf | None = None, games: Collection | None = None) -> None:
        self.shelf = shelf or Shelf()
        self.games = games or Collection()
        self.judges = JudgeCache(self.shelf)
        self.builders = Builders(self.shelf, self.judges.renew, self.games)

    def table_state(self, game: Game, language: Language) -> shapes.Build:
        """Return how far the table of a game is."""
        building = self.builders.find(game.name)
        if building is not None and building.state != "ready":
            return shapes.Build.model_validate(building.as_json(language))
        kept = find(game, self.shelf) is not None
        if building is not None and not kept and self.games.has_changed(game.name):
            return shapes.Build(game=game.name, state="failed", error=FILE_CHANGED)
        return shapes.Build(game=game.name, state="ready" if kept else "none")

    def build(self, game: Game, language: Language) -> shapes.Build:
        """Begin to build the table of a game."""
        state = self.table_state(game, language)
        if state.state in ("ready", "building"):
            return state
        if time_for(game) == "hours":
            raise Hours(
                "this table takes long and gigabytes of memory; run {command}",
                command=f"kibitz table {self.games.at_terminal(game.name)}",
            )
        begun = self.builders.start(game.name)
        return shapes.Build.model_validate(begun.as_json(language))
