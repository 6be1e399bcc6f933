"""Breadth-first search from one position of a puzzle: its distance, and that after each move.

One breadth-first search answers both, and goes no farther than it must. It begins in the
interpreter and switches to compiled code when it turns out to be long, as solving a whole game
does.

When all positions within k moves of the first one are expanded, every path of at most k moves from
there is known. So if a position is m moves away and n moves from being solved, n is exact as soon
as m + n <= k: a shorter path would be known too.
"""

from __future__ import annotations

from bisect import bisect_left

from kibitz.rules.objectives.objective import Code
from kibitz.solve.array_backend import arrays, threads
from kibitz.solve.invalid_rules import different_answer
from kibitz.solve.memory.explore_compiled import Explorer
from kibitz.solve.memory.explore_interpreted import explore_interpreted, moves_interpreted
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.memory.valuation import codes_of
from kibitz.system.thread_pool import Team

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules import ClassId, MoveId
    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import Ints
    from kibitz.solve.effort import Meter

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
        self.codes: Ints = []
        self.within = -1  # all positions within that many moves are expanded
        self._edge = 1  # end of those within one move more, in order of discovery
        self._looked = (0, 0)  # positions and moves processed for that
        self._seen = 0  # positions checked for being solved
        self._solved = False
        self._next_look = (0, 0)  # moves and positions before the next check
        self._explore()
        self._number = self._numbers()

    def code(self, position: int) -> Code | None:
        """Return the code of a position, None if it is not known exactly.

        It is always known for the first position, those after its moves, and those on `line`.
        """
        number = self._number(self._least(position))
        if number is None:
            return None
        code = Code(int(self.codes[number]))
        away = 0 if number == 0 else 1 if number in self._first_moves() else self.within
        known = self.graph.finished or (code and away + code - 1 <= self.within)
        return code if known else None

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

    def _first_moves(self) -> list[int]:
        """Return the numbers of the positions after the moves of the first one."""
        return [int(number) for number in self.graph.targets[: self.graph.degrees[0]]]

    def _explore(self) -> None:
        most = moves_interpreted(self.rules, self.graph, self.watch.effort)
        explore_interpreted(self.rules, self.graph, self.watch, most, self._answered)
        if not (self.graph.finished or self._answered()):
            self._explore_compiled()
        if self.graph.finished:
            self.codes = self._valued()

    def _explore_compiled(self) -> None:
        if not self.graph.seeded:
            self.graph.seed([self._least(self.rules.start)])
        self.graph.make_compact()
        with Team(threads()) as team:
            Explorer(self.rules, self.graph, team, self.watch, mirrored=True, keep_moves=True).run(
                self._answered
            )

    def _answered(self) -> bool:
        """Return whether all requested codes are known, and store them then."""
        expanded = self.graph.reached[0]
        while expanded >= self._edge and self._looked[0] < self._edge:
            self.within += 1
            self._edge = self._next_edge()
        if not self._solved:
            self._solved = self._any_solved(self._seen, expanded)
            self._seen = expanded
        if not self._solved or (self.within, expanded) < self._next_look:
            return False
        codes = self._valued()
        asked = [int(codes[0]), *(1 + int(codes[to]) for to in self._first_moves() if codes[to])]
        complete = len(asked) == 1 + len(self._first_moves())
        if complete and 0 < max(asked) <= 1 + self.within:
            self.codes = codes
            return True
        self._next_look = (self.within + 1, int(PATIENCE * expanded))
        return False

    def _next_edge(self) -> int:
        """Return the end of the children of positions before the edge."""
        (position, move), edge = self._looked, self._edge
        degrees = self.graph.degrees[position:edge]
        compact = self.graph.compact
        moves = move + (arrays().total(degrees) if compact else sum(degrees))
        self._looked = (edge, moves)
        to = self.graph.targets[move:moves]
        if not len(to):
            return edge
        return max(edge, 1 + int(arrays().extremes(to)[1] if compact else max(to)))

    def _any_solved(self, first: int, last: int) -> bool:
        degrees, worths = self.graph.degrees[first:last], self.graph.worths[first:last]
        open_goals = not self.rules.goals_are_terminal
        if self.graph.compact:
            return bool(arrays().has_goal(degrees, worths, open_goals))
        pairs = zip(degrees, worths, strict=True)
        return any(worth == 1 and (not degree or open_goals) for degree, worth in pairs)

    def _valued(self) -> Ints:
        """Return the codes by the explored part; unexpanded positions count as unsolved."""
        expanded, known, edges = self.graph.reached
        so_far = Graph()
        so_far.compact, so_far.seeded = self.graph.compact, True
        so_far.reached = (known, known, edges)
        so_far.positions = self.graph.positions[:known]
        so_far.targets = self.graph.targets[:edges]
        so_far.degrees = _padded(self.graph.degrees, expanded, known)
        so_far.worths = _padded(self.graph.worths, expanded, known)
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


def _padded(row: Ints, first: int, length: int) -> Ints:
    """Return the beginning of an array, padded with zeros."""
    if isinstance(row, list):
        return row[:first] + [0] * (length - first)
    return arrays().joined([row[:first], arrays().zeros(length - first, "int32")])
