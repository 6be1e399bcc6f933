"""Kernels for the signs of many positions at once.

The global name `signs_of` is bound to the function of a game that numbers its signs.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    def signs_of(position: int) -> Sequence[int]: ...


def fill_signs(numbers: Any, found: Any) -> bool:
    """Fill rows with the codes of signs; return False if a position has more or fewer of them."""
    for at in range(len(numbers)):
        signs = signs_of(numbers[at])
        if len(signs) != found.shape[1]:
            return False
        for cell in range(len(signs)):
            found[at, cell] = signs[cell]
    return True


def scatter(signs: Any, rows: Any, columns: Any, planes: Any) -> None:
    """Write a 1 into planes that are all 0, at each cell in the plane of its sign."""
    for at in range(len(signs)):
        for cell in range(len(rows)):
            planes[at, signs[at, cell], rows[cell], columns[cell]] = 1
