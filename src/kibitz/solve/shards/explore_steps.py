"""Steps of exploration in shards, and the final one: pure functions from arrays to arrays.

A task of a step can be run anywhere and repeated. Its first result is a list of plain integers, for
the scheduler of the steps; the arrays after it are for later tasks. A pile (a sequence of arrays)
may be long: it is iterated over once, unless stated otherwise.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.invalid_rules import check_ends, check_expanded, check_positions
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory import numbering
from kibitz.solve.memory.explore_compiled import FEWEST_SLOTS, marks_of, slots_for
from kibitz.solve.memory.move_graph import resized, same_position
from kibitz.solve.shards import shard_kernels

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from kibitz.core.rules import Rules
    from kibitz.solve.rows import Row

    Pile = Iterable[Row]

SPAN = 1 << 13  # positions expanded per call
PIECE = 1 << 18  # placements listed, or positions looked up, per call
CHILD_BYTES = 8 + 4  # per entry of a bucket: a position and the number of its parent
NEVER = 1 << 62  # beyond the number of any placement


class StepResult(NamedTuple):
    """Result of a task."""

    counts: list[int]
    arrays: list[Any]


def count(rules: Rules) -> StepResult:
    """Count the placements of a game that has them. Arrays: an empty one."""
    nothing = np.empty(0, dtype=np.int64)
    placed, _ = kernel(of_rules.place, rules)(NEVER, 0, 1, nothing)
    return StepResult([int(placed)], [nothing])


def seed(rules: Rules, shards: int, share: int, shares: int, mirrored: bool) -> StepResult:
    """Find the initial positions of a game, or one share of them, by owner.

    If `mirrored`, these are canonical forms. Counts: the number for each owner. Arrays: the
    positions of each owner.
    """
    if rules.placements is None:
        start = (rules.canonical or same_position)(rules.start) if mirrored else rules.start
        positions = np.array([start], dtype=np.int64)
    else:
        positions = _placements(rules if mirrored else _flat(rules), share, shares)
    keys = positions if mirrored else _least(rules, positions)
    starts = begins(shard_kernels.count_owners, keys, shards, shards=shards)
    by_owner = np.empty_like(positions)
    kernel(shard_kernels.sort_seeds)(keys, positions, starts[:-1].copy(), by_owner)
    return StepResult(np.diff(starts).tolist(), divided(by_owner, starts))


def _placements(rules: Rules, share: int, shares: int) -> Row:
    """Return the placements of one share that are in canonical form."""
    place = kernel(of_rules.place, rules)
    pieces = []
    first, filled = 0, PIECE
    while filled == PIECE:
        piece = np.empty(PIECE, dtype=np.int64)
        first, filled = place(first, share, shares, piece)
        pieces.append(piece[:filled])
    return np.concatenate(pieces)


def _flat(rules: Rules) -> Rules:
    """Return the rules without symmetry: every position is its own canonical form."""
    return rules.replace(canonical=None, orbit=None)


def expand(
    rules: Rules, shards: int, mirrored: bool, run: Row, first: int, last: int, number: int
) -> StepResult:
    """Expand the positions `run[first:last]`, whose numbers in their shard begin at `number`.

    Counts: whether every child has one bit less than the first position, then the number of
    children for each owner. Arrays: the facts of the positions, then for each owner a bucket: the
    children and the numbers of their parents, combined by `packed`.
    """
    positions = np.asarray(run[first:last])
    facts = np.empty(len(positions), dtype=np.int32)
    worths = np.empty(len(positions), dtype=np.int32)
    children = _children(rules, positions, mirrored, facts, worths)
    again = len(children) if rules.same_mover is not None else 0
    marks = marks_of(rules, positions, 0, len(positions) if again else 0, again)
    kernel(shard_kernels.state_facts)(facts, worths)
    keys = children if mirrored else _least(rules, children)
    starts = begins(shard_kernels.count_owners, keys, shards, shards=shards)
    by_owner = np.empty_like(children)
    parents = np.empty(len(children), dtype=np.int32)
    kernel(shard_kernels.sort_by_owner)(
        keys, children, facts, marks, number, starts[:-1].copy(), by_owner, parents
    )
    fewer = int(positions[0]).bit_count() - 1
    shrinking = bool(kernel(numbering.all_have)(fewer, children, 0, len(children)))
    del children, keys
    each = zip(divided(by_owner, starts), divided(parents, starts), strict=True)
    return StepResult(
        [int(shrinking), *np.diff(starts).tolist()], [facts, *(packed(*pair) for pair in each)]
    )


def _children(rules: Rules, positions: Row, mirrored: bool, degrees: Row, worths: Row) -> Row:
    make = kernel(of_rules.expand, rules)
    children = np.empty(8 * len(positions) + 64, dtype=np.int64)
    known = begin = 0
    while begin < len(positions):
        end = min(begin + SPAN, len(positions))
        stopped, filled = make(positions, begin, end, mirrored, children[known:], degrees, worths)
        check_expanded(rules, positions, stopped, filled)
        begin, known = int(stopped), known + int(filled)
        if begin < end:
            children = resized(children, 2 * len(children))
    check_ends(rules, positions, degrees, worths)
    check_positions(rules, children[:known])
    return children[:known]


def merge(
    passed: int, known: int, room: int, runs: Pile, buckets: Pile, origins: tuple[int, ...]
) -> StepResult:
    """Assign numbers to the children sent to a shard, to new ones after those it knows.

    `runs` are the positions that it knows, `known` of them, except the first `passed`, which cannot
    be children; there is space for `room` new ones before arrays must grow. `origins` are the
    shards that the buckets came from; if there are none, these are seeds without parents. Counts:
    the number of new positions. Arrays: these; the arrivals, all children's numbers and then their
    parents, bucket by bucket; and the spans of these, an origin and a length each.
    """
    positions = np.empty(known + max(FEWEST_SLOTS // 2, room), dtype=np.int64)
    _fill(positions, runs, known)
    slots = slots_for(positions, known)
    look_up, number = kernel(numbering.look_up), kernel(numbering.number)
    all_numbers, all_parents = [], []
    before = known
    for bucket in buckets:
        children, parents = unpacked(bucket) if origins else (bucket, bucket[:0])
        numbers = np.empty(len(children), dtype=np.int32)
        look_up(children, 0, len(children), positions, slots, numbers)
        begin = 0
        while True:
            begin, known = number(children, numbers, begin, len(children), positions, known, slots)
            if begin == len(children):
                break
            del slots
            positions = resized(positions, known + known // 2)
            slots = slots_for(positions, known)
        if origins:
            numbers += passed
            all_numbers.append(numbers)
            all_parents.append(parents.copy())
    new = positions[before:known].copy()
    del positions, slots
    spans = [n for pair in zip(origins, map(len, all_numbers), strict=True) for n in pair]
    arrivals = joined([*all_numbers, *all_parents], np.int32)
    return StepResult([len(new)], [new, arrivals, np.array(spans, dtype=np.int64)])


def tally(rules: Rules, count: int, runs: Pile, full: Pile) -> StepResult:
    """Count how many of `full` are images of each position, at least 1. Arrays: that."""
    positions = _gathered(runs, count)
    slots = slots_for(positions, count)
    images = np.zeros(count, dtype=np.int16)
    look_up, add = kernel(numbering.look_up), kernel(shard_kernels.count_numbers)
    for run in full:
        for begin in range(0, len(run), PIECE):
            least = _least(rules, run[begin : begin + PIECE])
            numbers = np.empty(len(least), dtype=np.int32)
            look_up(least, 0, len(least), positions, slots, numbers)
            add(numbers, images)
    return StepResult([], [np.maximum(images, 1)])


def finish(rules: Rules, count: int, runs: Pile, values: Row, images: Row | None) -> StepResult:
    """Sort the positions of a shard, with their codes, and compute the census.

    The codes are the first of the `values`. `images` are the numbers of images of each position
    that belong to the game, None if all do. Counts: the least position and the greatest, whether
    the start is here, its code, the number of named codes and each of these with its first
    position, the least code, and the number of positions with each code from the least to the
    greatest, once each, then with their images.
    """
    positions = _gathered(runs, count)
    codes = values[:count].astype(np.int16)
    if images is None:
        images = np.ones(count, dtype=np.int16)
        if rules.canonical is not None:
            kernel(of_rules.count_images, rules)(positions, 0, count, images)
    if not count:
        return StepResult([], [positions, np.empty(0, np.int16)])
    lowest, highest = int(codes.min()), int(codes.max())
    classes, in_full = np.zeros((2, highest - lowest + 1), dtype=np.int64)
    kernel(shard_kernels.tally_codes)(codes, images, lowest, classes, in_full)
    del images
    order = positions.argsort()
    positions = positions[order]
    codes = codes[order]
    start = (rules.canonical or same_position)(rules.start)
    at = int(positions.searchsorted(start))
    has_start = at < count and int(positions[at]) == start
    said = [int(positions[0]), int(positions[-1])]
    said += [int(has_start), int(codes[at]) if has_start else 0]
    named = rules.objective.hardest_codes((classes.nonzero()[0] + lowest).tolist())
    said.append(len(named))
    for code in sorted(named):
        said += [code, int(positions[int((codes == code).argmax())])]
    return StepResult([*said, lowest, *classes.tolist(), *in_full.tolist()], [positions, codes])


def _least(rules: Rules, positions: Row) -> Row:
    """Return the canonical form of each position."""
    positions = np.ascontiguousarray(positions)
    least = np.empty_like(positions)
    kernel(of_rules.mirror, rules)(positions, 0, len(positions), least)
    return least


def begins(count: Callable[..., None], *arguments: Any, shards: int) -> Row:
    """Return the offset of each shard's part, and the end, given a kernel that counts them."""
    starts = np.zeros(shards + 1, dtype=np.int64)
    sizes = np.zeros(shards, dtype=np.int64)
    kernel(count)(*arguments, sizes)
    np.cumsum(sizes, out=starts[1:])
    return starts


def divided(row: Row, starts: Row) -> list[Row]:
    """Return the parts of a row, given their offsets and the end."""
    return [row[begin:end] for begin, end in pairwise(starts)]


def joined(rows: Sequence[Row], kind: Any) -> Row:
    """Return rows of one type concatenated."""
    return np.concatenate(rows) if rows else np.empty(0, dtype=kind)


def packed(children: Row, parents: Row) -> Row:
    """Return positions and the numbers of their parents as one row of bytes."""
    return np.concatenate((children.view(np.uint8), parents.view(np.uint8)))


def unpacked(bucket: Row) -> tuple[Row, Row]:
    """Return the positions and parents of a bucket: the inverse of `packed`."""
    end = len(bucket) // CHILD_BYTES * 8
    return bucket[:end].view(np.int64), bucket[end:].view(np.int32)


def _gathered(runs: Pile, count: int) -> Row:
    """Return all runs concatenated."""
    positions = np.empty(count, dtype=np.int64)
    _fill(positions, runs, count)
    return positions


def _fill(positions: Row, runs: Pile, count: int) -> None:
    """Copy runs, `count` positions in total, to the beginning of a row."""
    filled = 0
    for run in runs:
        positions[filled : filled + len(run)] = run
        filled += len(run)
    assert filled == count
