"""Interface of executors, which store the arrays of shards and run the tasks of a step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from kibitz.engines.shards.shard_state import Handle
from kibitz.solve.rows import Row


class StepResult(NamedTuple):
    """Result of a task: plain values for the scheduler, and arrays for later tasks."""

    counts: Any
    arrays: list[Any]


# A call of a step. Its arguments are rules, plain values, handles of arrays, of which the step
# receives the arrays, and lists of handles, of which it receives piles.
Task: TypeAlias = partial[StepResult]


class Executor(Protocol):
    """Runs `size` tasks at once, each of which may hold `memory` bytes."""

    size: int
    memory: int

    def run(self, tasks: Sequence[Task], arrays: int) -> Iterator[tuple[Any, list[Handle]]]:
        """Run tasks; yield counts and handles of so many arrays, in the order of the tasks."""
        ...

    def read(self, handle: Handle, first: int, last: int) -> Row:
        """Return part of an array."""
        ...

    def length(self, handle: Handle) -> int:
        """Return the length of an array."""
        ...
