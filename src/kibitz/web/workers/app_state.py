"""State kept between requests: games, tables, and oracles."""

from __future__ import annotations

from contextlib import contextmanager

from kibitz.catalogue.collection import Collection
from kibitz.oracle.oracle import USUAL
from kibitz.oracle.oracle_cache import Oracles
from kibitz.solve.effort import UNLIMITED
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
        self._watch = UNLIMITED.watch(self._progress)
        self.oracles = Oracles(self.store, effort, progress=self._report, left=self._time_left)

    def begin(self, seconds: float | None) -> None:
        """Begin a request with so many seconds for all its questions; None for no limit."""
        self._watch = UNLIMITED.replace(seconds=seconds).watch(self._progress)

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Limit the questions of a block to a share of the time that is left."""
        whole = self._watch
        if whole.effort.seconds is not None:
            self.begin(max(0.0, whole.left) * part)
        try:
            yield
        finally:
            self._watch = whole

    def _report(self, phase: str, done: int, total: int | None) -> None:
        self._watch(phase, done, total)

    def _time_left(self) -> float:
        return self._watch.left
