"""Memory budget of a sharded solve within a limit on the process."""

from __future__ import annotations

import ctypes
import os
from contextlib import suppress

from kibitz.engines.shards import warm_up
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.system.resident_memory import resident

MIB = 1 << 20
LEAST = 32 * MIB  # for the work itself
MMAP_THRESHOLD = -3  # of mallopt


def memory_left(memory: int, rules: Rules) -> int:
    """Return how many of `memory` bytes are left for work, once all compiled code is loaded.

    Compiling takes more memory than loading, so a child process compiles in advance.
    """
    return_freed_memory()
    compile_in_a_child(rules)
    warm_up.warm_up(rules)
    taken = resident()
    if memory - taken < LEAST:
        raise KibitzError(
            "{memory} MiB is too little: Python and the compiled code take {taken} MiB, and the "
            "work needs at least {least} MiB more",
            memory=memory // MIB,
            taken=-(-taken // MIB),
            least=LEAST // MIB,
        )
    return memory - taken


def return_freed_memory() -> None:
    """Make the C library return large freed blocks at once, if it supports that."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).mallopt(MMAP_THRESHOLD, 256 << 10)


def compile_in_a_child(rules: Rules) -> None:
    """Compile the kernels of some rules to disk in a child process."""
    if not hasattr(os, "fork"):
        return
    child = os.fork()
    if child == 0:
        try:
            with open(os.devnull, "w") as nowhere:
                os.dup2(nowhere.fileno(), 2)
            warm_up.warm_up(rules)
        finally:
            os._exit(0)
    os.waitpid(child, 0)
