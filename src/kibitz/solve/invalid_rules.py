"""Checks made while solving; raises `InvalidRules`. `kibitz doctor` checks more.

A table of invalid rules would look right and be wrong, so none is built.
"""

from __future__ import annotations

from types import FunctionType

from kibitz.language.errors import KibitzError, Sentence
from kibitz.rules.rules import POSITION_BITS
from kibitz.solve.array_backend import arrays
from kibitz.solve.memory.game_kernels import NOT_A_MOVE
from kibitz.solve.store.fingerprint_syntax import place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import Ints


class InvalidRules(KibitzError):
    """Rules that violate the contract; the message, in English, is for their author."""


def is_position(number: object) -> bool:
    """Return whether a value is a valid position or move."""
    return isinstance(number, int) and 0 <= number < 1 << POSITION_BITS


def violation(sentence: str, part: str, **known: object) -> Callable[..., InvalidRules]:
    """Return the function that creates the error for one violation of the contract.

    `part` is the attribute of the rules at fault. The function takes the rules and the details of
    the sentence in their order, positions and moves without digit grouping, or by name.
    """
    names = [text.partition("}")[0] for text in sentence.split("{")[1:]]

    def error(rules: Rules, *given: object, **details: object) -> InvalidRules:
        details |= {"where": _where(getattr(rules, part)), **known}
        texts = [one if isinstance(one, Sentence) else str(one) for one in given]
        details |= zip((name for name in names if name not in details), texts, strict=True)
        return InvalidRules(sentence, **details)

    return error


MOST_COST = 1_000

not_a_position = violation(
    "{where}the rules lead to the position {number}, but a position is a whole number from 0 "
    "to 2**{bits} - 1",
    "play",
    bits=POSITION_BITS,
)
not_a_move = violation(
    "{where}moves yields {number} at position {position}, but a move is a whole number from 0 "
    "to 2**{bits} - 1",
    "moves",
    bits=POSITION_BITS,
)
not_a_cost = violation(
    "{where}a move costs {cost} at position {position}, but a cost is a whole number from "
    "1 to {most}",
    "cost",
    most=MOST_COST,
)
not_a_worth = violation(
    "{where}worth gives {worth} at the end position {position}; with the aim {aim} it must be "
    "{meaning}",
    "worth",
)
raised_tier_error = violation(
    "{where}a move leads from a position of the tier {tier} to a higher tier, but no move may "
    "raise it",
    "tier",
)
repeated_position_error = violation(
    "{where}position {position} can recur, or leads to one that can, but in an impartial "
    "game none may",
    "play",
)
not_impartial = violation(
    "{where}position {position} has no moves and is not lost, but in an impartial game the "
    "player who cannot move has lost",
    "worth",
)
wrong_bound_error = violation(
    "{where}lower_bound is more than a solution takes, or a move lowers it by more than its cost, "
    "so that it proves nothing",
    "bound",
)
wrong_score_bound = violation(
    "{where}{name} excludes a score that can be reached, or a move makes it wider, so that it "
    "proves nothing",
    "bound",
)
omitted_predecessor = violation(
    "{where}predecessors or goals leaves out a position, so that they prove nothing", "predecessors"
)
wrong_wins = violation(
    "{where}wins is wrong at a position: it must be 1 if a move wins at once, else 0", "wins"
)
game_too_long_error = violation(
    "{where}max_game_length is {count}, but the game can take more moves", "moves"
)
wrong_placements = violation(
    "{where}the {count} positions of placements are not every position of the game once: "
    "mirror images and positions after moves belong to it too (or orbit is wrong)",
    "placements",
)

different_answer = violation(
    "{where}asked again about position {position}, the rules give another answer than before; "
    "they must be pure functions",
    "moves",
)

SPREAD = 0.618_033_988_75  # multiples of it, without their whole parts, lie far apart


def spread(number: int, count: int) -> list[int]:
    """Return the first so many indices of a sample of `count`, far apart, from 0 on."""
    return [int(each * SPREAD % 1 * count) for each in range(number)]


def checked_cost(rules: Rules, cost: int, position: int) -> int:
    """Return the cost of a move, if it is valid."""
    if not (isinstance(cost, int) and 1 <= cost <= MOST_COST):
        raise not_a_cost(rules, cost, position)
    return cost


def check_placements(rules: Rules, positions: int, placed: int) -> None:
    """Reject placements that are not all positions of the game, images included.

    `positions` is the number of positions, `placed` that of `placements`, 0 without it.
    """
    if placed and positions != placed:
        raise wrong_placements(rules, count=placed)


def check_expanded(rules: Rules, positions: Ints, stopped: int, filled: int) -> None:
    """Reject an invalid move, of which compiled code reports only the position."""
    if filled == NOT_A_MOVE:
        position = int(positions[stopped])
        wrong = (move for move in rules.moves(position) if not is_position(move))
        raise not_a_move(rules, next(wrong, "a negative number"), position)


def check_positions(rules: Rules, positions: Ints) -> None:
    """Reject the first invalid position in an array."""
    wrong = arrays().first_below(positions, 0)
    if wrong is not None:
        raise not_a_position(rules, wrong)


def check_ends(rules: Rules, positions: Ints, degrees: Ints, worths: Ints) -> None:
    """Reject a terminal position whose worth the aim does not allow."""
    least, most = rules.objective.least_worth, rules.objective.most_worth
    if isinstance(degrees, list):
        wrong = (
            at
            for at, degree in enumerate(degrees)
            if not degree and not (isinstance(worths[at], int) and least <= worths[at] <= most)
        )
        at = next(wrong, None)
    else:
        at = arrays().first_end_outside(degrees, worths, least, most)
    if at is not None:
        aim = rules.objective
        raise not_a_worth(rules, worths[at], int(positions[at]), aim.name, Sentence(aim.meaning))


def _where(function: Callable[..., Any]) -> str:
    """Return the file and line of a function of a game, as a prefix for a sentence."""
    if not isinstance(function, FunctionType):
        return ""
    path, line = place(function.__code__.co_filename, function.__code__.co_firstlineno)
    return f"{path}, line {line}: "
