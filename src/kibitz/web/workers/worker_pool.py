"""Pools of worker processes; the server itself never runs the rules of a game.

Some workers solve; one more answers questions that need no solving, so that moves are shown at once
while others solve; and one, at low priority, searches for longer. A question about a game goes, if
possible, to the worker that was last asked about that game. Clients take turns. A process that
takes too long or too much memory is killed and replaced, and so is one whose client has
disconnected; the one that searches is asked to stop first, so that it keeps its results.

A process that solves does not wait for a compiler: another one compiles the code of a game
(`oracle/compilations.py`), and it is loaded after an answer.

A question that needs solving has a deadline, which is passed to the process. If there is no answer
by then, because of a queue or of a compilation, the client gets what can be looked up, from the
worker that does not solve. The work itself goes on for a while, so that its result is ready for the
next question.

An answer may come in parts. The callback `emit` is called with each part as it arrives.
"""

import asyncio
import math
from collections.abc import Awaitable, Mapping
from dataclasses import dataclass
from typing import Any

import kibitz.web.page_words  # noqa: F401  # it declares a question
from kibitz.games.collection import Collection
from kibitz.language.errors import Sentence, plural
from kibitz.oracle.compilations import FAILED, UNDER_WAY, Compilations
from kibitz.oracle.compile_ahead import KEPT
from kibitz.questions.answering import QUESTIONS, refusal
from kibitz.questions.refusals import CANNOT_BE_DONE, TooBusy
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import TOO_LONG
from kibitz.solve.store.table_store import FOLDER_VARIABLE, TableStore
from kibitz.system.child import Child, python
from kibitz.system.recent import Recent
from kibitz.system.resident_memory import private_memory
from kibitz.web.server.fair_queue import Turns
from kibitz.web.server.file_watcher import FileWatcher
from kibitz.web.workers.pending_questions import Emit, PartTracker, Question

SOLVED_PARTS = ("reply", "opinion")  # parts of an answer about a match that need solving
# Questions that can be answered by look-ups alone, and so do not wait for a compiler.
LOOKED_UP = {"match", "opinion", "position"}
SEARCHING = "search"
MOST_WAITING = 300  # questions that wait for a process
MOST_REMEMBERED = 24  # games that a process has in its cache
PAUSE = 0.1  # seconds between two checks of a deadline


@dataclass(frozen=True)
class PoolLimits:
    """Number of processes that solve, and limits of time and memory for a question."""

    solving: int = 2
    answering: float = 1.0  # deadline in seconds of questions that need solving
    preparing: float = 8.0  # seconds more while a process starts, or does what happens once
    searching: float = 10.0  # seconds of a search while others wait
    seconds: float = 120.0  # after which a process is killed
    memory: int = 1 << 30
    retained: int | None = None  # bytes held between two questions; half of them if not given
    patience: float = 0.5  # grace period in seconds after the client disconnects
    ending: float = 10.0  # seconds for a search to stop on request


class Worker:
    """A process that answers questions, and the games in its cache."""

    def __init__(
        self,
        limits: PoolLimits,
        folder: str,
        watch: FileWatcher,
        compilations: Compilations | None,  # None: it solves nothing
        *,
        low_priority: bool = False,
    ) -> None:
        self.known: Recent[str, None] = Recent(MOST_REMEMBERED)
        self.stale: set[str] = set()  # games whose tables were built since its last question
        self.command = python("kibitz.web.workers.worker_process", str(+low_priority))
        self.child = Child(
            [*self.command, *watch.sound],
            environment={FOLDER_VARIABLE: folder},
            memory=limits.memory,
            grace=limits.ending if low_priority else 0.0,
        )
        self._limits = limits
        self._watch = watch
        self._compilations = compilations
        self._is_new = False  # it may still be loading modules

    async def start(self) -> None:
        """Start the process, unless it runs."""
        if await self.child.start():
            self.known.clear()
            self.stale.clear()
            self._is_new = True

    async def ask(self, question: Question, emit: Emit) -> None:
        """Emit the answer to a question, within the limits."""
        await self.start()
        self.known[question.game] = None
        retained = self._limits.retained or self._limits.memory // 2
        self.child.allow(self._limits.seconds)
        message = {**question.message(), **self.compiled(question), "retained": retained}
        message["renew"] = sorted(self.stale)
        question.prepares, self._is_new = self._is_new, False
        self.stale.clear()
        async for part in self.child.ask(message):
            if "answer" in part:
                status, kind, text = part["answer"]
                emit((status, kind, text.encode()))
            elif "read" in part:
                self._watch.note(part["read"])
            else:
                question.report(prepares=part["prepares"])
        if private_memory(self.child.pid) > retained:
            await self.child.end()

    def compiled(self, question: Question) -> dict[str, Any]:
        """Return whether the process may compile, and which code it can load after its answer."""
        game, compilations = question.game, self._compilations
        state = "" if compilations is None else compilations.state_of(game)
        if question.name == SEARCHING:
            compiles = state != UNDER_WAY
        else:
            compiles = question.name not in LOOKED_UP or state == FAILED
        return {"compile": compiles, "load": game if state == KEPT else ""}


class Pool:
    """Processes for one kind of question."""

    def __init__(self, workers: list[Worker]) -> None:
        self._turns = Turns(workers)
        self._tasks = Background()

    @property
    def free(self) -> list[Worker]:
        """The processes that are free."""
        return self._turns.free

    @property
    def is_awaited(self) -> bool:
        """Whether a question waits for a process."""
        return self._turns.waiting > 0

    async def ask(self, question: Question, emit: Emit) -> None:
        """Emit the answer to a question when a process is free."""
        if self._turns.waiting >= MOST_WAITING:
            raise TooBusy(
                plural(
                    "{count} question is waiting already; try again later",
                    "{count} questions are waiting already; try again later",
                    MOST_WAITING,
                )
            )
        # A process that has cached the game comes first, else the one with the fewest.
        game = question.game
        worker = await self._turns.take(
            question.client, lambda worker: (game not in worker.known, len(worker.known))
        )
        try:
            await worker.ask(question, emit)
        finally:
            self._turns.give(worker)
            self.warm(worker)

    def warm(self, worker: Worker) -> None:
        """Start a process that does not run, so that the next question need not wait."""
        self._tasks.add(worker.start())


class Workers:
    """All processes that answer questions, about these games and with the tables of a store."""

    def __init__(
        self, store: TableStore, games: Collection, limits: PoolLimits | None = None
    ) -> None:
        self.limits = limits or PoolLimits()
        self.watch = FileWatcher(games.files)
        self._generation = 0  # of the files that the processes have loaded
        self.compilations = Compilations(
            self._load_kept,
            lambda: self.watch.sound,
            {FOLDER_VARIABLE: store.folder},
            self.limits.memory,
        )
        words = (self.limits, store.folder, self.watch)
        showing = Worker(*words, None)
        self.solving = [Worker(*words, self.compilations) for _ in range(self.limits.solving)]
        self.searching = Worker(*words, self.compilations, low_priority=True)
        self._all = [showing, *self.solving, self.searching]
        self._solving, self._showing = Pool([*self.solving]), Pool([showing])
        self._searching = Pool([self.searching])
        self._unfinished = Background()  # work that missed its deadline

    async def start(self) -> None:
        """Start every process but the one that searches, so that the first question is quick."""
        await asyncio.gather(*(worker.start() for worker in self._all[:-1]))

    async def stop(self) -> None:
        """End every process, and wait until it has ended."""
        await self.watch.stop()
        await self.compilations.stop()
        await asyncio.gather(*(worker.child.end(for_good=True) for worker in self._all))

    def renew(self, game: str) -> None:
        """Let every process reload the table of a game that has been built."""
        for worker in self._all:
            worker.stale.add(game)

    async def answer(
        self, question: str, code: str, details: Mapping[str, Any], emit: Emit, client: str = ""
    ) -> None:
        """Emit the answer to a client's question in a language.

        Cancelling this ends the work on it.
        """
        asked = Question(question, code, details, client)
        file = GameName(asked.game).family
        await self.watch.settled(file)
        self._reload_changed_files()
        if file in self.watch.complaints:
            emit(refusal(CANNOT_BE_DONE, self.watch.sentence_about(file), code))
        elif question == SEARCHING:
            await self._search(asked, emit)
        elif QUESTIONS[question].solves or any(details.get(part) for part in SOLVED_PARTS):
            self.compilations.want(asked.game)
            self._searching.warm(self.searching)  # the page may ask it next
            await self._solve(asked, emit)
        else:
            await self._showing.ask(asked, emit)

    def _load_kept(self, game: str) -> None:
        """Let a process that knows a game load its code, unless it has something else to do."""
        if any(game in worker.known for worker in self._solving.free):
            asked = Question("table", "en", {"name": game})
            self._unfinished.add(self._solving.ask(asked, lambda part: None))

    async def _solve(self, question: Question, emit: Emit) -> None:
        """Emit the answer to a question that needs solving, by its deadline."""
        now = asyncio.get_running_loop().time
        until = now() + self.limits.answering
        parts = PartTracker(question, emit)
        if question.name == "match" and not self._solving.free:
            # The board and a quick reply are shown before others have finished solving; this costs
            # a second replay.
            await self._look_up(question, parts, opinion=False)
            if parts.failed:
                return
        asked, emit = parts.rest()
        asked.until = until
        work = asyncio.ensure_future(self._solving.ask(asked, emit))
        try:
            while not work.done() and now() < asked.until + asked.prepares * self.limits.preparing:
                await asyncio.wait({work}, timeout=PAUSE)
            if work.done():
                work.result()
                return
            if asked.begun is not None:
                self._unfinished.add(work)
        finally:
            if work not in self._unfinished.tasks:
                await cancel(work)
        if not parts.complete:
            await self._look_up(question, parts)

    async def _look_up(self, question: Question, parts: PartTracker, **details: Any) -> None:
        """Emit the rest of an answer by look-ups alone."""
        asked, emit = parts.rest(**details)
        if question.name in LOOKED_UP:
            asked.until = -math.inf
            await self._showing.ask(asked, emit)
        else:
            seconds = float(self.limits.answering)
            emit(refusal(CANNOT_BE_DONE, Sentence(TOO_LONG, seconds=seconds), question.code))

    async def _search(self, question: Question, emit: Emit) -> None:
        """Emit the results of a search, which ends earlier while others wait."""
        now = asyncio.get_running_loop().time
        work = asyncio.ensure_future(self._searching.ask(question, emit))
        try:
            while not (await asyncio.wait({work}, timeout=PAUSE))[0]:
                long = question.begun is not None and now() - question.begun > self.limits.searching
                if long and self._searching.is_awaited:
                    return
            work.result()
        finally:
            await cancel(work)

    def _reload_changed_files(self) -> None:
        """Let other processes answer from now on, which load the files that were edited."""
        if self._generation != self.watch.generation:
            self._generation = self.watch.generation
            for worker in self._all:
                worker.child.command = [*worker.command, *self.watch.sound]


class Background:
    """Tasks that nobody waits for; what goes wrong in them, the next question tells."""

    def __init__(self) -> None:
        self.tasks: set[asyncio.Future[None]] = set()

    def add(self, work: Awaitable[None]) -> None:
        """Keep a task until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self._forget)

    def _forget(self, task: asyncio.Future[None]) -> None:
        self.tasks.discard(task)
        if not task.cancelled():
            task.exception()


async def cancel(work: asyncio.Future[None]) -> None:
    """End the work on a question, unless it is done."""
    if work.cancel():
        await asyncio.wait({work})
