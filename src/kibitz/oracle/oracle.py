"""Oracle: answers questions about the positions of a game from the sources of its plan.

Terminal, page, agents, classics and Python all use an oracle, so they give the same answers. It
asks its sources in order (`oracle/sources/`) until one has proved the outcome:

    finished position ─► kept table ─► shipped table ─► opening book
      ─► the sources of a declared structure, such as a peg board
      ─► the whole game (its start, without a limit: the table is kept)
      ─► solving and searching: a row of the tables in `oracle/plan.py`

The caller limits the work by an `Effort`. Its time covers a whole question: position, moves and
line together. An outcome that is not settled within it is a bound or unknown, with the reason:
never a guess.
"""

from __future__ import annotations

import math
from functools import wraps

from kibitz.oracle.answer import (
    Analysis,
    Option,
    best_line,
    best_outcome,
    is_whole,
    outcome_for_mover,
    sort_best_first,
)
from kibitz.oracle.knowledge import Knowledge
from kibitz.rules.objectives.outcomes import Bound, regret
from kibitz.solve.effort import Effort, Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, TypeVar

    from kibitz.oracle.candidates import Advice, Candidates
    from kibitz.oracle.ending_moves import EndingMoves
    from kibitz.oracle.sources import Source
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome, Regret
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice, TableStore
    from kibitz.solve.structure import Why

    Question = TypeVar("Question", bound=Callable[..., Any])

USUAL = Effort(positions=200_000)  # about a second, once code is compiled
GLANCE = 1_000  # positions for each move, where the position itself is not settled by them
FOR_MOVES = FOR_LINE = 0.1  # of the time allowed, where the position would take all of it
MOST_IN_VAIN = 8  # moves that are tried so; then the others are looked up only
MOST_REASONING = 4_000_000  # entries of linear programs for a reason: about a second


def one_at_a_time(question: Question) -> Question:
    """Let threads that share what is known ask such a question one after another."""

    @wraps(question)
    def asked(self: Oracle, *details: Any, **named: Any) -> Any:
        with self.knowledge.lock:
            return question(self, *details, **named)

    return asked  # type: ignore[return-value]


class Oracle:
    """What is known about one game within an effort.

    Without `sources` these are the usual ones, in the order above; a `table` given takes the place
    of the kept one. Positions and moves are numbers, as the rules see them. If the effort has begun
    (`Effort.begun`), one deadline covers all that is asked; after it, answers are looked up and
    nothing is worked out. `progress` is called while something is worked out, and may end that.
    Several threads may ask it; they take turns.

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
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.effort = effort
        self.knowledge = Knowledge(
            game, effort, store, progress=progress, notice=notice, table=table, sources=sources
        )

    def within(self, effort: Effort) -> Oracle:
        """Return an oracle that shares what this one knows, for questions within another effort.

        If the effort has begun (`Effort.begun`), one deadline covers all that is asked of it.
        """
        other = object.__new__(type(self))
        vars(other).update(vars(self), effort=effort)
        return other

    def _begun(self) -> Oracle:
        """Return this oracle with its time running, for a question that asks several others."""
        self.knowledge.refresh()
        return self if self.effort.seconds is None else self.within(self.effort.begun())

    @property
    def is_late(self) -> bool:
        """Whether the deadline of its effort has passed."""
        return self.effort.left == 0

    @property
    def only_looks_up(self) -> bool:
        """Whether there was no time for its questions to begin with."""
        return self.effort.seconds == 0

    # What is asked

    @one_at_a_time
    def outcome(self, position: PositionId, effort: Effort | None = None) -> Outcome:
        """Return the outcome of a position for the player to move."""
        if position not in self.knowledge.outcomes:
            self.knowledge.refresh()
        if effort is None:
            return self._outcome(position, self.effort, own=True)
        return self._outcome(position, effort.ending_with(self.effort), own=False)

    def _outcome(self, position: PositionId, effort: Effort, *, own: bool) -> Outcome:
        """Return the same within an effort; `own` is whether it is as good as the oracle's own."""
        known = self.knowledge.outcomes
        if position in known:  # the canonical form takes longer than all the rest
            return known[position]
        canonical = self.rules.class_of(position)
        outcome = known.get(canonical) or self.knowledge.unsettled(canonical, effort)
        if outcome is None:
            left = effort.left
            outcome = self.knowledge.outcome(canonical, effort)
            # The moves may settle a bound. Where only time is limited, it would be taken again.
            by_time = self.effort.positions is None
            tried = not outcome.proved or not (outcome.known or by_time)
            if own and tried:
                outcome = self._best_of_moves(canonical) or outcome
            if own and not outcome.known and left != 0:
                self.knowledge.note_unsettled(canonical, outcome, effort.replace(seconds=left))
        if outcome.known:
            known[canonical] = known[position] = outcome
        return outcome

    @one_at_a_time
    def outcome_of_move(self, position: PositionId, move: MoveId) -> Outcome:
        """Return the outcome of a legal move for the player who makes it, as in `moves`."""
        self.knowledge.refresh()
        asked = self.knowledge.moves
        if position not in asked:
            asked[position] = self.moves(position)
        return next(option.outcome for option in asked[position] if option.move == move)

    @one_at_a_time
    def moves(self, position: PositionId) -> list[Option]:
        """Return the legal moves, best first for the player who makes them.

        Equally good ones are in the order of the rules, unknown ones come last.
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
                    glance = Effort.lookup_only
            found.append(Option(move, to, outcome_for_mover(self.rules, position, move, outcome)))
        if not here.known and found and all(option.outcome.known for option in found):
            here = best_outcome([option.outcome for option in found])
            self.knowledge.outcomes[position] = here
        sort_best_first(found, here)
        return found

    @one_at_a_time
    def errors(self, position: PositionId) -> int:
        """Return how many moves in a position are known to be mistakes."""
        canonical = self.rules.class_of(position)
        errors = self.knowledge.errors.get(canonical)
        if errors is None:
            moves = self.moves(canonical)
            known = [option.outcome for option in moves if option.outcome.known]
            errors = sum(not outcome.keeps(moves[0].outcome) for outcome in known)
            if len(known) == len(moves):
                self.knowledge.errors[canonical] = errors
        return errors

    @one_at_a_time
    def deepen(self, position: PositionId, effort: Effort) -> bool:
        """Work longer on a position and its moves, half for each; return whether all is known.

        What is proved is remembered for later questions.
        """
        effort = effort.ending_with(self.effort).begun()
        knowledge = self.knowledge
        moves = [] if self.rules.is_over(position) else list(self.rules.moves(position))
        after = [self.rules.play(position, move) for move in moves]
        shares = [0.5, *[0.5 / max(1, len(after))] * len(after)]
        settled = True
        for at, share in zip([position, *after], shares, strict=True):
            if not self.outcome(at, Effort.lookup_only).known:
                canonical = self.rules.class_of(at)
                seconds = None if effort.seconds is None else share * effort.seconds
                said = knowledge.outcome(canonical, effort.replace(seconds=seconds))
                knowledge.moves.clear()
                if said.known:
                    knowledge.outcomes[canonical] = said
                elif isinstance(said, Bound):
                    knowledge.note_unsettled(canonical, said)
                settled &= said.known
        return settled

    @one_at_a_time
    def best(self, position: PositionId) -> list[MoveId]:
        """Return the best moves; none if the game is over, or if they are unknown."""
        asked = self._begun()
        outcome = asked._outcome(position, asked.effort.share(1 - FOR_MOVES), own=True)
        if not outcome.known:
            return []  # a move of unknown outcome may be better than those that are known
        return [option.move for option in asked.moves(position) if option.outcome.is_best(outcome)]

    @one_at_a_time
    def candidates(
        self,
        position: PositionId,
        moves: Sequence[Option] | None = None,
        estimate: Effort | None = None,
        plies: int | None = None,
    ) -> Candidates:
        """Return the moves in groups, the best first, proved or not.

        `moves` are those of the position with their outcomes, if they are known already. The moves
        of which nothing is proved are estimated within `estimate`, by a search of no more than
        `plies` after the move and by playouts; where there is no time at all, nothing is. Without
        `estimate` that takes the time that is left, or a moment after the deadline.
        """
        from kibitz.oracle.candidates import DEEPEST, ESTIMATE, OVERTIME, candidates

        if estimate is None:
            left = self.effort.left
            estimate = ESTIMATE if left is None else ESTIMATE.replace(seconds=max(left, OVERTIME))

        moves = self.moves(position) if moves is None else moves
        here = self.outcome(position, Effort.lookup_only)
        return candidates(
            self.knowledge.estimator,
            position,
            here,
            moves,
            estimate,
            0 if self.only_looks_up else DEEPEST if plies is None else plies,
        )

    @one_at_a_time
    def advice(self, position: PositionId, *, repeating: bool = False) -> Advice | None:
        """Return one best move; where none is proved, the best found so far.

        None if there is no move, or if nothing is known that distinguishes the moves of a puzzle.
        `repeating` is whether positions of the match have recurred, as in `ending_moves`.
        """
        from kibitz.oracle.candidates import Advice

        asked = self._begun()
        line = asked.ending_moves(position) if repeating else None
        line = line or asked._line(position, most=1)
        if line:
            return Advice(line[0], None, proved=True)
        if line is not None or self.rules.is_over(position):
            return None
        moves = asked.moves(position)
        found = self.candidates(position, moves)
        best = found.best[0]
        return Advice(best.move, best.outcome, proved=found.proved) if found.says else None

    @one_at_a_time
    def hint(self, position: PositionId, *, repeating: bool = False) -> MoveId | None:
        """Return the move that `advice` recommends."""
        advice = self.advice(position, repeating=repeating)
        return None if advice is None else advice.move

    @one_at_a_time
    def ending_moves(self, position: PositionId) -> list[MoveId]:
        """Return the best moves that lead to the end of a game of points; none if unknown.

        If positions can recur, other moves may keep a margin and never reach it.
        """
        known = self.rules.objective.by_margin and self.outcome(position)
        if not known or not known.points:
            return []
        return self._ending.moves(position, self.effort)

    @property
    def _ending(self) -> EndingMoves:
        knowledge = self.knowledge
        if knowledge.ending is None:
            from kibitz.oracle.ending_moves import EndingMoves  # for games that go in circles

            def look_up(position: PositionId) -> Outcome:
                return self.outcome(position, Effort.lookup_only)

            knowledge.ending = EndingMoves(self.rules, look_up)
        return knowledge.ending

    @one_at_a_time
    def line(self, position: PositionId, *, whole: bool = True) -> list[MoveId] | None:
        """Return a line of best moves, to its end or its first repetition; None if unknown.

        A puzzle that cannot be solved any more has the line of its best end, where ends have a
        score. Else the line is empty: every move is as good. If `whole` is false, a line is cut
        where no more is known.
        """
        line = self._begun()._line(position)
        return line if not line or not whole or is_whole(self.rules, position, line) else None

    def _line(self, position: PositionId, most: float = math.inf) -> list[MoveId] | None:
        """Return the same as far as it is known, or so many of its moves."""
        outcome = self._outcome(position, self.effort.share(1 - FOR_LINE), own=True)
        if outcome.value == "unsolvable":
            return []
        if not outcome.proved or (not self.rules.objective.by_score and not outcome.known):
            return None
        by_table = self.knowledge.table is not None and outcome.known
        line = self.knowledge.line(position, self.effort, by_table=by_table)
        if line is not None:
            return line

        book = self.knowledge.book
        in_book = book is not None and book.proved(self.rules.class_of(position)) is not None
        if in_book and self.effort.seconds is None:  # a whole line from the opening takes minutes
            return best_line(
                self.rules,
                position,
                lambda at, _: self._outcome(at, Effort.lookup_only, own=False),
                most,
            )

        def outcome_of(at: PositionId, among: int) -> Outcome:
            return self._outcome(at, self.effort.share(1 / among), own=True)

        line = best_line(self.rules, position, outcome_of, most)
        if line and outcome.points and self._goes_in_circles(position, line):
            line = self._ending.line(position, self.effort) or line
        return line

    def _goes_in_circles(self, position: PositionId, line: Sequence[MoveId]) -> bool:
        """Return whether a line of a game of points comes back instead of ending it."""
        if not self.rules.objective.by_margin or not is_whole(self.rules, position, line):
            return False
        for move in line:
            position = self.rules.play(position, move)
        return not self.rules.is_over(position)

    @one_at_a_time
    def answer(self, position: PositionId) -> Analysis:
        """Return the outcome, the moves with theirs, best first, and one best line.

        The line is cut where the effort does not suffice for the rest of it.
        """
        asked = self._begun()
        moves = asked._moves(position, asked.effort.share(1 - FOR_LINE).begun())
        line = asked._line(position)
        outcome = asked._outcome(position, asked.effort, own=True)
        return Analysis(position, outcome, moves, line)

    @one_at_a_time
    def regret(self, position: PositionId, move: MoveId) -> Regret | None:
        """Return the regret and the delay of a legal move, None if they are unknown."""
        asked = self._begun()
        best = asked._outcome(position, asked.effort, own=True)
        glance = glance_of(asked.effort)
        after = asked._outcome(self.rules.play(position, move), glance, own=False)
        return regret(best, outcome_for_mover(self.rules, position, move, after))

    @one_at_a_time
    def grundy(self, position: PositionId) -> int | None:
        """Return the Grundy value of a position; None if it is too large, or not impartial."""
        if not self.rules.impartial:
            return None
        from kibitz.solve.memory.grundy import grundy  # for those who ask

        watch = self.effort.replace(positions=None).watch()  # it has a limit of its own for those
        try:
            return grundy(self.rules, position, known=self.knowledge.nimbers, watch=watch)
        except Exhausted:
            return None

    @one_at_a_time
    def why(self, position: PositionId) -> Why | None:
        """Return why a puzzle cannot be solved; None if no reason is known, or short."""
        if self.outcome(position).tone != "bad" or self.is_late:
            return None
        from kibitz.solve.structure import solver_of

        most, left = None, self.effort.left
        if not self.effort.is_unlimited:
            most = MOST_REASONING if left is None else int(MOST_REASONING * min(1.0, left))
        return solver_of(self.rules).why_not(self.game, position, most)

    @property
    @one_at_a_time
    def table(self) -> Table | None:
        """The table that is asked first; None if none is kept."""
        self.knowledge.refresh()
        return self.knowledge.table

    @one_at_a_time
    def prepare(self) -> None:
        """Solve the whole game now and keep its table, if the effort allows.

        Questions about many positions of a game are then looked up.
        """
        self.knowledge.prepare(self.effort)

    def _best_of_moves(self, position: PositionId) -> Outcome | None:
        """Return the outcome that follows from those of all moves; None if one is unknown."""
        effort = glance_of(self.effort)
        found: list[Outcome] = []
        for move in self.rules.moves(position):
            to = self.rules.play(position, move)
            outcome = outcome_for_mover(
                self.rules, position, move, self._outcome(to, effort, own=False)
            )
            if not outcome.known:
                return None
            found.append(outcome)
        return best_outcome(found) if found else None


def glance_of(effort: Effort) -> Effort:
    """Return the effort for each move of a position: all of it where there is no limit."""
    if effort.positions is None:
        return effort
    return effort.at_most(GLANCE).replace(compile=False)
