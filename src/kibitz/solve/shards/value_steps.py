"""Steps of evaluation in shards: reversed moves, and values propagated along them.

Like the other steps they are pure functions from arrays to counts and arrays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.objectives.objective import LARGEST_CODE
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.memory.backward import TOO_LONG
from kibitz.solve.memory.valuation import ValueTooLargeError
from kibitz.solve.shards import shard_kernels
from kibitz.solve.shards.explore_steps import StepResult, begins, divided, joined

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.objectives.objective import Objective
    from kibitz.solve.rows import Row
    from kibitz.solve.shards.explore_steps import Pile

MOST_SHORT = (1 << 31) - 1
FINISHED = -2  # the fact of a terminal position is this minus its worth


def link(count: int, bits: int, long: bool, all_arrivals: Pile, all_spans: Pile) -> StepResult:
    """Reverse the moves that lead into a shard: find the predecessors of each position.

    The piles are the results of `merge`, layer by layer; the first is iterated over twice. Counts:
    the number of links. Arrays: the offsets of those of each position, and the end; then the links.
    """
    starts = np.zeros(count + 2, dtype=np.int64)
    for arrivals in all_arrivals:
        kernel(shard_kernels.count_links)(arrivals[: len(arrivals) // 2], starts)
    kernel(shard_kernels.add_up)(starts)
    total = int(starts[-1])
    kind = np.int64 if long or total > MOST_SHORT else np.int32
    row = np.empty(count + 1 + total, dtype=kind)
    links = row[count + 1 :]
    place = kernel(shard_kernels.place_links)
    for arrivals, spans in zip(all_arrivals, all_spans, strict=True):
        numbers, parents = arrivals[: len(arrivals) // 2], arrivals[len(arrivals) // 2 :]
        first = 0
        for origin, length in zip(spans[::2].tolist(), spans[1::2].tolist(), strict=True):
            place(numbers, parents, first, first + length, origin, bits, starts, links)
            first += length
    row[: count + 1] = starts[:-1]
    return StepResult([total], [row])


def receiving_kernel(objective: Objective, better: bool) -> Callable[..., int]:
    """Return the kernel that processes messages."""
    if not objective.by_distance:
        scores = shard_kernels.receive_better if better else shard_kernels.receive_scores
        return kernel(scores, objective=objective)
    return kernel(
        shard_kernels.receive_first if objective.counts_moves else shard_kernels.receive_contest
    )


def begin(objective: Objective, bits: int, count: int, all_facts: Pile, linked: Row) -> StepResult:
    """Evaluate the terminal positions of a shard, and send their codes to their predecessors.

    Counts: positions decided, then messages to each shard. Arrays: the values, that is the codes
    and then (except for the aim `shortest`) the numbers of moves not yet known; then the messages.
    """
    facts = joined(list(all_facts), np.int32)
    most = int(facts.max(initial=0))
    kind = np.int16 if most <= LARGEST_CODE else np.int32
    values = np.zeros(count if objective.counts_moves else 2 * count, dtype=kind)
    values[count:] = facts[: len(values) - count]
    decided = np.empty(count, dtype=np.int32)
    number = int(kernel(shard_kernels.begin, objective=objective)(facts, values[:count], decided))
    return _with_messages(bits, count, decided[:number], values, linked)


def propagate(
    objective: Objective, bits: int, better: bool, count: int, values: Row, linked: Row, heard: Pile
) -> StepResult:
    """Process the messages to a shard, and send the codes that follow from them.

    `better` is whether `restart_scores` has been run. Counts and arrays as in `begin`.
    """
    values = values.copy()
    codes, left = values[:count], values[count:]
    decided = np.empty(count, dtype=np.int32)
    receive = receiving_kernel(objective, better)
    number = 0
    for messages in heard:
        number = int(receive(messages, codes, left, decided, number))
        if number == TOO_LONG:
            raise ValueTooLargeError
    decided = np.sort(decided[:number])
    if better:
        left[decided] = 0
    return _with_messages(bits, count, decided, values, linked)


def restart_scores(bits: int, count: int, values: Row, linked: Row) -> StepResult:
    """Send the scores of positions that wait for each other in cycles.

    From here on a score is sent whenever it has improved, and positions no longer wait. Counts and
    arrays as in `begin`.
    """
    values = values.copy()
    decided = np.empty(count, dtype=np.int32)
    number = int(kernel(shard_kernels.list_undecided)(values[:count], values[count:], decided))
    values[count:] = 0
    return _with_messages(bits, count, decided[:number], values, linked)


def _with_messages(bits: int, count: int, decided: Row, values: Row, linked: Row) -> StepResult:
    starts, links = linked[: count + 1], linked[count + 1 :]
    ends = begins(
        shard_kernels.count_messages, decided, starts, links, (1 << bits) - 1, shards=1 << bits
    )
    messages = np.empty(int(ends[-1]), dtype=np.int64)
    write = kernel(shard_kernels.write_messages)
    write(decided, values[:count], starts, links, bits, ends[:-1].copy(), messages)
    sizes = np.diff(ends).tolist()
    return StepResult([len(decided), *sizes], [values, *divided(messages, ends)])
