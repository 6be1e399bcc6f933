"""Reading a command's options."""

from __future__ import annotations

import argparse
import os
import sys

from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NoReturn

    from _typeshed import SupportsWrite

WIDEST = 100


def formatter(prog: str) -> argparse.HelpFormatter:
    """Return a formatter as wide as the screen; argparse would import much to find that out."""
    try:
        width = os.get_terminal_size(sys.stdout.fileno()).columns
    except (OSError, ValueError, AttributeError):
        width = WIDEST
    return argparse.HelpFormatter(prog, width=max(min(width, WIDEST) - 2, 30))


class Parser(argparse.ArgumentParser):
    """A parser that says what is wrong in one sentence."""

    def __init__(self, command: str, description: str) -> None:
        super().__init__(
            prog=f"kibitz {command}",
            description=description,
            formatter_class=formatter,
            allow_abbrev=False,
        )

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        print(self.format_help(), end="", file=file)  # argparse would be silent on a full disk

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; {prog} --help tells more", message=message, prog=self.prog)
