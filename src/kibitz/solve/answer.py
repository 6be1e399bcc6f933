"""An answer to a position: its outcome, every move with its own, and a line of best play."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from kibitz.objectives.outcomes import Outcome
    from kibitz.rules.contract import Rules

    OutcomeOf = Callable[[int], Outcome]


class Option:
    """A legal move, where it leads, and its outcome for the player who makes it."""

    __slots__ = ("move", "outcome", "to")

    def __init__(self, move: int, to: int, outcome: Outcome) -> None:
        self.move = move
        self.to = to
        self.outcome = outcome

    def __repr__(self) -> str:
        return f"<move {self.move}: {self.outcome}>"


class Answer:
    """A position, its outcome, its moves best first, and one best line to the end."""

    __slots__ = ("line", "moves", "outcome", "position")

    def __init__(
        self, position: int, outcome: Outcome, moves: Sequence[Option], line: Sequence[int]
    ) -> None:
        self.position = position
        self.outcome = outcome
        self.moves = moves
        self.line = line

    def __repr__(self) -> str:
        return f"<{self.outcome}, {len(self.moves)} moves>"


def made(rules: Rules, position: int, move: int, outcome: Outcome) -> Outcome:
    """Return the outcome of a move for the player who makes it, given that of where it leads."""
    return outcome.before(rules.moves_again(position, move), rules.cost_of(position, move))


def options(rules: Rules, position: int, outcome_of: OutcomeOf) -> list[Option]:
    """Return the legal moves, best first, and those of equal outcome in the order of the rules."""
    found = []
    for move in rules.moves(position):
        to = rules.play(position, move)
        found.append(Option(move, to, made(rules, position, move, outcome_of(to))))
    sort_best_first(found)
    return found


def sort_best_first(options: list[Option]) -> None:
    """Sort moves by their outcomes; those of equal outcome stay in order."""
    options.sort(key=lambda option: option.outcome.rank, reverse=True)


def best_line(rules: Rules, position: int, outcome_of: OutcomeOf) -> list[int] | None:
    """Return the moves of a line in which nobody errs, to its end or to its first repetition.

    Only a draw can go on for ever; where it does, the line ends where it has come back. None if
    the outcome of the best move is unknown somewhere on the way.
    """
    if rules.objective.by_score:
        return _line_to_score(rules, position, outcome_of)
    line = []
    seen = set()
    while position not in seen:
        seen.add(position)
        if rules.is_over(position):
            break
        best = options(rules, position, outcome_of)
        if not best[0].outcome.known:
            return None
        line.append(best[0].move)
        position = best[0].to
    return line


def _line_to_score(rules: Rules, position: int, outcome_of: OutcomeOf) -> list[int] | None:
    """Return a line to an end with the best score, trying only moves that keep it in reach.

    In a game that can go in circles, a move that keeps the score in reach may still lead back.
    """
    wanted = outcome_of(position)
    if not wanted.known:
        return None
    seen = {position}
    line: list[int] = []
    trail = [position]
    waiting = [_keeping(rules, position, wanted, outcome_of)]
    while waiting:
        move, to = next(waiting[-1], (None, 0))
        if move is None:
            if not any(True for _ in rules.moves(trail[-1])):
                return line
            waiting.pop()
            trail.pop()
            if line:
                line.pop()
        elif to not in seen:
            seen.add(to)
            line.append(move)
            trail.append(to)
            waiting.append(_keeping(rules, to, wanted, outcome_of))
    return None


def _keeping(
    rules: Rules, position: int, wanted: Outcome, outcome_of: OutcomeOf
) -> Iterator[tuple[int, int]]:
    """Yield the moves that keep an outcome in reach and where they lead, in the rules' order."""
    for move in rules.moves(position):
        to = rules.play(position, move)
        if outcome_of(to) == wanted:
            yield move, to
