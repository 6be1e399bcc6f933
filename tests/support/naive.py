"""Naive second implementation of the rules, from their descriptions, on grids of signs.

Shares nothing with the package but the signs: a board here is a dictionary from (row, column) of
the drawing to the sign there. Each function returns the boards that can follow.
"""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

Place = tuple[int, int]
Grid = dict[Place, str]


def peg(grid: Grid, directions: list[Place]) -> Iterator[Grid]:
    for (row, column), sign in grid.items():
        for down, right in directions:
            over = (row + down, column + right)
            to = (row + 2 * down, column + 2 * right)
            if sign == "o" and grid.get(over) == "o" and grid.get(to) == ".":
                yield grid | {(row, column): ".", over: ".", to: "o"}


def has_line(grid: Grid, player: str, line: int) -> bool:
    for row, column in grid:
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
            run = [grid.get((row + down * i, column + right * i), ".") for i in range(line)]
            if all(sign.startswith(player) for sign in run):
                return True
    return False


def noughts(grid: Grid, player: str, line: int, pieces: int, variant: str) -> Iterator[Grid]:
    """In `oldest`, signs carry their age: X1 is the oldest X."""
    other = "O" if player == "X" else "X"
    if has_line(grid, other, line):
        return
    mine = [place for place, sign in grid.items() if sign.startswith(player)]
    free = [place for place, sign in grid.items() if sign == "."]
    if variant == "classic" or len(mine) < pieces:
        mark = f"{player}{len(mine) + 1}" if variant == "oldest" else player
        for to in free:
            yield grid | {to: mark}
    elif variant == "any":
        for origin in mine:
            for to in free:
                yield grid | {origin: ".", to: player}
    else:
        for to in free:
            after = dict(grid)
            for place in mine:
                age = int(grid[place][1:])
                after[place] = f"{player}{age - 1}" if age > 1 else "."
            yield after | {to: f"{player}{pieces}"}


def lockout(grid: Grid, goal: Place) -> Iterator[Grid]:
    if grid[goal] == "P":
        return
    for (row, column), sign in grid.items():
        if sign == ".":
            continue
        for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
            steps = 0
            while grid.get((row + down * (steps + 1), column + right * (steps + 1))) == ".":
                steps += 1
            stop = grid.get((row + down * (steps + 1), column + right * (steps + 1)))
            if steps and stop is not None:
                to = (row + down * steps, column + right * steps)
                yield grid | {(row, column): ".", to: sign}


def is_l(places: frozenset[Place]) -> bool:
    """Return whether four squares are an L: three in a straight row, one beside an end of it."""
    for fourth in places:
        arm = sorted(places - {fourth})
        (r0, c0), (r1, c1), (r2, c2) = arm
        if (r1 - r0, c1 - c0) == (r2 - r1, c2 - c1) and (r1 - r0, c1 - c0) in ((0, 1), (1, 0)):
            for end in (arm[0], arm[2]):
                beside = abs(fourth[0] - end[0]) + abs(fourth[1] - end[1]) == 1
                in_row = fourth[0] == r0 == r2 or fourth[1] == c0 == c2
                if beside and not in_row:
                    return True
    return False


ALL_LS = [
    frozenset(four)
    for four in combinations([(row, column) for row in range(4) for column in range(4)], 4)
    if is_l(frozenset(four))
]


def lgame(grid: Grid, player: str) -> Iterator[Grid]:
    mine = frozenset(place for place, sign in grid.items() if sign == player)
    without = {place: "." if sign == player else sign for place, sign in grid.items()}
    for squares in ALL_LS:
        if squares == mine or any(without[place] != "." for place in squares):
            continue
        put = without | dict.fromkeys(squares, player)
        yield put
        for origin in [place for place, sign in put.items() if sign == "x"]:
            for to in [place for place, sign in put.items() if sign == "."]:
                yield put | {origin: ".", to: "x"}
