"""`kibitz tables`: list the saved tables with size and age, or remove some."""

from __future__ import annotations

import sys
import time
from datetime import UTC, datetime

from kibitz.cli.options import JSON, Argument, Command, flag
from kibitz.cli.output import json_text, width_of
from kibitz.games.registry import game_by_stranger
from kibitz.language.errors import (
    EndOfInput,
    KibitzError,
    Rounded,
    Sentence,
    harmless,
    phrase,
    plural,
    quoted,
)
from kibitz.rules.game_name import GameName
from kibitz.solve.store.inventory import UNFINISHED, Kept, kept
from kibitz.solve.store.table_store import TableStore

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from kibitz.language.languages import Language

UNITS = ("kB", "MB", "GB", "TB")


COMMAND = Command(
    phrase(
        "List what is kept on the disk: tables, sets of winning positions, unfinished work and "
        "compiled code, with size and age. All of it is made again when it is needed."
    ),
    JSON,
    Argument(
        "--remove", phrase("remove all files of these games"), "NAME", nargs="+", group="what"
    ),
    flag("--remove-unfinished", phrase("remove the unfinished work of interrupted runs"), "what"),
    flag("--remove-all", phrase("remove everything"), "what"),
    flag("--yes", phrase("do not ask for confirmation before --remove-all")),
)


def main(chosen: Namespace) -> int:
    """List the saved tables, or remove some."""
    language = chosen.language
    store = TableStore()
    there = kept(store)
    if chosen.remove or chosen.remove_unfinished or chosen.remove_all:
        print(removed(selected(there, chosen, language), language))
    elif chosen.json:
        print(json_text({"folder": store.folder, "kept": [as_json(one) for one in there]}))
    else:
        print(in_lines(harmless(store.folder), there, time.time(), language))
    return 0


def selected(there: list[Kept], chosen: Namespace, language: Language) -> list[Kept]:
    """Return the tables to remove, by the options."""
    if chosen.remove_unfinished:
        return [one for one in there if one.kind == UNFINISHED]
    if chosen.remove_all:
        if there and not (chosen.yes or confirmed(there, language)):
            return []
        return there
    found = []
    for name in chosen.remove:
        full = full_name(name)
        meant = {name, full, full.file_name}
        of_it = [one for one in there if meant & {one.name, one.file_name}]
        if not of_it:
            raise KibitzError(
                "nothing is kept for {name}; kibitz tables lists what is kept", name=quoted(name)
            )
        found += [one for one in of_it if one not in found]
    return found


def full_name(name: str) -> GameName:
    """Return the name of a game in the store; no file is run for that."""
    try:
        return GameName(game_by_stranger(name).name)
    except KibitzError:
        return GameName(name)


def confirmed(there: list[Kept], language: Language) -> bool:
    """Ask whether to remove everything."""
    if not (sys.stdin and sys.stdin.isatty()):
        raise KibitzError("--remove-all removes everything that is kept; add --yes to confirm it")
    size = in_words(sum(one.size for one in there))
    print(language.say("Remove everything, {size}? Type yes: ", size=size), end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EndOfInput
    return line.strip().lower() in ("y", "yes", language.say("yes"))


def removed(these: list[Kept], language: Language) -> str:
    """Remove entries; return those that were removed."""
    for one in these:
        one.remove()
    if not these:
        return language.say("nothing was removed")
    lines = [
        language.say("removed: {name} ({kind})", name=harmless(one.name), kind=Sentence(one.kind))
        for one in these
    ]
    size = in_words(sum(one.size for one in these))
    return "\n".join([*lines, language.say("space freed: {size}", size=size)])


def as_json(one: Kept) -> dict[str, object]:
    """Return one entry as data for programs."""
    written = datetime.fromtimestamp(one.written, UTC).isoformat(timespec="seconds")
    return {"name": one.name, "kind": one.kind, "bytes": one.size, "written": written}


def in_lines(folder: str, there: list[Kept], now: float, language: Language) -> str:
    """Return a line for each entry, grouped by kind."""
    say, tell = language.say, language.tell
    if not there:
        return say("nothing is kept in {folder}", folder=folder)
    rows = [
        (say(one.kind), str(tell(in_words(one.size))), str(tell(in_time(now - one.written))), one)
        for one in sorted(there, key=lambda one: (one.kind, one.name))
    ]
    together, total = say("total"), str(tell(in_words(sum(one.size for one in there))))
    wide = width_of([together, *(row[0] for row in rows)], 26)
    old = width_of([row[2] for row in rows], 14)
    lines = [
        f"  {kind:<{wide}}{size:>12}{age:>{old}}  {harmless(one.name)}"
        for kind, size, age, one in rows
    ]
    return "\n".join([folder, *lines, f"  {together:<{wide}}{total:>12}"])


def in_words(size: float) -> Sentence:
    """Return a size such as 20 kB."""
    if size < 1000:
        return plural("{count} byte", "{count} bytes", int(size))
    unit, size = 0, size / 1000
    while size >= 1000 and unit + 1 < len(UNITS):
        size /= 1000
        unit += 1
    amount = Rounded(size, 0 if size >= 10 else 1)
    return Sentence("{amount} {unit}", amount=amount, unit=UNITS[unit])


def in_time(seconds: float) -> Sentence:
    """Return an age such as 3 days."""
    count = int(seconds)
    if count >= 86_400:
        return plural("{count} day", "{count} days", count // 86_400)
    if count >= 3_600:
        return plural("{count} hour", "{count} hours", count // 3_600)
    if count >= 60:
        return plural("{count} minute", "{count} minutes", count // 60)
    if count >= 1:
        return plural("{count} second", "{count} seconds", count)
    return Sentence("just now")
