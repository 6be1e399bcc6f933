"""`kibitz table`: solve a whole game, keep its table, and say what is in it."""

from __future__ import annotations

import json
from argparse import SUPPRESS

from kibitz.cli.parser import Parser
from kibitz.cli.progress import Bar, notice
from kibitz.play.naming import game as game_named
from kibitz.play.summary import summary
from kibitz.play.tables import table_of
from kibitz.rules.errors import KibitzError, Sentence, plural
from kibitz.solve.shards.resources import Resources, bytes_of
from kibitz.solve.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kibitz.play.game_table import GameTable

MOST_WORKERS = 1024
UNITS = {"win": "ply", "shortest": "move", "fewest": "left"}


def main(words: Sequence[str]) -> int:
    """Print the summary of a game's table."""
    parser = Parser("table", "Solve a whole game, keep its table, and print what is in it.")
    parser.add_argument("game", help="such as lgame or lockout:helpers=4; see kibitz games")
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.add_argument("--fresh", action="store_true", help="solve again though there is a table")
    parser.add_argument(
        "--whole-board",
        action="store_true",
        help="decide every position of a peg solitaire board of up to 33 holes, reachable or not",
    )
    parser.add_argument("--every", dest="whole_board", action="store_true", help=SUPPRESS)
    parser.add_argument(
        "--memory", help="hold no more than that, such as 2GiB, and work on the disk"
    )
    parser.add_argument(
        "--on",
        choices=["ray"],
        help="solve on a Ray cluster: the one that runs here, or one started for this call",
    )
    parser.add_argument("--address", help="of a Ray cluster, such as 10.0.0.5:6379")
    parser.add_argument("--workers", type=int, help="of the Ray cluster started for this call")
    chosen = parser.parse_args(words)
    resources = resources_of(chosen)
    if chosen.whole_board:
        if resources is not None:
            raise KibitzError("--whole-board works in memory; leave --memory and --on out")
        print(whole_board_of(chosen.game, chosen.fresh, chosen.json))
        return 0
    with Bar() as bar:
        table = table_of(
            chosen.game, fresh=chosen.fresh, progress=bar, notice=notice, resources=resources
        )
    said = summary(table)
    lines = by_layers if "layers" in said else in_lines
    print(json.dumps(said) if chosen.json else lines(said, table))
    return 0


def resources_of(chosen: Namespace) -> Resources | None:
    """Return how the table is to be made, None for the usual way."""
    if chosen.on is None and (chosen.address or chosen.workers is not None):
        raise KibitzError("--address and --workers describe a cluster; use them with --on ray")
    if chosen.address and chosen.workers is not None:
        raise KibitzError("a cluster at an address has its own workers; leave --workers out")
    if chosen.workers is not None and not 0 < chosen.workers <= MOST_WORKERS:
        raise KibitzError(
            "a cluster has from 1 to {most} workers, not {workers}",
            most=MOST_WORKERS,
            workers=chosen.workers,
        )
    if chosen.on is None and chosen.memory is None:
        return None
    memory = None if chosen.memory is None else bytes_of(chosen.memory)
    return Resources(chosen.on is not None, memory, chosen.address, chosen.workers)


def in_lines(said: Mapping[str, Any], table: GameTable) -> str:
    """Return the summary of a table for people."""
    unit = UNITS[table.rules.aim]
    rows = [("positions", said["positions"]), ("up to symmetry", said["classes"])]
    if "win" in said:
        rows += [("won", said["win"]), ("drawn", said["draw"]), ("lost", said["loss"])]
        hard = list(said["hardest"].items())
    else:
        rows += [("solvable", said["solvable"]), ("unsolvable", said["unsolvable"])]
        rows += [(labelled(int(n), unit), count) for n, count in said["histogram"].items()]
        hard = [("", said["hardest"])]
    lines = [said["game"], *(f"  {label:<16}{count:>14,}" for label, count in rows)]
    lines.append(f"  {'the start':<16}{table.answers.look_up(table.rules.start)}")
    for kind, one in hard:
        if one:
            outcome = table.answers.look_up(table.game.parse(one["position"]))
            lines.append(f"  {f'hardest {kind}':<16}{one['position']}  {outcome}")
    return "\n".join(lines + took(said, f"{'solved in':<16}"))


def whole_board_of(name: str, fresh: bool, as_json: bool) -> str:
    """Decide every position of a board, keep that, and return how many win."""
    from kibitz.solve.pegs import whole_board

    game, shelf = game_named(name), Shelf()
    if game.rules.jumps is None:
        raise KibitzError("{name} is not peg solitaire", name=game.name)
    found = None if fresh else whole_board.find(shelf, game.rules.jumps)
    if found is None:
        with Bar() as bar:
            found = whole_board.make(shelf, game.rules.jumps, bar, notice=notice)
    positions, winning = 1 << game.rules.jumps.holes, sum(found.by_pegs)
    if as_json:
        return json.dumps({"positions": positions, "solvable": winning, "by_pegs": found.by_pegs})
    lines = [f"{game.name}: {winning:,} of {positions:,} positions can be won"]
    lines += [f"{pegs:>6} pegs {count:>16,}" for pegs, count in enumerate(found.by_pegs) if pegs]
    return "\n".join(lines)


def by_layers(said: Mapping[str, Any], table: GameTable) -> str:
    """Return the summary of a game of jumps: a line a layer, then the figures of the whole."""
    columns = ("classes", "positions", "dead_classes", "winnable_classes", "winnable_positions")
    heading = ("jumps", "classes", "positions", "dead ends", "winnable", "in full")
    lines = [said["game"], "  " + "".join(f"{word:>14}" for word in heading)]
    for layer in said["layers"]:
        numbers = "".join(f"{layer[column]:>14,}" for column in columns)
        lines.append(f"  {layer['jumps']:>14}{numbers}")
    totals = [sum(layer[column] for layer in said["layers"]) for column in columns]
    lines.append(f"  {'together':>14}" + "".join(f"{total:>14,}" for total in totals))
    lines.append("  classes, dead ends and winnable are up to symmetry")
    for hole, count in (said["sequences"] or {}).items():
        moves = said["moves"][hole]
        lines.append(f"  ending in {hole}: {count:,} solutions, the shortest in {moves} moves")
    if said["chance"] is not None:
        lines.append(f"  chance of winning by random jumps: {said['chance']:.3g}")
    lines.append(f"  the start: {table.answers.look_up(table.rules.start)}")
    return "\n".join(lines + took(said, "solved in "))


def took(said: Mapping[str, Any], label: str) -> list[str]:
    """Return the line on how long solving took, where that is known."""
    return [] if said["seconds"] is None else [f"  {label}{said['seconds']:.2f} s"]


def labelled(number: int, unit: str) -> str:
    """Return `3 moves`, or `2 left`."""
    words = {
        "left": Sentence("{count} left", count=number),
        "move": plural("{count} move", "{count} moves", number),
        "ply": plural("{count} ply", "{count} plies", number),
    }
    return f"  {words[unit]}"
