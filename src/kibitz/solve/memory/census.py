"""Number of all positions of a game, symmetric images included.

A table holds one position of each orbit. If the symmetries fix the start, every image of a
reachable position is reachable too, and the sizes of the orbits add up to the answer. If they do
not (peg solitaire with a vacancy in a corner, the L-game), only a part of an orbit may be
reachable, and the game is explored again without symmetry and without storing moves.

Often a small part of that suffices. The symmetries that map the start to one of its reachable
images form a group, since their compositions do so too; hence the number of reachable images of the
start divides the size of its orbit. So, as soon as more than half of the orbit is found, all of it
is reachable, and with it every image of every position.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable

from kibitz.rules import PositionId
from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays
from kibitz.solve.arrays import Ints
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import COUNTING, Effort, Meter
from kibitz.solve.memory import game_kernels, numbering
from kibitz.solve.memory.explore_compiled import Explorer, number_of_slots, slots_for
from kibitz.solve.memory.move_graph import Graph
from kibitz.system.thread_pool import Team, spans

SPAN = 1 << 13
PLAIN_SPAN = 256
NO_LIMIT = 1 << 31  # more images than a position can have


def images_interpreted(rules: Rules, positions: Ints, placed: int, watch: Meter) -> Ints:
    """Return the number of images of each position that belong to the game, in the interpreter."""
    if rules.canonical is None:
        return [1] * len(positions)
    sizes = [rules.orbit(position) for position in positions] if rules.orbit else []
    if sizes and placed:
        return sizes
    full = rules.placements() if rules.placements else reach_interpreted(rules, watch)
    if full is None:
        return sizes
    tally = Counter(map(rules.canonical, full))
    return [max(1, tally[position]) for position in positions]


def reach_interpreted(rules: Rules, watch: Meter) -> list[PositionId] | None:
    """Return every reachable position; None if that is all images of all of them."""
    canonical = rules.canonical
    assert canonical is not None
    start = canonical(rules.start)
    half = rules.orbit(start) // 2 if rules.orbit else NO_LIMIT
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
        watch.need(2 * sys.getsizeof(known))  # its size after it next grows
        for position in reached[expanded : expanded + PLAIN_SPAN]:
            for move in rules.moves(position):
                child = rules.play(position, move)
                if child not in known:
                    known.add(child)
                    reached.append(child)
            expanded += 1


def images_compiled(rules: Rules, positions: Ints, placed: int, watch: Meter, team: Team) -> Ints:
    """Return the number of images of each position that belong to the game, in compiled code."""
    if rules.canonical is None:
        return sizes_of_orbits(rules, positions, team)
    if rules.orbit is None:
        full = all_placements(rules, placed, watch) if placed else _reach(rules, watch, team)
        return tally(kernel(game_kernels.mirror, rules), positions, full, watch, team)
    if not placed and (full := _reach(rules, watch, team)) is not None:
        return tally(kernel(game_kernels.mirror, rules), positions, full, watch, team)
    return sizes_of_orbits(rules, positions, team)


def sizes_of_orbits(rules: Rules, positions: Ints, team: Team) -> Ints:
    """Return the number of images of each position."""
    sizes = arrays().empty(len(positions), "int16")
    count = kernel(game_kernels.count_images, rules)
    parts = spans(0, len(positions), team.size, SPAN)
    team.run(count, [(positions, *part, sizes) for part in parts])
    return sizes


def all_images_reached(rules: Rules, most: int) -> bool:
    """Return whether all images prove to be reachable, after at most `most` positions."""
    if rules.orbit is None:
        return False
    with Team() as team:
        return _reach(rules, Effort.unlimited.watch(), team, most) is None


def _reach(rules: Rules, watch: Meter, team: Team, most: int = NO_LIMIT) -> Ints | None:
    """Return every reachable position; None if that is all images of all of them.

    If that is not proved within `most` positions, return those.
    """
    assert rules.canonical is not None
    start = rules.canonical(rules.start)
    half = rules.orbit(start) // 2 if rules.orbit else NO_LIMIT
    graph = Graph()
    graph.seed([rules.start])
    graph.make_compact()
    mirror = kernel(game_kernels.mirror, rules)
    checked_to = images = 0

    def all_reached() -> bool:
        nonlocal checked_to, images
        known = graph.reached[1]
        least = arrays().empty(known - checked_to, "int64")
        mirror(graph.positions[checked_to:known], 0, len(least), least)
        checked_to = known
        images += arrays().occurrences(least, start)
        return images > half or known > most

    Explorer(rules, graph, team, watch, mirrored=False, keep_moves=False).run(all_reached)
    if images > half:
        return None
    return graph.positions[: graph.reached[1]]


def all_placements(rules: Rules, placed: int, watch: Meter) -> Ints:
    """Return every placement of a game, given their number."""
    watch.need(8 * placed)
    full = arrays().empty(placed, "int64")
    kernel(game_kernels.list_placements, rules)(full)
    return full


def tally(
    mirror: Callable[..., None], positions: Ints, full: Ints, watch: Meter, team: Team
) -> Ints:
    """Return how many positions of `full` are images of each of `positions`, at least 1."""
    watch.need(4 * number_of_slots(len(positions)) + 20 * len(full) + 10 * len(positions))
    slots = slots_for(positions, len(positions))
    least, numbers = arrays().empty(len(full), "int64"), arrays().empty(len(full), "int32")
    parts = spans(0, len(full), team.size, SPAN)
    team.run(mirror, [(full, *part, least) for part in parts])
    look_up = kernel(numbering.look_up)
    team.run(look_up, [(least, *part, positions, slots, numbers) for part in parts])
    return arrays().tallied(numbers, len(positions))  # negative if `placements` omits images
