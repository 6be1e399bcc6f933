"""A board of peg solitaire for the solver: holes, jumps, symmetries."""

from __future__ import annotations

from functools import cached_property

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    Jump = tuple[int, int, int]

MOST_HOLES = 63  # a position is a bit set below 2**63


class PegBoard:
    """The number of holes, the jumps (from, over, to) between them, and the symmetries.

    `symmetries` are permutations of the holes that map jumps to jumps, without the identity; with
    it, they must form a group, as those of `Board.symmetries()` do. A position is the bit set of
    holes with a peg.
    """

    def __init__(
        self,
        holes: int,
        jumps: Iterable[Jump],
        symmetries: Iterable[Sequence[int]] = (),
    ) -> None:
        self.holes = holes
        self.jumps = tuple((start, over, to) for start, over, to in jumps)
        self.symmetries = tuple(tuple(symmetry) for symmetry in symmetries)
        if not 1 <= holes <= MOST_HOLES:
            raise KibitzError(
                "a board has 1 to {most} holes, not {holes}", most=MOST_HOLES, holes=holes
            )
        self.full = (1 << holes) - 1
        known = set(self.jumps)
        for start, over, to in known:
            if len({start, over, to}) < 3 or not all(0 <= h < holes for h in (start, over, to)):
                raise KibitzError("a jump touches three holes of the board")
        for symmetry in self.symmetries:
            if sorted(symmetry) != list(range(holes)) or any(
                (symmetry[start], symmetry[over], symmetry[to]) not in known
                for start, over, to in known
            ):
                raise KibitzError("a symmetry of a board maps its jumps to jumps")

    @cached_property
    def pegs(self) -> tuple[int, ...]:
        """For each jump, the two holes that hold a peg before it."""
        return tuple(1 << start | 1 << over for start, over, _ in self.jumps)

    @cached_property
    def touched(self) -> tuple[int, ...]:
        """For each jump, its three holes; a jump flips them."""
        return tuple(1 << start | 1 << over | 1 << to for start, over, to in self.jumps)

    def vacancy(self, hole: int) -> int:
        """Return the position with a peg everywhere but in that hole."""
        return self.full ^ 1 << self.hole(hole)

    def hole(self, hole: int) -> int:
        """Return the hole, or reject an invalid number."""
        if not 0 <= hole < self.holes:
            raise KibitzError(
                "the holes of this board are numbered 0 to {last}; there is no hole {hole}",
                last=self.holes - 1,
                hole=hole,
            )
        return hole

    def position(self, position: int) -> int:
        """Return the position, or reject an invalid number."""
        if not 0 <= position <= self.full:
            raise KibitzError("this position has pegs outside the board")
        return position

    def image(self, position: int, symmetry: Sequence[int]) -> int:
        """Return the image of a position under a symmetry."""
        image = 0
        while position:
            lowest = position & -position
            image |= 1 << symmetry[lowest.bit_length() - 1]
            position ^= lowest
        return image

    def canonical(self, position: int) -> int:
        """Return the canonical form of a position, the least of its images."""
        return min([position, *(self.image(position, symmetry) for symmetry in self.symmetries)])

    def fixing(
        self, position: int | None = None, hole: int | None = None
    ) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries that fix a position and a hole (each if given)."""
        return tuple(
            symmetry
            for symmetry in self.symmetries
            if (position is None or self.image(position, symmetry) == position)
            and (hole is None or symmetry[hole] == hole)
        )

    def moves(self, position: int) -> Iterator[int]:
        """Yield the legal jumps (their indices) of a position."""
        for jump, touched in enumerate(self.touched):
            if position & touched == self.pegs[jump]:
                yield jump

    def replay(self, position: int, jumps: Iterable[int]) -> list[int]:
        """Return the positions of a game, first and last included; reject an illegal jump."""
        positions = [position]
        for jump in jumps:
            if positions[-1] & self.touched[jump] != self.pegs[jump]:
                raise KibitzError("this jump is not possible in this position")
            positions.append(positions[-1] ^ self.touched[jump])
        return positions
