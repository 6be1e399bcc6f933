"""Cube: three in a row on 3 x 3 x 3 cells, a game that no memory holds.

A position is two sets of 27 cells, the player to move first: | theirs | mine |
"""

# mypy: ignore-errors

from itertools import product

from kibitz import Board, OwnGame, Rules

SIDE = 3
CELLS = list(product(range(SIDE), repeat=3))
FULL = (1 << len(CELLS)) - 1


def in_line(cell, way):
    return [tuple(at + step * to for at, to in zip(cell, way, strict=True)) for step in range(SIDE)]


LINES = tuple(
    sorted(
        {
            sum(1 << CELLS.index(each) for each in in_line(cell, way))
            for cell in CELLS
            for way in product((-1, 0, 1), repeat=3)
            if any(way) and in_line(cell, way)[-1] in CELLS
        }
    )
)
assert len(LINES) == 49


def game():
    cells = len(CELLS)

    def is_lost(position):
        for line in LINES:  # noqa: SIM110  # any() over a generator does not compile
            if position >> cells & line == line:
                return True
        return False

    def moves(position):
        if not is_lost(position):
            for cell in range(cells):
                if not (position | position >> cells) >> cell & 1:
                    yield cell

    def play(position, move):
        return position >> cells | (position & FULL | 1 << move) << cells

    def worth(position):
        return -1 if is_lost(position) else 0

    def pieces(position):
        mine = ["X" if position >> cell & 1 else "." for cell in range(cells)]
        return ["O" if position >> cells + cell & 1 else mine[cell] for cell in range(cells)]

    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(9, 3), pieces, signs="XO.", sides="XO")
