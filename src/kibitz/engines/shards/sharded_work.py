"""What the phases of a sharded solve share: rules, executor, state, and where to report."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from kibitz.engines.shards.executor import Executor, Task
from kibitz.engines.shards.shard_state import Handle, State
from kibitz.rules.rules import Rules
from kibitz.solve.memory.move_graph import Progress


class ShardedWork(NamedTuple):
    """A sharded solve in progress. `commit` is called when a step is complete."""

    rules: Rules
    executor: Executor
    state: State
    progress: Progress
    commit: Callable[[State], None]

    def run(self, tasks: Sequence[Task], arrays: int) -> Iterator[tuple[Any, list[Handle]]]:
        """Run the tasks of a step."""
        return self.executor.run(tasks, arrays)

    def committed(self) -> None:
        """Report that a step is complete."""
        self.commit(self.state)
