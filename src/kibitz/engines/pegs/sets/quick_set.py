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

where each field holds a number, or the place of a table.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, MutableSequence, Sequence
from functools import lru_cache
from itertools import accumulate, product
from threading import Lock
from typing import NamedTuple

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.coordinates import LOW, SWEEP, Coordinates
from kibitz.engines.pegs.sets.image_steps import keeping_weights, sums_of, tile_symmetries
from kibitz.engines.pegs.sets.tiles import tile_order
from kibitz.solve.compiling.word_kernel import WORD, independent, lowest
from kibitz.solve.memory.move_graph import Progress, no_progress
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
COUNT = 32  # fields, the first two and the last eight of a set
OF_IMAGES = 24  # number of the first field of the symmetries of a set
EVERY_LOW = 1 << LOW
FEW = 1 << 16  # words and tiles below which more threads do not pay
MANY = 1 << 23  # words that are visited between two calls of a progress callback, at most


def sweep(m: MutableSequence[int], job: int) -> None:
    """Decide the tiles of one level with some contents of the upper half of top."""
    level, first, end, scratch = m[job], m[job + 1], m[job + 2], m[job + 3]
    # The fields, in the order of `Tables` and of `SetImages`.
    words, parities, size, half, parts, jumps = m[64], m[65], m[66], m[67], m[68], m[69]
    outside, out_parity, window, out_sum, starts, lows = m[70], m[71], m[72], m[73], m[74], m[75]
    near, far, near_parity, far_parity, far_sum = m[76], m[77], m[78], m[79], m[80]
    flip, partner, left, right, within = m[81], m[82], m[83], m[84], m[85]
    masks, counted = m[86], m[87]
    images, tile_bits, near_image, far_image = m[88], m[89], m[90], m[91]
    image_steps, moves, where, spared = m[92], m[93], m[94], m[95]
    for high in range(first, end):
        for more in range(window + 1):
            for out in range(outside):
                need = level - more - m[far_sum + high] - m[out_sum + out]
                odd = (parities ^ m[far_parity + high]) & out_parity
                bucket = starts + need * outside + (odd ^ out)
                for at in range(m[bucket], m[bucket + 1]):
                    low = m[lows + at]
                    top = high << half | low
                    is_least = 1
                    image = 0
                    while image < images:
                        found = m[near_image + low * images + image]
                        other = (found ^ m[far_image + high * images + image]) >> tile_bits
                        image += 1
                        while other < top:
                            other = top
                            image = images
                            is_least = 0
                    while is_least != 0:
                        is_least = 0
                        row = parities ^ m[near_parity + low] ^ m[far_parity + high]
                        here = words + top * size
                        own = masks + row * jumps * size
                        count = counted + (row * (window + 1) + more) * size
                        for stays in range(2):
                            for part in range(parts):
                                some = m[near + low * parts + part] & m[far + high * parts + part]
                                some &= m[within + (row * 2 + stays) * parts + part]
                                while some != 0:
                                    jump = lowest(some) + part * 64
                                    some &= some - 1
                                    there = words + (top ^ m[flip + jump]) * size
                                    mask = own + jump * size
                                    lane = m[partner + jump]
                                    up, down = m[left + jump], m[right + jump]
                                    for word in independent(size):
                                        new = (m[there + (word ^ lane)] << up & WORD) >> down
                                        new &= m[mask + word] & m[count + word]
                                        m[here + word] |= new
                        # Its images: `tile` is that under the symmetry before, by steps the next.
                        tile, spare = scratch, scratch + size
                        for word in independent(size):
                            m[tile + word] = m[here + word]
                        for image in range(images):
                            for step in range(m[image_steps + image], m[image_steps + image + 1]):
                                lane, bits = m[moves + step] >> 6, m[moves + step] & 63
                                mask = where + step * size
                                for word in independent(size):
                                    m[spare + word] = m[tile + (word ^ lane)]
                                while bits != 0:
                                    up, some = 1 << lowest(bits), m[spared + lowest(bits)]
                                    bits &= bits - 1
                                    for word in independent(size):
                                        new = m[spare + word]
                                        m[spare + word] = new >> up & some | (new & some) << up
                                for word in independent(size):
                                    new = m[tile + word] ^ m[spare + word]
                                    m[tile + word] ^= new & m[mask + word]
                            found = m[near_image + low * images + image]
                            found ^= m[far_image + high * images + image]
                            there = words + (found >> tile_bits) * size
                            lane, bits = found >> 6 & (size - 1), found & 63
                            while there != here:
                                for word in independent(size):
                                    m[there + word] = m[tile + (word ^ lane)]
                                while bits != 0:
                                    up, some = 1 << lowest(bits), m[spared + lowest(bits)]
                                    bits &= bits - 1
                                    for word in independent(size):
                                        new = m[there + word]
                                        m[there + word] = new >> up & some | (new & some) << up
                                there = here


def fill(m: MutableSequence[int], job: int) -> None:
    """Put the positions with a number of pegs into the tiles with some contents of top."""
    count, first, end, table = m[job], m[job + 1], m[job + 2], m[job + 3]
    words, parities, size, half = m[64], m[65], m[66], m[67]
    near_parity, far_parity = m[78], m[79]
    # The tables of `WithPegs`.
    far_pegs, masks, rows, near_pegs = m[table], m[table + 1], m[table + 2], table + 3
    for high in range(first, end):
        for low in range(1 << half):
            inside = count - m[near_pegs + low] - m[far_pegs + high]
            row = parities ^ m[near_parity + low] ^ m[far_parity + high]
            here = words + (high << half | low) * size
            mask = masks + (row * rows + inside) * size
            for word in independent(size):
                m[here + word] = m[mask + word]


class Order:
    """Holes and levels of a board for a quick set: its tiles, or its words by number of pegs."""

    def __init__(self, board: PegBoard) -> None:
        tiles = tile_order(board)
        usual = Coordinates(board)
        self.coordinates = c = usual if tiles is None else tiles.coordinates
        self.low, self.mid = c.low, [] if tiles is None else c.mid
        self.top = [*c.mid, *c.top] if tiles is None else c.top
        outside = [] if tiles is None else tiles.outside
        self.outside = len(outside)
        # The outside pivots come first, so that their parities are the lowest bits.
        others = [i for i in range(len(c.pivots)) if i not in outside]
        self.pivots = [c.pivots[i] for i in (*outside, *others)]
        self.weight = [1] * len(self.top) if tiles is None else tiles.weight
        self.window = len(self.low) + len(self.pivots) if tiles is None else 0
        self.is_quick = len(c.free) <= (MOST_BY_PEGS if tiles is None else MOST_TILED)

    @property
    def weighed(self) -> list[int]:
        """The holes that have weights: those of top, and the outside pivots."""
        return [*self.top, *(pivot for pivot, _ in self.pivots[: self.outside])]

    @property
    def size(self) -> int:
        """How many words a tile has."""
        return 1 << len(self.mid)

    def parities(self, position: int) -> int:
        """Return the parities of the pegs on the sets of the pivots, which no jump changes."""
        return sum(
            ((position & members).bit_count() & 1) << i
            for i, (_, members) in enumerate(self.pivots)
        )

    def index(self, position: int) -> int:
        """Return the number of the bit of a position."""
        return sum(
            (position >> hole & 1) << bit
            for bit, hole in enumerate((*self.low, *self.mid, *self.top))
        )

    def level(self, position: int) -> int:
        """Return the level at which a position is decided."""
        weights = zip(self.weighed, self.weight, strict=True)
        level = sum(weight for hole, weight in weights if position >> hole & 1)
        if self.window:
            inside = [*self.low, *(pivot for pivot, _ in self.pivots)]
            level += sum(position >> hole & 1 for hole in inside)
        return level


class Tables:
    """Tables of a board for the kernel: `words` begins with the fields."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.board = order.coordinates.board
        jumps = self.board.jumps
        self.parts = -(-len(jumps) // 64)
        self.combinations = 1 << len(order.pivots)
        half = len(order.top) // 2
        near, far = order.top[:half], order.top[half:]
        far_sum = self.sums(order.weight[half : len(order.top)])
        out_sum = self.sums(order.weight[len(order.top) :])
        shape = [self.shape(jump) for jump in jumps]
        self.levels = sum(order.weight) + order.window + 1
        self.highs = len(far_sum)
        self.words = array("Q", bytes(8 * COUNT))
        masks = self.masks()
        fields = [
            0,  # the place of a set, and the parities of its class, follow when they are known
            0,
            order.size,
            half,
            self.parts,
            len(jumps),
            len(out_sum),
            len(out_sum) - 1,
            order.window,
            self.put(out_sum),
            *self.put_buckets(near, self.levels, max(far_sum) + max(out_sum) + order.window),
            self.put(self.split(self.allowed(near))),
            self.put(self.split(self.allowed(far))),
            self.put(self.parity_sums(near)),
            self.put(self.parity_sums(far)),
            self.put(far_sum),
            *(self.put([numbers[field] for numbers in shape]) for field in range(4)),
            self.put(self.split(self.staying(shape, masks))),
            self.put(masks),
            self.put(self.counted()),
        ]
        self.words[:OF_IMAGES] = array("Q", fields)

    def put_buckets(self, near: list[int], levels: int, before: int) -> tuple[int, int]:
        """Append the contents of the lower half of top by sum and parities of outside pivots.

        Return the place where the bucket of sum 0 begins, and that of the contents. There are empty
        buckets for the sums from `-before` to `levels`, which no content has.
        """
        outside = 1 << self.order.outside
        keys = [
            (before + total) * outside + (odd & outside - 1)
            for total, odd in zip(
                self.sums(self.order.weight[: len(near)]), self.parity_sums(near), strict=True
            )
        ]
        starts = [0] * ((before + levels) * outside + 1)
        for key in keys:
            starts[key + 1] += 1
        contents = sorted(range(len(keys)), key=keys.__getitem__)
        return self.put(accumulate(starts)) + before * outside, self.put(contents)

    def put(self, table: Iterable[int]) -> int:
        """Append a table, and return its place in the memory."""
        place = FIELDS + len(self.words)
        self.words.extend(table)
        return place

    def split(self, sets: Iterable[int]) -> list[int]:
        """Return sets of jumps as words."""
        return [some >> 64 * part & WORD for some in sets for part in range(self.parts)]

    def sums(self, weights: Iterable[int]) -> list[int]:
        """Return the sum of each set of weights."""
        sums = [0]
        for weight in weights:
            sums += [total + weight for total in sums]
        return sums

    def parity_sums(self, holes: Iterable[int]) -> list[int]:
        """Return what each set of holes adds to the parities of the pivots."""
        sums = [0]
        for hole in holes:
            own = self.order.parities(1 << hole)
            sums += [total ^ own for total in sums]
        return sums

    def allowed(self, holes: Iterable[int]) -> list[int]:
        """Return the jumps that each set of pegs in these holes allows, judged by these alone."""
        jumps = self.board.jumps
        found = [(1 << len(jumps)) - 1]
        for hole in holes:
            no_peg = sum(1 << i for i, (a, b, _) in enumerate(jumps) if hole not in (a, b))
            peg = sum(1 << i for i, (_, _, to) in enumerate(jumps) if hole != to)
            found = [some & no_peg for some in found] + [some & peg for some in found]
        return found

    def shape(self, jump: tuple[int, int, int]) -> tuple[int, int, int, int]:
        """Return what a jump flips in top and in mid, and its shift to the left or to the right."""
        order = self.order
        flip, lane = (
            sum(1 << at for at, hole in enumerate(part) if hole in jump)
            for part in (order.top, order.mid)
        )
        start, over, to = (1 << order.low.index(h) if h in order.low else 0 for h in jump)
        shift = start + over - to
        return flip, lane, max(shift, 0), max(-shift, 0)

    def staying(self, shape: list[tuple[int, int, int, int]], masks: list[int]) -> list[int]:
        """Return [parities, stays]: the jumps that leave a tile, then those that stay in it.

        By number of pegs all jumps are of the first kind. Jumps that these parities of the pivots
        rule out are in neither.
        """
        order = self.order
        outside = {pivot for pivot, _ in order.pivots[: order.outside]}
        stays = sum(
            1 << i
            for i, jump in enumerate(self.board.jumps)
            if not order.window and not shape[i][0] and outside.isdisjoint(jump)
        )
        found = []
        for row in range(self.combinations):
            of_row = [(row * len(shape) + i) * order.size for i in range(len(shape))]
            fits = sum(1 << i for i, at in enumerate(of_row) if any(masks[at : at + order.size]))
            found += [fits & ~stays, fits & stays]
        return found

    def pegs(self, hole: int, row: int, mid: int) -> int:
        """Return the bits of a word where a hole has a peg; every bit if it is a hole of top."""
        order = self.order
        if hole in order.low:
            at = order.low.index(hole)
            return sum(1 << bit for bit in range(EVERY_LOW) if bit >> at & 1)
        if hole in order.mid:
            return WORD * (mid >> order.mid.index(hole) & 1)
        for i, (pivot, members) in enumerate(order.pivots):
            if hole == pivot:
                odd = row >> i & 1
                odd ^= sum(mid >> at & members >> h & 1 for at, h in enumerate(order.mid)) & 1
                pattern = 0
                for at, low in enumerate(order.low):
                    if members >> low & 1:
                        pattern ^= sum(1 << bit for bit in range(EVERY_LOW) if bit >> at & 1)
                return pattern ^ WORD * odd
        return WORD

    def by_count(self, holes: Sequence[int], row: int, mid: int) -> list[int]:
        """Return the bits of a word with 0, 1, 2, … pegs in these holes."""
        found = [WORD] + [0] * len(holes)
        for hole in holes:
            pegs = self.pegs(hole, row, mid)
            pairs = zip(found, [0, *found[:-1]], strict=True)
            found = [same & ~pegs & WORD | fewer & pegs for same, fewer in pairs]
        return found

    def masks(self) -> list[int]:
        """Return [parities, jump, mid]: the bits of a word where a jump is legal."""
        order = self.order
        holes = range(self.board.holes)
        found = []
        for row in range(self.combinations):
            pegs = [[self.pegs(hole, row, mid) for mid in range(order.size)] for hole in holes]
            top = set(order.top)
            for start, over, to in self.board.jumps:
                for mid in range(order.size):
                    empty = WORD if to in top else WORD ^ pegs[to][mid]
                    found.append(pegs[start][mid] & pegs[over][mid] & empty)
        return found

    def counted(self) -> list[int]:
        """Return [parities, count, mid]: the bits with so many pegs in low and pivots."""
        order = self.order
        if not order.window:
            return [WORD] * (self.combinations * order.size)
        inside = [*order.low, *(pivot for pivot, _ in order.pivots)]
        return [bits for row in range(self.combinations) for bits in self.by_count(inside, row, 0)]


class SetImages:
    """Symmetries of a set for the kernel: `fields`, and the `words` of its tables."""

    def __init__(self, order: Order, member: int, symmetries: Iterable[Sequence[int]]) -> None:
        """Take symmetries that fix the set, of which one position is given."""
        c = order.coordinates
        kept = [] if order.window else keeping_weights(symmetries, order.weighed, order.weight)
        found = tile_symmetries(c, c.constants(member), kept)
        bits = len(order.low) + len(order.mid)
        end = bits + len(order.top) // 2
        near = [[one.constant ^ each for each in sums_of(one.flips[bits:end])] for one in found]
        far = [sums_of(one.flips[end:]) for one in found]
        steps = [step for one in found for step in one.steps]
        self.words = array("Q")
        self.fields = [len(found), bits]  # then places, from the first word of the tables on
        for table in (
            [image for images in zip(*near, strict=True) for image in images],
            [image for images in zip(*far, strict=True) for image in images],
            accumulate((len(one.steps) for one in found), initial=0),
            [move for move, _ in steps],
            [word for _, some in steps for word in odd_numbers(some, order.size)],
            [WORD // ((1 << (1 << bit)) + 1) for bit in range(LOW)],  # bits with a 0 in its number
        ):
            self.fields.append(len(self.words))
            self.words.extend(table)


def odd_numbers(some: int, size: int) -> list[int]:
    """Return the words of a tile with a one at each number that has an odd part of some bits."""
    word = sum(1 << bit for bit in range(EVERY_LOW) if (bit & some).bit_count() & 1)
    return [WORD * ((at & some >> LOW).bit_count() & 1) ^ word for at in range(size)]


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
        order = tables.order
        most = tables.board.holes + 1
        absent = most if self.hole in order.top else 0  # more pegs than there are
        half = len(order.top) // 2
        near, far = self._sums(order.top[:half], absent), self._sums(order.top[half:], absent)
        inside = [*order.low, *order.mid, *(pivot for pivot, _ in order.pivots)]
        masks = []
        for row in range(tables.combinations):
            by_mid = [tables.by_count(inside, row, mid) for mid in range(order.size)]
            own = [self._in_place(tables, row, mid, member) for mid in range(order.size)]
            masks += [0] * (order.size * (most + absent))
            for count in range(len(inside) + 1):
                masks += [own[mid] & by_mid[mid][count] for mid in range(order.size)]
            masks += [0] * (order.size * (most - len(inside) - 1))
        fixed = sum(member >> hole & 1 for hole in order.coordinates.fixed)
        places = [3 + len(near), 3 + len(near) + len(far), 2 * most + absent]
        return self.pegs - fixed + most + absent, [*places, *near, *far, *masks]

    def _sums(self, holes: Sequence[int], absent: int) -> list[int]:
        """Return the number of pegs of each set of holes, `absent` more without the own hole."""
        found = [absent if self.hole in holes else 0]
        for hole in holes:
            more = 1 - absent if hole == self.hole else 1
            found += [total + more for total in found]
        return found

    def _in_place(self, tables: Tables, row: int, mid: int, member: int) -> int:
        """Return the bits of a word where the own hole has a peg, or is one of top."""
        if self.hole in tables.order.coordinates.fixed:
            return WORD * (member >> self.hole & 1)
        return WORD if self.hole is None else tables.pegs(self.hole, row, mid)


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
        order = tables.order
        listed = [] if isinstance(targets, WithPegs) else targets
        if member is None:
            member = listed[0]
        self.tables = tables
        images = SetImages(order, member, symmetries)
        after = FIELDS + len(tables.words)
        filling = after + len(images.words)
        count, filled = targets.tables(tables, member) if isinstance(targets, WithPegs) else (0, [])
        self._scratch = filling + len(filled)
        self._place = self._scratch + 2 * order.size * MOST_JOBS
        self._memory = memory(self._place + (1 << len(order.top) + len(order.mid)))
        self._memory.write(FIELDS, tables.words)
        number, bits, *places = images.fields
        self._write(FIELDS + OF_IMAGES, number, bits, *(after + place for place in places))
        self._memory.write(after, images.words)
        self._parities = order.parities(member)
        self._write(FIELDS, self._place, self._parities)
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
        order = self.tables.order
        if order.parities(position) != self._parities:
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
        index = self.tables.order.index(position)
        return self._place + (index >> LOW), index & EVERY_LOW - 1

    def _write(self, at: int, *words: int) -> None:
        self._memory.write(at, array("Q", words))

    def _rounds(self, level: int, progress: Progress) -> Iterator[range]:
        """Yield the jobs of each level up to this one; they are done when it goes on."""
        tables, order = self.tables, self.tables.order
        few = len(tables.words) + (1 << len(order.top)) < FEW
        jobs = 1 if few else min(MOST_JOBS, 4 * self._memory.threads)
        visited = (order.window + 1) * order.size << len(order.top)
        for here, (low, high) in product(
            range(self._decided, level + 1), spans(0, tables.highs, -(-visited // MANY))
        ):
            progress(SWEEP, here, level + 1)
            parts = spans(low, high, jobs)
            for part, (first, end) in enumerate(parts):
                tiles = self._scratch + 2 * order.size * part
                self._write(JOB * part, here, first, end, tiles)
            yield range(0, JOB * len(parts), JOB)
            if high == tables.highs:
                self._decided = here + 1
