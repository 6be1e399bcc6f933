"""Strategies for the table of a large peg board: in memory, or with files within a budget."""

from __future__ import annotations

import subprocess
import sys
from typing import Self

from kibitz.core.rules import Rules
from kibitz.solve.effort import Meter
from kibitz.solve.pegs.figures.counting import (
    chance_at_random,
    count_from_both_ends,
    count_solutions,
    mean_chance,
    winnable,
)
from kibitz.solve.pegs.figures.fewest_moves import FewestMoves
from kibitz.solve.pegs.figures.peg_game import PegGame
from kibitz.solve.pegs.figures.peg_layers import layers
from kibitz.solve.pegs.figures.peg_table import board_of, sets_in_memory, solve_pegs
from kibitz.solve.pegs.figures.ranked import Ranked
from kibitz.solve.pegs.figures.set_storage import MEBI, Budget, Stages
from kibitz.solve.pegs.pegboard import PegBoard
from kibitz.solve.pegs.sets.bits import is_compiled
from kibitz.solve.pegs.sets.dense import layout_of, reducible
from kibitz.solve.resources import Resources
from kibitz.solve.store import workfolder
from kibitz.solve.store.table import Table
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.store.workfolder import WorkFolder
from kibitz.solve.strategy import Strategy
from kibitz.system.resident_memory import resident

SLACK = 12 * MEBI  # for slices of sets, threads, tables of images and the interpreter


class PegsInMemory(Strategy[Table]):
    """Holds the sets of the game in memory; finished ones can be saved as a checkpoint."""

    def __init__(
        self, name: str, rules: Rules, store: TableStore, resources: Resources | None = None
    ) -> None:
        super().__init__(name, rules, store, resources)
        self.folder = store.path(name, workfolder.SUFFIX)
        self.stages = Stages.in_memory(rules, self.folder)

    @property
    def has_checkpoint(self) -> bool:
        return self.stages.begun

    def run(self, watch: Meter) -> Table:
        watch.need(sets_in_memory(self.rules))
        return solve_pegs(self.rules, watch, self.stages)

    def checkpoint_work(self) -> bool:
        if self.has_checkpoint:
            self.stages.keep(self.folder)
        return self.has_checkpoint

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        return made


class PegsInFiles(Strategy[Table]):
    """Holds the sets of the game in files; a finished stage is a checkpoint."""

    in_files = True

    def __init__(self, name: str, rules: Rules, store: TableStore, resources: Resources) -> None:
        super().__init__(name, rules, store, resources)
        assert resources.memory is not None
        self.budget = budget(rules, resources.memory)  # raises an error first if that is too little
        self.folder = WorkFolder(store.path(name, workfolder.SUFFIX))

    def __enter__(self) -> Self:
        self.folder.__enter__()
        self.stages = Stages.in_files(self.rules, self.folder.path, self.budget)
        return self

    @property
    def has_checkpoint(self) -> bool:
        return self.stages.begun

    def run(self, watch: Meter) -> Table:
        return solve_pegs(self.rules, watch, self.stages)

    def checkpoint_work(self) -> bool:
        return True  # every finished stage is on disk already

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        self.folder.remove()
        return self.store.find(self.name, self.rules) or made

    def __exit__(self, *raised: object) -> None:
        self.folder.__exit__(*raised)


def budget(rules: Rules, memory: int) -> Budget:
    """Return the budget left of `memory` bytes.

    Raise an error if it is too small: a sweep needs one whole set. The code is loaded first,
    because it takes most of the memory of a process.
    """
    assert rules.jumps is not None
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
    layers(line, game.start, game=game)
    ranked = Ranked(winnable(game), game.symmetric_start())
    count_solutions(game, ranked=ranked)
    count_from_both_ends(game, ranked)
    FewestMoves(game, ranked=ranked)
    chance_at_random(game, ranked=ranked)
