"""Everything that is known about the positions of a game, from whatever source knows it.

Terminal, page, agents, classics and Python all ask an oracle, so they all know the same. It asks
its sources in order (`oracle/sources/`) until one has proved the outcome:

    finished position ─► kept table ─► shipped table ─► every position of a peg board
      ─► peg arguments and search   (games of jumps on large boards)
      ─► the whole game             (its start, without a limit: the table is kept)
      ─► a shortest solution        (a puzzle that counts moves, without a limit)
      ─► the subgame in the interpreter ─► a solution by search ─► the subgame, compiled
      ─► search with proofs         (two players; before the compiled subgame, where it is quick)
      ─► search for the distance    (a puzzle that counts moves; first, where the game has hints)

How much work that may be is an `Effort` that the caller passes in. Its time is for all that one
question asks: position, moves and line together. What it does not settle is a bound or unknown,
with the reason: never a guess.
"""

from __future__ import annotations

import math
from copy import copy
from functools import cached_property

from kibitz.language.errors import Sentence
from kibitz.objectives.outcomes import Bound, Unknown, regret
from kibitz.oracle.answer import (
    Analysis,
    Option,
    best_line,
    is_whole,
    outcome_for_mover,
    sort_best_first,
)
from kibitz.solve.effort import NO_WORK, Effort, Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from kibitz.core import MoveId, PositionId
    from kibitz.core.base_game import BaseGame
    from kibitz.objectives.outcomes import Outcome, Regret
    from kibitz.oracle.peg_words import Why
    from kibitz.oracle.plan import Plan
    from kibitz.oracle.sources import Source
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import TableStore
    from kibitz.solve.table_making import Notice

    Stamp = tuple[int, int] | None
    Fact = TypeVar("Fact")

USUAL = Effort(positions=200_000)  # about a second, once code is compiled
PATIENT = Effort()
GLANCE = 1_000  # positions for each move, where the position itself is not settled by them
FOR_MOVES = FOR_LINE = 0.1  # of the time allowed, where the position would take all of it
MOST_OF_IT = 0.8  # of the time allowed: what that does not settle, the rest would not either
MOST_IN_VAIN = 8  # moves that are tried so; then the others are looked up only
MOST_REMEMBERED = 200_000
MOST_REASONING = 4_000_000  # entries of linear programs for a reason: about a second
TOO_LATE = Unknown(Sentence("it needs more time than allowed"), "time")


class Oracle:
    """What is known about one game within an effort.

    Without `sources` these are the usual ones, in the order above; a `table` given takes the place
    of the kept one. Positions and moves are numbers, as the rules see them. `left` returns how many
    seconds are left for all that is asked now; when none are, answers are looked up and nothing is
    worked out, and `progress` should end what is under way.

    Examples:
        >>> import kibitz
        >>> game = kibitz.game("noughts")
        >>> oracle = kibitz.Oracle(game, effort=kibitz.Effort(positions=10_000))
        >>> oracle.outcome(game.rules.start)
        Draw()
    """

    def __init__(
        self,
        game: BaseGame,
        store: TableStore | None = None,
        effort: Effort = USUAL,
        *,
        progress: Progress | None = None,
        notice: Notice | None = None,
        table: Table | None = None,
        sources: Sequence[Source] | None = None,
        left: Callable[[], float] | None = None,
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.effort = effort
        self._given_shelf = store
        self._progress = progress
        self._left = left or forever
        self._notice = notice
        self._table = table
        self._sources = sources
        self._plan: Plan | None = None
        self._looks_for_tables = sources is None and table is None
        self._table_asked = table
        self._kept: Stamp = None
        self._known: dict[int, Outcome] = {}
        self._nimbers: dict[int, int] = {}
        self._errors: dict[int, int] = {}
        self._unsettled: dict[int, Outcome] = {}  # what the whole effort did not settle
        self._last_asked: tuple[PositionId, list[Option]] | None = None
        self._too_large = False  # for the effort, to be solved whole

    def within(self, effort: Effort) -> Oracle:
        """Return an oracle that shares what this one knows, for questions within another effort.

        If the effort has begun (`Effort.begun`), one deadline covers all that is asked of it.
        """
        self._look_for_a_table()
        self._in_order()
        other = copy(self)
        other.effort = effort
        if effort != self.effort:
            other._unsettled = {}
        return other

    def _begun(self) -> Oracle:
        """Return this oracle with its time running, for a question that asks several others."""
        if self.effort.seconds is not None:
            return self.within(self.effort.begun())
        self._look_for_a_table()
        return self

    # What is asked

    def outcome(self, position: PositionId, effort: Effort | None = None) -> Outcome:
        """Return the outcome of a position for the player to move."""
        if position not in self._known:
            self._look_for_a_table()
        return self._outcome(position, effort or self.effort, own=effort is None)

    def _outcome(self, position: PositionId, effort: Effort, *, own: bool) -> Outcome:
        """Return the same within an effort; `own` tells that it is as good as the oracle's own."""
        known = self._known.get(position)  # to find the least image takes longer than all the rest
        if known is not None:
            return known
        least = self.rules.class_of(position)
        outcome = self._known.get(least)
        if outcome is None and (own or effort.is_within(self.effort)):
            outcome = self._unsettled.get(least)
        whole = own and (self.effort.left or 0.0) >= MOST_OF_IT * (self.effort.seconds or 0.0)
        if outcome is None:
            outcome = self._asked(least, effort)
            # The moves may settle a bound. Where only time is limited, it would be taken again.
            by_time = self.effort.positions is None
            tried = not outcome.proved or not (outcome.known or by_time)
            if own and tried:
                outcome = self._best_of_moves(least) or outcome
        if outcome.known:
            self._remember(self._known, outcome, least, position)
        elif whole and not self.is_late:
            self._remember(self._unsettled, outcome, least)
        return outcome

    @property
    def is_late(self) -> bool:
        """Whether no time is left."""
        return self._left() <= 0

    def outcome_of_move(self, position: PositionId, move: MoveId) -> Outcome:
        """Return the outcome of a legal move for the player who makes it: what `moves` says."""
        self._look_for_a_table()
        if self._last_asked is None or self._last_asked[0] != position:
            self._last_asked = position, self.moves(position)
        return next(option.outcome for option in self._last_asked[1] if option.move == move)

    def moves(self, position: PositionId) -> list[Option]:
        """Return the legal moves, best first for the player who makes them.

        Equally good ones are in the order of the rules, those that nothing is known of come last.
        """
        asked = self._begun()
        return asked._moves(position, asked.effort)

    def _moves(self, position: PositionId, effort: Effort) -> list[Option]:
        # What is found out about the position often settles what follows.
        here = self._outcome(position, effort.share(1 - FOR_MOVES), own=True)
        moves = list(self.rules.moves(position))
        glance = glance_of(effort)
        in_vain = 0
        found = []
        for at, move in enumerate(moves):
            to = self.rules.play(position, move)
            outcome = self._outcome(to, glance.share(1 / (len(moves) - at)), own=False)
            if not (outcome.proved or here.proved):
                outcome = here
                in_vain += 1
                if in_vain == MOST_IN_VAIN:
                    glance = NO_WORK
            found.append(Option(move, to, outcome_for_mover(self.rules, position, move, outcome)))
        sort_best_first(found)
        if not here.known and found and all(option.outcome.known for option in found):
            self._remember(self._known, found[0].outcome, position)
        return found

    def errors(self, position: PositionId) -> int:
        """Return how many moves in a position are known to spoil the outcome for who makes them."""
        least = self.rules.class_of(position)
        errors = self._errors.get(least)
        if errors is None:
            moves = self.moves(least)
            known = [option.outcome for option in moves if option.outcome.known]
            errors = sum(not outcome.keeps(moves[0].outcome) for outcome in known)
            if len(known) == len(moves):
                self._remember(self._errors, errors, least)
        return errors

    def deepen(self, position: PositionId, effort: Effort) -> bool:
        """Work longer on a position and its moves, half for each; return whether all is known.

        What is proved is remembered, and said from now on.
        """
        effort = effort.begun()
        moves = [] if self.rules.is_over(position) else list(self.rules.moves(position))
        after = [self.rules.play(position, move) for move in moves]
        seconds = (effort.seconds or 0.0) / 2
        shares = [seconds, *[seconds / max(1, len(after))] * len(after)]
        settled = True
        for at, share in zip([position, *after], shares, strict=True):
            least = self.rules.class_of(at)
            if not self.outcome(at, NO_WORK).known:
                said = self._asked(least, effort.replace(seconds=share))
                self._last_asked = None
                if said.proved:
                    self._remember(self._known if said.known else self._unsettled, said, least)
                settled &= said.known
        return settled

    def best(self, position: PositionId) -> list[MoveId]:
        """Return the best moves; none if the game is over, or if they are unknown."""
        asked = self._begun()
        outcome = asked._outcome(position, asked.effort.share(1 - FOR_MOVES), own=True)
        if not outcome.known:
            return []  # a move of unknown outcome may be better than those that are known
        return [option.move for option in asked.moves(position) if option.outcome == outcome]

    def hint(self, position: PositionId) -> MoveId | None:
        """Return one best move; None if it is unknown, or if there is no move."""
        line = self._begun()._line(position, most=1)
        return line[0] if line else None

    def line(self, position: PositionId) -> list[MoveId] | None:
        """Return a line in which nobody errs, to its end or its first repetition; None if unknown.

        A puzzle that cannot be solved any more has the line of its best end, where ends have a
        score. Else the line is empty: every move is as good.
        """
        line = self._begun()._line(position)
        return line if not line or is_whole(self.rules, position, line) else None

    def _line(self, position: PositionId, most: float = math.inf) -> list[MoveId] | None:
        """Return the same as far as it is known, or so many of its moves."""
        outcome = self._outcome(position, self.effort.share(1 - FOR_LINE), own=True)
        if outcome.value == "unsolvable":
            return []
        if not outcome.proved or (not self.rules.objective.by_score and not outcome.known):
            return None
        effort = NO_WORK if self.is_late else self.effort
        sources = self._in_order()
        by_table = self._table_asked is not None and outcome.known
        for source in sources.made if by_table else sources:
            try:
                line = source.line(position, effort)
            except Exhausted:
                if not self.is_late:
                    raise
                return None
            if line is not None:
                return line

        def outcome_of(at: PositionId, among: int) -> Outcome:
            return self._outcome(at, self.effort.share(1 / among), own=True)

        return best_line(self.rules, position, outcome_of, most)

    def answer(self, position: PositionId) -> Analysis:
        """Return the outcome, the moves with theirs, best first, and one best line.

        The line is cut where the effort does not suffice for the rest of it.
        """
        asked = self._begun()
        moves = asked._moves(position, asked.effort.share(1 - FOR_LINE).begun())
        line = asked._line(position)
        outcome = asked._outcome(position, asked.effort, own=True)
        return Analysis(position, outcome, moves, line)

    def regret(self, position: PositionId, move: MoveId) -> Regret | None:
        """Return what a legal move gives away, None if that is unknown."""
        asked = self._begun()
        best = asked._outcome(position, asked.effort, own=True)
        glance = glance_of(asked.effort)
        after = asked._outcome(self.rules.play(position, move), glance, own=False)
        return regret(best, outcome_for_mover(self.rules, position, move, after))

    def grundy(self, position: PositionId) -> int | None:
        """Return the Grundy value of a position; None if it is too large, or not impartial."""
        if not self.rules.impartial:
            return None
        from kibitz.solve.memory.grundy import grundy  # for those who ask

        watch = self.effort.replace(positions=None).watch()  # it has a limit of its own for those
        try:
            return grundy(self.rules, position, known=self._nimbers, watch=watch)
        except Exhausted:
            return None

    def why(self, position: PositionId) -> Why | None:
        """Return why a puzzle of pegs cannot be solved; None if no reason is short."""
        if self.rules.structure is None or self.outcome(position).tone != "bad" or self.is_late:
            return None
        from kibitz.oracle.peg_words import why_not

        left = self.effort.left
        if left is None and self.effort.positions is None:
            return why_not(self.game, position)
        most = MOST_REASONING if left is None else int(MOST_REASONING * min(1.0, left))
        return why_not(self.game, position, most)

    @property
    def table(self) -> Table | None:
        """The table that is asked first; None if none is kept."""
        self._look_for_a_table()
        self._in_order()
        return self._table_asked

    def prepare(self) -> None:
        """Solve the whole game now and keep its table, if the effort allows.

        Whoever asks about many positions of a game then looks all of them up.
        """
        from kibitz.solve.structure import solver_of
        from kibitz.solve.table_making import find

        solver = solver_of(self.rules)
        if self._too_large or (solver is not None and not solver.lists_positions):
            return
        if self._table is not None or find(self.game.name, self.rules, self._shelf) or self.is_late:
            return
        try:
            self._table = self._make_table()
        except Exhausted:
            self._too_large = not self.is_late
            return
        self._sources = self._plan = None
        self._unsettled.clear()

    # How it is answered

    def _best_of_moves(self, position: PositionId) -> Outcome | None:
        """Return the outcome that follows from those of all moves; None if one is unknown."""
        effort = glance_of(self.effort)
        best: Outcome | None = None
        for move in self.rules.moves(position):
            to = self.rules.play(position, move)
            outcome = outcome_for_mover(
                self.rules, position, move, self._outcome(to, effort, own=False)
            )
            if not outcome.known:
                return None
            best = outcome if best is None else max(best, outcome)
        return best

    def _remember(self, where: dict[int, Fact], fact: Fact, *positions: int) -> None:
        if len(where) > MOST_REMEMBERED:
            where.clear()
        where.update(dict.fromkeys(positions, fact))

    def _look_for_a_table(self) -> None:
        """Notice a table that has been kept since this was last asked."""
        if self._looks_for_tables:
            kept = self._shelf.stamp(self._table_name)
            if kept != self._kept:
                self._kept = kept
                self._plan = None
                self._unsettled.clear()
                self._last_asked = None

    @cached_property
    def _table_name(self) -> str:
        from kibitz.solve.table_making import kept_name

        return kept_name(self.game.name, self.rules)

    def _asked(self, position: PositionId, effort: Effort) -> Outcome:
        so_far: Bound | None = None
        unknown: Unknown | None = None
        sources = self._in_order()
        left = self._left()
        if left != math.inf and (effort.seconds is None or effort.seconds > left):
            effort = effort.replace(seconds=max(0.0, left))
        effort = effort.begun()
        for at, source in enumerate(sources):
            allowed = NO_WORK if self.is_late else effort
            if effort.left is not None and not source.looks_up:
                allowed = allowed.share(1 / (len(sources) - at))
            try:
                said = source.ask(position, allowed, so_far)
            except Exhausted:
                if not self.is_late:
                    raise
                said = TOO_LATE
            if isinstance(said, Bound):
                so_far = said
            elif isinstance(said, Unknown):
                unknown = said
            elif said is not None:
                return said
        if so_far is None and self.is_late:
            return TOO_LATE
        outcome = so_far or unknown
        assert outcome is not None, "the last source always says something"
        return outcome

    @cached_property
    def _shelf(self) -> TableStore:
        from kibitz.solve.store.table_store import (
            TableStore,  # a classic program does without tables
        )

        return self._given_shelf or TableStore()

    def _in_order(self) -> Plan:
        if self._plan is None:
            from kibitz.oracle.plan import Plan

            self._plan = Plan(self._usual_sources() if self._sources is None else self._sources)
        return self._plan

    def _usual_sources(self) -> Iterator[Source]:
        from kibitz.oracle.plan import plan
        from kibitz.solve.table_making import find, ignore_notice

        notice = self._notice or ignore_notice
        table = self._table or find(self.game.name, self.rules, self._shelf, notice)
        self._table_asked = table
        make, progress = self._make_table, self._progress
        return plan(self.rules, self.effort, table, self._shelf, make, progress, notice)

    def _make_table(self) -> Table:
        from kibitz.conformance.first_check import check_promises
        from kibitz.solve.table_making import ignore_notice, make

        check_promises(self.game)
        return make(
            self.game.name,
            self.rules,
            self._shelf,
            effort=self.effort,
            progress=self._progress,
            notice=self._notice or ignore_notice,
        )


def glance_of(effort: Effort) -> Effort:
    """Return the effort for each move of a position: all of it where there is no limit."""
    if effort.positions is None:
        return effort
    return effort.replace(positions=min(GLANCE, effort.positions), compile=False)


def forever() -> float:
    """Return that any time is left."""
    return math.inf
