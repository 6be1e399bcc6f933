"""Checkpoints of the table of a peg game, saved in a work folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

from kibitz.solve.pegs.figures.set_storage import SETS, Budget, Files, SetStorage, write_set
from kibitz.solve.store import rowfile
from kibitz.solve.store.fingerprint import identity

if TYPE_CHECKING:
    from kibitz.core.rules import Rules

FIGURES = "figures"


class Stages:
    """The finished sets of a game, in a `room`, and the figures known so far.

    With a `folder` every stage is written as soon as it is finished.
    """

    def __init__(
        self,
        rules: Rules,
        room: SetStorage | None = None,
        folder: str | None = None,
        said: dict[str, Any] | None = None,
    ) -> None:
        said = said or {}
        self.rules = rules
        self.room = room or SetStorage()
        self.folder = folder
        self.figures: dict[str, Any] = said.get("figures", {})
        self.seconds: float = said.get("seconds", 0.0)

    @classmethod
    def in_memory(cls, rules: Rules, folder: str) -> Stages:
        """Return the stages that an interrupted call left in a folder, read into memory."""
        import numpy as np

        files = Files(folder, {"rules": identity(rules)}, Budget(0, 0))  # the data is copied anyway
        found = {name: files.found(name) for name in SETS}
        sets = {name: np.array(words) for name, words in found.items() if words is not None}
        return cls(rules, SetStorage(sets), None, _figures(rules, folder))

    @classmethod
    def in_files(cls, rules: Rules, folder: str, budget: Budget) -> Stages:
        """Return the stages in a folder, to be resumed there."""
        room = Files(folder, {"rules": identity(rules)}, budget)
        for name in SETS:
            room.found(name)
        return cls(rules, room, folder, _figures(rules, folder))

    @property
    def begun(self) -> bool:
        """Whether there is anything to resume."""
        return bool(self.room.sets)

    def note(self, seconds: float) -> None:
        """Record the figures, and the time taken so far."""
        self.seconds = seconds
        if self.folder is not None:
            self._write_figures(self.folder)

    def keep(self, folder: str) -> None:
        """Write the stages in memory to a folder; `OSError` if that fails."""
        for name, words in self.room.sets.items():
            write_set(folder, name, {"rules": identity(self.rules)}, len(words), iter([words]))
        self._write_figures(folder)

    def _write_figures(self, folder: str) -> None:
        said = {"rules": identity(self.rules), "figures": self.figures, "seconds": self.seconds}
        rowfile.write(os.path.join(folder, FIGURES), said, {})


def _figures(rules: Rules, folder: str) -> dict[str, Any]:
    """Return the figures saved in the folder, empty if they cannot be used."""
    try:
        says = rowfile.RowFile(os.path.join(folder, FIGURES)).says
    except (OSError, rowfile.Damaged):
        return {}
    return says if says.get("rules") == identity(rules) else {}
