"""The best score of any position of a board: by search, and by dense sets where that is not enough.

The score of an end is the number of its pegs, and of those out of place beside the finish hole if
there is one (see `rules/peg.py`). All positions that can follow one are of its class, so the sets
that settle one of them settle the others too.
"""

from __future__ import annotations

from itertools import combinations

from kibitz.solve.pegs.classes import Classes
from kibitz.solve.pegs.pegboard import PegBoard
from kibitz.solve.pegs.search import Search, attempt, fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.contract import Jumps
    from kibitz.solve.pegs.dense import DenseSet
    from kibitz.solve.pegs.pegboard import Progress

    Wins = Callable[[int], bool | None]

UNKNOWN = None
LONGEST_WALK = 30_000


def nothing_known(position: int) -> None:
    """Know of no position whether it wins."""


class Scores:
    """Answers about one board and one finish; what was found out is remembered.

    `wins` tells of a position whether it can be won, None where it does not know: a kept table.
    """

    def __init__(
        self, jumps: Jumps, wins: Wins = nothing_known, progress: Progress | None = None
    ) -> None:
        self.board = PegBoard(jumps.holes, jumps.jumps, jumps.symmetries)
        self.finish = jumps.finish
        self.classes = Classes(self.board)
        self._same = self.board.fixing(hole=self.finish)
        self._wins = wins
        self._progress = progress
        self._scores: dict[int, int | None] = {}
        self._thorough = True
        self._sets: dict[tuple[int, int], tuple[int, DenseSet]] = {}

    def score(self, position: int, *, thorough: bool = True) -> int | None:
        """Return the least score that can be reached; None if that could not be found out.

        Where a search does not settle it, sets of all positions do, which takes seconds; it is
        left open unless `thorough`.
        """
        least = min([position, *(self.board.image(position, same) for same in self._same)])
        if self._scores.get(least) is None:
            self._thorough = thorough and fits(self.board)
            self._scores[least] = self._found(least)
        return self._scores[least]

    def line(self, position: int) -> list[int] | None:
        """Return the jumps of a best way to play, None if it could not be found out."""
        score = self.score(position)
        if score is None:
            return None
        search = Search(self.board, position, 1, self.finish)
        if score == 1 and attempt(search):
            return search.best
        line = []
        while (jump := self._keeping(position, score)) is not None:
            line.append(jump)
            position ^= self.board.touched[jump]
        return line

    def _keeping(self, position: int, score: int) -> int | None:
        """Return the first jump that keeps a score in reach, None where there is no jump."""
        for jump in self.board.moves(position):
            if self.score(position ^ self.board.touched[jump]) == score:
                return jump
        return None

    def _found(self, position: int) -> int | None:
        won = self._is_won(position)
        if won is None:
            return UNKNOWN
        if won:
            return 1
        pegs = self._fewest_pegs(position)
        if pegs is None or self.finish is None:
            return pegs
        in_place = pegs > 1 and self._with_one_in_place(position, pegs)
        return UNKNOWN if in_place is None else pegs if in_place else pegs + 1

    def _is_won(self, position: int) -> bool | None:
        """Tell whether a single peg can remain where it should."""
        if not self.classes.allows(position, self.finish):
            return False
        known = self._wins(position)
        if known is not None:
            return known
        search = Search(self.board, position, 1, self.finish)
        if attempt(search):
            return True
        if search.complete:
            return False
        if not self._thorough:
            return UNKNOWN
        holes = range(self.board.holes) if self.finish is None else [self.finish]
        return position in self._set(position, 0, lambda: [1 << hole for hole in holes])

    def _fewest_pegs(self, position: int) -> int | None:
        """Return the fewest pegs that can be left, wherever they stand."""
        bound = self.classes.fewest(position)
        search = Search(self.board, position, bound, None)
        if attempt(search) or search.complete:
            return search.fewest
        if not self._thorough:
            return UNKNOWN
        for pegs in range(bound, search.fewest):
            if position in self._set(position, pegs, None):
                return pegs
        return search.fewest

    def _with_one_in_place(self, position: int, pegs: int) -> bool | None:
        """Tell whether so many pegs, the fewest, can be left with one in the finish hole."""
        assert self.finish is not None
        place = 1 << self.finish
        reached = self._reaches(position, pegs, place)
        if reached is not None or not self._thorough:
            return reached

        def targets() -> list[int]:
            others = [1 << hole for hole in range(self.board.holes) if 1 << hole != place]
            return [place | sum(some) for some in combinations(others, pegs - 1)]

        return position in self._set(position, -pegs, targets)

    def _reaches(self, position: int, pegs: int, place: int) -> bool | None:
        """Tell whether so many pegs with one in a place can be reached; None if that takes long."""
        seen = {position}
        waiting = [position]
        while waiting:
            here = waiting.pop()
            if here.bit_count() == pegs:
                if here & place:
                    return True
                continue
            for jump in self.board.moves(here):
                there = here ^ self.board.touched[jump]
                if there not in seen:
                    if len(seen) == LONGEST_WALK:
                        return None
                    seen.add(there)
                    waiting.append(there)
        return False

    def _set(self, position: int, kind: int, targets: Callable[[], list[int]] | None) -> DenseSet:
        """Return the positions of a class from which some target can be reached.

        Without targets these are all positions of `kind` pegs.
        """
        from kibitz.solve.pegs.dense import DenseSet

        key = (self.classes.of(position), kind)
        most, found = self._sets.get(key, (-1, None))
        if found is None or most < position.bit_count():
            most = position.bit_count()
            found = DenseSet(self.board, position)
            if targets is None:
                found.add_all(kind)
            else:
                for target in targets():
                    if found.holds(target):
                        found.add(target)
            found.close_backwards(most, self._progress)
            self._sets[key] = most, found
        return found
