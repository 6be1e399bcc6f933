"""A game under examination: the positions that a long random play through it meets."""

from __future__ import annotations

import random
import time
from functools import cached_property
from itertools import islice

from kibitz.rules.reach import reached
from kibitz.rules.simple_game import OwnGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from kibitz.conformance.complaint import Complaint
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
    """A game, and what was seen of it.

    `taken` are words, in lower case, that no move may be written as. With `until`, a time of
    `time.monotonic`, only what is met before it is looked at.
    """

    def __init__(
        self, game: Game, *, taken: Collection[str] = (), until: float | None = None
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.is_own = isinstance(game, OwnGame)
        self.taken = taken
        self.until = until
        self.printed: Complaint | None = None

    @cached_property
    def walk(self) -> list[int]:
        """The positions of a random play, in order."""
        return list(self.fresh_walk())

    def fresh_walk(self) -> Iterator[int]:
        """Yield the positions of the random play as they are met."""
        return self.in_time(random_positions(self.game, seed=7, count=STEPS))

    @cached_property
    def near(self) -> list[int]:
        """The first positions from the start on, each once, and then those of the walk."""
        first = islice(self.in_time(reached(self.rules)), NEAR)
        return list(dict.fromkeys([*first, *self.walk]))

    @cached_property
    def extreme(self) -> list[int]:
        """The positions of plays that always go to the largest number, or make the last move."""
        found: dict[int, None] = {}
        for choose in (max, last, min):
            position = self.rules.start
            for _ in range(STEPS):
                found[position] = None
                after = [self.rules.play(position, move) for move in self.moves(position)]
                if not after or choose(after) in found:
                    break
                position = choose(after)
        return list(found)

    def in_time(self, positions: Iterator[int]) -> Iterator[int]:
        """Yield the positions, the first one in any case, until the time is up."""
        for position in positions:
            yield position
            if self.until is not None and time.monotonic() > self.until:
                return

    def moves(self, position: int) -> list[int]:
        """Return the legal moves of a position, no more than any game has."""
        return list(islice(self.rules.moves(position), MOST_MOVES))

    def named(self, position: int) -> str:
        """Return a position as a complaint names it: its text, or its number if it has none."""
        try:
            return f"{self.game.text(position)} (position {position})"
        except Exception:
            return f"position {position}"


def last(positions: list[int]) -> int:
    """Return the last position."""
    return positions[-1]
