"""GPU solver for games of men on points, tier by tier, over every placement of the men.

No position is stored: the rules list the possible numbers of men (`Rules.men`), and every placement
of them has a rank. So a position takes only its code, two bytes, and a game of tens of billions of
positions fits on one GPU. First the positions that can be reached from the start are marked, the
highest tier first. Then the tiers are solved, the lowest first: moves to lower tiers give codes,
moves inside a tier are counted and reversed, and values propagate along them. Last, each code is
checked against the codes after every move: that proves them all, since a distance leads down to an
end, and a draw to a draw for ever.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels, value_kernels
from kibitz.engines.gpu.position_set import TooLargeForGPU
from kibitz.engines.gpu.prefix_sums import running_sums
from kibitz.engines.ranks import men_kernels
from kibitz.engines.ranks.men_builder import TierCount
from kibitz.engines.ranks.men_kernels import FOUND, HIGHEST, INSIDE
from kibitz.engines.ranks.men_numbering import Block, Numbering, size_of, span_of
from kibitz.engines.ranks.men_on_device import GPUNumbering, MenFunctions
from kibitz.language.errors import KibitzError
from kibitz.rules.objectives.objective import LARGEST_CODE
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array, GPUArray
from kibitz.solve.effort import Meter
from kibitz.solve.memory.explore_interpreted import EXPLORING
from kibitz.solve.memory.valuation import VALUING, ValueTooLargeError
from kibitz.system.memory_limit import in_words

THREADS = 256
MOST_BLOCKS = 132 * 64  # of threads, for grid-stride loops
A_CODE = 2  # bytes
NOWHERE = (1 << 63) - 1  # beyond all positions
AT_LEAST = 9  # bytes per position of the tier that is being solved, without its moves


class MenOnGPU:
    """Solves one game of men; `codes` are on the device, by rank."""

    def __init__(self, rules: Rules, watch: Meter, memory: float | None = None) -> None:
        assert rules.men is not None
        self.rules = rules
        self.watch = watch
        self.numbering = Numbering(rules.men)
        self.tiers = self.numbering.tiers()
        self.moves_inside = 0
        self._memory = memory
        self._valued = 0
        largest = max(map(size_of, self.tiers.values()))
        self._need(A_CODE * self.numbering.total + AT_LEAST * largest)
        self.functions = MenFunctions(rules)
        self.tables = GPUNumbering(self.numbering, self._launch)
        self.codes = self._zeros(self.numbering.total, np.int16)

    def _need(self, octets: int) -> None:
        """Raise an error if so much more device memory cannot be used."""
        free = device.free() if self._memory is None else min(device.free(), self._memory)
        if octets > free:
            raise TooLargeForGPU(
                "the game needs more than {needed} of the GPU's memory, of which {memory} may be "
                "used",
                needed=in_words(octets),
                memory=in_words(free),
            )

    def code_of(self, position: int) -> int:
        at = self._rank(position)
        return int(self.codes[at : at + 1].copy_to_host()[0])

    def _rank(self, position: int) -> int:
        at = self.numbering.rank(position, self.tables.sets)
        assert at is not None
        return at

    # Kernels

    def _launch(self, kernel: Callable[..., None], size: int, *arguments: Any) -> None:
        if device.simulated():
            self.functions.launch(kernel, 4, 1, *arguments)
        else:
            blocks = min(MOST_BLOCKS, -(-size // THREADS))
            self.functions.launch(kernel, THREADS, blocks, *arguments)

    def _on_blocks(self, kernel: Callable[..., None], blocks: list[Block], *more: Any) -> None:
        """Run a kernel on each block of a tier."""
        for block in blocks:
            if block.size:
                sets = self.tables.representatives[block.known : block.known + block.classes]
                own = (block.first, block.size, block.width, block.theirs, block.rest, sets)
                tables = (self.tables.numbering, self.functions.rows)
                self._launch(kernel, block.size, own, *more, *tables)

    def _zeros(self, count: int, kind: Any) -> GPUArray:
        row = device.empty(count, kind)
        self._launch(gpu_kernels.fill, count, row, 0)
        return row

    # Exploring

    def mark_reachable(self) -> None:
        """Mark the positions that can be reached from the start, in place of their codes."""
        signs = device.cuda().to_device(np.zeros(2, np.int64))
        start = self._rank(self.rules.start)
        self.codes[start : start + 1].copy_to_device(np.array([FOUND], np.int16))
        done = 0
        for tier in reversed(self.tiers):
            blocks = self.tiers[tier]
            self.watch(EXPLORING, done, self.numbering.total)
            inside = 1
            while inside:
                signs.copy_to_device(np.zeros(2, np.int64))
                self._on_blocks(men_kernels.mark_all, blocks, span_of(blocks), self.codes, signs)
                inside = int(signs.copy_to_host()[INSIDE])
            done += size_of(blocks)

    # Valuing

    def solve(self, tier: int) -> TierCount:
        """Solve and check a tier, all lower ones being solved; return its counts."""
        blocks = self.tiers[tier]
        self.watch(VALUING, self._valued, self.numbering.total)
        span, count = span_of(blocks), size_of(blocks)
        try:
            self._images = device.empty(count, np.int8)
            self._on_blocks(men_kernels.count_images, blocks, span, self.codes, self._images)
            highest = self._value(blocks)
        except MemoryError:
            self._need(int(device.free()) + 1)
            raise
        self._check(tier, blocks)
        self._valued += count
        return self._counted(blocks, highest)

    def skip(self, tier: int) -> None:
        """Count a tier as solved, whose codes were copied to the device."""
        self._valued += size_of(self.tiers[tier])

    def _value(self, blocks: list[Block]) -> int:
        """Compute the codes of a tier; return the largest size of one."""
        span, count = span_of(blocks), size_of(blocks)
        left, arrivals = device.empty(count, np.int32), self._zeros(count, np.int32)
        signs = device.cuda().to_device(np.zeros(2, np.int64))
        self._on_blocks(men_kernels.weigh_all, blocks, span, self.codes, left, arrivals, signs)
        highest, inside = signs.copy_to_host().tolist()
        if inside:
            ends = device.empty(count + 1, np.int64)
            total = running_sums(arrivals, count, ends)
            self.moves_inside += total
            del arrivals
            device.free()
            sources = device.empty(total, np.uint32)
            self._on_blocks(men_kernels.link_all, blocks, span, ends, sources)
            size = 0
            while size < highest:
                size += 1
                if size + 1 > LARGEST_CODE:
                    raise ValueTooLargeError
                moves = (left, ends, sources)
                self._launch(men_kernels.spread, count, size, span, self.codes, *moves, signs)
                highest = int(signs.copy_to_host()[HIGHEST])
        self._launch(men_kernels.settle, count, span, self.codes, left)
        return int(highest)

    def _check(self, tier: int, blocks: list[Block]) -> None:
        """Raise an error if a code of a tier does not follow from those after each move."""
        wrong = device.cuda().to_device(np.zeros(1, np.int64))
        self._on_blocks(men_kernels.check_all, blocks, self.codes, wrong)
        count = int(wrong.copy_to_host()[0])
        if count:
            raise KibitzError(
                "{count} codes of the tier {tier} do not follow from those after each move",
                count=count,
                tier=str(tier),
            )

    # Counting

    def _counted(self, blocks: list[Block], highest: int) -> TierCount:
        span, count, cuda = span_of(blocks), size_of(blocks), device.cuda()
        by_class, in_full = (cuda.to_device(np.zeros(2 * highest + 1, np.int64)) for _ in range(2))
        self._launch(
            value_kernels.tally, count, self.codes[slice(*span)], self._images, count, -highest,
            by_class, in_full,
        )  # fmt: skip
        rows = by_class.copy_to_host(), in_full.copy_to_host()
        present = np.flatnonzero(rows[0]).tolist()
        classes, full = ({at - highest: int(row[at]) for at in present} for row in rows)
        first_of = {}
        for code in self.rules.objective.hardest_codes(classes) if classes else ():
            least = cuda.to_device(np.array([NOWHERE], dtype=np.int64))
            rest = (span, code, self.codes, self._images, least)
            self._on_blocks(men_kernels.least_with, blocks, *rest)
            first_of[code] = int(least.copy_to_host()[0])
        there = self._zeros(2 * highest + 1, np.int8)
        self._launch(men_kernels.note_codes, count, span, -highest, self.codes, there)
        used = np.flatnonzero(there.copy_to_host()) - highest
        return TierCount(full, classes, first_of, used.tolist())

    # Codes in files

    def stored(self, first: int, last: int, used: list[int] | None) -> Array:
        """Return codes as a table holds them: each as its index among those used, or itself."""
        if used is None:
            row: Array = self.codes[first:last].copy_to_host()
            return row
        lowest = min(used)
        numbers = np.zeros(1 + max(used) - lowest, np.uint8)
        numbers[np.array(used) - lowest] = np.arange(len(used))
        short = device.empty(last - first, np.uint8)
        span, numbers = (first, last), device.cuda().to_device(numbers)
        self._launch(men_kernels.shorten, last - first, span, lowest, self.codes, numbers, short)
        return short.copy_to_host()[: last - first]
