"""Watcher of the game files of a server: detects edits and examines the files.

An edited file is examined as by `kibitz doctor`, in a child process, before its rules are used. So
a mistake, or rules that never return, affect their own game only. Modules and data that a file
reads are its dependencies, which the processes that run it report.
"""

import asyncio
import os
from collections.abc import Mapping

from kibitz.conformance.complaint import Complaint
from kibitz.conformance.examination import Examination
from kibitz.games.collection import written
from kibitz.language.errors import KibitzError, Sentence
from kibitz.play.session import words_not_for_moves
from kibitz.questions import answers
from kibitz.questions.answering import shape
from kibitz.web.workers.files_read import Read

SECONDS = 20.0  # seconds for each step of the doctor; compiling takes longest
WAIT = 20.0  # seconds that a page waits for a change before it asks again
PAUSE = 0.3  # seconds between two polls of the files
MOST_READ = 1000  # watched files of each game


class FileWatcher:
    """Files by the names of their games, with the `complaints` about those that fail checks.

    `generation` changes whenever a file has been checked again.
    """

    def __init__(self, files: Mapping[str, str]) -> None:
        self._files = dict(files)
        self._seen = {name: {path: written(path)} for name, path in files.items()}
        self._examined = {name: str(written(path)) for name, path in files.items()}
        self._under_way: dict[str, asyncio.Task[None]] = {}
        self.complaints: dict[str, list[tuple[str, Complaint]]] = {}
        self.generation = 0

    def __contains__(self, name: str) -> bool:
        return name in self._files

    @property
    def sound(self) -> list[str]:
        """The paths of the files without complaints."""
        return [path for name, path in self._files.items() if name not in self.complaints]

    def sentence_about(self, name: str) -> Sentence:
        """Return the first complaint about a game, with its line if that is known."""
        _, wrong = self.complaints[name][0]
        if wrong.where is None:
            return wrong.sentence
        line, reason = str(wrong.where.line), wrong.sentence
        return Sentence("{path}, line {line}: {reason}", path=name, line=line, reason=reason)

    def note(self, read: Read) -> None:
        """Watch the dependencies of files, too, each with its stamp at the time of reading."""
        for name, path in self._files.items():
            seen = self._seen[name]
            for other, stamp in read.get(os.path.abspath(path), {}).items():
                if len(seen) < MOST_READ:
                    seen.setdefault(other, stamp)

    def look(self) -> None:
        """Start checking the files that were edited since the last poll."""
        for name, seen in self._seen.items():
            now = {path: written(path) for path in seen}
            if now != seen:
                self._seen[name] = now
                before = self._under_way.pop(name, None)
                if before is not None:
                    before.cancel()
                self._under_way[name] = asyncio.ensure_future(self._examine(name))

    async def settled(self, name: str) -> None:
        """Wait until every edited file has been checked; "" means all files."""
        self.look()
        while tasks := [task for one, task in self._under_way.items() if name in ("", one)]:
            await asyncio.wait(tasks)
            self.look()

    async def change(self, name: str, seen: str) -> answers.Examined:
        """Return the state of a file when it differs from the one last seen, or after a timeout."""
        until = asyncio.get_running_loop().time() + WAIT
        while True:
            await self.settled(name)
            stamp = self._examined[name]
            if stamp != seen or asyncio.get_running_loop().time() > until:
                found = self.complaints.get(name, [])
                said = [
                    shape(
                        answers.ComplaintSchema,
                        wrong,
                        check=step,
                        line=wrong.where.line if wrong.where else None,
                        remedy=wrong.remedy or "",
                    )
                    for step, wrong in found
                ]
                return {"stamp": stamp, "complaints": said}
            await asyncio.sleep(PAUSE)

    async def stop(self) -> None:
        """Cancel all checks."""
        for task in self._under_way.values():
            task.cancel()
        await asyncio.gather(*self._under_way.values(), return_exceptions=True)

    async def _examine(self, name: str) -> None:
        stamp = written(self._files[name])
        found = await examined(self._files[name])
        if found:
            self.complaints[name] = found
        else:
            self.complaints.pop(name, None)
        self.generation += 1
        self._examined[name] = f"{stamp} {self.generation}"
        self._under_way.pop(name, None)


async def examined(path: str) -> list[tuple[str, Complaint]]:
    """Return what `kibitz doctor` finds wrong with a file, each with the check that failed."""
    path = path if os.path.isabs(path) else os.path.join(".", path)
    examination = Examination(path, SECONDS, words_not_for_moves())
    try:
        return [(step, wrong) async for step, wrong, _ in examination if wrong]
    except KibitzError as error:
        return [("", Complaint(error.words))]
