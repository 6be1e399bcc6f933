"""Kernels that make moves on many boards at once.

The global names `moves`, `play`, `worth`, `same_mover` and `goals_are_terminal` are bound to those
of some rules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int) -> int: ...
    def worth(position: int) -> int: ...
    def same_mover(position: int, move: int) -> bool: ...

    goals_are_terminal = True

NOTHING = -1  # no legal action on this board
AGAIN = -2  # this board begins again


def advance(
    chosen: Any, start: int, numbered: Any, positions: Any, movers: Any, steps: Any,
    masks: Any, counts: Any, over: Any, worths: Any,
) -> None:  # fmt: skip
    """Take an action on each board, or none, or begin again; then note what is legal there.

    An action must be legal or `NOTHING`, which counts as a step; where it is `AGAIN`, the board
    begins again at `start`. Any other negative number leaves the board alone.
    """
    for at in range(len(positions)):
        action = chosen[at]
        if action >= 0:
            position = positions[at]
            move = numbered[action] if len(numbered) else action
            if not same_mover(position, move):
                movers[at] = 1 - movers[at]
            positions[at] = play(position, move)
            steps[at] += 1
        elif action == AGAIN:
            positions[at] = start
            movers[at] = 0
            steps[at] = 0
        else:
            if action == NOTHING:
                steps[at] += 1
            continue
        look_at(at, numbered, positions, masks, counts, over, worths)


def look(numbered: Any, positions: Any, masks: Any, counts: Any, over: Any, worths: Any) -> None:
    """Note the legal actions of each board, their number, whether it is over, and its worth."""
    for at in range(len(positions)):
        look_at(at, numbered, positions, masks, counts, over, worths)


def look_at(
    at: int, numbered: Any, positions: Any, masks: Any, counts: Any, over: Any, worths: Any
) -> None:
    """Do that for one board.

    `numbered` are the moves of the actions, ascending; none if the actions are the moves.
    """
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
    counts[at] = count
    over[at] = 0
    worths[at] = 0
    if count == 0 or not goals_are_terminal:
        worths[at] = worth(position)
        if count == 0 or worths[at] == 1:
            over[at] = 1


def pick(masks: Any, counts: Any, boards: Any, drawn: Any, chosen: Any) -> None:
    """Choose a legal action on some boards: the one that a drawn number points to."""
    for index in range(len(boards)):
        at = boards[index]
        left = drawn[index] % counts[at] + 1
        action = -1
        while left:
            action += 1
            left -= masks[at, action]
        chosen[at] = action
