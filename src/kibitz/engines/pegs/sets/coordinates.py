"""Index of a position in a dense bit set, and an order in which the bits can be decided.

The holes are assigned as follows (from the lowest bit of a position's index):

    | low: 6 holes | mid: up to 13 holes | top: the rest |      and pivots, which have no bit
      one word of     one row of words     one row each
      64 positions

In one position class each of a few *pivot* holes is determined by the others (`invariant_sets`), so
a class of the 33-hole English board takes 29 bits of index: 2**29 bits are 64 MiB.

A jump removes a peg, so positions could be decided in the order of their pegs; but then a word must
be visited once for each number of pegs it can hold. Holes that no jump goes over (the corners)
allow a better order. Call some of them *quiet* and do not count their pegs. A jump never increases
the number of the other pegs: it removes one or two, unless it starts from a quiet hole and ends in
one that is not, which moves a counted peg from `over` to `to`. If those steps form no cycle,
deciding positions by count, and within it `to` before `over`, visits words whose six low holes are
all quiet only once. `over` and (unless it is low or a pivot) `to` are in mid, so that within one
count each row depends on itself only, and threads can share the rows.

If the other low holes and pivots (the *noisy* ones) are not neighbours, no jump increases the
number of pegs in mid and top either. Then all words with an equal number of those pegs are visited
once for the jumps that remove some of them, and only for the few other jumps once for each number
of noisy pegs. This halves the time for one class of the English board, whose eight corners are too
few for six low holes and four pivots.
"""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from typing import NamedTuple

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.position_classes import invariant_sets
from kibitz.language.errors import KibitzError, phrase

SWEEP = phrase("sweep")
LOW = 6
MID = 10
MOST_MID = 13
MOST_BITS = 33  # of an index: a set of 1 GiB
MOST_PIVOTS = 6  # there are masks for each combination of pivots; usually four


class Coordinates:
    """The layout for a board: `free` holes in the order of index bits, and the pivots.

    With `whole` every position of the board has a bit, otherwise every position of one class (or,
    on boards in many parts with more invariants than are used, of a few classes).

    `pivots` are (hole, members): the parity of the pegs on `members`, which has the hole in it, is
    constant in the class. `fixed` are pivots alone in their set: no jump touches them.
    """

    def __init__(self, board: PegBoard, *, whole: bool = False) -> None:
        self.board = board
        self.whole = whole
        over = {over for _, over, _ in board.jumps}
        touched = {hole for jump in board.jumps for hole in jump}
        corners = sorted(touched - over)
        most = min(len(corners), LOW + MOST_PIVOTS)
        tried = (assigned(board, set(corners[:count]), whole) for count in range(most, -1, -1))
        found = next((each for each in tried if each is not None), None)
        assert found is not None, "without quiet holes every assignment is right"
        self.quiet, self.pivots, self.fixed, self.low, self.mid, self.top = found
        self.free = self.low + self.mid + self.top

    @property
    def climbs(self) -> bool:
        """Whether a jump can increase the number of pegs in mid and top.

        It does if it begins in quiet or noisy holes (low ones and pivots) and ends in mid or top.
        """
        upper = {*self.mid, *self.top}
        return any(
            to in upper and start not in upper and over not in upper
            for start, over, to in self.board.jumps
        )

    def level_jumps(self) -> list[int]:
        """Return the jumps that do not change the number of pegs in mid and top."""
        upper = {*self.mid, *self.top}
        return [
            jump
            for jump, (start, over, to) in enumerate(self.board.jumps)
            if (start in upper) + (over in upper) == (to in upper)
        ]

    @property
    def size(self) -> int:
        """The number of 64-bit words of a set."""
        return 1 << (len(self.mid) + len(self.top))

    def constants(self, position: int) -> tuple[int, int]:
        """Return what distinguishes the class of a position from others of the same layout.

        That is the parity of the pegs on the set of each pivot, as a bit set, and the pegs in holes
        that no jump touches.
        """
        parities = sum(
            ((position & members).bit_count() & 1) << i
            for i, (_, members) in enumerate(self.pivots)
        )
        return parities, position & sum(1 << hole for hole in self.fixed)

    def index(self, position: int) -> int:
        """Return the index of a position in its class."""
        return sum((position >> hole & 1) << bit for bit, hole in enumerate(self.free))

    def position(self, index: int, constants: tuple[int, int]) -> int:
        """Return the position of a class with that index."""
        parities, position = constants
        position |= sum(1 << hole for bit, hole in enumerate(self.free) if index >> bit & 1)
        for i, (pivot, members) in enumerate(self.pivots):
            odd = (position & members & ~(1 << pivot)).bit_count() & 1
            position |= (parities >> i & 1 ^ odd) << pivot
        return position

    def refuse_large(self) -> None:
        """Reject a board whose sets would be too large."""
        if len(self.free) > MOST_BITS:
            raise KibitzError(
                "this board has too many positions to keep them all: 2 to the power of {bits}; the "
                "limit is 2 to the power of {most}",
                bits=len(self.free),
                most=MOST_BITS,
            )

    def pivot_images(self) -> list[int]:
        """Return, for each index bit, the holes that flip with it (its hole and pivots)."""
        return [
            1 << hole | sum(1 << pivot for pivot, members in self.pivots if members >> hole & 1)
            for hole in self.free
        ]

    def hole_images(self) -> list[int]:
        """Return, for each hole of the board, its index bit as a bit set, 0 for a pivot."""
        place = {hole: 1 << bit for bit, hole in enumerate(self.free)}
        return [place.get(hole, 0) for hole in range(self.board.holes)]

    def parities(self, holes: list[int]) -> list[int]:
        """Return, for each pivot, which of these holes are in its set, as a bit set of indices."""
        return [
            sum(1 << bit for bit, hole in enumerate(holes) if members >> hole & 1)
            for _, members in self.pivots
        ]


class HoleOrder(NamedTuple):
    """The assignment of the holes of a board; the names are those of `Coordinates`."""

    quiet: set[int]
    pivots: list[tuple[int, int]]
    fixed: list[int]
    low: list[int]
    mid: list[int]
    top: list[int]


def assigned(board: PegBoard, quiet: set[int], whole: bool) -> HoleOrder | None:
    """Assign the holes with these quiet ones; None if that breaks a condition given above."""
    # A jump from a quiet hole to another moves a counted peg from `over` to `to`. So `to` is
    # decided before `over`, unless these steps form a cycle.
    steps = {(over, to) for start, over, to in board.jumps if start in quiet and to not in quiet}
    overs, tos = {over for over, _ in steps}, {to for _, to in steps}
    sorter: TopologicalSorter[int] = TopologicalSorter()
    for over, to in steps:
        sorter.add(over, to)
    try:
        in_order = list(sorter.static_order())
    except CycleError:
        return None
    # Every quiet hole is low or a pivot, and `over` is neither: it is in mid.
    pivots, fixed = ([], []) if whole else pivots_of(board, quiet, overs, tos)
    chosen = {pivot for pivot, _ in pivots} | set(fixed)
    free = [hole for hole in range(board.holes) if hole not in chosen]
    low = [hole for hole in free if hole in quiet]
    if chosen & overs or len(low) > LOW:
        return None
    # The other low holes are noisy: preferably none that are neighbours of each other or of noisy
    # pivots, then none that is `to`, then those of few jumps.
    jumps_at = {hole: sum(hole in jump for jump in board.jumps) for hole in free}
    spare = sorted(
        (hole for hole in free if hole not in quiet and hole not in overs),
        key=lambda hole: (hole in tos, jumps_at[hole], hole),
    )
    noisy_pivots = [pivot for pivot, _ in pivots if pivot not in quiet]
    low += not_adjacent(board, spare, quiet, noisy_pivots)[: LOW - len(low)]
    # `over` and what else has a step are in mid, each after those that it depends on.
    mid = [hole for hole in in_order if hole in free and hole not in low]
    if len(low) < min(LOW, len(free)) or len(mid) > MOST_MID:
        return None
    # Any holes fill mid up to its usual size.
    rest = [hole for hole in free if hole not in low and hole not in mid]
    more = max(0, MID - len(mid))
    return HoleOrder(quiet, pivots, fixed, low, mid + rest[:more], rest[more:])


def pivots_of(
    board: PegBoard, quiet: set[int], overs: set[int], tos: set[int]
) -> tuple[list[tuple[int, int]], list[int]]:
    """Return the pivots with their sets, quiet holes if possible, and those that are fixed."""
    idle = set(range(board.holes)) - {hole for jump in board.jumps for hole in jump}
    plain = set(range(board.holes)) - quiet - overs - tos - idle
    preference = [*sorted(overs), *sorted(tos - overs), *sorted(plain), *sorted(quiet)]
    pairs = invariant_sets(board, [*preference, *sorted(idle)])
    fixed = [pivot for pivot, members in pairs if members == 1 << pivot]
    return [pair for pair in pairs if pair[0] not in fixed][-MOST_PIVOTS:], fixed


def not_adjacent(board: PegBoard, spare: list[int], quiet: set[int], noisy: list[int]) -> list[int]:
    """Return the spare holes, first those that can be noisy together (see `climbs`)."""
    chosen: list[int] = []
    for hole in spare:
        near = {*quiet, *noisy, *chosen, hole}
        if not any(
            over in near and start in near and over not in quiet and to not in near
            for start, over, to in board.jumps
        ):
            chosen.append(hole)
    return chosen + [hole for hole in spare if hole not in chosen]
