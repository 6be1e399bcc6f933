"""Hash table of the classes of a game in device memory, and the moves of its positions.

A class is identified by its slot in the table of keys. When the table grows, slots change, and
everything that refers to slots is renumbered: the order of discovery and the stored moves.

If the moves of all positions do not fit, none are stored, and they are generated again whenever
they are needed.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels
from kibitz.engines.gpu.gpu_functions import Functions
from kibitz.engines.gpu.position_set import MOVES_EACH, PositionSet, Sizes, Span, TooLargeForGPU
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import GPUArray
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import Meter
from kibitz.solve.memory.explore_compiled import measured
from kibitz.system.memory_limit import in_words

SLOTS_OF_A_TIER = 1 << 22  # initially


class ClassSet(PositionSet):
    """The set of known positions in the order of discovery, up to symmetry or not.

    `order` are the slots of the `known` positions, `codes` values by slot, and `spans` the moves,
    if they are stored.

    With a `level`, positions of that tier are expanded and those of lower ones only found; `codes`
    then mark the targets of moves among these. When it is `closed`, no move leads to new positions.
    """

    def __init__(
        self,
        rules: Rules,
        functions: Functions,
        sizes: Sizes,
        watch: Meter,
        *,
        mirrored: bool = True,
        level: int = gpu_kernels.ALL,
        wide: bool = False,
        beside: float = 0,
        last: PositionSet | None = None,
    ) -> None:
        super().__init__(
            rules, functions, sizes, watch, mirrored=mirrored, level=level, beside=beside, last=last
        )
        self.wide = wide
        self.closed = False
        self.measuring = True  # whether to estimate the game if it does not fit
        valued = mirrored and level == gpu_kernels.ALL
        self.keep_moves = sizes.keep_moves and valued
        self.marked = valued and (rules.same_mover is not None or rules.cost is not None)
        self.spans: list[Span] = []
        self.order = device.empty(0, np.uint32)
        self.codes = self.code_row(0)
        self.picked: GPUArray = device.empty(0, np.uint32)  # positions whose moves are made again

    @property
    def a_slot(self) -> int:  # type: ignore[override]
        """The size of a slot in bytes: its key, its rank in the order of discovery, its code."""
        return 8 + 4 + self.code_bytes

    @property
    def code_bytes(self) -> int:
        """The size of a code; a sum of costs may exceed a code before a better one is found."""
        objective = self.rules.objective
        if not objective.by_steps:
            return 4 if objective.costs else objective.code_bytes
        return 2 if self.wide else 1

    def code_row(self, length: int) -> GPUArray:
        """Return an array for codes in device memory."""
        return device.empty(length, f"int{8 * self.code_bytes}")

    def room(self) -> int:
        return self.sizes.most_slots if self.closed else super().room()

    def arrays(self) -> list[GPUArray]:
        stored = [array for span in self.spans for array in span.moves]
        return [*super().arrays(), self.order, self.picked, *stored]

    def seed(self, positions: Any) -> None:
        """Make these the first known positions, each once."""
        self.seed_row(device.cuda().to_device(positions), len(positions))

    def seed_row(self, row: Any, count: int) -> None:
        """Do the same for the first `count` of a row in device memory."""
        self._make_room(count)
        self.launch(gpu_kernels.enter, count, row, count, self.keys, self.order, self.counters)
        self.read_counters()

    def seed_placements(self, placed: int) -> None:
        """Make the canonical ones of so many placements the first known positions."""
        rows = self.functions.rows
        counters = device.cuda().to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        self.launch(gpu_kernels.place_all, placed, placed, 1, self.keys, rows, self.order, counters)
        self._make_room(int(counters.copy_to_host()[gpu_kernels.KNOWN]))
        self.launch(
            gpu_kernels.place_all, placed, placed, 0, self.keys, rows, self.order,
            self.counters,
        )  # fmt: skip
        self.read_counters()

    def _make_room(self, count: int) -> None:
        """Make a table for so many positions and those after them."""
        slots = self.sizes.slots
        if self.level != gpu_kernels.ALL:  # there may be many small tiers
            slots = min(slots, SLOTS_OF_A_TIER)
        usual = int(min(slots, self.allowed / 4 / self.a_slot))
        if not self.grow_table(max(usual, int(2 * count / self.sizes.load)), count):
            raise self.too_large()

    def refill(self, old: GPUArray, old_slots: int) -> None:
        old_codes, order = self.codes, self.order
        self.order = device.empty(int(self.slots * self.sizes.load) + 1, np.uint32)
        self.codes = self.code_row(self.slots)
        undecided = self.rules.objective.undecided if self.level == gpu_kernels.ALL else 0
        self.launch(gpu_kernels.fill, self.slots, self.codes, undecided)
        if old_slots:
            moved = device.empty(old_slots, np.uint32)
            self.launch(gpu_kernels.rehash, old_slots, old, self.keys, old_codes, self.codes, moved)
            self.launch(gpu_kernels.renumber, self.known, order, self.known, moved)
            self.order[: self.known].copy_to_device(order[: self.known])
            for span in self.spans:
                self.launch(gpu_kernels.renumber, span.total, span.stream, span.total, moved)

    def free_memory(self) -> None:
        """Free the memory of the table and of the moves."""
        self.keys = self.order = self.codes = device.FREED
        self.spans = []

    def free_buffers(self) -> None:
        """Free the arrays that moves are made in, when there are none to make."""
        self.made = self.scratch = self.counts = self.begins = self.picked = device.FREED

    def forget_moves(self) -> bool:
        """Stop storing moves, to free their memory; return whether there were any."""
        held = bool(self.spans)
        self.spans = []
        self.keep_moves = False
        return held

    def too_large(self) -> TooLargeForGPU:
        """Return the error for a game that does not fit, with an estimate if possible."""
        most = int(self.sizes.most_slots * self.sizes.load)
        if 1.2 * self.slots >= self.sizes.most_slots or self.known > most:
            return TooLargeForGPU(
                "more than {most} positions of this game, up to symmetry, would have to be on the "
                "GPU at the same time, and that is the limit; kibitz table solves on the disk with "
                "--memory or on a cluster with --on ray",
                most=most,
            )
        measuring = self.measuring and self.level == gpu_kernels.ALL and not self.closed
        found = measured(self.rules) if measuring and available() else None
        if found is not None and found.complete and found.positions > self.known:
            return TooLargeForGPU(
                "the game has about {positions} positions up to symmetry ({least} to {most}) and "
                "needs about {needed} of the GPU's memory, of which {memory} may be used; kibitz "
                "table solves on the disk with --memory or on a cluster with --on ray",
                **found.details()
                | {"needed": in_words(found.positions / self.sizes.load * self.a_slot)},
                memory=in_words(self.allowed + self.beside),
            )
        return TooLargeForGPU(
            "the game has more than {positions} positions up to symmetry and needs more than "
            "{needed} of the GPU's memory, of which {memory} may be used; kibitz table solves on "
            "the disk with --memory or on a cluster with --on ray",
            positions=self.known,
            needed=in_words(self._needed()),
            memory=in_words(self.allowed + self.beside),
        )

    def _needed(self) -> float:
        """Return the minimum number of bytes needed: current arrays and a larger table."""
        table = self.known / self.sizes.load * self.a_slot
        larger = self.slots * (1.2 * self.a_slot + 4) or table
        return max(table, self.beside + self.allowed - self.spare() + larger)

    # Exploring

    @property
    def source(self) -> tuple[GPUArray, GPUArray]:
        return self.order, self.keys

    def advance(self) -> Span:
        """Expand the next positions: a whole layer, or as many as the limits allow."""
        if self.expanded == self.layer_end:
            self.layer_end = self.known
        first = self.expanded
        last, span = self.next_batch(first, self.layer_end, keep=self.keep_moves)
        self.make_moves(span, self.source, first, last, keep=self.keep_moves)
        self.read_counters()
        if self.keep_moves:
            self.spans.append(span)
        self.expanded = last
        self.edges += span.total
        return span

    def sweeps(self) -> list[Span]:
        """Return the moves of all positions as they are to be visited, the last found first.

        Where codes spread from the last layer to the first, each layer is visited separately.
        Elsewhere thin layers are visited in one launch: starting one takes longer than they do.
        """
        each = self.sizes.joined // max(1, len(self.spans))
        thin = [span for span in self.spans if span.total <= each]
        fits = sum(array.nbytes for span in thin for array in span.moves) < self.spare()
        if self.rules.objective.by_distance and len(thin) > 1 and fits:
            self.spans = [self._joined(thin), *(span for span in self.spans if span.total > each)]
        return self.spans[::-1]

    def _joined(self, spans: list[Span]) -> Span:
        count, total = sum(span.count for span in spans), sum(span.total for span in spans)
        begins, stream = device.empty(count + 1, np.uint32), device.empty(total, np.uint32)
        marks = device.empty(total, np.int16) if self.marked else self.marks
        at = edge = 0
        for span in spans:
            self.launch(gpu_kernels.shift, span.count + 1, span.begins, edge)
            begins[at : at + span.count + 1].copy_to_device(span.begins)
            stream[edge : edge + span.total].copy_to_device(span.stream)
            if self.marked:
                marks[edge : edge + span.total].copy_to_device(span.marks)
            at, edge = at + span.count, edge + span.total
        return Span(count, total, begins, stream, marks)

    def make_moves(self, span: Span, source: Any, first: int, last: int, *, keep: bool) -> None:
        """Fill a span; new positions are added to the known ones."""
        marks = span.total if self.marked else 0
        if keep and 4 * span.total + 2 * marks > self.spare():
            self.forget_moves()
            keep = False
        self.marks = self.enlarged(self.marks, 0 if keep else marks)
        if keep:
            try:
                span.stream = device.empty(span.total, np.uint32)
                span.marks = device.empty(marks, np.int16) if marks else self.marks
            except MemoryError:
                span.stream = device.FREED
                self.forget_moves()
                self.marks = self.enlarged(self.marks, marks)
        self.write_moves(span, source, first, last)
        self.launch(
            gpu_kernels.link, span.total, span.total, self.keys, self.functions.rows, span.moves,
            self.made, int(self.marked), int(self.mirrored), self.order, self.counters,
        )  # fmt: skip
        if self.level != gpu_kernels.ALL:
            self.launch(gpu_kernels.mark, span.total, span.total, span.moves, self.made, self.codes)

    def room_to_pick(self, length: int) -> GPUArray:
        """Return an array for so many positions whose moves are made again."""
        self.picked = self.enlarged(self.picked, length, MOVES_EACH)
        return self.picked

    def read_counters(self) -> list[int]:
        counters = super().read_counters()
        self.known = counters[gpu_kernels.KNOWN]
        return counters
