"""The table of what a search has proved, which several threads read and write at once.

    table, two words an entry, four entries a bucket, which is a line of the processor's cache:
        | position | facts |
        facts: | best move + 1: 16 | work: 6 | greatest + MOST: 16 | least + MOST: 16 |

Several threads can search at once with one table. An entry is two words, and a thread that read one
of them before another thread wrote both would take the facts of one position for those of another.
So a bucket belongs to one thread at a time: whoever reads or writes it first exchanges its first
word for `TAKEN`, which no position is, and puts a position back at the end. The processor makes the
exchange in one step, so of several threads one gets the word and the others get `TAKEN`. These go
on without the bucket: they know nothing of the position, or they do not store what they found. That
is always sound, nobody waits, and no thread ever sees an entry of which only a part is written.
"""

from __future__ import annotations

from kibitz.solve.compiling.instructions import exchanged, released

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.rows import Row


MOST = 1 << 14  # greater than every distance
MIXER = 0x1E3779B97F4A7C15
TAKEN = -1  # instead of the first position of a bucket: a thread is reading or writing it
CACHE_LINE = 64  # bytes


def empty_table(entries: int) -> Row:
    """Return a table with room for so many entries, a power of 2; a bucket is a line of cache."""
    import numpy as np

    words = np.zeros(2 * entries + CACHE_LINE // 8, dtype=np.int64)
    skipped = -words.ctypes.data % CACHE_LINE // 8
    return words[skipped : skipped + 2 * entries]


def bucket_of(position: int, buckets: int) -> int:
    """Return where the entries of a position begin in a table of so many buckets, a power of 2."""
    mixed = (position ^ position >> 29) * MIXER
    return (mixed ^ mixed >> 32) & (buckets - 1) << 3


def look_up(table: Row, position: int) -> int:
    """Return the facts that the table has of a position, 0 if it has none."""
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


def store(table: Row, position: int, least: int, greatest: int, work: int, best: int) -> int:
    """Add what is proved of a position to the table; return all facts of it.

    Where its bucket is full, it takes the place of what took the least work to find out.
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
                least = max(least, (facts & 0xFFFF) - MOST)
                greatest = min(greatest, (facts >> 16 & 0xFFFF) - MOST)
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


def copy(old: Row, new: Row) -> None:
    """Enter everything that a table holds into another."""
    for at in range(0, len(old), 2):
        facts = old[at + 1]
        if facts:
            least, greatest = (facts & 0xFFFF) - MOST, (facts >> 16 & 0xFFFF) - MOST
            store(new, old[at], least, greatest, 1 << (facts >> 32 & 63) >> 1, facts >> 38)
