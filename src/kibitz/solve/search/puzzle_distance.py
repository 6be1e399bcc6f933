"""Search for the best outcome of a puzzle position, within an effort."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from kibitz.rules import ClassId, PositionId
from kibitz.rules.objectives.objective import Code
from kibitz.rules.objectives.outcomes import Bound, Outcome
from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.compiled import HeadStart, bound, is_ready, kernel
from kibitz.solve.effort import SEARCHING, Meter
from kibitz.solve.invalid_rules import (
    InvalidRules,
    check_ends,
    checked_cost,
    omitted_predecessor,
    wrong_bound_error,
    wrong_score_bound,
)
from kibitz.solve.search import distance_kernels as searching
from kibitz.solve.search.distance_kernels import FAR, DeepArrays, Nodes

STEP = 1 << 16  # positions between two checks of limits and Ctrl-C
FIRST_STEP = 1 << 10
STEPS = 1 << 18  # the same for depth-first positions and backtracking steps
FEWEST_NODES = 1 << 13
MOST_NODES = 1 << 25
NODE = 44  # bytes
GROWTH = 4
INTERPRETED_STEP = 16  # the same in the interpreter
CONFIRMED_PLAINLY = 1 << 8
CONFIRMED = 1 << 13  # positions of a search without hints that confirms an answer; all fit
WEIGHTED_POSITIONS = 20_000  # positions of weighted A* for a first, possibly longer solution
WEIGHT = 4  # weight of the lower bound in that search
SHARE = 16  # forward steps per backward one: with a `lower_bound`, rings help little
DEEPEST = 1 << 11  # limit on the depth of depth-first search
WIDTH = 64  # initial space for the moves of a position
SEEN = 1 << 20  # entries of the transposition table of depth-first search, where memory allows
FEWEST_SEEN = 1 << 10
SEEN_ENTRY = 16  # bytes


def no_bound(position: int) -> int:
    """Return 0: `lower_bound` of rules that do not define it."""
    return 0


def no_predecessors(position: int) -> Iterator[int]:
    """Yield nothing: `predecessors` of rules that do not define it."""
    if position < 0:  # never; the compiler infers the type of items from it
        yield position


def empty_nodes(capacity: int, *, rings: bool) -> Nodes:
    """Return space for `capacity` nodes."""
    make = arrays()
    return Nodes(
        positions=make.zeros(capacity, "int64"),
        links=make.zeros((capacity, 4), "int32"),
        slots=make.zeros(2 * capacity, "int32"),
        heads=make.zeros(FAR, "int32"),
        entries=make.zeros((capacity, 2), "int32"),
        queue=make.zeros(capacity if rings else 1, "int32"),
    )


@lru_cache(maxsize=64)
def with_bounds(rules: Rules) -> Rules:
    """Return rules with a lower bound and with predecessors, which may be those of no game."""
    if rules.bound is None:
        rules = rules.replace(lower_bound=no_bound)
    if rules.predecessors is None:
        rules = rules.replace(predecessors=no_predecessors, goals=lambda: iter(()))
    return rules


class DistanceSearch:
    """Search for a best line of one position of a puzzle: a shortest or cheapest, or a best score.

    The search minimises a total (see `distance_kernels.py`), whatever the objective. `least` is a
    lower bound of the total of every line, `most` the total of the best one found, FAR if there is
    none. They hold whenever a search ends early, and it can be resumed. `nodes` are the initial
    capacity in positions, a power of two, and its limit. If ends have scores, the rules must define
    a bound: without it, all positions would be searched.
    """

    def __init__(
        self,
        rules: Rules,
        position: int,
        *,
        nodes: tuple[int, int] = (FEWEST_NODES, MOST_NODES),
        compiled: bool = True,
        confirmed: int = CONFIRMED,
    ) -> None:
        self._given_rules = rules
        self._confirmed = confirmed
        self.rules = with_bounds(rules)
        self._has_scores = rules.objective.by_score
        self._has_rings = rules.objective.by_steps and rules.goals is not None
        assert rules.bound is not None or not self._has_scores
        self.position = rules.class_of(position)
        self.searched = 0
        self.least, self.most = 0, FAR
        self.solution: list[ClassId] | None = None  # its positions, up to symmetry
        self.totals: list[int] = []  # of the rest of the solution, from each of them
        self.finished = False  # the search is complete
        self._exact = False
        self._hurried = rules.bound is None
        self._fewest_nodes, self._most_nodes = nodes
        self._may_be_compiled = compiled
        self._plain: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._compiled = False  # whether compiled code continues
        self._nodes: Nodes | None = None
        self._deep: DeepArrays | None = None

    @property
    def ready(self) -> bool:
        """Whether no compiler has to be started."""
        return is_ready(searching.advance, self.rules)

    @property
    def outcome(self) -> Outcome | None:
        """The proved bounds; None if there are none."""
        worst = self.outcome_of(self.most) if self.most < FAR else None
        if self._exact:
            return worst or self._given_rules.objective.outcome(Code(0))
        proved = self.least > (0 if self._has_scores else 1) or worst
        return Bound(self.outcome_of(self.least), worst) if proved else None

    def outcome_of(self, total: int) -> Outcome:
        objective = self._given_rules.objective
        # `priority` is its own inverse for every objective of one player.
        return objective.outcome(Code(objective.functions["priority"](total + 1)))

    def run(self, watch: Meter) -> None:
        """Search until the outcome is known; `Exhausted` is raised if the effort ends it."""
        with arrays().wrapping():  # a hash
            self._begun = self.searched
            self._head_start = HeadStart(searching.advance, self.rules)
            self._choose_code(watch)
            if self._nodes is None and not self.finished:
                self._begin(watch)
            while not self.finished:
                if self._deep is None:
                    self._advance(watch)
                else:
                    self._deepen(watch)

    # Bidirectional A*

    def _begin(self, watch: Meter) -> None:
        needed = self._needed()
        if not self._has_scores and self._given_rules.worth(self.position) == 1:
            if needed:
                raise self._wrong_bound()
            self.most, self.solution, self.totals = 0, [self.position], [0]
            self._exact = self.finished = True
            return
        if needed < 0:
            self._end(watch, exact=True)
            return
        self.least = needed
        if not self._hurried:
            self._weighted_search(watch)
        if not self.finished:
            nodes, self._state = self._seeded(watch, rings=self._has_rings)
            self._state[searching.MOST] = self.most
            self._nodes = nodes

    def _needed(self) -> int:
        """Return the least total that the bound of the rules allows at first; -1 if none."""
        state = [1] * searching.CELLS
        return int(bound(searching.hinted_bound, self.rules)(self.position, state))

    def _seeded(self, watch: Meter, *, rings: bool, hinted: bool = True) -> tuple[Nodes, Array]:
        least = self.least if hinted else 0
        solved = self._solved() if rings else []
        capacity = self._fewest_nodes
        while capacity < 1 + len(solved):
            capacity *= 2
        watch.need(NODE * capacity + 8 * FAR)
        nodes = empty_nodes(capacity, rings=rings)
        state = arrays().zeros(searching.CELLS, "int64")
        state[searching.MOST] = state[searching.HIGHER] = FAR
        state[searching.LEAST] = least
        state[searching.RING] = -1
        state[searching.SHARE] = 1 if self._given_rules.bound is None else SHARE
        for node, position in enumerate([self.position, *solved]):
            searching.enter(position, self._slot_of(position, nodes), state, nodes)
            if node:
                nodes.links[node, searching.LEFT] = 0
                nodes.queue[node - 1] = node
        nodes.links[0, searching.AWAY] = 0
        nodes.links[0, searching.STATUS_OF_NODE] = least << 1
        state[searching.HINTED] = hinted
        if rings:
            state[searching.RING] = 0
            state[searching.QUEUED] = state[searching.RING_END] = len(solved)
        searching.push(0, least, state, nodes)
        return nodes, state

    def _solved(self) -> list[int]:
        assert self._given_rules.goals is not None
        canonical = self._given_rules.class_of
        return sorted(
            {canonical(position) for position in self._given_rules.goals()} - {self.position}
        )

    def _weighted_search(self, watch: Meter) -> None:
        """Search for a first solution by weighted A*; a complete search settles everything.

        If ends have scores, the bound would lead away from them: this search is depth first.
        """
        self._hurried = True
        nodes, state = self._seeded(watch, rings=False, hinted=not self._has_scores)
        begin = self.searched
        while (
            state[searching.STATUS] != searching.DONE and self.searched < begin + WEIGHTED_POSITIONS
        ):
            if state[searching.STATUS] == searching.FULL:
                watch.need(GROWTH * NODE * len(nodes.positions))
                nodes = self._grown(nodes, state)
            self._step(nodes, state, WEIGHT, watch)
        if state[searching.MOST] < FAR:
            self._note_solution(nodes, state, [])
        elif state[searching.STATUS] == searching.DONE and not state[searching.CUT]:
            self._end(watch, exact=True)

    def _advance(self, watch: Meter) -> None:
        """Continue A*, until it is done or memory is full."""
        nodes, state = self._nodes, self._state
        assert nodes is not None
        while state[searching.STATUS] != searching.DONE:
            if state[searching.STATUS] == searching.FULL:
                larger = GROWTH * len(nodes.positions)
                if larger > self._most_nodes or watch.spare() < NODE * larger:
                    state[searching.LIMIT] = state[searching.LEAST]
                    state[searching.STRIDE] = 1
                    state[searching.SINCE] = state[searching.SEARCHED]
                    self._begin_deepening(watch)
                    return
                nodes = self._nodes = self._grown(nodes, state)
            self._step(nodes, state, 1, watch)
        self._conclude(watch)

    def _step(self, nodes: Nodes, state: Array, weight: int, watch: Meter) -> None:
        budget = self._budget(watch)
        before = int(state[searching.SEARCHED])
        state[searching.STATUS] = searching.RUNNING
        self._advancing(state, nodes, weight, budget)
        self._choose_code(watch)
        self.searched += int(state[searching.SEARCHED]) - before
        self._refuse_if_broken(state)
        if weight == 1:
            self._note(nodes, state, [])
        watch(SEARCHING, self.searched - self._begun, None)

    def _budget(self, watch: Meter) -> int:
        """Return the number of positions to search before the next check of limits."""
        step = max(FIRST_STEP, min(STEP, self.searched)) if self._compiled else INTERPRETED_STEP
        most = watch.effort.positions
        return step if most is None else max(1, min(step, self._begun + most + 1 - self.searched))

    # Depth first

    def _begin_deepening(self, watch: Meter, width: int = WIDTH) -> None:
        self._deep = None  # releases its memory
        seen = SEEN
        while seen > FEWEST_SEEN and watch.spare() < 4 * SEEN_ENTRY * seen:
            seen //= 2
        shapes = (DEEPEST, 5), (DEEPEST, 3 * width), DEEPEST, (seen, 2)
        self._deep = DeepArrays(*(arrays().zeros(shape, "int64") for shape in shapes))

    def _deepen(self, watch: Meter) -> None:
        nodes, state, deep = self._nodes, self._state, self._deep
        assert nodes is not None
        assert deep is not None
        before = int(state[searching.SEARCHED])
        state[searching.STATUS] = searching.RUNNING
        budget = self._budget(watch)
        self._deepening(state, nodes, deep, budget, STEPS if self._compiled else INTERPRETED_STEP)
        self._choose_code(watch)
        self.searched += int(state[searching.SEARCHED]) - before
        self._refuse_if_broken(state)
        self._note(nodes, state, [int(each) for each in deep.found[: state[searching.FOUND]]])
        if state[searching.STATUS] == searching.TOO_MANY_MOVES:
            self._begin_deepening(watch, deep.children.shape[1])
        elif state[searching.STATUS] != searching.RUNNING:
            self._conclude(watch)
        watch(SEARCHING, self.searched - self._begun, None)

    # Results

    def _refuse_if_broken(self, state: Array) -> None:
        rules, position = self._given_rules, int(state[searching.AT_FAULT])
        if state[searching.STATUS] == searching.BROKEN:
            raise self._wrong_bound()
        if state[searching.STATUS] == searching.BROKEN_RING:
            raise omitted_predecessor(rules)
        if state[searching.STATUS] == searching.WRONG_COST:
            for move in rules.moves(position):
                checked_cost(rules, rules.cost_of(position, move), position)
        if state[searching.STATUS] == searching.WRONG_WORTH:
            check_ends(rules, [position], [0], [rules.worth(position)])

    def _wrong_bound(self) -> InvalidRules:
        rules = self._given_rules
        if self._has_scores:
            return wrong_score_bound(rules, rules.objective.bound_name)
        return wrong_bound_error(rules)

    def _confirm(self, watch: Meter) -> None:
        """Repeat the search without hints, if few positions suffice, and reject wrong hints."""
        hinted = self._given_rules.bound is not None
        if not hinted and not self._has_rings:
            return
        nodes, state = self._seeded(watch, rings=False, hinted=False)
        state[searching.MOST] = self.most
        few = self._confirmed if self._compiled else min(self._confirmed, CONFIRMED_PLAINLY)
        self._advancing(state, nodes, 1, few)
        self._refuse_if_broken(state)
        if state[searching.MOST] < self.most:
            raise self._wrong_bound() if hinted else omitted_predecessor(self._given_rules)

    def _note(self, nodes: Nodes, state: Array, deep: list[int]) -> None:
        """Record the bounds proved so far."""
        if state[searching.MOST] < state[searching.LEAST]:
            raise self._wrong_bound()
        self.least = max(self.least, min(int(state[searching.LEAST]), int(state[searching.MOST])))
        if state[searching.MOST] < self.most:
            self._note_solution(nodes, state, deep)

    def _note_solution(self, nodes: Nodes, state: Array, deep: list[int]) -> None:
        """Record a solution: back to the start, then the depth-first moves, then the rings."""
        line = []
        node = int(state[searching.MEETING])
        while node >= 0:
            line.append(ClassId(PositionId(int(nodes.positions[node]))))
            node = int(nodes.links[node, searching.FROM])
        line = line[::-1] + [ClassId(PositionId(one)) for one in deep]
        while not self._has_scores and self._given_rules.worth(line[-1]) != 1:
            line.append(self._towards_end(nodes, line[-1]))
        end = self._given_rules.objective.final(self._given_rules.worth(line[-1]))
        totals = [self._given_rules.objective.functions["priority"](end) - 1]
        for here, after in zip(line[-2::-1], line[:0:-1], strict=True):
            totals.append(totals[-1] + self._added(here, after))
        self.solution, self.totals = line, totals[::-1]
        # Weighted A* may have found a shorter path to the same end.
        self.most = self.totals[0]

    def _added(self, here: ClassId, after: ClassId) -> int:
        """Return the least that a move from a position to another adds to the total."""
        rules = self._given_rules
        if rules.cost is None:
            return 0 if self._has_scores else 1
        return min(
            rules.cost(here, move)
            for move in rules.moves(here)
            if rules.class_of(rules.play(here, move)) == after
        )

    def _towards_end(self, nodes: Nodes, position: int) -> ClassId:
        """Return a position after one move that is closer to a goal."""
        least_image = self._given_rules.class_of
        left = nodes.links[self._node_of(position, nodes), searching.LEFT]
        for move in self._given_rules.moves(position):
            child = least_image(self._given_rules.play(position, move))
            node = self._node_of(child, nodes)
            if node >= 0 and nodes.links[node, searching.LEFT] == left - 1:
                return child
        raise AssertionError("predecessors names a position from which no move leads here")

    def _conclude(self, watch: Meter) -> None:
        """End: all is known, or every solution is longer than the limit."""
        done = self._state[searching.STATUS] == searching.DONE
        self._compare_rings()
        self._nodes = self._deep = None  # frees its memory
        self._end(watch, exact=done and (self.most < FAR or not self._state[searching.CUT]))

    def _compare_rings(self) -> None:
        """Reject rings that omit a position of the solution."""
        nodes, complete = self._nodes, int(self._state[searching.RING])
        if nodes is None or self.solution is None or not self._has_rings:
            return
        for left, position in enumerate(reversed(self.solution)):
            node = self._node_of(position, nodes)
            known = -1 if node < 0 else int(nodes.links[node, searching.LEFT])
            if left <= complete and not 0 <= known <= left:
                raise omitted_predecessor(self._given_rules)

    def _end(self, watch: Meter, *, exact: bool) -> None:
        if exact:
            self._confirm(watch)
        self._exact, self.finished = exact, True

    def _grown(self, nodes: Nodes, state: Array) -> Nodes:
        """Return the nodes with more space."""
        rings, capacity = len(nodes.queue) > 1, GROWTH * len(nodes.positions)
        larger = empty_nodes(capacity, rings=rings)._replace(heads=nodes.heads)
        for name in ("positions", "links", "entries", "queue"):
            old = getattr(nodes, name)
            getattr(larger, name)[: len(old)] = old
        self._bound(searching.fill_slots, None)(int(state[searching.NODES]), larger)
        return larger

    def _choose_code(self, watch: Meter) -> None:
        self._compiled = self._may_be_compiled and self._head_start.is_over(watch.effort)

    @property
    def _advancing(self) -> Callable[..., None]:
        return self._bound(searching.advance, self.rules)

    @property
    def _deepening(self) -> Callable[..., None]:
        return self._bound(searching.deepen, self.rules)

    @property
    def _node_of(self) -> Callable[..., int]:
        return self._bound(searching.node_of, None)

    @property
    def _slot_of(self) -> Callable[..., int]:
        return self._bound(searching.slot_of, None)

    def _bound(self, function: Callable[..., Any], rules: Rules | None) -> Callable[..., Any]:
        if self._compiled:
            return kernel(function, rules)
        if function not in self._plain:
            self._plain[function] = bound(function, rules)
        return self._plain[function]
