"""The process that started this one, to be asked by it and bound to it; `child.py` is its side.

The parent holds the other end of standard input. When it ends, in any way, that end is closed, and
a thread that waits for it ends this process. Compiled code may block that thread; on Linux the
parent-death signal ends the process too.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from typing import Any

PR_SET_PDEATHSIG = 1
NICENESS = 10  # nice value of a process of low priority


class Parent:
    """The questions that arrive from the parent, each a line of JSON.

    Standard input and output are then those of the null device, since the rules of a game may read
    and print. With `memory`, an attempt to hold more bytes of data is a `MemoryError`.
    """

    def __init__(self, *, memory: int | None = None, low_priority: bool = False) -> None:
        set_parent_death_signal(os.getppid())
        self._output = os.fdopen(os.dup(1), "wb")
        self._lines: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        source, nowhere = os.dup(0), os.open(os.devnull, os.O_RDWR)
        os.dup2(nowhere, 0)
        os.dup2(nowhere, 1)
        # Programs that run here may replace these two functions.
        words = (source, self._lines, os.read, os._exit)
        threading.Thread(target=_read, args=words, daemon=True).start()
        if memory is not None:
            limit_memory(memory)
        if low_priority and hasattr(os, "nice"):
            os.nice(NICENESS)

    def __iter__(self) -> Iterator[Any]:
        while True:
            question = json.loads(self._lines.get())
            if question is not None:  # else it ended the work on the last one
                yield question

    @property
    def waiting(self) -> bool:
        """Whether the next line has arrived, so that the work on this question should end."""
        return not self._lines.empty()

    def tell(self, part: Any) -> None:
        """Send a part of the answer; None after the last one."""
        self._output.write(json.dumps(part).encode() + b"\n")
        self._output.flush()


def _read(source: int, lines: queue.SimpleQueue[bytes], read: Any, leave: Any) -> None:
    """Pass lines on until the source ends; then end this process at once.

    It reads without a buffer, whose lock would block the exit of the interpreter.
    """
    rest = b""
    while part := read(source, 1 << 16):
        *whole, rest = (rest + part).split(b"\n")
        for line in whole:
            lines.put(line)
    leave(1)


def set_parent_death_signal(parent: int) -> None:
    """Let the kernel end this process when the thread that started it ends (on Linux)."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError, ImportError):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def limit_memory(most: int) -> None:
    """Limit the data of this process, where the system can do that."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        hard = resource.getrlimit(resource.RLIMIT_DATA)[1]
        if hard == resource.RLIM_INFINITY or hard > most:
            resource.setrlimit(resource.RLIMIT_DATA, (most, hard))
