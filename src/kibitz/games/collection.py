"""The games that a server offers: those in the registry, and those in files given at its start.

Files are named on the command line; requests name games. A file is known by its name without the
folder (`games/mygame.py` is `mygame.py`) while the server runs, and no other file can be accessed
by any name.
"""

from __future__ import annotations

import os
import re
from functools import lru_cache

from kibitz.games import registry
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.family import Family

MOST_KEPT = 64  # games, with the cached outcomes of their positions
MEANING_SOMETHING = re.compile(r"[^\w.-]")  # characters with a meaning in game names, links or URLs


class Collection:
    """Games by name. `names` are the user's: games, and files with or without parameters.

    `chosen` are the same games by their names in this collection.
    """

    def __init__(self, names: Sequence[str] = ()) -> None:
        self.files: dict[str, str] = {}
        self._families: dict[str, Family] = {}
        self._kept = lru_cache(MOST_KEPT)(self._make)
        self.chosen = [self._choose(name) for name in names]

    def _choose(self, name: str) -> str:
        asked = GameName(name)
        if asked.file is None:
            return registry.game_named(name).name
        from kibitz.games.gamefile import blaming  # only games in files need it

        called = self._add(os.path.normpath(asked.file))
        game = self.game(asked.replace_family(called))
        with blaming(asked.file):
            try_out(game)
        return game.name

    def _add(self, path: str) -> str:
        from kibitz.games.gamefile import BrokenFile, family_in

        name = MEANING_SOMETHING.sub("_", os.path.basename(path))
        if os.path.realpath(self.files.get(name, "")) == os.path.realpath(path):
            return name
        if name in self.files or name in registry.names():
            raise BrokenFile(
                "there is a game called {name} already; rename the file {path}",
                name=name,
                path=path,
            )
        self._families[name] = family_in(path, name)
        self.files[name] = path
        return name

    def reload(self, path: str) -> str:
        """Add a file, or read it again after it was changed; return the name of its game."""
        name = MEANING_SOMETHING.sub("_", os.path.basename(path))
        if self.files.get(name) == os.path.normpath(path):
            del self.files[name], self._families[name]
        self._kept.cache_clear()
        return self._add(os.path.normpath(path))

    def game(self, name: str) -> BaseGame:
        """Return the game with that name; a file outside the collection is not found."""
        return self._kept(name)

    def _make(self, name: str) -> BaseGame:
        asked = GameName(name)
        if asked.family not in self._families:
            return registry.game(name)
        from kibitz.games.gamefile import blaming

        path = self.files[asked.family]
        with blaming(path):
            game = self._families[asked.family].game(asked.choice)
        game.path = os.path.abspath(path)
        return game

    def kind_of(self, name: str) -> str:
        """Return the kind of a game, "" if it has none."""
        family = GameName(name).family
        return (self._families.get(family) or registry.family(family)).kind

    def families(self) -> list[Family]:
        """Return every family, those in files first, then kind by kind."""
        from kibitz.games.kinds import KINDS, shown_kind  # only a list is in order

        order = [*KINDS, ""]
        known = sorted(registry.families(), key=lambda one: order.index(shown_kind(one.kind)))
        return [*self._families.values(), *known]

    def at_terminal(self, name: str) -> str:
        """Return the name to type for a game in the terminal where the server was started."""
        asked = GameName(name)
        return asked.replace_family(self.files.get(asked.family, asked.family))


def try_out(game: BaseGame) -> None:
    """Format the start and its moves, so that an error in the rules shows before serving begins."""
    start = game.rules.start
    game.text(start)
    for move in game.rules.moves(start):
        game.move_text(start, move)
        game.text(game.rules.play(start, move))


def written(path: str) -> float:
    """Return the modification time of a file, 0 if there is none."""
    try:
        return os.stat(path).st_mtime
    except OSError:
        return 0.0
