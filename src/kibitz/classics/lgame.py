"""The L-game's winning move, from a file to a file (after an Estonian assignment)."""

from __future__ import annotations

from kibitz.play.files import read_file, write_file
from kibitz.rules.errors import KibitzError
from kibitz.rules.registry import game
from kibitz.solve.retrograde import judge

INPUT = "lgame.in"
OUTPUT = "lgame.out"
NO_WIN = "No winning move"
DRAW = "Draw"
LOSS = "Losing"


def answer(text: str) -> str:
    """Return the board after the quickest winning move, or what the position is without one.

    Of several quickest ones it is the first in reading order of the board.
    """
    lgame = game("lgame")
    if not text.strip():
        raise KibitzError("the input is empty: it should hold four lines of four signs")
    position = lgame.parse_block(text)
    verdicts = judge(lgame.rules, position)
    wins = []
    for move in lgame.rules.moves(position):
        after = lgame.rules.play(position, move)
        if verdicts[after] < 0:
            wins.append((-verdicts[after], lgame.block(after, mover=1)))
    if wins:
        return min(wins)[1]
    return f"{NO_WIN}\n{LOSS if verdicts[position] < 0 else DRAW}\n"


def main(source: str, target: str) -> int:
    """Read a position, and write the board after a winning move."""
    write_file(target, answer(read_file(source)))
    return 0
