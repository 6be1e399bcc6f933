"""The steps of valuing in shards: moves turned round, and values told backwards along them.

Like the other steps they are pure functions, arrays in, counts and arrays out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.solve.backward import TOO_LONG
from kibitz.solve.compiled import kernel
from kibitz.solve.shards import kernels
from kibitz.solve.shards.steps import Result, begins, divided, joined
from kibitz.solve.value import ValueTooLargeError, check_score

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.contract import Aim
    from kibitz.solve.graph import Row
    from kibitz.solve.shards.steps import Pile

BEGIN: dict[Aim, Callable[..., int]] = {
    "win": kernels.begin_win,
    "shortest": kernels.begin_win,
    "fewest": kernels.begin_fewest,
}
HEAR: dict[Aim, Callable[..., int]] = {
    "win": kernels.hear_win,
    "shortest": kernels.hear_shortest,
    "fewest": kernels.hear_fewest,
}
FINISHED = -2  # facts of a finished position are this less its worth


def link(
    count: int, bits: int, long: bool, all_numbers: Pile, all_parents: Pile, all_spans: Pile
) -> Result:
    """Turn the moves that lead into a shard round: from each position, where it was reached from.

    The piles are what `merge` gave, layer by layer; the first is gone through twice. Arrays: where
    the links of each position begin, and the links.
    """
    starts = np.zeros(count + 2, dtype=np.int64)
    for numbers in all_numbers:
        kernel(kernels.count_links)(numbers, starts)
    kernel(kernels.add_up)(starts)
    links = np.empty(int(starts[-1]), dtype=np.int64 if long else np.int32)
    place = kernel(kernels.place_links)
    for numbers, parents, spans in zip(all_numbers, all_parents, all_spans, strict=True):
        first = 0
        for origin, length in zip(spans[::2].tolist(), spans[1::2].tolist(), strict=True):
            place(numbers, parents, first, first + length, origin, bits, starts, links)
            first += length
    return Result([len(links)], [starts[:-1], links])


def begin(aim: Aim, bits: int, all_facts: Pile, starts: Row, links: Row) -> Result:
    """Value the finished positions of a shard, and tell those that they were reached from.

    Counts: positions decided, then messages to each shard. Arrays: the codes, what is left to be
    told to each position, then the messages.
    """
    left = joined(list(all_facts), np.int32)
    if aim == "fewest" and (left < 0).any():
        check_score(FINISHED - int(left.min()))
        check_score(FINISHED - int(left.max(initial=int(left.min()), where=left < 0)))
    codes = np.zeros(len(left), dtype=np.int16)
    decided = np.empty(len(left), dtype=np.int32)
    count = int(kernel(BEGIN[aim])(left, codes, decided))
    return _tell(bits, decided[:count], codes, left, starts, links)


def wave(
    aim: Aim, bits: int, better: bool, codes: Row, left: Row, starts: Row, links: Row, heard: Pile
) -> Result:
    """Take in the messages to a shard, and pass on what follows from them.

    `better` says that scores have been stirred. Counts and arrays as `begin` gives them.
    """
    codes, left = codes.copy(), left.copy()
    decided = np.empty(len(codes), dtype=np.int32)
    hear = kernel(kernels.hear_better if better else HEAR[aim])
    count = 0
    for messages in heard:
        count = int(hear(messages, codes, left, decided, count))
        if count == TOO_LONG:
            raise ValueTooLargeError
    decided = np.sort(decided[:count])
    if better:
        left[decided] = 0
    return _tell(bits, decided, codes, left, starts, links)


def stir(bits: int, codes: Row, left: Row, starts: Row, links: Row) -> Result:
    """Tell the scores of positions that wait for each other, in circles.

    From here on a score is told whenever it has got better, and nothing is `left` to wait for.
    Counts and arrays as `begin` gives them.
    """
    decided = np.empty(len(codes), dtype=np.int32)
    count = int(kernel(kernels.list_undecided)(codes, left, decided))
    return _tell(bits, decided[:count], codes, np.zeros_like(left), starts, links)


def _tell(bits: int, decided: Row, codes: Row, left: Row, starts: Row, links: Row) -> Result:
    ends = begins(kernels.count_messages, decided, starts, links, (1 << bits) - 1, shards=1 << bits)
    messages = np.empty(int(ends[-1]), dtype=np.int64)
    write = kernel(kernels.write_messages)
    write(decided, codes, starts, links, bits, ends[:-1].copy(), messages)
    sizes = np.diff(ends).tolist()
    return Result([len(decided), *sizes], [codes, left, *divided(messages, ends)])
