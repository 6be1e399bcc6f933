"""Search for a single line of moves without a table: a shortest one, or the first found."""

from __future__ import annotations

import sys
from collections import deque

from kibitz.rules import MoveId, PositionId
from kibitz.rules.rules import Rules


def shortest(rules: Rules, position: int) -> list[MoveId] | None:
    """Return the moves of a shortest path to a solved position, None if there is none.

    For rules with the aim `"shortest"`. Of several shortest paths it is the first in the order of
    moves.
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

    For puzzles whose ends have scores. It is the first line that depth-first search finds.
    """
    return seek(rules.replace(canonical=None), position, sys.maxsize).line


class Sought:
    """Result of a search for an end that counts as solved: the line, or None if none was found.

    `passed` are the positions on the line, from the first to the end, and `score` that of the end.
    """

    def __init__(self, line: list[MoveId] | None, passed: list[PositionId], score: int) -> None:
        self.line = line
        self.passed = passed
        self.score = score


def seek(rules: Rules, position: int, most: int) -> Sought:
    """Search for an end that counts as solved among at most `most` positions.

    For puzzles whose ends have scores. Positions are searched up to symmetry. If nothing is found,
    that does not prove that there is nothing.
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
