"""Bit set of the positions of a class that lead to given targets, without Numba and NumPy.

The positions are those of `coordinates` or, on boards that have them, of `tiles`: a tile is `size`
words with the same pegs in top. Tiles are decided in levels. In the order of tiles (see `tiles`) a
level is a sum of weights, and each tile is visited once; of tiles that are images of each other
(see `tile_images`) one is decided, and the others are written. On other boards a tile is one word,
a level is a number of pegs, and a word is visited once for each number of pegs in low and pivots.

A set takes a fraction of a second, compiling included, and only as many levels as a question needs.
A sweep that is stopped goes on from the level it had reached.
Memory, in words:

    | job: level, first, end, two tiles | fields | tables of the board | of its symmetries |
    | of targets | two tiles for each job | one word for each 64 positions |

where each of the `Fields` holds a number, or the place of a table.
"""

from __future__ import annotations

from array import array
from collections import namedtuple
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import lru_cache
from itertools import accumulate, product
from threading import Lock
from typing import NamedTuple

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.board_tables import SPARED, BoardTables, ImageTables, weight_sums
from kibitz.engines.pegs.sets.coordinates import LOW, SWEEP, Coordinates
from kibitz.engines.pegs.sets.image_steps import keeping_weights
from kibitz.engines.pegs.sets.tiles import TileOrder, single_words, tile_order
from kibitz.solve.compiling.word_kernel import WORD, independent, lowest
from kibitz.solve.effort import Progress, no_progress
from kibitz.system.thread_pool import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.pegs.pegboard import Jump
    from kibitz.solve.compiling.word_memory import WordMemory

MOST_TILED = 29  # bits of an index in the order of tiles: 64 MiB
MOST_BY_PEGS = 26  # bits where words are visited several times; 29 take about 10 s
JOB = 4  # words of a job
MOST_JOBS = 16
FIELDS = JOB * MOST_JOBS  # place of the first field
EVERY_LOW = 1 << LOW
THREADS_ABOVE = 1 << 16  # words and tiles below which more threads do not pay
BETWEEN_CALLS = 1 << 23  # words that are visited between two calls of a progress callback, at most
Fields = namedtuple(
    "Fields",
    # Those of a set: its first word, and the parities of its class.
    "words parities "
    # Those of the board, from `Tables`.
    "size half parts jumps outside out_parity window out_sum starts lows near far near_parity "
    "far_parity far_sum flip partner left right within masks counted "
    # Those of the symmetries of the set, from `SetImages`.
    "images tile_bits near_image far_image image_steps moves where spared",
)
TABLES = FIELDS + len(Fields._fields)  # place of the first table


def sweep(m: MutableSequence[int], job: int) -> None:
    """Decide the tiles of one level with some contents of the upper half of top."""
    level, first, end, scratch = m[job], m[job + 1], m[job + 2], m[job + 3]
    f = Fields(*m[FIELDS:TABLES])
    for high in range(first, end):
        for more in range(f.window + 1):
            for out in range(f.outside):
                need = level - more - m[f.far_sum + high] - m[f.out_sum + out]
                odd = (f.parities ^ m[f.far_parity + high]) & f.out_parity
                bucket = f.starts + need * f.outside + (odd ^ out)
                for at in range(m[bucket], m[bucket + 1]):
                    low = m[f.lows + at]
                    top = high << f.half | low
                    is_least = 1
                    image = 0
                    while image < f.images:
                        found = m[f.near_image + low * f.images + image]
                        other = (found ^ m[f.far_image + high * f.images + image]) >> f.tile_bits
                        image += 1
                        if other < top:
                            image = f.images
                            is_least = 0
                    if is_least != 0:
                        row = f.parities ^ m[f.near_parity + low] ^ m[f.far_parity + high]
                        here = f.words + top * f.size
                        own = f.masks + row * f.jumps * f.size
                        count = f.counted + (row * (f.window + 1) + more) * f.size
                        for stays in range(2):
                            for part in range(f.parts):
                                some = m[f.within + (row * 2 + stays) * f.parts + part]
                                some &= m[f.near + low * f.parts + part]
                                some &= m[f.far + high * f.parts + part]
                                while some != 0:
                                    jump = lowest(some) + part * 64
                                    some &= some - 1
                                    there = f.words + (top ^ m[f.flip + jump]) * f.size
                                    mask = own + jump * f.size
                                    lane = m[f.partner + jump]
                                    up, down = m[f.left + jump], m[f.right + jump]
                                    for word in independent(f.size):
                                        new = (m[there + (word ^ lane)] << up & WORD) >> down
                                        new &= m[mask + word] & m[count + word]
                                        m[here + word] |= new
                        # Its images: `tile` is that under the symmetry before, by steps the next.
                        tile, spare = scratch, scratch + f.size
                        for word in independent(f.size):
                            m[tile + word] = m[here + word]
                        for image in range(f.images):
                            begin = f.image_steps + image
                            for step in range(m[begin], m[begin + 1]):
                                lane, bits = m[f.moves + step] >> 6, m[f.moves + step] & 63
                                mask = f.where + step * f.size
                                for word in independent(f.size):
                                    m[spare + word] = m[tile + (word ^ lane)]
                                while bits != 0:
                                    up, some = 1 << lowest(bits), m[f.spared + lowest(bits)]
                                    bits &= bits - 1
                                    for word in independent(f.size):
                                        new = m[spare + word]
                                        m[spare + word] = new >> up & some | (new & some) << up
                                for word in independent(f.size):
                                    new = m[tile + word] ^ m[spare + word]
                                    m[tile + word] ^= new & m[mask + word]
                            found = m[f.near_image + low * f.images + image]
                            found ^= m[f.far_image + high * f.images + image]
                            there = f.words + (found >> f.tile_bits) * f.size
                            lane, bits = found >> 6 & (f.size - 1), found & 63
                            if there != here:
                                for word in independent(f.size):
                                    m[there + word] = m[tile + (word ^ lane)]
                                while bits != 0:
                                    up, some = 1 << lowest(bits), m[f.spared + lowest(bits)]
                                    bits &= bits - 1
                                    for word in independent(f.size):
                                        new = m[there + word]
                                        m[there + word] = new >> up & some | (new & some) << up


def fill(m: MutableSequence[int], job: int) -> None:
    """Put the positions with a number of pegs into the tiles with some contents of top."""
    count, first, end, table = m[job], m[job + 1], m[job + 2], m[job + 3]
    f = Fields(*m[FIELDS:TABLES])
    # The tables of `WithPegs`.
    far_pegs, masks, rows, near_pegs = m[table], m[table + 1], m[table + 2], table + 3
    for high in range(first, end):
        for low in range(1 << f.half):
            inside = count - m[near_pegs + low] - m[far_pegs + high]
            row = f.parities ^ m[f.near_parity + low] ^ m[f.far_parity + high]
            here = f.words + (high << f.half | low) * f.size
            mask = masks + (row * rows + inside) * f.size
            for word in independent(f.size):
                m[here + word] = m[mask + word]


class Order:
    """Holes and levels of a board for a quick set: its tiles, or its words by number of pegs."""

    def __init__(self, board: PegBoard) -> None:
        tiles = tile_order(board)
        c = single_words(Coordinates(board)) if tiles is None else tiles.coordinates
        self.tiles = tiles or TileOrder(c, [1] * len(c.top))
        self.coordinates = c
        # holes of a word whose pegs are counted
        self.inside = [] if tiles else [*c.low, *(pivot for pivot, _ in c.pivots)]
        self.is_quick = len(c.free) <= (MOST_BY_PEGS if tiles is None else MOST_TILED)

    def level(self, position: int) -> int:
        """Return the level at which a position is decided."""
        weights = zip(self.tiles.weighed, self.tiles.weight, strict=True)
        level = sum(weight for hole, weight in weights if position >> hole & 1)
        return level + sum(position >> hole & 1 for hole in self.inside)


class Tables:
    """Tables of a board for the kernel: `fields` by name, and the `words` of its tables."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.of_board = tables = BoardTables(order.coordinates)
        weight, window = order.tiles.weight, len(order.inside)
        half, top = len(tables.near), len(order.coordinates.top)
        far_sum, out_sum = weight_sums(weight[half:top]), weight_sums(weight[top:])
        masks = tables.masks()
        stays = sum(1 << jump for jump in order.tiles.staying if not window)
        fits = tables.fits(masks, tables.size)
        self.levels = sum(weight) + window + 1
        self.highs = len(far_sum)
        self.words = array("Q")
        starts, lows = self.put_buckets(weight[:half], max(far_sum) + max(out_sum) + window)
        self.fields = {
            "size": tables.size,
            "half": half,
            "parts": tables.parts,
            "jumps": len(tables.jumps),
            "outside": len(out_sum),
            "out_parity": len(out_sum) - 1,
            "window": window,
            "out_sum": self.put(out_sum),
            "starts": starts,
            "lows": lows,
            "near": self.put(tables.split(tables.allowed(tables.near))),
            "far": self.put(tables.split(tables.allowed(tables.far))),
            "near_parity": self.put(tables.parities(tables.near)),
            "far_parity": self.put(tables.parities(tables.far)),
            "far_sum": self.put(far_sum),
            **{name: self.put(table) for name, table in tables.steps()._asdict().items()},
            # [row, stays]: the jumps that leave a tile, then those that stay in it
            "within": self.put(
                tables.split(some for fit in fits for some in (fit & ~stays, fit & stays))
            ),
            "masks": self.put(masks),
            "counted": self.put(self.counted()),
        }

    def put_buckets(self, weight: list[int], before: int) -> tuple[int, int]:
        """Append the contents of the lower half of top by sum and parities of outside pivots.

        Return the place where the bucket of sum 0 begins, and that of the contents. There are empty
        buckets for the sums from `-before` to the last level, which no content has.
        """
        outside = 1 << self.order.tiles.outside
        odd = self.of_board.parities(self.of_board.near)
        keys = [
            (before + total) * outside + (own & outside - 1)
            for total, own in zip(weight_sums(weight), odd, strict=True)
        ]
        starts = [0] * ((before + self.levels) * outside + 1)
        for key in keys:
            starts[key + 1] += 1
        contents = sorted(range(len(keys)), key=keys.__getitem__)
        return self.put(accumulate(starts)) + before * outside, self.put(contents)

    def put(self, table: Iterable[int]) -> int:
        """Append a table, and return its place in the memory."""
        place = TABLES + len(self.words)
        self.words.extend(table)
        return place

    def counted(self) -> list[int]:
        """Return [row, count, mid]: the bits with so many pegs inside; all if none are counted."""
        tables, inside = self.of_board, self.order.inside
        if not inside:
            return [tables.every] * (tables.rows * tables.size)
        return [bits for row in range(tables.rows) for bits in tables.by_count(inside, row, 0)]


class SetImages:
    """Symmetries of a set for the kernel: `fields` by name, and the `words` of their tables."""

    def __init__(
        self, order: Order, member: int, symmetries: Iterable[Sequence[int]], place: int
    ) -> None:
        """Take symmetries that fix the set, a position of it, and the place of the first word."""
        c, tiles = order.coordinates, order.tiles
        kept = [] if order.inside else keeping_weights(symmetries, tiles.weighed, tiles.weight)
        found = ImageTables(c, c.constants(member), kept)
        self.words = array("Q")
        self.fields = {"images": found.count, "tile_bits": LOW + len(c.mid)}
        for name, table in {
            "near_image": [image for images in zip(*found.near, strict=True) for image in images],
            "far_image": [image for images in zip(*found.far, strict=True) for image in images],
            "image_steps": found.first,
            "moves": found.moves,
            "where": found.where,
            "spared": SPARED,
        }.items():
            self.fields[name] = place + len(self.words)
            self.words.extend(table)


class WithPegs(NamedTuple):
    """Targets: all positions of a class with a number of pegs, one of them in a hole if given."""

    pegs: int
    hole: int | None = None

    def tables(self, tables: Tables, member: int) -> tuple[int, list[int]]:
        """Return the first word of a job of `fill`, and the tables that it takes.

        Those are, for both halves of top, the pegs in them, and the bits of a tile with each number
        of pegs in the rest. Numbers that no position has, and those of positions without a peg in
        the hole, come to masks of zeros. `member` is a position of the class.
        """
        order, of_board = tables.order.coordinates, tables.of_board
        most = order.board.holes + 1
        absent = most if self.hole in order.top else 0  # more pegs than there are
        near, far = self._sums(of_board.near, absent), self._sums(of_board.far, absent)
        inside = [*order.low, *order.mid, *(pivot for pivot, _ in order.pivots)]
        masks = []
        for row in range(of_board.rows):
            by_mid = [of_board.by_count(inside, row, mid) for mid in range(of_board.size)]
            own = [self._in_place(of_board, row, mid, member) for mid in range(of_board.size)]
            masks += [0] * (of_board.size * (most + absent))
            for count in range(len(inside) + 1):
                masks += [own[mid] & by_mid[mid][count] for mid in range(of_board.size)]
            masks += [0] * (of_board.size * (most - len(inside) - 1))
        fixed = sum(member >> hole & 1 for hole in order.fixed)
        places = [3 + len(near), 3 + len(near) + len(far), 2 * most + absent]
        return self.pegs - fixed + most + absent, [*places, *near, *far, *masks]

    def _sums(self, holes: Sequence[int], absent: int) -> list[int]:
        """Return the number of pegs of each set of holes, `absent` more without the own hole."""
        missing = absent if self.hole in holes else 0
        return [
            missing + pegs
            for pegs in weight_sums(1 - absent if hole == self.hole else 1 for hole in holes)
        ]

    def _in_place(self, tables: BoardTables, row: int, mid: int, member: int) -> int:
        """Return the bits of a word where the own hole has a peg, or is one of top."""
        if self.hole in tables.coordinates.fixed:
            return tables.every * (member >> self.hole & 1)
        return tables.every if self.hole is None else tables.pegs(self.hole, row, mid)


@lru_cache(maxsize=8)
def tables_of(holes: int, jumps: tuple[Jump, ...]) -> Tables | None:
    """Return the tables of a board; None if its sets take longer than a second."""
    order = Order(PegBoard(holes, jumps))
    return Tables(order) if order.is_quick else None


class QuickSet:
    """The positions of one class from which jumps lead to some targets, decided by levels."""

    def __init__(
        self,
        tables: Tables,
        memory: Callable[[int], WordMemory],
        targets: Sequence[int] | WithPegs,
        symmetries: Iterable[Sequence[int]] = (),
        member: int | None = None,
    ) -> None:
        """Take targets of one class, and symmetries that map them to each other.

        The symmetries, with the identity, are a group. `member` is some position of the class, by
        default the first target.
        """
        order, of_board = tables.order, tables.of_board
        listed = [] if isinstance(targets, WithPegs) else targets
        if member is None:
            member = listed[0]
        self.tables = tables
        after = TABLES + len(tables.words)
        images = SetImages(order, member, symmetries, after)
        filling = after + len(images.words)
        count, filled = targets.tables(tables, member) if isinstance(targets, WithPegs) else (0, [])
        self._scratch = filling + len(filled)
        self._place = self._scratch + 2 * of_board.size * MOST_JOBS
        self._memory = memory(self._place + order.coordinates.size)
        self._memory.write(TABLES, tables.words)
        self._memory.write(after, images.words)
        self._parities, _ = order.coordinates.constants(member)
        of_set = {"words": self._place, "parities": self._parities}
        self._write(FIELDS, *Fields(**of_set, **tables.fields, **images.fields))
        for target in listed:
            at, bit = self._bit(target)
            self._write(at, self._memory[at] | 1 << bit)
        if filled:
            far, masks, *rest = filled
            self._write(filling, filling + far, filling + masks, *rest)
            self._write(0, count, 0, tables.highs, filling)
            self._memory.run(fill, [range(0, JOB, JOB)])
        self._decided = 0  # levels
        self._one_at_a_time = Lock()

    def __contains__(self, position: int) -> bool:
        if self.tables.order.coordinates.constants(position)[0] != self._parities:
            return False
        self.decide(position, no_progress)
        at, bit = self._bit(position)
        return bool(self._memory[at] >> bit & 1)

    def has_decided(self, position: int) -> bool:
        """Return whether the level of a position has been decided."""
        return self._decided > self.tables.order.level(position)

    def decide(self, position: int, progress: Progress) -> None:
        """Decide the levels that a position needs; a callback may stop it, and the next goes on."""
        level = self.tables.order.level(position)
        if not self.has_decided(position):
            with self._one_at_a_time:
                self._memory.run(sweep, self._rounds(level, progress))

    def _bit(self, position: int) -> tuple[int, int]:
        """Return the place of the word of a position, and its bit there."""
        index = self.tables.order.coordinates.index(position)
        return self._place + (index >> LOW), index & EVERY_LOW - 1

    def _write(self, at: int, *words: int) -> None:
        self._memory.write(at, array("Q", words))

    def _rounds(self, level: int, progress: Progress) -> Iterator[range]:
        """Yield the jobs of each level up to this one; they are done when it goes on."""
        tables, order, size = self.tables, self.tables.order, self.tables.of_board.size
        tops = 1 << len(order.coordinates.top)
        few = len(tables.words) + tops < THREADS_ABOVE
        jobs = 1 if few else min(MOST_JOBS, 4 * self._memory.threads)
        visited = (len(order.inside) + 1) * size * tops
        for here, (low, high) in product(
            range(self._decided, level + 1), spans(0, tables.highs, -(-visited // BETWEEN_CALLS))
        ):
            progress(SWEEP, here, level + 1)
            parts = spans(low, high, jobs)
            for part, (first, end) in enumerate(parts):
                tiles = self._scratch + 2 * size * part
                self._write(JOB * part, here, first, end, tiles)
            yield range(0, JOB * len(parts), JOB)
            if high == tables.highs:
                self._decided = here + 1
