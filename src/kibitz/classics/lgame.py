"""The L-game's winning move, from a file to a file (after an Estonian assignment)."""

from __future__ import annotations

from kibitz.play.files import read_file, write_file
from kibitz.play.oracle import Oracle
from kibitz.rules.errors import KibitzError
from kibitz.rules.registry import game
from kibitz.solve.effort import Effort
from kibitz.solve.outcome import Loss, Win
from kibitz.solve.sources.subgame import FromInterpretedSubgame

INPUT = "lgame.in"
OUTPUT = "lgame.out"
NO_WIN = "No winning move"
DRAW = "Draw"
LOSS = "Losing"
INTERPRETED = Effort(compile=False)  # a compiler takes longer to start than the answer


def oracle() -> Oracle:
    """Return what knows the L-game: it solves what it is asked, in the interpreter."""
    lgame = game("lgame")
    return Oracle(lgame, effort=INTERPRETED, sources=[FromInterpretedSubgame(lgame.rules)])


def answer(text: str, oracle: Oracle) -> str:
    """Return the board after the quickest winning move, or what the position is without one.

    Of several quickest ones it is the first in reading order of the board.
    """
    lgame = oracle.game
    if not text.strip():
        raise KibitzError("the input is empty: it should hold four lines of four signs")
    position = lgame.parse_block(text)
    outcome = oracle.outcome(position)
    if isinstance(outcome, Win):
        after = (lgame.rules.play(position, move) for move in oracle.best(position))
        return min(lgame.block(there, mover=1) for there in after)
    return f"{NO_WIN}\n{LOSS if isinstance(outcome, Loss) else DRAW}\n"


def main(source: str, target: str) -> int:
    """Read a position, and write the board after a winning move."""
    write_file(target, answer(read_file(source), oracle()))
    return 0
