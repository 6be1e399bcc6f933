"""Compilation of the kernels of games while a notebook goes on, as the page has it.

Until the code of a game is loaded, the interpreter answers, so that what is proved about a large
game is less. Then the boards that wait for it are judged again, by the event loop of the kernel.
"""

from __future__ import annotations

import asyncio
import atexit
from collections.abc import Callable
from weakref import WeakMethod

from kibitz.oracle.compile_ahead import Preparation
from kibitz.rules.base_game import BaseGame
from kibitz.solve.compiling.compiled import available


class Preparations:
    """The games whose kernels are being compiled, or have been, and who waits for them."""

    def __init__(self) -> None:
        self._begun: dict[str, Preparation] = {}
        self._waiting: dict[
            str, list[tuple[asyncio.AbstractEventLoop, WeakMethod[Callable[[], None]]]]
        ] = {}
        atexit.register(self.stop)

    def want(self, game: BaseGame, then: Callable[[], None]) -> None:
        """Compile the kernels of a game, unless that was begun before; call a method when loaded.

        Without a running event loop nothing would call it, and a game without a name cannot be
        built by another process: then nothing is begun.
        """
        name = str(game.name)
        try:
            loop = asyncio.get_running_loop()
        except RuntimeError:
            return
        if not name or not available():
            return
        if name not in self._begun:
            self._waiting[name] = [(loop, WeakMethod(then))]
            self._begun[name] = Preparation(name, game.rules, lambda: self._call(name))
        elif name in self._waiting:
            self._waiting[name].append((loop, WeakMethod(then)))

    def _call(self, name: str) -> None:
        """Call what waits for a game, in the event loop of each."""
        for loop, method in self._waiting.pop(name, ()):
            then = method()
            if then is not None and not loop.is_closed():
                loop.call_soon_threadsafe(then)

    def stop(self) -> None:
        """End the processes that still compile."""
        for preparation in self._begun.values():
            preparation.stop()


PREPARATIONS = Preparations()
