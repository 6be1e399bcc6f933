"""Ranks of the positions of a game of men on points: the order of the codes in its table.

    a block    positions with given numbers of men and one rest; blocks are sorted by tier
    its ranks  the class of the men of the player to move, up to the symmetries of the board, then
               the combination of the remaining points with the other's men, in the combinatorial
               number system

If a symmetry maps a set of men to itself, some positions have several ranks. All of them have the
same code.
"""

from __future__ import annotations

import math
from bisect import bisect_left
from collections import namedtuple
from collections.abc import Iterator, Sequence

from kibitz.rules.rules import Men, Rules
from kibitz.solve.arrays import ReadArray

MOST_POINTS = 24  # images of sets are looked up in three tables of a byte each
MOST_MEN = 15  # of a side
MOST_SYMMETRIES = 16  # with the identity
FEWEST = 1 << 26  # ranks of a game that is better solved by rank than by listing its positions


class Block(  # typing.NamedTuple is slow to import
    namedtuple("Block", "tier mine theirs rest first classes width known")
):
    """`classes` times `width` ranks from `first`.

    `known` is the offset of the sets of men of the player to move in the row of all sets.
    """

    __slots__ = ()
    tier: int
    mine: int
    theirs: int
    rest: int
    first: int
    classes: int
    width: int
    known: int

    @property
    def size(self) -> int:
        """The number of ranks."""
        return self.classes * self.width


def goes_by_rank(rules: Rules) -> bool:
    """Return whether a game of men is large, within the limits, and reaches all images.

    If the start has other images, not all images of a position need be reachable, and only solvers
    that list positions count them.
    """
    images = rules.orbit(rules.start) if rules.orbit else 1
    if rules.men is None or images > 1:
        return False
    numbering = Numbering(rules.men)
    return numbering.is_supported and numbering.total >= FEWEST


class Numbering:
    """The blocks of a game of men, and the rank of each position.

    `sets` is the number of classes of sets of men; their least members, by size and then ascending,
    are a row of the table.
    """

    def __init__(self, men: Men) -> None:
        self.men = men
        self.symmetries = [tuple(range(men.points)), *map(tuple, men.symmetries)]
        self.most = max((mine for _, mine, _, _ in men.blocks), default=0)
        self.per_size = classes_by_size(self.symmetries, self.most)
        self.sets = sum(self.per_size)
        self.blocks = list(self._blocks())
        self.total = sum(block.size for block in self.blocks)
        self._at = {(block.mine, block.theirs, block.rest): block for block in self.blocks}

    def _blocks(self) -> Iterator[Block]:
        first, points = 0, self.men.points
        for tier, mine, theirs, rest in sorted(self.men.blocks):
            classes, known = self.per_size[mine], sum(self.per_size[:mine])
            width = math.comb(points - mine, theirs)
            yield Block(tier, mine, theirs, rest, first, classes, width, known)
            first += classes * width

    @property
    def is_supported(self) -> bool:
        """Whether the sizes of the board are within the limits of the solver."""
        men = self.men
        most = max((max(mine, theirs) for _, mine, theirs, _ in men.blocks), default=0)
        return (
            men.points <= MOST_POINTS
            and most <= MOST_MEN
            and len(self.symmetries) <= MOST_SYMMETRIES
            and bool(self.total)
        )

    def tiers(self) -> dict[int, list[Block]]:
        """Return the blocks of each tier, the lowest first."""
        found: dict[int, list[Block]] = {}
        for block in self.blocks:
            found.setdefault(block.tier, []).append(block)
        return found

    def rank(self, position: int, sets: ReadArray) -> int | None:
        """Return the rank of a position; None if it is in no block."""
        points = self.men.points
        full = (1 << points) - 1
        mine, theirs, rest = position & full, position >> points & full, position >> 2 * points
        block = self._at.get((mine.bit_count(), theirs.bit_count(), rest))
        if block is None or mine & theirs:
            return None
        least, symmetry = min((image(mine, each), each) for each in self.symmetries)
        last = block.known + block.classes
        which = bisect_left(sets, least, block.known, last)
        left, among, chosen = image(theirs, symmetry), 0, 1
        while left:
            lowest = left & -left
            among += math.comb((lowest - 1 & ~least).bit_count(), chosen)
            chosen += 1
            left ^= lowest
        return block.first + (which - block.known) * block.width + among


def image(some: int, symmetry: Sequence[int]) -> int:
    """Return the image of a set of points under a symmetry."""
    mapped = 0
    while some:
        lowest = some & -some
        mapped |= 1 << symmetry[lowest.bit_length() - 1]
        some ^= lowest
    return mapped


def classes_by_size(symmetries: Sequence[Sequence[int]], most: int) -> list[int]:
    """Return the number of sets of 0 to `most` points, up to symmetry (Burnside's lemma).

    A symmetry maps a set to itself if the set is a union of cycles of the symmetry.
    """
    fixed = [0] * (most + 1)
    for symmetry in symmetries:
        ways = [1] + [0] * most
        for length in cycles(symmetry):
            for size in range(most, length - 1, -1):
                ways[size] += ways[size - length]
        fixed = [old + new for old, new in zip(fixed, ways, strict=True)]
    return [count // len(symmetries) for count in fixed]


def cycles(symmetry: Sequence[int]) -> Iterator[int]:
    """Yield the length of each cycle of a permutation."""
    left = set(range(len(symmetry)))
    while left:
        at, length = left.pop(), 1
        while (at := symmetry[at]) in left:
            left.remove(at)
            length += 1
        yield length


def size_of(blocks: list[Block]) -> int:
    """Return the number of ranks of some blocks."""
    return sum(block.size for block in blocks)


def span_of(blocks: list[Block]) -> tuple[int, int]:
    """Return the first rank of the blocks of a tier, and the end."""
    return blocks[0].first, blocks[-1].first + blocks[-1].size
