"""Sources that search: games of two players with proofs, and puzzles for solutions."""

from __future__ import annotations

from contextlib import suppress
from itertools import pairwise

from kibitz.oracle.sources import MOST_REMEMBERED, NOT_PROVED, Searching, Working
from kibitz.rules import ClassId, MoveId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Outcome, Unknown
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import Effort, Exhausted, Progress
from kibitz.solve.invalid_rules import different_answer
from kibitz.solve.memory.puzzle_search import PuzzleSearch
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.solve.search.two_player_search import (
    NOTHING_PROVED,
    PlayersSearch,
    Proved,
    outcome_of_proof,
)
from kibitz.solve.structure import solver_of
from kibitz.system.recent import Recent

MOST_SEARCHED = 5_000  # positions, for any solution


class FromSearch(Searching):
    """Searches with proofs; remembers the results.

    `threads` limits the threads of each search; else there is one for each core.
    """

    def __init__(
        self,
        rules: Rules,
        progress: Progress | None = None,
        *,
        threads: int | None = None,
    ) -> None:
        super().__init__(rules, progress)
        self._proved: Recent[int, Proved] = Recent(MOST_REMEMBERED)
        self._search = PlayersSearch(rules, threads=threads)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        proved = self._proved.get(position, NOTHING_PROVED)
        # Without compiled code and a limit of time, positions would take too long.
        in_time = effort.compile or effort.seconds is not None or self._search.ready
        if proved[0] != proved[1] and effort.positions != 0 and in_time and available():
            proved = self._continue(position, proved, effort)
        if proved == NOTHING_PROVED:
            return Unknown(NOT_PROVED, "time") if so_far is None else None
        return outcome_of_proof(proved, self._rules)

    def _continue(self, position: PositionId, proved: Proved, effort: Effort) -> Proved:
        """Search within the effort; remember and return what is proved."""
        mine = self._allowed(effort, ready=self._search.ready)

        def remember() -> None:
            self._proved[position] = self._search.proof

        with suppress(Exhausted):
            self._run(
                position,
                lambda watch: self._search.prove(position, proved, watch),
                mine,
                remember,
            )
        return self._search.proof


class FromShortestSearch(Working):
    """Searches for a shortest solution breadth first; remembers the last search.

    That settles the first position, those after its moves, and those on its solution.
    """

    _last: PuzzleSearch | None = None

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        code = self._last.code(position) if self._last else None
        if code is None:
            mine = self._share(effort)
            if mine.positions == 0:
                return None
            self._last = None  # releases its memory
            try:
                self._last = PuzzleSearch(self._rules, position, mine.watch(self._progress))
            except Exhausted as stopped:
                if mine.positions is None and stopped.limit != "seconds":
                    raise
                return None
            code = self._last.code(position)
            assert code is not None
        return self._rules.objective.outcome(code)

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        if self._last is None or self._last.rules.start != position:
            return None
        return self._last.line()


class FromSolutionSearch(Working):
    """Searches for any solution of a puzzle with a score; remembers the positions on those found.

    Whether that is the best score depends on what the rules tell about it.
    """

    def __init__(self, rules: Rules, progress: Progress | None = None) -> None:
        super().__init__(rules, progress)
        # Solutions by the position they begin with.
        self._lines: Recent[PositionId, list[MoveId]] = Recent(MOST_REMEMBERED)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if position not in self._lines and not self._search(position, effort):
            return None
        end = position
        for move in self._lines[position]:
            end = self._rules.play(end, move)
        return self._rules.objective.outcome_by_line(self._rules.worth(end), self._limit(position))

    def _limit(self, position: PositionId) -> int | None:
        """Return a score that no line from a position improves on; None if it is not known."""
        rules = self._rules
        if rules.bound is not None:
            return rules.bound(position)
        return solver_of(rules).least_score

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        return self._lines.get(position)

    def _search(self, position: PositionId, effort: Effort) -> bool:
        """Search for a solution of a puzzle with a score."""
        from kibitz.solve.search.line_search import seek

        most = effort.at_most(MOST_SEARCHED).positions
        assert most is not None
        found = seek(self._rules, position, most)
        if found.line is None:
            return False
        for move, there in zip(found.line, found.passed, strict=False):
            if move not in self._rules.moves(there):
                raise different_answer(self._rules, there)
        for passed, there in enumerate(found.passed):
            self._lines[there] = found.line[passed:]
        return True


class FromDistanceSearch(Searching):
    """Searches for the best outcomes; remembers the proved bounds and the best lines found.

    Only the last search can be resumed; the results of earlier ones are remembered.
    """

    def __init__(
        self,
        rules: Rules,
        progress: Progress | None = None,
        *,
        remembered: int = MOST_REMEMBERED,
    ) -> None:
        super().__init__(rules, progress)
        self._least_image = rules.class_of
        self._proved: Recent[ClassId, Outcome] = Recent(remembered)
        # Next position on a best line; the oldest entries are dropped first.
        self._next: Recent[ClassId, ClassId] = Recent(remembered)
        self._last: Recent[ClassId, DistanceSearch] = Recent(1)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        here = self._least_image(position)
        outcome = self._proved.get(here)
        settled = outcome is not None and outcome.known
        if not settled and effort.positions != 0:
            outcome = self._continue(here, effort)
        if outcome is None and so_far is None:
            return Unknown(NOT_PROVED, "time")
        return outcome

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        line: list[MoveId] = []
        here = self._least_image(position)
        if here not in self._next:
            first = self._best_move(position)
            if first is None:
                return None
            line, position = [first], self._rules.play(position, first)
            here = self._least_image(position)
        while here in self._next:
            here = self._next[here]
            moves = self._rules.moves(position)
            after = ((move, self._rules.play(position, move)) for move in moves)
            there = [(move, to) for move, to in after if self._least_image(to) == here]
            if not there:
                raise different_answer(self._rules, position)
            move, position = min(there, key=lambda one: self._rules.cost_of(position, one[0]))
            line.append(move)
        return line or None

    def _best_move(self, position: PositionId) -> MoveId | None:
        """Return the best move where all of them are known, if it leads to a solution."""
        best: tuple[Outcome, MoveId] | None = None
        for move in self._rules.moves(position):
            after = self._proved.get(self._least_image(self._rules.play(position, move)))
            if after is None or not after.known:
                return None
            outcome = after.before(cost=self._rules.cost_of(position, move))
            if outcome.measure is not None and (best is None or outcome > best[0]):
                best = outcome, move
        return None if best is None else best[1]

    def _continue(self, position: ClassId, effort: Effort) -> Outcome | None:
        """Search within the effort; remember and return what is proved."""
        search = self._last.get(position)
        if search is None:
            search = self._last[position] = DistanceSearch(self._rules, position)
        mine = self._allowed(effort, ready=search.ready)
        try:
            self._run(position, search.run, mine, lambda: self._remember(search))
        except Exhausted as stopped:
            if stopped.limit == "memory" and mine.is_unlimited and search.outcome is None:
                raise
        return search.outcome

    def _remember(self, search: DistanceSearch) -> None:
        outcome = search.outcome
        if outcome is None:
            return
        self._proved[search.position] = outcome
        if outcome.known and search.solution is not None:
            line = search.solution
            for here, total in zip(line, search.totals, strict=True):
                self._proved[here] = search.outcome_of(total)
            for here, after in pairwise(line):
                self._next[here] = after
