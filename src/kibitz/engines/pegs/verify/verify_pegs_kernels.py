"""Kernels of the verification of a large peg board, run in the interpreter or compiled.

The global names `moves`, `play`, `worth` and `canonical` are bound to the functions of some rules.
"""

from __future__ import annotations

from kibitz.solve.verify.verify_kernels import RIGHT, WRONG, place_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array
    from kibitz.solve.bound_names import *


LIMBS = 5  # 32-bit words of a number of ways
CHUNK = 11  # holes per table lookup


def check_wins(
    words: Array,
    origin: int,
    flips: Array,
    lows: Array,
    bits: Array,
    pegs: Array,
    most: int,
    solved: int,
    first: int,
    last: int,
) -> tuple[int, int, int]:
    """Check the positions of these words; return a fault, its position and the number checked.

    `flips` are the holes that each index bit above the sixth flips, `lows` those of the contents of
    the six below; `bits` are the index bits of each chunk of holes, and `pegs` their number.
    Positions of more than `most` pegs are skipped.
    """
    checked = 0
    chunk = (1 << CHUNK) - 1
    for at in range(first, last):
        base = origin
        for bit in range(len(flips)):
            if at >> bit & 1:
                base ^= flips[bit]
        for low in range(len(lows)):
            position = base ^ lows[low]
            count, rest = 0, position
            while rest:
                count += pegs[rest & chunk]
                rest >>= CHUNK
            if count > most:
                continue
            checked += 1
            finished, due = True, False
            for move in moves(position):
                finished = False
                index, place = 0, 0
                rest = play(position, move)
                while rest:
                    index |= bits[place, rest & chunk]
                    rest >>= CHUNK
                    place += 1
                if words[index >> 6] >> (index & 63) & 1:
                    due = True
                    break
            if finished:
                due = count > 0 and worth(position) <= solved
            if (words[at] >> low & 1 == 1) != due:
                return WRONG, position, checked
    return RIGHT, 0, checked


def count_moves(positions: Array, degrees: Array) -> None:
    """Write the number of moves of each position."""
    for at in range(len(positions)):
        degree = 0
        for _ in moves(positions[at]):
            degree += 1
        degrees[at] = degree


def list_following(positions: Array, following: Array) -> None:
    """Write the target of every move."""
    met = 0
    for at in range(len(positions)):
        for move in moves(positions[at]):
            following[met] = play(positions[at], move)
            met += 1


def mirror(positions: Array, least: Array) -> None:
    """Write the canonical form of each position."""
    for at in range(len(positions)):
        least[at] = canonical(positions[at])


def carry_along(
    here: Array, ways: Array, chances: Array, fewest: Array, landed: Array, degrees: Array,
    holes: Array, there: Array, ways_there: Array, chances_there: Array, fewest_there: Array,
    landed_there: Array,
) -> None:  # fmt: skip
    """Add the figures of the positions of one layer to those of the positions after them.

    `holes` are [move, source and target of its peg].
    """
    for at in range(len(here)):
        for move in moves(here[at]):
            to = place_of(there, play(here[at], move))
            for limb in range(LIMBS):
                ways_there[to, limb] += ways[at, limb]
            chances_there[to] += chances[at] / degrees[at]
            cost = fewest[at] + 1 - (landed[at] >> holes[move, 0] & 1)
            if cost < fewest_there[to]:
                fewest_there[to] = cost
                landed_there[to] = 0
            if cost == fewest_there[to]:
                landed_there[to] |= 1 << holes[move, 1]
