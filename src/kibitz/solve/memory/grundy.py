"""Grundy values of impartial games: the size of the equivalent nim heap.

The value of a position is the mex of the values after its moves. The player to move loses exactly
if it is 0, and the value of a sum of two games is the exclusive or of their values.
"""

from __future__ import annotations

from kibitz.rules.rules import Rules
from kibitz.solve.bound_names import same_position
from kibitz.solve.effort import Progress, no_progress
from kibitz.solve.invalid_rules import not_impartial, repeated_position_error

MOST_VISITED = 200_000  # limit on the positions visited for one value
STEP = 1 << 9  # positions between two checks of the limits


def grundy(
    rules: Rules,
    position: int,
    most: int = MOST_VISITED,
    known: dict[int, int] | None = None,
    watch: Progress = no_progress,
) -> int | None:
    """Return the Grundy value of a position; None if its subgame exceeds `most` positions.

    `known` holds values found before, and receives new ones. `watch` may end it early, by raising
    an error.
    """
    least = rules.canonical or same_position
    values = {} if known is None else known
    start = least(position)
    stack = [start]
    open_ones: dict[int, set[int]] = {}
    looked = 0
    while start not in values:
        here = stack[-1]
        if here not in open_ones:
            if len(open_ones) + len(values) >= most:
                return None
            after = {least(rules.play(here, move)) for move in rules.moves(here)}
            if not after and rules.worth(here) != -1:
                raise not_impartial(rules, here)
            open_ones[here] = after
            looked += 1
            if looked % STEP == 1:
                watch("valuing", looked, None)
        unknown = next((to for to in open_ones[here] if to not in values), None)
        if unknown is None:
            values[here] = mex({values[to] for to in open_ones.pop(here)})
            stack.pop()
        elif unknown in open_ones:
            raise repeated_position_error(rules, unknown)
        else:
            stack.append(unknown)
    return values[start]


def mex(numbers: set[int]) -> int:
    """Return the least non-negative integer that is not among these."""
    least = 0
    while least in numbers:
        least += 1
    return least
