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

# Count up to seven, one or two at a time, or say nothing once; the board shows the count alone.
COUNTING = '''"""Counting {up}: whoever says seven wins."""

from kibitz import Board, OwnGame, Rules


def game(most=7):
    def moves(position):
        if position & 15 < most:
            for step in range(2 + (position < 16)):
                yield step

    def play(position, move):
        return position | 16 if move == 2 else min(position + 1 + move, position & 16 | most)

    def worth(position):
        return -1

    def pieces(position):
        count = ["o" if position & 15 > cell else "." for cell in range(most)]
        return [*count, str(position >> 4)]  # whether somebody was silent stands below

    def move_text(position, move):
        return ("one", "two", "silence")[move]

    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, most), pieces, signs="o.01", move_text=move_text)
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
