"""State kept between requests: games, tables, and oracles."""

from __future__ import annotations

import math
from contextlib import contextmanager

from kibitz.catalogue.collection import Collection
from kibitz.oracle.oracle import USUAL
from kibitz.oracle.oracle_cache import Oracles
from kibitz.solve.memory.move_graph import no_progress
from kibitz.solve.store.table_store import TableStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress


class AppState:
    """The available games, the store of their tables, and an oracle for each.

    With a seed, opponents are deterministic. `progress` is called during a solve or a search, and
    may end it. `effort` limits the work of each oracle for a question. A request may have a
    deadline, which all its questions share (`begin`).
    """

    def __init__(
        self,
        store: TableStore | None = None,
        games: Collection | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
        effort: Effort = USUAL,
    ) -> None:
        self.seed = seed
        self.store = store or TableStore()
        self.games = games or Collection()
        self._progress = progress or no_progress
        self._effort = effort
        self.oracles = Oracles(self.store, effort, progress=self._report)
        self._use(effort)

    def begin(self, seconds: float | None) -> None:
        """Begin a request with so many seconds for all that is asked in it; None for any time."""
        self._use(self._effort.replace(seconds=seconds).begun())

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Let what is asked meanwhile use no more than a part of the time that is left."""
        whole = self.oracles.effort
        self._use(whole.share(part).begun())
        try:
            yield
        finally:
            self._use(whole)

    def _use(self, effort: Effort) -> None:
        self.oracles.effort = effort
        self._watch = effort.replace(positions=None, memory=math.inf).watch(self._progress)

    def _report(self, phase: str, done: int, total: int | None) -> None:
        self._watch(phase, done, total)
