"""`kibitz problems`: every problem of a board from one vacancy to one peg."""

from __future__ import annotations

import json

from kibitz.cli.parser import Parser, effort_of
from kibitz.cli.progress import Bar
from kibitz.play.naming import game as game_named
from kibitz.rules.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from kibitz.solve.effort import Effort


def main(words: Sequence[str]) -> int:
    """Print the problems of a board, those that differ by symmetry only once."""
    parser = Parser(
        "problems",
        "List every problem of a peg solitaire board: one hole empty at the start, one peg left "
        "at the end, up to symmetry. Sequences are the ways to play it, moves the fewest, a chain "
        "of jumps by one peg counted as one.",
    )
    parser.add_argument("game", help="such as peg:english or peg:triangle,side=6")
    parser.add_argument("--json", action="store_true", help="print a list of objects")
    parser.add_argument(
        "--solvable-only", action="store_true", help="do not count sequences and moves (quicker)"
    )
    parser.add_memory()
    chosen = parser.parse_args(words)
    found = problems_of(chosen.game, effort_of(chosen), count=not chosen.solvable_only)
    print(json.dumps(found) if chosen.json else in_lines(found))
    return 0


def problems_of(name: str, effort: Effort, *, count: bool) -> list[dict[str, Any]]:
    """Return the problems of a board, their holes called by name."""
    from kibitz.solve.pegs.problems import problems
    from kibitz.solve.pegs.table import board_of, sets_in_memory

    game = game_named(name)
    if game.rules.jumps is None:
        raise KibitzError("{name} is not peg solitaire, so it has no such problems", name=game.name)
    with Bar() as bar:
        watch = effort.watch(bar)
        watch.need(sets_in_memory(game.rules) if count else 0)
        found = problems(board_of(game.rules.jumps), sequences=count, moves=count, progress=watch)
    names = game.board.names
    return [
        {**one, "vacancy": names[one["vacancy"]], "finish": names[one["finish"]]} for one in found
    ]


def in_lines(found: list[dict[str, Any]]) -> str:
    """Return the problems that the position class allows as a table, and how many it does not."""
    feasible = [one for one in found if one["feasible"]]
    lines = [f"{'vacancy':<9}{'finish':<8}{'':<14}{'sequences':>32}{'moves':>7}"]
    for one in feasible:
        words = {True: "solvable", False: "not solvable", None: "unknown"}[one["solvable"]]
        sequences = "" if one["sequences"] is None else f"{one['sequences']:,}"
        moves = "" if one["moves"] is None else one["moves"]
        lines.append(f"{one['vacancy']:<9}{one['finish']:<8}{words:<14}{sequences:>32}{moves:>7}")
    impossible = len(found) - len(feasible)
    lines.append(
        f"{len(feasible)} problems up to symmetry, {sum(bool(o['solvable']) for o in feasible)} "
        f"solvable; {impossible} more are impossible by their position class"
    )
    return "\n".join(lines)
