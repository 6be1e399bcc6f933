"""Heuristic search for one solution from any position, or for an end with few pegs.

The interpreter solves most winnable positions at once: by depth-first search with a set of refuted
positions, in several orders of the jumps, then by beam search. What that cannot decide, `Scores`
looks up in a dense set if one fits.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.pegs.pegboard import PegBoard

# The attempts: (order of the jumps, limit on positions), then (weight, beam width).
DEPTH_FIRST = ((1, 2000), (-1, 6000))
BREADTH_FIRST = (("few jumps", 60), ("seldom over", 200), ("few jumps", 1000))


class Search:
    """A search from one position for an end with few pegs.

    `goal` is the number of pegs to reach, `finish` (None: any) the hole of a single peg. An end
    that does not meet the goal is stored if it has fewer pegs than those before.
    """

    def __init__(self, board: PegBoard, start: int, goal: int, finish: int | None) -> None:
        self.board = board
        self.start = start
        self.goal = goal
        self.wanted = None if finish is None else 1 << finish
        self.steps = tuple(zip(range(len(board.jumps)), board.pegs, board.touched, strict=True))
        self.refuted: set[int] = set()
        self.best: list[int] = []
        self.fewest = start.bit_count()
        self.complete = False

    def good(self, position: int) -> bool:
        """Return whether a position meets the goal."""
        return position.bit_count() <= self.goal and self.wanted in (None, position)

    def note(self, position: int, jumps: list[int]) -> bool:
        """Store a line if it is the best so far; return whether it meets the goal."""
        if self.good(position):
            self.best, self.fewest = jumps, position.bit_count()
            return True
        if position.bit_count() < self.fewest:
            self.best, self.fewest = jumps, position.bit_count()
        return False

    def depth_first(self, direction: int, limit: int) -> bool:
        """Visit at most `limit` positions; return whether the goal was met.

        If all positions were visited, the search is `complete`. A refuted position leads to no end
        that meets the goal, and its best end has been stored.
        """
        steps = self.steps[::direction]
        refuted = self.refuted
        path: list[int] = []
        stack = [(self.start, iter(steps))]
        if self.note(self.start, []):
            return True
        notable = max(self.goal, self.fewest - 1)
        while stack:
            position, untried = stack[-1]
            for jump, pegs, touched in untried:
                if position & touched == pegs and (after := position ^ touched) not in refuted:
                    limit -= 1
                    if limit < 0:
                        return False
                    path.append(jump)
                    if after.bit_count() <= notable and self.note(after, path.copy()):
                        return True
                    notable = max(self.goal, self.fewest - 1)
                    stack.append((after, iter(steps)))
                    break
            else:
                refuted.add(position)
                stack.pop()
                if path:
                    path.pop()
        self.complete = True
        return False

    def breadth_first(self, weight: str, width: int) -> bool:
        """Beam search: keep the best positions of each layer, at most `width`; return success.

        The best are those whose pegs have many jumps, or are easily jumped over.
        """
        weights = hole_weights(self.board, weight)
        layer = {self.start: 0}
        history: list[dict[int, int]] = []
        complete = True
        while layer:
            for position in layer:
                if position.bit_count() <= max(self.goal, self.fewest - 1) and self.note(
                    position, retrace(self.board, history, layer, position)
                ):
                    return True
            history.append(layer)
            after: dict[int, int] = {}
            for position in layer:
                for jump, pegs, touched in self.steps:
                    if position & touched == pegs:
                        after.setdefault(position ^ touched, jump)
            for position in self.refuted.intersection(after):
                del after[position]
            if len(after) > width:
                complete = False
                chosen = sorted(after, key=lambda position: weigh(position, weights))[:width]
                after = {position: after[position] for position in chosen}
            layer = after
        self.complete = self.complete or complete
        return False


def hole_weights(board: PegBoard, weight: str) -> list[float]:
    """Return the penalty of a peg in each hole."""
    if weight == "few jumps":
        return [
            1 / (0.1 + sum(hole in jump for jump in board.jumps)) for hole in range(board.holes)
        ]
    return [
        1 / (1 + sum(hole == over for _, over, _ in board.jumps)) for hole in range(board.holes)
    ]


def weigh(position: int, weights: list[float]) -> float:
    """Return the weight of all pegs."""
    total = 0.0
    while position:
        lowest = position & -position
        total += weights[lowest.bit_length() - 1]
        position ^= lowest
    return total


def retrace(
    board: PegBoard, history: list[dict[int, int]], layer: dict[int, int], position: int
) -> list[int]:
    """Return the jumps that led to a position, given the last jump to each position."""
    jumps = []
    for positions in [layer, *reversed(history)][: len(history)]:
        jumps.append(positions[position])
        position ^= board.touched[jumps[-1]]
    return jumps[::-1]


def attempt(search: Search) -> bool:
    """Run the attempts, about a second at most; return whether the goal was met."""
    for direction, limit in DEPTH_FIRST:
        if search.complete or search.depth_first(direction, limit):
            return not search.complete
    for weight, width in BREADTH_FIRST:
        if search.complete or search.breadth_first(weight, width):
            return not search.complete
    return False


def fits(board: PegBoard) -> bool:
    """Return whether a dense set of one position class of the board fits into memory."""
    from kibitz.engines.pegs.sets.coordinates import MOST_BITS, Coordinates

    return len(Coordinates(board).free) <= MOST_BITS
