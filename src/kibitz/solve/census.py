"""How many positions there are in full, mirror images counted.

A table holds one of each set of mirror images. Where the symmetries leave the start alone, every
image of a position that can be reached can be reached as well, and the sizes of the sets are the
answer. Where they do not (peg solitaire with a vacancy in a corner, the L-game), fewer may be
reachable than these sets hold, and the only honest way is to explore again without symmetry. That
is cheaper than it sounds: no moves are kept and nothing is valued, and as the sets are a bound it
ends as soon as the bound is met, long before the last position has been expanded.
"""

from __future__ import annotations

from collections import Counter

from kibitz.rules.contract import Rules
from kibitz.solve import kernels, numbering
from kibitz.solve.compiled import kernel
from kibitz.solve.explore import Expedition, slots_for
from kibitz.solve.graph import Graph
from kibitz.solve.team import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.graph import Progress, Row
    from kibitz.solve.team import Team

SPAN = 1 << 13


def images_plainly(rules: Rules, positions: Row, placed: int, progress: Progress) -> list[int]:
    """Return how many images of each position belong to the game, in the interpreter."""
    if rules.canonical is None:
        return [1] * len(positions)
    bound = None
    if rules.orbit is not None:
        sizes = [rules.orbit(position) for position in positions]
        if placed or rules.orbit(rules.start) == 1:
            return checked(sizes, sum(sizes), placed)
        bound = sum(sizes)
    full = rules.placements() if rules.placements else reach_plainly(rules, bound, progress)
    tally = Counter(map(rules.canonical, full))
    return [tally[position] for position in positions]


def reach_plainly(rules: Rules, bound: int | None, progress: Progress) -> set[int]:
    """Return every position that can be reached from the start, knowing that many are all."""
    reached = {rules.start}
    frontier = [rules.start]
    while frontier and len(reached) != bound:
        progress("counting", len(reached), bound)
        children = set()
        for position in frontier:
            children.update(rules.play(position, move) for move in rules.moves(position))
        frontier = list(children - reached)
        reached |= children
    return reached


def images_compiled(
    rules: Rules, positions: Row, placed: int, progress: Progress, team: Team
) -> Row:
    """Return how many images of each position belong to the game, in compiled code."""
    import numpy as np

    if rules.canonical is None:
        return np.ones(len(positions), dtype=np.int16)
    bound = None
    if rules.orbit is not None:
        sizes = np.empty(len(positions), dtype=np.int16)
        count = kernel(kernels.count_images, rules)
        parts = spans(0, len(positions), team.size, SPAN)
        team.run(count, [(positions, *part, sizes) for part in parts])
        total = int(sizes.sum(dtype=np.int64))
        if placed or rules.orbit(rules.start) == 1:
            return checked(sizes, total, placed)
        bound = total
    full = _placements(rules, placed) if placed else _reach(rules, bound, progress, team)
    if len(full) == bound:
        return sizes
    return _tally(rules, positions, full, team)


def _reach(rules: Rules, bound: int | None, progress: Progress, team: Team) -> Row:
    graph = Graph()
    graph.seed([rules.start])
    graph.make_compact()
    expedition = Expedition(rules, graph, team, mirrored=False, keep_moves=False)
    expedition.run(lambda _, done, total: progress("counting", done, total), enough=bound)
    return graph.positions[: graph.reached[1]]


def _placements(rules: Rules, placed: int) -> Row:
    import numpy as np

    full = np.empty(placed, dtype=np.int64)
    kernel(kernels.list_placements, rules)(full)
    return full


def _tally(rules: Rules, positions: Row, full: Row, team: Team) -> Row:
    """Return how many of the positions `full` are images of each of `positions`."""
    import numpy as np

    slots = slots_for(positions, len(positions))
    least = np.empty_like(full)
    numbers = np.empty(len(full), dtype=np.int32)
    parts = spans(0, len(full), team.size, SPAN)
    team.run(kernel(kernels.mirror, rules), [(full, *part, least) for part in parts])
    look_up = kernel(numbering.look_up)
    team.run(look_up, [(least, *part, positions, slots, numbers) for part in parts])
    return np.bincount(numbers, minlength=len(positions)).astype(np.int16)


def checked(sizes: Row, total: int, placed: int) -> Row:
    """Return the sizes, if they add up to the number of placements."""
    if placed and total != placed:
        raise ValueError(
            f"there are {placed} placements, but {total} with all mirror images: "
            "`placements` leaves some out, or `canonical` and `orbit` disagree"
        )
    return sizes
