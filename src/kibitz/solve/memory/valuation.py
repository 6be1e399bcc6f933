"""Evaluation of a complete graph: the value of every position, for any objective.

Decided positions wait in one queue, in the order of their priority, until their codes have
propagated to their predecessors. Positions that had a code before, at the end of a game or from
moves out of the graph, are sorted by priority and join the queue when it is their turn.

Margins do not count moves, and so need this order only among positions that can recur. The others
are decided first, in any order.
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError, phrase
from kibitz.rules.objectives.objective import LARGEST_CODE
from kibitz.solve.array_backend import arrays
from kibitz.solve.invalid_rules import check_ends
from kibitz.solve.memory import backward

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import Ints
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.move_graph import Graph

    Moves = tuple[Ints, Ints, Ints]

VALUING = phrase("valuing")
BATCH = 1 << 18  # positions between two reports of progress


class ValueTooLargeError(KibitzError):
    """A game whose values do not fit into a table."""

    def __init__(self) -> None:
        super().__init__(
            "a value of this game is beyond {most}, the largest that a table can hold",
            most=LARGEST_CODE - 1,
        )


def codes_of(graph: Graph, rules: Rules, watch: Meter) -> Ints:
    """Return the code of every position of a completely explored graph.

    The codes are those of `Solution`, in the order of the graph.
    """
    assert graph.finished
    graph.trim()
    check_ends(rules, graph.positions, graph.degrees, graph.worths)
    count, objective = len(graph.degrees), rules.objective
    watch.need(18 * count + 4 * len(graph.targets))
    kind = f"int{8 * objective.code_bytes}"
    codes = new_array(graph.degrees, count, kind, objective.undecided)
    left = graph.degrees.copy()  # undecided moves
    watch(VALUING, 0, count)
    enter = ready(backward.enter, graph.compact, objective)
    enter(graph.degrees, graph.worths, not rules.goals_are_terminal, left, codes)
    moves = reversed_moves(graph.degrees, graph.targets, graph.costs)
    for done in propagate(objective, moves, left, codes, watch):
        watch(VALUING, done, count)
    return codes


def reversed_moves(degrees: Ints, targets: Ints, costs: Ints) -> Moves:
    """Return the reversed moves of a graph: their starts, sources and costs.

    See `backward.reverse`. There are no costs if each move costs 1.
    """
    compact = not isinstance(degrees, list)
    few = len(targets) < 1 << 31
    starts = new_array(degrees, len(degrees) + 2, "int32" if few else "int64")
    sources = new_array(degrees, len(targets), "int32")
    ready(backward.reverse, compact)(degrees, targets, starts, sources)
    reversed_costs = new_array(degrees, len(costs), "int32")
    if len(costs):
        turn = ready(backward.reverse_costs, compact)
        turn(degrees, targets, costs, starts.copy(), reversed_costs)
    return starts, sources, reversed_costs


def propagate(
    objective: Objective, moves: Moves, left: Ints, codes: Ints, watch: Meter
) -> Iterator[int]:
    """Decide all positions, given the codes of some and the numbers of undecided moves.

    An undecided position may have a code as well, which moves out of the graph offer. The code of
    what is not decided in the end is 0. Yields the number of positions whose codes have been
    propagated.
    """
    compact, count = not isinstance(codes, list), len(codes)
    if objective.costs:
        heads = new_array(codes, LARGEST_CODE + 1, "int32", -1)
        links = new_array(codes, 2 * count, "int32")
        if not ready(backward.by_cost, compact)(*moves, codes, heads, links):
            raise ValueTooLargeError
        return
    graph, queue = moves[:2], new_array(codes, count, "int32")
    head = tail = 0
    if objective.by_margin:
        tail = ready(backward.list_decided, compact)(left, queue)
        everywhere = ready(backward.spread_all, compact, objective)
        while head < tail:
            head, tail = everywhere(*graph, left, codes, queue, head, tail, BATCH)
            yield head
        if tail == count:
            return
    waiting, turns = list_in_order(objective, left, codes, count - tail, watch)
    largest = (1 << 8 * objective.code_bytes - 1) - 1
    spread, first = ready(backward.spread, compact, objective), 0
    while first < len(waiting) or head < tail:
        first, head, tail = spread(
            *graph, waiting, turns, left, codes, queue, first, head, tail, BATCH, largest
        )
        if head == backward.TOO_LONG:
            raise ValueTooLargeError
        yield head
    ready(backward.close, compact)(left, codes)


def list_in_order(
    objective: Objective, left: Ints, codes: Ints, most: int, watch: Meter
) -> tuple[Ints, Ints]:
    """Return the positions that have a code to propagate, by priority, and their priorities."""
    compact = not isinstance(codes, list)
    kind = f"int{8 * objective.code_bytes}"  # a priority needs no more space than a code
    waiting, turns = new_array(codes, most, "int32"), new_array(codes, most, kind)
    listing = ready(backward.list_waiting, compact, objective)
    count = listing(not objective.by_margin, left, codes, waiting, turns)
    if not compact:
        order = sorted(range(count), key=turns.__getitem__)
        return [waiting[at] for at in order], [turns[at] for at in order]
    watch.need((12 + objective.code_bytes) * count)
    make = arrays()
    places = make.order(turns[:count], stable=True)
    return make.taken(waiting, places), make.taken(turns, places)


def ready(
    function: Callable[..., Any], compact: bool, objective: Objective | None = None
) -> Callable[..., Any]:
    """Return a function bound to the arithmetic of an objective, compiled to work on arrays."""
    if not compact and objective is None:
        return function
    from kibitz.solve.compiling.compiled import bound, kernel  # not needed by the interpreter

    return (kernel if compact else bound)(function, objective=objective)


def new_array(like: Ints, length: int, kind: str, value: int = 0) -> Ints:
    """Return an array of equal numbers: a list or an array, as another array is."""
    if isinstance(like, list):
        return [value] * length
    return arrays().filled(length, value, kind) if value else arrays().zeros(length, kind)
