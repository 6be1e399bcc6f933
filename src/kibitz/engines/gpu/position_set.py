"""Sets of positions in device memory: a hash table that grows, and moves made in batches.

Memory is checked before it is allocated.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels
from kibitz.engines.gpu.gpu_functions import Functions
from kibitz.engines.gpu.prefix_sums import running_sums
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import GPUArray
from kibitz.solve.effort import Meter
from kibitz.solve.invalid_rules import (
    check_ends,
    checked_cost,
    not_a_move,
    not_a_position,
    raised_tier_error,
)
from kibitz.solve.memory.valuation import ValueTooLargeError

NO_ENDS = (0, -1, 0)  # range of worths if there are no ends to write
MOVES_EACH = 4  # moves of a position, and itself, for which there is usually space
RESERVED_BYTES = 2 << 30  # bytes of device memory reserved for the driver


class TooLargeForGPU(KibitzError):
    """A game that does not fit into device memory."""


class Sizes(NamedTuple):
    """Batch sizes; the defaults are for a GPU, tests use small ones.

    `slots` is the initial number, `edges` the number generated at a time, and `load` the maximum
    load of the table. Thin layers of up to `joined` moves are valued in one launch. A game of more
    than `at_once` classes is solved by tiers, if it defines them.
    There are at most `most_slots` slots, whose numbers take four bytes.
    """

    slots: int = 1 << 27
    edges: int = 1 << 26
    load: float = 0.8
    threads: int = 256
    blocks: int = 1 << 16
    memory: float | None = None
    keep_moves: bool = True
    joined: int = 1 << 24
    at_once: int = 1 << 28
    most_slots: int = 1 << 32


@dataclass
class Span:
    """The moves of `count` positions, `total` of them, each position's preceded by itself.

    `marks` are those of the moves, if moves differ.
    """

    count: int
    total: int
    begins: GPUArray
    stream: GPUArray = device.FREED
    marks: GPUArray = device.FREED

    @property
    def moves(self) -> tuple[GPUArray, GPUArray, GPUArray]:
        """The moves as kernels take them."""
        return self.begins, self.stream, self.marks


class PositionSet:
    """A set of positions, of which `expanded` of the `known` ones have been expanded.

    `keys` is the table. With a `level`, only positions of that tier are expanded. `beside` is the
    number of bytes of device memory used by others. The arrays that moves are made in are those of
    the `last` set, if there is one.
    """

    a_slot = 8  # bytes of its key

    def __init__(
        self,
        rules: Rules,
        functions: Functions,
        sizes: Sizes,
        watch: Meter,
        *,
        mirrored: bool,
        level: int = gpu_kernels.ALL,
        beside: float = 0,
        last: PositionSet | None = None,
    ) -> None:
        self.rules = rules
        self.functions = functions
        self.sizes = sizes
        self.watch = watch
        self.mirrored = mirrored
        self.level = level
        self.beside = beside
        free = device.free()
        free -= min(RESERVED_BYTES, 0.1 * free)
        self.allowed = free if sizes.memory is None else min(sizes.memory - beside, free)
        self.expanded = self.known = self.layer_end = self.edges = self.slots = 0
        self.edges_at_once = sizes.edges
        while self.edges_at_once * 64 > self.allowed and self.edges_at_once > 1 << 16:
            self.edges_at_once //= 2
        self.keys = device.empty(0, np.int64)
        self.codes: GPUArray = device.FREED
        self.counters = device.cuda().to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        self.made: GPUArray = last.made if last else device.empty(0, np.int64)
        self.scratch: GPUArray = last.scratch if last else device.empty(0, np.uint32)
        self.marks: GPUArray = last.marks if last else device.empty(0, np.int16)
        self.counts: GPUArray = last.counts if last else device.empty(0, np.uint32)
        self.begins: GPUArray = last.begins if last else device.empty(0, np.uint32)

    def launch(self, kernel: Any, work: int, *arguments: Any, blocks: int | None = None) -> None:
        """Run a kernel on `work` items."""
        sizes = self.sizes
        wanted = -(-work // sizes.threads)
        self.functions.launch(
            kernel, sizes.threads, min(wanted, sizes.blocks, blocks or wanted), *arguments
        )

    def too_large(self) -> TooLargeForGPU:
        """Return the error for a game that does not fit."""
        raise NotImplementedError

    # The table

    def room(self) -> int:
        """Return the number of positions that the table can still take."""
        return int(self.slots * self.sizes.load) - self.known

    def arrays(self) -> list[GPUArray]:
        """Return the arrays in device memory."""
        made = [self.made, self.scratch, self.marks, self.counts, self.begins]
        return [self.keys, self.codes, *made]

    def spare(self) -> float:
        """Return the number of bytes of device memory that may still be allocated."""
        held = [array.nbytes for array in self.arrays() if array is not device.FREED]
        return self.allowed - float(sum(held))

    def grow_table(self, wanted: int, least: int) -> bool:
        """Enlarge the table to `wanted` slots, or as close to that as memory allows.

        Return whether it is larger now and has space for `least` positions.
        """
        while True:
            spare = self.spare() - 4 * self.slots  # the map from old slots
            slots = min(wanted, int(min(spare / self.a_slot, self.sizes.most_slots))) // 4 * 4
            if slots > 1.2 * self.slots and int(slots * self.sizes.load) > self.known + least:
                break
            if self.slots == self.sizes.most_slots or not self.forget_moves():
                return False
        old, old_slots, self.slots = self.keys, self.slots, slots
        self.keys = device.empty(slots, np.int64)
        self.launch(gpu_kernels.fill, slots, self.keys, gpu_kernels.FREE)
        self.refill(old, old_slots)
        return True

    def larger(self, more: int) -> int:
        """Return the next number of slots, with space for at least `more` positions."""
        usual = self.slots * (4 if self.slots < 1 << 26 else 2)
        return max(usual, int(1.3 * (self.known + more) / self.sizes.load))

    def refill(self, old: GPUArray, old_slots: int) -> None:
        """Enter the positions of the old table."""
        self.launch(gpu_kernels.enter_all, old_slots, old, self.keys)

    def forget_moves(self) -> bool:
        """Free the memory of stored moves; return whether there were any."""
        return False

    # Moves

    @property
    def source(self) -> tuple[GPUArray, GPUArray]:
        """The positions to be expanded, as kernels take them."""
        raise NotImplementedError

    def next_batch(self, first: int, limit: int, *, keep: bool = False) -> tuple[int, Span]:
        """Count the moves of the next positions, of as many up to `limit` as memory allows.

        Return the end of these positions, and their span, not yet filled.
        """
        branching = 1.1 * (1 + self.edges / max(1, self.expanded))
        likely = min(self.edges_at_once, max(self.room(), self.slots // 8)) / branching
        last = min(limit, first + max(1, int(likely)))
        while True:
            span = self.counted(self.source, first, last, keep=keep)
            most = min(self.edges_at_once, self.room())
            if span.total <= most:
                return last, span
            alone = last == first + 1
            wanted = span.total > self.room() and (alone or self.room() < self.slots // 8)
            least = span.total if alone else 1
            if wanted and self.grow_table(self.larger(least), least):
                continue
            if alone and wanted:
                raise self.too_large()
            if alone:
                self.edges_at_once = span.total
            else:
                last = first + max(1, (last - first) * most // (2 * span.total))

    def counted(self, source: Any, first: int, last: int, *, keep: bool = False) -> Span:
        """Return the span for the moves of some positions, not yet filled; ends get codes.

        If it is not kept, the next one takes its arrays.
        """
        count = last - first
        self.counts = counts = self.enlarged(self.counts, count, MOVES_EACH)
        if keep:
            begins = device.empty(count + 1, np.uint32)
        else:
            self.begins = begins = self.enlarged(self.begins, count + 1, MOVES_EACH)
        objective = self.rules.objective
        go_on = int(not self.rules.goals_are_terminal)
        worths = (objective.least_worth, objective.most_worth, go_on) if self.mirrored else NO_ENDS
        self.launch(
            gpu_kernels.count, count, source, first, last, self.functions.rows, counts, self.codes,
            worths, self.level, self.counters,
        )  # fmt: skip
        return Span(count, running_sums(counts, count, begins), begins)

    def write_moves(self, span: Span, source: Any, first: int, last: int) -> None:
        """Write the moves of a span, and the positions they belong to."""
        self.made = self.enlarged(self.made, span.total)
        if span.stream is device.FREED:
            self.scratch = self.enlarged(self.scratch, span.total)
            span.stream, span.marks = self.scratch, self.marks
        rows = self.functions.rows
        self.launch(
            gpu_kernels.write_moves, span.count, source, first, last, rows, span.moves, self.made
        )

    def enlarged(self, array: GPUArray, length: int, moves: int = 1) -> GPUArray:
        """Return an array of at least this length: the given one or, if it is shorter, a new one.

        A new one has one element for every `moves` moves of a batch.
        """
        if array.size >= length:
            return array
        return device.empty(max(length, self.edges_at_once // moves), array.dtype)

    def read_counters(self) -> list[int]:
        """Update the number of known positions; reject invalid rules; return all counters."""
        counters = [int(count) for count in self.counters.copy_to_host()]
        if counters[gpu_kernels.FAULT]:
            self.refuse(counters[gpu_kernels.FAULT], counters[gpu_kernels.FAULT_AT])
        return counters

    def refuse(self, fault: int, position: int) -> None:
        """Raise the error for a violation of the contract at a position."""
        rules = self.rules
        if fault == gpu_kernels.NOT_A_MOVE:
            wrong = next((move for move in rules.moves(position) if move < 0), "a negative number")
            raise not_a_move(rules, wrong, position)
        if fault == gpu_kernels.NOT_A_COST:
            for move in rules.moves(position):
                checked_cost(rules, rules.cost_of(position, move), position)
        if fault == gpu_kernels.RAISED:
            raise raised_tier_error(rules, self.level)
        if fault == gpu_kernels.TOO_LONG:
            raise ValueTooLargeError
        if fault == gpu_kernels.NOT_A_POSITION:
            children = [rules.play(position, move) for move in rules.moves(position)]
            beyond = (child for child in children if not 0 <= child < 1 << 63)
            raise not_a_position(rules, next(beyond, "a negative number"))
        check_ends(rules, [position], [0], [rules.worth(position)])
        raise ValueTooLargeError
