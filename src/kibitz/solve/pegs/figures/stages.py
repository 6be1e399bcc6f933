"""How far the table of a game of jumps has come, kept in a work folder to go on with later."""

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
    """The sets of a game, as far as they are found, in a `room`, and the figures known so far.

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

        files = Files(folder, {"rules": identity(rules)}, Budget(0, 0))  # copied all the same
        found = {name: files.found(name) for name in SETS}
        sets = {name: np.array(words) for name, words in found.items() if words is not None}
        return cls(rules, SetStorage(sets), None, _figures(rules, folder))

    @classmethod
    def in_files(cls, rules: Rules, folder: str, budget: Budget) -> Stages:
        """Return the stages that are in a folder, to go on with there."""
        room = Files(folder, {"rules": identity(rules)}, budget)
        for name in SETS:
            room.found(name)
        return cls(rules, room, folder, _figures(rules, folder))

    @property
    def begun(self) -> bool:
        """Whether there is anything to go on with."""
        return bool(self.room.sets)

    def note(self, seconds: float) -> None:
        """Note the figures, and how long it has taken so far."""
        self.seconds = seconds
        if self.folder is not None:
            self._write_figures(self.folder)

    def keep(self, folder: str) -> None:
        """Write what was held in memory; `OSError` if that fails."""
        for name, words in self.room.sets.items():
            write_set(folder, name, {"rules": identity(self.rules)}, len(words), iter([words]))
        self._write_figures(folder)

    def _write_figures(self, folder: str) -> None:
        said = {"rules": identity(self.rules), "figures": self.figures, "seconds": self.seconds}
        rowfile.write(os.path.join(folder, FIGURES), said, {})


def _figures(rules: Rules, folder: str) -> dict[str, Any]:
    """Return what the folder says of the figures, nothing if that cannot be used."""
    try:
        says = rowfile.RowFile(os.path.join(folder, FIGURES)).says
    except (OSError, rowfile.Damaged):
        return {}
    return says if says.get("rules") == identity(rules) else {}
