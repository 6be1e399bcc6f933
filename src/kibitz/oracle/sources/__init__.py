"""What can know the outcome of a position, each source in a file of its own.

A source answers one question, `ask(position, effort, so_far)`:

- an outcome it has proved, or a `Bound` if it has proved only that much;
- an `Unknown` if it tried and used up the effort: its reason is what people are told;
- None if it has nothing to say of this position.

`so_far` is what sources before it have proved, a `Bound` or None; a source may start from it. No
source knows another; `oracle/plan.py` puts them in order. A source may also know how to play on:
`line(position, effort)` returns the moves of a best line to its end, or None.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from kibitz.core import MoveId, PositionId
    from kibitz.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Effort

    class Source(Protocol):
        """Something that may know the outcome of a position.

        `looks_up` says that it does no work worth an effort.
        """

        looks_up: bool

        def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
            """Return what is proved of the position within the effort, None if nothing."""
            ...

        def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
            """Return the moves of a best line to its end, None if this source has none."""
            ...

    Wins = Callable[[int], bool | None]


class WithoutLines:
    """A source that knows outcomes and leaves it to others to follow them."""

    looks_up = False

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        return None
