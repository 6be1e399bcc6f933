"""How the time of solving grows with the number of positions, over families of games.

    python benchmarks/growth.py

Each game is solved in compiled code, first to have the code, then for the time, the best of several
rounds. The slope is that of a straight line through the points on log-log paper; games of less
than `FEWEST` positions are left out of it, as calling compiled code costs a millisecond however
little there is to do. With more pieces there are more moves in a position, so the table also says
how long a move takes (a game solved layer by layer keeps no moves to count). The plot
goes to docs/pictures/growth.svg.
"""

from __future__ import annotations

import math
import os
from time import perf_counter

import kibitz
import report
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.memory.move_graph import Graph

SIZES = [f"rows={rows},columns={columns}" for rows, columns in ((5, 5), (5, 6), (6, 6))]
FAMILIES = {
    **{
        f"Lunar Lockout, {size.replace('rows=', '').replace(',columns=', ' × ')}": [
            f"lockout:{size},helpers={helpers}" for helpers in range(1, most + 1)
        ]
        for size, most in zip(SIZES, (7, 6, 5), strict=True)
    },
    "noughts and crosses": [
        f"noughts:rows={rows},columns={columns}"
        for rows, columns in ((2, 3), (3, 3), (3, 4), (3, 5), (4, 4))
    ],
    "noughts and crosses, oldest": [
        f"noughts:oldest,rows={rows},columns={columns}"
        for rows, columns in ((3, 3), (3, 4), (4, 4))
    ],
    "peg solitaire, triangles": [f"peg:triangle,side={side}" for side in (4, 5, 6)],
}
FEWEST = 1_000
ROUNDS = range(3, 50)  # at least and at most, as long as they take no more than
PATIENCE = 2.0  # seconds together
PICTURE = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "docs", "pictures", "growth.svg"
)

Point = tuple[int, float]  # positions up to symmetry, seconds


def measured(name: str) -> tuple[Point, int]:
    """Return the size of a game and the seconds of solving it, and how many moves it has."""
    rules = kibitz.game(name).rules
    graph = Graph()
    solution = solve(rules, tier="compiled", graph=graph)
    moves = graph.reached[2]
    del graph
    times: list[float] = []
    while len(times) < ROUNDS.start or (len(times) < ROUNDS.stop and sum(times) < PATIENCE):
        begin = perf_counter()
        solution = solve(rules, tier="compiled")
        times.append(perf_counter() - begin)
    return (len(solution), min(times)), moves


def slope(points: list[Point]) -> float:
    """Return the slope of the straight line through the logarithms of the larger points."""
    logs = [(math.log(size), math.log(seconds)) for size, seconds in points if size >= FEWEST]
    if len(logs) < 2:
        return math.nan
    x, y = (float(sum(column)) / len(logs) for column in zip(*logs, strict=True))
    across = sum((a - x) * (b - y) for a, b in logs)
    return across / sum((a - x) * (a - x) for a, _ in logs)


def plot(families: dict[str, list[Point]], overall: float) -> None:
    """Draw all points on log-log paper."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams.update({"svg.hashsalt": "kibitz", "font.size": 9, "svg.fonttype": "none"})
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 4.5), layout="constrained")
    for (name, points), sign in zip(families.items(), "os^Dvx", strict=True):
        axes.plot(*zip(*points, strict=True), marker=sign, markersize=5, linewidth=0.8, label=name)
    largest = max(point for points in families.values() for point in points)
    sizes = [FEWEST, largest[0]]
    line = [largest[1] * (size / largest[0]) for size in sizes]
    axes.plot(sizes, line, "--", color="grey", linewidth=1, label="slope 1")
    axes.set(xscale="log", yscale="log", xlabel="positions up to symmetry", ylabel="seconds")
    axes.set_title(f"Time of solving, compiled code warm; slope of all points {overall:.2f}")
    axes.grid(visible=True, which="major", linewidth=0.3)
    axes.legend(fontsize=8)
    figure.savefig(PICTURE, metadata={"Date": None, "Creator": None})


def main() -> None:
    """Print the table and draw the plot."""
    families: dict[str, list[Point]] = {}
    by_moves: list[Point] = []
    print(f"{'game':<38}{'classes':>12}{'seconds':>10}{'µs a class':>12}{'ns a move':>11}")
    for family, names in FAMILIES.items():
        families[family] = []
        for name in names:
            (size, seconds), moves = measured(name)
            families[family].append((size, seconds))
            line = f"{name:<38}{size:>12,}{seconds:>10.4f}{1e6 * seconds / size:>12.2f}"
            if moves:
                by_moves.append((moves, seconds))
                line += f"{1e9 * seconds / moves:>11.0f}"
            print(line, flush=True)
        found = slope(families[family])
        print(f"  {family}: slope {found:.2f}")
        report.add("growth", f"{family}: slope on log-log paper", f"{found:.2f}")
    overall = slope([point for points in families.values() for point in points])
    print(f"all games of {FEWEST:,} classes and more: slope {overall:.2f}")
    print(f"the same against moves: slope {slope(by_moves):.2f}")
    report.add("growth", f"all games of {FEWEST:,} classes and more: slope", f"{overall:.2f}")
    report.add("growth", "the same against the number of moves", f"{slope(by_moves):.2f}")
    plot(families, overall)


if __name__ == "__main__":
    main()
