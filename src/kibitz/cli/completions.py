"""Completions of an unfinished command line: commands, options, games, variants and parameters."""

from __future__ import annotations

from kibitz.cli import COMMANDS, LANGUAGE_OPTION
from kibitz.cli.option_parser import parser_of
from kibitz.games.kinds import all_games, summary_in
from kibitz.language.errors import KibitzError, phrase
from kibitz.language.languages import LANGUAGES
from kibitz.rules.family import START
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kibitz.cli.option_parser import Declared, Parser
    from kibitz.language.languages import Language
    from kibitz.rules.family import Family, Parameter

    Completion = tuple[str, str]  # a whole word, and what it means

MOST_NUMBERS = 20  # a parameter with more values is typed
GAMES = {"game", "word", "remove"}  # the arguments that are names of games
ASSIGNMENTS = {"name", "assignment"}


def completions(words: Sequence[str], language: Language) -> list[Completion]:
    """Return how the last word may go on; none where a file or a free text is expected.

    `words` are those after `kibitz` up to the cursor; the last may be empty.
    """
    *before, last = words or [""]
    return [
        (word, summary_in(meaning, language) if meaning else "")
        for word, meaning in _all(before, last)
        if word.startswith(last)
    ]


def _all(before: Sequence[str], last: str) -> Iterator[Completion]:
    """Yield the candidates for the last word; some may begin differently."""
    command = before[0] if before else ""
    if not before:
        yield from COMMANDS.items()
        yield "help", phrase("how to use a command")
        yield from (("--help", ""), ("--version", ""), (LANGUAGE_OPTION, ""))
    elif command == "help":
        yield from COMMANDS.items() if len(before) == 1 else ()
    elif command == "classic":
        yield from _of_classic(before[1:], last)
    elif command in COMMANDS:
        yield from _of_parser(parser_of(command), before[1:], last)


def _of_classic(before: Sequence[str], last: str) -> Iterator[Completion]:
    from kibitz.cli.commands.classic_command import PROGRAMS

    if not before:
        yield from PROGRAMS.items()
    elif before[0] in PROGRAMS:
        yield from _of_parser(parser_of("classic", before[0]), before[1:], last)


def _of_parser(parser: Parser, before: Sequence[str], last: str) -> Iterator[Completion]:
    options = {name: one for one in parser.declared if one.is_option for name in one.names}
    option, equals, _ = last.partition("=")
    if equals and option in options:
        values = _values(options[option], last.partition("=")[2])
        yield from ((f"{option}={word}", meaning) for word, meaning in values)
        return
    awaited, places = _state(parser, options, before)
    if awaited is not None and awaited.is_option:
        yield from _values(awaited, last)
        if awaited.settings.get("nargs") not in ("?", "+"):
            return
    if last.startswith("-"):
        given = set(before)
        yield from (
            (name, one.settings.get("help", ""))
            for name, one in options.items()
            if not given & set(one.names)
        )
        yield "--help", ""
    elif places and not (awaited and awaited.is_option):
        yield from _values(places[0], last)


def _state(
    parser: Parser, options: dict[str, Declared], before: Sequence[str]
) -> tuple[Declared | None, list[Declared]]:
    """Return the option whose value comes next, if any, and the arguments that are still open."""
    places = [one for one in parser.declared if not one.is_option]
    awaited: Declared | None = None
    for word in before:
        if word.startswith("-"):
            one = options.get(word)
            awaited = None if one is None or one.settings.get("action") else one
        elif awaited is not None:
            awaited = awaited if awaited.settings.get("nargs") == "+" else None
        elif places and places[0].settings.get("nargs") not in ("*", "+"):
            places = places[1:]
    return awaited, places


def _values(one: Declared, last: str) -> Iterator[Completion]:
    """Yield the values of an argument."""
    if one.settings.get("choices"):
        yield from ((str(choice), "") for choice in one.settings["choices"])
    elif LANGUAGE_OPTION in one.names:
        yield from ((code, "") for code in LANGUAGES)
    elif one.field in GAMES:
        yield from games(last)
    elif one.field in ASSIGNMENTS:
        from kibitz.judge.assignments.problem_package import ASSIGNMENTS as CLASSICS

        yield from ((name, "") for name in CLASSICS)
    elif one.field == "example":
        from kibitz.games import shipped_games

        yield from (
            (name, shipped_games.summary(text).rstrip(".")) for name, text in shipped_games.texts()
        )


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
