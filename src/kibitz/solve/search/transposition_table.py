"""Transposition table, shared by several threads without locks.

    table: two words per entry, four entries per bucket, which is one cache line:
        | position | facts |
        facts: | best move + 1: 16 | work: 6 | greatest + MOST: 16 | least + MOST: 16 |

Several threads can search at once with one table. An entry is two words, so a thread that read one
of them before another thread wrote both would mix the facts of two positions. So a bucket belongs
to one thread at a time: a thread that reads or writes it first exchanges its first word for
`TAKEN`, which is not a position, and stores a position back at the end. The exchange is atomic, so
one of several threads gets the word and the others get `TAKEN`. These continue without the bucket:
a lookup returns nothing, a store is skipped. That is always sound, no thread waits, and no thread
ever reads a partly written entry.
"""

from __future__ import annotations

from kibitz.solve.array_backend import arrays
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.instructions import exchanged, released
from kibitz.solve.memory.numbering import MIXER

MOST = 1 << 14  # greater than every distance
TAKEN = -1  # replaces the first position of a bucket that a thread is using


def empty_table(entries: int) -> Array:
    """Return a table with a power of 2 of entries; buckets are aligned to cache lines."""
    made: Array = arrays().cache_lines(2 * entries)
    return made


def bucket_of(position: int, buckets: int) -> int:
    """Return the offset of the bucket of a position, given the number of buckets, a power of 2."""
    mixed = (position ^ position >> 29) * MIXER
    return (mixed ^ mixed >> 32) & (buckets - 1) << 3


def least_of(facts: int) -> int:
    """Return the least possible outcome, of the facts stored for a position."""
    return (facts & 0xFFFF) - MOST


def greatest_of(facts: int) -> int:
    """Return the greatest possible outcome, of the facts stored for a position."""
    return (facts >> 16 & 0xFFFF) - MOST


def look_up(table: Array, position: int) -> int:
    """Return the facts stored for a position, 0 if there are none."""
    bucket = bucket_of(position, len(table) >> 3)
    first = exchanged(table, bucket, TAKEN)
    if first == TAKEN:
        return 0
    found = 0
    if first == position:
        found = table[bucket + 1]
    else:
        for place in range(bucket + 2, bucket + 8, 2):
            if table[place] == position:
                found = table[place + 1]
                break
    released(table, bucket, first)
    return found


def store(table: Array, position: int, least: int, greatest: int, work: int, best: int) -> int:
    """Add proved bounds of a position to the table; return all facts of it.

    If its bucket is full, it replaces the entry that took the least work.
    """
    effort = 0
    while work > 0 and effort < 63:
        work >>= 1
        effort += 1
    bucket = bucket_of(position, len(table) >> 3)
    first = exchanged(table, bucket, TAKEN)
    place = bucket
    cheapest = 64
    if first != TAKEN:
        for at in range(bucket, bucket + 8, 2):
            facts = table[at + 1]
            if facts and position == (first if at == bucket else table[at]):
                least = max(least, least_of(facts))
                greatest = min(greatest, greatest_of(facts))
                place = at
                break
            cost = facts >> 32 & 63 if facts else -1
            if cost < cheapest:
                cheapest = cost
                place = at
    facts = best << 38 | effort << 32 | (greatest + MOST) << 16 | (least + MOST)
    if first != TAKEN:
        table[place + 1] = facts
        if place > bucket:
            table[place] = position
            position = first
        released(table, bucket, position)
    return facts


def copy(old: Array, new: Array) -> None:
    """Enter all entries of a table into another."""
    for at in range(0, len(old), 2):
        facts = old[at + 1]
        if facts:
            work = 1 << (facts >> 32 & 63) >> 1
            store(new, old[at], least_of(facts), greatest_of(facts), work, facts >> 38)
