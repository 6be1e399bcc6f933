"""Symmetries of tiles as steps on whole words, in plain Python (see `tile_images`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from kibitz.engines.pegs.sets.coordinates import Coordinates

Transvection = tuple[int, int]  # (v, s): add v where the bits of s have an odd sum


class TileSymmetry(NamedTuple):
    """A symmetry on the numbers of positions: an affine map over GF(2)."""

    constant: int  # image of the first position of a class
    flips: list[int]  # what each bit of a number adds to its image
    steps: list[Transvection]  # lead to it from the symmetry before, within a tile


def tile_symmetries(
    coordinates: Coordinates, constants: tuple[int, int], symmetries: Iterable[Sequence[int]]
) -> list[TileSymmetry]:
    """Return those symmetries that map tiles of a class to tiles, each close to the one before.

    The symmetries, with the identity, must form a group; those that map tiles to tiles form one
    too.
    """
    c = coordinates
    bits = len(c.low) + len(c.mid)
    maps: list[tuple[int, list[int]]] = []
    for symmetry in symmetries:
        origin = c.board.image(c.position(0, constants), symmetry)
        flips = [c.index(c.board.image(each, symmetry)) for each in c.pivot_images()]
        if c.constants(origin) == constants and not any(flip >> bits for flip in flips[:bits]):
            maps.append((c.index(origin), flips))
    found: list[TileSymmetry] = []
    here = [1 << bit for bit in range(bits)]
    while maps:
        # Next the one that is the fewest steps away.
        ways = [way(here, flips[:bits]) for _, flips in maps]
        nearest = min(range(len(maps)), key=lambda at: len(changed(ways[at])))
        constant, flips = maps.pop(nearest)
        found.append(TileSymmetry(constant, flips, transvections(ways[nearest])))
        here = flips[:bits]
    return found


def keeping_weights(
    symmetries: Iterable[Sequence[int]], holes: Sequence[int], weights: Sequence[int]
) -> list[Sequence[int]]:
    """Return those of a group of symmetries that preserve the weight of every tile."""
    weight = dict(zip(holes, weights, strict=True))
    return [g for g in symmetries if all(weight.get(g[hole]) == weight[hole] for hole in holes)]


def sums_of(flips: Iterable[int]) -> list[int]:
    """Return the xor of each set of these numbers, in the order of the sets."""
    sums = [0]
    for flip in flips:
        sums += [total ^ flip for total in sums]
    return sums


def way(here: Sequence[int], there: Sequence[int]) -> list[int]:
    """Return the linear map that turns one map into another, each as images of the bits."""
    back = {image: number for number, image in enumerate(sums_of(here))}
    images = sums_of(there)
    return [images[back[1 << bit]] for bit in range(len(here))]


def changed(columns: Sequence[int]) -> list[int]:
    """Return a basis of the image of a linear map minus the identity."""
    return basis(1 << bit ^ image for bit, image in enumerate(columns))


def transvections(columns: Sequence[int]) -> list[Transvection]:
    """Return (v, s) whose composition is a linear map: add v if the bits of s have an odd sum.

    There are as many as the rank of the map minus the identity: each fixes one more direction, and
    keeps those fixed before.
    """
    columns = list(columns)
    steps: list[Transvection] = []
    while True:
        moves = [number ^ image for number, image in enumerate(sums_of(columns))]
        moved = [number for number, move in enumerate(moves) if move]
        if not moved:
            return steps[::-1]
        # A step that moves few bits within a word is faster.
        which = min(moved, key=lambda number: (moves[number] & 63).bit_count())
        move = moves[which]
        even = [*basis(number for number, move in enumerate(moves) if not move), move]
        some = next(
            some
            for some in range(len(moves))
            if (some & which).bit_count() & 1
            and not any((some & number).bit_count() & 1 for number in even)
        )
        steps.append((move, some))
        columns = [c ^ move * ((c & some).bit_count() & 1) for c in columns]


def basis(space: Iterable[int]) -> list[int]:
    """Return numbers whose xor sums are all numbers of a space."""
    found: list[int] = []
    for number in space:
        for known in found:
            number = min(number, number ^ known)  # noqa: PLW2901 - reduce it
        if number:
            found.append(number)
    return found
