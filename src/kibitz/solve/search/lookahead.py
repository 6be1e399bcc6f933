"""Search a few plies ahead in the interpreter, for games of two players.

It needs neither a compiler nor NumPy, so it answers at once everywhere. A result is proved; what is
not decided within the plies searched stays open.
"""

from __future__ import annotations

from kibitz.rules.rules import Rules
from kibitz.solve.effort import Meter

BETWEEN = 64  # positions between two checks of limits
MOST_REMEMBERED = 200_000


class Lookahead:
    """Results of positions of one game, with what was searched already.

    Results are those of the player to move: 1 won, 0 drawn, -1 lost.
    """

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._decided: dict[int, tuple[int, int]] = {}  # result, and the plies it was found within
        self._open: dict[int, int] = {}  # plies within which nothing is decided
        self._searched = 0

    def result(self, position: int, plies: int, watch: Meter) -> int | None:
        """Return the result of a position if it is decided within so many plies, else None."""
        if len(self._decided) + len(self._open) > MOST_REMEMBERED:
            self._decided.clear()
            self._open.clear()
        self._searched = watch.reached
        result = self._search(position, plies, watch)
        watch("searching", self._searched, None)
        return result

    def _search(self, position: int, plies: int, watch: Meter) -> int | None:
        known = self._decided.get(position)
        if known is not None and known[1] <= plies:
            return known[0]
        if self._open.get(position, -1) >= plies:
            return None
        self._searched += 1
        if self._searched % BETWEEN == 0:
            watch("searching", self._searched, None)
        rules = self._rules
        result: int | None = -1
        ended = True
        for move in rules.moves(position):
            ended = False
            if plies == 0:
                result = None
                break
            offer = self._search(rules.play(position, move), plies - 1, watch)
            if offer is not None and not rules.moves_again(position, move):
                offer = -offer
            if offer == 1:
                result = 1
                break
            if result is not None:
                result = None if offer is None else max(result, offer)
        if ended:
            result = rules.worth(position)
        if result is None:
            self._open[position] = plies
        else:
            self._decided[position] = result, plies
        return result
