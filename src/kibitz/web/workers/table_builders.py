"""Background builds of tables, each in a process of its own.

A process that uses too much memory is ended, and so is one without a status request for some time:
the page that wanted the table has been closed.
"""

import asyncio
import contextlib
import json
import os
import time
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, Sentence, plural, unpacked
from kibitz.language.languages import Language
from kibitz.questions import answers
from kibitz.questions.refusals import TooBusy
from kibitz.rules.game_name import GameName
from kibitz.solve.store.inventory import Kept, kept
from kibitz.solve.store.table_store import TableStore
from kibitz.system.cache_files import open_cached, replacing
from kibitz.system.memory_limit import free
from kibitz.web.workers.parent_death import held_by
from kibitz.web.workers.worker_pool import PYTHON, child_process

MOST_KEPT = 50
LISTED = "visitors.json"  # the games whose files are those of visitors
PAUSE = 0.2  # seconds between two checks of a process
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
    """The build of one table: its progress and its result."""

    def __init__(self, name: str, process: asyncio.subprocess.Process, memory: int) -> None:
        self.name = name
        self.memory = memory  # bytes that it may use
        self.process = process
        self.state: answers.BuildState = "building"
        self.phase = ""
        self.done = 0
        self.total: int | None = None
        self.fraction: float | None = None
        self.expected: int | None = None
        self.error: Sentence | None = None
        self.asked = time.monotonic()

    def note(self, said: dict[str, Any]) -> None:
        """Process a report of the child process."""
        if said.get("error"):
            self.error = unpacked(said["error"])
        else:
            self.phase, self.done, self.total = said["phase"], said["done"], said["total"]
            self.fraction, self.expected = said["fraction"], said["expected"]

    def stop(self, why: Sentence | None = None) -> None:
        """End the process at once."""
        self.error = self.error or why
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()

    def as_json(self, language: Language) -> answers.Build:
        """Return what the page shows."""
        return answers.Build(
            game=self.name,
            state=self.state,
            phase=self.phase,
            done=self.done,
            total=self.total,
            fraction=self.fraction,
            expected=self.expected,
            memory=self.memory,
            error=str(language.tell(self.error)) if self.error else "",
        )


class Builders:
    """The tables that are being built; `built(name)` is called after each."""

    def __init__(
        self,
        store: TableStore,
        built: Callable[[str], None],
        games: Collection | None = None,
        limits: BuildLimits | None = None,
        command: Sequence[str] = (*PYTHON, "kibitz.web.workers.builder_process"),
    ) -> None:
        self.limits = limits or BuildLimits()
        self._store = store
        self._built = built
        self._games = games or Collection()
        self._command = command
        self._known: dict[str, Building] = {}
        stored = self.limits.stored
        self._of_visitors = None if stored is None else VisitorFiles(store, stored)
        self.watching: set[asyncio.Task[None]] = set()
        self._starting = asyncio.Lock()

    def find(self, name: str) -> Building | None:
        """Return the build of a table, under way or ended; None if it was never started."""
        building = self._known.get(name)
        if building is not None:
            building.asked = time.monotonic()
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
            building = self._known[name] = Building(
                name, await self._process(name), self.limits.memory
            )
        task = asyncio.ensure_future(self._watch(building))
        self.watching.add(task)
        task.add_done_callback(self.watching.discard)
        return building

    async def cancel(self, name: str) -> None:
        """Cancel the build of a table, and forget it."""
        building = self._known.pop(name, None)
        if building is not None:
            building.stop()
            await building.process.wait()

    async def stop(self) -> None:
        """End every process that is still at work."""
        for building in self._known.values():
            building.stop()
        if self.watching:
            await asyncio.wait(self.watching)

    async def _process(self, name: str) -> asyncio.subprocess.Process:
        command = [*self._command, str(self.limits.memory), name, *self._games.files.values()]
        return await child_process(command, self._store.folder)

    async def _watch(self, building: Building) -> None:
        """Process the reports of the child process until it ends, and enforce the limits."""
        reading = asyncio.ensure_future(read(building))
        while not (await asyncio.wait({reading}, timeout=PAUSE))[0]:
            if held_by(building.process.pid) > self.limits.memory:
                megabytes = self.limits.memory >> 20
                building.stop(
                    Sentence(
                        "this table takes more than {megabytes} MB of memory", megabytes=megabytes
                    )
                )
            if time.monotonic() - building.asked > self.limits.unasked:
                building.stop(Sentence("no page waited for this table any more"))
        status = await building.process.wait()
        if self._of_visitors is not None:
            await asyncio.to_thread(self._of_visitors.trim)
        self._built(building.name)
        if status == 0:
            building.state = "ready"
        else:
            building.error = building.error or Sentence("the table could not be built")
            building.state = "failed"


async def read(building: Building) -> None:
    """Process every line that a child process writes."""
    assert building.process.stdout is not None
    async for line in building.process.stdout:
        building.note(json.loads(line))
