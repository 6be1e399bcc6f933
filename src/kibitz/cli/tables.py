"""`kibitz tables`: what is kept on the disk, how large and how old; and removing it."""

from __future__ import annotations

import json
import sys
import time
from datetime import UTC, datetime

from kibitz.cli.parser import Parser
from kibitz.play.naming import game_by_stranger
from kibitz.rules.errors import EndOfInput, KibitzError, Sentence, harmless, plural, quoted
from kibitz.rules.game_name import GameName
from kibitz.solve.kept import UNFINISHED, Kept, kept
from kibitz.solve.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

UNITS = ("bytes", "kB", "MB", "GB", "TB")


def main(words: Sequence[str]) -> int:
    """List what is kept, or remove some of it."""
    parser = Parser(
        "tables",
        "List what is kept on the disk: tables, sets of winning positions, unfinished work and "
        "compiled code, with size and age. All of it is made again when it is needed.",
    )
    parser.add_argument("--json", action="store_true", help="print an object")
    removing = parser.add_mutually_exclusive_group()
    removing.add_argument("--remove", nargs="+", metavar="NAME", help="remove all that is kept of")
    removing.add_argument(
        "--remove-unfinished",
        action="store_true",
        help="remove what interrupted calls have left to continue from",
    )
    removing.add_argument("--remove-all", action="store_true", help="remove everything")
    parser.add_argument("--yes", action="store_true", help="do not ask before --remove-all")
    chosen = parser.parse_args(words)
    shelf = Shelf()
    there = kept(shelf)
    if chosen.remove or chosen.remove_unfinished or chosen.remove_all:
        print(removed(selected(there, chosen)))
    elif chosen.json:
        print(json.dumps({"folder": shelf.folder, "kept": [as_json(one) for one in there]}))
    else:
        print(in_lines(harmless(shelf.folder), there, time.time()))
    return 0


def selected(there: list[Kept], chosen: Namespace) -> list[Kept]:
    """Return what the options ask to be removed."""
    if chosen.remove_unfinished:
        return [one for one in there if one.kind == UNFINISHED]
    if chosen.remove_all:
        if there and not (chosen.yes or confirmed(there)):
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
    """Return the name under which a game is kept; no file is run for that."""
    try:
        return GameName(game_by_stranger(name).name)
    except KibitzError:
        return GameName(name)


def confirmed(there: list[Kept]) -> bool:
    """Ask whether everything is to be removed."""
    if not (sys.stdin and sys.stdin.isatty()):
        raise KibitzError("--remove-all removes everything that is kept; add --yes to confirm it")
    size = in_words(sum(one.size for one in there))
    print(f"Remove everything, {size}? Type yes: ", end="", flush=True)
    line = sys.stdin.readline()
    if not line:
        raise EndOfInput
    return line.strip().lower() in ("y", "yes")


def removed(these: list[Kept]) -> str:
    """Remove things; return what was removed."""
    for one in these:
        one.remove()
    if not these:
        return "nothing was removed"
    lines = [f"removed {one.kind}: {harmless(one.name)}" for one in these]
    return "\n".join([*lines, f"{in_words(sum(one.size for one in these))} are free again"])


def as_json(one: Kept) -> dict[str, object]:
    """Return one thing for programs."""
    written = datetime.fromtimestamp(one.written, UTC).isoformat(timespec="seconds")
    return {"name": one.name, "kind": one.kind, "bytes": one.size, "written": written}


def in_lines(folder: str, there: list[Kept], now: float) -> str:
    """Return a line for each thing, those of one kind together."""
    if not there:
        return f"nothing is kept in {folder}"
    lines = [folder]
    for one in sorted(there, key=lambda one: (one.kind, one.name)):
        age = in_time(now - one.written)
        lines.append(f"  {one.kind:<26}{in_words(one.size):>12}{age:>14}  {harmless(one.name)}")
    total = in_words(sum(one.size for one in there))
    return "\n".join([*lines, f"  {'together':<26}{total:>12}"])


def in_words(size: float) -> str:
    """Return a size such as 20 kB."""
    unit = 0
    while size >= 1000 and unit + 1 < len(UNITS):
        size /= 1000
        unit += 1
    return f"{size:.0f} {UNITS[unit]}" if size >= 10 or not unit else f"{size:.1f} {UNITS[unit]}"


def in_time(seconds: float) -> str:
    """Return an age such as 3 days."""
    count = int(seconds)
    if count >= 86_400:
        age = plural("{count} day", "{count} days", count // 86_400)
    elif count >= 3_600:
        age = plural("{count} hour", "{count} hours", count // 3_600)
    elif count >= 60:
        age = plural("{count} minute", "{count} minutes", count // 60)
    elif count >= 1:
        age = plural("{count} second", "{count} seconds", count)
    else:
        age = Sentence("just now")
    return str(age)
