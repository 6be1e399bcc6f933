"""Number of images of each class that belong to the game, computed on the GPU.

`solve/memory/census.py` explains why half of the images of the start suffice.
"""

from __future__ import annotations

from collections import deque

import numpy as np

from kibitz.engines.gpu import device, gpu_kernels, placement_kernels, value_kernels
from kibitz.engines.gpu.gpu_classes import NO_ENDS, ClassSet, TooLargeForCard
from kibitz.engines.gpu.prefix_sums import running_sums
from kibitz.solve.effort import COUNTING
from kibitz.solve.rows import CardRow
from kibitz.system.memory_limit import in_words

NO_LIMIT = 1 << 62  # more images than a position can have
DOUBLED_BELOW = 1 << 30  # slots above which a table is not doubled
PIECE = 1 << 26  # placements on the device at a time


def images_by_slot(classes: ClassSet, placed: int) -> CardRow | None:
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
    return FullSet(classes).counted(start, half) if half else None


def _no_images(classes: ClassSet) -> CardRow:
    images = device.empty(classes.slots, np.int32)
    classes.launch(gpu_kernels.fill, classes.slots, images, 0)
    return images


def _of_placements(classes: ClassSet, placed: int) -> CardRow:
    from kibitz.solve.memory.census import all_placements

    images, rows = _no_images(classes), classes.functions.rows
    on_card = classes.rules.placement_at is not None
    full = None if on_card else all_placements(classes.rules, placed, classes.watch)
    for first in range(0, placed, PIECE):
        count = min(PIECE, placed - first)
        if full is None:
            piece = device.empty(count, np.int64)
            classes.launch(placement_kernels.list_placed, count, first, count, rows, piece)
        else:
            piece = device.cuda().to_device(full[first : first + count])
        classes.launch(value_kernels.add_images, count, piece, count, classes.keys, rows, images)
    return images


class FullSet:
    """The set of reachable positions without symmetry, and how many there are of each class.

    There may be several times as many as classes, so only their keys are kept. `waiting` are rows
    of those to be expanded.
    """

    def __init__(self, classes: ClassSet) -> None:
        self.classes = classes
        self.images = _no_images(classes)
        self.keys = device.empty(0, np.int64)
        self.numbers = device.cuda().to_device(np.zeros(1, np.uint32))  # 0, 1, 2, …
        self.found = device.empty(0, np.int64)
        self.counters = device.cuda().to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        self.slots = self.known = self.expanded = self.edges = 0
        self.waiting: deque[CardRow] = deque()

    def counted(self, start: int, half: int) -> CardRow | None:
        """Return the images of all classes; None once more than half of the start's are found."""
        rules, cuda = self.classes.rules, device.cuda()
        if not self._grow(1):
            raise self._too_large()
        first = cuda.to_device(np.array([rules.start], np.int64))
        self.classes.launch(gpu_kernels.enter_all, 1, first, self.keys)
        self._add(first)
        while self.waiting:
            self.classes.watch(COUNTING, self.expanded, None)
            self._expand(self.waiting.popleft())
            if half < NO_LIMIT and self._images_of(start) > half:
                return None
        return self.images

    def _add(self, positions: CardRow) -> None:
        """Count new positions, and let them wait."""
        classes, count = self.classes, len(positions)
        self.known += count
        self.waiting.append(positions)
        rows = (classes.keys, classes.functions.rows, self.images)
        classes.launch(value_kernels.add_images, count, positions, count, *rows)

    def _images_of(self, least: int) -> int:
        classes, row = self.classes, device.cuda().to_device(np.array([least], np.int64))
        images = device.empty(1, np.int32)
        classes.launch(value_kernels.look_up, 1, row, 1, classes.keys, self.images, images)
        return int(images.copy_to_host()[0])

    def _expand(self, row: CardRow) -> None:
        """Expand the first positions of a row, as many as the limits allow; the rest waits."""
        classes = self.classes
        branching = 1.1 * (1 + self.edges / max(1, self.expanded))
        count = min(len(row), max(1, int(classes.edges_at_once / branching)))
        while True:
            begins, total = self._count(row, count)
            room = int(self.slots * classes.sizes.load) - self.known
            if total <= min(classes.edges_at_once, room):
                break
            if total > room and (count == 1 or room < self.slots // 8) and self._grow(total):
                continue
            if count == 1 and total > room:
                raise self._too_large()
            if count == 1:
                classes.edges_at_once = total
            count = max(1, count // 2)
        found = self._reach(row, count, begins, total)
        self.expanded += count
        self.edges += total
        if count < len(row):
            self.waiting.appendleft(row[count:])
        if found is not None:
            self._add(found)

    def _count(self, row: CardRow, count: int) -> tuple[CardRow, int]:
        """Return where the moves of the first positions of a row begin, and their number."""
        classes = self.classes
        if self.numbers.size < count:
            self.numbers = device.empty(max(count, 2 * self.numbers.size), np.uint32)
            classes.launch(gpu_kernels.number, self.numbers.size, self.numbers)
        counts, begins = device.empty(count, np.uint32), device.empty(count + 1, np.uint32)
        classes.launch(
            gpu_kernels.count, count, self.numbers, 0, count, row, classes.functions.rows, counts,
            classes.codes, *NO_ENDS, 0, gpu_kernels.ALL, self.counters,
        )  # fmt: skip
        return begins, running_sums(counts, count, begins)

    def _reach(self, row: CardRow, count: int, begins: CardRow, total: int) -> CardRow | None:
        """Make the moves of positions; return the new positions that they lead to, if any."""
        classes, rows = self.classes, self.classes.functions.rows
        made, stream = classes.buffers(total)
        if self.found.size < total:
            self.found = device.empty(max(total, 2 * self.found.size), np.int64)
        classes.launch(
            gpu_kernels.write_moves, count, self.numbers, 0, count, row, rows, begins, stream, made
        )  # fmt: skip
        classes.launch(
            gpu_kernels.reach, total, total, row, stream, made, rows, self.keys, self.found,
            self.counters,
        )  # fmt: skip
        new, fault, position, *_ = map(int, self.counters.copy_to_host())
        if fault:
            classes.refuse(fault, position)
        if not new:
            return None
        self.counters.copy_to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        found = device.empty(new, np.int64)
        found.copy_to_device(self.found[:new])
        return found

    def _grow(self, more: int) -> bool:
        """Enlarge the table; return whether there is room for `more` positions now."""
        classes = self.classes
        load = classes.sizes.load
        first = min(classes.sizes.slots, classes.spare() / 32)
        usual = max(first, self.slots * (2 if self.slots < DOUBLED_BELOW else 1.5))
        wanted = max(usual, 1.3 * (self.known + more) / load)
        slots = int(min(wanted, self._spare() / 8)) // 4 * 4
        if slots < 1.1 * self.slots or int(slots * load) < self.known + more:
            return False
        old, self.keys = self.keys, device.empty(slots, np.int64)
        classes.launch(gpu_kernels.fill, slots, self.keys, gpu_kernels.FREE)
        if self.slots:
            classes.launch(gpu_kernels.enter_all, self.slots, old, self.keys)
        self.slots = slots
        return True

    def _spare(self) -> float:
        """Return the number of bytes of device memory that may still be allocated."""
        rows = [self.keys, self.images, self.numbers, self.found, *self.waiting]
        return self.classes.spare() - float(sum(row.nbytes for row in rows))

    def _too_large(self) -> TooLargeForCard:
        return TooLargeForCard(
            "the game has more than {positions} positions, mirror images included, which do not "
            "fit into the GPU's memory, of which {memory} may be used; kibitz table solves on the "
            "disk with --memory or on a cluster with --on ray",
            positions=self.known,
            memory=in_words(self.classes.allowed + self.classes.beside),
        )
