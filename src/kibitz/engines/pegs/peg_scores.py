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
    Target = tuple[int, int | None] | None

LONGEST_WALK = 30_000
SHORT = 3_000  # positions of a short search, in each order of the jumps ...
SHORT_BEFORE_SETS = 500  # ... and where a quick set goes on from there
MOST_REMEMBERED = 50_000
MOST_SETS = 6  # of at most 64 MiB: the won positions of a class, and those that leave 2 to 6 pegs

# Sets that were used last, by board, finish, class and target; all oracles share them.
QUICK_SETS: Recent[tuple[object, ...], QuickSet] = Recent(MOST_SETS)

WON = None  # the target of a single peg in its place

LOOK_UP = -1  # search depth: no work
GLANCE, SEARCH, SETTLE = 0, 1, 2  # short, about a second, complete


class ClassSets:
    """The positions of a class from which a target can be reached, decided when they are asked for.

    A target is `WON`, or a number of pegs with one of them in a hole, if that is given. On most
    boards the sets are quick ones. On others they are dense, and are used only if they fit.
    """

    def __init__(self, board: PegBoard, finish: int | None) -> None:
        self.board = board
        self.finish = finish
        self.classes = PositionClasses(board)
        self.same = board.fixing(hole=finish)
        # The most pegs of the positions that a set decides, and the set.
        self._dense: dict[tuple[int, Target], tuple[int, DenseSet]] = {}

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

    def has_quick(self, position: int, target: Target) -> bool:
        """Return whether there is a quick set of the class of a position."""
        return self._key(position, target) in QUICK_SETS

    def known(self, position: int, target: Target) -> bool | None:
        """Return whether a position is in a quick set; None if that has not been decided."""
        found = QUICK_SETS.get(self._key(position, target))
        return None if found is None or not found.has_decided(position) else position in found

    def contains(self, position: int, target: Target, progress: Progress) -> bool:
        """Return whether a target can be reached; the position and what follows are decided."""
        if self.quick is None:
            return position in self._dense_set(position, target, progress)
        report = as_preparation(progress) if target is WON else progress
        found = self._quick_set(position, target, report)
        if found is not None and not found.has_decided(position):
            found.decide(position, report)
        return found is not None and position in found

    def _key(self, position: int, target: Target) -> tuple[object, ...]:
        of_board = self.board.holes, self.board.jumps, self.finish
        return *of_board, self.classes.of(position), target

    def _quick_set(self, position: int, target: Target, progress: Progress) -> QuickSet | None:
        """Return the quick set of the class of a position; None if the class has no target."""
        from kibitz.engines.pegs.sets.coordinates import SWEEP
        from kibitz.engines.pegs.sets.quick_set import QuickSet, WithPegs

        assert self.quick is not None
        key = self._key(position, target)
        if key not in QUICK_SETS:
            targets: list[int] | WithPegs
            if target is WON:
                own = self.classes.of(position)
                targets = [peg for peg in self._single_pegs() if self.classes.of(peg) == own]
            else:
                targets = WithPegs(*target)
            if not targets:
                return None
            progress(SWEEP, 0, None)  # its tables and its code take a moment as well
            QUICK_SETS[key] = QuickSet(*self.quick, targets, self.same, position)
        return QUICK_SETS[key]

    def _dense_set(self, position: int, target: Target, progress: Progress) -> DenseSet:
        """Return the dense set of the class of a position; a sweep that was stopped goes on."""
        from kibitz.engines.pegs.sets.dense import DenseSet

        key = self.classes.of(position), target
        most, found = self._dense.get(key, (-1, None))
        if found is None or most < position.bit_count():
            most, found = position.bit_count(), DenseSet(self.board, position)
            if target is not WON and target[1] is None:
                found.add_all(target[0])
            for each in self._targets(target):
                if found.holds(each):
                    found.add(each)
            self._dense[key] = most, found
        found.close_backwards(progress, most)
        return found

    def _targets(self, target: Target) -> Iterable[int]:
        """Yield the positions of a target, unless these are all with a number of pegs."""
        if target is WON:
            return self._single_pegs()
        pegs, hole = target
        if hole is None:
            return ()
        others = [1 << other for other in range(self.board.holes) if other != hole]
        return (1 << hole | sum(some) for some in combinations(others, pegs - 1))

    def _single_pegs(self) -> list[int]:
        """Return the ends of a won game."""
        holes = range(self.board.holes) if self.finish is None else [self.finish]
        return [1 << hole for hole in holes]


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
        self.sets = ClassSets(self.board, self.finish)
        self.classes = self.sets.classes
        self._won: Recent[int, bool] = Recent(MOST_REMEMBERED)
        self._scores: Recent[int, int] = Recent(MOST_REMEMBERED)
        # Failed attempts, with their depth.
        self._tried: Recent[tuple[str, int], int] = Recent(MOST_REMEMBERED)
        self.sweeps = False

    def is_won(
        self, position: int, depth: int = SETTLE, progress: Progress = no_progress
    ) -> bool | None:
        """Return whether a single peg can remain in its place; None if that is not decided."""
        if not self.classes.allows(position, self.finish):
            return False
        least = self._least(position)
        if least not in self._won:
            won = self.sets.known(least, WON)
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
        line = []
        while position.bit_count() > 1:
            jump = next(
                (
                    jump
                    for jump in self.board.moves(position)
                    if self.sets.contains(position ^ self.board.touched[jump], WON, progress)
                ),
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
        return min([position, *(self.board.image(position, same) for same in self.sets.same)])

    def _attempt(self, search: Search, depth: int) -> bool:
        """Search for an end that meets the goal; `search.complete` if there is provably none."""
        if depth > GLANCE and not self._is_quick:
            return attempt(search)
        limit = SHORT_BEFORE_SETS if self._is_quick else SHORT
        for direction in (1, -1):
            if search.complete or search.depth_first(direction, limit):
                return not search.complete
        return False

    def _score_looked_up(self, position: int) -> int | None:
        """Return the score of a lost position from quick sets; None if one is not decided."""
        pegs = self.classes.fewest(position)
        while self.finish is None:
            found = self.sets.known(position, (pegs, None))
            if found is None:
                break
            if found:
                return pegs
            pegs += 1
        return None

    def _is_won(self, position: int, depth: int, progress: Progress) -> bool | None:
        if self._is_quick and self.sets.has_quick(position, WON):
            return self._contains(position, WON, progress)
        search = Search(self.board, position, 1, self.finish)
        if self._attempt(search, depth):
            for jump in search.best:  # the positions on the line are won as well
                self._won[self._least(position)] = True
                position ^= self.board.touched[jump]
            return True
        if search.complete:
            return False
        if not self._is_quick and (depth < SETTLE or not self.sets.fits):
            return None
        return self._contains(position, WON, progress)

    @property
    def _is_quick(self) -> bool:
        return self.sweeps and self.sets.quick is not None

    def _contains(self, position: int, target: Target, progress: Progress) -> bool:
        """Return whether a target can be reached, by a set."""
        if self.sets.quick is not None and self.sets.known(position, target) is None:
            self._tried.clear()  # the set may settle what was tried in vain
        return self.sets.contains(position, target, progress)

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
        numbers = range(bound, search.fewest)
        if not self._may_use_sets(position, [(pegs, None) for pegs in numbers], depth):
            return None
        reached = (pegs for pegs in numbers if self._contains(position, (pegs, None), progress))
        return next(reached, search.fewest)

    def _with_one_in_place(
        self, position: int, pegs: int, depth: int, progress: Progress
    ) -> bool | None:
        """Return whether `pegs` pegs, the fewest, can be left with one in the finish hole."""
        assert self.finish is not None
        target = pegs, self.finish
        reached = self._reaches(position, pegs, 1 << self.finish)
        if reached is not None or not self._may_use_sets(position, [target], depth):
            return reached
        return self._contains(position, target, progress)

    def _may_use_sets(self, position: int, targets: Iterable[Target], depth: int) -> bool:
        """Return whether these sets may be asked: they are decided, or there is time for that."""
        if depth >= SETTLE and self.sets.fits:
            return True
        return all(self.sets.known(position, target) is not None for target in targets)

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
