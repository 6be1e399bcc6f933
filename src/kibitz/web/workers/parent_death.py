"""Binding of a child process to the server: no worker and no builder outlives it.

The server holds the other end of the process's standard input. When the server ends, in any way,
that end is closed, and a thread that waits for it ends the process. Compiled code may block that
thread; on Linux the parent-death signal ends the process too.
"""

import contextlib
import os
import queue
import signal
import sys
import threading
from collections.abc import Iterator
from typing import BinaryIO

PR_SET_PDEATHSIG = 1


class Lines:
    """The lines of standard input, as they arrive."""

    def __init__(self) -> None:
        self._come: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=read, args=(0, self._come), daemon=True).start()

    def __iter__(self) -> Iterator[bytes]:
        return iter(self._come.get, b"")

    @property
    def waiting(self) -> bool:
        """Whether the next line has arrived."""
        return not self._come.empty()


def bind_to_parent() -> tuple[Lines, BinaryIO]:
    """Bind this process to the one that started it.

    Return the lines of standard input and a copy of standard output. Standard output itself is
    redirected to the null device, since the rules of a game may print.
    """
    set_parent_death_signal(os.getppid())
    output = os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    return Lines(), output


def read(source: int, lines: queue.SimpleQueue[bytes]) -> None:
    """Pass lines on until the source ends; then end this process at once.

    It reads without a buffer, whose lock would block the exit of the interpreter.
    """
    rest = b""
    while part := os.read(source, 1 << 16):
        *whole, rest = (rest + part).split(b"\n")
        for line in whole:
            lines.put(line)
    os._exit(0)


def set_parent_death_signal(parent: int) -> None:
    """Let the kernel end this process when the thread that started it ends (on Linux)."""
    if sys.platform != "linux":
        return
    with contextlib.suppress(OSError, AttributeError, ImportError):
        import ctypes

        ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(0)


def held_by(process: int | None = None) -> int:
    """Return the private memory of a process (else this one) in bytes, without mapped files.

    0 if the system does not report it.
    """
    try:
        with open(f"/proc/{process or 'self'}/statm") as file:
            _, resident, shared = file.read().split()[:3]
    except (OSError, ValueError):
        return 0
    return (int(resident) - int(shared)) * os.sysconf("SC_PAGE_SIZE")
