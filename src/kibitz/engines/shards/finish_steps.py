"""Last steps of a sharded solve: images and codes counted, positions sorted."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz.engines.shards import shard_kernels
from kibitz.engines.shards.executor import StepResult
from kibitz.engines.shards.explore_steps import Pile, gathered, least_images
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory import numbering
from kibitz.solve.memory.explore_compiled import slots_for
from kibitz.solve.rows import Row

PIECE = 1 << 18  # positions looked up per call
WIDE = 1 << 20  # range of codes above which they are sorted to be counted


def tally(rules: Rules, count: int, runs: Pile, full: Pile) -> StepResult:
    """Count how many of `full` are images of each position, at least 1. Arrays: that."""
    positions = gathered(runs, count)
    slots = slots_for(positions, count)
    images = np.zeros(count, dtype=np.int16)
    look_up, add = kernel(numbering.look_up), kernel(shard_kernels.count_numbers)
    for run in full:
        for begin in range(0, len(run), PIECE):
            least = least_images(rules, run[begin : begin + PIECE])
            numbers = np.empty(len(least), dtype=np.int32)
            look_up(least, 0, len(least), positions, slots, numbers)
            add(numbers, images)
    return StepResult(None, [np.maximum(images, 1)])


class Finished(NamedTuple):
    """Counts of `finish`: the least position and the greatest, and the code of the start if here.

    The others are by code: the number of positions, once each and with their images, and the first
    position with a code for which the table names one.
    """

    least: int
    greatest: int
    start: int | None
    classes: dict[int, int]
    in_full: dict[int, int]
    first_of: dict[int, int]


def finish(rules: Rules, count: int, runs: Pile, codes: Row, images: Row | None) -> StepResult:
    """Sort the positions of a shard that is not empty, with their codes, and compute the census.

    `images` are the numbers of images of each position that belong to the game, None if all do.
    """
    positions = gathered(runs, count)
    if images is None:
        images = np.ones(count, dtype=np.int16)
        if rules.canonical is not None:
            kernel(of_rules.count_images, rules)(positions, 0, count, images)
    known, classes, in_full = _tallied(codes, images)
    del images
    order = positions.argsort()
    positions = positions[order]
    codes = codes[order]
    start = rules.class_of(rules.start)
    at = int(positions.searchsorted(start))
    has_start = at < count and int(positions[at]) == start
    named = rules.objective.hardest_codes(known)
    counts = Finished(
        least=int(positions[0]),
        greatest=int(positions[-1]),
        start=int(codes[at]) if has_start else None,
        classes=dict(zip(known, classes, strict=True)),
        in_full=dict(zip(known, in_full, strict=True)),
        first_of={code: int(positions[int((codes == code).argmax())]) for code in named},
    )
    return StepResult(counts, [positions, codes])


def _tallied(codes: Row, images: Row) -> tuple[list[int], list[int], list[int]]:
    """Return the different codes, and how often each occurs, without images and with them."""
    lowest, highest = int(codes.min()), int(codes.max())
    known = None
    if highest - lowest > WIDE:  # margins may be far apart
        known, codes = np.unique(codes, return_inverse=True)
        lowest, highest = 0, len(known) - 1
    classes, in_full = np.zeros((2, highest - lowest + 1), dtype=np.int64)
    kernel(shard_kernels.tally_codes)(codes, images, lowest, classes, in_full)
    there = classes.nonzero()[0]
    known = there + lowest if known is None else known
    return known.tolist(), classes[there].tolist(), in_full[there].tolist()
