"""Steps of exploration in shards: pure functions from arrays to arrays.

A task, which is a call of a step, can be run anywhere and repeated. A pile (a sequence of arrays)
may be long: it is iterated over once, unless stated otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from kibitz.engines.shards import shard_kernels
from kibitz.engines.shards.sharded_work import StepResult
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.invalid_rules import (
    check_ends,
    check_expanded,
    check_positions,
)
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory import numbering
from kibitz.solve.memory.explore_compiled import FEWEST_SLOTS, costs_of, marks_of, slots_for
from kibitz.solve.numpy_arrays import resized

Pile = Iterable[Array]

SPAN = 1 << 13  # positions expanded per call
PIECE = 1 << 18  # placements listed per call
POSITION_BYTES, COLUMN_BYTES = 8, 4  # of an entry of a bucket
NEVER = 1 << 62  # beyond the number of any placement


class ShardFull(Exception):
    """A shard exceeds the memory of one task: the game needs more shards."""


def count(rules: Rules) -> StepResult:
    """Count the placements of a game that has them. Counts: their number. Arrays: an empty one."""
    nothing = np.empty(0, dtype=np.int64)
    placed, _ = kernel(of_rules.place, rules)(NEVER, 0, 1, nothing)
    return StepResult(int(placed), [nothing])


def seed(rules: Rules, shards: int, share: int, shares: int, mirrored: bool) -> StepResult:
    """Find the initial positions of a game, or one share of them, by owner.

    If `mirrored`, these are canonical forms. Counts: the number for each owner. Arrays: the
    positions of each owner.
    """
    if rules.placements is None:
        start = rules.class_of(rules.start) if mirrored else rules.start
        positions = np.array([start], dtype=np.int64)
    else:
        positions = _placements(rules if mirrored else _flat(rules), share, shares)
    keys = positions if mirrored else least_images(rules, positions)
    starts = begins(shard_kernels.count_owners, keys, shards=shards)
    by_owner = np.empty_like(positions)
    kernel(shard_kernels.sort_seeds)(keys, positions, starts[:-1].copy(), by_owner)
    return StepResult(np.diff(starts).tolist(), divided(by_owner, starts))


def _placements(rules: Rules, share: int, shares: int) -> Array:
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


def columns_of(rules: Rules) -> int:
    """Return the number of columns of a bucket besides the children: parents, and perhaps costs."""
    return 1 if rules.cost is None else 2


def expand(
    rules: Rules, shards: int, mirrored: bool, run: Array, first: int, last: int, number: int
) -> StepResult:
    """Expand the positions `run[first:last]`, whose numbers in their shard begin at `number`.

    Counts: the number of children of each owner. Arrays: the facts of the positions, then a bucket
    for each owner: the children, the numbers of their parents and, if they differ, the costs of the
    moves, combined by `packed`.
    """
    positions = np.asarray(run[first:last])
    degrees, worths = np.empty((2, len(positions)), dtype=np.int32)
    children = _children(rules, positions, mirrored, degrees, worths)
    made = len(children)
    marks, costs = np.empty(0, dtype=np.bool_), degrees[:0]
    if mirrored and rules.same_mover is not None:
        marks = marks_of(rules, positions, 0, len(positions), made)
    if mirrored and rules.cost is not None:
        costs = costs_of(rules, positions, 0, len(positions), made)
    objective = rules.objective
    facts = np.empty(len(positions), dtype=f"i{2 * objective.code_bytes}")
    kernel(shard_kernels.state_facts)(
        degrees, worths, not rules.goals_are_terminal, objective.least_worth, facts
    )
    keys = children if mirrored else least_images(rules, children)
    starts = begins(shard_kernels.count_owners, keys, shards=shards)
    by_owner = np.empty_like(children)
    rows = np.empty((columns_of(rules), made), dtype=np.int32)
    kernel(shard_kernels.sort_by_owner)(
        keys, children, degrees, marks, costs, number, starts[:-1].copy(), by_owner, rows[0],
        rows[-1],
    )  # fmt: skip
    del children, keys
    each = zip(*(divided(row, starts) for row in (by_owner, *rows)), strict=True)
    return StepResult(np.diff(starts).tolist(), [facts, *(packed(*parts) for parts in each)])


def _children(
    rules: Rules, positions: Array, mirrored: bool, degrees: Array, worths: Array
) -> Array:
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
    rules: Rules,
    columns: int,
    known: int,
    capacity: int,
    most: int,
    runs: Pile,
    buckets: Pile,
    origins: tuple[int, ...],
) -> StepResult:
    """Assign numbers to the children sent to a shard, to new ones after those it knows.

    `runs` are the positions that it knows, `known` of them; there is space for `capacity` new ones
    before arrays must grow. If the shard would hold more than `most` positions, `ShardFull` is
    raised: a layer may be far larger than the last. `columns` is the number of columns of a bucket
    besides the children, `origins` are the shards that the buckets came from; if there are none,
    parents do not matter. Counts: the number of new positions. Arrays: these; the arrivals, all
    children's numbers and then each column, bucket by bucket; and the spans of these, an origin and
    a length each.
    """
    capacity = max(FEWEST_SLOTS // 2, min(capacity, most - known))
    positions = np.empty(known + capacity, dtype=np.int64)
    _fill(positions, runs, known)
    slots = slots_for(positions, known)
    look_up, number = kernel(numbering.look_up), kernel(numbering.number)
    all_rows: list[list[Array]] = [[] for _ in range(1 + columns)]
    before = known
    for bucket in buckets:
        children, *rows = unpacked(bucket, columns)
        numbers = np.empty(len(children), dtype=np.int32)
        look_up(children, 0, len(children), positions, slots, numbers)
        begin = 0
        while True:
            begin, known = number(children, numbers, begin, len(children), positions, known, slots)
            if begin == len(children):
                break
            if known >= most:
                raise ShardFull
            del slots
            positions = resized(positions, min(most, known + known // 2))
            slots = slots_for(positions, known)
        if origins:
            copies = (row.copy() for row in rows)  # a part of the bucket would keep all of it
            for all_parts, part in zip(all_rows, (numbers, *copies), strict=True):
                all_parts.append(part)
    new = positions[before:known].copy()
    del positions, slots
    spans = [n for pair in zip(origins, map(len, all_rows[0]), strict=True) for n in pair]
    arrivals = joined([part for parts in all_rows for part in parts], np.int32)
    return StepResult(len(new), [new, arrivals, np.array(spans, dtype=np.int64)])


def least_images(rules: Rules, positions: Array) -> Array:
    """Return the canonical form of each position."""
    positions = np.ascontiguousarray(positions)
    least = np.empty_like(positions)
    kernel(of_rules.mirror, rules)(positions, 0, len(positions), least)
    return least


def begins(count: Callable[..., None], *arguments: Any, shards: int) -> Array:
    """Return the offset of each shard's part, and the end, given a kernel that counts them."""
    starts = np.zeros(shards + 1, dtype=np.int64)
    sizes = np.zeros(shards, dtype=np.int64)
    kernel(count)(*arguments, sizes)
    np.cumsum(sizes, out=starts[1:])
    return starts


def divided(row: Array, starts: Array) -> list[Array]:
    """Return the parts of a row, given their offsets and the end."""
    return [row[begin:end] for begin, end in pairwise(starts)]


def joined(rows: Sequence[Array], kind: Any) -> Array:
    """Return rows of one type concatenated."""
    return np.concatenate(rows) if rows else np.empty(0, dtype=kind)


def packed(children: Array, *columns: Array) -> Array:
    """Return positions and their columns as one row of bytes."""
    return np.concatenate([row.view(np.uint8) for row in (children, *columns)])


def unpacked(bucket: Array, columns: int) -> list[Array]:
    """Return the positions and the columns of a bucket: the inverse of `packed`."""
    if not columns:
        return [bucket]
    length = len(bucket) // (POSITION_BYTES + columns * COLUMN_BYTES)
    begin = length * POSITION_BYTES
    rows = bucket[begin:].view(np.int32).reshape(columns, length)
    return [bucket[:begin].view(np.int64), *rows]


def gathered(runs: Pile, count: int) -> Array:
    """Return all runs concatenated."""
    positions = np.empty(count, dtype=np.int64)
    _fill(positions, runs, count)
    return positions


def _fill(positions: Array, runs: Pile, count: int) -> None:
    """Copy runs, `count` positions in total, to the beginning of a row."""
    filled = 0
    for run in runs:
        positions[filled : filled + len(run)] = run
        filled += len(run)
    assert filled == count
