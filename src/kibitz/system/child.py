"""A process of Kibitz that answers the questions of this one; `parent.py` is its side.

A question and each part of its answer are a line of JSON; `null` ends an answer, and a question
that arrives before the end interrupts the work. The child ends with this process, in whatever way
that ends. When it ends by itself, takes too long or holds too much memory, that is a sentence.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import sys
from collections.abc import AsyncIterator, Mapping, Sequence
from typing import Any, Self

from kibitz.language.errors import KibitzError, phrase
from kibitz.system.resident_memory import private_memory

KILLED = -9
ENDED = phrase("the process that should answer this has ended")
LATE = phrase("this took more than {seconds} s and was stopped")
GREEDY = phrase("this took more than {megabytes} MB of memory and was stopped")
PAUSE = 0.1  # seconds between two checks of the limits
LONGEST_LINE = 1 << 26  # bytes


class ChildEnded(KibitzError):
    """The child has ended, with an exit `status` (or minus a signal), and so has its answer."""

    def __init__(self, sentence: str = ENDED, status: int = KILLED, **details: object) -> None:
        super().__init__(sentence, **details)
        self.status = status


class TooLate(ChildEnded):
    """The child was killed when its time was over."""


class TooGreedy(ChildEnded):
    """The child was killed because it held too much memory."""


def python(module: str, *words: str) -> list[str]:
    """Return the command that runs a module with words."""
    return [sys.executable, "-P", "-m", module, *words]


class Child:
    """A child process that runs a command, started on first use or by `start`.

    When the `command` is changed, the next question starts another process. It may hold `memory`
    bytes. When work on a question is cancelled, it has `grace` seconds to end that; without any, it
    is killed.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        environment: Mapping[str, str] | None = None,
        memory: float = math.inf,
        grace: float = 0.0,
    ) -> None:
        self.command = command
        self._environment = environment or {}
        self._memory = memory
        self._grace = grace
        self._allowed = self._until = math.inf
        self._runs: tuple[Sequence[str], asyncio.subprocess.Process] | None = None
        self._line: asyncio.Future[bytes] | None = None  # the next one
        self._is_closed = False
        self._changing = asyncio.Lock()  # what runs

    @property
    def pid(self) -> int | None:
        """The process id, None if it does not run."""
        ended = self._runs is None or self._process.returncode is not None
        return None if ended else self._process.pid

    def allow(self, seconds: float) -> None:
        """Kill the child unless its answer is complete so many seconds from now."""
        self._allowed = seconds
        self._until = asyncio.get_running_loop().time() + seconds

    async def start(self) -> bool:
        """Start the process, unless it runs; return whether it was started."""
        async with self._changing:
            command = self.command
            if self._runs is not None:
                if self._runs[0] is command and self._process.returncode is None:
                    return False
                await self._end()
            if self._is_closed:
                raise ChildEnded
            process = await asyncio.create_subprocess_exec(
                *command,
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C at the terminal is for this process
                env={**os.environ, **self._environment},
                limit=LONGEST_LINE,
            )
            self._runs, self._line = (command, process), None
            return True

    async def ask(self, question: Any) -> AsyncIterator[Any]:
        """Yield the parts of the answer to a question; a `ChildEnded` says why it is incomplete."""
        await self.start()
        try:
            self._send(question)
            while (part := await self._next()) is not None:
                yield part
        except BaseException as error:
            if not isinstance(error, asyncio.CancelledError) or not await self._interrupted():
                await self.end()
            raise

    async def end(self, *, for_good: bool = False) -> int:
        """Kill the process, if it runs; return its exit status when it has ended.

        The next question starts it again, unless it is ended for good.
        """
        self._is_closed |= for_good
        async with self._changing:
            return KILLED if self._runs is None else await self._end()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *raised: object) -> None:
        await self.end()

    @property
    def _process(self) -> asyncio.subprocess.Process:
        assert self._runs is not None
        return self._runs[1]

    async def _end(self) -> int:
        ending = asyncio.ensure_future(self._process.wait())
        # To kill a process that ends by itself may take its exit status from asyncio.
        if self._process.stdout and self._process.stdout.at_eof():
            await asyncio.wait({ending}, timeout=1.0)
        if not ending.done():
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
        return await ending

    def _send(self, message: Any) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(message).encode() + b"\n")

    async def _next(self) -> Any:
        """Return the next line within the limits."""
        assert self._process.stdout is not None
        line = self._line = self._line or asyncio.ensure_future(self._process.stdout.readline())
        self._check()
        while not (await asyncio.wait({line}, timeout=PAUSE))[0]:
            self._check()
        self._line = None
        try:
            return json.loads(line.result())
        except (ValueError, OSError):  # no whole line, or none of JSON
            raise ChildEnded(status=await self.end()) from None

    def _check(self) -> None:
        """Raise the sentence about a limit that is exceeded."""
        if asyncio.get_running_loop().time() > self._until:
            raise TooLate(LATE, seconds=self._allowed)
        if private_memory(self.pid) > self._memory:
            raise TooGreedy(GREEDY, megabytes=int(self._memory) >> 20)

    async def _interrupted(self) -> bool:
        """Ask the child to end its work; return whether it did, within its limits."""
        if self._grace:
            self.allow(self._grace)
            self._send(None)
            with contextlib.suppress(ChildEnded):
                while await self._next() is not None:
                    pass
                return True
        return False
