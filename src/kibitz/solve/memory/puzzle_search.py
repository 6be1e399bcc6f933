"""Breadth-first search from one position of a puzzle: its distance, and that after each move.

One breadth-first search answers both, and goes no farther than it must. It begins in the
interpreter and switches to compiled code when it turns out to be long, as solving a whole game
does.

The explored part is valued twice: once as if no position at its edge could be solved, once as if
all of them were. The distances are at most those of the first, and at least those of the second, so
those on which the two agree are exact.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable

from kibitz.rules import ClassId, MoveId
from kibitz.rules.objectives.objective import Code
from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays, threads
from kibitz.solve.arrays import Ints
from kibitz.solve.effort import Meter
from kibitz.solve.invalid_rules import different_answer
from kibitz.solve.memory.explore_compiled import Explorer
from kibitz.solve.memory.explore_interpreted import explore_interpreted, moves_interpreted
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.memory.valuation import codes_of
from kibitz.system.thread_pool import Team

PATIENCE = 1.25  # growth factor of positions between two checks whether all is known


class PuzzleSearch:
    """The subgame of a position, explored until its distance and those of its moves are known.

    For rules with the aim `"shortest"`. The constructor raises `Exhausted` if the effort does not
    suffice.
    """

    def __init__(self, rules: Rules, position: int, watch: Meter) -> None:
        self.rules = rules.replace(start=position, placements=None)
        self.watch = watch
        self.graph = Graph()
        self.codes: Ints = []  # as if the edge could not be solved
        self._best_codes: Ints = []  # as if it were solved
        self._seen = 0  # positions checked for being solved
        self._solved = False
        self._next_look = 0  # positions before the next valuation
        self._answered = False
        self._explore()
        self._number = self._numbers()

    def code(self, position: int) -> Code | None:
        """Return the code of a position, None if it is not known exactly.

        It is always known for the first position, those after its moves, and those on `line`.
        """
        number = self._number(self._least(position))
        return Code(int(self.codes[number])) if number is not None and self._exact(number) else None

    def _exact(self, number: int) -> bool:
        return bool(self.codes[number] == self._best_codes[number])

    def line(self) -> list[MoveId] | None:
        """Return the moves of a shortest solution, None if there is none.

        Of several it is the first in the order of moves.
        """
        position, code = self.rules.start, int(self.codes[0])
        if not code:
            return None
        line = []
        while code > 1:
            code -= 1
            for move in self.rules.moves(position):
                to = self.rules.play(position, move)
                number = self._number(self._least(to))
                if number is not None and self.codes[number] == code:
                    break
            else:
                raise different_answer(self.rules, position)
            line.append(move)
            position = to
        return line

    def _least(self, position: int) -> ClassId:
        return self.rules.class_of(position)

    def _explore(self) -> None:
        graph, watch = self.graph, self.watch
        most = moves_interpreted(self.rules, graph, watch.effort)
        explore_interpreted(self.rules, graph, watch, most, self._is_answered)
        if not (graph.finished or self._answered):
            if not graph.seeded:
                graph.seed([self._least(self.rules.start)])
            graph.make_compact()
            with Team(threads()) as team:
                explorer = Explorer(self.rules, graph, team, watch, mirrored=True, keep_moves=True)
                explorer.run(self._is_answered)
        if graph.finished:
            self.codes = self._best_codes = self._valued(0)

    def _is_answered(self) -> bool:
        """Return whether all requested codes are known, and store them then."""
        graph, expanded = self.graph, self.graph.reached[0]
        if not self._solved:
            self._solved = self._any_solved(self._seen, expanded)
            self._seen = expanded
            self._next_look = int(PATIENCE * expanded)  # other moves may take longer
        if not self._solved or expanded < self._next_look:
            return False
        self._next_look = int(PATIENCE * expanded)
        self.codes, self._best_codes = self._valued(0), self._valued(1)
        self._answered = all(map(self._exact, (0, *graph.targets[: graph.degrees[0]])))
        return self._answered

    def _any_solved(self, first: int, last: int) -> bool:
        degrees, worths = self.graph.degrees[first:last], self.graph.worths[first:last]
        open_goals = not self.rules.goals_are_terminal
        if self.graph.compact:
            return bool(arrays().has_goal(degrees, worths, open_goals))
        pairs = zip(degrees, worths, strict=True)
        return any(worth == 1 and (not degree or open_goals) for degree, worth in pairs)

    def _valued(self, worth_of_edge: int) -> Ints:
        """Return the codes by the explored part, given what unexpanded positions are worth."""
        expanded, known, edges = self.graph.reached
        so_far = Graph()
        so_far.compact, so_far.seeded = self.graph.compact, True
        so_far.reached = (known, known, edges)
        so_far.positions = self.graph.positions[:known]
        so_far.targets = self.graph.targets[:edges]
        so_far.costs = self.graph.costs[:edges]
        so_far.degrees = _padded(self.graph.degrees[:expanded], known, 0)
        so_far.worths = _padded(self.graph.worths[:expanded], known, worth_of_edge)
        return codes_of(so_far, self.rules, self.watch)

    def _numbers(self) -> Callable[[int], int | None]:
        """Return the function from positions to their numbers."""
        positions = self.graph.positions[: self.graph.reached[1]]
        if not self.graph.compact:
            return {position: at for at, position in enumerate(positions)}.get
        make = arrays()
        places = make.order(positions)
        order = make.content(places)
        ascending = make.content(make.taken(positions, places))

        def number(position: int) -> int | None:
            at = bisect_left(ascending, position)
            found = at < len(ascending) and ascending[at] == position
            return int(order[at]) if found else None

        return number


def _padded(items: Ints, length: int, value: int) -> Ints:
    """Return items, and as many of a value after them as that length takes."""
    more = length - len(items)
    if isinstance(items, list):
        return items + more * [value]
    return arrays().joined([items, arrays().filled(more, value, "int32")])
