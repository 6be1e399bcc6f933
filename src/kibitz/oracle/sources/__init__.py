"""Sources of outcomes; the two that only look up are here.

A source answers one question, `ask(position, effort, so_far)`:

- an outcome it has proved, or a `Bound` if it has proved only that much;
- an `Unknown` if it used up the effort, with a reason that is shown to people;
- None if it does not serve this position.

`so_far` is the `Bound` that earlier sources have proved, or None; a source may start from it.
Sources are independent; `oracle/plan.py` puts them in order. A source may also have best lines:
`line(position, effort)` returns the moves of one to its end, or None.
"""

from __future__ import annotations

from itertools import islice

from kibitz.language.errors import Sentence
from kibitz.solve.effort import INTERPRETED
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort, Meter, Progress
    from kibitz.solve.store.opening_book import OpeningBook
    from kibitz.solve.store.table import Table

    Share = Callable[[Effort], Effort]  # the part of an effort that a source gets

MOST_REMEMBERED = 100_000
ASKED_AGAIN, MOST_ASKED = 1_000, 64  # positions, and moves of each
NOT_PROVED = Sentence("a search has proved nothing within its limits")


class Source:
    """Base class of sources: providers of outcomes for the oracle."""

    looks_up = False  # whether its answers are look-ups that need no effort

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        """Return the outcome or bound proved within the effort, None if nothing is proved."""
        raise NotImplementedError

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        """Return the moves of a best line to its end, None if this source has none."""
        return None


def whole(effort: Effort) -> Effort:
    """Return all of an effort: the share of a source that no other shares it with."""
    return effort


class Working(Source):
    """Base class of sources that work outcomes out, and remember what they have found."""

    _alone = False  # whether no search settles what is too large for memory

    def __init__(self, rules: Rules, progress: Progress | None = None) -> None:
        self._rules = rules
        self._progress = progress
        self._share: Share = whole

    def sharing(self, share: Share, *, alone: bool) -> Self:
        """Return a source that remembers the same, and works within that share of each effort."""
        from copy import copy

        other = copy(self)
        other._share = share
        other._alone = alone
        return other


class Searching(Working):
    """Base class of sources that search."""

    def __init__(self, rules: Rules, progress: Progress | None = None) -> None:
        super().__init__(rules, progress)
        self._asked: Recent[int, list[MoveId]] = Recent(ASKED_AGAIN)

    def _allowed(self, effort: Effort, *, ready: bool) -> Effort:
        """Return the share of an effort; `ready` is whether no compiler has to be started."""
        mine = self._share(effort)
        if mine.compile or ready:
            return mine
        return mine.at_most(1 if mine.seconds is None else INTERPRETED)  # even few take long

    def _run(
        self,
        position: PositionId,
        search: Callable[[Meter], object],
        effort: Effort,
        remember: Callable[[], None],
    ) -> None:
        """Search within the effort; remember what is proved, also after Ctrl-C.

        Nothing is remembered, and `InvalidRules` raised, if the position has other moves than at
        first.
        """

        def keep() -> None:
            self._ask_again(position)
            remember()

        def note(phase: str, done: int, total: int | None) -> None:
            """Remember it before passing the progress on, where it may be shown."""
            keep()
            if self._progress is not None:
                self._progress(phase, done, total)

        self._ask_again(position)
        try:
            search(effort.watch(note))
        finally:
            keep()

    def _ask_again(self, position: PositionId) -> None:
        """Reject rules that give a position other moves than at first."""
        moves = list(islice(self._rules.moves(position), MOST_ASKED))
        if self._asked.setdefault(position, moves) != moves:
            from kibitz.solve.invalid_rules import different_answer

            raise different_answer(self._rules, position)


class Ends(Source):
    """Values terminal positions by the rules."""

    looks_up = True

    def __init__(self, rules: Rules) -> None:
        self._rules = rules

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if not self._rules.is_over(position):
            return None
        return self._rules.objective.outcome_of_end(self._rules.worth(position))


class FromTable(Source):
    """Reads a table or an opening book, saved on this machine or shipped with Kibitz."""

    looks_up = True

    def __init__(self, table: Table | OpeningBook) -> None:
        self.table = table

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        return self.table.look_up(position)
