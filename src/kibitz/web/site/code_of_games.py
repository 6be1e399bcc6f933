"""Compiled code in a browser tab: files of the site, or made here from the rules.

A game of the index has a file, which `kibitz site` made. The rules of any other game, such as one
that a visitor has written, are compiled in the tab. Each of these has a machine of its own, so that
wrong rules affect no other game.
"""

from __future__ import annotations

import json
import os
from functools import partial
from typing import TYPE_CHECKING

from kibitz.language.errors import KibitzError
from kibitz.solve.array_backend import use_machine
from kibitz.solve.structure import lists_positions
from kibitz.system.recent import Recent
from kibitz.web.site.compiled_games import INDEX, SHARED

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.engines.wasm.machine import Host, Machine
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules

MOST_MACHINES = 8  # of games that are compiled here


class CodeOfGames:
    """The compiled code that is loaded; `root` is the folder of the unpacked site.

    `new_host` makes an instance of WebAssembly, by default one of the tab.
    """

    def __init__(self, root: str, new_host: Callable[[], Host] | None = None) -> None:
        self._new_host = new_host
        with open(os.path.join(root, INDEX), encoding="utf-8") as file:
            self._files: dict[str, str] = json.load(file)
        self.forget()

    def forget(self) -> None:
        """Unload all code."""
        self._machine: Machine | None = None
        self._shared = b""
        self._loaded: set[str] = set()
        self._made: Recent[Rules, Machine | KibitzError] = Recent(MOST_MACHINES)
        use_machine(None)

    @property
    def has_shared(self) -> bool:
        """Whether the code that all games share is loaded."""
        return bool(self._shared)

    def wanted(self, game: BaseGame) -> list[str]:
        """Return the files that questions about a game need and that are not loaded."""
        if not lists_positions(game.rules):
            return []
        file = self._files.get(game.name)
        return [name for name in (SHARED, file) if name is not None and name not in self._loaded]

    def load(self, name: str, content: bytes) -> None:
        """Load a file."""
        if name == SHARED:
            self._shared = content
        if self._machine is None:
            self._machine = self._new_machine()
        self._machine.load(content)
        self._loaded.add(name)

    def use(self, game: BaseGame | None) -> bool:
        """Run the compiled code of a game from now on, if there is any; return whether there is."""
        machine = self._machine_of(game) if game is not None else None
        use_machine(machine)
        return machine is not None

    def reason(self, game: BaseGame) -> KibitzError | None:
        """Return why the rules of a game are interpreted; None if they are compiled."""
        if game.name in self._files or not self._shared:
            return None
        machine = self._made_here(game.rules)
        return machine if isinstance(machine, KibitzError) else None

    def trial_machine(self, module: bytes) -> Machine | None:
        """Return a machine with a module, to try it out; None if it cannot run here."""
        if not self._shared:
            return None
        machine = self._new_machine()
        machine.load(self._shared)
        machine.load(module)
        return machine

    def _machine_of(self, game: BaseGame) -> Machine | None:
        if not self._shared or not lists_positions(game.rules):
            return None
        if game.name in self._files:
            return None if self._files[game.name] not in self._loaded else self._machine
        made = self._made_here(game.rules)
        return None if isinstance(made, KibitzError) else made

    def _made_here(self, rules: Rules) -> Machine | KibitzError:
        """Return a machine with the rules of a game, or why these are not compiled."""
        if rules not in self._made:
            from kibitz.engines.wasm.emitter.emitted_module import emitted
            from kibitz.engines.wasm.emitter.failures import NotEmitted
            from kibitz.solve.store.fingerprint import NotOfRules

            use_machine(None)
            try:
                module = emitted(rules)
            except (NotEmitted, NotOfRules) as error:
                self._made[rules] = error
            else:
                machine = self.trial_machine(module)
                assert machine is not None
                self._made[rules] = machine
        return self._made[rules]

    def _new_machine(self) -> Machine:
        from kibitz.engines.wasm.machine import Machine

        if self._new_host is not None:
            return Machine(self._new_host)
        from kibitz.solve.compiling.tab_host import TabHost

        return Machine(partial(TabHost, {}))
