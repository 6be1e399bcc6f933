"""Pagoda functions: a weight for each hole that no jump can increase.

If `weight[from] + weight[over] >= weight[to]` for every jump, the weight of all pegs never
increases, so a position that weighs less than a peg in some hole can never be reduced to that peg
(Conway; see Berlekamp, Conway, Guy, "Winning Ways", ch. 23). Such weights exist exactly if the
position cannot be turned into that peg by any non-negative combination of jumps, even a fractional
one, legal or not. That is a linear program, small enough for the simplex method in exact integers;
so a pagoda function is found whenever there is one. Many positions that cannot be won have none.
"""

from __future__ import annotations

from math import gcd
from typing import NamedTuple

from kibitz.engines.pegs.position_classes import PositionClasses, bits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.pegs.pegboard import PegBoard


def is_pagoda(board: PegBoard, weights: list[int]) -> bool:
    """Return whether no jump can increase the weight of the pegs."""
    return all(weights[start] + weights[over] >= weights[to] for start, over, to in board.jumps)


def weight_of(position: int, weights: list[int]) -> int:
    """Return the weight of all pegs of a position."""
    return sum(weights[hole] for hole in bits(position))


def pagoda_against(
    board: PegBoard, position: int, finish: int, most: int | None = None
) -> list[int] | None:
    """Return a pagoda function that gives the position less than a peg in the hole `finish`.

    None means that there is no such function, not that the position can be won; or, with a limit on
    the computed entries, that none was found within it.
    """
    # Jumps x >= 0 with position + sum of x * jump = the one peg: a row for each hole.
    signs, rows = [], []
    for hole in range(board.holes):
        right = (hole == finish) - (position >> hole & 1)
        sign = -1 if right < 0 else 1
        row = [sign * ((hole == to) - (hole in (start, over))) for start, over, to in board.jumps]
        rows.append([*row, sign * right])
        signs.append(sign)
    found = phase_one(rows, most)
    if found is None or found.missing == 0:
        return None
    weights = [sign * (found.scale - cost) for sign, cost in zip(signs, found.costs, strict=True)]
    divisor = gcd(*weights)
    weights = [weight // divisor for weight in weights]
    if not is_pagoda(board, weights) or weight_of(position, weights) >= weights[finish]:
        raise AssertionError("the weights do not prove it")
    return weights


class Optimum(NamedTuple):
    """Result of phase one of the simplex method; all numbers have the denominator `scale`."""

    missing: int  # minus the least sum of the artificial variables; 0 if the rows have a solution
    costs: list[int]  # the reduced cost of the artificial variable of each row
    scale: int


def phase_one(rows: list[list[int]], most: int | None = None) -> Optimum | None:
    """Run phase one of the simplex method on equations: coefficients, then the right-hand side.

    No right-hand side is negative. None if that takes computing more than `most` entries.
    """
    # Each row has an artificial variable. All entries have the common denominator `scale`
    # (Bareiss), so they stay integers, and Bland's rule prevents cycling.
    size, count = len(rows), len(rows[0]) - 1
    units = ([int(row == other) for other in range(size)] for row in range(size))
    rows = [[*row[:-1], *unit, row[-1]] for row, unit in zip(rows, units, strict=True)]
    basis = list(range(count, count + size))
    # Reduced costs of the sum of the artificial variables.
    costs = [-sum(column) for column in zip(*rows, strict=True)]
    costs[count:-1] = [0] * size
    scale, done = 1, 0
    while most is None or done <= most:
        done += len(rows) * len(costs)
        entering = next((column for column in range(count) if costs[column] < 0), None)
        if entering is None:
            return Optimum(costs[-1], costs[count:-1], scale)
        leaving = leaving_row(rows, basis, entering)
        pivot_row = rows[leaving]
        pivot = pivot_row[entering]
        for i, row in enumerate(rows):
            if i != leaving:
                rows[i] = eliminated(row, pivot_row, entering, pivot, scale)
        costs = eliminated(costs, pivot_row, entering, pivot, scale)
        basis[leaving] = entering
        scale = pivot
    return None


def leaving_row(rows: list[list[int]], basis: list[int], entering: int) -> int:
    """Return the row with the least ratio; ties go to the first basic variable."""
    leaving = None
    for i, row in enumerate(rows):
        if row[entering] <= 0:
            continue
        if leaving is not None:
            best = rows[leaving]
            order = row[-1] * best[entering] - best[-1] * row[entering]
            if order > 0 or (order == 0 and basis[i] > basis[leaving]):
                continue
        leaving = i
    if leaving is None:
        raise AssertionError("a sum of artificial variables is never unbounded")
    return leaving


def eliminated(
    row: list[int], pivot_row: list[int], column: int, pivot: int, scale: int
) -> list[int]:
    """Return a row with a zero in the column of the pivot, over the next common denominator."""
    factor = row[column]
    if not factor:
        return [entry * pivot // scale for entry in row]
    return [
        (entry * pivot - factor * other) // scale
        for entry, other in zip(row, pivot_row, strict=True)
    ]


def pagoda_proof(
    board: PegBoard, position: int, finish: int | None = None, most: int | None = None
) -> dict[int, list[int]] | None:
    """Return a pagoda function against each hole where a single peg might remain by its class.

    With `finish`, against that hole only. Together they prove that the position cannot be won; None
    means that there is no such proof, or none within the limit. If the class alone rules out all
    holes, none is needed and the result is empty.
    """
    proof = {}
    holes = [hole for hole in PositionClasses(board).finishes(position) if finish in (None, hole)]
    for hole in holes:
        weights = pagoda_against(board, position, hole, most and most // len(holes))
        if weights is None:
            return None
        proof[hole] = weights
    return proof
