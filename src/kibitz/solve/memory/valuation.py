"""Evaluation of a complete graph: the value of every position, for any objective.

Codes that do not count moves need an order only among positions that can recur. With two players
the others are decided first, in any order.
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError, phrase
from kibitz.rules.objectives.objective import LARGEST_CODE, LARGEST_MARGIN
from kibitz.solve.invalid_rules import check_ends
from kibitz.solve.memory import backward
from kibitz.solve.row_backend import rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.move_graph import Graph
    from kibitz.solve.rows import EitherRow

VALUING = phrase("valuing")
BATCH = 1 << 18  # positions between two reports of progress


class ValueTooLargeError(KibitzError):
    """A game whose values do not fit into a table."""

    def __init__(self) -> None:
        super().__init__(
            "a value of this game is beyond {most}, the largest that a table can hold",
            most=LARGEST_CODE - 1,
        )


def codes_of(graph: Graph, rules: Rules, watch: Meter) -> EitherRow:
    """Return the code of every position of a completely explored graph.

    The codes are those of `Solution`, in the order of the graph.
    """
    assert graph.finished
    graph.trim()
    check_ends(rules, graph.positions, graph.degrees, graph.worths)
    return Valuing(graph, rules, watch).run()


class Valuing:
    """A reversed graph, and the queue of positions whose values are to be propagated."""

    def __init__(self, graph: Graph, rules: Rules, watch: Meter) -> None:
        self.rules = rules
        self.graph = graph
        self.compact = graph.compact
        self.watch = watch
        self.degrees = graph.degrees
        self.worths = graph.worths
        count = len(graph.degrees)
        watch.need(18 * count + 4 * len(graph.targets))
        few = len(graph.targets) < 1 << 31
        self.starts = self._row(count + 2, "int32" if few else "int64")
        self.sources = self._row(len(graph.targets), "int32")
        objective = rules.objective
        self.codes = self._row(count, f"int{8 * objective.code_bytes}", objective.undecided)
        self.left = graph.degrees.copy()  # undecided moves
        self.queue = self._row(count, "int32")
        self.queued = 0
        self.spread = 0
        watch(VALUING, 0, count)
        self._function(backward.reverse)(graph.degrees, graph.targets, self.starts, self.sources)

    def run(self) -> EitherRow:
        """Return the codes."""
        rules, objective = self.rules, self.rules.objective
        if rules.cost is not None:
            self._spread_costs()
            return self.codes
        if objective.by_margin:
            entered = self._of_objective(backward.enter_all)(
                self.degrees, self.worths, self.left, self.codes, self.queue
            )
            graph = self.starts, self.sources
            decided = self.left, self.codes, self.queue
            for done in settle(self._of_objective, graph, *decided, entered, self.watch):
                self.watch(VALUING, done, len(self.codes))
            return self.codes
        ends = (self.degrees, self.worths, not rules.goals_are_terminal)
        following, enter = (
            self._of_objective(backward.next_priority),
            self._of_objective(backward.enter),
        )
        turn = 0
        while (coming := int(following(*ends, turn))) != turn:
            turn = coming
            self.queued = enter(*ends, turn, self.left, self.codes, self.queue, self.queued)
            self._spread()
        return self.codes

    def _spread_costs(self) -> None:
        """Propagate the codes of solved positions by the costs of moves."""
        graph = self.graph
        enter = self._of_objective(backward.enter)
        enter(
            self.degrees,
            self.worths,
            not self.rules.goals_are_terminal,
            1,
            self.left,
            self.codes,
            self.queue,
            0,
        )
        costs = self._row(len(graph.targets), "int32")
        turn = self._function(backward.reverse_costs)
        turn(graph.degrees, graph.targets, graph.costs, self.starts.copy(), costs)
        heads = self._row(LARGEST_CODE + 1, "int32", -1)
        links = self._row(2 * len(self.codes), "int32")
        spread = self._function(backward.by_cost)
        if not spread(self.starts, self.sources, costs, self.codes, heads, links):
            raise ValueTooLargeError

    def _spread(self) -> None:
        spread = self._of_objective(backward.spread)
        largest = (1 << 8 * self.rules.objective.code_bytes - 1) - 1
        while self.spread < self.queued:
            self.spread, self.queued = spread(
                self.starts, self.sources, self.left, self.codes, self.queue,
                self.spread, self.queued, BATCH, largest, backward.LAST_TURN,
            )  # fmt: skip
            if self.spread == backward.TOO_LONG:
                raise ValueTooLargeError
            self.watch(VALUING, self.spread, len(self.codes))

    def _of_objective(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return a function bound to the arithmetic of the objective."""
        from kibitz.solve.compiling.compiled import bound, kernel

        return (kernel if self.compact else bound)(function, objective=self.rules.objective)

    def _function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not self.compact:
            return function
        from kibitz.solve.compiling.compiled import kernel  # not needed by the interpreter

        return kernel(function)

    def _row(self, length: int, kind: str, value: int = 0) -> EitherRow:
        return rows().filled(length, value, kind) if self.compact else [value] * length


def settle(
    bind: Callable[..., Callable[..., Any]],
    graph: tuple[EitherRow, EitherRow],
    left: EitherRow,
    codes: EitherRow,
    queue: EitherRow,
    tail: int,
    watch: Meter,
) -> Iterator[int]:
    """Decide all positions of a reversed graph, given the decided ones in `queue[:tail]`.

    Those that can recur, or lead to one that can, are decided last, in the order of their codes;
    the code of the rest is 0. `bind` binds a function to the arithmetic of the objective. Yields
    the number of positions whose codes have been propagated.
    """
    head, count = 0, len(codes)
    everywhere = bind(backward.spread_all)
    while head < tail:
        head, tail = everywhere(*graph, left, codes, queue, head, tail, BATCH)
        yield head
    if tail == count:
        return
    watch.need(30 * (count - tail))
    waiting, turns = in_order(bind(backward.list_undecided), left, codes, count - tail)
    take, spread, first = bind(backward.take_turn), bind(backward.spread), 0
    while first < len(waiting):
        turn = int(turns[first])
        first, tail = take(first, waiting, turns, left, codes, queue, tail)
        while head < tail:
            head, tail = spread(*graph, left, codes, queue, head, tail, BATCH, LARGEST_MARGIN, turn)
            yield head
    bind(backward.close)(left, codes)


def in_order(
    listing: Callable[..., int], left: EitherRow, codes: EitherRow, most: int
) -> tuple[EitherRow, EitherRow]:
    """Return the undecided positions that have a code, by priority, and their priorities."""
    if isinstance(codes, list):
        waiting, turns = [0] * most, [0] * most
        order = sorted(range(listing(left, codes, waiting, turns)), key=turns.__getitem__)
        return [waiting[at] for at in order], [turns[at] for at in order]
    make = rows()
    waiting, turns = make.empty(most, "int32"), make.empty(most, "int64")
    count = listing(left, codes, waiting, turns)
    places = make.order(turns[:count], stable=True)
    return make.taken(waiting, places), make.taken(turns, places)
