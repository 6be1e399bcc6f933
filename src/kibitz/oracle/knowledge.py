"""What is known about one game: the outcomes found so far, and the sources that find others.

Oracles of different efforts share it.
"""

from __future__ import annotations

from _thread import RLock  # as in `threading`, which is slow to import
from functools import cached_property
from itertools import count, islice

from kibitz.language.errors import KibitzError, Sentence
from kibitz.oracle.plan import plan
from kibitz.rules.objectives.outcomes import Bound, Unknown
from kibitz.solve.effort import Exhausted
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.oracle.answer import Option
    from kibitz.oracle.candidates import Estimator
    from kibitz.oracle.ending_moves import EndingMoves
    from kibitz.oracle.sources import Source
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.effort import Effort, Progress
    from kibitz.solve.store.opening_book import OpeningBook
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice, TableStore

TOO_LATE = Unknown(Sentence("it needs more time than allowed"), "time")
MOST_REMEMBERED = 200_000
MOST_OF_IT = 0.8  # of a time: what that does not settle, the rest would not either


class Knowledge:
    """Outcomes by position, the smallest of its images under symmetry among them.

    The plan is made for `effort`, the usual one of the game. A `table` given takes the place of the
    kept one, and `sources` that of the usual plan.
    """

    def __init__(
        self,
        game: BaseGame,
        effort: Effort,
        store: TableStore | None = None,
        *,
        progress: Progress | None = None,
        notice: Notice | None = None,
        table: Table | None = None,
        sources: Sequence[Source] | None = None,
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.lock = RLock()  # held while a question is answered: sources and searches have states
        self.effort = effort
        self.progress = progress
        self._given_store = store
        self._given_notice = notice
        self._own_table = table
        self._sources = sources
        self._looks_for_tables = sources is None and table is None
        self._stamp: tuple[int, int] | None = None
        self._rest: Iterator[Source] | None = None  # those that were not reached yet
        self._reached: list[Source] = []
        self._compiles = True  # unless a compiler refuses the rules
        self._too_large = False  # to be solved whole, within the effort that was tried
        self._unsettled: Recent[int, tuple[Outcome, Effort | None]] = Recent(MOST_REMEMBERED)
        self._table = table  # the one that is asked
        self.book: OpeningBook | None = None  # the one that is asked instead
        self.outcomes: Recent[int, Outcome] = Recent(MOST_REMEMBERED)
        self.errors: Recent[int, int] = Recent(MOST_REMEMBERED)
        self.nimbers: dict[int, int] = {}
        self.ending: EndingMoves | None = None  # once a line has gone in circles
        self.moves: Recent[int, list[Option]] = Recent(1)  # of the position asked about last

    def unsettled(self, position: int, effort: Effort) -> Outcome | None:
        """Return what an effort as large as this one, or a larger one, has left unsettled."""
        outcome, tried = self._unsettled.get(position, (None, None))
        return outcome if tried is None or effort.is_within(tried) else None

    def note_unsettled(self, position: int, outcome: Outcome, effort: Effort | None = None) -> None:
        """Note a bound, or that nothing is known, within an effort; None: in any case.

        A sweep that ran out of time is not noted: the next question continues it.
        """
        if outcome is TOO_LATE and self._resumes:
            return
        if effort is not None and effort.seconds is not None:
            effort = effort.replace(seconds=effort.seconds / MOST_OF_IT)
        self._unsettled[position] = outcome, effort

    @cached_property
    def _resumes(self) -> bool:
        """Whether the next question continues work that ran out of time."""
        from kibitz.solve.structure import solver_of

        return solver_of(self.rules).has_sources

    @cached_property
    def store(self) -> TableStore:
        """The store of the table."""
        from kibitz.solve.store.table_store import (
            TableStore,  # a classic program does without tables
        )

        return self._given_store or TableStore()

    @cached_property
    def notice(self) -> Notice:
        """What is called with a sentence for the user."""
        from kibitz.solve.store.table_store import ignore_notice

        return self._given_notice or ignore_notice

    @cached_property
    def estimator(self) -> Estimator:
        """Estimates of moves of which nothing is proved."""
        from kibitz.oracle.candidates import Estimator  # where a table answers, none is needed

        return Estimator(self.rules, self.outcomes)

    @cached_property
    def _table_name(self) -> str:
        from kibitz.solve.store.table_store import kept_name

        return kept_name(self.game.name, self.rules)

    def refresh(self) -> None:
        """Notice a table that has been kept since this was last called."""
        if self._looks_for_tables:
            stamp = self.store.stamp(self._table_name)
            if stamp != self._stamp:
                self._stamp = stamp
                self._forget_plan()

    def _forget_plan(self) -> None:
        self._rest = None
        self._unsettled.clear()
        self.moves.clear()

    @property
    def table(self) -> Table | None:
        """The table that is asked first; None if there is none."""
        self._make_plan()
        return self._table

    @property
    def plan(self) -> list[Source]:
        """All sources in order."""
        return list(self._in_order())

    def _make_plan(self) -> None:
        if self._rest is None:
            self._reached = []
            self._rest = self._usual_sources() if self._sources is None else iter(self._sources)

    def _in_order(self) -> Iterator[Source]:
        """Yield the sources, each made when it is reached for the first time."""
        self._make_plan()
        assert self._rest is not None
        for at in count():  # a question may reach others meanwhile
            if at == len(self._reached):
                self._reached += islice(self._rest, 1)
            if at == len(self._reached):
                return
            yield self._reached[at]

    def outcome(self, position: PositionId, effort: Effort) -> Outcome:
        """Ask the sources; rules that a compiler refuses are interpreted from then on."""
        try:
            return self._ask(position, self.allowed(effort).begun())
        except KibitzError as error:
            from kibitz.solve.compiling.not_compiled import SLOWER, Uncompilable

            if not isinstance(error, Uncompilable) or not self._compiles:
                raise
            self.notice(Sentence(SLOWER, reason=error))
        self._compiles = False
        self.effort = self.allowed(self.effort)
        self._forget_plan()
        return self.outcome(position, effort)

    def _ask(self, position: PositionId, effort: Effort) -> Outcome:
        """Return what the first source proves that proves an outcome; else a bound, or unknown.

        The time that is left is shared among the sources that are still to be asked.
        """
        so_far: Bound | None = None
        unknown: Unknown | None = None
        for at, source in enumerate(self._in_order()):
            allowed = effort
            if effort.left is not None and not source.looks_up:
                allowed = effort.share(1 / (len(self.plan) - at))
            try:
                outcome = source.ask(position, allowed, so_far)
            except Exhausted as stopped:
                if stopped.limit != "seconds":
                    raise
                outcome = TOO_LATE
            if isinstance(outcome, Bound):
                outcome = outcome if so_far is None else outcome.narrowed(so_far)
            if isinstance(outcome, Bound):
                so_far = outcome
            elif isinstance(outcome, Unknown):
                unknown = outcome
            elif outcome is not None:
                return outcome
        if so_far is None and effort.left == 0:
            return TOO_LATE
        proved = so_far or unknown
        assert proved is not None, "the last source always says something"
        return proved

    def line(self, position: PositionId, effort: Effort, *, by_table: bool) -> list[MoveId] | None:
        """Return the best line that a source knows; None if none does, or if time runs out.

        No further source is made for it where the outcome is that of the table.
        """
        self._make_plan()
        for source in list(self._reached) if by_table else self._in_order():
            try:
                line = source.line(position, self.allowed(effort).share(1))
            except Exhausted as stopped:
                if stopped.limit != "seconds":
                    raise
                return None
            if line is not None:
                return line
        return None

    def allowed(self, effort: Effort) -> Effort:
        """Return an effort, without a compiler if it refuses the rules."""
        return effort if self._compiles else effort.replace(compile=False)

    def _usual_sources(self) -> Iterator[Source]:
        from kibitz.solve.store.table_store import find_table

        self._table = self._own_table or find_table(
            self.game.name, self.rules, self.store, self.notice
        )
        return plan(self, self._table)

    def find_book(self) -> OpeningBook | None:
        """Return the opening book of the game; None if there is none."""
        from kibitz.solve.store.table_store import find_book

        self.book = find_book(self.game.name, self.rules, self.store, self.notice)
        return self.book

    def make_table(self, effort: Effort) -> Table:
        """Solve the whole game and keep its table; `Exhausted` if the effort does not suffice."""
        from kibitz.oracle.named_tables import table_made

        return table_made(
            self.game, self.store, effort=effort, progress=self.progress, notice=self.notice
        )

    def prepare(self, effort: Effort) -> None:
        """Make the table now unless there is one, or the game is known to be too large."""
        from kibitz.solve.structure import lists_positions

        if self._too_large or not lists_positions(self.rules) or effort.left == 0:
            return
        self.refresh()
        if self.table is not None:
            return
        try:
            self._own_table = self.make_table(effort)
        except Exhausted:
            self._too_large = effort.left != 0
            return
        self._sources = None
        self._forget_plan()
