"""Reading a command's options."""

from __future__ import annotations

import argparse
import os
import sys

from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import NoReturn

    from _typeshed import SupportsWrite

    from kibitz.solve.effort import Effort

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

    def add_memory(self) -> None:
        """Add the option that says how much memory may be used."""
        self.add_argument(
            "--memory",
            metavar="SIZE",
            help="hold no more than that, such as 2GiB; else a share of what is free",
        )

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; {prog} --help tells more", message=message, prog=self.prog)


def effort_of(chosen: Namespace) -> Effort:
    """Return the effort that `--memory` allows."""
    from kibitz.solve.effort import Effort
    from kibitz.solve.shards.resources import bytes_of

    return Effort(memory=None if chosen.memory is None else bytes_of(chosen.memory))
