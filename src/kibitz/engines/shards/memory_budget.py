"""Memory budget of a sharded solve within a limit on the process, once its code is compiled."""

from __future__ import annotations

import ctypes
import os
import signal
from contextlib import suppress

import numpy as np

from kibitz.engines.shards import explore_steps, shard_kernels, value_steps
from kibitz.engines.shards.explore_steps import NEVER, columns_of
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory import tiers
from kibitz.system.interrupts import signals_deferred
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
    warm_up(rules)
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
    """Compile the kernels of some rules to disk in a child process, which does not outlive this."""
    if not hasattr(os, "fork"):
        return
    child = 0
    try:
        with signals_deferred():
            child = os.fork()
            if child == 0:
                try:
                    with open(os.devnull, "w") as nowhere:
                        os.dup2(nowhere.fileno(), 2)
                    warm_up(rules)
                finally:
                    os._exit(0)
        os.waitpid(child, 0)
    except BaseException:
        if child:  # without one, 0 would mean this process and all beside it
            with suppress(ProcessLookupError, ChildProcessError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        raise


def warm_up(rules: Rules) -> None:
    """Run every step on one position."""
    nothing = np.empty(0, dtype=np.int64)
    if rules.placements is not None:
        kernel(of_rules.place, rules)(0, 0, 1, nothing)  # this ends at the first placement
    kernel(shard_kernels.sort_seeds)(nothing, nothing, np.zeros(1, dtype=np.int64), nothing)
    start = np.array([rules.class_of(rules.start)], dtype=np.int64)
    objective, columns = rules.objective, columns_of(rules)
    facts, bucket = explore_steps.expand(rules, 1, True, start, 0, 1, 0).arrays
    new, arrivals, spans = explore_steps.merge(
        rules, columns, 1, 0, NEVER, [start], [bucket], (0,)
    ).arrays
    count = 1 + len(new)
    (links,) = value_steps.link(count, 0, False, columns, [arrivals], [spans]).arrays
    ends = np.full(len(new), -1, dtype=facts.dtype)
    values, *rest = value_steps.begin(objective, 0, count, [facts, ends], links).arrays
    for turn in (value_steps.NO_TURN, value_steps.FIRST_TURN):
        value_steps.propagate(objective, 0, turn, count, values, links, rest[0], rest[1:])
    value_steps.restart(objective, 1, count, values, links)
    (codes,) = value_steps.close(objective, count, values).arrays
    (images,) = value_steps.tally(rules, count, [start, new], [start]).arrays
    value_steps.finish(rules, count, [start, new], codes, images if rules.orbit is None else None)
    if rules.tier is not None:
        tiers.warm_up(rules)
