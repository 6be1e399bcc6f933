"""Source that searches games of two players that are too large to be solved completely."""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.oracle.sources import WithoutLines
from kibitz.rules.objectives.outcomes import Unknown
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import INTERPRETED, Exhausted
from kibitz.solve.memory.move_graph import no_progress
from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch, outcome_of_proof
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.search.two_player_search import Proved

MOST_REMEMBERED = 100_000
NOT_PROVED = Sentence("a search has proved nothing within its limits")


class FromSearch(WithoutLines):
    """Searches with proofs; remembers the results.

    `most` limits each of them to so many positions, whatever the effort: other sources may be
    quicker. `afterwards` is a source that goes on from there without that limit. `threads` limits
    the threads of each; else there is one for each core.
    """

    def __init__(
        self,
        rules: Rules,
        progress: Progress | None = None,
        most: int | None = None,
        threads: int | None = None,
    ) -> None:
        self._rules = rules
        self._progress = progress or no_progress
        self._most = most
        self._proved: Recent[int, Proved] = Recent(MOST_REMEMBERED)
        self._search = PlayersSearch(rules, threads=threads)

    @property
    def afterwards(self) -> FromSearch:
        """A source that shares the results of this one, limited by the effort alone."""
        other = FromSearch(self._rules, self._progress)
        other._proved, other._search = self._proved, self._search
        return other

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        proved = self._proved.get(position, NOTHING_PROVED)
        # Without compiled code and a limit of time, positions would take too long.
        in_time = effort.compile or effort.seconds is not None or self._search.ready
        if proved[0] != proved[1] and effort.positions != 0 and in_time and available():
            proved = self._continue(position, proved, effort)
        if proved == NOTHING_PROVED:
            return None if so_far is not None or self._most else Unknown(NOT_PROVED, "time")
        return outcome_of_proof(proved, self._rules)

    def _continue(self, position: PositionId, proved: Proved, effort: Effort) -> Proved:
        """Search within the effort; remember and return what is proved."""
        effort = effort.at_most(self._most)
        if not (effort.compile or self._search.ready):
            effort = effort.at_most(INTERPRETED)

        def note(phase: str, done: int, total: int | None) -> None:
            """Remember what is proved before passing the progress on, where it may be shown."""
            self._proved[position] = self._search.proof
            self._progress(phase, done, total)

        try:
            self._search.prove(position, proved, effort.watch(note))
        except Exhausted:
            pass
        finally:  # also after Ctrl-C
            self._proved[position] = self._search.proof
        return self._search.proof
