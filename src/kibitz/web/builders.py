"""Tables built in the background, each by a process of its own, so that play goes on meanwhile.

The process is `python -m kibitz.web.builders GAME FILE…`, the files being those that the server was
started with: it writes a line of JSON whenever it has come further, and keeps the table where
`kibitz table GAME` would.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
import time

from kibitz.play.collection import Collection
from kibitz.play.tables import table_of
from kibitz.rules.errors import KibitzError, Sentence, phrase
from kibitz.solve.shelf import FOLDER_VARIABLE, Shelf
from kibitz.web import shapes
from kibitz.web.faults import TooBusy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Literal

    from kibitz.play.language import Language

AT_ONCE = 2
MOST_KEPT = 50
PAUSE = 0.2  # seconds between two reports
MOST_POSITIONS = 1 << 30  # a sweep over a board of 33 holes counts up to 2**29
MOST_SECONDS = 600.0
NO_MEMORY = phrase("there is not enough memory for this table")


class Building:
    """One table in the making: how far it is, and how it ended."""

    def __init__(self, name: str, process: subprocess.Popen[str]) -> None:
        self.name = name
        self.process = process
        self.state: Literal["building", "ready", "failed"] = "building"
        self.phase = ""
        self.done = 0
        self.total: int | None = None
        self.error: Sentence | None = None

    def as_json(self, language: Language) -> shapes.Build:
        """Return what the page shows."""
        return shapes.Build(
            game=self.name,
            state=self.state,
            phase=self.phase,
            done=self.done,
            total=self.total,
            error=str(language.tell(self.error)) if self.error else "",
        )


class Builders:
    """The tables that are being built; `built(name)` is called after each."""

    def __init__(
        self, shelf: Shelf, built: Callable[[str], None], games: Collection | None = None
    ) -> None:
        self._shelf = shelf
        self._built = built
        self._games = games or Collection()
        self._known: dict[str, Building] = {}
        self._lock = threading.Lock()

    def find(self, name: str) -> Building | None:
        """Return the building of a table, under way or ended; None if it was never asked for."""
        return self._known.get(name)

    def start(self, name: str) -> Building:
        """Begin to build a table, unless that is under way."""
        with self._lock:
            known = self._known.get(name)
            if known is not None and known.state == "building":
                return known
            if sum(one.state == "building" for one in self._known.values()) >= AT_ONCE:
                raise TooBusy(
                    "{most} tables are being built already; try again when one is ready",
                    most=AT_ONCE,
                )
            if len(self._known) >= MOST_KEPT:
                self._known = {
                    name: one for name, one in self._known.items() if one.state == "building"
                }
            building = Building(name, self._process(name))
            self._known[name] = building
        threading.Thread(target=self._watch, args=(building,), daemon=True).start()
        return building

    def stop(self) -> None:
        """End every process that is still at work."""
        for building in list(self._known.values()):
            if building.process.poll() is None:
                building.process.terminate()

    def _process(self, name: str) -> subprocess.Popen[str]:
        import os

        return subprocess.Popen(
            [sys.executable, "-m", "kibitz.web.builders", name, *self._games.files.values()],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, FOLDER_VARIABLE: self._shelf.folder},
        )

    def _watch(self, building: Building) -> None:
        """Read what the process reports, to its end."""
        assert building.process.stdout is not None
        with building.process.stdout as lines:
            for line in lines:
                try:
                    said = json.loads(line)
                except ValueError:
                    continue
                sentence = said.get("error")
                if sentence:
                    building.error = Sentence(sentence, **said["details"])
                building.phase = str(said.get("phase", ""))
                building.done, building.total = int(said.get("done", 0)), said.get("total")
        if building.process.wait() == 0:
            self._built(building.name)
            building.state = "ready"
        else:
            building.error = building.error or Sentence("the table could not be built")
            building.state = "failed"


class Report:
    """Writes progress as lines of JSON, not too many, and ends what grows beyond the limits."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._begin = time.monotonic()
        self._last = 0.0

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        now = time.monotonic()
        if max(done, total or 0) > MOST_POSITIONS or now - self._begin > MOST_SECONDS:
            raise TooBusy(
                "this table is larger than a page should build; run {command}",
                command=f"kibitz table {self._name}",
            )
        if now - self._last > PAUSE:
            self._last = now
            self.say(phase=phase, done=done, total=total)

    def say(self, **said: object) -> None:
        """Write one line."""
        print(json.dumps(said), flush=True)


def main(name: str, files: Sequence[str]) -> int:
    """Build one table and keep it."""
    report = Report(name)
    try:
        games = Collection(files)
        report = Report(games.at_terminal(name))
        table_of(games.game(name), progress=report, shelf=Shelf())
    except KibitzError as error:
        details = {name: str(detail) for name, detail in error.details.items()}
        report.say(error=error.sentence, details=details)
        return 1
    except MemoryError:
        report.say(error=NO_MEMORY, details={})
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2:]))
