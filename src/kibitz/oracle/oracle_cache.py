"""Cache of oracles of the games used most recently."""

from __future__ import annotations

import threading
from collections import OrderedDict

from kibitz.oracle.oracle import USUAL, Oracle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core.base_game import BaseGame
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.store.table_store import TableStore

MOST_GAMES = 24


class Oracles:
    """One oracle for each game, up to a limit; the one asked longest ago is forgotten.

    `effort` may change from one question to the next; what is known is kept.
    """

    def __init__(
        self,
        store: TableStore,
        effort: Effort = USUAL,
        most: int = MOST_GAMES,
        progress: Progress | None = None,
    ) -> None:
        self.store = store
        self.progress = progress
        self.effort = self._usual = effort
        self._most = most
        self._oracles: OrderedDict[str, Oracle] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, game: BaseGame) -> Oracle:
        """Return the oracle of a game, for questions within the present effort."""
        with self._lock:
            oracle = self._oracles.get(game.name)
            if oracle is None:
                oracle = Oracle(game, self.store, self._usual, progress=self.progress)
                self._oracles[game.name] = oracle
                if len(self._oracles) > self._most:
                    self._oracles.popitem(last=False)
            self._oracles.move_to_end(game.name)
            return oracle.within(self.effort)

    def renew(self, name: str) -> None:
        """Drop the oracle of a game whose table has been built."""
        with self._lock:
            self._oracles.pop(name, None)
