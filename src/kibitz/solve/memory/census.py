"""How many positions there are in full, mirror images counted.

A table holds one of each set of mirror images. Where the symmetries leave the start alone, every
image of a position that can be reached can be reached as well, and the sizes of the sets are the
answer. Where they do not (peg solitaire with a vacancy in a corner, the L-game), fewer may be
reachable than these sets hold, and we explore again without symmetry, but keep no moves.

Often a small part of that is enough. Take the symmetries that lead from the start to one of its
images that can be reached: whatever two of them do one after the other can be reached too, so
they are a group, and the number of images of the start that can be reached divides the number of
all its images. So, as soon as more than half of these are found, all of them can be reached, and
with them every image of everything.
"""

from __future__ import annotations

import sys
from collections import Counter

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import COUNTING, UNLIMITED
from kibitz.solve.memory import game_kernels, numbering
from kibitz.solve.memory.explore_compiled import Explorer, number_of_slots, slots_for
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.memory.score_layers import one_position
from kibitz.system.thread_pool import Team, spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.core import PositionId
    from kibitz.core.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.score_layers import LayerSolver
    from kibitz.solve.rows import EitherRow

SPAN = 1 << 13
PLAIN_SPAN = 256
MANY = 1 << 31  # images of a position: more than there can be


def images_plainly(rules: Rules, positions: EitherRow, placed: int, watch: Meter) -> EitherRow:
    """Return how many images of each position belong to the game, in the interpreter."""
    if rules.canonical is None:
        return [1] * len(positions)
    sizes = [rules.orbit(position) for position in positions] if rules.orbit else []
    if sizes and placed:
        return sizes
    full = rules.placements() if rules.placements else reach_plainly(rules, watch)
    if full is None:
        return sizes
    tally = Counter(map(rules.canonical, full))
    return [max(1, tally[position]) for position in positions]


def reach_plainly(rules: Rules, watch: Meter) -> list[PositionId] | None:
    """Return every position that can be reached; None if that is all images of all of them."""
    canonical = rules.canonical
    assert canonical is not None
    start = canonical(rules.start)
    half = rules.orbit(start) // 2 if rules.orbit else MANY
    reached = [rules.start]
    known = {rules.start}
    expanded = checked_to = images = 0
    while True:
        images += sum(canonical(position) == start for position in reached[checked_to:])
        if images > half:
            return None
        checked_to = len(reached)
        if expanded == checked_to:
            return reached
        watch(COUNTING, expanded, None)
        watch.need(2 * sys.getsizeof(known))  # what it takes when it next grows
        for position in reached[expanded : expanded + PLAIN_SPAN]:
            for move in rules.moves(position):
                child = rules.play(position, move)
                if child not in known:
                    known.add(child)
                    reached.append(child)
            expanded += 1


def images_compiled(
    rules: Rules, positions: EitherRow, placed: int, watch: Meter, team: Team
) -> EitherRow:
    """Return how many images of each position belong to the game, in compiled code."""
    if rules.canonical is None:
        return sizes_of_orbits(rules, positions, team)
    if rules.orbit is None:
        full = all_placements(rules, placed, watch) if placed else _reach(rules, watch, team)
        return tally(kernel(game_kernels.mirror, rules), positions, full, watch, team)
    if not placed and (full := _reach(rules, watch, team)) is not None:
        return tally(kernel(game_kernels.mirror, rules), positions, full, watch, team)
    return sizes_of_orbits(rules, positions, team)


def images_by_layers(rules: Rules, solver: LayerSolver) -> EitherRow:
    """Return the same for a game in layers, holding two of them at a time in full."""
    import numpy as np

    layers, team = solver.graph.layers, solver.team
    assert layers
    if rules.canonical is None or (rules.orbit is not None and rules.orbit(rules.start) == 1):
        return sizes_of_orbits(rules, np.concatenate(layers), team)
    images: list[EitherRow] = []
    mirror = kernel(game_kernels.mirror, rules)
    full: EitherRow = one_position(rules.start)
    for layer in layers[:-1]:
        solver.watch(COUNTING, sum(len(row) for row in images), None)
        images.append(tally(mirror, layer, full, solver.watch, team))
        full = solver.following(full, mirrored=False)
    return np.concatenate(images)


def sizes_of_orbits(rules: Rules, positions: EitherRow, team: Team) -> EitherRow:
    """Return how many mirror images each position has."""
    import numpy as np

    sizes = np.empty(len(positions), dtype=np.int16)
    count = kernel(game_kernels.count_images, rules)
    parts = spans(0, len(positions), team.size, SPAN)
    team.run(count, [(positions, *part, sizes) for part in parts])
    return sizes


def all_images_reached(rules: Rules, most: int) -> bool:
    """Tell whether every image of every position is seen to be reached, after so many at most."""
    if rules.orbit is None:
        return False
    with Team() as team:
        return _reach(rules, UNLIMITED.watch(), team, most) is None


def _reach(rules: Rules, watch: Meter, team: Team, most: int = MANY) -> EitherRow | None:
    """Return every position that can be reached; None if that is all images of all of them.

    If that is not seen among so many positions, return those.
    """
    import numpy as np

    assert rules.canonical is not None
    start = rules.canonical(rules.start)
    half = rules.orbit(start) // 2 if rules.orbit else MANY
    graph = Graph()
    graph.seed([rules.start])
    graph.make_compact()
    mirror = kernel(game_kernels.mirror, rules)
    checked_to = images = 0

    def all_reached() -> bool:
        nonlocal checked_to, images
        known = graph.reached[1]
        least = np.empty(known - checked_to, dtype=np.int64)
        mirror(graph.positions[checked_to:known], 0, len(least), least)
        checked_to = known
        images += int((least == start).sum())
        return images > half or known > most

    Explorer(rules, graph, team, watch, mirrored=False, keep_moves=False).run(all_reached)
    if images > half:
        return None
    return graph.positions[: graph.reached[1]]


def all_placements(rules: Rules, placed: int, watch: Meter) -> EitherRow:
    """Return every placement of a game that has so many."""
    import numpy as np

    watch.need(8 * placed)
    full = np.empty(placed, dtype=np.int64)
    kernel(game_kernels.list_placements, rules)(full)
    return full


def tally(
    mirror: Callable[..., None], positions: EitherRow, full: EitherRow, watch: Meter, team: Team
) -> EitherRow:
    """Return how many of the positions `full` are images of each of `positions`, 1 at least."""
    import numpy as np

    watch.need(4 * number_of_slots(len(positions)) + 20 * len(full) + 10 * len(positions))
    slots = slots_for(positions, len(positions))
    least = np.empty_like(full)
    numbers = np.empty(len(full), dtype=np.int32)
    parts = spans(0, len(full), team.size, SPAN)
    team.run(mirror, [(full, *part, least) for part in parts])
    look_up = kernel(numbering.look_up)
    team.run(look_up, [(least, *part, positions, slots, numbers) for part in parts])
    known = numbers[numbers >= 0]  # of placements that leave out images, not all are
    return np.maximum(np.bincount(known, minlength=len(positions)), 1).astype(np.int16)
