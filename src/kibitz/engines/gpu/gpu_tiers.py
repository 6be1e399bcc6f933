"""Tier-by-tier solver on the GPU, for games that may exceed device memory.

As in `solve/memory/tiers.py`: positions are found downwards, values computed upwards. Device memory
holds one tier and, on the way down, the positions found in lower ones; on the way up, the positions
and codes that its moves lead to. Everything else is in host memory: sorted positions, and codes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels, value_kernels
from kibitz.engines.gpu.gpu_classes import ClassSet
from kibitz.engines.gpu.gpu_images import NO_LIMIT
from kibitz.engines.gpu.gpu_kernels import ALL
from kibitz.engines.gpu.gpu_solver import TALLYING, GPUSolver
from kibitz.engines.gpu.merge_ranges import ranges
from kibitz.engines.gpu.position_set import Span
from kibitz.solve.arrays import Array, GPUArray
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import COUNTING
from kibitz.solve.estimate import refuse
from kibitz.solve.memory.explore_compiled import measured
from kibitz.solve.memory.explore_interpreted import EXPLORING
from kibitz.solve.memory.valuation import VALUING
from kibitz.solve.store.table import Census, PositionTable

A_ROW = 20  # bytes of host memory per position: in its tier, and merged
A_MERGED = 48  # bytes of device memory per position that is merged
PIECE = 1 << 26  # positions copied to the device at a time


class GPUTiers(GPUSolver):
    """Solves one game by its tiers; `found`, `codes` and `leads` are by tier."""

    found: dict[int, Array]
    codes: dict[int, Array]
    leads: dict[int, list[int]]  # the target tiers of moves
    looked = False  # whether the size of the game was estimated
    images: dict[int, Array]  # numbers of images that belong to the game, unless all do

    def run(self) -> PositionTable:
        """Return the table."""
        self.solve()
        try:
            positions, codes = self._merged()
        except MemoryError:
            raise self.classes.too_large() from None
        self._part("merging")
        return PositionTable(self.rules, positions.data, codes.data, self.census())

    @property
    def unknown(self) -> int:
        """The code of a position in the tier that is being evaluated; 0 may be a draw below it."""
        return -(1 << 8 * self.rules.objective.code_bytes - 1)

    def solve(self) -> None:
        """Find and evaluate all positions."""
        self.found, self.codes, self.leads, self.images = {}, {}, {}, {}
        self.in_full: Counter[int] = Counter()
        self.by_class: Counter[int] = Counter()
        self.first_of: dict[int, int] = {}
        self.edges = 0
        try:
            self._down()
            self._part("exploring")
            self._count_images()
            self._part("counting")
            self._up()
            self._part("valuing")
        except MemoryError:
            raise self.classes.too_large() from None

    def census(self) -> Census:
        """Return the census of all tiers."""
        assert self.rules.tier is not None
        top = self.rules.tier(self._start())
        start = int(self.codes[top][np.searchsorted(self.found[top], self._start())])
        counts = self.in_full, self.by_class, self.first_of
        return Census.of_counts(self.rules.objective, *counts, start)

    # Down

    def _down(self) -> None:
        for tier, row, count, leads in self._explored(mirrored=True):
            self.watch.need(8 * count)
            own = row[:count]
            device.sort(own)
            self.found[tier] = own.copy_to_host()
            self.leads[tier] = leads
            self.edges += self.classes.edges - self.classes.known
        self.total = sum(map(len, self.found.values()))

    def _explored(self, *, mirrored: bool) -> Iterator[tuple[int, GPUArray, int, list[int]]]:
        """Explore tier by tier, the highest first.

        Yield the tier, a row in device memory that begins with its positions, their number, and the
        target tiers of their moves.
        """
        rules, done = self.rules, 0
        assert rules.tier is not None
        seeds = self._seeds() if mirrored else np.array([rules.start], dtype=np.int64)
        tier, rest, count = rules.tier(int(seeds[0])), device.cuda().to_device(seeds), 1
        beside = 0
        while True:
            self.classes = classes = self._set(mirrored=mirrored, level=tier, beside=beside)
            classes.seed_row(rest, count)
            del rest
            while classes.expanded < classes.known:
                self.watch(EXPLORING if mirrored else COUNTING, done + classes.expanded, None)
                classes.advance()
                self._look_ahead(done + classes.known)
            leads, following = [], self._highest_below(tier, marked=True)
            while following != ALL:
                leads.append(following)
                following = self._highest_below(following, marked=True)
            following = self._highest_below(tier, marked=False)
            row, own = self._parted(classes)
            yield tier, row, own, leads
            if following == ALL:
                return
            done += own
            tier, rest, count, beside = following, row[own:], classes.known - own, row.nbytes
            del row

    def _look_ahead(self, known: int) -> None:
        """Estimate a game that turns out to be large; reject one that exceeds host memory."""
        if self.looked or A_ROW * known <= self.watch.spare() / 8 or not available():
            return
        self.looked = True
        found = measured(self.rules)
        found.moves = 0  # only those of one tier are in memory
        refuse(found, self.watch, 0)

    def _set(self, **more: Any) -> ClassSet:
        last = self.classes
        last.free_memory()
        return ClassSet(self.rules, self.functions, self.sizes, self.watch, last=last, **more)

    def _highest_below(self, limit: int, *, marked: bool) -> int:
        """Return the highest tier below another; if `marked`, of the targets of its moves."""
        classes = self.classes
        found = device.cuda().to_device(np.array([ALL], dtype=np.int64))
        classes.launch(
            gpu_kernels.highest_below, classes.known, classes.order, classes.known,
            classes.keys, classes.codes, self.functions.rows, limit, int(marked), found,
            blocks=TALLYING,
        )  # fmt: skip
        return int(found.copy_to_host()[0])

    def _parted(self, classes: ClassSet) -> tuple[GPUArray, int]:
        """Return all positions in a row, first those of the current tier, and their number.

        The set is freed for that.
        """
        row = device.empty(classes.known, np.int64)
        counters = device.cuda().to_device(np.zeros(2, np.int64))
        classes.launch(
            gpu_kernels.part, classes.known, classes.order, classes.known, classes.keys,
            self.functions.rows, classes.level, row, counters,
        )  # fmt: skip
        classes.free_memory()
        return row, int(counters.copy_to_host()[0])

    # Images

    def _count_images(self) -> None:
        """Count the images of each class that belong to the game (see `solve/memory/census.py`).

        The images of the start are in its tier, so that tier shows whether all images belong.
        """
        rules = self.rules
        if rules.canonical is None:
            return
        start = self._start()
        half = rules.orbit(start) // 2 if rules.orbit else NO_LIMIT
        if half == 0:
            return
        for tier, row, count, _ in self._explored(mirrored=False):
            images = self._images_of(self.found[tier], row, count)
            if not self.images and images[np.searchsorted(self.found[tier], start)] > half:
                return
            self.images[tier] = images

    def _images_of(self, positions: Array, full: GPUArray, count: int) -> Array:
        """Return the number of positions in `full` that are images of each class."""
        row = device.cuda().to_device(positions)
        classes = self._closed(row, beside=row.nbytes + full.nbytes)
        images, sizes = device.empty(classes.slots, np.int32), device.empty(len(row), np.int32)
        classes.launch(gpu_kernels.fill, classes.slots, images, 0)
        classes.launch(
            value_kernels.add_images, count, full, count, classes.keys, self.functions.rows, images
        )  # fmt: skip
        classes.launch(value_kernels.look_up, len(row), row, len(row), classes.keys, images, sizes)
        return sizes.copy_to_host()

    # Up

    def _up(self) -> None:
        near: dict[int, tuple[GPUArray, GPUArray]] = {}  # of tiers just evaluated, on the device
        tiers = sorted(self.found)
        for tier, following in zip(tiers, [*tiers[1:], None], strict=True):
            self.watch(VALUING, self.valued, self.total)
            positions = device.cuda().to_device(self.found[tier])
            codes = self._valued(tier, positions, near)
            wanted = () if following is None else self.leads[following]
            near = {each: rows for each, rows in near.items() if each in wanted}
            if tier in wanted:
                near[tier] = positions, codes
            self.valued += len(positions)

    def _valued(
        self, tier: int, positions: GPUArray, near: dict[int, tuple[GPUArray, GPUArray]]
    ) -> GPUArray:
        """Evaluate a tier; return its codes, which are still in device memory."""
        leads = self.leads[tier]
        beside = positions.nbytes + sum(row.nbytes for rows in near.values() for row in rows)
        more = sum(len(self.found[each]) for each in leads)
        self.classes = classes = self._closed(positions, more, beside)
        for each in leads:
            for rows in [near[each]] if each in near else self._pieces(each):
                classes.launch(
                    gpu_kernels.enter_valued, len(rows[0]), *rows, len(rows[0]), classes.keys,
                    classes.codes,
                )  # fmt: skip
        opened = 0
        while classes.expanded < classes.known:
            span = classes.advance()
            waiting = self._weigh(span)
            if classes.spans and not waiting:
                classes.spans.pop()
            opened += waiting
        undecided = self.rules.objective.undecided
        classes.launch(gpu_kernels.replace, classes.slots, classes.codes, self.unknown, undecided)
        if opened:
            self.value(self._highest_priority())
        self.kept_moves &= classes.keep_moves
        return self._looked_up(tier, positions)

    def _highest_priority(self) -> int:
        """Return the highest priority of the codes that are known."""
        classes, found = self.classes, device.cuda().to_device(self._zeros(1))
        classes.launch(
            value_kernels.highest_priority, classes.slots, classes.codes, found, blocks=TALLYING
        )
        return int(found.copy_to_host()[0])

    def _closed(self, positions: GPUArray | None, more: int = 0, beside: int = 0) -> ClassSet:
        """Return a set of positions with unknown values, with space for `more`."""
        classes = self._set(wide=True, beside=beside)
        count = 0 if positions is None else len(positions)
        load = self.sizes.load
        if not classes.grow_table(int(1.02 * (count + more) / load) + 16, count + more):
            classes.closed, classes.known = True, count + more
            raise classes.too_large()
        classes.launch(gpu_kernels.fill, classes.slots, classes.codes, self.unknown)
        if positions is not None:
            rows = (classes.keys, classes.order, classes.counters)
            classes.launch(gpu_kernels.enter, count, positions, count, *rows)
        classes.closed = True
        classes.read_counters()
        return classes

    def _pieces(self, tier: int) -> Iterator[tuple[GPUArray, GPUArray]]:
        """Copy the positions and codes of a tier to the device in pieces."""
        for first in range(0, len(self.found[tier]), PIECE):
            rows = (row[tier][first : first + PIECE] for row in (self.found, self.codes))
            positions, codes = map(device.cuda().to_device, rows)
            yield positions, codes

    def _weigh(self, span: Span) -> int:
        """Decide positions by the codes of lower tiers; return the number of undecided ones."""
        self._reset()
        self._weigh_span(self.unknown, span)
        return self.classes.read_counters()[gpu_kernels.DECIDED]

    def _looked_up(self, tier: int, positions: GPUArray) -> GPUArray:
        """Return the codes of a tier in their final form, and count them."""
        classes, count = self.classes, len(positions)
        codes, sizes = classes.code_row(count), device.empty(count, np.int32)
        classes.launch(
            value_kernels.look_up, count, positions, count, classes.keys, classes.codes, codes
        )
        if self.images:
            sizes = device.cuda().to_device(self.images[tier])
        else:
            classes.launch(
                value_kernels.orbits, count, positions, count, self.functions.rows, sizes
            )
        in_full, by_class = self._histograms(codes, sizes, count)
        self.in_full.update(in_full)
        self.by_class.update(by_class)
        for code in self.rules.objective.hardest_codes(by_class):
            first = int(self.found[tier][self._first_with(codes, count, code)])
            self.first_of[code] = min(first, self.first_of.get(code, first))
        self.watch.need(codes.nbytes)
        self.codes[tier] = codes.copy_to_host()
        return codes

    # Together

    def _merged(self) -> tuple[Array, Array]:
        """Return all positions in ascending order, and their codes."""
        tiers = sorted(self.found)
        found, known = [self.found[tier] for tier in tiers], [self.codes[tier] for tier in tiers]
        self.watch.need((8 + known[0].itemsize) * self.total)
        positions, codes = np.empty(self.total, np.int64), np.empty(self.total, known[0].dtype)
        self.classes.free_memory()
        at = 0
        for spans in ranges(found, max(1, int(self.classes.allowed / A_MERGED))):
            end = at + sum(map(len, spans))
            cut = [
                (some[span.start : span.stop], values[span.start : span.stop])
                for some, values, span in zip(found, known, spans, strict=True)
            ]
            self._merge(cut, positions[at:end], codes[at:end])
            at = end
        return positions, codes

    def _merge(self, cut: list[tuple[Array, Array]], positions: Array, codes: Array) -> None:
        """Merge rows of positions, and their codes, into one of each."""
        count = len(positions)
        row, found = device.empty(count, np.int64), device.empty(count, codes.dtype)
        classes = self._closed(None, count, row.nbytes + found.nbytes)
        at = 0
        for some, values in cut:
            if len(some):
                part = row[at : at + len(some)]
                part.copy_to_device(some)
                values_there = device.cuda().to_device(values)
                classes.launch(
                    gpu_kernels.enter_valued, len(some), part, values_there, len(some),
                    classes.keys, classes.codes,
                )  # fmt: skip
                at += len(some)
        device.sort(row)
        classes.launch(value_kernels.look_up, count, row, count, classes.keys, classes.codes, found)
        classes.free_memory()
        row.copy_to_host(positions)
        found.copy_to_host(codes)
