"""Where the arrays of shards live and the tasks of a step are run."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from kibitz.solve.rows import Row
    from kibitz.solve.shards.explore_steps import StepResult
    from kibitz.solve.shards.shard_state import Handle


class Executor(Protocol):
    """So many tasks at once (`size`), each of which may hold so many bytes (`memory`)."""

    size: int
    memory: int

    def run(
        self, step: Callable[..., StepResult], tasks: Sequence[tuple[Any, ...]], arrays: int
    ) -> Iterator[tuple[list[int], list[Handle]]]:
        """Run the tasks of a step; yield counts and handles of the arrays, in the tasks' order.

        A task is the arguments of the step: rules first, where it takes any, plain values, handles
        of arrays, and lists of handles, which the step gets as piles.
        """
        ...

    def read(self, handle: Handle, first: int, last: int) -> Row:
        """Return part of an array."""
        ...

    def length(self, handle: Handle) -> int:
        """Return the length of an array."""
        ...
