"""Analysis of a position: its outcome, every move with its own, and a line of best play."""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules

    # A position, and the number of questions that share the time left.
    OutcomeOf = Callable[[PositionId, int], Outcome]


class Option:
    """A legal move, where it leads, and its outcome for the player who makes it."""

    __slots__ = ("move", "outcome", "to")

    def __init__(self, move: MoveId, to: PositionId, outcome: Outcome) -> None:
        self.move = move
        self.to = to
        self.outcome = outcome

    def __repr__(self) -> str:
        return f"<move {self.move}: {self.outcome}>"


class Analysis:
    """A position, its outcome, its moves best first, and the best line as far as it is known.

    The line is None if not even its first move is known.
    """

    __slots__ = ("line", "moves", "outcome", "position")

    def __init__(
        self,
        position: PositionId,
        outcome: Outcome,
        moves: Sequence[Option],
        line: Sequence[MoveId] | None,
    ) -> None:
        self.position = position
        self.outcome = outcome
        self.moves = moves
        self.line = line

    def __repr__(self) -> str:
        return f"<{self.outcome}, {len(self.moves)} moves>"


def outcome_for_mover(
    rules: Rules, position: PositionId, move: MoveId, outcome: Outcome
) -> Outcome:
    """Return the outcome of a move for the player who makes it, given that of its successor."""
    return outcome.before(rules.moves_again(position, move), rules.cost_of(position, move))


def best_outcome(outcomes: Sequence[Outcome]) -> Outcome:
    """Return the outcome of a position, given those of all its moves for the player to move.

    Its distance is not known if that of a move with the best result is not.
    """
    best = max(outcomes)
    return next((one for one in outcomes if one.distance is None and one.keeps(best)), best)


def sort_best_first(options: list[Option], here: Outcome) -> None:
    """Sort moves by their outcomes, best first, given that of the position; the sort is stable."""

    def key(option: Option) -> tuple[bool, tuple[int, ...]]:
        return here.known and option.outcome.is_best(here), option.outcome.rank

    options.sort(key=key, reverse=True)


def best_line(
    rules: Rules, position: PositionId, outcome_of: OutcomeOf, most: float = math.inf
) -> list[MoveId] | None:
    """Return the moves of a line of best play, to its end or to its first repetition.

    It can go on for ever where moves are not counted, in a draw or in a game of points (see
    `ending_moves.py`); then the line ends where it has come back. It is cut where no best move is
    known (`is_whole` tells), or after `most` moves, and None if there is none to begin with.
    """
    if rules.objective.by_score:
        return _line_to_score(rules, position, outcome_of)
    line: list[MoveId] = []
    seen = set()
    while position not in seen and len(line) < most and not rules.is_over(position):
        seen.add(position)
        wanted = outcome_of(position, 1)
        moves = list(rules.moves(position))
        steps = max(1, wanted.distance or 1)
        for at, move in enumerate(moves):
            to = rules.play(position, move)
            outcome = outcome_of(to, steps * (len(moves) - at))
            if outcome_for_mover(rules, position, move, outcome).is_best(wanted):
                line.append(move)
                position = to
                break
        else:
            return line or None
    return line


def is_whole(rules: Rules, position: PositionId, line: Sequence[MoveId]) -> bool:
    """Return whether a line reaches an end or its first repetition."""
    seen = set()
    for move in line:
        seen.add(position)
        position = rules.play(position, move)
    return position in seen or rules.is_over(position)


def _line_to_score(
    rules: Rules, position: PositionId, outcome_of: OutcomeOf
) -> list[MoveId] | None:
    """Return a line to an end with the best score, trying only moves that keep that score.

    In a game that can go in circles, a move that keeps the score in reach may still lead back.
    Where no end is found, it is the longest line of such moves.
    """
    wanted = outcome_of(position, 1)
    if not wanted.known:
        return None
    seen = {position}
    line: list[MoveId] = []
    longest: list[MoveId] = []
    trail = [position]
    waiting = [_keeping(rules, position, wanted, outcome_of)]
    while waiting:
        move, to = next(waiting[-1], (None, position))
        if move is None:
            if not any(True for _ in rules.moves(trail[-1])):
                return line
            longest = max(longest, line[:], key=len)
            waiting.pop()
            trail.pop()
            if line:
                line.pop()
        elif to not in seen:
            seen.add(to)
            line.append(move)
            trail.append(to)
            waiting.append(_keeping(rules, to, wanted, outcome_of))
    return longest or None


def _keeping(
    rules: Rules, position: PositionId, wanted: Outcome, outcome_of: OutcomeOf
) -> Iterator[tuple[MoveId, PositionId]]:
    """Yield the moves that keep an outcome, with their successors, in the rules' order."""
    moves = list(rules.moves(position))
    for at, move in enumerate(moves):
        to = rules.play(position, move)
        if outcome_of(to, len(moves) - at) == wanted:
            yield move, to
