"""Tables of a board for the kernels that decide sets of its positions, as plain integers.

The word kernel (`quick_set`) has them in its memory, Numba's (`class_tiles`, `sweep`) as arrays.
The positions are those of `coordinates`. A tile is the words with the same pegs in top; its words
differ in mid. A *row* is a combination of the parities of the pivots, those of the pegs in top
already subtracted, so it determines the pivots of a tile. Sets of jumps are bit sets.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce
from itertools import accumulate
from operator import xor
from typing import NamedTuple

from kibitz.engines.pegs.sets.coordinates import LOW, Coordinates
from kibitz.engines.pegs.sets.image_steps import sums_of, tile_symmetries
from kibitz.solve.compiling.word_kernel import WORD

# [bit]: the bits of a word whose number has a 0 there
SPARED = [WORD // ((1 << (1 << bit)) + 1) for bit in range(LOW)]


class JumpShape(NamedTuple):
    """What each jump does to the number of a position."""

    flip: list[int]  # xor between the numbers of connected tiles ...
    partner: list[int]  # ... and between their connected words
    left: list[int]  # shift within the word, to the left ...
    right: list[int]  # ... or to the right


class PegsInTile(NamedTuple):
    """Where a hole has a peg: in these bits of a word, or in the others if a sum is odd."""

    bits: int
    mid: int  # numbers of the bits of mid in that sum ...
    row: int  # ... and of the bit of the row


class BoardTables:
    """Tables of the jumps of a board; `size` words are a tile."""

    def __init__(self, coordinates: Coordinates) -> None:
        self.coordinates = c = coordinates
        self.jumps = c.board.jumps
        self.parts = -(-len(self.jumps) // 64)  # words of a set of jumps
        self.size = 1 << len(c.mid)
        self.rows = 1 << len(c.pivots)
        self.every = (1 << (1 << len(c.low))) - 1  # the bits of a word
        half = len(c.top) // 2
        self.near, self.far = c.top[:half], c.top[half:]
        self._pegs = self._places()

    def _places(self) -> dict[int, PegsInTile]:
        """Return where each hole of a tile has a peg: a pivot is a sum over other holes."""
        c = self.coordinates
        found = {hole: PegsInTile(self.every & ~SPARED[at], 0, 0) for at, hole in enumerate(c.low)}
        found |= {hole: PegsInTile(0, 1 << at, 0) for at, hole in enumerate(c.mid)}
        in_mid = c.parities(c.mid)
        for i, (pivot, members) in enumerate(c.pivots):
            bits = reduce(xor, (found[hole].bits for hole in c.low if members >> hole & 1), 0)
            found[pivot] = PegsInTile(bits, in_mid[i], 1 << i)
        return found

    def pegs(self, hole: int, row: int, mid: int) -> int:
        """Return the bits of a word where a hole has a peg; every bit if it is not of the tile."""
        bits, own_mid, own_row = self._pegs.get(hole, (self.every, 0, 0))
        odd = (mid & own_mid).bit_count() + (row & own_row).bit_count() & 1
        return bits ^ self.every * odd

    def by_count(self, holes: Sequence[int], row: int, mid: int) -> list[int]:
        """Return the bits of a word with 0, 1, 2, … pegs in these holes."""
        found = [self.every] + [0] * len(holes)
        for hole in holes:
            pegs = self.pegs(hole, row, mid)
            pairs = zip(found, [0, *found[:-1]], strict=True)
            found = [same & ~pegs | fewer & pegs for same, fewer in pairs]
        return found

    def steps(self) -> JumpShape:
        """Return what each jump does to the number of a position."""
        c = self.coordinates
        shifts = [
            sum(
                (1 if hole != jump[2] else -1) << at
                for at, hole in enumerate(c.low)
                if hole in jump
            )
            for jump in self.jumps
        ]
        return JumpShape(
            [held(c.top, jump) for jump in self.jumps],
            [held(c.mid, jump) for jump in self.jumps],
            [max(shift, 0) for shift in shifts],
            [max(-shift, 0) for shift in shifts],
        )

    def masks(self) -> list[int]:
        """Return [row, jump, mid]: the bits of a word where a jump is legal, judged by the tile."""
        return [
            self._legal(jump, row, mid)
            for row in range(self.rows)
            for jump in self.jumps
            for mid in range(self.size)
        ]

    def _legal(self, jump: tuple[int, int, int], row: int, mid: int) -> int:
        start, over, to = jump
        pegs = self.pegs(start, row, mid) & self.pegs(over, row, mid)
        return pegs & ~self.pegs(to, row, mid) if to in self._pegs else pegs

    def fits(self, masks: Sequence[int], words: int) -> list[int]:
        """Return [row, block]: the jumps that some of these `words` words of a tile allow."""
        found = []
        for row in range(self.rows):
            firsts = [(row * len(self.jumps) + jump) * self.size for jump in range(len(self.jumps))]
            for block in range(0, self.size, words):
                places = enumerate(first + block for first in firsts)
                found.append(sum(1 << jump for jump, at in places if any(masks[at : at + words])))
        return found

    def allowed(self, holes: Iterable[int]) -> list[int]:
        """Return the jumps that each set of pegs in these holes allows, judged by these alone."""
        found = [(1 << len(self.jumps)) - 1]
        for hole in holes:
            no_peg = sum(1 << i for i, jump in enumerate(self.jumps) if hole not in jump[:2])
            peg = sum(1 << i for i, jump in enumerate(self.jumps) if hole != jump[2])
            found = [some & no_peg for some in found] + [some & peg for some in found]
        return found

    def parities(self, holes: Iterable[int]) -> list[int]:
        """Return what each set of pegs in these holes adds to the parities of the pivots."""
        return sums_of(self.coordinates.constants(1 << hole)[0] for hole in holes)

    def split(self, sets: Iterable[int]) -> list[int]:
        """Return sets of jumps as words."""
        return [some >> 64 * part & WORD for some in sets for part in range(self.parts)]


class ImageTables:
    """Tables of those symmetries that map tiles of a class to tiles (see `tile_images`).

    The image of the first position of a tile is the xor of `near` and `far`, by the pegs in each
    half of top.
    """

    def __init__(
        self,
        coordinates: Coordinates,
        constants: tuple[int, int],
        symmetries: Iterable[Sequence[int]],
    ) -> None:
        """Take a group of symmetries, without the identity."""
        c = coordinates
        bits = len(c.low) + len(c.mid)
        end = bits + len(c.top) // 2
        found = tile_symmetries(c, constants, symmetries)
        steps = [step for one in found for step in one.steps]
        self.count = len(found)
        # [symmetry][pegs in the half, or number in a tile]
        self.near = [
            [one.constant ^ each for each in sums_of(one.flips[bits:end])] for one in found
        ]
        self.far = [sums_of(one.flips[end:]) for one in found]
        self.inside = [sums_of(one.flips[:bits]) for one in found]
        # [symmetry]: the first of the steps that lead to it from the one before
        self.first = list(accumulate((len(one.steps) for one in found), initial=0))
        self.moves = [move for move, _ in steps]  # [step]: xor between numbers that are exchanged
        size = 1 << len(c.mid)
        self.where = [word for _, some in steps for word in odd_numbers(some, size)]  # [step, word]


def odd_numbers(some: int, size: int) -> list[int]:
    """Return the words of a tile with a one at each number that has an odd part of some bits."""
    word = sum(1 << bit for bit in range(1 << LOW) if (bit & some).bit_count() & 1)
    return [WORD * ((at & some >> LOW).bit_count() & 1) ^ word for at in range(size)]


def held(holes: Iterable[int], touched: Sequence[int]) -> int:
    """Return which of these holes are touched, as a bit set of their places."""
    return sum(1 << at for at, hole in enumerate(holes) if hole in touched)


def weight_sums(weights: Iterable[int]) -> list[int]:
    """Return the sum of each set of these numbers, in the order of the sets."""
    sums = [0]
    for weight in weights:
        sums += [total + weight for total in sums]
    return sums
