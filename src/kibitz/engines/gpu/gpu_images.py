"""Number of images of each class that belong to the game, computed on the GPU.

`solve/memory/census.py` explains why half of the images of the start suffice.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels, value_kernels
from kibitz.engines.gpu.gpu_classes import ClassSet
from kibitz.engines.gpu.position_set import PositionSet, TooLargeForGPU
from kibitz.solve.arrays import GPUArray
from kibitz.solve.effort import COUNTING
from kibitz.system.memory_limit import in_words

NO_LIMIT = 1 << 62  # more images than a position can have
PIECE = 1 << 26  # placements on the device at a time


def images_by_slot(classes: ClassSet, placed: int) -> GPUArray | None:
    """Return the number of images of each class that belong to the game; None if all do.

    `placed` is the number of all placements of a game that has them, else 0.
    """
    rules = classes.rules
    if rules.canonical is None or (placed and rules.orbit is not None):
        return None
    if placed:
        return _of_placements(classes, placed)
    start = rules.canonical(rules.start)
    half = rules.orbit(start) // 2 if rules.orbit else NO_LIMIT
    return ReachedSet(classes).counted_images(start, half) if half else None


def _no_images(classes: ClassSet) -> GPUArray:
    images = device.empty(classes.slots, np.int32)
    classes.launch(gpu_kernels.fill, classes.slots, images, 0)
    return images


def _of_placements(classes: ClassSet, placed: int) -> GPUArray:
    from kibitz.solve.memory.census import all_placements

    images, rows = _no_images(classes), classes.functions.rows
    by_index = classes.rules.placement_at is not None
    full = None if by_index else all_placements(classes.rules, placed, classes.watch)
    for first in range(0, placed, PIECE):
        count = min(PIECE, placed - first)
        if full is None:
            piece = device.empty(count, np.int64)
            classes.launch(gpu_kernels.list_placed, count, first, count, rows, piece)
        else:
            piece = device.cuda().to_device(full[first : first + count])
        classes.launch(value_kernels.add_images, count, piece, count, classes.keys, rows, images)
    return images


class ReachedSet(PositionSet):
    """The set of reachable positions without symmetry, and how many there are of each class.

    There may be several times as many as classes, so only their keys are kept. `positions` are
    those that are being expanded, `waiting` rows of others.
    """

    def __init__(self, classes: ClassSet) -> None:
        sizes = classes.sizes._replace(most_slots=NO_LIMIT)
        table = sum(array.nbytes for array in (classes.keys, classes.order, classes.codes))
        super().__init__(
            classes.rules, classes.functions, sizes, classes.watch, mirrored=False,
            beside=classes.beside + table, last=classes,
        )  # fmt: skip
        self.classes = classes
        self.codes = device.empty(0, classes.codes.dtype)
        self.images = _no_images(classes)
        self.positions = self.found = device.empty(0, np.int64)
        self.numbers = device.cuda().to_device(np.zeros(1, np.uint32))  # 0, 1, 2, …
        self.waiting: deque[GPUArray] = deque()

    def arrays(self) -> list[GPUArray]:
        rows = [self.images, self.numbers, self.found, self.positions, *self.waiting]
        return [*super().arrays(), *rows]

    @property
    def source(self) -> tuple[GPUArray, GPUArray]:
        return self.numbers, self.positions

    def counted_images(self, start: int, half: int) -> GPUArray | None:
        """Return the images of all classes; None once more than half of the start's are found."""
        rules, cuda = self.rules, device.cuda()
        if not self.grow_table(int(min(self.sizes.slots, self.spare() / 32)), 1):
            raise self.too_large()
        first = cuda.to_device(np.array([rules.start], np.int64))
        self.launch(gpu_kernels.enter_all, 1, first, self.keys)
        self._add(first)
        while self.waiting:
            self.watch(COUNTING, self.expanded, None)
            self._expand(self.waiting.popleft())
            if half < NO_LIMIT and self._images_of(start) > half:
                return None
        return self.images

    def _add(self, positions: GPUArray) -> None:
        """Count new positions, and let them wait."""
        count, classes = len(positions), self.classes
        self.known += count
        self.waiting.append(positions)
        rows = (classes.keys, self.functions.rows, self.images)
        self.launch(value_kernels.add_images, count, positions, count, *rows)

    def _images_of(self, least: int) -> int:
        row, images = (
            device.cuda().to_device(np.array([least], np.int64)),
            device.empty(1, np.int32),
        )
        self.launch(value_kernels.look_up, 1, row, 1, self.classes.keys, self.images, images)
        return int(images.copy_to_host()[0])

    def _expand(self, positions: GPUArray) -> None:
        """Expand the first positions of a row, as many as the limits allow; the rest waits."""
        self.positions = positions
        if self.numbers.size < len(positions):
            self.numbers = device.empty(max(len(positions), 2 * self.numbers.size), np.uint32)
            self.launch(gpu_kernels.number, self.numbers.size, self.numbers)
        count, span = self.next_batch(0, len(positions))
        self.write_moves(span, self.source, 0, count)
        self.found = self.enlarged(self.found, span.total)
        self.launch(
            gpu_kernels.reach, span.total, span.total, positions, self.functions.rows, span.moves,
            self.made, self.keys, self.found, self.counters,
        )  # fmt: skip
        new = self.read_counters()[gpu_kernels.KNOWN]
        self.expanded += count
        self.edges += span.total
        if count < len(positions):
            self.waiting.appendleft(positions[count:])
        if new:
            self.counters.copy_to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
            found = device.empty(new, np.int64)
            found.copy_to_device(self.found[:new])
            self._add(found)

    def too_large(self) -> TooLargeForGPU:
        return TooLargeForGPU(
            "the game has more than {positions} positions, mirror images included, which do not "
            "fit into the GPU's memory, of which {memory} may be used; kibitz table solves on the "
            "disk with --memory or on a cluster with --on ray",
            positions=self.known,
            memory=in_words(self.classes.allowed + self.classes.beside),
        )
