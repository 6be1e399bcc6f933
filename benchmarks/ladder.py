"""What a class costs, from a million classes to ten billion: the ladder of docs/scale.md.

    python benchmarks/ladder.py [memory|disk|gpu]... [--most CLASSES] [--output FILE]

Each row is one command, `kibitz table GAME --fresh`, in a process and a folder of its own: its wall
and processor time with all that it does (compiling, the summary, the file), and the most that it
held in memory, on the disk and on the card. The latter two are sampled.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

import report

EXAMPLES = Path(__file__).parent.parent / "examples"
OLDEST = "noughts:oldest,rows=4,columns=4,pieces=4,line=4"
# The number of classes is of earlier runs, for `--most`; each row prints what its command found.
GAMES = {
    "four.py:rows=4,columns=5": 1_974_174,
    "four.py:rows=5,columns=5": 34_888_367,
    OLDEST: 72_507_769,
    "dobutsu_shogi.py": 884_634_865,
    "four.py:rows=5,columns=6": 1_409_488_535,
    "mens_morris.py:men=9": 10_000_000_000,
}
ENGINES = {"memory": [], "disk": ["--memory", "2GiB"], "gpu": ["--on", "gpu"]}
USUAL = {"memory": 100_000_000, "disk": 100_000_000, "gpu": 20_000_000_000}
MAIN = "import sys; from kibitz.cli import main; sys.exit(main())"
EVERY = 0.2  # seconds between samples
COLUMNS = ["engine", "game", "classes", "seconds", "processor", "memory", "disk", "card", "a class"]


class Cost(NamedTuple):
    """What one command took; bytes at their peak."""

    engine: str
    game: str
    classes: int
    seconds: float
    processor: float
    memory: int
    disk: int
    card: int

    def cells(self) -> list[str]:
        """Return the row of the table."""
        sizes = [f"{size / 2**30:.2f} GiB" if size else "" for size in self[5:]]
        return [
            self.engine, f"`{self.game}`", f"{self.classes:,}", f"{self.seconds:.1f} s",
            f"{self.processor:.1f} s", *sizes, f"{1e9 * self.seconds / self.classes:.0f} ns",
        ]  # fmt: skip


class Peaks(threading.Thread):
    """Samples what a folder and the card hold, until `done` is set."""

    def __init__(self, folder: str) -> None:
        super().__init__(daemon=True)
        self.folder = folder
        self.done = threading.Event()
        self.disk = self.card = 0
        self.before = card_in_use()

    def run(self) -> None:
        """Sample."""
        while not self.done.wait(EVERY):
            self.disk = max(self.disk, bytes_in(self.folder))
            self.card = max(self.card, card_in_use() - self.before)


def bytes_in(folder: str) -> int:
    """Return the bytes that the files of a folder occupy."""
    total = 0
    for place, _, names in os.walk(folder):
        for name in names:
            try:
                total += os.stat(os.path.join(place, name)).st_blocks * 512
            except FileNotFoundError:  # removed meanwhile
                continue
    return total


def card_in_use() -> int:
    """Return the bytes in use on the first card; 0 if there is none."""
    if shutil.which("nvidia-smi") is None:
        return 0
    words = ["nvidia-smi", "--query-gpu=memory.used", "--format=csv,noheader,nounits"]
    said = subprocess.run(words, capture_output=True, text=True, check=False).stdout.split()
    return int(said[0]) << 20 if said else 0


def cost(engine: str, game: str) -> Cost | str:
    """Return what a command takes, or what it says instead of solving."""
    name = str(EXAMPLES / game) if ".py" in game else game
    words = [sys.executable, "-P", "-c", MAIN, "table", name, "--fresh", "--json"]
    with tempfile.TemporaryDirectory() as folder:
        peaks = Peaks(folder)
        peaks.start()
        begin = perf_counter()
        with (
            tempfile.TemporaryFile("w+") as out,
            tempfile.TemporaryFile("w+") as error,
            subprocess.Popen(
                [*words, *ENGINES[engine]], stdout=out, stderr=error,
                env={**os.environ, "KIBITZ_CACHE": folder},
            ) as process,
        ):  # fmt: skip
            _, status, used = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            seconds = perf_counter() - begin
            out.seek(0)
            error.seek(0)
            said, complained = out.read(), error.read()
        peaks.done.set()
        peaks.join()
    if process.returncode:
        return complained.strip().splitlines()[-1]
    classes = json.loads(said)["classes"]
    processor = used.ru_utime + used.ru_stime
    memory = used.ru_maxrss << 10
    return Cost(engine, game, classes, seconds, processor, memory, peaks.disk, peaks.card)


def main() -> None:
    """Measure, and print a table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("engines", nargs="*", choices=[*ENGINES, []], default=[])
    parser.add_argument("--most", type=float, help="leave out games of more classes")
    parser.add_argument("--output", help="write the figures to this file, as JSON")
    asked = parser.parse_args()
    found: list[Cost] = []
    for engine in asked.engines or ENGINES:
        for game, classes in GAMES.items():
            if classes > (asked.most or USUAL[engine]):
                continue
            row = cost(engine, game)
            if isinstance(row, str):
                print(f"{engine}, {game}: {row}", flush=True)
                continue
            found.append(row)
            print(" | ".join(row.cells()), flush=True)
            if asked.output:
                Path(asked.output).write_text(json.dumps([one._asdict() for one in found]))
    print(report.in_columns([COLUMNS, *(row.cells() for row in found)]))


if __name__ == "__main__":
    main()
