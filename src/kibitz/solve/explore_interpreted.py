"""Exploring in the interpreter: every position of a game and every move, breadth first."""

from __future__ import annotations

from kibitz.solve.graph import itself

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.contract import Rules
    from kibitz.solve.graph import Graph, Progress


def explore_plainly(rules: Rules, graph: Graph, progress: Progress, most_moves: int | None) -> bool:
    """Explore in the interpreter; say whether it came to the end within so many moves."""
    if not graph.seeded and not _seed_plainly(rules, graph, most_moves):
        return False
    graph.trim()
    moves, play, worth, canonical = rules.moves, rules.play, rules.worth, rules.canonical or itself
    positions, targets = graph.positions, graph.targets
    numbers = {position: at for at, position in enumerate(positions)}
    expanded = graph.reached[0]
    while expanded < len(positions):
        position = positions[expanded]
        before = len(targets)
        for move in moves(position):
            child = play(position, move)
            number = numbers.get(child)
            if number is None:  # each image is recognised once, not each time it is met
                least = canonical(child)
                number = numbers[child] = numbers.setdefault(least, len(positions))
                if number == len(positions):
                    positions.append(least)
            targets.append(number)
        degree = len(targets) - before
        graph.degrees.append(degree)
        graph.worths.append(0 if degree else worth(position))
        expanded += 1
        graph.reached = (expanded, len(positions), len(targets))
        if expanded % 1024 == 0:
            progress("exploring", expanded, None)
        if most_moves is not None and len(targets) > most_moves:
            return graph.finished
    return True


def _seed_plainly(rules: Rules, graph: Graph, most: int | None) -> bool:
    canonical = rules.canonical or itself
    if rules.placements is None:
        graph.seed([canonical(rules.start)])
        return True
    least = []
    placed = 0
    for position in rules.placements():
        placed += 1
        if most is not None and placed > most:
            return False
        if canonical(position) == position:
            least.append(position)
    graph.placed = placed
    graph.seed(sorted(least))
    return True
