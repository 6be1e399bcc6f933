"""How much work a question may cause: time, positions, memory, and whether it may compile.

The caller passes an `Effort` in; nothing that solves has a limit of its own. Solvers report their
progress now and then, so an effort is kept by watching that: `effort.watch(progress)` is a progress
callback that raises `Exhausted` as soon as a limit is passed.
"""

from __future__ import annotations

import time

from kibitz.solve.graph import silence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.solve.graph import Progress

    Limit = Literal["seconds", "positions", "memory"]


class Exhausted(Exception):
    """An effort is used up. `limit` names what ran out, `done` how many positions were reached."""

    def __init__(self, limit: Limit, done: int) -> None:
        super().__init__(limit, done)
        self.limit = limit
        self.done = done


class Effort:
    """Limits of one question; None where there is no limit.

    `positions` counts positions that are explored, mirror images once. `memory` is in bytes and
    counts what this process holds in all. `compile` says whether a compiler may be started.
    """

    __slots__ = ("compile", "memory", "positions", "seconds")

    def __init__(
        self,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        memory: int | None = None,
        compile: bool = True,  # noqa: A002  # the field's word
    ) -> None:
        self.seconds = seconds
        self.positions = positions
        self.memory = memory
        self.compile = compile

    def __repr__(self) -> str:
        said = ", ".join(f"{name}={getattr(self, name)!r}" for name in sorted(self.__slots__))
        return f"Effort({said})"

    def replace(self, **changes: float | bool | None) -> Effort:
        """Return the same effort with some limits changed."""
        kept = {name: getattr(self, name) for name in self.__slots__}
        return Effort(**{**kept, **changes})

    def watch(self, progress: Progress = silence) -> Progress:
        """Return a progress callback that passes on to another and raises when a limit is passed.

        The time begins now.
        """
        from kibitz.solve.resident import resident

        until = None if self.seconds is None else time.monotonic() + self.seconds

        def watched(phase: str, done: int, total: int | None) -> None:
            reached = max(done, total or 0)
            if self.positions is not None and reached > self.positions:
                raise Exhausted("positions", reached)
            if until is not None and time.monotonic() > until:
                raise Exhausted("seconds", reached)
            if self.memory is not None and resident() > self.memory:
                raise Exhausted("memory", reached)
            progress(phase, done, total)

        return watched


UNLIMITED = Effort()
