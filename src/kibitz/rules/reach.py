"""The positions of a game one after the other, and by what they look like.

Breadth first from the start, or every placement where any may begin; in the interpreter and no
further than asked, for questions that small games can answer by looking.
"""

from __future__ import annotations

import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator

    from kibitz.rules.contract import Rules

MOST_LOOKED_UP = 200_000


def reached(rules: Rules) -> Iterator[int]:
    """Yield every position once, those near the start (or the placements) first."""
    first = [rules.start] if rules.placements is None else rules.placements()
    seen = set()
    waiting = []
    for position in first:
        if position not in seen:
            seen.add(position)
            waiting.append(position)
            yield position
    for position in waiting:  # it grows while it is read
        for move in rules.moves(position):
            child = rules.play(position, move)
            if child not in seen:
                seen.add(child)
                waiting.append(child)
                yield child


class Reach:
    """Finds positions by their looks, going through the game once, only as far as needed."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._coming: Iterator[int] | None = None
        self._known: dict[Hashable, int] = {}
        self._seen = 0
        self._lock = threading.Lock()  # a server may be asked several things at once
        self.complete = False

    def find(self, wanted: Hashable, looks_of: Callable[[int], Hashable]) -> int | None:
        """Return the first position that looks as wanted, None if none is among those seen."""
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
        while self._seen < MOST_LOOKED_UP:
            position = next(self._coming, None)
            if position is None:
                self.complete = True
                return None
            self._seen += 1
            looks = looks_of(position)
            self._known.setdefault(looks, position)
            if looks == wanted:
                return position
        return None
