"""Kernels that make moves on many boards at once.

The global names `moves`, `play`, `worth` and `goals_are_terminal` are bound to those of some rules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...
    def worth(position: int) -> int: ...

    goals_are_terminal = True


def make_moves(positions: Any, wanted: Any, legal: Any) -> None:
    """Make a move on each board where it is legal, and note where that is."""
    for at in range(len(positions)):
        legal[at] = 0
        position, chosen = positions[at], wanted[at]
        for move in moves(position):
            if move == chosen:
                legal[at] = 1
        if legal[at]:
            positions[at] = play(position, chosen)


def look(positions: Any, numbered: Any, masks: Any, over: Any, worths: Any) -> None:
    """Note the legal actions of each board, whether it is over, and then its worth.

    `numbered` are the moves of the actions, ascending; none if the actions are the moves.
    """
    for at in range(len(positions)):
        position = positions[at]
        count = 0
        for action in range(masks.shape[1]):
            masks[at, action] = 0
        for move in moves(position):
            action, last = move, -1
            if len(numbered):
                action, last = 0, len(numbered)
            while action < last:
                middle = (action + last) // 2
                if numbered[middle] < move:
                    action = middle + 1
                else:
                    last = middle
            masks[at, action] = 1
            count += 1
        over[at] = 0
        if count == 0 or not goals_are_terminal:
            worths[at] = worth(position)
            if count == 0 or worths[at] == 1:
                over[at] = 1
