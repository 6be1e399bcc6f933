"""Write docs/commands.md from the options of the commands; the build makes the manual page so too.

.venv/bin/python scripts/command_pages.py
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from kibitz import __version__
from kibitz.cli import GROUPS, module_of
from kibitz.cli.options import LANGUAGE, Argument, Command

if TYPE_CHECKING:
    from collections.abc import Iterator

PAGE = Path(__file__).resolve().parent.parent / "docs" / "commands.md"
SUMMARY = "plays small board games and puzzles, and knows how every position ends"
GAMES = (
    "GAME is the name of a game, such as lgame, peg:triangle or noughts:rows=4, or a file with a "
    "game of your own, such as ./mygame.py. SIZE is an amount of memory, such as 500MB or 2GiB."
)
STATUS = {
    "0": "all went well",
    "1": "the answer of a check is no",
    "2": "the command could not be carried out; one sentence on standard error says why",
    "130": "the command was interrupted by Ctrl-C",
}
ENVIRONMENT = {
    "KIBITZ_CACHE": "the folder in which tables are kept",
    "KIBITZ_LANG": "the language: en, el, et, fr, ro or sv; else the locale decides",
    "KIBITZ_SITE": "where a folder of kibitz site is published, for links",
    "NO_COLOR": "if set, nothing is coloured",
}
GUIDES = {  # what else there is to read about a command
    "play": "[Play in the terminal](playing.md)",
    "puzzle": "[Puzzles](playing.md#puzzles)",
    "games": "[Games](games.md), [exact values](reference.md)",
    "web": "[Play in the browser](web.md)",
    "site": "[A page without a server](site.md)",
    "classic": "[The five classics](classics.md)",
    "solve": "[Solve](solving.md)",
    "table": "[A whole game](solving.md#a-whole-game)",
    "problems": "[Peg solitaire](pegs.md)",
    "poster": "[A poster for the wall](teaching.md#a-poster-for-the-wall)",
    "new": "[Add a game](adding-a-game.md)",
    "doctor": "[Check it](adding-a-game.md#check-it)",
    "check": "[For teachers](teaching.md)",
    "assignment": "[Make a package](teaching.md#make-a-package)",
    "grade": "[Grade a folder](teaching.md#grade-a-folder)",
    "export": "[As files](python.md#as-files)",
    "tasks": "[Language models](language-models.md)",
    "mcp": "[Language models](language-models.md#tools-by-the-model-context-protocol)",
    "tables": "[Stored files](solving.md#stored-files)",
    "completion": "[Installation](install.md#completion-and-manual-page)",
}
EVERY = "Every command also has `-h`, `--help`, and `--lang LANG`, the language of what it prints."


def page() -> str:
    """Return the page of the documentation."""
    return "\n".join(_page()) + "\n"


def _page() -> Iterator[str]:
    yield "# Commands\n\nThis page lists every command with all its options.\n"
    yield "```text\nkibitz COMMAND …\nkibitz help COMMAND      # its options\n```\n"
    yield f"Without installation, write `./kibitz` instead of `kibitz`. {GAMES} {EVERY}\n"
    yield from _table("exit status", STATUS)
    yield from _table("variable", ENVIRONMENT)
    for heading, group in GROUPS.items():
        yield f"## {heading}\n"
        for name in group:
            command: Command = module_of(name).COMMAND
            yield f"### `kibitz {name}`\n\n```text\n{_usage(name, command)}\n```\n"
            guide = f" See {GUIDES[name]}." if name in GUIDES else ""
            yield f"{command.meaning}{guide}\n"
            options = {_named(option): _meant(option) for option in command.options[:-1]}
            yield from _table("argument", options)


def _table(heading: str, meanings: dict[str, str]) -> Iterator[str]:
    yield f"| {heading} | meaning |\n|---|---|"
    yield "\n".join(f"| `{word}` | {meaning} |" for word, meaning in meanings.items())
    yield ""


def _usage(name: str, command: Command) -> str:
    words = [
        _named(option).rpartition(", ")[2]
        for option in command.options
        if not option.names[0].startswith("-") or option.settings.get("required")
    ]
    return " ".join(["kibitz", name, *words])


def _named(option: Argument) -> str:
    """Return an argument as a heading."""
    names, count = ", ".join(option.names), str(option.settings.get("nargs"))
    value: str = option.settings.get("metavar") or option.names[-1].lstrip("-").upper()
    shown = {"?": f"[{value}]", "*": f"[{value} …]", "+": f"{value} …"}.get(count, value)
    if not option.names[0].startswith("-"):
        return shown
    return names if option.settings.get("action") else f"{names} {shown}"


def _meant(option: Argument, shown: str = "`{}`") -> str:
    """Return what an argument means, and its choices."""
    choices = option.settings.get("choices", ()) if option is not LANGUAGE else ()
    return ": ".join(
        [str(option.meaning), *([", ".join(map(shown.format, choices))] * bool(choices))]
    )


def manual_page() -> str:
    """Return the manual page in the roff language, with the macros of man(7)."""
    return "\n".join([*_manual(), ""])


def _manual() -> Iterator[str]:
    yield f'.TH KIBITZ 1 "" "kibitz {__version__}" "User Commands"\n.SH NAME'
    yield f"kibitz \\- {SUMMARY}\n.SH SYNOPSIS\n.B kibitz\n.I COMMAND\n…"
    yield f".br\n.B kibitz help\n.RI [ COMMAND ]\n.SH DESCRIPTION\n{_plain(GAMES)}"
    for heading, group in GROUPS.items():
        yield f".SH {heading.upper()}"
        for name in group:
            command: Command = module_of(name).COMMAND
            yield f".SS {_plain(_usage(name, command))}\n{_plain(command.meaning)}"
            for option in command.options:
                yield f".TP\n.B {_plain(_named(option))}\n{_plain(_meant(option, '{}'))}"
    for heading, meanings in (("EXIT STATUS", STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        yield f".SH {heading}"
        yield from (f".TP\n.B {word}\n{_plain(words)}" for word, words in meanings.items())


def _plain(text: str) -> str:
    """Return a text without a meaning to roff; hyphens stay hyphens, so options can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
