"""In-memory solver on the GPU, from the rules of a game to the rows of its table.

Exploration: layer by layer, all positions of a layer at once. Evaluation: sweeps over undecided
positions. Where every move counts one, there is a sweep for every distance; other codes propagate
backwards through the layers until none changes, and then, where positions with margins can recur,
the largest margin first. Then the positions are sorted, and their codes looked up. The table is
identical to that of `solve/memory/in_memory.py`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels, value_kernels
from kibitz.engines.gpu.gpu_classes import ClassSet
from kibitz.engines.gpu.gpu_functions import functions_for
from kibitz.engines.gpu.gpu_images import images_by_slot
from kibitz.engines.gpu.position_set import Sizes, Span
from kibitz.engines.gpu.value_kernels import AT_ONCE
from kibitz.rules.objectives.objective import LARGEST_CODE
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.effort import Meter
from kibitz.solve.invalid_rules import check_placements, is_position, not_a_position
from kibitz.solve.memory.explore_interpreted import EXPLORING
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.memory.valuation import VALUING, ValueTooLargeError
from kibitz.solve.store.table import Census, PositionTable

TALLYING = 1 << 10  # blocks that count, each with its own counters
MOST_BINS = 1 << 22  # codes that are counted on the device
FIRST_WIDE_CODE = 1 << 7  # the first code that does not fit into one byte


class GPUSolver:
    """Solves one game; `seconds` is the time of each phase, compiling included."""

    def __init__(self, rules: Rules, watch: Meter, sizes: Sizes | None = None) -> None:
        self.rules = rules
        self.watch = watch
        self.sizes = sizes or Sizes()
        self.seconds: dict[str, float] = {}
        self.valued, self.total = 0, 0  # classes, if solved by tiers
        self.kept_moves = True
        self._since = time.perf_counter()
        self.functions = functions_for(rules)
        self.placed = 0
        self.classes = ClassSet(rules, self.functions, self.sizes, watch)
        self._part("preparing")

    def _part(self, name: str) -> None:
        """Record the time of a finished phase."""
        device.cuda().synchronize()
        now = time.perf_counter()
        self.seconds[name] = self.seconds.get(name, 0.0) + now - self._since
        self._since = now

    def run(self) -> PositionTable:
        """Return the table."""
        try:
            self.explore()
            self.kept_moves = self.classes.keep_moves
            self._part("exploring")
            self.value()
            self._part("valuing")
            classes = self.classes
            classes.forget_moves()
            images = images_by_slot(classes, self.placed)
            classes.free_buffers()
            self._part("counting")
            return self.table(images)
        except MemoryError:
            raise self.classes.too_large() from None

    # Exploring

    def explore(self) -> None:
        """Find all classes."""
        self.explore_until(None)

    def explore_until(self, most: int | None) -> bool:
        """Find all classes; return whether there are at most `most`, which are then all."""
        classes, rules = self.classes, self.rules
        if not classes.known and rules.placements is not None and rules.placement_at is not None:
            self.placed = number_of_placements(rules.placement_at)
            classes.seed_placements(self.placed)
        elif not classes.known:
            classes.seed(self._seeds())
        while classes.expanded < classes.known:
            if most is not None and classes.known > most:
                return False
            self.watch(EXPLORING, classes.expanded, None)
            classes.advance()
        return most is None or classes.known <= most

    def _seeds(self) -> Any:
        if self.rules.placements is not None:
            from kibitz.solve.memory.explore_compiled import seed_compiled

            graph = Graph()
            seed_compiled(self.rules, graph, self.watch)
            self.placed = graph.placed
            return graph.positions
        for position in (self.rules.start, start := self._start()):
            if not is_position(position):
                raise not_a_position(self.rules, position)
        return np.array([start], dtype=np.int64)

    def _start(self) -> int:
        return self.rules.class_of(self.rules.start)

    # Valuing

    def value(self, beyond: int = 0) -> None:
        """Compute the code of every class; known codes have priorities up to `beyond`."""
        classes, objective = self.classes, self.rules.objective
        if objective.by_margin:
            self._value_margins()
            return
        decided, deciding, more = 0, 1, 1
        step = 1 if objective.by_steps else AT_ONCE
        spans = classes.sweeps()
        while more or (objective.by_steps and step <= beyond):
            self._report(decided)
            if step + 1 == FIRST_WIDE_CODE:
                self._widen()
            settle = partial(self._settle, step, deciding > 0 or step <= beyond)
            more, deciding, _ = self._sweep(spans, settle)
            if more and objective.by_steps and step + 1 > LARGEST_CODE:
                raise ValueTooLargeError
            decided += more
            step += objective.by_steps

    def _value_margins(self) -> None:
        """Compute margins: first without order, then by turns for positions that can recur.

        A turn is that of one margin m, the largest first, and lasts until a sweep decides nothing.
        All larger margins that can be forced are then decided, so a code that a turn decides is m
        or -m: a move to a loss by m wins by m, and moves that all lead to wins by m or more, one of
        them by m, lose by m. Every position is decided by its own thread alone, once, and such a
        code is final. So it does not matter in which order threads visit positions, nor whether
        they see the codes of the same sweep. The last sweep of a turn changes nothing, so the next
        turn that it finds is the same for every order too.
        """
        classes, undecided = self.classes, self.rules.objective.undecided
        spans, before, waiting = classes.sweeps(), -1, classes.known
        while waiting and waiting != before:
            self._report(classes.known - waiting)
            before, waiting = waiting, self._sweep(spans, partial(self._weigh_span, undecided))[0]
        turn = 0
        while waiting and turn != AT_ONCE:
            self._report(classes.known - waiting)
            decided, _, following = self._sweep(spans, partial(self._settle, turn, True))
            turn = turn if decided else following
            waiting -= decided
        classes.launch(gpu_kernels.replace, classes.slots, classes.codes, undecided, 0)

    def _report(self, decided: int) -> None:
        known = self.classes.known
        self.watch(VALUING, self.valued + min(decided, known), self.total or known)

    def _widen(self) -> None:
        """Widen the codes beyond one byte."""
        classes = self.classes
        if not classes.wide:
            wider = device.empty(classes.slots, np.int16)
            classes.launch(value_kernels.widen, classes.slots, classes.codes, wider)
            classes.codes = wider
            classes.wide = True

    def _sweep(self, spans: list[Span], decide: Callable[[Span], None]) -> list[int]:
        """Visit everything that may be decided now; return the counters of the sweep."""
        self._reset()
        for span in spans:
            decide(span)
        if not self.classes.keep_moves:
            self._sweep_anew(decide)
        return self.classes.read_counters()[gpu_kernels.DECIDED :]

    def _reset(self) -> None:
        """Reset the counters of a sweep."""
        reset = self._zeros(gpu_kernels.COUNTERS)
        reset[gpu_kernels.FOLLOWING] = AT_ONCE
        first = gpu_kernels.DECIDED
        self.classes.counters[first:].copy_to_device(reset[first:])

    def _weigh_span(self, unknown: int, span: Span) -> None:
        """Decide positions all of whose moves are decided; count the others."""
        classes = self.classes
        largest = (1 << 8 * self.rules.objective.code_bytes - 1) - 1  # that a table holds
        classes.launch(
            value_kernels.weigh, span.count, span.moves, span.count, classes.codes, unknown,
            largest, classes.counters,
        )  # fmt: skip

    def _settle(self, step: int, any_deciding: bool, span: Span) -> None:
        """Decide positions by codes whose priority is at most `step`."""
        classes = self.classes
        classes.launch(
            value_kernels.settle, span.count, span.moves, span.count, classes.codes, step,
            int(any_deciding), classes.counters,
        )  # fmt: skip

    def _sweep_anew(self, decide: Callable[[Span], None]) -> None:
        """Do the same without stored moves: generate them again in batches, the last first."""
        classes = self.classes
        each = max(1, int(classes.edges_at_once / (1.1 * (1 + classes.edges / classes.known))))
        picked = classes.room_to_pick(each)
        count = device.cuda().to_device(self._zeros(gpu_kernels.COUNTERS))
        last = classes.expanded
        while last:
            first = max(0, last - each)
            count[: 1 + gpu_kernels.KNOWN].copy_to_device(self._zeros(1))
            classes.launch(
                value_kernels.undecided, last - first, classes.order, first, last, classes.codes,
                picked, count,
            )  # fmt: skip
            found = int(count.copy_to_host()[gpu_kernels.KNOWN])
            begin, source = 0, (picked, classes.keys)
            while begin < found:
                end = found
                span = classes.counted(source, begin, end)
                while span.total > classes.edges_at_once and end > begin + 1:
                    end = begin + max(1, (end - begin) // 2)
                    span = classes.counted(source, begin, end)
                classes.make_moves(span, source, begin, end, keep=False)
                decide(span)
                begin = end
            last = first

    def _zeros(self, length: int) -> Any:
        return np.zeros(length, np.int64)

    # The table

    def table(self, images: Any) -> PositionTable:
        """Return the table, its rows sorted and copied from the device."""
        classes = self.classes
        count = classes.known
        self.watch.need((8 + classes.code_bytes) * count)
        positions = device.empty(count, np.int64)
        classes.launch(value_kernels.gather, count, classes.order, count, classes.keys, positions)
        classes.order = device.FREED
        device.sort(positions)
        codes = device.empty(count, classes.codes.dtype)
        classes.launch(
            value_kernels.look_up, count, positions, count, classes.keys, classes.codes, codes
        )
        sizes = device.empty(count, np.int32)
        if images is None:
            classes.launch(
                value_kernels.orbits, count, positions, count, self.functions.rows, sizes
            )
        else:
            classes.launch(
                value_kernels.look_up, count, positions, count, classes.keys, images, sizes
            )
        in_full, by_class = self._histograms(codes, sizes, count)
        check_placements(self.rules, sum(in_full.values()), self.placed)
        named = self.rules.objective.hardest_codes(by_class)
        hardest = {code: self._first_with(codes, count, code) for code in named}
        self._part("sorting")
        rows = positions.copy_to_host(), codes.copy_to_host()
        self._part("copying")
        at = {code: int(rows[0][row]) for code, row in hardest.items()}
        start = int(rows[1][np.searchsorted(rows[0], self._start())])
        census = Census(in_full, by_class, at, start)
        return PositionTable(self.rules, rows[0].data, rows[1].data, census)

    def _histograms(
        self, codes: Any, images: Any, count: int
    ) -> tuple[dict[int, int], dict[int, int]]:
        """Return the number of positions with each code, in total and up to symmetry."""
        least, most = self._range(codes, count)
        if most - least >= MOST_BINS:
            present, which = np.unique(codes.copy_to_host(), return_inverse=True)
            full = np.bincount(which, np.maximum(1, images.copy_to_host()))
            return by_code(present, full), by_code(present, np.bincount(which))
        cuda = device.cuda()
        by_class, in_full = (cuda.to_device(self._zeros(most + 1 - least)) for _ in range(2))
        self.classes.launch(
            value_kernels.tally,
            count,
            codes,
            images,
            count,
            least,
            by_class,
            in_full,
            blocks=TALLYING,
        )
        counted, counted_full = by_class.copy_to_host(), in_full.copy_to_host()
        present = np.flatnonzero(counted)
        codes_here = present + least
        return by_code(codes_here, counted_full[present]), by_code(codes_here, counted[present])

    def _range(self, codes: Any, count: int) -> tuple[int, int]:
        """Return the least and the greatest code."""
        ends = device.cuda().to_device(np.array([1 << 62, -(1 << 62)]))
        self.classes.launch(value_kernels.extent, count, codes, count, ends, blocks=TALLYING)
        least, most = map(int, ends.copy_to_host())
        if most >= 1 << 8 * self.rules.objective.code_bytes - 1:
            raise ValueTooLargeError
        return least, most

    def _first_with(self, codes: Any, count: int, code: int) -> int:
        first = device.cuda().to_device(np.array([count], dtype=np.int64))
        self.classes.launch(
            value_kernels.first_with, count, codes, count, code, first, blocks=TALLYING
        )
        return int(first.copy_to_host()[0])


def number_of_placements(placement_at: Callable[[int], int]) -> int:
    """Return the first index without a placement."""
    low, high = 0, 1
    while placement_at(high - 1) >= 0:
        low, high = high, 2 * high
    while low < high - 1:
        middle = (low + high) // 2
        low, high = (middle, high) if placement_at(middle - 1) >= 0 else (low, middle)
    return low


def by_code(codes: Array, counts: Array) -> dict[int, int]:
    """Return the count of each code."""
    return {int(code): int(count) for code, count in zip(codes, counts, strict=True)}
