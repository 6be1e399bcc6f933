"""Exploration in the interpreter: breadth-first search over all positions and moves."""

from __future__ import annotations

import sys
from itertools import accumulate, islice

from kibitz.language.errors import phrase
from kibitz.solve.bound_names import constant_one, same_position
from kibitz.solve.compiling.compiled import is_ready
from kibitz.solve.invalid_rules import (
    checked_cost,
    different_answer,
    is_position,
    not_a_move,
    not_a_position,
    spread,
)
from kibitz.solve.memory import game_kernels
from kibitz.solve.memory.move_graph import never

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort, Meter
    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.memory.move_graph import Graph

EXPLORING = phrase("exploring")
OFTEN = 32  # positions between two reports
SELDOM, MOST_ASKED = 32, 64  # one position in so many is asked about again, and at most so many


def explore_interpreted(
    rules: Rules,
    graph: Graph,
    watch: Meter,
    most_moves: int | None,
    until: Callable[[], bool] = never,
) -> bool:
    """Explore in the interpreter; return whether it finished within `most_moves` moves.

    None allows any number, and with 0 nothing is done. It also ends when the given condition holds,
    which is checked periodically. At its end, rules are asked again about some positions.
    """
    if most_moves == 0:
        return False
    if not graph.seeded and not _seed_plainly(rules, graph, watch, most_moves):
        return False
    graph.trim()
    moves, play, worth, canonical = (
        rules.moves,
        rules.play,
        rules.worth,
        rules.canonical or same_position,
    )
    same_mover, cost, go_on = rules.same_mover, rules.cost, not rules.goals_are_terminal
    positions, targets = graph.positions, graph.targets
    numbers = {position: at for at, position in enumerate(positions)}
    expanded = graph.reached[0]
    while expanded < len(positions):
        position = positions[expanded]
        before = len(targets)
        for move in moves(position):
            if move < 0:
                raise not_a_move(rules, move, position)
            child = play(position, move)
            number = numbers.get(child)
            if number is None:  # each image is canonicalised once, not at every occurrence
                least = canonical(child)
                number = numbers[child] = numbers.setdefault(least, len(positions))
                if number == len(positions):
                    if not is_position(least):
                        raise not_a_position(rules, least)
                    positions.append(least)
            targets.append(~number if same_mover and same_mover(position, move) else number)
            if cost:
                graph.costs.append(checked_cost(rules, cost(position, move), position))
        degree = len(targets) - before
        graph.degrees.append(degree)
        graph.worths.append(0 if degree and not go_on else worth(position))
        expanded += 1
        graph.reached = (expanded, len(positions), len(targets))
        if expanded % OFTEN == 0:
            watch(EXPLORING, expanded, None)
            watch.need(2 * sys.getsizeof(numbers))  # its size after it next grows
            if until():
                break
        if most_moves is not None and len(targets) > most_moves:
            break
    _ask_again(rules, graph, numbers)
    return graph.finished


def _ask_again(rules: Rules, graph: Graph, numbers: dict[int, int]) -> None:
    """Reject rules that answer otherwise than before about a sample of the expanded positions."""
    begins = list(accumulate(graph.degrees, initial=0))
    expanded = len(graph.degrees)
    for at in spread(min(MOST_ASKED, expanded, 1 + expanded // SELDOM), expanded):
        position, degree = graph.positions[at], graph.degrees[at]
        asked = []
        for move in islice(rules.moves(position), degree + 1):
            child = rules.play(position, move)
            number = numbers.get(child, numbers.get(rules.class_of(child), len(numbers)))
            again = rules.same_mover and rules.same_mover(position, move)
            asked.append(~number if again else number)
        ends = not degree or not rules.goals_are_terminal
        worth = rules.worth(position) if ends else 0
        if asked != graph.targets[begins[at] : begins[at + 1]] or worth != graph.worths[at]:
            raise different_answer(rules, position)


def moves_interpreted(
    rules: Rules, graph: Graph, effort: Effort, mode: Mode | None = None
) -> int | None:
    """Return how many moves to explore in the interpreter before compiled code; None for all.

    None as `mode` begins in the interpreter and switches when that pays.
    """
    if mode == "interpreter":
        return None
    if mode == "compiled" or graph.compact or is_ready(game_kernels.expand, rules):
        return 0
    return effort.pace.interpreted if effort.compiles else None


def _seed_plainly(rules: Rules, graph: Graph, watch: Meter, most: int | None) -> bool:
    canonical = rules.canonical or same_position
    if rules.placements is None:
        graph.seed([checked(rules, canonical(checked(rules, rules.start)))])
        return True
    may_be_canonical = (rules.canonical and rules.may_be_canonical) or constant_one
    least: list[int] = []
    placed = 0
    for position in rules.placements():
        placed += 1
        if placed % OFTEN == 0:
            watch(EXPLORING, len(least), None)
        if most is not None and placed > most:
            return False
        if may_be_canonical(position) and canonical(position) == position:
            least.append(checked(rules, position))
    graph.placed = placed
    graph.seed(sorted(least))
    return True


def checked(rules: Rules, position: int) -> int:
    """Return a position, if it is valid."""
    if not is_position(position):
        raise not_a_position(rules, position)
    return position
