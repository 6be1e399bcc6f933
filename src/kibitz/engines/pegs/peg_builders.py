"""Builders of the table of a large peg board: in memory, or with files within a budget.

What needs NumPy is imported when they work: each is asked about every game.
"""

from __future__ import annotations

from typing import ClassVar

from kibitz.solve.builder import Builder
from kibitz.solve.store import workfolder
from kibitz.solve.store.table import Table
from kibitz.solve.store.workfolder import WorkFolder
from kibitz.solve.structure import lists_positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table_store import TableStore


class PegsInMemory(Builder[Table]):
    """Holds the sets of the game in memory; finished ones can be saved as a checkpoint."""

    algorithms: ClassVar = {"sets": "large peg boards"}

    @classmethod
    def serves(cls, rules: Rules) -> bool:
        return not lists_positions(rules)

    def __init__(
        self, name: str, rules: Rules, store: TableStore, resources: Resources | None = None
    ) -> None:
        super().__init__(name, rules, store, resources)
        self.folder = store.path(name, workfolder.SUFFIX)
        from kibitz.engines.pegs.figures.set_storage import Stages

        self.stages = Stages.in_memory(rules, self.folder)

    @property
    def has_checkpoint(self) -> bool:
        return self.stages.begun

    def run(self, watch: Meter) -> Table:
        from kibitz.engines.pegs.figures.peg_table import sets_in_memory, solve_pegs

        watch.need(sets_in_memory(self.rules))
        return solve_pegs(self.rules, watch, self.stages)

    def checkpoint_work(self) -> bool:
        if self.has_checkpoint:
            self.stages.keep(self.folder)
        return self.has_checkpoint

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        return made


class PegsInFiles(Builder[Table]):
    """Holds the sets of the game in files; a finished stage is a checkpoint."""

    algorithms: ClassVar = {"sets": "large peg boards"}
    in_files = True

    @classmethod
    def serves(cls, rules: Rules) -> bool:
        return not lists_positions(rules)

    def __init__(self, name: str, rules: Rules, store: TableStore, resources: Resources) -> None:
        super().__init__(name, rules, store, resources)
        from kibitz.engines.pegs.figures.set_budget import budget

        assert resources.memory is not None
        self.budget = budget(rules, resources.memory)  # raises an error first if that is too little
        self.folder = WorkFolder(store.path(name, workfolder.SUFFIX))

    def __enter__(self) -> Self:
        from kibitz.engines.pegs.figures.set_storage import Stages

        self.folder.__enter__()
        self.stages = Stages.in_files(self.rules, self.folder.path, self.budget)
        return self

    @property
    def has_checkpoint(self) -> bool:
        return self.stages.begun

    def run(self, watch: Meter) -> Table:
        from kibitz.engines.pegs.figures.peg_table import solve_pegs

        return solve_pegs(self.rules, watch, self.stages)

    def checkpoint_work(self) -> bool:
        return True  # every finished stage is on disk already

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        self.folder.remove()
        return self.store.find(self.name, self.rules) or made

    def __exit__(self, *raised: object) -> None:
        self.folder.__exit__(*raised)
