"""What is known of a position: its value, and the value of every move.

Inside tables a value is one small number, its code, read by the aim of the rules:

- `"win"`: win in d plies d + 1, loss in d plies -(d + 1), draw 0;
- `"shortest"`: solved in d moves at best d + 1, unsolvable 0;
- `"fewest"`: best score s that can be reached s + 1, no end can be reached 0.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from kibitz.rules.contract import Aim, Rules

    Code = Callable[[int], int]

WIN, DRAW, LOSS = "win", "draw", "loss"
SOLVABLE, UNSOLVABLE = "solvable", "unsolvable"
ENDLESS = "endless"
UNKNOWN = "unknown"  # never guessed


class Value:
    """What perfect play reaches, for the player to move, and in how many moves.

    `value` is win, draw or loss; solvable or unsolvable; or the best score. `distance` counts
    plies or moves, and is None where there is nothing to count.
    """

    __slots__ = ("distance", "value")

    def __init__(self, value: str | int, distance: int | None) -> None:
        self.value = value
        self.distance = distance

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Value):
            return NotImplemented
        return (self.value, self.distance) == (other.value, other.distance)

    def __hash__(self) -> int:
        return hash((self.value, self.distance))

    def __repr__(self) -> str:
        return f"{self.value}" if self.distance is None else f"{self.value} in {self.distance}"


def value_of(aim: Aim, code: int) -> Value:
    """Return the value that a code stands for."""
    if aim == "win":
        return Value(WIN if code > 0 else LOSS, abs(code) - 1) if code else Value(DRAW, None)
    if aim == "shortest":
        return Value(SOLVABLE, code - 1) if code else Value(UNSOLVABLE, None)
    return Value(code - 1, None) if code else Value(ENDLESS, None)


def code_before(aim: Aim, code: int) -> int:
    """Return the code that a move is worth if it leads to a position of that code."""
    if aim == "win":
        return -1 - code if code > 0 else 1 - code if code else 0
    return code + 1 if aim == "shortest" and code else code


def goodness(aim: Aim, code: int) -> tuple[int, int]:
    """Return what orders codes from the best to the worst for the player to move."""
    if aim == "win":
        return (0 if code > 0 else 1 if code == 0 else 2, code)
    return (0 if code else 1, code)


class Option:
    """A legal move and its value for the player who makes it."""

    __slots__ = ("move", "to", "value")

    def __init__(self, move: int, to: int, value: Value) -> None:
        self.move = move
        self.to = to
        self.value = value

    def __repr__(self) -> str:
        return f"<move {self.move}: {self.value!r}>"


class Answer:
    """A position, its value, its moves best first, and one best line to the end."""

    def __init__(
        self, position: int, value: Value, moves: Sequence[Option], line: Sequence[int]
    ) -> None:
        self.position = position
        self.value = value.value
        self.distance = value.distance
        self.moves = moves
        self.line = line

    def __repr__(self) -> str:
        return f"<{Value(self.value, self.distance)!r}, {len(self.moves)} moves>"


def answer(rules: Rules, position: int, code_of: Code) -> Answer:
    """Return all that is known of a position, given the codes of it and of what can follow."""
    value = value_of(rules.aim, code_of(position))
    return Answer(
        position, value, options(rules, position, code_of), best_line(rules, position, code_of)
    )


def options(rules: Rules, position: int, code_of: Code) -> list[Option]:
    """Return the legal moves, best first, and those of equal value in the order of the rules."""
    found = []
    for move in rules.moves(position):
        to = rules.play(position, move)
        found.append((code_before(rules.aim, code_of(to)), move, to))
    found.sort(key=lambda option: goodness(rules.aim, option[0]))
    return [Option(move, to, value_of(rules.aim, code)) for code, move, to in found]


def best_line(rules: Rules, position: int, code_of: Code) -> list[int]:
    """Return the moves of a line in which nobody errs, to its end or to its first repetition.

    Only a draw can go on for ever; where it does, the line ends where it has come back.
    """
    if rules.aim == "fewest":
        return _line_to_score(rules, position, code_of)
    line = []
    seen = set()
    while position not in seen:
        seen.add(position)
        best = options(rules, position, code_of)
        if not best:
            break
        line.append(best[0].move)
        position = best[0].to
    return line


def _line_to_score(rules: Rules, position: int, code_of: Code) -> list[int]:
    """Return a line to an end with the best score, trying only moves that keep it in reach.

    In a game that can go in circles, a move that keeps the score in reach may still lead back.
    """
    code = code_of(position)
    seen = {position}
    line: list[int] = []
    trail = [position]
    waiting = [_keeping(rules, position, code, code_of)]
    while waiting:
        if not waiting[-1]:
            if not any(True for _ in rules.moves(trail[-1])):
                return line
            waiting.pop()
            trail.pop()
            if line:
                line.pop()
            continue
        move, to = waiting[-1].pop()
        if to not in seen:
            seen.add(to)
            line.append(move)
            trail.append(to)
            waiting.append(_keeping(rules, to, code, code_of))
    return line


def _keeping(rules: Rules, position: int, code: int, code_of: Code) -> list[tuple[int, int]]:
    """Return the moves that keep a score in reach and where they lead, the first one last."""
    found = [(move, rules.play(position, move)) for move in rules.moves(position)]
    return [(move, to) for move, to in found if code_of(to) == code][::-1]
