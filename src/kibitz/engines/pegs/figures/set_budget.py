"""What the work with files may take of the memory, and the kernels that it loads first."""

from __future__ import annotations

import subprocess
import sys

from kibitz.engines.pegs.figures.counting import (
    chance_at_random,
    count_from_both_ends,
    count_solutions,
    mean_chance,
    winnable,
)
from kibitz.engines.pegs.figures.fewest_moves import FewestMoves
from kibitz.engines.pegs.figures.peg_game import PegGame
from kibitz.engines.pegs.figures.peg_layers import layers
from kibitz.engines.pegs.figures.peg_table import board_of
from kibitz.engines.pegs.figures.ranked import Ranked
from kibitz.engines.pegs.figures.set_storage import MEBI, Budget
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.bits import is_compiled
from kibitz.engines.pegs.sets.dense import layout_of, reducible
from kibitz.rules.rules import Rules
from kibitz.system.resident_memory import resident

SLACK = 12 * MEBI  # for slices of sets, threads, tables of images and the interpreter


def budget(rules: Rules, memory: int) -> Budget:
    """Return the budget left of `memory` bytes.

    Raise an error if it is too small: a sweep needs one whole set. The code is loaded first,
    because it takes most of the memory of a process.
    """
    coordinates, _ = layout_of(board_of(rules.jumps), whole=False)
    if not is_compiled(mean_chance):
        compile_in_child()
    load_code()
    found = Budget(memory, memory - resident() - SLACK)
    found.need(8 * coordinates.size)
    return found


def compile_in_child() -> None:
    """Compile all kernels in a child process, because a compiler never frees its memory.

    If that fails, they are compiled here, which reduces the budget.
    """
    words = [sys.executable, "-P", "-c", f"from {__name__} import load_code; load_code()"]
    subprocess.run(words, check=False, stdin=subprocess.DEVNULL, capture_output=True)


def load_code() -> None:
    """Load (or compile) all kernels by running them on two very small boards.

    These are three lines of three holes, which form a tile, and two pegs in the middle of a line.
    `mean_chance` comes last.
    """
    lines = [(hole, hole + 1, hole + 2) for hole in (0, 3, 6)]
    tiles = PegBoard(9, [jump for line in lines for jump in (line, line[::-1])], [])
    reducible(tiles, [1], whole=True)
    line = PegBoard(4, [(0, 1, 2), (1, 2, 3), (2, 1, 0), (3, 2, 1)], [(3, 2, 1, 0)])
    game = PegGame(line, 0b0110)
    layers(game)
    ranked = Ranked(winnable(game), game.symmetric_start())
    count_solutions(game, ranked)
    count_from_both_ends(game, ranked)
    FewestMoves(game, ranked)
    chance_at_random(game, ranked)
