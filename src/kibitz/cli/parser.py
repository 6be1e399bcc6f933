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

    from kibitz.rules.game import Game
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

    def add_effort(self) -> None:
        """Add the options that say how much work may be done."""
        self.add_memory()
        self.add_argument(
            "--positions", type=int, metavar="N", help="look at no more than N positions"
        )
        self.add_argument(
            "--seconds", type=float, metavar="S", help="work for no longer than S seconds"
        )

    def add_position(self, purpose: str) -> None:
        """Add a position, which may be given as a word of its own or by `--from`."""
        self.add_argument("position", nargs="?", help=f"{purpose}, such as XO.-.X.-...")
        self.add_argument("--from", dest="start", metavar="POSITION", help="the same, as an option")

    def add_json(self) -> None:
        """Add the option to answer programs."""
        self.add_argument("--json", action="store_true", help="print JSON, for programs")

    def error(self, message: str) -> NoReturn:
        raise KibitzError("{message}; for help, run {prog} --help", message=message, prog=self.prog)


def position_in(chosen: Namespace, game: Game) -> int | None:
    """Return the position that the words name, None if they name none."""
    if chosen.position is not None and chosen.start is not None:
        raise KibitzError("two positions are given: one as a word, one by --from")
    text = chosen.start if chosen.position is None else chosen.position
    return None if text is None else game.parse(text)


def effort_of(chosen: Namespace) -> Effort:
    """Return the effort that the options allow."""
    from kibitz.solve.effort import Effort
    from kibitz.solve.shards.resources import bytes_of

    positions, seconds = getattr(chosen, "positions", None), getattr(chosen, "seconds", None)
    for option, limit in (("positions", positions), ("seconds", seconds)):
        if limit is not None and not limit >= 0:
            raise KibitzError(
                "--{option} must be 0 or more, not {limit}", option=option, limit=limit
            )
    memory = None if chosen.memory is None else bytes_of(chosen.memory)
    return Effort(memory=memory, positions=positions, seconds=seconds)
