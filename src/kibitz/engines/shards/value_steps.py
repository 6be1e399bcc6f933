"""Steps of evaluation in shards: moves reversed, values propagated along them, results sorted.

Like the other steps they are pure functions from arrays to counts and arrays. The `values` of a
shard are the codes of its positions and the numbers of their undecided moves, in one row of bytes.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from kibitz.engines.shards import shard_kernels
from kibitz.engines.shards.explore_steps import (
    Pile,
    begins,
    divided,
    gathered,
    joined,
    least_images,
)
from kibitz.engines.shards.sharded_work import StepResult
from kibitz.rules.objectives.objective import Objective
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.memory import backward, numbering
from kibitz.solve.memory import game_kernels as of_rules
from kibitz.solve.memory.backward import TOO_LONG
from kibitz.solve.memory.explore_compiled import slots_for
from kibitz.solve.memory.valuation import ValueTooLargeError

MOST_SHORT = (1 << 31) - 1
NO_TURN = 0  # of objectives whose codes need no order: every position that is decided is sent
ALIGNED = 8
FIRST_TURN = 1  # no code has an earlier one
PIECE = 1 << 18  # positions looked up per call
WIDE = 1 << 20  # range of codes above which they are sorted to be counted


def link(
    count: int, bits: int, long: bool, columns: int, all_arrivals: Pile, all_spans: Pile
) -> StepResult:
    """Reverse the moves that lead into a shard: find the predecessors of each position.

    The piles are the results of `merge`, layer by layer; the first is iterated over twice. Arrays:
    the offsets of the links of each position, and the end; then the links, and then their costs if
    these differ.
    """
    starts = np.zeros(count + 2, dtype=np.int64)
    for arrivals in all_arrivals:
        kernel(shard_kernels.count_links)(arrivals[: len(arrivals) // (1 + columns)], starts)
    kernel(shard_kernels.add_up)(starts)
    total = int(starts[-1])
    kind = np.int64 if long or total > MOST_SHORT else np.int32
    row = np.empty(count + 1 + columns * total, dtype=kind)
    links, costs = row[count + 1 : count + 1 + total], row[count + 1 + total :]
    place = kernel(shard_kernels.place_links)
    for arrivals, spans in zip(all_arrivals, all_spans, strict=True):
        length = len(arrivals) // (1 + columns)
        numbers, parents = arrivals[:length], arrivals[length : 2 * length]
        move_costs = arrivals[2 * length :]
        first = 0
        for origin, length in zip(spans[::2].tolist(), spans[1::2].tolist(), strict=True):
            last = first + length
            place(numbers, parents, first, last, origin, bits, starts, links, move_costs, costs)
            first = last
    row[: count + 1] = starts[:-1]
    return StepResult(None, [row])


class Sent(NamedTuple):
    """Counts of a step that sends codes: positions decided, and messages to each shard.

    The positions that wait have their next turn at `waits`, and what is sent at `soonest`, each 0
    if there is none.
    """

    decided: int
    waits: int
    soonest: int
    sizes: list[int]


def begin(
    objective: Objective, bits: int, count: int, all_facts: Pile, linked: Array
) -> StepResult:
    """Evaluate the ends of a shard, and send their codes to their predecessors.

    Counts: `Sent`. Arrays: the values; the waiting
    positions; then the messages.
    """
    facts = joined(list(all_facts), np.int32)
    kind = np.min_scalar_type(-2 - int(facts.max(initial=0)))
    values = np.zeros(_code_room(objective, count) + count * kind.itemsize, dtype=np.uint8)
    codes, left = unpacked_values(objective, count, values)
    start = kernel(shard_kernels.begin, objective=objective)
    start(facts, objective.least_worth, objective.undecided, codes, left)
    del facts
    waiting = _waiting(left, linked)
    turn = FIRST_TURN if objective.by_distance else NO_TURN
    return _sent(objective, bits, turn, count, values, linked, waiting)


def propagate(
    objective: Objective,
    bits: int,
    turn: int,
    count: int,
    values: Array,
    linked: Array,
    waiting: Array,
    heard: Pile,
) -> StepResult:
    """Process the messages to a shard, and send the codes whose turn it is.

    Counts and arrays as in `begin`.
    """
    values = _writable(values)
    codes, left = unpacked_values(objective, count, values)
    listed = np.empty(count, dtype=np.int32)
    receive = kernel(
        shard_kernels.receive_all if turn == NO_TURN else shard_kernels.receive,
        objective=objective,
    )
    number, largest = 0, largest_code(objective)
    for messages in heard:
        number = int(receive(messages, largest, codes, left, listed, number))
        if number == TOO_LONG:
            raise ValueTooLargeError
    waiting = np.concatenate((waiting, listed[:number])) if len(waiting) else listed[:number]
    return _sent(objective, bits, turn, count, values, linked, waiting)


def restart(
    objective: Objective, shards: int, count: int, values: Array, linked: Array
) -> StepResult:
    """Let positions that wait for each other in cycles take the best code that they have so far.

    From here on codes are sent in order. Counts and arrays as in `begin`; nothing is sent.
    """
    values = _writable(values)
    codes, left = unpacked_values(objective, count, values)
    kernel(shard_kernels.restart, objective=objective)(codes, left)
    waiting = _waiting(left, linked)
    none = np.empty(0, dtype=np.int32)
    divide = kernel(shard_kernels.divide_by_turn, objective=objective)
    _, rest, following = divide(-1, waiting, codes, left, none, np.empty_like(waiting))
    counts = Sent(0, int(following), 0, [0] * shards)
    return StepResult(counts, [values, waiting[: int(rest)], *[none] * shards])


def close(objective: Objective, count: int, values: Array) -> StepResult:
    """Reduce the values of a shard to codes; what is undecided is 0. Arrays: the codes."""
    codes, left = unpacked_values(objective, count, _writable(values))
    kernel(backward.close)(left, codes)
    return StepResult(None, [codes])


def largest_code(objective: Objective) -> int:
    """Return the largest code that a table of this objective holds."""
    return (1 << 8 * objective.code_bytes - 1) - 1


def unpacked_values(objective: Objective, count: int, values: Array) -> tuple[Array, Array]:
    """Return the codes of some values and the numbers of undecided moves, as parts of the row."""
    room = _code_room(objective, count)
    codes, left = values[: count * objective.code_bytes], values[room:]
    return codes.view(f"i{objective.code_bytes}"), left.view(f"i{len(left) // max(1, count) or 1}")


def _code_room(objective: Objective, count: int) -> int:
    """Return the bytes of codes in values, with a gap so that what follows is aligned."""
    return -(-count * objective.code_bytes // ALIGNED) * ALIGNED


def _writable(values: Array) -> Array:
    """Return values that may be changed: a cluster shares its arrays, the disk reads new ones."""
    return values if values.flags.writeable else values.copy()


def _waiting(left: Array, linked: Array) -> Array:
    """Return the waiting positions that have predecessors, ascending."""
    listed = np.empty(len(left), dtype=np.int32)
    return listed[: int(kernel(shard_kernels.list_waiting)(left, linked, listed))]


def _sent(
    objective: Objective,
    bits: int,
    turn: int,
    count: int,
    values: Array,
    linked: Array,
    waiting: Array,
) -> StepResult:
    """Return the result of a step: the positions whose turn it is send their codes."""
    codes, left = unpacked_values(objective, count, values)
    starts = linked[: count + 1]
    links = linked[count + 1 : count + 1 + int(starts[-1])]
    costs = linked[count + 1 + len(links) :]
    decided, still = np.empty_like(waiting), np.empty_like(waiting)
    divide = kernel(shard_kernels.divide_by_turn, objective=objective)
    number, rest, following = divide(turn, waiting, codes, left, decided, still)
    decided = np.sort(decided[: int(number)])
    ends = begins(
        shard_kernels.count_messages, decided, starts, links, (1 << bits) - 1, shards=1 << bits
    )
    messages = np.empty(int(ends[-1]), dtype=np.int64)
    write = kernel(shard_kernels.write_messages, objective=objective)
    soonest = write(decided, codes, starts, links, costs, bits, ends[:-1].copy(), messages)
    counts = Sent(len(decided), int(following), int(soonest), np.diff(ends).tolist())
    return StepResult(counts, [values, still[: int(rest)], *divided(messages, ends)])


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


def finish(rules: Rules, count: int, runs: Pile, codes: Array, images: Array | None) -> StepResult:
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


def _tallied(codes: Array, images: Array) -> tuple[list[int], list[int], list[int]]:
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
