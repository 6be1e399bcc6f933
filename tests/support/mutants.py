"""Games with one mistake each: wrong hints and declarations, mostly at few positions.

A mutant is a game, a change to its rules, and the check that detects it, or `note` for one of the
doctor's notes. Errors during solving and searching are tested in `test_promises.py`.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz.games.peg_boards import Jumps
from kibitz.rules.rules import Men

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules

    Change = Callable[[Rules], dict[str, Any]]

HINTS = "hints for a search are true"
FEW_HELPERS = "lockout:rows=3,columns=3,helpers=1"  # 72 placements
SYMMETRY = "canonical is a symmetry"
ORBIT = "orbit counts the images"
DECLARED = "the rules keep to what they declare"
NOTE = "note"


def rare(position: int, one_in: int) -> bool:
    """Return whether a position is one of a few, spread over the game."""
    return ((position ^ position >> 29) * 0x1E3779B97F4A7C15 >> 30 & 0x3FFFFFFF) % one_in == 0


def empty(cells: int) -> Callable[[int], int]:
    """Return the function that counts empty cells of `mine | theirs << cells`."""
    full = (1 << cells) - 1
    return lambda position: cells - ((position | position >> cells) & full).bit_count()


def when(
    wrong: Callable[[int], bool], lie: Callable[[int], int], truth: Any
) -> Callable[[int], int]:
    """Return a hint that is wrong at the given positions only."""
    return lambda position: lie(truth(position)) if wrong(position) else truth(position)


def hint(name: str, wrong: Callable[[int], bool], lie: Callable[[int], int]) -> Change:
    """Return the change to one hint."""
    return lambda rules: {name: when(wrong, lie, getattr(rules, name))}


def turns(one_in: int) -> Change:
    """Return a `same_mover` that is wrong at a few positions."""

    def change(rules: Rules) -> dict[str, Any]:
        return {
            "same_mover": lambda position, move: (
                rules.moves_again(position, move) != rare(position, one_in)
            )
        }

    return change


def men(**changes: Any) -> Change:
    """Return a change to what describes men on points."""

    def change(rules: Rules) -> dict[str, Any]:
        old = rules.men
        assert old is not None
        parts = {"points": old.points, "symmetries": old.symmetries, "blocks": old.blocks}
        changed = {name: lie(parts[name]) for name, lie in changes.items()}
        return {"men": Men(**{**parts, **changed})}

    return change


def jumps(**changes: Any) -> Change:
    """Return a change to what describes jumps of pegs."""

    def change(rules: Rules) -> dict[str, Any]:
        old = rules.jumps
        assert old is not None
        names = ("holes", "jumps", "symmetries", "finish")
        parts = {name: getattr(old, name) for name in names}
        changed = {name: lie(parts[name]) for name, lie in changes.items()}
        return {"jumps": Jumps(**{**parts, **changed})}

    return change


def filtered(name: str, kept: Callable[[int], bool]) -> Change:
    """Return a change to `predecessors`, `goals` or `placements` that leaves something out."""

    def change(rules: Rules) -> dict[str, Any]:
        def some(*given: int) -> Iterator[int]:
            return (each for each in getattr(rules, name)(*given) if kept(each))

        return {name: some}

    return change


def fixed(name: str, value: Any) -> Change:
    """Return a change to a number, or to a function that always gives the same."""
    return lambda rules: {name: value}


def exchanged_first_two(symmetries: Any) -> list[list[int]]:
    one, *rest = [list(symmetry) for symmetry in symmetries]
    return [[one[1], one[0], *one[2:]], *rest]


def turned_play(rules: Rules) -> dict[str, Any]:
    """Turn the board of 3 × 3 by half after every move."""

    def turned(some: int) -> int:
        return int(f"{some:09b}"[::-1], 2)

    def around(position: int) -> int:
        return turned(position & 0x1FF) | turned(position >> 9) << 9

    return {"play": lambda position, move: around(rules.play(position, move))}


the_game = cache(kibitz.game)


@cache
def near_end(position: int) -> int:
    """Return what `lower_bound` says of the fifteen puzzle, without a mistake."""
    least = the_game(TILES).rules.lower_bound
    assert least is not None
    return least(position)


def images(lie: Callable[[int, int], int]) -> Change:
    """Return a change to `canonical`: of a position and its least image, something else."""

    def change(rules: Rules) -> dict[str, Any]:
        truth = rules.canonical
        assert truth is not None
        return {"canonical": lambda position: lie(position, truth(position))}

    return change


FOUR, NOUGHTS, TILES = "four", "noughts", "fifteen"
MUTANTS: dict[str, tuple[str, Change, str]] = {
    # a lower bound of moves
    "lower_bound is one too large one move from the end": (
        TILES, hint("lower_bound", lambda p: p > 0 and near_end(p) == 1, lambda n: n + 1), HINTS),
    "lower_bound is one too large three moves from the end": (
        TILES, hint("lower_bound", lambda p: near_end(p) == 3, lambda n: n + 1), HINTS),
    "lower_bound is one too large at ties": (
        TILES, hint("lower_bound", lambda p: near_end(p) > 0 and near_end(p) % 4 == 0,
                    lambda n: n + 1), HINTS),
    "lower_bound is one too large with the gap in a corner": (
        TILES, hint("lower_bound", lambda p: near_end(p) > 0 and p & 15 == 0,
                    lambda n: n + 1), HINTS),
    "lower_bound is one too large at a few positions": (
        TILES, hint("lower_bound", lambda p: near_end(p) > 0 and rare(p, 100),
                    lambda n: n + 1), HINTS),
    "lower_bound is two too large at a few positions": (
        TILES, hint("lower_bound", lambda p: near_end(p) > 0 and rare(p, 300),
                    lambda n: n + 2), HINTS),
    "lower_bound calls a few positions unsolvable": (
        TILES, hint("lower_bound", lambda p: rare(p, 100), lambda n: -1), HINTS),
    "lower_bound is one too large where it is solved": (
        TILES, hint("lower_bound", lambda p: near_end(p) == 0, lambda n: n + 1), HINTS),
    "lower_bound is doubled": (TILES, hint("lower_bound", lambda p: True, lambda n: 2 * n), HINTS),
    "lower_bound counts three times what is near": (
        TILES, hint("lower_bound", lambda p: near_end(p) < 6, lambda n: 3 * n), HINTS),
    # bounds of costs and of scores
    "lower_bound is more than the cost at a few positions": (
        "bridge", hint("lower_bound", lambda p: rare(p, 5) and p < 15, lambda n: n + 9), HINTS),
    "lower_bound of a cost is doubled": (
        "bridge", hint("lower_bound", lambda p: True, lambda n: 2 * n), HINTS),
    "lower_bound is above the score of an end": (
        "peg:triangle", fixed("lower_bound", lambda position: 2), HINTS),
    "lower_bound of a score falls": (
        "peg:triangle", fixed("lower_bound", lambda p: p.bit_count() % 2), HINTS),
    "upper_bound is below the score of an end": (
        "no_three_in_line", fixed("upper_bound", lambda position: 5), HINTS),
    "upper_bound is one too small at a few positions": (
        "no_three_in_line", hint("upper_bound", lambda p: rare(p, 50), lambda n: n - 1), HINTS),
    "upper_bound says that no end follows a few positions": (
        "no_three_in_line", hint("upper_bound", lambda p: rare(p, 50), lambda n: -1), HINTS),
    "predecessors leaves out a few positions": (
        TILES, filtered("predecessors", lambda p: not rare(p, 50)), HINTS),
    "predecessors leaves out what is next to the end": (
        TILES, filtered("predecessors", lambda p: near_end(p) != 1), HINTS),
    "goals leaves out the only end": (TILES, filtered("goals", lambda p: False), HINTS),
    # the length of a game
    "max_game_length is one too small": (NOUGHTS, fixed("max_game_length", 8), HINTS),
    "max_game_length is half": (NOUGHTS, fixed("max_game_length", 5), HINTS),
    "max_game_length is one too small in connect four": (FOUR, fixed("max_game_length", 15), HINTS),
    "max_game_length in a game that can go on": ("morris", fixed("max_game_length", 100), HINTS),
    # a win at once
    "wins never": (FOUR, fixed("wins", lambda position: 0), HINTS),
    "wins always": (FOUR, fixed("wins", lambda position: 1), HINTS),
    "wins is 0 at a few positions": (
        FOUR, hint("wins", lambda p: rare(p, 50), lambda n: 0), HINTS),
    "wins is 1 at a few positions": (
        FOUR, hint("wins", lambda p: rare(p, 200), lambda n: 1), HINTS),
    "wins is 1 on a nearly full board": (
        NOUGHTS, hint("wins", lambda p: empty(9)(p) <= 2, lambda n: 1), HINTS),
    "wins is 0 on a nearly full board": (
        NOUGHTS, hint("wins", lambda p: empty(9)(p) <= 2, lambda n: 0), HINTS),
    "wins is 0 with one cell left": (
        NOUGHTS, hint("wins", lambda p: empty(9)(p) == 1, lambda n: 0), HINTS),
    "order is no number": (FOUR, fixed("order", lambda position, move: None), HINTS),
    "may_be_canonical leaves out a few classes": (
        "lockout", hint("may_be_canonical", lambda p: rare(p, 100), lambda n: 0), HINTS),
    "placement_at leaves out a placement": (
        FEW_HELPERS, hint("placement_at", lambda p: p == 3, lambda n: n + 1), HINTS),
    "placement_at ends early": (
        FEW_HELPERS, hint("placement_at", lambda p: p == 71, lambda n: -1), HINTS),
    "placement_at does not end": (
        FEW_HELPERS, hint("placement_at", lambda p: p == 72, lambda n: 0), HINTS),
    # mirror images
    "orbit is 1 everywhere": (NOUGHTS, fixed("orbit", lambda position: 1), ORBIT),
    "orbit is 8 on a nearly full board": (
        NOUGHTS, hint("orbit", lambda p: empty(9)(p) <= 1, lambda n: 8), ORBIT),
    "orbit is halved at a few positions": (
        NOUGHTS, hint("orbit", lambda p: rare(p, 100), lambda n: max(1, n // 2)), ORBIT),
    "orbit is 2 near the end of connect four": (
        FOUR, hint("orbit", lambda p: p.bit_count() > 10, lambda n: 3 - n), ORBIT),
    "orbit is wrong near the end of a game of jumps": (
        "peg:triangle", hint("orbit", lambda p: p.bit_count() == 3, lambda n: n + 1), DECLARED),
    "canonical is the position itself at a few positions": (
        NOUGHTS, images(lambda p, least: p if rare(p, 20) else least), SYMMETRY),
    "canonical takes a few positions for others": (
        NOUGHTS, images(lambda p, least: least & ~(rare(p, 100) and p & -p)), DECLARED),
    "canonical takes nearly full boards for others": (
        NOUGHTS, images(lambda p, least: least & ~(empty(9)(p) == 2 and p & -p)), DECLARED),
    "canonical is 0": (NOUGHTS, fixed("canonical", lambda position: 0), DECLARED),
    "men: two points of a symmetry exchanged": (
        "mens_morris:men=3", men(symmetries=exchanged_first_two), DECLARED),
    "men: a symmetry left out": (
        "mens_morris:men=3", men(symmetries=lambda some: some[1:]), DECLARED),
    "men: the identity is listed": (
        "mens_morris:men=3", men(symmetries=lambda some: [*some, range(24)]), DECLARED),
    "men: a block left out": ("mens_morris:men=3", men(blocks=lambda some: some[1:]), DECLARED),
    "jumps: two holes of a symmetry exchanged": (
        "peg:triangle", jumps(symmetries=exchanged_first_two), DECLARED),
    "jumps: a symmetry left out": (
        "peg:triangle", jumps(symmetries=lambda some: some[1:]), DECLARED),
    "jumps: a jump left out": ("peg:triangle", jumps(jumps=lambda some: some[1:]), DECLARED),
    # other declarations
    "tier rises": (FOUR, fixed("tier", lambda position: position), DECLARED),
    "tier is one too large at a few positions": (
        FOUR, hint("tier", lambda p: rare(p, 100), lambda n: n + 2), DECLARED),
    "tier is too large near the end": (
        FOUR, hint("tier", lambda p: p.bit_count() > 10, lambda n: n + 5), DECLARED),
    "cost is 0 for a few moves": (
        "bridge", lambda rules: {
            "cost": lambda p, move: 0 if rare(p, 5) else rules.cost_of(p, move)}, DECLARED),
    "cost is 2,000": ("bridge", fixed("cost", lambda position, move: 2_000), DECLARED),
    "distinct_moves is one too small": (FOUR, fixed("distinct_moves", 3), DECLARED),
    "placements leaves out what can follow": (
        "lights", filtered("placements", lambda p: p != 0b101), ORBIT),
    # who is to move, and who has won
    "same_mover is wrong at a few positions": ("kalah", turns(30), NOTE),
    "same_mover is wrong at a few positions of boxes": ("dots_and_boxes", turns(30), SYMMETRY),
    "same_mover is never true": ("kalah", fixed("same_mover", None), NOTE),
    "same_mover is always true": ("kalah", fixed("same_mover", lambda position, move: True), NOTE),
    "sides are not exchanged": (
        "quixo", lambda rules: {"same_mover": lambda position, move: True}, NOTE),
    "the board is turned in play": ("misere", turned_play, NOTE),
}  # fmt: skip


def mutant(name: str) -> BaseGame:
    """Return a game with a mistake."""
    named, change, _ = MUTANTS[name]
    usual = the_game(named)
    game = object.__new__(type(usual))  # `copy` gives the same game, whose rules would change
    vars(game).update(vars(usual))
    game.rules = game.rules.replace(**change(game.rules))
    return game
