"""State kept between requests: games, tables, and oracles."""

from __future__ import annotations

import math
import threading
from collections import OrderedDict
from contextlib import contextmanager

from kibitz.games.collection import Collection
from kibitz.language.languages import Language
from kibitz.oracle.oracle import USUAL, Oracle
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.effort import Progress

MOST_GAMES = 24
MOST_ROUNDS = 4  # of pondering: 15 seconds


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

    def clear(self) -> None:
        """Drop all oracles."""
        with self._lock:
            self._oracles.clear()

    def renew(self, name: str) -> None:
        """Drop the oracle of a game whose table has been built."""
        with self._lock:
            self._oracles.pop(name, None)


class AppState:
    """The available games, the store of their tables, and an oracle for each.

    With a seed, opponents are deterministic. `progress` is called during a solve or a search, and
    may end it. `effort` limits the work of each oracle for a question. A request may have a
    deadline, which all its questions share (`begin`). `terminal` is whether users have a terminal
    with Kibitz: only then do sentences name a command to run there.
    """

    def __init__(
        self,
        store: TableStore | None = None,
        games: Collection | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
        effort: Effort = USUAL,
        *,
        terminal: bool = True,
    ) -> None:
        self.seed = seed
        self.language = Language()  # of the question that is being answered
        self._terminal = terminal
        self.store = store or TableStore()
        self.games = games or Collection()
        self._progress = progress
        self._effort = effort
        self.oracles = Oracles(self.store, effort, progress=self._report)
        self.pondered: tuple[BaseGame, PositionId] | None = None  # position after the last reply
        self._use(effort)

    def command(self, verb: str, name: str, *more: str) -> str | None:
        """Return a command for a terminal, about a game; None if users have no terminal."""
        if not self._terminal:
            return None
        return " ".join(("kibitz", verb, self.games.at_terminal(name), *more))

    def begin(self, seconds: float | None, *, compiles: bool = True) -> None:
        """Begin a request with so many seconds for all that is asked in it; None for any time.

        `compiles` says whether it may start a compiler.
        """
        self.pondered = None
        self._use(self._effort.replace(seconds=seconds, compile=compiles).begun())

    def ponder(self, memory: float, rounds: Sequence[Effort] | None = None) -> None:
        """Continue proving where an opponent has replied, so that its next move is better.

        It ends after some seconds, and earlier if `progress` ends it.
        """
        if self.pondered is None:
            return
        from kibitz.play.pondering import ROUNDS, ponder  # after the answer

        game, position = self.pondered
        self._use(Effort(compile=False))
        efforts = ROUNDS[:MOST_ROUNDS] if rounds is None else rounds
        ponder(self.oracles.of(game), position, [one.replace(memory=memory) for one in efforts])

    @contextmanager
    def share(self, part: float) -> Iterator[None]:
        """Let the questions in this block use no more than a part of the remaining time."""
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
