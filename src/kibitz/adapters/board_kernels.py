"""Kernels that make moves on many boards at once.

The global names `moves`, `play`, `worth`, `same_mover` and `goals_are_terminal` are bound to those
of some rules.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.bound_names import *


NOTHING = -1  # no legal action on this board
AGAIN = -2  # this board begins again
MIXER = 0x1E3779B97F4A7C15
TRIES = 8  # rows of the hash table that are looked at


def advance(
    chosen: Any, start: int, first: int, numbered: Any, positions: Any, movers: Any, steps: Any,
    masks: Any, counts: Any, over: Any, worths: Any, kept: Any, kept_masks: Any,
) -> None:  # fmt: skip
    """Take an action on each board, or none, or begin again; then note what is legal there.

    An action must be legal or `NOTHING`, which counts as a step; where it is `AGAIN`, the board
    begins again at `start`, where the player `first` is to move. Any other negative number leaves
    the board alone.
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
            movers[at] = first
            steps[at] = 0
        else:
            if action == NOTHING:
                steps[at] += 1
            continue
        look_at(at, numbered, positions, masks, counts, over, worths, kept, kept_masks)


def look(
    numbered: Any, positions: Any, masks: Any, counts: Any, over: Any, worths: Any,
    kept: Any, kept_masks: Any,
) -> None:  # fmt: skip
    """Note the legal actions of each board, their number, whether it is over, and its worth."""
    for at in range(len(positions)):
        look_at(at, numbered, positions, masks, counts, over, worths, kept, kept_masks)


def look_at(
    at: int, numbered: Any, positions: Any, masks: Any, counts: Any, over: Any, worths: Any,
    kept: Any, kept_masks: Any,
) -> None:  # fmt: skip
    """Do that for one board.

    `numbered` are the moves of the actions, ascending; none if the actions are the moves. `kept` is
    a hash table of what was noted before, `kept_masks` its masks; it is empty if that is quicker.
    """
    position = positions[at]
    row = -1
    if len(kept):
        row = (position * MIXER >> 20) & (len(kept) - 1)
        tries = 0
        while kept[row, 0] and kept[row, 0] != position + 1 and tries < TRIES:
            row = (row + 1) & (len(kept) - 1)
            tries += 1
        if kept[row, 0] == position + 1:
            counts[at], over[at], worths[at] = kept[row, 1], kept[row, 2], kept[row, 3]
            for action in range(masks.shape[1]):
                masks[at, action] = kept_masks[row, action]
            return
        if kept[row, 0]:
            row = -1  # there is no room
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
    if row >= 0:
        kept[row, 0] = position + 1
        kept[row, 1], kept[row, 2], kept[row, 3] = counts[at], over[at], worths[at]
        for action in range(masks.shape[1]):
            kept_masks[row, action] = masks[at, action]


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
