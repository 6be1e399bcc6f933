"""Pools of worker processes; the server itself never runs the rules of a game.

Some workers solve; one more answers questions that need no solving, so that moves are shown at once
while others solve; and one, at low priority, searches for longer. A question about a game goes, if
possible, to the worker that was last asked about that game. Clients take turns. A process that
takes too long or too much memory is killed and replaced, and so is one whose client has
disconnected; the one that searches is asked to stop first, so that it keeps its results.

A process that solves does not wait for a compiler: another one compiles the code of a game
(`compilations.py`), and it is loaded after an answer.

A question that needs solving has a deadline, which is passed to the process. If there is no answer
by then, because of a queue or of a compilation, the client gets what can be looked up, from the
worker that does not solve. The work itself goes on for a while, so that its result is ready for the
next question.

An answer may come in parts. The callback `emit` is called with each part as it arrives.
"""

import asyncio
import contextlib
import json
import math
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, Sentence, plural
from kibitz.questions.answering import refusal
from kibitz.questions.refusals import CANNOT_BE_DONE, SHUTTING_DOWN, Closing, TooBusy
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import TOO_LONG
from kibitz.solve.store.table_store import FOLDER_VARIABLE, TableStore
from kibitz.system.recent import Recent
from kibitz.web.server.fair_queue import Turns
from kibitz.web.server.file_watcher import FileWatcher
from kibitz.web.workers.compilations import SEARCHING, Compilations
from kibitz.web.workers.files_read import Read
from kibitz.web.workers.parent_death import held_by
from kibitz.web.workers.pending_questions import Emit, PartTracker, Question

SOLVING = {"position", "solution", "opinion"} | {"difficulty", "puzzle", "daily", "posed", "judge"}
SOLVED_PARTS = ("reply", "opinion")  # parts of an answer about a match that need solving
LOOKED_UP = {"match", "opinion", "position"}  # questions that can be answered by look-ups alone
MOST_WAITING = 300  # questions that wait for a process
MOST_REMEMBERED = 24  # games that a process has in its cache
PYTHON = (sys.executable, "-P", "-m")  # runs a module
PAUSE = 0.1  # seconds between two checks of the memory of a process


class Stopped(KibitzError):
    """A question whose process was killed."""


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
    """A process, started on first use, and the games in its cache."""

    def __init__(
        self,
        limits: PoolLimits,
        folder: str,
        files: list[str],
        note: Callable[[Read], None],
        *,
        low_priority: bool = False,
        compilations: Compilations | None = None,
    ) -> None:
        self.limits = limits
        self._compilations = compilations
        self._loaded: set[str] = set()  # games whose compiled code it has loaded
        self._note = note  # called with the files that its games have read
        self._low_priority = low_priority  # runs at a higher nice value, and stops gracefully
        self._is_new = False  # it may still be loading modules
        self.busy = False
        self.known: Recent[str, None] = Recent(MOST_REMEMBERED)
        self.stale: set[str] = set()  # games whose tables were built since its last question
        retained = limits.memory // 2 if limits.retained is None else limits.retained
        self.command = [*PYTHON, "kibitz.web.workers.worker_process", str(retained)]
        self.command.append(str(+low_priority))
        self.files = files
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._starting = asyncio.Lock()
        self._ending: set[asyncio.Future[int]] = set()
        self._ended = False

    async def start(self) -> asyncio.subprocess.Process:
        """Start the process, unless it runs."""
        async with self._starting:
            if self._ended:
                raise Closing(SHUTTING_DOWN)
            return await self._started()

    @property
    def process(self) -> int | None:
        """The process id, None if it does not run."""
        return None if self._process is None else self._process.pid

    async def restart(self) -> None:
        """Start the process again after it was ended, unless the server is shutting down."""
        with contextlib.suppress(Closing):
            await self.start()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self.known.clear()
            self.stale.clear()
            self._loaded.clear()
            self._process = await child_process([*self.command, *self.files], self._folder)
            self._is_new = True
        return self._process

    def stop(self) -> None:
        """Kill the process."""
        if self._process is not None:
            with contextlib.suppress(ProcessLookupError):
                self._process.kill()
            ending = asyncio.ensure_future(self._process.wait())
            self._ending.add(ending)
            ending.add_done_callback(self._ending.discard)
        self._process = None

    async def end(self) -> None:
        """End the process, and wait until it has ended."""
        async with self._starting:
            self._ended = True
            self.stop()
            if self._ending:
                await asyncio.wait(self._ending)

    async def ask(self, question: Question, emit: Emit) -> None:
        """Emit the answer to a question, within the limits."""
        process = await self.start()
        self.known[question.game] = None
        self._note_compiled(question)
        line = question.line(self.stale)
        question.prepares, self._is_new = self._is_new, False
        self.stale.clear()
        exchange = asyncio.ensure_future(exchange_lines(process, line, emit, self._note, question))
        until = asyncio.get_running_loop().time() + self.limits.seconds
        try:
            while not (await asyncio.wait({exchange}, timeout=PAUSE))[0]:
                if asyncio.get_running_loop().time() > until:
                    raise Stopped(
                        "this took more than {seconds} s and was stopped",
                        seconds=float(self.limits.seconds),
                    )
                if held_by(process.pid) > self.limits.memory:
                    raise Stopped(
                        "this took more than {megabytes} MB of memory and was stopped",
                        megabytes=self.limits.memory >> 20,
                    )
            if exchange.result():
                self.stop()
        except (asyncio.IncompleteReadError, ConnectionError):
            self.stop()
            raise Stopped("the process that should answer this has ended") from None
        except asyncio.CancelledError:  # the client has disconnected
            if not (self._low_priority and await self._stop_gracefully(process, exchange)):
                self.stop()
            raise
        except BaseException:  # a limit is exceeded
            self.stop()
            raise
        finally:
            exchange.cancel()

    def _note_compiled(self, question: Question) -> None:
        """Note whether this process may compile, and whether it can load code after its answer."""
        if self._compilations is not None:
            question.compiles = self._compilations.may_compile(question)
            kept = self._compilations.is_kept(question.game) and question.game not in self._loaded
            question.loads = kept
            if kept:
                self._loaded.add(question.game)

    async def _stop_gracefully(
        self, process: asyncio.subprocess.Process, exchange: asyncio.Future[bool]
    ) -> bool:
        """Ask a process to stop its work; return whether it did in time and within its memory."""
        assert process.stdin is not None
        process.stdin.write(b"{}\n")
        await asyncio.wait({exchange}, timeout=self.limits.ending)
        return exchange.done() and exchange.exception() is None and not exchange.result()


async def child_process(command: Sequence[str], folder: str) -> asyncio.subprocess.Process:
    """Start a process that keeps its tables in a folder."""
    return await asyncio.create_subprocess_exec(
        *command,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,  # Ctrl-C at the terminal is for the server
        env={**os.environ, FOLDER_VARIABLE: folder},
    )


async def exchange_lines(
    process: asyncio.subprocess.Process,
    line: bytes,
    emit: Emit,
    note: Callable[[Read], None],
    question: Question,
) -> bool:
    """Send a line to a process and emit its answer; return whether it holds too much memory."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    while True:
        head = json.loads(await process.stdout.readuntil(b"\n"))
        if len(head) == 1:
            question.report(prepares=head[0])
            continue
        if len(head) == 2:
            full, read = head
            note(read)
            return bool(full)
        status, kind, length = head
        emit((status, kind, await process.stdout.readexactly(length)))


class Pool:
    """Processes for one kind of question."""

    def __init__(self, workers: list[Worker]) -> None:
        self.workers = workers
        self._turns = Turns(len(workers))
        self._warming: set[asyncio.Task[None]] = set()

    @property
    def is_full(self) -> bool:
        """Whether no process is free."""
        return not self._turns.free

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
        await self._turns.take(question.client)
        worker = self._pick(question.game)
        worker.busy = True
        try:
            await worker.ask(question, emit)
        finally:
            worker.busy = False
            self._turns.give()
            self.warm(worker)

    def warm(self, worker: Worker) -> None:
        """Start a process that does not run, so that the next question need not wait."""
        task = asyncio.ensure_future(worker.restart())
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    def _pick(self, game: str) -> Worker:
        """Return a free process: one that has cached the game, else the one with the fewest."""
        free = [worker for worker in self.workers if not worker.busy]
        return min(free, key=lambda worker: (game not in worker.known, len(worker.known)))


class Workers:
    """All processes that answer questions, about these games and with the tables of a store."""

    def __init__(
        self, store: TableStore, games: Collection, limits: PoolLimits | None = None
    ) -> None:
        self.limits = limits or PoolLimits()
        self.watch = FileWatcher(games.files)
        self._generation = 0  # of the files that the processes have loaded
        known = (self.limits, store.folder, self.watch.sound, self.watch.note)
        self.compilations = Compilations(
            lambda: self.watch.sound,
            lambda command: child_process(command, store.folder),
            self._load_kept,
            self.limits.memory,
        )
        compiled = self.compilations
        workers = [Worker(*known)]
        workers += [Worker(*known, compilations=compiled) for _ in range(self.limits.solving)]
        self.searching = Worker(*known, low_priority=True, compilations=compiled)
        self._all = [*workers, self.searching]
        self._searching = Pool([self.searching])
        self.solving = workers[1:]
        self._solving, self._showing = Pool(self.solving), Pool(workers[:1])
        self._unfinished: set[asyncio.Future[None]] = set()  # work that missed its deadline

    async def start(self) -> None:
        """Start every process but the one that searches, so that the first question is quick."""
        await asyncio.gather(*(worker.start() for worker in self._all[:-1]))

    async def stop(self) -> None:
        """End every process, and wait until it has ended."""
        await self.watch.stop()
        await self.compilations.stop()
        await asyncio.gather(*(worker.end() for worker in self._all))

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
        elif question in SOLVING or any(details.get(part) for part in SOLVED_PARTS):
            self.compilations.want(asked.game)
            self._searching.warm(self.searching)  # the page may ask it next
            await self._solve(asked, PartTracker(emit))
        else:
            await self._showing.ask(asked, emit)

    def _load_kept(self, game: str) -> None:
        """Let a process that knows a game load its code, unless it has something else to do."""
        if any(game in worker.known and not worker.busy for worker in self.solving):
            asked = Question("table", "en", {"name": game})
            loading = asyncio.ensure_future(self._solving.ask(asked, lambda part: None))
            self._unfinished.add(loading)
            loading.add_done_callback(self._forget)

    async def _solve(self, question: Question, tracker: PartTracker) -> None:
        """Emit the answer to a question that needs solving, by its deadline."""
        now = asyncio.get_running_loop().time
        until = now() + self.limits.answering
        if question.name == "match" and self._solving.is_full:
            # The board and a quick reply are shown before others have finished solving; this costs
            # a second replay.
            quick = question.replace(opinion=False)
            quick.until = -math.inf
            await self._showing.ask(quick, tracker)
            if tracker.failed:
                return
        asked = tracker.rest(question)
        asked.until = until
        work = asyncio.ensure_future(self._solving.ask(asked, tracker.after()))
        try:
            while not work.done() and now() < asked.until + asked.prepares * self.limits.preparing:
                await asyncio.wait({work}, timeout=PAUSE)
            if work.done():
                work.result()
                return
            tracker.close()
            if asked.begun is not None:
                self._unfinished.add(work)
                work.add_done_callback(self._forget)
        finally:
            if not work.done() and work not in self._unfinished:
                work.cancel()
                await asyncio.wait({work})
        await self._look_up(question, tracker)

    def _forget(self, work: asyncio.Future[None]) -> None:
        """Drop finished work that missed its deadline, and its exception, if any."""
        self._unfinished.discard(work)
        if not work.cancelled():
            work.exception()

    async def _look_up(self, question: Question, tracker: PartTracker) -> None:
        """Emit the rest of an answer after its deadline, by look-ups alone."""
        if tracker.complete:
            return
        if question.name in LOOKED_UP:
            asked = tracker.rest(question)
            asked.until = -math.inf
            await self._showing.ask(asked, tracker.after())
        else:
            seconds = float(self.limits.answering)
            tracker(refusal(CANNOT_BE_DONE, Sentence(TOO_LONG, seconds=seconds), question.code))

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
            if not work.done():
                work.cancel()
                await asyncio.wait({work})

    def _reload_changed_files(self) -> None:
        """Kill the processes that have loaded old files; new ones load the sound files."""
        if self._generation != self.watch.generation:
            self._generation = self.watch.generation
            for worker in self._all:
                worker.files = self.watch.sound
                worker.stop()
