"""Solve and verify every game of the reference, and write docs/reference.md.

    .venv/bin/python scripts/reference.py [GAME ...]

The rows are in docs/reference.toml: a game, what is published about it, and by whom. Each game is
solved again, its table is verified, and what is published is compared; the results are kept in
src/kibitz/games/reference.json, which ships with Kibitz (`kibitz games GAME` tells it), and
the page and its pictures are made of that. With names, only these rows are made again. A row with
`on = "gpu"` is solved on a GPU, and left as it is where there is none. A row with `recorded` is not
solved: its figures are those of the page that it names. The exit status is 1 if anything differs.
"""

from __future__ import annotations

import hashlib
import json
import multiprocessing
import re
import sys
import tempfile
import time
import tomllib
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz.engines.gpu.device import NoGPU
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.table_summary import summary
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore

if TYPE_CHECKING:
    from concurrent.futures import Future

HOME = Path(__file__).resolve().parent.parent
DOCS = HOME / "docs"
EXAMPLES = HOME / "examples"
KEPT = HOME / "src" / "kibitz" / "games" / "reference.json"
PICTURES = DOCS / "pictures" / "reference"
HEAD = """\
# The reference

This page lists the exact values of small games and puzzles, with published figures. Every row was
solved, and its table was verified by code that shares nothing with the solver. One command does it
again and compares each row with its source: `.venv/bin/python scripts/reference.py` (in a checkout,
after `./test` has installed what it needs; about fifteen minutes). The rows that take at most a
tenth of a second are checked in every `./test`.

*Positions* are all that can be reached, *classes* count mirror images once. *Start* is the
outcome for the player who begins, in plies, or the fewest moves of a puzzle. *Longest* is the
greatest distance of any position. The picture is a position of that distance, or the start where
outcomes have no distance. *Checksum* is the
beginning of the SHA-256 of the table's rows (positions and values), the same on every machine.
*Seconds* are those of solving on two cores (faster ones where there are millions of positions), or
on one NVIDIA H200 where that is said, compiling the rules included. A row without a picture is not
made by that command: the page that stands in place of the checksum says how it was computed.
Games other than `noughts`, `lgame`, `lockout` and `peg` are files in `examples/`; each names the
sources of its rules.
"Computed here" means that no published figure was found. Verifying checks everything but the number
of all *positions* where that is above 250,000 and a board has mirror images: there it is the
solver's alone.

"""


def rows() -> list[dict[str, Any]]:
    """Return the rows as they are written down."""
    found: list[dict[str, Any]] = tomllib.loads((DOCS / "reference.toml").read_text())["row"]
    return found


def computed(name: str, folder: str, on: str | None = None) -> dict[str, Any]:
    """Solve a game and keep its table in a folder; return what the reference says of it."""
    game = kibitz.game(name)
    resources = Resources(on) if on else None
    begin = time.monotonic()
    table = table_of(game, fresh=True, store=TableStore(folder), resources=resources)
    seconds = time.monotonic() - begin
    said = summary(game, table)
    outcome = kibitz.GameTable(game, table)[game.start]
    distances = {one.distance: at for one, at in table.hardest().items()}
    longest = max((number for number in distances if number is not None), default=None)
    hardest = game.start if longest is None else game.position(distances[longest])
    digest = hashlib.sha256()
    for _, content in sorted(table.rows().items()):
        assert isinstance(content, memoryview)
        digest.update(content.format.encode())
        digest.update(content.cast("B"))
    return {
        "positions": said["positions"],
        "classes": len(table),
        "start": outcome.kind,
        "distance": outcome.distance,
        "words": str(outcome),
        "longest": longest,
        "hardest": hardest.text,
        "checksum": digest.hexdigest(),
        "seconds": round(seconds, 2),
        "picture": hardest._repr_svg_(),
    }


def recorded(row: dict[str, Any]) -> dict[str, Any]:
    """Return what the reference says of a game whose figures stand elsewhere."""
    keys = ("positions", "classes", "start", "distance", "words", "longest", "seconds", "recorded")
    return {key: row.get(key) for key in keys}


def verify(name: str, folder: str) -> None:
    """Check the table of a game that is kept in a folder; raise an error if something is wrong."""
    table_of(name, store=TableStore(folder)).verify()


def differences(row: dict[str, Any], found: dict[str, Any]) -> list[str]:
    """Return in words the differences between the computed and the published figures."""
    return [
        f"{row['game']}: {name} is {found[name]}, published {row[name]}"
        for name in ("start", "positions", "distance", "longest")
        if name in row and row[name] != found[name]
    ]


def in_order(kept: dict[str, dict[str, Any]]) -> dict[str, dict[str, Any]]:
    """Return the stored results in the order and the words of the rows, without former rows."""
    return {
        row["game"]: kept[row["game"]] | {key: row[key] for key in ("title", "source")}
        for row in rows()
        if row["game"] in kept
    }


def slug(name: str) -> str:
    """Return a name for the picture of a game."""
    return re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-")


def page(kept: dict[str, dict[str, Any]]) -> str:
    """Return the page."""
    lines = [
        "| game | positions | classes | start | longest | hardest | source | checksum | seconds |",
        "|---|--:|--:|---|--:|---|---|---|--:|",
    ]
    for row in rows():
        found = kept.get(row["game"])
        if found is None:  # not solved yet
            continue
        longest = "" if found["longest"] is None else str(found["longest"])
        picture = f"![{found.get('hardest')}](pictures/reference/{slug(row['game'])}.svg)"
        seconds = "" if found["seconds"] is None else f"{found['seconds']:.2f}"
        page_of = row.get("recorded", "")
        cells = [
            f"{row['title']}<br>`{row['game']}`",
            f"{found['positions']:,}",
            f"{found['classes']:,}",
            found["words"],
            longest,
            "" if page_of else picture,
            row["source"],
            f"[{page_of.partition('#')[0]}]({page_of})"
            if page_of
            else f"`{found['checksum'][:12]}`",
            seconds + (" (H200)" if row.get("on") == "gpu" else ""),
        ]
        lines.append(f"| {' | '.join(cells)} |")
    return HEAD + "\n".join(lines) + "\n"


def main(names: list[str]) -> int:
    """Make the rows again; return the exit status."""
    kept = json.loads(KEPT.read_text()) if KEPT.exists() else {}
    if names == ["--pictures"]:  # draw the positions that are kept again, and solve nothing
        for name, found in kept.items():
            if "hardest" not in found:
                continue
            drawn = kibitz.game(name).position(found["hardest"])._repr_svg_()
            (PICTURES / f"{slug(name)}.svg").write_text(drawn)
        return 0
    wrong: list[str] = []
    PICTURES.mkdir(parents=True, exist_ok=True)
    known = [row["game"] for row in rows()]
    for name in names:
        if name not in known:
            sys.exit(f"not in docs/reference.toml: {name}")
    started = multiprocessing.get_context("spawn")  # a card's memory does not survive a fork
    with tempfile.TemporaryDirectory() as folder, ProcessPoolExecutor(1, started) as pool:
        verified: dict[str, Future[None]] = {}
        for row in rows():
            name = row["game"]
            if names and name not in names:
                continue
            titled = {key: row[key] for key in ("title", "source")}
            if "recorded" in row:
                kept[name] = titled | recorded(row)
                continue
            try:
                found = computed(name, folder, row.get("on"))
            except NoGPU:
                print(f"{name:<32}needs a GPU and is left as it is", flush=True)
                continue
            verified[name] = pool.submit(verify, name, folder)
            (PICTURES / f"{slug(name)}.svg").write_text(found.pop("picture"))
            kept[name] = titled | found
            KEPT.write_text(json.dumps(in_order(kept), indent=1) + "\n")
            wrong += differences(row, found)
            print(f"{name:<32}{found['positions']:>14,}  {found['words']}", flush=True)
        for name, result in verified.items():
            error = result.exception()
            if error is not None:
                wrong.append(f"{name}: {error}")
    kept = in_order(kept)
    KEPT.write_text(json.dumps(kept, indent=1) + "\n")
    (DOCS / "reference.md").write_text(page(kept))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
