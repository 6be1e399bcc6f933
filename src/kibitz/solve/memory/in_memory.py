"""In-memory solve of a whole game: exploration, values and counts.

Solving starts in the interpreter and switches to compiled code when the game turns out to be large,
so that a small game never waits for a compiler.
"""

from __future__ import annotations

from array import array

from kibitz.solve.array_backend import arrays, threads
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Effort, no_progress
from kibitz.solve.estimate import A_POSITION, refuse
from kibitz.solve.invalid_rules import check_placements
from kibitz.solve.memory.census import images_compiled, images_interpreted
from kibitz.solve.memory.explore_compiled import explore_beginning, explore_compiled
from kibitz.solve.memory.explore_interpreted import explore_interpreted, moves_interpreted
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.memory.tiers import TierSolver
from kibitz.solve.memory.valuation import codes_of
from kibitz.solve.store.rowfile import LETTERS
from kibitz.solve.store.solution import Solution
from kibitz.system.thread_pool import Team

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import Ints
    from kibitz.solve.effort import Meter, Progress

    Rows = tuple[Ints, Ints, Ints]
    Mode = Literal["interpreter", "compiled"]

SORTING = 32  # bytes per position to sort the arrays and to count


def solve(
    rules: Rules,
    *,
    mode: Mode | None = None,
    progress: Progress | None = None,
    graph: Graph | None = None,
    effort: Effort | None = None,
) -> Solution:
    """Return the value of every position of a game.

    None as `mode` begins in the interpreter and switches when that pays.
    `progress(phase, done, total)` is called periodically, with `total` None while unknown.

    `graph` holds the state: when solving is interrupted (by KeyboardInterrupt, or by any error
    raised in `progress`), pass the same graph again, or a pickled copy of it, and exploration
    resumes there. Evaluation and counting, the shorter part, start again.

    `effort` sets the limits; `Exhausted` is raised if they do not suffice, as early as that is
    known.
    """
    watch = (effort or Effort()).watch(progress or no_progress)
    return solve_within(watch, rules, graph or Graph(), mode)


def solve_within(watch: Meter, rules: Rules, graph: Graph, mode: Mode | None = None) -> Solution:
    """Do the same with the meter of a running effort."""
    most = moves_interpreted(rules, graph, watch.effort, mode)
    if explore_interpreted(rules, graph, watch, most):
        codes = codes_of(graph, rules, watch)
        images = images_interpreted(rules, graph.positions, graph.placed, watch)
        return _solution(rules, (graph.positions, codes, images), graph.placed)
    found = None
    with Team(threads()) as team:
        for algorithm, solve_by in ALGORITHMS.items():
            suits = algorithm == "moves" or serves(algorithm, rules)
            if found is None and suits and arrays().serves(algorithm):
                found = solve_by(rules, graph, watch, team)
    assert found is not None, "moves serve every game"
    if not arrays().is_ascending(found[0]):
        watch.need(SORTING * len(found[0]))
    return _solution(rules, found, graph.placed)


def _by_tiers(rules: Rules, graph: Graph, watch: Meter, team: Team) -> Rows | None:
    """Return the arrays of a solution by the tiers of the game, if it is large."""
    if not (graph.tiers.found or graph.tiers.seeds):
        explore_beginning(rules, graph, watch, team)
        if graph.finished:
            return None
        graph.give_up_moves()
    elif graph.estimate is not None:  # of the interrupted call
        refuse(graph.estimate, watch, graph.found * A_POSITION)
    solver = TierSolver(rules, graph.tiers, team, watch)
    solver.down()
    solver.up()
    positions, codes = solver.rows()
    return positions, codes, images_compiled(rules, positions, graph.placed, watch, team)


def _by_moves(rules: Rules, graph: Graph, watch: Meter, team: Team) -> Rows:
    """Return the arrays of a solution, unsorted, from the graph of all moves."""
    explore_compiled(rules, graph, watch, team)
    codes = codes_of(graph, rules, watch)
    images = images_compiled(rules, graph.positions, graph.placed, watch, team)
    return graph.positions, codes, images


ALGORITHMS: dict[str, Callable[[Rules, Graph, Meter, Team], Rows | None]] = {
    "tiers": _by_tiers,
    "moves": _by_moves,
}


def _sorted_rows(objective: Objective, positions: Ints, codes: Ints, images: Ints) -> Rows:
    if isinstance(positions, list):
        order = sorted(range(len(positions)), key=positions.__getitem__)
        return (
            array("q", (positions[at] for at in order)),
            array(LETTERS[objective.code_bytes], (codes[at] for at in order)),
            array("h", (images[at] for at in order)),
        )
    make = arrays()
    if make.is_ascending(positions):
        return positions, codes, images
    order = make.order(positions)
    return make.taken(positions, order), make.taken(codes, order), make.taken(images, order)


def _solution(rules: Rules, found: Rows, placed: int) -> Solution:
    start = rules.class_of(rules.start)
    positions, codes, images = _sorted_rows(rules.objective, *found)
    interpreted = isinstance(positions, array)
    if placed:
        in_full = sum(images) if interpreted else arrays().total(images)
        check_placements(rules, in_full, placed)
    content = memoryview if interpreted else arrays().content
    return Solution(start, content(positions), content(codes), content(images))
