"""Helpers for the tests of `kibitz play`: a match through a pipe, and its screen."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from tests.support.console import run

if TYPE_CHECKING:
    from collections.abc import Mapping

CONTROL = re.compile("\x1b\\[[0-9;?]*[A-Za-z]")
NARROW = 40  # columns


def widest(screen: str) -> int:
    """Return the length of the longest line, without what only colours it."""
    return max(len(line) for line in CONTROL.sub("", screen).splitlines())


def said(words: str, lines: str, env: Mapping[str, str]) -> list[str]:
    """Return what comes out, the prompts with what is typed behind them, boards left out."""
    done = run(f"play {words}", lines.replace("|", "\n"), env=env)
    assert done.returncode == 0
    assert done.stderr == b""
    board = re.compile(r"( +1 2|[a-z]  |$)")
    return [line for line in done.stdout.decode().splitlines() if not board.match(line)]
