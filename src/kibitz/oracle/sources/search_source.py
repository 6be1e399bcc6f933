"""Source that searches games of two players that are too large to be solved completely."""

from __future__ import annotations

from contextlib import suppress

from kibitz.oracle.sources import MOST_REMEMBERED, NOT_PROVED, Searching
from kibitz.rules import PositionId
from kibitz.rules.objectives.outcomes import Bound, Outcome, Unknown
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.memory.move_graph import Progress
from kibitz.solve.search.two_player_search import (
    NOTHING_PROVED,
    PlayersSearch,
    Proved,
    outcome_of_proof,
)
from kibitz.system.recent import Recent


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
