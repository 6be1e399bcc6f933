"""Breadth-first enumeration of the positions of a game, and lookup by appearance.

The enumeration begins at the start, or with all placements if the game has them. It is lazy and
runs in the interpreter, for queries on small games.
"""

from __future__ import annotations

import threading
from itertools import islice

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Iterator

    from kibitz.rules import PositionId
    from kibitz.rules.rules import Rules

MOST_LOOKED_UP = 200_000
MOST_VISITED = 50_000  # positions up to which the moves of a game are collected


def reached(rules: Rules) -> Iterator[PositionId]:
    """Yield every position once, in breadth-first order from the start or the placements."""
    first = [rules.start] if rules.placements is None else rules.placements()
    seen = set()
    waiting = []
    for position in first:
        if position not in seen:
            seen.add(position)
            waiting.append(position)
            yield position
    for position in waiting:  # it grows during the iteration
        for move in rules.moves(position):
            child = rules.play(position, move)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
                yield child


def in_play(rules: Rules, wanted: Collection[int], most: int = MOST_LOOKED_UP) -> dict[int, int]:
    """Return, for each of some canonical forms, one of its images that is reachable.

    It is the first that is met from the start on; the enumeration ends as soon as each has one.
    It is the canonical form itself where all images of the start prove to be reachable
    (`solve/memory/census.py` explains why more than half of them suffice), and where no image is
    met among `most` positions.
    """
    canonical, orbit = rules.canonical, rules.orbit
    found = {position: position for position in wanted}
    half = most if orbit is None else orbit(rules.start) // 2
    if canonical is None or rules.placements is not None or not half:
        return found
    missing = set(wanted)
    start, images = canonical(rules.start), 0
    for position in islice(reached(rules), most):
        least = canonical(position)
        images += least == start
        if not missing or images > half:
            break
        if least in missing:
            found[least] = position
            missing.discard(least)
    return found


class Reach:
    """Finds positions by their appearance in one lazy enumeration of the game.

    The canonical forms of reachable positions are found too, because tables hold them.
    """

    def __init__(self, rules: Rules, most: int = MOST_LOOKED_UP) -> None:
        self._rules = rules
        self.most = most  # limit on enumerated positions
        self._coming: Iterator[int] | None = None
        self._known: dict[Hashable, int] = {}
        self._seen = 0
        self._lock = threading.Lock()  # a server handles requests concurrently
        self.complete = False

    def find(self, wanted: Hashable, looks_of: Callable[[int], Hashable]) -> int | None:
        """Return the first position with that appearance, None if none is enumerated."""
        found = self._known.get(wanted)
        if found is not None:
            return found
        with self._lock:
            return self._go_on(wanted, looks_of)

    def _go_on(self, wanted: Hashable, looks_of: Callable[[int], Hashable]) -> int | None:
        if self._coming is None:
            self._coming = reached(self._rules)
        if wanted in self._known:
            return self._known[wanted]
        least_image = self._rules.class_of
        while self._seen < self.most:
            position = next(self._coming, None)
            if position is None:
                self.complete = True
                return None
            self._seen += 1
            for image in {position, least_image(position)}:
                self._known.setdefault(looks_of(image), image)
            if wanted in self._known:
                return self._known[wanted]
        return None
