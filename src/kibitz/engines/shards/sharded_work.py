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
from kibitz.solve.memory.move_graph import Progress

Handle = Any  # of an array, or None; opaque except to its executor


@dataclass
class Shard:
    """The positions that one shard owns, `count` of them, numbered in the order of discovery.

    `runs` are the positions, layer by layer, and `sizes` how many; the first `expanded` runs have
    been expanded. `facts` are the numbers of moves, or worths, in pieces. Every layer with children
    adds their `arrivals` and `spans`, as returned by `merge`. The `links` are computed from these,
    the `values` from the facts, from messages of lower tiers (`below`) and from the messages
    `heard`. `waiting` are the positions whose turn has not come, `waits` is the turn of the first.
    The `codes` are what remains of the values. `images` are the numbers of images of each position
    that belong to the game.
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
    below: list[Handle] = field(default_factory=list)
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

    @property
    def is_explored(self) -> bool:
        """Whether every run has been expanded."""
        return self.expanded == len(self.runs)


@dataclass
class TierShards:
    """The shards of one tier, and the lower tiers that its moves lead to."""

    number: int
    shards: list[Shard]
    leads: list[int] = field(default_factory=list)
    explored: bool = False
    valued: bool = False


@dataclass
class State:
    """All shards and the progress: the `done` phases, and the layer or wave of the next one.

    `moved` is the number of bytes sent between shards. `full` are the
    positions of the game with all images, if they must be explored to be counted. `soonest` is the
    first turn of the messages sent. A game that is solved by `tiers` has its shards there, and the
    phases are those of the tier at work; `finished` is the number of tiers explored and of tiers
    valued, together.
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
    finished: int = 0
    full: list[Shard] = field(default_factory=list)
    tiers: list[TierShards] = field(default_factory=list)

    @classmethod
    def of(cls, shards: int) -> State:
        """Return the initial state."""
        return cls([Shard() for _ in range(shards)])

    def tier(self, number: int) -> TierShards:
        """Return the tier of this number, empty if it is new."""
        for tier in self.tiers:
            if tier.number == number:
                return tier
        tier = TierShards(number, [Shard() for _ in self.shards])
        self.tiers.append(tier)
        return tier

    @property
    def all_shards(self) -> list[Shard]:
        """The shards of all tiers."""
        return self.shards + [shard for tier in self.tiers for shard in tier.shards]

    @property
    def positions(self) -> int:
        """The number of known positions."""
        return sum(shard.count for shard in self.all_shards)

    def with_handles(self, function: Callable[[Handle], Handle]) -> State:
        """Return a copy with the function applied to each handle."""
        shards, full, tiers = (
            _with_handles(part, function) for part in (self.shards, self.full, self.tiers)
        )
        return replace(self, done=[*self.done], shards=shards, full=full, tiers=tiers)

    @classmethod
    def from_tree(cls, tree: dict[str, Any]) -> State:
        """Return the state of which `dataclasses.asdict` made a tree."""
        shards, full = _shards(tree["shards"]), _shards(tree["full"])
        tiers = [
            TierShards(**{**tier, "shards": _shards(tier["shards"])}) for tier in tree["tiers"]
        ]
        return cls(**{**tree, "shards": shards, "full": full, "tiers": tiers})


def _shards(trees: list[dict[str, Any]]) -> list[Shard]:
    return [Shard(**tree) for tree in trees]


def _with_handles(part: Any, function: Callable[[Handle], Handle]) -> Any:
    """Return a copy of part of a state; what is no number in it is a handle."""
    if isinstance(part, list):
        return [_with_handles(each, function) for each in part]
    if isinstance(part, Shard | TierShards):
        parts = {name: _with_handles(each, function) for name, each in vars(part).items()}
        return type(part)(**parts)
    return part if part is None or isinstance(part, int) else function(part)


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
