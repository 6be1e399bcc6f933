"""A game solved whole: every position explored, valued and counted.

Solving starts in the interpreter and moves over to compiled code when the game turns out to be
large, so that a small game never waits for a compiler.
"""

from __future__ import annotations

from array import array

from kibitz.solve.capabilities import serves
from kibitz.solve.compiling.compiled import available, is_ready
from kibitz.solve.effort import Effort
from kibitz.solve.estimate import A_POSITION, refuse
from kibitz.solve.invalid_rules import check_placements
from kibitz.solve.memory import game_kernels
from kibitz.solve.memory.census import images_by_layers, images_compiled, images_plainly
from kibitz.solve.memory.explore_compiled import explore_beginning, explore_compiled
from kibitz.solve.memory.explore_interpreted import explore_plainly
from kibitz.solve.memory.move_graph import Graph, is_sorted, no_progress
from kibitz.solve.memory.score_layers import LayerSolver
from kibitz.solve.memory.tiers import TierSolver
from kibitz.solve.memory.valuation import codes_of
from kibitz.solve.store.rowfile import LETTERS
from kibitz.solve.store.solution import Solution
from kibitz.system.thread_pool import Team

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.core.rules import Rules
    from kibitz.objectives.objective import Objective
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.rows import EitherRow

    Rows = tuple[EitherRow, EitherRow, EitherRow]
    Tier = Literal["interpreter", "compiled"]

SORTING = 32  # bytes a position that it takes to sort the rows and to count what is in them


def solve(
    rules: Rules,
    *,
    tier: Tier | None = None,
    progress: Progress | None = None,
    graph: Graph | None = None,
    effort: Effort | None = None,
) -> Solution:
    """Return the value of every position of a game.

    `tier` says where to work; None begins in the interpreter and moves over where that pays.
    `progress(phase, done, total)` is called now and then, `total` None where it is not known yet.

    `graph` is where the work is kept: when solving is interrupted (by KeyboardInterrupt, or by
    any error raised in `progress`), hand the same graph in again, or a pickled copy of it, and
    exploring goes on where it was. Valuing and counting, the shorter part, begin anew.

    `effort` says within which limits; `Exhausted` is raised where they do not suffice, as soon as
    that can be told.
    """
    return solve_within(
        (effort or Effort()).watch(progress or no_progress), rules, graph or Graph(), tier
    )


def solve_within(watch: Meter, rules: Rules, graph: Graph, tier: Tier | None = None) -> Solution:
    """Do the same for a caller who watches the effort."""
    if _in_interpreter(rules, graph, tier, watch):
        codes = codes_of(graph, rules, watch)
        images = images_plainly(rules, graph.positions, graph.placed, watch)
        return _solution(rules, (graph.positions, codes, images), graph.placed)
    with Team() as team:
        rows = (
            _by_layers(rules, graph, watch, team)
            or _by_tiers(rules, graph, watch, team)
            or _by_moves(rules, graph, watch, team)
        )
    if not is_sorted(rows[0]):
        watch.need(SORTING * len(rows[0]))
    return _solution(rules, rows, graph.placed)


def _in_interpreter(rules: Rules, graph: Graph, tier: Tier | None, watch: Meter) -> bool:
    """Explore in the interpreter as far as that is wanted; say whether the graph is complete."""
    if tier == "interpreter" or (tier is None and not (watch.effort.compile and available())):
        return explore_plainly(rules, graph, watch, None)
    if tier == "compiled" or graph.compact or is_ready(game_kernels.expand, rules):
        return False
    return explore_plainly(rules, graph, watch, watch.effort.pace.interpreted)


def _by_layers(rules: Rules, graph: Graph, watch: Meter, team: Team) -> Rows | None:
    """Return the rows of a solution, unsorted, if the game can be solved layer by layer."""
    if not serves("layers", rules):
        return None
    solver = LayerSolver(rules, graph, team, watch)
    if not solver.down():
        return None
    return (*solver.up(), images_by_layers(rules, solver))


def _by_tiers(rules: Rules, graph: Graph, watch: Meter, team: Team) -> Rows | None:
    """Return the rows of a solution, if the game says its tiers and is large."""
    if not serves("tiers", rules):
        return None
    if not (graph.tiers.found or graph.tiers.seeds):
        explore_beginning(rules, graph, watch, team)
        if graph.finished:
            return None
        graph.give_up_moves()
    elif graph.estimate is not None:  # by the call that was interrupted
        refuse(graph.estimate, watch, graph.found * A_POSITION)
    solver = TierSolver(rules, graph.tiers, team, watch)
    solver.down()
    solver.up()
    positions, codes = solver.rows()
    return positions, codes, images_compiled(rules, positions, graph.placed, watch, team)


def _by_moves(rules: Rules, graph: Graph, watch: Meter, team: Team) -> Rows:
    """Return the rows of a solution, unsorted, by way of the graph of all moves."""
    explore_compiled(rules, graph, watch, team)
    codes = codes_of(graph, rules, watch)
    images = images_compiled(rules, graph.positions, graph.placed, watch, team)
    return graph.positions, codes, images


def _sorted_rows(
    objective: Objective, positions: EitherRow, codes: EitherRow, images: EitherRow
) -> Rows:
    if isinstance(positions, list):
        order = sorted(range(len(positions)), key=positions.__getitem__)
        return (
            array("q", (positions[at] for at in order)),
            array(LETTERS[objective.code_bytes], (codes[at] for at in order)),
            array("h", (images[at] for at in order)),
        )
    if is_sorted(positions):
        return positions, codes, images
    order = positions.argsort()
    return positions[order], codes[order], images[order]


def _solution(rules: Rules, rows: Rows, placed: int) -> Solution:
    start = rules.class_of(rules.start)
    positions, codes, images = _sorted_rows(rules.objective, *rows)
    if placed:
        in_full = sum(images) if isinstance(images, array) else int(images.sum(dtype="int64"))
        check_placements(rules, in_full, placed)
    return Solution(start, memoryview(positions), memoryview(codes), memoryview(images))
