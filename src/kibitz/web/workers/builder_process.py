"""Process that builds tables, and saves each where `kibitz table GAME` would.

A question is a game, the bytes of memory that the build may use, and the files that the server was
started with. A game that needs more is refused as soon as that is known. The parts of the answer
are the progress, and at the end the error, if there is one.
"""

import time
from collections.abc import Callable, Sequence
from typing import Any

from kibitz.games.collection import Collection
from kibitz.games.gamefile import blame
from kibitz.language.errors import KibitzError, Sentence, packed, phrase
from kibitz.oracle.named_tables import table_of
from kibitz.solve.effort import Effort, Exhausted, Meter
from kibitz.solve.store.table_store import TableStore, find_table
from kibitz.system.parent import Parent

PAUSE = 0.2  # seconds between two reports
STAGE = 0.6  # share of the rest for each stage of the work: the number of stages is unknown
MOST_EFFORT = Effort(seconds=600.0, positions=1 << 30)  # a sweep over 33 holes counts up to 2**29
NO_MEMORY = phrase("there is not enough memory for this table")
TOO_LARGE = phrase("this table is larger than a page should build; run {command}")
FAR_TOO_LARGE = phrase(
    "this table is larger than a page should build: about {positions} positions, which need "
    "{needed} of memory; run {command}"
)
TOO_LARGE_HERE = phrase("this table is larger than a browser should build")


class BuildReport:
    """Reports progress, at a limited rate, to a function that takes it as a dict.

    `fraction` is the share of the whole work that is done and never decreases; None as long as the
    amount of work is unknown.
    """

    def __init__(self, say: Callable[[dict[str, Any]], None], pause: float = PAUSE) -> None:
        self.fraction: float | None = None
        self.watch: Meter | None = None  # has the expected number of positions
        self._say = say
        self._pause = pause
        self._stage = ("", 0)
        self._before = 0.0  # the fraction when the stage began
        self._last = 0.0

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        known, before = self._stage
        if phase != known or done < before:
            self._before = self.fraction or 0.0
        self._stage = (phase, done)
        if total:
            within = STAGE * (1 - self._before) * min(1.0, done / total)
            self.fraction = max(self.fraction or 0.0, self._before + within)
        now = time.monotonic()
        if now - self._last > self._pause:
            self._last = now
            expected = self.watch.expected if self.watch else None
            said = {"phase": phase, "done": done, "total": total, "fraction": self.fraction}
            self._say({**said, "expected": expected})


def main() -> None:
    """Build the tables that the server names, and save them."""
    parent = Parent()
    for name, memory, files in parent:
        why = built(name, MOST_EFFORT.replace(memory=memory), files, parent.tell)
        if why is not None:
            parent.tell({"error": packed(why)})
        parent.tell(None)


def built(
    name: str, effort: Effort, files: Sequence[str], say: Callable[[dict[str, Any]], None]
) -> Sentence | None:
    """Build the table of a game, and save it; return why that failed, None if it did not."""

    def build() -> None:
        report = BuildReport(say)
        report.watch = effort.watch(report)
        game, store = games.game(name), TableStore()
        said: list[Sentence] = []
        table_of(game, progress=report.watch, notice=said.append, store=store, effort=effort)
        if said and find_table(game.name, game.rules, store) is None:
            raise KibitzError("{reason}", reason=said[-1])  # it could not be kept

    try:
        games = Collection(files)
        return failure(build, f"kibitz table {games.at_terminal(name)}")
    except KibitzError as error:
        return error.words


def failure(build: Callable[[], object], command: str | None) -> Sentence | None:
    """Build a table; return why that failed, None if it did not.

    `command` is what to run for a table that is too large here, None if there is no terminal.
    """
    try:
        build()
    except Exhausted as error:
        if command is None:
            return Sentence(TOO_LARGE_HERE)
        if error.estimate is None:
            return Sentence(TOO_LARGE, command=command)
        return Sentence(FAR_TOO_LARGE, **error.estimate.details(), command=command)
    except KibitzError as error:
        return error.words
    except MemoryError:
        return Sentence(NO_MEMORY)
    except Exception as error:
        said = blame(error)
        if said is None:
            raise
        return Sentence("{blame}", blame=said)
    return None


if __name__ == "__main__":
    main()
