"""Interface of executors, which store the arrays of shards and run the tasks of a step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from kibitz.engines.shards.shard_state import Handle
from kibitz.solve.rows import Row


class StepResult(NamedTuple):
    """Result of a task."""

    counts: list[int]
    arrays: list[Any]


class Executor(Protocol):
    """Runs `size` tasks at once, each of which may hold `memory` bytes."""

    size: int
    memory: int

    def run(
        self, step: Callable[..., StepResult], tasks: Sequence[tuple[Any, ...]], arrays: int
    ) -> Iterator[tuple[list[int], list[Handle]]]:
        """Run the tasks of a step; yield counts and handles of arrays, in the order of the tasks.

        A task is the arguments of the step: rules first, if it takes any, plain values, handles of
        arrays, and lists of handles, which the step receives as piles.
        """
        ...

    def read(self, handle: Handle, first: int, last: int) -> Row:
        """Return part of an array."""
        ...

    def length(self, handle: Handle) -> int:
        """Return the length of an array."""
        ...
