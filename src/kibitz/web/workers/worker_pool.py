"""Pools of worker processes; the server itself never runs the rules of a game.

Some solve; one more answers what needs no solving, so that moves are shown at once while others
solve; and one searches for longer what these could not tell, behind all others. A question about a
game goes, if it can, to the process that was asked about that game last. Clients take turns. A
process that takes too long or too much memory is ended and replaced, and so is one whose question
nobody waits for any more; the one that searches is asked to end its work first, so that it
remembers what it has proved.

A question that solves has a deadline, which is passed to the process. If the process has not
answered by then, because others were first or because a compiler is at work, the client gets what
can be looked up, from the process that shows. The work itself goes on for a while, so that the next
question finds it done.

An answer may come in parts. Whoever asks passes in `tell`, which is called with each as it comes.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import math
import os
import sys

from kibitz.core.game_name import GameName
from kibitz.language.errors import KibitzError, Sentence, plural
from kibitz.solve.effort import TOO_LONG
from kibitz.solve.store.table_store import FOLDER_VARIABLE
from kibitz.system.recent import Recent
from kibitz.web.server.fair_queue import Turns
from kibitz.web.server.file_watcher import FileWatcher
from kibitz.web.server.http_errors import CANNOT_BE_DONE, Closing, TooBusy
from kibitz.web.workers.answer_bytes import refusal
from kibitz.web.workers.parent_death import held_by
from kibitz.web.workers.pending_questions import Question, Told

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from kibitz.catalogue.collection import Collection
    from kibitz.solve.store.table_store import TableStore
    from kibitz.web.workers.files_read import Read
    from kibitz.web.workers.pending_questions import Tell

SEARCHING = "search"
SOLVING = {"position", "solution", "opinion"} | {"difficulty", "puzzle", "daily", "posed", "judge"}
SOLVED_PARTS = ("reply", "opinion")  # what may be asked with a match, and follows its first part
LOOKED_UP = {"match", "opinion", "position"}  # what has an answer without any work
MOST_WAITING = 300  # questions that wait for a process
MOST_REMEMBERED = 24  # games that a process was asked about
PAUSE = 0.1  # seconds between two looks at the memory of a process


class Stopped(KibitzError):
    """A question whose process had to be ended."""


class PoolLimits:
    """How many processes solve; the seconds and the bytes of memory that a question may take."""

    def __init__(
        self,
        solving: int = 2,
        answering: float = 2.0,
        searching: float = 10.0,
        seconds: float = 120.0,
        memory: int = 1 << 30,
        room: int | None = None,
        patience: float = 0.5,
        ending: float = 10.0,
    ) -> None:
        self.solving = solving
        self.answering = answering  # seconds after which what solves has an answer
        self.searching = searching  # seconds that a search may go on while others wait
        self.seconds = seconds  # after which a process is ended that goes on
        self.memory = memory
        self.room = memory // 2 if room is None else room  # bytes held between two questions
        self.patience = patience  # seconds that a question may go on when nobody waits for it
        self.ending = ending  # seconds that a search may take to end when it is asked to


class Worker:
    """One process, started when it is needed, and the games it knows."""

    def __init__(
        self,
        limits: PoolLimits,
        folder: str,
        files: list[str],
        note: Callable[[Read], None],
        *,
        behind: bool = False,
    ) -> None:
        self.limits = limits
        self._note = note  # is called with what its games have read
        self._behind = behind  # it gives way to others, and is asked to end before it is ended
        self.busy = False
        self.known: Recent[str, None] = Recent(MOST_REMEMBERED)
        self.stale: set[str] = set()  # games whose tables were built since it was asked last
        self._command = [sys.executable, "-P", "-m", "kibitz.web.workers.worker_process"]
        self._command += [str(limits.room), str(+behind)]
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
                raise Closing("the server is shutting down")
            return await self._started()

    @property
    def process(self) -> int | None:
        """The number of the process, None if it does not run."""
        return None if self._process is None else self._process.pid

    async def restart(self) -> None:
        """Start the process if it was ended and is wanted again."""
        with contextlib.suppress(Closing):
            await self.start()

    async def _started(self) -> asyncio.subprocess.Process:
        if self._process is None or self._process.returncode is not None:
            self.known.clear()
            self.stale.clear()
            self._process = await asyncio.create_subprocess_exec(
                *(*self._command, *self.files),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C at the terminal is for the server
                env={**os.environ, FOLDER_VARIABLE: self._folder},
            )
        return self._process

    def stop(self) -> None:
        """End the process at once."""
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

    async def ask(self, question: Question, tell: Tell) -> None:
        """Tell the answer to a question, within the limits."""
        process = await self.start()
        self.known[question.game] = None
        line = question.line(self.stale)
        self.stale.clear()
        exchange = asyncio.ensure_future(said_to(process, line, tell, self._note))
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
        except asyncio.CancelledError:  # nobody waits for the answer
            if not (self._behind and await self._ended_by_asking(process, exchange)):
                self.stop()
            raise
        except BaseException:  # it takes too much
            self.stop()
            raise
        finally:
            exchange.cancel()

    async def _ended_by_asking(
        self, process: asyncio.subprocess.Process, exchange: asyncio.Future[bool]
    ) -> bool:
        """Ask a process to answer no more; return whether it ended that soon, and has room."""
        assert process.stdin is not None
        process.stdin.write(b"{}\n")
        await asyncio.wait({exchange}, timeout=self.limits.ending)
        return exchange.done() and exchange.exception() is None and not exchange.result()


async def said_to(
    process: asyncio.subprocess.Process, line: bytes, tell: Tell, note: Callable[[Read], None]
) -> bool:
    """Tell what a process answers to a line; return whether it is full by now."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(line)
    await process.stdin.drain()
    while True:
        head = json.loads(await process.stdout.readuntil(b"\n"))
        if len(head) == 2:
            full, read = head
            note(read)
            return bool(full)
        status, kind, length = head
        tell((status, kind, await process.stdout.readexactly(length)))


class WorkerLane:
    """Processes for one kind of question."""

    def __init__(self, workers: list[Worker]) -> None:
        self.workers = workers
        self._turns = Turns(len(workers))
        self._warming: set[asyncio.Task[None]] = set()

    @property
    def is_full(self) -> bool:
        """Whether the next question must wait for a process."""
        return not self._turns.free

    @property
    def is_awaited(self) -> bool:
        """Whether a question waits for a process."""
        return self._turns.waiting > 0

    async def ask(self, question: Question, tell: Tell) -> None:
        """Tell the answer to a question when a process is free."""
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
            await worker.ask(question, tell)
        finally:
            worker.busy = False
            self._turns.give()
            self._warm(worker)

    def _warm(self, worker: Worker) -> None:
        """Start a process again if it was ended, so that the next question need not wait."""
        task = asyncio.ensure_future(worker.restart())
        self._warming.add(task)
        task.add_done_callback(self._warming.discard)

    def _pick(self, game: str) -> Worker:
        """Return a free process: one that knows the game, else the one that knows fewest."""
        free = [worker for worker in self.workers if not worker.busy]
        return min(free, key=lambda worker: (game not in worker.known, len(worker.known)))


class Workers:
    """All processes that answer questions, about these games and with the tables of a store."""

    def __init__(
        self, store: TableStore, games: Collection, limits: PoolLimits | None = None
    ) -> None:
        self.limits = limits or PoolLimits()
        self.watch = FileWatcher(games.files)
        self._generation = 0  # of the files that the processes know
        known = (self.limits, store.folder, self.watch.sound, self.watch.note)
        workers = [Worker(*known) for _ in range(self.limits.solving + 1)]
        self.searching = Worker(*known, behind=True)
        self._all = [*workers, self.searching]
        self._searching = WorkerLane([self.searching])
        self.solving = workers[1:]
        self._solving, self._showing = WorkerLane(self.solving), WorkerLane(workers[:1])
        self._going_on: set[asyncio.Future[None]] = set()  # work that was not done in time

    async def start(self) -> None:
        """Start every process, so that the first question need not wait; not the one to search."""
        await asyncio.gather(*(worker.start() for worker in self._all[:-1]))

    async def stop(self) -> None:
        """End every process, and wait until it has ended."""
        await self.watch.stop()
        await asyncio.gather(*(worker.end() for worker in self._all))

    def renew(self, game: str) -> None:
        """Let every process look for the table of a game: it has been built."""
        for worker in self._all:
            worker.stale.add(game)

    async def answer(
        self, question: str, code: str, details: Mapping[str, Any], tell: Tell, client: str = ""
    ) -> None:
        """Tell the answer to a client's question in a language.

        Cancelling this ends the work on it.
        """
        asked = Question(question, code, details, client)
        file = GameName(asked.game).family
        await self.watch.settled(file)
        self._heed()
        if file in self.watch.complaints:
            tell(refusal(CANNOT_BE_DONE, self.watch.sentence_about(file), code))
        elif question == SEARCHING:
            await self._search(asked, tell)
        elif question in SOLVING or any(details.get(part) for part in SOLVED_PARTS):
            await self._solve(asked, Told(tell))
        else:
            await self._showing.ask(asked, tell)

    async def _solve(self, question: Question, told: Told) -> None:
        """Tell the answer to a question that solves, by its deadline."""
        now = asyncio.get_running_loop().time
        until = now() + self.limits.answering
        if question.name == "match" and self._solving.is_full:
            # The board need not wait until others have solved; this costs a second replay.
            await self._showing.ask(question.replace(**dict.fromkeys(SOLVED_PARTS, False)), told)
            if told.failed:
                return
        asked = told.rest(question)
        asked.until = until
        work = asyncio.ensure_future(self._solving.ask(asked, told.after()))
        try:
            await asyncio.wait({work}, timeout=max(0.0, until - now()))
            if work.done():
                work.result()
                return
            told.close()
            if asked.begun is not None:
                self._going_on.add(work)
                work.add_done_callback(self._forget)
        finally:
            if not work.done() and work not in self._going_on:
                work.cancel()
                await asyncio.wait({work})
        await self._look_up(question, told)

    def _forget(self, work: asyncio.Future[None]) -> None:
        """Forget work that nobody waits for, however it ended."""
        self._going_on.discard(work)
        if not work.cancelled():
            work.exception()

    async def _look_up(self, question: Question, told: Told) -> None:
        """Tell what remains of an answer whose time is up, without any work."""
        if told.complete:
            return
        if question.name in LOOKED_UP:
            asked = told.rest(question)
            asked.until = -math.inf
            await self._showing.ask(asked, told.after())
        else:
            seconds = float(self.limits.answering)
            told(refusal(CANNOT_BE_DONE, Sentence(TOO_LONG, seconds=seconds), question.code))

    async def _search(self, question: Question, tell: Tell) -> None:
        """Tell what a search finds; while others wait, it ends earlier."""
        now = asyncio.get_running_loop().time
        work = asyncio.ensure_future(self._searching.ask(question, tell))
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

    def _heed(self) -> None:
        """End the processes that know old rules; the next ones run the files that are sound."""
        if self._generation != self.watch.generation:
            self._generation = self.watch.generation
            for worker in self._all:
                worker.files = self.watch.sound
                worker.stop()
