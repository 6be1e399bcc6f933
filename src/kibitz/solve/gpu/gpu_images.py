"""Number of images of each class that belong to the game, computed on the GPU.

`solve/memory/census.py` explains why half of the images of the start suffice.
"""

from __future__ import annotations

from kibitz.solve.effort import COUNTING
from kibitz.solve.gpu import device, gpu_kernels, value_kernels
from kibitz.solve.gpu.gpu_classes import ClassSet

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MANY = 1 << 62  # more images than a position can have


def images_by_slot(classes: ClassSet, placed: int) -> Any:
    """Return the number of images of each class that belong to the game; None if all do.

    `placed` is the number of all placements of a game that has them, else 0.
    """
    rules = classes.rules
    if rules.canonical is None or (placed and rules.orbit is not None):
        return None
    if placed:
        return _of_placements(classes, placed)
    full = _reach(classes)
    return None if full is None else _counted(classes, full.order, full.known, full.keys)


def _counted(classes: ClassSet, order: Any, count: int, full: Any) -> Any:
    import numpy as np

    images = device.empty(classes.slots, np.int32)
    classes.launch(gpu_kernels.fill, classes.slots, images, 0)
    rows = classes.functions.rows
    classes.launch(value_kernels.add_images, count, order, count, full, classes.keys, rows, images)
    return images


def _of_placements(classes: ClassSet, placed: int) -> Any:
    import numpy as np

    from kibitz.solve.memory.census import all_placements

    cuda = device.cuda()
    full = all_placements(classes.rules, placed, classes.watch)
    numbers = np.arange(len(full), dtype=np.uint32)
    return _counted(classes, cuda.to_device(numbers), len(full), cuda.to_device(full))


def _reach(classes: ClassSet) -> ClassSet | None:
    """Return every reachable position; None if that is all images of all of them."""
    import numpy as np

    rules, functions, watch = classes.rules, classes.functions, classes.watch
    assert rules.canonical is not None
    start = rules.canonical(rules.start)
    half = rules.orbit(start) // 2 if rules.orbit else MANY
    if half == 0:
        return None
    full = ClassSet(rules, functions, classes.sizes, watch, mirrored=False)
    full.seed(np.array([rules.start], dtype=np.int64))
    looked_at = 0
    while True:
        full.launch(
            gpu_kernels.count_equals, full.known - looked_at, full.order, looked_at, full.known,
            full.keys, functions.rows, start, full.counters,
        )  # fmt: skip
        if full.read_counters()[0] > half:
            return None
        if full.expanded == full.known:
            return full
        looked_at = full.known
        watch(COUNTING, full.expanded, None)
        full.advance()
