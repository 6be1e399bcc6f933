"""Background compilation of the kernels of games, each in a process at low priority.

It begins with the first question about a game that may need solving. Until the code is on the disk,
the interpreter answers. Then each worker loads it after its next answer.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable, Sequence

from kibitz.oracle.compile_ahead import UNNEEDED, command
from kibitz.system.recent import Recent
from kibitz.web.workers.parent_death import held_by
from kibitz.web.workers.pending_questions import Question

MOST_REMEMBERED = 200  # games
MOST_WAITING = 4  # games
SECONDS = 300.0  # after which a process is killed
PAUSE = 0.2  # seconds between two checks of its memory
UNDER_WAY, KEPT, NOT_NEEDED, FAILED = "under way", "kept", "not needed", "failed"
RESULTS = {0: KEPT, UNNEEDED: NOT_NEEDED}  # by exit status
SEARCHING = "search"
HASTY = {"match", "opinion", "position"}  # questions that do not wait for a compiler


class Compilations:
    """The games whose kernels are compiled or being compiled, one at a time.

    `kept(game)` is called when the code of a game is on the disk.
    """

    def __init__(
        self,
        files: Callable[[], Sequence[str]],
        start: Callable[[Sequence[str]], Awaitable[asyncio.subprocess.Process]],
        kept: Callable[[str], None],
        memory: int,
    ) -> None:
        self._files = files
        self._start = start
        self._kept = kept
        self._memory = memory
        self._states: Recent[str, str] = Recent(MOST_REMEMBERED)
        self._waiting: list[str] = []  # the last one is next
        self._task: asyncio.Task[None] | None = None
        self._process: asyncio.subprocess.Process | None = None

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

    def is_kept(self, game: str) -> bool:
        """Return whether the code of a game is on the disk."""
        return self._states.get(game) == KEPT

    def may_compile(self, question: Question) -> bool:
        """Return whether a worker may start a compiler to answer a question."""
        state = self._states.get(question.game)
        if question.name == SEARCHING:
            return state != UNDER_WAY
        return question.name not in HASTY or state == FAILED

    async def stop(self) -> None:
        """End the process, and wait until it has ended."""
        self._waiting.clear()
        if self._task is not None:
            self._kill()
            await asyncio.wait({self._task})

    async def _work(self) -> None:
        while self._waiting:
            game = self._waiting.pop()
            try:
                self._process = await self._start(command(game, self._files()))
                status = await self._ended(self._process)
            except (OSError, ValueError):  # the latter for a null byte in a name
                status = 1
            self._states[game] = RESULTS.get(status, FAILED)
            if status == 0:
                self._kept(game)
        self._task = None

    async def _ended(self, process: asyncio.subprocess.Process) -> int:
        """Wait until a process has ended, within its limits; return its exit status."""
        until = asyncio.get_running_loop().time() + SECONDS
        ending = asyncio.ensure_future(process.wait())
        while not (await asyncio.wait({ending}, timeout=PAUSE))[0]:
            late = asyncio.get_running_loop().time() > until
            if late or held_by(process.pid) > self._memory:
                self._kill()
        return ending.result()

    def _kill(self) -> None:
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
