"""Checks made while solving; raises `InvalidRules`. `kibitz doctor` checks more.

A table of invalid rules would look right and be wrong, so none is built.
"""

from __future__ import annotations

import os
from types import FunctionType

from kibitz.core.rules import POSITION_BITS
from kibitz.language.errors import KibitzError, Sentence
from kibitz.solve.memory.game_kernels import NOT_A_MOVE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.solve.rows import EitherRow


class InvalidRules(KibitzError):
    """Rules that violate the contract; the message, in English, is for their author."""


def is_position(number: object) -> bool:
    """Return whether a value is a valid position or move."""
    return isinstance(number, int) and 0 <= number < 1 << POSITION_BITS


def not_a_position(rules: Rules, number: object) -> InvalidRules:
    """Return the error for an invalid position."""
    return InvalidRules(
        "{where}the rules lead to the position {number}, but a position is a whole number from 0 "
        "to 2**{bits} - 1",
        where=_where(rules.play),
        number=str(number),
        bits=POSITION_BITS,
    )


def not_a_move(rules: Rules, number: object, position: int) -> InvalidRules:
    """Return the error for an invalid move."""
    return InvalidRules(
        "{where}moves yields {number} at position {position}, but a move is a whole number from 0 "
        "to 2**{bits} - 1",
        where=_where(rules.moves),
        number=str(number),
        position=str(position),
        bits=POSITION_BITS,
    )


MOST_COST = 1_000


def checked_cost(rules: Rules, cost: int, position: int) -> int:
    """Return the cost of a move, if it is valid."""
    if not (isinstance(cost, int) and 1 <= cost <= MOST_COST):
        assert rules.cost is not None
        raise InvalidRules(
            "{where}a move costs {cost} at position {position}, but a cost is a whole number from "
            "1 to {most}",
            where=_where(rules.cost),
            cost=str(cost),
            position=str(position),
            most=MOST_COST,
        )
    return cost


def raised_tier_error(rules: Rules, tier: int) -> InvalidRules:
    """Return the error for a move that leads to a higher tier."""
    assert rules.tier is not None
    return InvalidRules(
        "{where}a move leads from a position of the tier {tier} to a higher tier, but no move may "
        "raise it",
        where=_where(rules.tier),
        tier=str(tier),
    )


def repeated_position_error(rules: Rules, position: int) -> InvalidRules:
    """Return the error for a position that repeats in a game where none may."""
    return InvalidRules(
        "{where}position {position} can come again, or leads to one that can, but in a game with "
        "the aim score, or in an impartial one, none may",
        where=_where(rules.play),
        position=str(position),
    )


def not_impartial(rules: Rules, position: int) -> InvalidRules:
    """Return the error for an impartial game whose end is not lost for the player to move."""
    return InvalidRules(
        "{where}position {position} has no moves and is not lost, but in an impartial game whoever "
        "cannot move has lost",
        where=_where(rules.worth),
        position=str(position),
    )


def wrong_bound_error(rules: Rules) -> InvalidRules:
    """Return the error for a `lower_bound` that is too large somewhere."""
    assert rules.lower_bound is not None
    return InvalidRules(
        "{where}lower_bound is more than a solution takes, or a move lowers it by more than one, "
        "so that it proves nothing",
        where=_where(rules.lower_bound),
    )


def omitted_predecessor(rules: Rules) -> InvalidRules:
    """Return the error for a predecessor of a goal that `predecessors` does not yield."""
    assert rules.predecessors is not None
    return InvalidRules(
        "{where}predecessors or goals leaves out a position, so that they prove nothing",
        where=_where(rules.predecessors),
    )


def wrong_wins(rules: Rules) -> InvalidRules:
    """Return the error for a `wins` that is wrong somewhere."""
    assert rules.wins is not None
    return InvalidRules(
        "{where}wins is wrong at a position: it must be 1 if a move wins at once, else 0",
        where=_where(rules.wins),
    )


def game_too_long_error(rules: Rules) -> InvalidRules:
    """Return the error for a game that exceeds `max_game_length`."""
    return InvalidRules(
        "{where}max_game_length is {count}, but the game can take more moves",
        where=_where(rules.moves),
        count=rules.max_game_length,
    )


def check_placements(rules: Rules, positions: int, placed: int) -> None:
    """Reject placements that are not all positions of the game, images included.

    `positions` is the number of positions, `placed` that of `placements`, 0 without it.
    """
    if placed and positions != placed:
        assert rules.placements is not None
        raise InvalidRules(
            "{where}the {count} positions of placements are not every position of the game once: "
            "mirror images and positions after moves belong to it too (or orbit is wrong)",
            where=_where(rules.placements),
            count=placed,
        )


def check_expanded(rules: Rules, positions: EitherRow, stopped: int, filled: int) -> None:
    """Reject an invalid move, of which compiled code reports only the position."""
    if filled == NOT_A_MOVE:
        position = int(positions[stopped])
        wrong = (move for move in rules.moves(position) if not is_position(move))
        raise not_a_move(rules, next(wrong, "a negative number"), position)


def check_positions(rules: Rules, positions: EitherRow) -> None:
    """Reject the first invalid position in an array."""
    if len(positions) and positions.min() < 0:
        raise not_a_position(rules, int(positions[positions < 0][0]))


def check_ends(rules: Rules, positions: EitherRow, degrees: EitherRow, worths: EitherRow) -> None:
    """Reject a terminal position whose worth the aim does not allow."""
    least, most = rules.objective.least_worth, rules.objective.most_worth
    if isinstance(degrees, list):
        wrong = [
            at
            for at, degree in enumerate(degrees)
            if not degree and not (isinstance(worths[at], int) and least <= worths[at] <= most)
        ]
    else:
        ends = (degrees == 0).nonzero()[0]
        worth_ends = worths[ends]
        wrong = ends[(worth_ends < least) | (worth_ends > most)]
    if len(wrong):
        raise _not_a_worth(rules, int(positions[wrong[0]]), worths[wrong[0]])


def _not_a_worth(rules: Rules, position: int, worth: object) -> InvalidRules:
    return InvalidRules(
        "{where}worth gives {worth} at the end position {position}; with the aim {aim} it must be "
        "{meaning}",
        where=_where(rules.worth),
        worth=str(worth),
        position=str(position),
        aim=rules.objective.name,
        meaning=Sentence(rules.objective.meaning),
    )


def _where(function: Callable[..., Any]) -> str:
    """Return the file and line of a function of a game, as a prefix for a sentence."""
    if not isinstance(function, FunctionType):
        return ""
    code = function.__code__
    near = os.path.relpath(code.co_filename)
    path = code.co_filename if near.startswith("..") else near
    return f"{path}, line {code.co_firstlineno}: "
