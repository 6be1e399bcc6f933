"""Games solved on a GPU tier by tier, and the commands that do it.

    PYTHONPATH=src python3 benchmarks/gpu_tiers.py [FOLDER] [--parts tiers,commands,large]
        [--seconds N]

tiers     games that say their tier, on the processor, on the GPU at once and tier by tier: the
          files must be the same, byte for byte
commands  `kibitz table GAME --on gpu` as people type it, and `kibitz.table(GAME, on="gpu")`: the
          same files as the processor's; Ctrl-C, and a game that is too large
large     Connect Four on 5 columns of 7, of 14,171,315,454 positions, which no card holds at once,
          tier by tier, and every value verified; and on 5 columns of 6, at once and tier by tier

Figures go to FOLDER/gpu_tiers.json as they are found.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from time import perf_counter, sleep
from typing import TYPE_CHECKING, Any

import numpy as np

import kibitz
from gpu import EXAMPLES, LARGE, OLDEST, Run, follows, machine, made
from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore, kept_name

if TYPE_CHECKING:
    from kibitz.engines.gpu.gpu_tiers import CardTiers
    from kibitz.rules.rules import Rules

FOUR = f"{EXAMPLES / 'four'}.py"
FIVE_BY_SEVEN = f"{FOUR}:rows=7,columns=5"
FIVE_BY_SIX = f"{FOUR}:rows=6,columns=5"
TROMP = 14_171_315_454  # https://tromp.github.io/c4/c4.html
BY_TIERS = [
    "peg:triangle,side=6",
    "noughts:rows=4,columns=4,line=4",
    f"{EXAMPLES / 'mens_morris'}.py:men=6",
    f"{FOUR}:rows=5,columns=5",
]
COMMANDS = [
    ("noughts:oldest,rows=3,columns=4,pieces=4",),
    (f"{EXAMPLES / 'chomp'}.py:rows=11,columns=11",),
    (f"{FOUR}:rows=5,columns=5", "--memory", "400MiB"),
    ("peg:triangle,side=6",),
    ("peg:triangle,side=6", "--whole-board"),
]
MAIN = "import sys; from kibitz.cli import main; sys.exit(main())"
IN_PYTHON = "import sys, kibitz; print(len(kibitz.table(sys.argv[1], on='gpu', fresh=True)))"


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", nargs="?", default=".", help="for gpu_tiers.json")
    parser.add_argument("--parts", default="tiers,commands,large")
    parser.add_argument("--seconds", type=float, default=3600.0)
    chosen = parser.parse_args()
    try:
        from kibitz.engines.gpu import device

        device.cuda()
    except KibitzError as error:
        print(f"nothing to measure: {error}")
        return 0
    os.makedirs(chosen.folder, exist_ok=True)
    run = Run(chosen.folder, chosen.seconds)
    run.path = os.path.join(chosen.folder, "gpu_tiers.json")
    run.note("machine", machine())
    for part in chosen.parts.split(","):
        PARTS[part](run)
    return 1 if run.wrong else 0


# Tables


def tiers(run: Run) -> None:
    """Solve games at once and tier by tier, and on the processor."""
    for name in BY_TIERS:
        run.attempt(Path(name).name, three_ways, name)


def three_ways(name: str) -> dict[str, Any]:
    """Return how long a game takes in three ways, and whether the files are the same."""
    said: dict[str, Any] = {}
    for way, at_once in (("by tiers", 0), ("at once", 1 << 62)):
        for _ in range(2):  # the first one compiles
            seconds, found, solver = on_card(name, at_once)
        said[way] = {
            "gpu": round(sum(seconds.values()), 4),
            "seconds": {part: round(took, 4) for part, took in seconds.items()},
            "sha256": found,
        }
        if at_once == 0:
            said["tiers"] = len(solver.found)
            said["largest tier"] = max(map(len, solver.found.values()))
    with tempfile.TemporaryDirectory() as folder:
        game = kibitz.game(name)
        table, wanted = made(game.name, game.rules, folder, on_card=False)
    said |= {"classes": len(table), "processor": table.seconds, "sha256": wanted}
    if {said["by tiers"]["sha256"], said["at once"]["sha256"]} != {wanted}:
        raise ValueError(f"the files differ: {said}")
    return said


def on_card(name: str, at_once: int) -> tuple[Any, str, Any]:
    """Solve a game; return the seconds of each part, the checksum of its file, and the solver."""

    game = kibitz.game(name)
    solver, table = solved(name, at_once)
    with tempfile.TemporaryDirectory() as folder:
        store = TableStore(folder, shipped="")
        store.keep(kept_name(game.name, game.rules), table)
        return solver.seconds, checksums(folder)[0], solver


def solved(name: str, at_once: int) -> tuple[Any, Any]:
    """Solve a game at once or by its tiers; return the solver and the table."""
    from kibitz.engines.gpu.gpu_classes import Sizes
    from kibitz.engines.gpu.gpu_solver import CardSolver
    from kibitz.engines.gpu.gpu_tiers import CardTiers

    way = CardTiers if at_once == 0 else CardSolver
    solver = way(kibitz.game(name).rules, Effort.unlimited.watch(), Sizes())
    return solver, solver.run()


def checksums(folder: str) -> list[str]:
    """Return the checksums of the tables in a folder."""
    found = []
    for path in sorted(Path(folder).glob("*")):
        if path.suffix in {".table", ".every"}:
            with open(path, "rb") as file:
                found.append(hashlib.file_digest(file, "sha256").hexdigest())
    return found


# Commands


def commands(run: Run) -> None:
    """Type the commands."""
    # All at the same time: whether they are right is asked here, not how long they take.
    jobs: dict[str, tuple[Any, ...]] = {
        "kibitz table " + " ".join([Path(words[0]).name, *words[1:]]): (typed, words)
        for words in COMMANDS
    }
    jobs["kibitz.table"] = (in_python, COMMANDS[2][0])
    jobs["too large by tiers"] = (refused, f"{FOUR}:rows=6,columns=7")
    jobs["too large for the memory"] = (refused, OLDEST, "--memory", "200MiB")
    workers = [
        threading.Thread(target=run.attempt, args=(name, *job)) for name, job in jobs.items()
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    run.attempt("Ctrl-C", interrupted)


def kibitz_table(folder: str, *words: str) -> list[str]:
    return [sys.executable, "-c", MAIN, "table", *words]


def typed(words: tuple[str, ...]) -> dict[str, Any]:
    """Type a command with --on gpu and without; compare what is kept."""
    said: dict[str, Any] = {}
    for way in ("gpu", "processor"):
        with tempfile.TemporaryDirectory() as folder:
            begin = perf_counter()
            asked = list(words[: 1 if way == "processor" and "--memory" in words else None])
            if "--whole-board" not in words:
                asked.append("--fresh")
            done = subprocess.run(
                kibitz_table(folder, *asked, *(["--on", "gpu"] if way == "gpu" else [])),
                capture_output=True, text=True, check=False,
                env={**os.environ, "KIBITZ_CACHE": folder},
            )  # fmt: skip
            said[way] = {
                "status": done.returncode,
                "wall": round(perf_counter() - begin, 2),
                "said": done.stdout[-400:],
                "complained": done.stderr[-400:],
                "sha256": checksums(folder),
                "files": sorted(os.listdir(folder)),
            }
    if not said["gpu"]["sha256"] or said["gpu"]["sha256"] != said["processor"]["sha256"]:
        raise ValueError(f"the files differ: {said}")
    return said


def in_python(name: str) -> dict[str, Any]:
    """Ask for a table in Python."""
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run(
            [sys.executable, "-c", IN_PYTHON, name], capture_output=True, text=True, check=False,
            env={**os.environ, "KIBITZ_CACHE": folder},
        )  # fmt: skip
        return {"said": done.stdout, "complained": done.stderr[-400:], "sha256": checksums(folder)}


def interrupted() -> dict[str, Any]:
    """Press Ctrl-C while a game is solved on the card; return what is left."""
    from kibitz.engines.gpu import device

    with tempfile.TemporaryDirectory() as folder:
        before = device.free()
        begin = perf_counter()
        work = subprocess.Popen(
            kibitz_table(folder, LARGE, "--on", "gpu"), stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, text=True, env={**os.environ, "KIBITZ_CACHE": folder},
        )  # fmt: skip
        least = before
        while work.poll() is None and perf_counter() - begin < 30:
            sleep(0.1)
            least = min(least, device.free())
            if least < before - 40e9:  # it is at work
                break
        work.send_signal(signal.SIGINT)
        at = perf_counter()
        out, error = work.communicate(timeout=60)
        return {
            "bytes that it held": before - least,
            "interrupted after": round(at - begin, 2),
            "ended after": round(perf_counter() - at, 2),
            "status": work.returncode,
            "said": out + error,
            "files": os.listdir(folder),
            "bytes still held": before - device.free(),
        }


def refused(*words: str) -> dict[str, Any]:
    """Ask for a table that does not fit; return the message."""
    with tempfile.TemporaryDirectory() as folder:
        begin = perf_counter()
        try:
            done = subprocess.run(
                kibitz_table(folder, *words, "--on", "gpu"), capture_output=True, text=True,
                check=False, timeout=60, env={**os.environ, "KIBITZ_CACHE": folder},
            )  # fmt: skip
        except subprocess.TimeoutExpired:
            return {"stopped after": 60}
        return {
            "status": done.returncode,
            "wall": round(perf_counter() - begin, 2),
            "said": done.stdout + done.stderr,
            "files": os.listdir(folder),
        }


# The largest


def large(run: Run) -> None:
    """Solve a large game; count positions; check a sample of values."""
    run.attempt(Path(FIVE_BY_SEVEN).name, five_by_seven)
    run.attempt(Path(FIVE_BY_SIX).name, twice)


def twice() -> dict[str, Any]:
    """Solve a game in both ways; return the seconds, and checksums of the rows."""
    from kibitz.engines.gpu import device

    said: dict[str, Any] = {}
    for way, at_once in (("by tiers", 0), ("at once", 1 << 62)):
        compiling = device.Compiling.seconds
        solver, table = solved(FIVE_BY_SIX, at_once)
        said[way] = {
            "compiling, of that": round(device.Compiling.seconds - compiling, 2),
            "seconds": {part: round(took, 3) for part, took in solver.seconds.items()},
            "gpu": round(sum(solver.seconds.values()), 3),
            "sha256 of the positions": hashlib.sha256(table.positions).hexdigest(),
            "sum of the codes": int(np.asarray(table.codes).sum(dtype=np.int64)),
            "sha256 of the codes": hashlib.sha256(
                np.asarray(table.codes).astype(np.int16).tobytes()
            ).hexdigest(),
        }
        said["classes"], said["positions"] = len(table), sum(table.census.in_full.values())
    return said


def five_by_seven() -> dict[str, Any]:
    from kibitz.engines.gpu import device
    from kibitz.engines.gpu.gpu_classes import Sizes
    from kibitz.engines.gpu.gpu_tiers import CardTiers

    rules = kibitz.game(FIVE_BY_SEVEN).rules
    compiling = device.Compiling.seconds
    begin = last = perf_counter()

    def progress(phase: str, done: int, total: int | None) -> None:
        nonlocal last
        if perf_counter() - last > 5:
            last = perf_counter()
            print(f"   {last - begin:.0f} s: {phase} {done:,} of {total}", flush=True)

    solver = CardTiers(rules, Effort.unlimited.watch(progress), Sizes())
    solver.solve()
    census = solver.census()
    positions = sum(census.in_full.values())
    said = {
        "classes": solver.total,
        "positions": positions,
        "as published": positions == TROMP,
        "moves": solver.edges,
        "compiling, of that": round(device.Compiling.seconds - compiling, 2),
        "gpu": round(sum(solver.seconds.values()), 2),
        "seconds": {part: round(took, 2) for part, took in solver.seconds.items()},
        "tiers": {tier: len(row) for tier, row in solver.found.items()},
        "census": census.as_json(),
        "checked by the rules": checked(solver, rules),
    }
    digests: dict[int, str] = {}

    def digest(tier: int) -> None:
        one = hashlib.sha256(solver.found[tier].data)
        one.update(solver.codes[tier].data)
        digests[tier] = one.hexdigest()

    workers = [threading.Thread(target=digest, args=(tier,)) for tier in solver.found]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    said["sha256 of positions and codes, by tier"] = digests
    print(f"   solved: {json.dumps(said)}", flush=True)
    said["verified"] = verified(solver, rules, progress)
    return said


def verified(solver: CardTiers, rules: Rules, progress: Any) -> dict[str, Any]:
    """Verify every value; return what was checked, and how long it took."""
    from verify_tiers import TierVerification

    classes = solver.classes
    classes.free_memory()
    classes.free_buffers()
    begin = perf_counter()
    watch = Effort.unlimited.watch(progress)
    check = TierVerification(rules, solver.found, solver.codes, solver.leads, watch)
    sentences = list(map(str, check.run()))
    said = {
        "seconds": round(perf_counter() - begin, 2),
        "checked": sentences,
        "moves": check.moves,
        "positions": check.positions,
    }
    if (check.moves, check.positions) != (solver.edges, TROMP):
        raise ValueError(f"the counts differ: {said}")
    return said


def checked(solver: CardTiers, rules: Rules) -> int:
    """Check values of every tier against those of their children; return how many."""

    def code(position: int) -> int:
        least = rules.canonical(position) if rules.canonical else position
        assert rules.tier is not None
        tier = rules.tier(least)
        at = int(np.searchsorted(solver.found[tier], least))
        assert solver.found[tier][at] == least
        return int(solver.codes[tier][at])

    chance, total = random.Random(1), 0
    for row in solver.found.values():
        for at in chance.sample(range(len(row)), min(400, len(row))):
            position = int(row[at])
            assert code(position) == follows(rules, position, code), position
            total += 1
    return total


PARTS = {"tiers": tiers, "commands": commands, "large": large}

if __name__ == "__main__":
    sys.exit(main())
