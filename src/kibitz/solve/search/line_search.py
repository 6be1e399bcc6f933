"""Single questions that need no table: a shortest line of moves, or any line at all."""

from __future__ import annotations

from collections import deque

from kibitz.core import PositionId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core import MoveId
    from kibitz.core.rules import Rules


def shortest(rules: Rules, position: int) -> list[MoveId] | None:
    """Return the moves of a shortest way to a solved position, None if there is no way.

    For rules whose aim is `"shortest"`. Of several shortest ways it is the one that comes first
    in the order of the moves.
    """
    if rules.worth(position) == 1:
        return []
    moves, play, worth = rules.moves, rules.play, rules.worth
    came: dict[int, tuple[int, MoveId | None]] = {position: (position, None)}
    waiting = deque([position])
    while waiting:
        here = waiting.popleft()
        for move in moves(here):
            there = play(here, move)
            if there not in came:
                came[there] = (here, move)
                if worth(there) == 1:
                    return _line_to(there, came)
                waiting.append(there)
    return None


def _line_to(position: int, came: dict[int, tuple[int, MoveId | None]]) -> list[MoveId]:
    line = []
    position, move = came[position]
    while move is not None:
        line.append(move)
        position, move = came[position]
    return line[::-1]


def first_line(rules: Rules, position: int) -> list[MoveId] | None:
    """Return the moves of a line to an end that counts as solved, None if there is none.

    For puzzles whose ends have scores. It is the line that trying every move in order finds first.
    """
    seen = {position}
    line: list[MoveId] = []
    here = position
    trail = [position]
    open_moves = [rules.moves(position)]
    finished = True  # until a move is found here
    while open_moves:
        move = next(open_moves[-1], None)
        if move is not None:
            there = rules.play(here, move)
            finished = there not in seen
            if finished:
                seen.add(there)
                line.append(move)
                trail.append(there)
                open_moves.append(rules.moves(there))
                here = there
            continue
        if finished and rules.objective.is_solved(rules.worth(here)):
            return line
        finished = False
        open_moves.pop()
        trail.pop()
        if line:
            line.pop()
            here = trail[-1]
    return None


class Sought:
    """What a search for an end that counts as solved found: the line, or None if it found none.

    `passed` are the positions on the line, from the first to the end, and `score` that of the end.
    """

    def __init__(self, line: list[MoveId] | None, passed: list[PositionId], score: int) -> None:
        self.line = line
        self.passed = passed
        self.score = score


def seek(rules: Rules, position: int, most: int) -> Sought:
    """Search for an end that counts as solved among at most so many positions.

    For puzzles whose ends have scores. Mirror images are tried once. That nothing is found says
    nothing of whether there is something to find.
    """
    canonical = rules.class_of
    seen = {canonical(position)}
    line: list[MoveId] = []
    passed = [PositionId(position)]
    open_moves = [rules.moves(position)]
    fresh = True  # until a move is found here
    while open_moves and len(seen) <= most:
        move = next(open_moves[-1], None)
        if move is not None:
            there = rules.play(passed[-1], move)
            fresh = canonical(there) not in seen
            if fresh:
                seen.add(canonical(there))
                line.append(move)
                passed.append(there)
                open_moves.append(rules.moves(there))
            continue
        if fresh and rules.objective.is_solved(rules.worth(passed[-1])):
            return Sought(line, passed, rules.worth(passed[-1]))
        fresh = False
        open_moves.pop()
        passed.pop()
        if line:
            line.pop()
    return Sought(None, [], 0)
