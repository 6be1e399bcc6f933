"""A game under examination: the positions that a long random play through it meets."""

from __future__ import annotations

import random
from functools import cached_property
from itertools import islice

from kibitz.rules.reach import reached
from kibitz.rules.simple_game import OwnGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.game import Game

STEPS = 300
NEAR = 2_000  # positions looked at from the start on
MOST_MOVES = 100_000


def random_positions(game: Game, seed: int, count: int) -> Iterator[int]:
    """Yield positions met in random play from the start, over and over."""
    chance = random.Random(seed)
    rules = game.rules
    position = rules.start
    for _ in range(count):
        yield position
        moves = list(islice(rules.moves(position), MOST_MOVES))
        if moves and chance.random() < 0.97:
            position = rules.play(position, chance.choice(moves))
        else:
            position = rules.start


class Subject:
    """A game, and what was seen of it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.rules = game.rules
        self.is_own = isinstance(game, OwnGame)

    @cached_property
    def walk(self) -> list[int]:
        """The positions of a random play, in order."""
        return list(self.fresh_walk())

    def fresh_walk(self) -> Iterator[int]:
        """Yield the positions of the random play as they are met."""
        return random_positions(self.game, seed=7, count=STEPS)

    @cached_property
    def near(self) -> list[int]:
        """The first positions from the start on, each once, and then those of the walk."""
        return list(dict.fromkeys([*islice(reached(self.rules), NEAR), *self.walk]))

    def moves(self, position: int) -> list[int]:
        """Return the legal moves of a position, no more than any game has."""
        return list(islice(self.rules.moves(position), MOST_MOVES))

    def named(self, position: int) -> str:
        """Return a position as a complaint names it: its text, or its number if it has none."""
        try:
            return f"{self.game.text(position)} (position {position})"
        except Exception:
            return f"position {position}"
