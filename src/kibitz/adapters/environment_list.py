"""List of games, for projects that register their environments in advance.

Every variant of every family is listed once, by its name. A variant with a required parameter (a
board of your own) is listed too; the caller passes the parameter.
"""

from __future__ import annotations

import re
from typing import NamedTuple

from kibitz.games.gamefile import family_in
from kibitz.games.registry import families, game_named
from kibitz.games.registry import family as registered
from kibitz.language.errors import KibitzError
from kibitz.rules.game_name import GameName
from kibitz.rules.objectives.objective import objective_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.family import Family
    from kibitz.rules.objectives.objective import Aim


class Entry(NamedTuple):
    """A listed game: its family and variant, the name of the two, and its aim.

    `ready` is false if it has a required parameter.
    """

    family: Family
    variant: str
    name: str
    aim: Aim
    ready: bool

    @property
    def two_players(self) -> bool:
        """Whether it is a game for two."""
        return objective_for(self.aim).players == 2

    def identifier(self, between: str) -> str:
        """Return the name reduced to letters, digits and a separator."""
        return re.sub(r"[^A-Za-z0-9]+", between, self.name)


def entries() -> list[Entry]:
    """Return every listed game, the families in the order of their names."""
    return [entry for family in families() for entry in entries_of(family)]


def located(name: str) -> tuple[Entry, GameName]:
    """Return the listed game of a name, or that in a file, and the whole name."""
    game = game_named(name)
    asked = GameName(game.name)
    if asked.file is not None:
        family = family_in(asked.file, asked.file)
    else:
        family = registered(asked.family)
    variant = asked.variant or family.plain
    found = [entry for entry in entries_of(family) if entry.variant == variant]
    if not found:  # every variant of this family has a required parameter
        found = [Entry(family, variant, family.name, game.rules.aim, ready=False)]
    return found[0], asked


def entries_of(family: Family) -> list[Entry]:
    """Return the variants of a family.

    The aim of a variant that is not ready is taken from the first variant that is.
    """
    built = {}
    for variant in family.variants:
        try:
            built[variant] = family.game(variant)
        except KibitzError:
            continue  # it needs a parameter
    aims = [game.rules.aim for game in built.values()]
    found = []
    for variant in family.variants:
        if variant in built:
            name, aim = built[variant].name, built[variant].rules.aim
            found.append(Entry(family, variant, name, aim, ready=True))
        elif aims:
            found.append(
                Entry(family, variant, GameName.of(family.name, variant), aims[0], ready=False)
            )
    return found
