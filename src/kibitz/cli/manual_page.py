"""Manual page `kibitz.1`, made from the help of every command; the wheel installs it."""

from __future__ import annotations

from kibitz import __version__
from kibitz.cli import COMMANDS, LANGUAGE_OPTION
from kibitz.cli.commands.classic_command import PROGRAMS
from kibitz.cli.option_help import argument_parser
from kibitz.cli.option_parser import parser_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.cli.option_parser import Declared, Parser

ENGLISH = (LANGUAGE_OPTION, "en")
SUMMARY = "plays small board games and puzzles, and knows how every position ends"
GAMES = (
    "GAME is the name of a game, such as lgame, peg:triangle or noughts:rows=4, or a file with a "
    "game of your own, such as ./mygame.py. kibitz games lists the games."
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


def manual_page() -> str:
    """Return the page in the roff language, with the macros of man(7)."""
    return "\n".join([*_head(), *_commands(), *_tail(), ""])


def _head() -> Iterator[str]:
    yield f'.TH KIBITZ 1 "" "kibitz {__version__}" "User Commands"'
    yield ".SH NAME"
    yield f"kibitz \\- {_plain(SUMMARY)}"
    yield ".SH SYNOPSIS"
    yield ".B kibitz"
    yield ".I COMMAND"
    yield "…"
    yield ".br"
    yield ".B kibitz help"
    yield ".RI [ COMMAND ]"
    yield ".SH DESCRIPTION"
    yield _plain(GAMES)


def _commands() -> Iterator[str]:
    yield ".SH COMMANDS"
    for command, summary in COMMANDS.items():
        yield f".SS kibitz {command}"
        if command == "classic":
            yield _plain(f"{summary[0].upper()}{summary[1:]}:")
            for program in PROGRAMS:
                yield from _of_parser(parser_of(command, program, *ENGLISH))
        else:
            yield from _of_parser(parser_of(command, *ENGLISH))


def _of_parser(parser: Parser) -> Iterator[str]:
    usage = argument_parser(parser).format_usage().partition(":")[2]
    yield ".PP"
    yield f".B {_plain(' '.join(usage.split()))}"
    yield ".PP"
    yield _plain(parser.description)
    for one in parser.declared:
        yield ".TP"
        yield _named(one)
        yield _plain(one.settings.get("help", "") % one.settings)


def _named(one: Declared) -> str:
    """Return an argument as the page heads its paragraph."""
    value = str(one.settings.get("metavar") or one.field.upper())
    if "choices" in one.settings:
        value = "|".join(map(str, one.settings["choices"]))
    if not one.is_option:
        return f".I {_plain(one.names[0])}"
    names = ", ".join(one.names)
    return f".B {_plain(names if one.settings.get('action') else f'{names} {value}')}"


def _tail() -> Iterator[str]:
    for heading, meanings in (("EXIT STATUS", STATUS), ("ENVIRONMENT", ENVIRONMENT)):
        yield f".SH {heading}"
        for word, meaning in meanings.items():
            yield from (".TP", f".B {word}", _plain(meaning))


def _plain(text: str) -> str:
    """Return a text without a meaning to roff; hyphens stay hyphens, so options can be copied."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text
