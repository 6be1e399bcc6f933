"""The kernels that run a game's own functions; everything else about a table needs no rules.

Each takes rows of integers in and fills rows of integers, keeps nothing between calls and can be
called from several threads at once. The global names `moves`, `play`, `worth`, `canonical`,
`orbit`, `placements`, `same_mover`, `cost`, `tier` and `may_be_canonical` stand for the functions
of the rules that a kernel is bound to, and `goals_go_on` for what they say.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.solve.rows import Row

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...
    def worth(position: int) -> int: ...
    def canonical(position: int) -> int: ...
    def orbit(position: int) -> int: ...
    def placements() -> Iterator[int]: ...
    def tier(position: int) -> int: ...
    def same_mover(position: int, move: int) -> bool: ...
    def may_be_canonical(position: int) -> int: ...
    def cost(position: int, move: int) -> int: ...

    goals_go_on = False


BLOCK = (1 << 10) - 1
MIXER = 0x1E3779B97F4A7C15  # that of `numbering`
NOT_A_MOVE = -1


def expand(
    positions: Row, first: int, last: int, mirrored: bool, children: Row, degrees: Row, worths: Row
) -> tuple[int, int]:
    """Write the positions after every move from `positions[first:last]`, in order.

    `degrees` takes the number of moves of each position, `worths` what the finished ones are
    worth, and all of them where solved positions go on. Returns the first position that was not
    expanded, because `children` had no room for all its moves, and the number of children written
    for those before it; or `NOT_A_MOVE` instead of that number, if a move of the position is
    negative.
    """
    filled = 0
    for at in range(first, last):
        begin = filled
        position = positions[at]
        for move in moves(position):
            if move < 0:
                return at, NOT_A_MOVE
            if filled == len(children):
                return at, begin
            child = play(position, move)
            children[filled] = canonical(child) if mirrored else child
            filled += 1
        degrees[at] = filled - begin
        if filled == begin or goals_go_on:
            worths[at] = worth(position)
    return last, filled


def mark(positions: Row, first: int, last: int, marks: Row) -> None:
    """Mark the moves from `positions[first:last]` after which the same player is to move."""
    filled = 0
    for at in range(first, last):
        for move in moves(positions[at]):
            marks[filled] = same_mover(positions[at], move)
            filled += 1


def price(positions: Row, first: int, last: int, costs: Row) -> None:
    """Write what each of the moves from `positions[first:last]` costs."""
    filled = 0
    for at in range(first, last):
        for move in moves(positions[at]):
            costs[filled] = cost(positions[at], move)
            filled += 1


def list_moves(
    positions: Row, first: int, last: int, degrees: Row, numbers: Row, children: Row
) -> tuple[int, int]:
    """Write every move from `positions[first:last]`, in order, and where it leads.

    `degrees` takes the number of moves of each position, counted from `first`. Returns the first
    position whose moves had no room, and how many moves were written.
    """
    filled = 0
    for at in range(first, last):
        begin = filled
        position = positions[at]
        for move in moves(position):
            if filled == len(children):
                return at, begin
            numbers[filled] = move
            children[filled] = canonical(play(position, move))
            filled += 1
        degrees[at - first] = filled - begin
    return last, filled


def place(first: int, share: int, shares: int, found: Row) -> tuple[int, int]:
    """Write the placements that are the least of their images, from number `first` on.

    Of every `shares` blocks of placements only one is looked at, so that several may share the
    work. Returns the number of the placement that there was no room for, and how many were
    written; the number of all placements if there was room.
    """
    filled = 0
    count = 0
    turn = shares - 1
    for position in placements():
        if count & BLOCK == 0:
            turn = 0 if turn + 1 == shares else turn + 1
        mine = turn == share and count >= first
        if mine and may_be_canonical(position) and canonical(position) == position:
            if filled == len(found):
                return count, filled
            found[filled] = position
            filled += 1
        count += 1
    return count, filled


def count_images(positions: Row, first: int, last: int, images: Row) -> None:
    """Write how many different mirror images each of `positions[first:last]` has."""
    for at in range(first, last):
        images[at] = orbit(positions[at])


def mirror(positions: Row, first: int, last: int, least: Row) -> None:
    """Write the least mirror image of each of `positions[first:last]`."""
    for at in range(first, last):
        least[at] = canonical(positions[at])


def tell_tiers(positions: Row, first: int, last: int, tiers: Row) -> None:
    """Write the tier of each of `positions[first:last]`."""
    for at in range(first, last):
        tiers[at] = tier(positions[at])


def list_placements(full: Row) -> None:
    """Write every placement."""
    for at, position in enumerate(placements()):
        full[at] = position


def sample_placements(most: int, sampled: int) -> tuple[int, int, int, int]:
    """Count placements, no more than `most`, and look at a sample: `sampled` of 2**20 of them.

    Returns how many there are, how many were looked at, how many of these are the least of their
    images, and how many moves these have.
    """
    count = looked = least = degree = 0
    for position in placements():
        if count == most:
            break
        count += 1
        if (position ^ position >> 32) * MIXER >> 20 & 0xFFFFF < sampled:
            looked += 1
            if canonical(position) == position:
                least += 1
                for _ in moves(position):
                    degree += 1
    return count, looked, least, degree
