"""Reading a command's options."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager

from kibitz.cli.command_language import OPTION, language_in
from kibitz.language.errors import KibitzError, listed, phrase
from kibitz.language.languages import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator, Sequence
    from typing import Any, NoReturn

    from _typeshed import SupportsWrite

    from kibitz.core import PositionId
    from kibitz.core.base_game import BaseGame
    from kibitz.language.languages import Language
    from kibitz.solve.effort import Effort

WIDEST = 100

# What argparse itself says. Words that another version of Python has instead stay English.
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


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Let argparse speak a language; it looks its words up when it needs them."""
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


class Parser(argparse.ArgumentParser):
    """A parser of the words after a command, in the language that they ask for.

    It says what is wrong in one sentence. `say` is how a command words the help of its options.
    """

    def __init__(self, command: str, words: Sequence[str], description: str) -> None:
        self.words = words
        self.language = language_in(words)
        self.say = self.language.say
        with speaking(self.language):
            super().__init__(
                prog=f"kibitz {command}",
                description=self.say(description),
                formatter_class=formatter,
                allow_abbrev=False,
            )

    def read(self) -> Namespace:
        """Return what the words choose."""
        self.add_argument(
            OPTION,
            metavar="LANG",
            help=self.say("the language: {languages}", languages=listed(LANGUAGES)),
        )
        with speaking(self.language):
            return self.parse_args(self.words)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse would be silent on a full disk

    def add_memory(self) -> None:
        """Add the option that says how much memory may be used."""
        self.add_argument(
            "--memory",
            metavar="SIZE",
            help=self.say("use at most this much memory, such as 2GiB; else a share of the free"),
        )

    def add_effort(self) -> None:
        """Add the options that say how much work may be done."""
        self.add_memory()
        self.add_argument(
            "--positions",
            type=int,
            metavar="N",
            help=self.say("look at no more than N positions"),
        )
        self.add_argument(
            "--seconds",
            type=float,
            metavar="S",
            help=self.say("work for no longer than S seconds"),
        )

    def add_position(self, purpose: str) -> None:
        """Add a position, which may be given as a word of its own or by `--from`."""
        example = self.say("{purpose}, such as {example}", purpose=purpose, example="XO.-.X.-...")
        self.add_argument("position", nargs="?", help=example)
        same = self.say("the same, as an option")
        self.add_argument("--from", dest="start", metavar="POSITION", help=same)

    def add_json(self) -> None:
        """Add the option to answer programs."""
        self.add_argument("--json", action="store_true", help=self.say("print JSON, for programs"))

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; for help, run {prog} --help", message=message, prog=self.prog)


def position_in(chosen: Namespace, game: BaseGame) -> PositionId | None:
    """Return the position that the words name, None if they name none."""
    if chosen.position is not None and chosen.start is not None:
        raise KibitzError("two positions are given: one as a word, one by --from")
    text = chosen.start if chosen.position is None else chosen.position
    return None if text is None else game.parse(text)


def effort_of(chosen: Namespace) -> Effort:
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
        from kibitz.solve.resources import bytes_of  # for those who limit it

        memory = bytes_of(chosen.memory)
    return Effort(memory=memory, positions=positions, seconds=seconds)
