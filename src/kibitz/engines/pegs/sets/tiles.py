"""Tiles of a dense set, and an order in which very many of them can be decided at once.

A tile is the words with the same pegs in top, where mid has all corners (the holes that no jump
goes over) that are not low: contiguous memory, which the threads of a GPU read coalesced.

Each hole of top has a weight such that every jump decreases the sum over the pegs there. Tiles of
one sum then depend only on tiles of smaller ones: on the English, French and diamond boards there
are about 60 sums for 2**25 tiles. A board with few corners has no such weights.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy
from typing import NamedTuple

from kibitz.engines.pegs.sets.coordinates import MOST_MID, Coordinates

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.pegs.pegboard import Jump, PegBoard

ROUNDS = 64  # iterations before the search for weights is given up


class TileOrder(NamedTuple):
    """Tiles of a board: the weights of the holes of top, then of the outside pivots.

    The outside pivots come first, so that their parities are the lowest bits.
    """

    coordinates: Coordinates
    weight: list[int]
    outside: int = 0

    @property
    def weighed(self) -> list[int]:
        """The holes that have weights."""
        pivots = self.coordinates.pivots[: self.outside]
        return [*self.coordinates.top, *(pivot for pivot, _ in pivots)]

    @property
    def staying(self) -> list[int]:
        """The jumps that stay within a tile."""
        return [
            jump
            for jump, holes in enumerate(self.coordinates.board.jumps)
            if not {*holes} & {*self.weighed}
        ]


def tile_order(board: PegBoard, *, whole: bool = False) -> TileOrder | None:
    """Return the tiles of the classes of a board, or of all its positions; None if it has none."""
    here = tiled(Coordinates(board, whole=whole), edges=True)
    tile = {*here.low, *here.mid}
    overs = {over for _, over, _ in board.jumps}
    within = {h for jump in board.jumps for h in jump if h in tile or h not in overs}
    here.pivots = sorted(here.pivots, key=lambda pivot: pivot[0] in within)
    pivots = [pivot for pivot, _ in here.pivots]
    outside = sum(pivot not in within for pivot in pivots)
    inner = {*tile, *pivots[outside:]}
    lines = {frozenset(jump) for jump in board.jumps if inner.issuperset(jump)}
    told_by_top = all(
        not here.pivots[i][1] & sum(1 << hole for hole in inner) for i in range(outside)
    )
    crossing = sum(len(line) for line in lines) > len(frozenset[int]().union(*lines))
    if here.fixed or not told_by_top or crossing:
        return None
    jumps = [jump for jump in board.jumps if frozenset(jump) not in lines]
    found = weights(jumps, [*here.top, *pivots[:outside]])
    return None if found is None else TileOrder(here, found, outside)


def single_words(usual: Coordinates) -> Coordinates:
    """Return coordinates of the same order with tiles of one word."""
    here = copy(usual)
    here.mid, here.top = [], [*usual.mid, *usual.top]
    return here


def tiled(usual: Coordinates, *, edges: bool = False) -> Coordinates:
    """Return coordinates with the same low holes and pivots, and the other corners in mid.

    With `edges` these follow, if no two share a corner: holes that only one line goes over, from
    corner to corner. A jump along such a line stays within a tile, and only one such jump is
    possible there, so their order does not matter.
    """
    lines: dict[int, set[frozenset[int]]] = {}
    for start, over, to in usual.board.jumps:
        lines.setdefault(over, set()).add(frozenset((start, to)))
    here = copy(usual)
    rest = [*usual.mid, *usual.top]
    here.mid = [hole for hole in rest if hole not in lines][:MOST_MID]
    inside = {*here.low, *here.mid, *(pivot for pivot, _ in here.pivots if pivot not in lines)}
    for hole in rest if edges else ():
        ends = frozenset[int]().union(*lines.get(hole, ()))
        if len(ends) == 2 and ends <= inside and len(here.mid) < MOST_MID:
            here.mid.append(hole)
            inside -= ends
    here.top = [hole for hole in rest if hole not in here.mid]
    if edges:
        here.mid, here.top = exchanged(rest, here.mid)
    here.free = here.low + here.mid + here.top
    return here


def exchanged(order: list[int], first: list[int]) -> tuple[list[int], list[int]]:
    """Return some holes, and the others, in an order that differs by transpositions of holes.

    So a set of positions can be permuted from one order to the other in place.
    """
    order = list(order)
    count = len(first)
    here = [at for at in range(count) if order[at] not in first]
    there = [at for at in range(count, len(order)) if order[at] in first]
    for a, b in zip(here, there, strict=True):
        order[a], order[b] = order[b], order[a]
    return order[:count], order[count:]


def weights(jumps: Sequence[Jump], top: Iterable[int]) -> list[int] | None:
    """Return weights of the holes of top such that these jumps decrease the sum, or None."""
    weight = dict.fromkeys(top, 1)
    for _ in range(ROUNDS):
        settled = True
        for start, over, to in jumps:
            pegs = [hole for hole in (start, over) if hole in weight]
            after = weight.get(to, 0)
            if sum(weight[hole] for hole in pegs) > after:
                continue
            if not pegs:
                return None
            settled = False
            for hole in pegs:
                weight[hole] = max(weight[hole], after // len(pegs) + 1)
        if settled:
            return list(weight.values())
    return None


def level_sizes(weights: Iterable[int]) -> list[int]:
    """Return the number of sets of holes with the weight 0, 1, 2, …"""
    sizes = [1]
    for weight in weights:
        without = sizes + [0] * weight
        sizes = [size + more for size, more in zip(without, [0] * weight + sizes, strict=True)]
    return sizes
