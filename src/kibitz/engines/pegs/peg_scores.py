"""Best score of any position of a board: by search, then by dense sets.

The score of an end is the number of its pegs, plus one if there is a finish hole and it is empty
(see `games/peg.py`). All positions of a subgame are of one class, so the sets that decide one of
them decide the others too.
"""

from __future__ import annotations

from functools import cached_property
from itertools import combinations
from time import perf_counter

from kibitz.engines.pegs.peg_search import Search, attempt, fits
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.position_classes import PositionClasses
from kibitz.solve.effort import PREPARING, SEARCHING, no_progress
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kibitz.engines.pegs.sets.dense import DenseSet
    from kibitz.engines.pegs.sets.quick_set import QuickSet, Tables
    from kibitz.games.peg_boards import Jumps
    from kibitz.solve.compiling.word_memory import WordMemory
    from kibitz.solve.effort import Progress

    Quick = tuple[Tables, Callable[[int], WordMemory]]
    Positions = DenseSet | QuickSet | tuple[()]

LONGEST_WALK = 30_000
SHORT = 3_000  # positions of a short search, in each order of the jumps ...
SHORT_BEFORE_SETS = 500  # ... and where a quick set goes on from there
MOST_REMEMBERED = 50_000
MOST_SETS = 6  # of at most 64 MiB: the won positions of a class, and those that leave 2 to 6 pegs

# Sets that were used last, by board, finish, class and kind; all oracles share them.
QUICK_SETS: Recent[tuple[object, ...], QuickSet] = Recent(MOST_SETS)

LOOK_UP = -1  # search depth: no work
GLANCE, SEARCH, SETTLE = 0, 1, 2  # short, about a second, complete


class Scores:
    """Scores for one board and one finish, with a cache.

    `depth` limits the work. `SETTLE` uses sets of all positions of a class if search does not
    suffice, which takes seconds; that works on boards for which such a set `fits`. On smaller
    boards such a set is quick. Once `sweeps` is true, it decides at every depth whether a position
    can be won. Sets call `progress`, which may raise `Exhausted`; the next question goes on.
    """

    def __init__(self, jumps: Jumps) -> None:
        self.board = PegBoard(jumps.holes, jumps.jumps, jumps.symmetries)
        self.finish = jumps.finish
        self.classes = PositionClasses(self.board)
        self._same = self.board.fixing(hole=self.finish)
        self._won: Recent[int, bool] = Recent(MOST_REMEMBERED)
        self._scores: Recent[int, int] = Recent(MOST_REMEMBERED)
        # Failed attempts, with their depth.
        self._tried: Recent[tuple[str, int], int] = Recent(MOST_REMEMBERED)
        self._sets: dict[tuple[int, int], tuple[int, DenseSet]] = {}
        self._unfinished: set[tuple[int, int]] = set()  # sets whose sweep was stopped
        self.sweeps = False

    @cached_property
    def quick(self) -> Quick | None:
        """Tables and memory of quick sets; None if they are not quick, or nothing compiles here."""
        from kibitz.engines.pegs.sets.quick_set import tables_of
        from kibitz.solve.compiling.word_memory import memory_kind

        memory = memory_kind()
        tables = None if memory is None else tables_of(self.board.holes, self.board.jumps)
        return None if memory is None or tables is None else (tables, memory)

    @cached_property
    def fits(self) -> bool:
        """Whether a set of all positions of a class fits into memory."""
        return fits(self.board)

    def is_won(
        self, position: int, depth: int = SETTLE, progress: Progress = no_progress
    ) -> bool | None:
        """Return whether a single peg can remain in its place; None if that is not decided."""
        if not self.classes.allows(position, self.finish):
            return False
        least = self._least(position)
        if least not in self._won:
            won = self._looked_up(least, 0)
            if won is None and self._tried.get(("won", least), -1) < depth:
                progress(PREPARING, 0, None)  # modules that are loaded count as well
                won = self._is_won(least, depth, progress)
                self._tried["won", least] = depth
            if won is not None:
                self._won[least] = won
        return self._won.get(least)

    def score(
        self,
        position: int,
        depth: int = SETTLE,
        progress: Progress = no_progress,
        won: bool | None = None,
    ) -> int | None:
        """Return the least reachable score; None if that is not decided.

        `won` may tell whether the position is known to be won.
        """
        if won is None:
            won = self.is_won(position, depth, progress)
        if won is None or won:
            return 1 if won else None
        least = self._least(position)
        if least not in self._scores:
            score = self._score_looked_up(least)
            if score is None and self._tried.get(("score", least), -1) < depth:
                score = self._lost_score(least, depth, progress)
                self._tried["score", least] = depth
            if score is not None:
                self._scores[least] = score
        return self._scores.get(least)

    def line(
        self, position: int, depth: int = SETTLE, progress: Progress = no_progress
    ) -> list[int] | None:
        """Return the jumps of a best line that a search finds, None if it finds none."""
        least = self._least(position)
        if self._won.get(least) is not False and self.classes.allows(position, self.finish):
            if self._is_quick:
                return self._winning_line(position, progress)
            search = Search(self.board, position, 1, self.finish)
            return search.best if self._attempt(search, depth) else None
        score = self._scores.get(least)
        if score is None:
            return None
        search = Search(self.board, position, score, None)
        if self.finish is None and self._attempt(search, depth):
            return search.best
        line = []
        while (jump := self._keeping(position, score, depth, progress)) is not None:
            line.append(jump)
            position ^= self.board.touched[jump]
        return line

    def _winning_line(self, position: int, progress: Progress) -> list[int] | None:
        """Return the jumps of a line that stays in the set of won positions."""
        won = self._won_set(position, progress)
        line = []
        while position.bit_count() > 1:
            jump = next(
                (j for j in self.board.moves(position) if position ^ self.board.touched[j] in won),
                None,
            )
            if jump is None:
                return None
            line.append(jump)
            position ^= self.board.touched[jump]
        return line

    def _keeping(self, position: int, score: int, depth: int, progress: Progress) -> int | None:
        """Return the first jump that keeps a score reachable, None if there is no jump."""
        for jump in self.board.moves(position):
            progress(SEARCHING, 0, None)
            if self.score(position ^ self.board.touched[jump], depth, progress) == score:
                return jump
        return None

    def _least(self, position: int) -> int:
        return min([position, *(self.board.image(position, same) for same in self._same)])

    def _attempt(self, search: Search, depth: int) -> bool:
        """Search for an end that meets the goal; `search.complete` if there is provably none."""
        if depth > GLANCE and not self._is_quick:
            return attempt(search)
        limit = SHORT_BEFORE_SETS if self._is_quick else SHORT
        for direction in (1, -1):
            if search.complete or search.depth_first(direction, limit):
                return not search.complete
        return False

    def _looked_up(self, position: int, kind: int) -> bool | None:
        """Return whether a position is in a quick set; None if that has not been decided."""
        found = QUICK_SETS.get(self._shared(self.classes.of(position), kind))
        return None if found is None or not found.has_decided(position) else position in found

    def _score_looked_up(self, position: int) -> int | None:
        """Return the score of a lost position from quick sets; None if one is not decided."""
        pegs = self.classes.fewest(position)
        while self.finish is None and (found := self._looked_up(position, pegs)) is not None:
            if found:
                return pegs
            pegs += 1
        return None

    def _is_won(self, position: int, depth: int, progress: Progress) -> bool | None:
        if self._is_quick and self._shared(self.classes.of(position), 0) in QUICK_SETS:
            return position in self._won_set(position, progress)
        search = Search(self.board, position, 1, self.finish)
        if self._attempt(search, depth):
            for jump in search.best:  # the positions on the line are won as well
                self._won[self._least(position)] = True
                position ^= self.board.touched[jump]
            return True
        if search.complete:
            return False
        if not self._is_quick and (depth < SETTLE or not self.fits):
            return None
        return position in self._won_set(position, progress)

    @property
    def _is_quick(self) -> bool:
        return self.sweeps and self.quick is not None

    def _won_set(self, position: int, progress: Progress) -> Positions:
        return self._set(position, 0, self._single_pegs, progress)

    def _lost_score(self, position: int, depth: int, progress: Progress) -> int | None:
        """Return the score of a position that is not won."""
        pegs = self._fewest_pegs(position, depth, progress)
        if pegs is None or self.finish is None:
            return pegs
        in_place = pegs > 1 and self._with_one_in_place(position, pegs, depth, progress)
        return None if in_place is None else pegs if in_place else pegs + 1

    def _fewest_pegs(self, position: int, depth: int, progress: Progress) -> int | None:
        """Return the fewest pegs that can be left, anywhere."""
        bound = self.classes.fewest(position)
        search = Search(self.board, position, bound, None)
        if self._attempt(search, depth) or search.complete:
            if self.finish is None:  # the positions on the line have no better end either
                for jump in search.best:
                    self._scores[self._least(position)] = search.fewest
                    position ^= self.board.touched[jump]
            return search.fewest
        kinds = range(bound, search.fewest)
        if not self._may_use_sets(position, kinds, depth):
            return None
        for pegs in kinds:
            if position in self._set(position, pegs, None, progress):
                return pegs
        return search.fewest

    def _with_one_in_place(
        self, position: int, pegs: int, depth: int, progress: Progress
    ) -> bool | None:
        """Return whether `pegs` pegs, the fewest, can be left with one in the finish hole."""
        assert self.finish is not None
        place = 1 << self.finish
        reached = self._reaches(position, pegs, place)
        if reached is not None or not self._may_use_sets(position, [-pegs], depth):
            return reached

        def targets() -> list[int]:
            others = [1 << hole for hole in range(self.board.holes) if 1 << hole != place]
            return [place | sum(some) for some in combinations(others, pegs - 1)]

        return position in self._set(position, -pegs, targets, progress)

    def _may_use_sets(self, position: int, kinds: Iterable[int], depth: int) -> bool:
        """Return whether these sets may be asked: they are decided, or there is time for that."""
        if depth >= SETTLE and self.fits:
            return True
        return all(self._looked_up(position, kind) is not None for kind in kinds)

    def _reaches(self, position: int, pegs: int, place: int) -> bool | None:
        """Return whether `pegs` pegs with one in a place are reachable; None if that takes long."""
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

    def _set(
        self,
        position: int,
        kind: int,
        targets: Callable[[], list[int]] | None,
        progress: Progress,
    ) -> Positions:
        """Return the positions of a class from which some target is reachable.

        Without targets these are all positions with `kind` pegs. The position and what can follow
        it are decided.
        """
        key = (self.classes.of(position), kind)
        if self.quick:
            report = progress if kind else as_preparation(progress)
            quick = self._quick_set(position, kind, report)
            if quick is not None and not quick.has_decided(position):
                self._tried.clear()  # it may settle what was tried in vain
                quick.decide(position, report)
            return quick or ()
        from kibitz.engines.pegs.sets.dense import DenseSet

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
            self._sets[key] = most, found
            self._unfinished.add(key)
        if key in self._unfinished:
            found.close_backwards(progress, most)
            self._unfinished.remove(key)
        return found

    def _shared(self, wanted: int, kind: int) -> tuple[object, ...]:
        """Return the key of the quick set of a class."""
        return self.board.holes, self.board.jumps, self.finish, wanted, kind

    def _quick_set(self, position: int, kind: int, progress: Progress) -> QuickSet | None:
        """Return the quick set of the class of a position; None if the class has no target."""
        from kibitz.engines.pegs.sets.coordinates import SWEEP
        from kibitz.engines.pegs.sets.quick_set import QuickSet, WithPegs

        assert self.quick is not None
        wanted = self.classes.of(position)
        shared = self._shared(wanted, kind)
        found = QUICK_SETS.get(shared)
        if found is None:
            targets: list[int] | WithPegs = WithPegs(abs(kind), None if kind > 0 else self.finish)
            if kind == 0:
                targets = [peg for peg in self._single_pegs() if self.classes.of(peg) == wanted]
            if targets == []:
                return None
            progress(SWEEP, 0, None)  # its tables and its code take a moment as well
            found = QuickSet(*self.quick, targets, self._same, position)
            QUICK_SETS[shared] = found
        return found

    def _single_pegs(self) -> list[int]:
        """Return the ends of a won game."""
        holes = range(self.board.holes) if self.finish is None else [self.finish]
        return [1 << hole for hole in holes]


def as_preparation(progress: Progress) -> Progress:
    """Return a progress callback for work that happens once for a board, like compiling.

    It is not stopped when the time of an effort is over, and does not count to it.
    """
    from kibitz.solve.compiling.compiled import Kernel

    begin = perf_counter()

    def report(phase: str, done: int, total: int | None) -> None:
        nonlocal begin
        now = perf_counter()
        Kernel.preparing += now - begin
        begin = now
        progress(PREPARING, done, total)

    return report
