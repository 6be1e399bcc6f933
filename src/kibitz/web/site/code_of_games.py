"""Compiled code in a browser tab: loaded game by game, and used for the games that have it."""

from __future__ import annotations

import json
import os
from functools import partial
from typing import TYPE_CHECKING

from kibitz.solve.row_backend import use_machine
from kibitz.web.site.compiled_games import INDEX, SHARED

if TYPE_CHECKING:
    from kibitz.solve.wasm.machine import Machine


class CodeOfGames:
    """The files of compiled code that are loaded; `root` is the folder of the unpacked site."""

    def __init__(self, root: str) -> None:
        with open(os.path.join(root, INDEX), encoding="utf-8") as file:
            self._files: dict[str, str] = json.load(file)
        self.forget()

    def forget(self) -> None:
        """Forget what is loaded."""
        self._machine: Machine | None = None
        self._loaded: set[str] = set()
        use_machine(None)

    def wanted(self, game: str | None) -> list[str]:
        """Return the files that questions about a game need and that are not loaded."""
        if game not in self._files:
            return []
        return [name for name in (SHARED, self._files[game]) if name not in self._loaded]

    def load(self, name: str, content: bytes) -> None:
        """Load a file."""
        if self._machine is None:
            from kibitz.solve.wasm.machine import Machine
            from kibitz.solve.wasm.tab_host import TabHost

            self._machine = Machine(partial(TabHost, {}))
        self._machine.load(content)
        self._loaded.add(name)

    def use(self, game: str | None) -> bool:
        """Run the compiled code of a game from now on, if it is loaded; return whether it is."""
        loaded = game in self._files and not self.wanted(game)
        use_machine(self._machine if loaded else None)
        return loaded
