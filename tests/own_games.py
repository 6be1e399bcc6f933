"""Games in one file for the tests: a sound one, and what it takes to break it."""

from __future__ import annotations

from pathlib import Path

HOME = Path(__file__).parent.parent
EXAMPLES = HOME / "examples"

# Put a mark on one of five cells, none beside another; whoever cannot has lost.
SOUND = '''"""Marks: no two side by side."""

from kibitz import Board, OwnGame, Rules

CELLS = 5


def moves(position):
    for cell in range(CELLS):
        if not (position | position << 1 | position >> 1) >> cell & 1:
            yield cell


def play(position, move):
    return position | 1 << move


def worth(position):
    return -1


def pieces(position):
    return ["o" if position >> cell & 1 else "." for cell in range(CELLS)]


canonical = None


def game():
    rules = Rules(
        aim="win", start=0, moves=moves, play=play, worth=worth, canonical=canonical
    )
    return OwnGame(rules, Board.rectangle(1, CELLS), pieces, signs="o.")
'''


def changed(*changes: tuple[str, str]) -> str:
    """Return the sound game with each first text replaced by the second."""
    text = SOUND
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return text


def line_of(text: str, part: str) -> int:
    """Return the number of the line where a part of a text begins."""
    return text[: text.index(part)].count("\n") + 1
