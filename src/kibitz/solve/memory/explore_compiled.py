"""Exploration in compiled code: all positions of a game and all moves.

Positions are numbered in the order of discovery, as in `solve/memory/explore_interpreted.py`, so
that this can continue what the interpreter began, and both find the same graph.
"""

from __future__ import annotations

from collections.abc import Callable

from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays, machine
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import COUNTING, USUAL_PACE, Effort, Exhausted, Meter, Pace
from kibitz.solve.estimate import (
    Estimate,
    estimate,
    estimate_placements,
    refuse_if_too_large,
    refuse_if_too_many,
)
from kibitz.solve.invalid_rules import MOST_COST, check_expanded, check_positions, checked_cost
from kibitz.solve.memory import game_kernels, numbering
from kibitz.solve.memory.explore_interpreted import EXPLORING, checked
from kibitz.solve.memory.move_graph import Graph, never
from kibitz.system.thread_pool import Team, spans

FEWEST_SLOTS = 1 << 12
ROOM = 1 << 16  # children in the buffer of one span of positions
LEAST_WORK = 1 << 13  # children below which another thread does not pay
MOST_POSITIONS = (1 << 31) - 1
PIECE = 1 << 22  # placements listed per call
MOST_IMAGES = 64  # of a position, on any board
MANY_MOVES = 1 << 24  # up to which their buffer is doubled


def explore_compiled(rules: Rules, graph: Graph, watch: Meter, team: Team) -> None:
    """Explore in compiled code, from the current state of the graph.

    A game that turns out to be large is estimated first, and rejected if it will not fit.
    """
    explore_beginning(rules, graph, watch, team).run()
    graph.trim()


def explore_beginning(rules: Rules, graph: Graph, watch: Meter, team: Team) -> Explorer:
    """Explore the beginning of a game, all of a small one; reject a game that will not fit.

    A resumed graph is estimated again: it may have stopped before the estimate.
    """
    explorer = _beginning(rules, graph, watch, team, keep_moves=True)
    if not graph.finished and machine() is None:  # a game is not estimated without NumPy
        refuse_if_too_large(explorer)
    return explorer


def measured(rules: Rules, first: int = USUAL_PACE.measured) -> Estimate:
    """Return an estimate of the size of a game from its first positions, a million by default."""
    if rules.placements is not None:
        return estimate_placements(rules)
    with Team() as team:
        watch = Effort.unlimited.at(Pace(measured=first)).watch()
        return estimate(_beginning(rules, Graph(), watch, team, keep_moves=False))


def _beginning(
    rules: Rules, graph: Graph, watch: Meter, team: Team, *, keep_moves: bool
) -> Explorer:
    """Return an explorer that has explored the first positions of a game, or all of it."""
    if not graph.seeded:
        seed_compiled(rules, graph, watch)
    if not graph.compact:
        graph.make_compact()
    explorer = Explorer(rules, graph, team, watch, mirrored=True, keep_moves=keep_moves)
    explorer.run(lambda: graph.reached[1] >= watch.effort.pace.measured)
    return explorer


def seed_compiled(rules: Rules, graph: Graph, watch: Meter) -> None:
    """Make the start, or all placements, the first positions of a graph."""
    if rules.placements is None:
        graph.seed([checked(rules, rules.class_of(checked(rules, rules.start)))])
        return
    limit = watch.effort.positions
    if limit is not None:  # reject early if there are far more placements than allowed
        most = MOST_IMAGES * limit
        if kernel(game_kernels.sample_placements, rules)(most + 1, 0)[0] > most:
            raise Exhausted("positions", limit, limit)
    place = kernel(game_kernels.place, rules)
    pieces: list[Array] = []
    first, filled = 0, PIECE
    while filled == PIECE:  # one thread: generating all placements takes longer than selecting
        watch.need((2 * len(pieces) + 1) * 8 * PIECE)  # sorting makes a copy
        piece = arrays().empty(PIECE, "int64")
        first, filled = place(first, 0, 1, piece)
        pieces.append(piece[:filled])
        if filled == PIECE and len(pieces) == 1 and machine() is None:
            refuse_if_too_many(rules, watch)
    graph.placed = int(first)
    seeds = arrays().joined(pieces) if len(pieces) > 1 else pieces[0]
    if not arrays().is_ascending(seeds):
        seeds = arrays().ascending(seeds)
    check_positions(rules, seeds)
    graph.seed(seeds)


class Explorer:
    """Expands positions span by span: several threads write children, one thread numbers them."""

    def __init__(
        self,
        rules: Rules,
        graph: Graph,
        team: Team,
        watch: Meter,
        *,
        mirrored: bool,
        keep_moves: bool,
    ) -> None:
        self.rules = rules
        self.graph = graph
        self.watch = watch
        self.team = team
        self.mirrored = mirrored
        self.keep_moves = keep_moves
        self.expand = kernel(game_kernels.expand, rules)
        self.look_up = kernel(numbering.look_up)
        self.number = kernel(numbering.number)
        self.all_buffers = [ExploreBuffers() for _ in range(team.size)]
        self.slots = slots_for(graph.positions, graph.reached[1])

    def run(self, until: Callable[[], bool] = never) -> bool:
        """Explore to the end, or until the given condition holds; return whether it does."""
        while not self.graph.finished:
            if until():
                return True
            expanded, known, _ = self.graph.reached
            self.watch(EXPLORING if self.keep_moves else COUNTING, expanded, None)
            self._advance(expanded, known)
        return until()

    def _advance(self, expanded: int, known: int) -> None:
        """Expand the next positions, as many as the buffers are likely to suffice for."""
        _, _, edges = self.graph.reached
        self._make_room_for_degrees()
        branching = 1 + edges // max(1, expanded)
        span = min(self.watch.effort.pace.span, 1 + ROOM * 3 // 4 // branching)
        last = min(known, expanded + self.team.size * span)
        parts = spans(expanded, last, self.team.size, 1 + LEAST_WORK // branching)
        shares = [(*part, buffers) for part, buffers in zip(parts, self.all_buffers, strict=False)]
        done = self.team.run(self._expand, shares)
        for (_, end, buffers), (stopped, filled) in zip(shares, done, strict=True):
            self._number_children(buffers, filled, stopped)
            self._catch_up(stopped, end, buffers)

    def _catch_up(self, first: int, last: int, buffers: ExploreBuffers) -> None:
        """Expand the positions whose children did not fit into the buffers."""
        while first < last:
            self._make_room_for_degrees()
            stopped, filled = self._expand(first, last, buffers)
            self._number_children(buffers, filled, stopped)
            if stopped == first:  # one position has more moves than the buffer holds
                buffers.double()
            first = stopped

    def _expand(self, first: int, last: int, buffers: ExploreBuffers) -> tuple[int, int]:
        """Write the children of positions, and the numbers of those already known."""
        graph = self.graph
        stopped, filled = self.expand(
            graph.positions,
            first,
            last,
            self.mirrored,
            buffers.children,
            graph.degrees,
            graph.worths,
        )
        check_expanded(self.rules, graph.positions, stopped, filled)
        self.look_up(buffers.children, 0, filled, graph.positions, self.slots, buffers.numbers)
        return int(stopped), int(filled)

    def _number_children(self, buffers: ExploreBuffers, filled: int, expanded: int) -> None:
        """Assign numbers to the children of all positions before `expanded`, and record that."""
        graph = self.graph
        _, before, edges = graph.reached
        known = before
        begin = 0
        while True:
            begin, known = self.number(
                buffers.children, buffers.numbers, begin, filled, graph.positions, known, self.slots
            )
            if begin == filled:
                break
            self._grow(known)
        check_positions(self.rules, graph.positions[before:known])
        if self.keep_moves:
            if edges + filled > len(graph.targets):
                more = len(graph.targets) // (4 if len(graph.targets) > MANY_MOVES else 1)
                length = edges + filled + more
                self.watch.need(graph.targets.itemsize * length)
                graph.targets = arrays().resized(graph.targets, length)
            mark_moves(
                self.rules, graph.positions, graph.reached[0], expanded, buffers.numbers[:filled]
            )
            graph.targets[edges : edges + filled] = buffers.numbers[:filled]
            if self.rules.cost is not None:
                costs = costs_of(self.rules, graph.positions, graph.reached[0], expanded, filled)
                graph.costs = arrays().resized(graph.costs, edges + filled)
                graph.costs[edges:] = costs
        graph.reached = (expanded, int(known), edges + filled)

    def _grow(self, known: int) -> None:
        """Enlarge the arrays for positions, if the memory limit allows.

        All slots are written at once, the other new memory only as it fills.
        """
        graph = self.graph
        length = room_for_more(known)
        slots = graph.degrees.itemsize * number_of_slots(length)
        copies = graph.positions.nbytes + graph.degrees.nbytes + graph.worths.nbytes
        self.watch.need(copies + slots - self.slots.nbytes)
        graph.positions = arrays().resized(graph.positions, length)
        self.slots = self.slots[:0]  # freed before the new ones are allocated
        self.slots = slots_for(graph.positions, known)

    def _make_room_for_degrees(self) -> None:
        graph = self.graph
        if len(graph.degrees) < len(graph.positions):
            graph.degrees = arrays().resized(graph.degrees, len(graph.positions))
            graph.worths = arrays().resized(graph.worths, len(graph.positions))


def marks_of(rules: Rules, positions: Array, first: int, last: int, count: int) -> Array:
    """Return, for each move from `positions[first:last]`, whether the mover moves again."""
    marks: Array = arrays().zeros(count, "bool")
    kernel(game_kernels.mark, rules)(positions, first, last, marks)
    return marks


def costs_of(rules: Rules, positions: Array, first: int, last: int, count: int) -> Array:
    """Return the cost of each move from `positions[first:last]`."""
    costs: Array = arrays().zeros(count, "int32")
    kernel(game_kernels.write_costs, rules)(positions, first, last, costs)
    least, most = arrays().extremes(costs) if count else (1, 1)
    if not 1 <= least <= most <= MOST_COST:
        for position in positions[first:last].tolist():
            for move in rules.moves(position):
                checked_cost(rules, rules.cost_of(position, move), position)
    return costs


def mark_moves(rules: Rules, positions: Array, first: int, last: int, numbers: Array) -> None:
    """Complement the targets of moves after which the mover moves again (see `backward`)."""
    if rules.same_mover is not None:
        marks = marks_of(rules, positions, first, last, len(numbers))
        arrays().complement(numbers, marks)


class ExploreBuffers:
    """Buffers of one thread for the children of a span of positions, and their numbers."""

    def __init__(self) -> None:
        self.children = arrays().empty(ROOM, "int64")
        self.numbers = arrays().empty(ROOM, "int32")

    def double(self) -> None:
        """Double the size of the buffers."""
        self.children = arrays().resized(self.children, 2 * len(self.children))
        self.numbers = arrays().resized(self.numbers, 2 * len(self.numbers))


def room_for_more(known: int) -> int:
    """Return the new capacity when `known` positions fill the current one."""
    if known >= MOST_POSITIONS:
        raise Exhausted("positions", known, MOST_POSITIONS)
    return min(max(FEWEST_SLOTS // 2, 2 * known), MOST_POSITIONS)


def slots_for(positions: Array, known: int) -> Array:
    """Return slots with the first `known` positions entered, and space for all."""
    slots: Array = arrays().filled(number_of_slots(len(positions)), numbering.FREE, "int32")
    kernel(numbering.fill_slots)(positions, known, slots)
    return slots


def number_of_slots(positions: int) -> int:
    """Return the number of slots for a number of positions."""
    size = FEWEST_SLOTS
    while size < 2 * positions:
        size *= 2
    return size
