"""Tree of the first plies of a game of two players, with proved bounds of its positions.

Positions are canonical. Bounds proved for a position improve those of the positions before it, so
an opening is proved by proving the positions at its last ply, the leaves. A question about a
position leads to a question about a leaf whose answer may decide it, as in a null-window search
(see `search_kernels.py`).
"""

from __future__ import annotations

from kibitz.solve.search.search_kernels import asked_again, asked_of_child, delayed, turned
from kibitz.solve.search.transposition_table import MOST
from kibitz.solve.search.two_player_search import NOTHING_PROVED, with_hints

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping

    from kibitz.rules.rules import Rules
    from kibitz.solve.search.two_player_search import Proved

    Question = tuple[int, int]  # a position, and the outcome: is it at least that?


class OpeningTree:
    """All positions within so many plies of the start, and what is proved about them.

    `plies` are the positions by ply, in ascending order; `proved` are bounds by position.
    """

    def __init__(self, rules: Rules, plies: int) -> None:
        self._rules = with_hints(rules)
        self._points = not rules.objective.by_distance
        start = int(rules.class_of(rules.start))
        self.plies = [[start]]
        self.proved: dict[int, Proved] = {start: NOTHING_PROVED}
        self._after: dict[int, list[tuple[int, bool]]] = {}
        self._before: dict[int, list[int]] = {start: []}
        for _ in range(plies):
            self.plies.append(sorted(self._next_ply()))
        self.leaves = frozenset(self.plies[-1])

    def _next_ply(self) -> Iterator[int]:
        """Add the positions after those of the last ply; yield the new ones."""
        ended = []
        for position in self.plies[-1]:
            after = self._moves(position)
            self._after[position] = after
            for child, _ in after:
                if child not in self.proved:
                    self.proved[child] = NOTHING_PROVED
                    self._before[child] = []
                    yield child
                self._before[child].append(position)
            if not after:
                ended.append(position)
        for position in ended:
            worth = self._rules.worth(position)
            value = worth if self._points else MOST * ((worth > 0) - (worth < 0))
            self.learn(position, (value, value))

    def _moves(self, position: int) -> list[tuple[int, bool]]:
        """Return the positions after a position, the most promising first."""
        rules, order = self._rules, self._rules.order
        assert order is not None
        moves = sorted(rules.moves(position), key=lambda move: -order(position, move))
        after = (
            (int(rules.class_of(rules.play(position, move))), rules.moves_again(position, move))
            for move in moves
        )
        return list(dict.fromkeys(after))

    def learn(self, position: int, proved: Proved) -> None:
        """Add proved bounds of a position, and propagate them to its predecessors."""
        changed = [(position, proved)]
        while changed:
            position, (least, greatest) = changed.pop()
            known = self.proved[position]
            better = max(known[0], least), min(known[1], greatest)
            if better != known:
                self.proved[position] = better
                changed += [(before, self._combined(before)) for before in self._before[position]]

    def _combined(self, position: int) -> Proved:
        """Return the bounds of a position that follow from those after its moves."""
        least = greatest = -MOST
        for child, again in self._after[position]:
            low, high = self.proved[child]
            if again:
                low, high = delayed(low, self._points), delayed(high, self._points)
            else:
                low, high = turned(high, self._points), turned(low, self._points)
            least, greatest = max(least, low), max(greatest, high)
        return least, greatest

    def results(self) -> dict[int, Proved]:
        """Return the weakest bounds that prove all results and all exact outcomes.

        A result is whether a position is won, drawn or lost, or half of that: at least a draw, at
        best a draw. Bounds of a position before the last ply follow from those returned for its
        successors.
        """
        found: dict[int, Proved] = {}
        pending = [(one, self._result(one)) for positions in self.plies for one in positions]
        while pending:
            position, (least, greatest) = pending.pop()
            known = found.get(position, NOTHING_PROVED)
            wanted = max(known[0], least), min(known[1], greatest)
            if wanted != known:
                found[position] = wanted
                pending += self._grounds(position, wanted, found)
        return found

    def _result(self, position: int) -> Proved:
        """Return the bounds of a position without distances, unless its outcome is proved."""
        least, greatest = self.proved[position]
        if self._points or least == greatest:
            return least, greatest
        return min(least, 1) if least >= 0 else -MOST, max(greatest, -1) if greatest <= 0 else MOST

    def _grounds(
        self, position: int, wanted: Proved, found: Mapping[int, Proved]
    ) -> Iterator[tuple[int, Proved]]:
        """Yield bounds of successors from which bounds of a position follow.

        For the least outcome one successor suffices: if possible one with such bounds in `found`.
        """
        least, greatest = wanted
        after = self._after.get(position, [])
        if after and least > -MOST:
            needed = [(child, self._needed(least, again)) for child, again in after]
            proving = [
                (child, bounds) for child, bounds in needed if _within(self.proved[child], bounds)
            ]
            known = (one for one in proving if _within(found.get(one[0], NOTHING_PROVED), one[1]))
            yield next(known, proving[0])
        if greatest < MOST:
            for child, again in after:
                low, high = self._needed(greatest + 1, again)
                yield child, (high + 1, MOST) if low == -MOST else (-MOST, low - 1)

    def _needed(self, least: int, again: bool) -> Proved:
        """Return the bounds of a successor that prove an outcome to be at least that."""
        if again:
            return asked_again(least, self._points), MOST
        return -MOST, asked_of_child(least, self._points) - 1

    def question(self, position: int, exact: bool) -> int | None:
        """Return the next question about a position, None if all is proved.

        Without `exact`, that is whether it is won, drawn or lost, at any distance.
        """
        least, greatest = self.proved[position]
        if least == greatest or (not exact and not self._points and (least > 0 or greatest < 0)):
            return None
        if self._points and least <= 1 - MOST:
            return 0 if greatest >= MOST - 1 else greatest
        if not self._points and least < 1 <= greatest:
            return 1
        if not self._points and least < 0 <= greatest:
            return 0
        # Of distances, the longest first: early in a game it is more likely, and if it is right,
        # one answer decides.
        return greatest if greatest < 0 else least + 1

    def leaf_question(self, position: int, wanted: int, busy: Container[int]) -> Question | None:
        """Return a question about a leaf whose answer may decide a question about a position.

        None if there is none but those about `busy` leaves.
        """
        seen: set[Question] = set()

        def find(position: int, wanted: int) -> Question | None:
            least, greatest = self.proved[position]
            if not least < wanted <= greatest or (position, wanted) in seen:
                return None
            seen.add((position, wanted))
            if position in self.leaves:
                return None if position in busy else (position, wanted)
            for child, again in self._after[position]:
                asked = asked_again if again else asked_of_child
                found = find(child, asked(wanted, self._points))
                if found:
                    return found
            return None

        return find(position, wanted)


def _within(proved: Proved, bounds: Proved) -> bool:
    """Return whether bounds are at least as narrow as others."""
    return proved[0] >= bounds[0] and proved[1] <= bounds[1]
