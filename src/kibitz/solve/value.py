"""From the graph of a game to the value of every position, whatever the game aims at."""

from __future__ import annotations

from kibitz.rules.errors import KibitzError, phrase
from kibitz.solve import backward
from kibitz.solve.codes import bytes_of_code
from kibitz.solve.promises import check_ends, comes_again

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from kibitz.rules.contract import Aim, Rules
    from kibitz.solve.effort import Watch
    from kibitz.solve.graph import Graph, Row

VALUING = phrase("valuing")
NO_SCORE = -(1 << 31)
BATCH = 1 << 18  # positions between two reports of progress


class ValueTooLargeError(KibitzError):
    """A game whose values do not fit into a table."""

    def __init__(self) -> None:
        super().__init__(
            "a value of this game is beyond {most}, the largest that a table can hold",
            most=backward.LARGEST_CODE - 1,
        )


def codes_of(graph: Graph, rules: Rules, watch: Watch) -> Row:
    """Return the code of every position of a graph that is explored to its end.

    The codes are those of `Solution`, in the order of the graph.
    """
    assert graph.finished
    graph.trim()
    check_ends(rules, graph.positions, graph.degrees, graph.worths)
    return Valuing(graph, rules, watch).run(rules.aim)


class Valuing:
    """One graph turned round, and the queue of positions whose values are to be spread."""

    def __init__(self, graph: Graph, rules: Rules, watch: Watch) -> None:
        self.rules = rules
        self.graph = graph
        self.compact = graph.compact
        self.watch = watch
        self.degrees = graph.degrees
        self.worths = graph.worths
        count = len(graph.degrees)
        watch.need(18 * count + 4 * len(graph.targets))
        few = len(graph.targets) < 1 << 31
        self.starts = self._zeros(count + 2, "int32" if few else "int64")
        self.sources = self._zeros(len(graph.targets), "int32")
        self.codes = self._zeros(count, f"int{8 * bytes_of_code(rules.aim)}")
        self.queue = self._zeros(count, "int32")
        self.queued = 0
        self.spread = 0
        watch(VALUING, 0, count)
        self._function(backward.reverse)(graph.degrees, graph.targets, self.starts, self.sources)

    def run(self, aim: Aim) -> Row:
        """Return the codes."""
        if aim == "win":
            self._enter(-1, 1, 0)
            self._spread(backward.contest, self.degrees.copy())
        elif aim == "score":
            self._spread_margins()
        elif aim == "shortest":
            self._enter(1, 1, 0)
            if self.rules.cost is None:
                self._spread(backward.flood, 1)
            else:
                self._spread_costs()
        else:
            self._spread_scores()
        return self.codes

    def _spread_costs(self) -> None:
        """Let the codes of what is solved spread by what moves cost."""
        graph = self.graph
        costs = self._zeros(len(graph.targets), "int32")
        turn = self._function(backward.reverse_costs)
        turn(graph.degrees, graph.targets, graph.costs, self.starts, costs)
        heads = self._zeros(backward.LARGEST_CODE + 1, "int32")
        for code in range(len(heads)):
            heads[code] = -1
        links = self._zeros(2 * len(self.codes), "int32")
        spread = self._function(backward.by_cost)
        if not spread(self.starts, self.sources, costs, self.codes, heads, links):
            raise ValueTooLargeError

    def _spread_margins(self) -> None:
        """Let the margins of the ends spread; refuse a game in which a position can come again."""
        begin = self._function(backward.begin_margins)
        self.queued = begin(self.degrees, self.worths, self.codes, self.queue)
        left = self.degrees.copy()
        self._spread(backward.margins, left)
        if self.queued < len(self.codes):
            waiting = next(at for at in range(len(left)) if left[at] > 0)
            raise comes_again(self.rules, int(self.graph.positions[waiting]))

    def _spread_scores(self) -> None:
        """Let each end's score spread as far as it goes, the best first."""
        find = self._function(backward.least_worth)
        score = NO_SCORE
        while (better := int(find(self.degrees, self.worths, score))) != score:
            score = better
            check_score(score)
            self._enter(score, score, 1)
            self._spread(backward.flood, 0)

    def _enter(self, least: int, most: int, raised: int) -> None:
        enter = self._function(backward.enter)
        self.queued = enter(
            self.degrees, self.worths, least, most, raised, self.rules.goals_go_on,
            self.codes, self.queue, self.queued,
        )  # fmt: skip

    def _spread(self, function: Callable[..., Any], argument: Row | int) -> None:
        spread = self._function(function)
        while self.spread < self.queued:
            self.spread, self.queued = spread(
                self.starts, self.sources, argument, self.codes, self.queue,
                self.spread, self.queued, BATCH,
            )  # fmt: skip
            if self.spread == backward.TOO_LONG:
                raise ValueTooLargeError
            self.watch(VALUING, self.spread, len(self.codes))

    def _function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        if not self.compact:
            return function
        from kibitz.solve.compiled import kernel  # the interpreter does without

        return kernel(function)

    def _zeros(self, length: int, kind: str) -> Row:
        if not self.compact:
            return [0] * length
        import numpy as np

        return np.zeros(length, dtype=kind)


def check_score(score: int) -> None:
    """Refuse a score that no code can hold."""
    if score >= backward.LARGEST_CODE:
        raise ValueTooLargeError
