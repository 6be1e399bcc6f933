"""Values in words."""

from __future__ import annotations

from kibitz.solve.answer import DRAW, ENDLESS, LOSS, SOLVABLE, UNKNOWN, UNSOLVABLE, WIN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Valued(Protocol):
        """Whatever has a value and a distance."""

        @property
        def value(self) -> str | int: ...
        @property
        def distance(self) -> int | None: ...


def in_words(valued: Valued) -> str:
    """Return a value as a player says it: `win in 5`, `solvable in 3`, `leaves 1`."""
    if isinstance(valued.value, int):
        return f"leaves {valued.value}"
    if valued.value in (WIN, LOSS, SOLVABLE):
        return f"{valued.value} in {valued.distance}"
    assert valued.value in (DRAW, UNSOLVABLE, ENDLESS, UNKNOWN)
    return valued.value
