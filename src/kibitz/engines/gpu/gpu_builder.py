"""Builder of tables on a GPU; `solve/table_making.py` drives it."""

from __future__ import annotations

import time
from typing import ClassVar, Protocol

from kibitz.engines.gpu import device
from kibitz.rules.rules import Rules
from kibitz.solve.builder import Builder
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Meter
from kibitz.solve.resources import Resources
from kibitz.solve.store.table import PositionTable, Table
from kibitz.solve.store.table_store import TableStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.gpu.position_set import Sizes  # imported where there is a GPU only


class Solver(Protocol):
    """A solver of one game on the GPU."""

    kept_moves: bool

    def run(self) -> Table: ...


class OnGPU(Builder[Table]):
    """Solves a game on the GPU. That is fast, so there are no checkpoints."""

    algorithms: ClassVar = {
        "tiers": "games with tiers, if they are large",
        "moves": "all others",
    }
    has_checkpoint = False

    @classmethod
    def check_rules(cls, rules: Rules) -> None:
        from kibitz.engines.gpu.gpu_functions import lowered

        lowered(rules)

    def __init__(
        self,
        name: str,
        rules: Rules,
        store: TableStore,
        resources: Resources | None = None,
        *,
        sizes: Sizes | None = None,
    ) -> None:
        super().__init__(name, rules, store, resources)
        self._sizes = sizes
        self.kept_moves = True  # False if some were generated again
        self.by_tiers = False

    def run(self, watch: Meter) -> Table:
        begin = time.perf_counter() - device.Compiling.seconds  # compile time does not count
        solver = self._solver(watch)
        table = solver.run()
        self.kept_moves = solver.kept_moves
        table.seconds = time.perf_counter() - device.Compiling.seconds - begin
        if self.rules.objective.by_margin:
            self._check(table, watch)
        return table

    def _check(self, table: Table, watch: Meter) -> None:
        """Raise `Fault` if a value is wrong.

        Margins were once wrong on a GPU.
        """
        from kibitz.solve.verify.verification import verify

        assert isinstance(table, PositionTable)
        verify(table, watch)

    def _solver(self, watch: Meter) -> Solver:
        """Return the solver of the game: all at once, or tier by tier if it is large."""
        from kibitz.engines.gpu.gpu_solver import GPUSolver
        from kibitz.engines.gpu.position_set import Sizes, TooLargeForGPU

        sizes = self._sizes or Sizes(memory=self.resources.memory)
        solver = GPUSolver(self.rules, watch, sizes)
        has_tiers = serves("tiers", self.rules)
        solver.classes.measuring = not has_tiers
        try:
            if not has_tiers or solver.explore_until(sizes.at_once):
                return solver
        except (MemoryError, TooLargeForGPU):
            pass  # it may fit by tiers
        from kibitz.engines.gpu.gpu_tiers import GPUTiers  # needed for tiers only

        self.by_tiers = True
        del solver  # frees its memory
        return GPUTiers(self.rules, watch, sizes)

    def checkpoint_work(self) -> bool:
        return False

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        return made
