"""Completion of an unfinished command line by argcomplete; here are names of games and examples."""

from __future__ import annotations

import os

from argcomplete import autocomplete
from argcomplete.completers import FilesCompleter

from kibitz.cli import COMMANDS, module_of
from kibitz.cli.options import ArgumentParser
from kibitz.games.kinds import all_games, summary_in
from kibitz.language.errors import KibitzError, phrase
from kibitz.language.languages import language_for
from kibitz.rules.family import START
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kibitz.rules.family import Family, Parameter

    Completion = tuple[str, str]  # a whole word, and what it means

MOST_NUMBERS = 20  # a parameter with more values is typed


def complete() -> None:
    """Answer the shell that asks how a command line may go on, and end the process."""
    language, words = language_for(None), os.environ.get("COMP_LINE", "").split()
    parser = ArgumentParser(prog="kibitz")
    parser.add_argument("--version", action="store_true")
    places = parser.add_subparsers(metavar="COMMAND")
    about = places.add_parser("help", help=language.say("how to use a command"))
    about.add_argument("command", nargs="?", choices=COMMANDS)
    for name, summary in COMMANDS.items():
        place = places.add_parser(name, help=language.say(summary))
        if name in words:  # others need not be imported
            for action in module_of(name).COMMAND.declare(place, language):
                if action.dest in COMPLETERS:
                    action.completer = COMPLETERS[action.dest]
    autocomplete(parser, always_complete_options=False)


def game_or_file(prefix: str, **_: object) -> dict[str, str]:
    """Return the names of games that begin with a text; files if there are none."""
    language = language_for(None)
    found = {
        word: summary_in(meaning, language) if meaning else "" for word, meaning in games(prefix)
    }
    return found or dict.fromkeys(FilesCompleter()(prefix), "")


def assignment_or_file(prefix: str, **_: object) -> list[str]:
    """Return the names of the classics, or files."""
    from kibitz.judge.assignments.problem_package import ASSIGNMENTS

    return [*ASSIGNMENTS, *(FilesCompleter()(prefix) if prefix else ())]


def example(**_: object) -> dict[str, str]:
    """Return the names of the examples."""
    from kibitz.games import shipped_games

    return {name: shipped_games.summary(text).rstrip(".") for name, text in shipped_games.texts()}


COMPLETERS = {  # by the names of arguments
    **dict.fromkeys(("game", "word", "remove"), game_or_file),
    **dict.fromkeys(("name", "assignment"), assignment_or_file),
    "example": example,
    "position": lambda **_: (),
}


def games(last: str) -> Iterator[Completion]:
    """Yield the names of games that begin with a text, and how a name with a colon may go on."""
    if ":" in last:
        yield from _choices(last)
        return
    found = [(one.name, one.summary) for one in all_games() if one.name.startswith(last)]
    yield from found
    if len(found) == 1 and any(_choices(f"{found[0][0]}:")):
        yield f"{found[0][0]}:", phrase("Variants and parameters")


def _choices(last: str) -> Iterator[Completion]:
    """Yield how the part of a game's name after the colon may go on."""
    from kibitz.games.registry import family

    asked = GameName(last)
    if asked.file is not None:
        return
    try:
        one = family(asked.family)
    except KibitzError:
        return
    head, comma, word = last.partition(":")[2].rpartition(",")
    before = f"{asked.family}:{head}{comma}"
    given = [each.partition("=")[0] for each in head.split(",")]
    name, equals, _ = word.partition("=")
    if equals:
        if name in one.parameters:
            values = _numbers_or_words(one.parameters[name])
            yield from ((f"{before}{name}={value}", "") for value in values)
        return
    yield from ((before + word, meaning) for word, meaning in _unused(one, given))


def _unused(one: Family, given: Sequence[str]) -> Iterator[Completion]:
    """Yield the variants and parameters that are not given yet; a variant comes first."""
    if given == [""]:
        yield from ((word, meaning) for word, meaning in one.variants.items() if word)
    variant = next((word for word in given if word in one.variants), next(iter(one.variants)))
    for name, parameter in one.parameters.items():
        fits = not parameter.only or variant in parameter.only
        if name not in given and name != START and fits:
            yield f"{name}=", parameter.meaning


def _numbers_or_words(parameter: Parameter) -> Iterable[object]:
    if parameter.bounds is None:
        return parameter.choices
    least, most = parameter.bounds
    return range(least, most + 1) if most - least < MOST_NUMBERS else ()
