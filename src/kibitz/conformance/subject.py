"""Game under examination, with positions sampled by a long random walk."""

import heapq
import random
import time
from collections.abc import Collection, Iterator
from functools import cached_property
from itertools import islice

from kibitz.conformance.complaint import Complaint
from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.reach import reached
from kibitz.rules.simple_game import SimpleGame

STEPS = 300
NEAR = 2_000  # positions sampled from the start on
LATE = 2_000  # positions sampled near the end
PLAYS = 100  # random plays to the end
LAST = 8  # positions of each of them
TRIED = 3_000  # positions visited to find a solved one
MOST_MOVES = 100_000


def random_positions(game: BaseGame, seed: int, count: int) -> Iterator[PositionId]:
    """Yield the positions of repeated random plays from the start."""
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
    """A game with its sampled positions.

    `taken` are reserved words, in lower case, that no move may be written as. `until`, a time of
    `time.monotonic`, ends the sampling.
    """

    def __init__(
        self, game: BaseGame, *, taken: Collection[str] = (), until: float | None = None
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.is_own = isinstance(game, SimpleGame)
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
        """The sampled positions: the first from the start on, those of the walk, and late ones."""
        first = islice(self.in_time(reached(self.rules)), NEAR)
        return list(dict.fromkeys([*first, *self.walk, *self.late]))

    @cached_property
    def plays(self) -> list[list[PositionId]]:
        """The positions of the random plays that reached an end.

        They begin at the start or, of a game that has placements, at some of them.
        """
        chance = random.Random(11)
        starts = [self.rules.start]
        if self.rules.placements is not None:
            starts += islice(self.rules.placements(), NEAR)
        found = []
        for number in self.in_time(iter(range(PLAYS))):
            passed = [chance.choice(starts) if number else self.rules.start]
            while moves := self.moves(passed[-1]):
                if len(passed) == STEPS:
                    break
                passed.append(self.rules.play(passed[-1], chance.choice(moves)))
            else:
                found.append(passed)
        return found

    @cached_property
    def late(self) -> list[int]:
        """Positions near the end, where mistakes are common, and their successors."""
        found = dict.fromkeys(islice(self.in_time(self._towards_end()), LATE // 2))
        waiting = list(found)
        for position in self.in_time(iter(waiting)):  # it grows while it is read
            for move in self.moves(position):
                child = self.rules.play(position, move)
                if len(found) >= LATE:
                    return list(found)
                if child not in found:
                    found[child] = None
                    waiting.append(child)
        return list(found)

    def _towards_end(self) -> Iterator[int]:
        """Yield the last positions of random plays, and positions from which a puzzle is solved."""
        rules = self.rules
        for passed in self.plays:
            yield from passed[: -1 - LAST : -1]
        if rules.predecessors is not None and rules.goals is not None:
            ring = list(islice(rules.goals(), NEAR))
            for position in ring:  # it grows while it is read
                yield position
                ring += islice(rules.predecessors(position), 9)
                if len(ring) > LATE:
                    break
        elif rules.objective.counts_moves:
            yield from reversed(self._solution()[-2 * LAST :])

    def _solution(self) -> list[int]:
        """Return the positions of some solution, guided by `lower_bound`; none without it."""
        rules = self.rules
        needed = rules.lower_bound or (lambda position: 0)
        came: dict[int, int | None] = {rules.start: None}
        waiting = [(needed(rules.start), 0, rules.start)]
        while waiting and len(came) < TRIED and not self._overdue():
            _, away, position = heapq.heappop(waiting)
            if rules.worth(position) == 1:
                line = []
                at: int | None = position
                while at is not None:
                    line.append(at)
                    at = came[at]
                return line[::-1]
            for move in self.moves(position):
                child = rules.play(position, move)
                if child not in came:
                    came[child] = position
                    heapq.heappush(waiting, (needed(child), away + 1, child))
        return []

    @cached_property
    def extreme(self) -> list[int]:
        """The positions of plays that always choose the largest successor, or the last move."""
        found: dict[PositionId, None] = {}
        for choose in (max, last, min):
            position = self.rules.start
            for _ in range(STEPS):
                found[position] = None
                after = [self.rules.play(position, move) for move in self.moves(position)]
                if not after or choose(after) in found:
                    break
                position = choose(after)
        return [*found]

    def in_time(self, positions: Iterator[int]) -> Iterator[int]:
        """Yield the positions, the first one in any case, until the time is up."""
        for position in positions:
            yield position
            if self._overdue():
                return

    def _overdue(self) -> bool:
        return self.until is not None and time.monotonic() > self.until

    def moves(self, position: int) -> list[int]:
        """Return the legal moves of a position, up to a limit above that of any game."""
        return list(islice(self.rules.moves(position), MOST_MOVES))

    def named(self, position: int) -> str:
        """Return a position as a complaint names it: its text, or its number if it has none."""
        try:
            return f"{self.game.text(position)} (position {position})"
        except Exception:
            return f"position {position}"


def last(positions: list[PositionId]) -> PositionId:
    """Return the last position."""
    return positions[-1]
