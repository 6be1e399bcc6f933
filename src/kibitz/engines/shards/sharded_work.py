"""What a sharded solve works with: an executor, its tasks, and the state between them.

The state consists of numbers, handles and lists of these, so that it can be saved and resumed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple, Protocol, TypeAlias

from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.effort import Progress

Handle = Any  # of an array, or None; opaque except to its executor


@dataclass
class Shard:
    """The positions that one shard owns, `count` of them, numbered in the order of discovery.

    `runs` are the positions, layer by layer, and `sizes` how many; the first `expanded` runs have
    been expanded. `facts` are the numbers of moves, or worths, in pieces. Every layer with children
    adds their `arrivals` and `spans`, as returned by `merge`. The `links` are computed from these,
    the `values` from the facts and from the messages `heard`. `waiting` are the positions whose
    turn has not come, `waits` is the turn of the first. The `codes` are what remains of the values.
    `images` are the numbers of images of each position that belong to the game.
    """

    count: int = 0
    moves: int = 0
    runs: list[Handle] = field(default_factory=list)
    sizes: list[int] = field(default_factory=list)
    expanded: int = 0
    facts: list[Handle] = field(default_factory=list)
    arrivals: list[Handle] = field(default_factory=list)
    spans: list[Handle] = field(default_factory=list)
    links: Handle = None
    values: Handle = None
    heard: list[Handle] = field(default_factory=list)
    waiting: Handle = None
    waits: int = 0
    codes: Handle = None
    images: Handle = None

    def add_run(self, run: Handle, size: int) -> None:
        """Add the new positions of a layer."""
        if size:
            self.runs.append(run)
            self.sizes.append(size)
            self.count += size

    def with_handles(self, function: Callable[[Handle], Handle]) -> Shard:
        """Return a copy with the function applied to each handle; numbers stay as they are."""

        def copied(part: Any) -> Any:
            if isinstance(part, list):
                return [copied(each) for each in part]
            return part if part is None or isinstance(part, int) else function(part)

        return Shard(**{name: copied(part) for name, part in vars(self).items()})

    @property
    def is_explored(self) -> bool:
        """Whether every run has been expanded."""
        return self.expanded == len(self.runs)


@dataclass
class State:
    """All shards and the progress: the `done` phases, and the layer or wave of the next one.

    `moved` is the number of bytes sent between shards. `full` are the
    positions of the game with all images, if they must be explored to be counted. `soonest` is the
    first turn of the messages sent.
    """

    shards: list[Shard]
    done: list[str] = field(default_factory=list)
    layer: int = 0
    placed: int = 0
    expanded: int = 0
    moves: int = 0
    decided: int = 0
    moved: int = 0
    soonest: int = 0
    full: list[Shard] = field(default_factory=list)

    @classmethod
    def of(cls, shards: int) -> State:
        """Return the initial state."""
        return cls([Shard() for _ in range(shards)])

    @property
    def positions(self) -> int:
        """The number of known positions."""
        return sum(shard.count for shard in self.shards)

    def with_handles(self, function: Callable[[Handle], Handle]) -> State:
        """Return a copy with the function applied to each handle."""
        shards, full = (
            [shard.with_handles(function) for shard in part] for part in (self.shards, self.full)
        )
        return replace(self, done=[*self.done], shards=shards, full=full)

    @classmethod
    def from_tree(cls, tree: dict[str, Any]) -> State:
        """Return the state of which `dataclasses.asdict` made a tree."""
        parts = {name: [Shard(**shard) for shard in tree[name]] for name in ("shards", "full")}
        return cls(**{**tree, **parts})


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

    def read(self, handle: Handle, first: int, last: int) -> Array:
        """Return part of an array."""
        ...

    def length(self, handle: Handle) -> int:
        """Return the length of an array."""
        ...


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
