"""Options of the commands as data; argparse reads them and shows their help."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager

from kibitz.cli import LANGUAGE_OPTION, language_in
from kibitz.language.errors import KibitzError, Sentence, listed, nearest, phrase, quoted
from kibitz.language.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn

    from _typeshed import SupportsWrite

    from kibitz.language.languages import Language
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.effort import Effort

WIDEST = 100

# The words of argparse itself. Words that another version of Python has instead stay English.
WORDS_OF_ARGPARSE = (
    phrase("usage: "),
    phrase("positional arguments"),
    phrase("options"),
    phrase("show this help message and exit"),
    phrase("argument %(argument_name)s: %(message)s"),
    phrase("the following arguments are required: %s"),
    phrase("unrecognized arguments: %s"),
    phrase("invalid choice: %(value)r (choose from %(choices)s)"),
    phrase("invalid %(type)s value: %(value)r"),
    phrase("expected one argument"),
    phrase("expected at least one argument"),
    phrase("not allowed with argument %s"),
    phrase("ignored explicit argument %r"),
)


class Argument:
    """An argument or option of a command: its names, its meaning, the name of its value.

    `settings` are those of argparse. Options of the same `group` exclude each other.
    """

    __slots__ = ("group", "meaning", "names", "settings")

    def __init__(
        self,
        names: str,
        meaning: str | Sentence,
        value: str | None = None,
        *,
        group: str = "",
        **settings: Any,
    ) -> None:
        self.names = names.split()
        self.meaning = Sentence(meaning) if isinstance(meaning, str) else meaning
        self.group = group
        self.settings = settings if value is None else {"metavar": value, **settings}


def flag(name: str, meaning: str, group: str = "") -> Argument:
    """Return an option without a value."""
    return Argument(name, meaning, group=group, action="store_true")


class Command:
    """What a command does, and its options in the order of its help."""

    def __init__(self, meaning: str, *options: Argument) -> None:
        self.meaning = meaning
        self.options = (*options, LANGUAGE)

    def declare(self, parser: ArgumentParser, language: Language) -> list[argparse.Action]:
        """Give the options to a parser, in a language; return them as argparse has them."""
        parser.description = language.say(self.meaning)
        places: dict[str, Any] = {"": parser}
        actions = []
        for option in self.options:
            if option.group not in places:
                places[option.group] = parser.add_mutually_exclusive_group()
            words = str(language.tell(option.meaning)).replace("%", "%%")
            place = places[option.group]
            actions.append(place.add_argument(*option.names, help=words, **option.settings))
        return actions

    def read(self, name: str, words: Sequence[str]) -> argparse.Namespace:
        """Return what words choose, together with the `language` and the `words` themselves."""
        language = language_in(words)
        with speaking(language):
            parser = ArgumentParser(prog=f"kibitz {name}")
            self.declare(parser, language)
            parser.check_names(words)
            return parser.parse_args(words, argparse.Namespace(language=language, words=words))


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Set the language of argparse, which looks its words up when it needs them."""
    words: Any = argparse
    before = words._
    words._ = language.plain
    try:
        yield
    finally:
        words._ = before


def formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter as wide as the screen; argparse would import much to find that out."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        width = WIDEST
    return argparse.HelpFormatter(prog, width=max(min(width, WIDEST) - 2, 30))


class ArgumentParser(argparse.ArgumentParser):
    """Raises an error of one sentence, and prints help like all other output."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(formatter_class=formatter, allow_abbrev=False, **settings)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse would be silent on a full disk

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; for help, run {prog} --help", message=message, prog=self.prog)

    def check_names(self, words: Sequence[str]) -> None:
        """Refuse an option with an unknown name, and suggest the nearest."""
        known = self._option_string_actions
        for word in words:
            name = word.partition("=")[0]
            if word == "--":
                return
            if name.startswith("--") and name not in known and " " not in name:
                raise KibitzError(
                    "{command} has no option {option}; {suggestion}",
                    command=self.prog,
                    option=quoted(name),
                    suggestion=nearest(name, [each for each in known if each.startswith("--")]),
                )


def whole_number(text: str) -> int:
    """Return the number of an option; an empty text is usually a variable that is not set."""
    if not text.strip():
        raise KibitzError("--seed is empty; is the variable with the number set?")
    digits = text.strip().removeprefix("-")
    if not (digits.isascii() and digits.isdigit() and len(digits) < 20):
        raise KibitzError("--seed is a whole number, not {text}", text=quoted(text))
    return int(text)


# Options of several commands

LANGUAGE = Argument(
    LANGUAGE_OPTION,
    Sentence("the language: {languages}", languages=listed(LANGUAGES)),
    "LANG",
    choices=LANGUAGES,
)
GAME = Argument("game", phrase("such as lgame or peg:triangle; see kibitz games"))
JSON = flag("--json", phrase("print JSON, for programs"))
MEMORY = Argument(
    "--memory",
    phrase("use at most this much memory, such as 2GiB; by default a share of the free memory"),
    "SIZE",
)
EFFORT = (
    MEMORY,
    Argument("--positions", phrase("look at no more than N positions"), "N", type=int),
    Argument("--seconds", phrase("work for no longer than S seconds"), "S", type=float),
)
DATA_SEED = Argument(
    "--seed",
    phrase("seed for the secret data: the same number gives the same data"),
    "N",
    type=whole_number,
)


def output(meaning: str, value: str = "FILE", *, required: bool = True) -> Argument:
    """Return the option for what a command writes."""
    return Argument("-o --to", meaning, value, required=required)


def position(purpose: str) -> tuple[Argument, Argument]:
    """Return the options for a position, given as an argument or by `--from`."""
    example = Sentence(
        "{purpose}, such as {example}", purpose=Sentence(purpose), example="XO.-.X.-..."
    )
    return (
        Argument("position", example, nargs="?"),
        Argument("--from", phrase("the same, as an option"), "POSITION", dest="start"),
    )


def position_in(chosen: argparse.Namespace, game: BaseGame) -> PositionId | None:
    """Return the position that the words name, None if they name none."""
    if chosen.position is not None and chosen.start is not None:
        raise KibitzError("two positions are given: one as a word, one by --from")
    text = chosen.start if chosen.position is None else chosen.position
    return None if text is None else game.parse(text)


def effort_of(chosen: argparse.Namespace) -> Effort:
    """Return the effort that the options allow."""
    from kibitz.solve.effort import Effort

    positions, seconds = getattr(chosen, "positions", None), getattr(chosen, "seconds", None)
    for option, limit in (("positions", positions), ("seconds", seconds)):
        if limit is not None and not limit >= 0:
            raise KibitzError(
                "--{option} must be 0 or more, not {limit}", option=option, limit=limit
            )
    memory = None
    if chosen.memory is not None:
        from kibitz.solve.resources import bytes_of  # imported only for a limit

        memory = bytes_of(chosen.memory)
    return Effort(memory=memory, positions=positions, seconds=seconds)
