"""Checks an input: exit status 42 if it is four lines of four with two Ls and two neutrals."""

import re
import sys

text = sys.stdin.buffer.read().decode("utf-8", "replace")


def is_piece(sign):
    """Return whether a sign covers four squares that are an L."""
    cells = {(at // 5, at % 5) for at in range(len(text)) if text[at] == sign}
    rows, columns = {row for row, _ in cells}, {column for _, column in cells}
    if len(cells) != 4 or sorted((len(rows), len(columns))) != [2, 3]:
        return False
    if max(rows) - min(rows) + max(columns) - min(columns) != 3:
        return False
    # Within a box of 2 by 3, an L is a long side and one corner of the other.
    box = {(row, column) for row in rows for column in columns}
    (one, other) = box - cells
    return (
        abs(one[0] - other[0]) + abs(one[1] - other[1]) == 1
        and any(
            len({cell[side] for cell in (one, other)}) == 1 and len(lines) == 2
            for side, lines in ((0, rows), (1, columns))
        )
        and one_corner(box, one, other)
    )


def one_corner(box, one, other):
    """Return whether one of the two free squares is a corner of the box and the other is not."""
    middles = [
        cell
        for cell in box
        if sum((cell[0] + d, cell[1] + e) in box for d, e in ((0, 1), (1, 0), (0, -1), (-1, 0)))
        == 3
    ]
    return (one in middles) != (other in middles)


right = re.fullmatch(r"([.x#*]{4}\n){4}", text) and text.count("x") == 2
sys.exit(42 if right and is_piece("#") and is_piece("*") else 43)
