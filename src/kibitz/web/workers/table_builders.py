"""Background builds of tables, each in a process of its own.

A process that holds too much memory is killed, and so is one without a status request for some
time: the page that wanted the table has been closed.
"""

import asyncio
import contextlib
import json
import os
from collections.abc import Callable
from typing import Any, cast

from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, Sentence, plural, unpacked
from kibitz.questions import answers
from kibitz.questions.refusals import TooBusy
from kibitz.rules.game_name import GameName
from kibitz.solve.store.inventory import Kept, kept
from kibitz.solve.store.table_store import FOLDER_VARIABLE, TableStore
from kibitz.system.cache_files import open_cached, replacing
from kibitz.system.child import Child, ChildEnded, TooGreedy, TooLate, python
from kibitz.system.memory_limit import free

MOST_KEPT = 50
LISTED = "visitors.json"  # the games whose files are those of visitors
SHARE = 0.5  # share of the free memory, for all builders together


class BuildLimits:
    """Limits of builds: how many at once, memory, and seconds without a status request.

    `stored` are the bytes of the tables that visitors have had built; None: they are the user's.
    """

    def __init__(
        self,
        at_once: int = 2,
        memory: int | None = None,
        unasked: float = 90.0,
        stored: int | None = None,
    ) -> None:
        self.at_once = at_once
        self.memory = memory or int(SHARE * free()) // at_once
        self.unasked = unasked  # seconds; a page in the background polls once a minute
        self.stored = stored


class VisitorFiles:
    """The files that builds for visitors have left in a store; the oldest are removed.

    A list of the games is kept beside them, so that the limit holds for all runs of the server. A
    game with files of the user's is not in it.
    """

    def __init__(self, store: TableStore, most: int) -> None:
        self._store = store
        self._most = most
        self._list = os.path.join(store.folder, LISTED)

    def add(self, name: str) -> None:
        """Note a game before its table is built."""
        names = self._names()
        if name not in names and not self._files_of({name}):
            with contextlib.suppress(OSError):
                os.makedirs(self._store.folder, exist_ok=True)
                with replacing(self._list, "w", encoding="utf-8") as file:
                    json.dump([*names, name], file)

    def trim(self) -> None:
        """Remove the oldest files above the limit; the newest one stays."""
        files = self._files_of({*self._names()})
        total = sum(one.size for one in files)
        for one in files[:-1]:
            if total > self._most:
                with contextlib.suppress(OSError, KibitzError):  # it may be worked on
                    one.remove()
                    total -= one.size

    def _names(self) -> list[str]:
        try:
            with open_cached(self._list, "r", encoding="utf-8") as file:
                said = json.load(file)
        except (OSError, ValueError):
            return []
        return [name for name in said if isinstance(name, str)] if isinstance(said, list) else []

    def _files_of(self, names: set[str]) -> list[Kept]:
        """Return the files of these games, the oldest first."""
        meant = names | {GameName(name).file_name for name in names}
        with contextlib.suppress(OSError):
            found = [one for one in kept(self._store) if meant & {one.name, one.file_name}]
            return sorted(found, key=lambda one: one.written)
        return []


class Building:
    """The build of one table in a process: its progress and its result."""

    def __init__(self, name: str, child: Child, limits: BuildLimits) -> None:
        self.name = name
        self.child = child
        self.state: answers.BuildState = "building"
        self.progress: dict[str, Any] = {}
        self.error: Sentence | None = None
        self.limits = limits
        self.task: asyncio.Task[None] | None = None

    @property
    def shown(self) -> answers.Build:
        """What the page shows."""
        shown = {"game": self.name, "state": self.state, "memory": self.limits.memory}
        error = {"error": self.error or ""}
        return cast("answers.Build", {**answers.NOT_BUILT, **shown, **self.progress, **error})

    async def run(self, files: list[str]) -> None:
        """Let the child process build the table."""
        try:
            async with self.child:
                self.child.allow(self.limits.unasked)
                async for said in self.child.ask([self.name, self.limits.memory, files]):
                    if "error" in said:
                        self.error = unpacked(said["error"])
                    else:
                        self.progress = said
        except TooLate:
            self.error = Sentence("no page waited for this table any more")
        except TooGreedy as error:
            self.error = error.words
        except (ChildEnded, OSError):
            self.error = Sentence("the table could not be built")


class Builders:
    """The tables that are being built; `built(name)` is called after each."""

    def __init__(
        self,
        store: TableStore,
        built: Callable[[str], None],
        games: Collection | None = None,
        limits: BuildLimits | None = None,
    ) -> None:
        self.limits = limits or BuildLimits()
        self.command = python("kibitz.web.workers.builder_process")
        self._store = store
        self._built = built
        self._games = games or Collection()
        self._known: dict[str, Building] = {}
        stored = self.limits.stored
        self._of_visitors = None if stored is None else VisitorFiles(store, stored)
        self._starting = asyncio.Lock()

    def find(self, name: str) -> Building | None:
        """Return the build of a table, under way or ended; None if it was never started."""
        building = self._known.get(name)
        if building is not None:
            building.child.allow(self.limits.unasked)
        return building

    async def start(self, name: str) -> Building:
        """Start building a table, unless that is under way."""
        async with self._starting:
            known = self.find(name)
            if known is not None and known.state == "building":
                return known
            under_way = {name: one for name, one in self._known.items() if one.state == "building"}
            if len(under_way) >= self.limits.at_once:
                raise TooBusy(
                    plural(
                        "{count} table is being built already; try again when it is ready",
                        "{count} tables are being built already; try again when one is ready",
                        self.limits.at_once,
                    )
                )
            if len(self._known) >= MOST_KEPT:
                self._known = under_way
            if self._of_visitors is not None:
                await asyncio.to_thread(self._of_visitors.add, name)
            environment = {FOLDER_VARIABLE: self._store.folder}
            child = Child(self.command, environment=environment, memory=self.limits.memory)
            building = self._known[name] = Building(name, child, self.limits)
            building.task = asyncio.ensure_future(self._build(building))
        return building

    async def cancel(self, name: str) -> None:
        """Cancel the build of a table, and forget it."""
        building = self._known.pop(name, None)
        if building is not None and building.task is not None and building.task.cancel():
            await asyncio.wait({building.task})

    async def stop(self) -> None:
        """End every process that is still at work."""
        await asyncio.gather(*map(self.cancel, list(self._known)))

    async def _build(self, building: Building) -> None:
        try:
            await building.run([*self._games.files.values()])
        finally:
            if self._of_visitors is not None:
                await asyncio.to_thread(self._of_visitors.trim)
            self._built(building.name)
            building.state = "failed" if building.error else "ready"
