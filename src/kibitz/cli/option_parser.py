"""Parser of command-line options."""

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

    from kibitz.core.base_game import BaseGame
    from kibitz.language.languages import Language
    from kibitz.solve.effort import Effort

WIDEST = 100

# Messages of argparse itself. Those that differ in another version of Python stay English.
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
    """Translate the messages of argparse, which looks them up when it needs them."""
    words: Any = argparse
    before = words._
    words._ = language.plain
    try:
        yield
    finally:
        words._ = before


def formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter with the width of the screen, without argparse's slow import for it."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        width = WIDEST
    return argparse.HelpFormatter(prog, width=max(min(width, WIDEST) - 2, 30))


class Parser(argparse.ArgumentParser):
    """Parser of the arguments of a command, in their language.

    Errors are one sentence. `say` translates the help of the options.
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
        """Return the parsed options."""
        self.add_argument(
            OPTION,
            metavar="LANG",
            help=self.say("the language: {languages}", languages=listed(LANGUAGES)),
        )
        with speaking(self.language):
            return self.parse_args(self.words)

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse ignores write errors

    def add_memory(self) -> None:
        """Add the option that limits memory."""
        self.add_argument(
            "--memory",
            metavar="SIZE",
            help=self.say("use at most this much memory, such as 2GiB; else a share of the free"),
        )

    def add_effort(self) -> None:
        """Add the options that limit the effort."""
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
        """Add a position, given as an argument or by `--from`."""
        example = self.say("{purpose}, such as {example}", purpose=purpose, example="XO.-.X.-...")
        self.add_argument("position", nargs="?", help=example)
        same = self.say("the same, as an option")
        self.add_argument("--from", dest="start", metavar="POSITION", help=same)

    def add_json(self) -> None:
        """Add the option for JSON output."""
        self.add_argument("--json", action="store_true", help=self.say("print JSON, for programs"))

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; for help, run {prog} --help", message=message, prog=self.prog)


def position_in(chosen: Namespace, game: BaseGame) -> int | None:
    """Return the position of the options, None if there is none."""
    if chosen.position is not None and chosen.start is not None:
        raise KibitzError("two positions are given: one as a word, one by --from")
    text = chosen.start if chosen.position is None else chosen.position
    return None if text is None else game.parse(text)


def effort_of(chosen: Namespace) -> Effort:
    """Return the effort of the options."""
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
