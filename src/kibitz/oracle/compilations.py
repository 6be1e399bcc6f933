"""The games whose kernels are compiled ahead, in processes, for this or for other processes.

The workers of the server load the code after an answer, a terminal and a notebook in a thread.
"""

import asyncio
import math
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache

from kibitz.oracle.compile_ahead import KEPT, load_kernels
from kibitz.rules.base_game import BaseGame
from kibitz.system.child import Child, ChildEnded, python
from kibitz.system.recent import Recent

UNDER_WAY, FAILED = "under way", "failed"
MOST_REMEMBERED = 200  # games
MOST_WAITING = 4  # games
SECONDS = 300.0  # after which a process is killed
ENDING_SECONDS = 0.1  # seconds for it to end when nothing wants its code any more


class Compilations:
    """The games whose kernels are compiled or being compiled, one at a time.

    `kept(game)` is called when the code of a game is on the disk. The `files` are those of a
    `Collection`; without them, any game may be in a file itself.
    """

    def __init__(
        self,
        kept: Callable[[str], object],
        files: Callable[[], Sequence[str] | None] = lambda: None,
        environment: Mapping[str, str] | None = None,
        memory: float = math.inf,
    ) -> None:
        self.command = python("kibitz.oracle.compile_ahead")
        self._kept = kept
        self._files = files
        self._environment = environment
        self._memory = memory
        self._states: Recent[str, str] = Recent(MOST_REMEMBERED)
        self._waiting: list[str] = []  # the last one is next
        self._task: asyncio.Task[None] | None = None

    def want(self, game: str) -> None:
        """Compile the kernels of a game, unless that was begun before."""
        if not game or game in self._states:
            return
        self._states[game] = UNDER_WAY
        self._waiting.append(game)
        if len(self._waiting) > MOST_WAITING:
            del self._states[self._waiting.pop(0)]
        if self._task is None:
            self._task = asyncio.ensure_future(self._work())

    @property
    def busy(self) -> bool:
        """Whether a game is being compiled."""
        return self._task is not None

    def state_of(self, game: str) -> str:
        """Return the state of the kernels of a game, "" if they are not asked for."""
        return self._states.get(game, "")

    async def stop(self) -> None:
        """End the process, and wait until it has ended."""
        self._waiting.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _work(self) -> None:
        try:
            while self._waiting:
                game = self._waiting.pop()
                self._states[game] = state = await self._compiled(game)
                if state == KEPT:
                    self._kept(game)
        finally:
            self._task = None

    async def _compiled(self, game: str) -> str:
        state = FAILED
        with suppress(ChildEnded, OSError):
            child = Child(self.command, environment=self._environment, memory=self._memory)
            async with child:
                child.allow(SECONDS)
                async for part in child.ask([game, self._files()]):
                    state = part
        return state


class CodeHere:
    """Compilations for this process: a thread waits for them, and then loads the code."""

    def __init__(self) -> None:
        self.loading = False
        self._games: dict[str, BaseGame] = {}
        self._waiting: dict[str, list[Callable[[], object]]] = {}
        self._compilations = Compilations(self._load)
        self._loop = asyncio.new_event_loop()
        threading.Thread(target=self._loop.run_forever, daemon=True).start()

    def want(self, game: BaseGame, then: Callable[[], object] = lambda: None) -> None:
        """Compile the kernels of a game, and load them; call `then` if that is still to be done."""
        from kibitz.solve.compiling.compiled import available

        name = str(game.name)
        if name in self._waiting:
            self._waiting[name].append(then)
        elif name and name not in self._games and available():
            self._games[name], self._waiting[name] = game, [then]
            self._loop.call_soon_threadsafe(self._compilations.want, name)

    def stop(self) -> None:
        """End the process that compiles; a thread that loads code goes on."""
        ending = asyncio.run_coroutine_threadsafe(self._compilations.stop(), self._loop)
        with suppress(TimeoutError):
            ending.result(ENDING_SECONDS)

    def _load(self, name: str) -> None:
        self.loading = True
        try:
            loaded = load_kernels(self._games[name].rules)
        finally:
            self.loading = False
        for then in self._waiting.pop(name) if loaded else ():
            then()


@cache
def code_here() -> CodeHere:
    """Return the compilations for this process."""
    return CodeHere()


@contextmanager
def compiled_ahead(game: BaseGame) -> Iterator[None]:
    """Compile the kernels of a game in another process within the block, and then load them.

    The block ends at once, also while they are loaded (`is_loading`).
    """
    code_here().want(game)
    try:
        yield
    finally:
        code_here().stop()


def is_loading() -> bool:
    """Return whether a thread loads compiled code; Python cannot end in order before it does."""
    return code_here.cache_info().currsize > 0 and code_here().loading
