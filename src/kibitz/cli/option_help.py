"""Reads the options of a command with `argparse`, and prints its help."""

from __future__ import annotations

import argparse
import os
import sys
from contextlib import contextmanager
from types import SimpleNamespace

from kibitz.language.errors import KibitzError, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

    from _typeshed import SupportsWrite

    from kibitz.cli.option_parser import Parser
    from kibitz.language.languages import Language

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

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse would be silent on a full disk

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; for help, run {prog} --help", message=message, prog=self.prog)


def read_all(declaring: Parser) -> SimpleNamespace:
    """Return the options that the words of a command choose."""
    with speaking(declaring.language):
        return argument_parser(declaring).parse_args(declaring.words, SimpleNamespace())


def argument_parser(declaring: Parser) -> ArgumentParser:
    """Return the parser of `argparse` for the options that a command declares."""
    parser = ArgumentParser(
        prog=f"kibitz {declaring.command}",
        description=declaring.description,
        formatter_class=formatter,
        allow_abbrev=False,
    )
    groups: dict[object, Any] = {declaring: parser}
    for one in declaring.declared:
        if one.group not in groups:
            groups[one.group] = parser.add_mutually_exclusive_group()
        groups[one.group].add_argument(*one.names, **one.settings)
    return parser
