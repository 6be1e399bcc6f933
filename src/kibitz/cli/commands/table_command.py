"""`kibitz table`: solve a whole game, save its table, and summarise it."""

from __future__ import annotations

from kibitz.cli.options import GAME, JSON, Argument, Command, flag
from kibitz.cli.output import Bar, json_text, notices, width_of
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, Rounded, Sentence, phrase, plural
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.table_summary import summary

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Mapping
    from typing import Any

    from kibitz.language.languages import Language
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table

MOST_WORKERS = 1024
HARDEST = {"win": phrase("longest win"), "loss": phrase("longest loss")}
HIGHEST = {"win": phrase("biggest win"), "loss": phrase("biggest loss")}
COLUMNS = {
    "jumps": phrase("jumps"),
    "classes": phrase("classes"),
    "positions": phrase("positions"),
    "dead_classes": phrase("dead ends"),
    "winnable_classes": phrase("winnable"),
    "winnable_positions": phrase("winnable in full"),
}


COMMAND = Command(
    phrase("Solve a whole game, store its table, and print a summary."),
    GAME,
    JSON,
    flag("--fresh", phrase("solve again even if there is a table")),
    flag(
        "--whole-board",
        phrase(
            "decide every position of a peg solitaire board of up to 33 holes (37 with --on gpu), "
            "reachable or not"
        ),
    ),
    Argument(
        "--memory",
        phrase(
            "use at most this much memory, such as 2GiB, and work on the disk; with --on gpu, at "
            "most this much of the card's memory"
        ),
        "SIZE",
    ),
    Argument(
        "--on",
        phrase(
            "solve on the GPU of this machine, or on a Ray cluster: the one that runs here, or one "
            "started for this call"
        ),
        choices=["gpu", "ray"],
    ),
    Argument("--address", phrase("address of a Ray cluster, such as 10.0.0.5:6379")),
    Argument(
        "--workers",
        phrase("number of workers in the Ray cluster started for this run"),
        type=int,
    ),
)


def main(chosen: Namespace) -> int:
    """Print the summary of a game's table."""
    language = chosen.language
    resources = resources_of(chosen)
    if chosen.whole_board:
        if resources is not None and resources.on != "gpu":
            raise KibitzError("--whole-board works in memory; leave --memory and --on ray out")
        print(whole_board_of(chosen, resources, language))
        return 0
    game = game_named(chosen.game)
    with Bar(language) as bar:
        bar.about(game, game.rules.start)
        table = table_of(
            game,
            fresh=chosen.fresh,
            progress=bar,
            notice=notices(language, bar),
            resources=resources,
        )
    said = summary(game, table)
    lines = by_layers if "layers" in said else in_lines
    print(json_text(said) if chosen.json else lines(said, game, table, language))
    return 0


def resources_of(chosen: Namespace) -> Resources | None:
    """Return the resources for building the table, None for the default."""
    if chosen.on != "ray" and (chosen.address or chosen.workers is not None):
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
    from kibitz.solve.resources import Resources, bytes_of  # imported on request only

    memory = None if chosen.memory is None else bytes_of(chosen.memory)
    return Resources(chosen.on, memory, chosen.address, chosen.workers)


def in_lines(said: Mapping[str, Any], game: BaseGame, table: Table, language: Language) -> str:
    """Return the summary of a table as text."""
    say, tell, number = language.say, language.tell, language.manner.number
    rows = [(say("positions"), said["positions"]), (say("up to symmetry"), said["classes"])]
    if "win" in said:
        rows += [
            (say("wins"), said["win"]),
            (say("draws"), said["draw"]),
            (say("losses"), said["loss"]),
        ]
        names = HARDEST if table.rules.objective.by_distance else HIGHEST
        hard = [(say(names[kind]), one) for kind, one in said["hardest"].items()]
    else:
        rows += [(say("solvable"), said["solvable"]), (say("unsolvable"), said["unsolvable"])]
        rows += [
            (f"  {tell(table.rules.objective.label(int(n)))}", count)
            for n, count in said["histogram"].items()
        ]
        hard = [(say("hardest"), said["hardest"])]
    start, time = say("start"), say("solved in")
    wide = width_of([label for label, _ in [*rows, *hard, (start, 0), (time, 0)]], 16)
    lines = [said["game"], *(f"  {label:<{wide}}{number(count):>14}" for label, count in rows)]
    lines.append(f"  {start:<{wide}}{tell(at_start(table).words)}")
    if table.rules.impartial:
        from kibitz.oracle.oracle import Oracle  # for such games only

        grundy = Oracle(game, table=table).grundy(table.rules.start)
        if grundy is not None:
            lines.append(f"  {'':<{wide}}{say('Grundy value {value}', value=grundy)}")
    shown = [(label, one["position"]) for label, one in hard if one]
    for (label, text), outcome in zip(shown, table.hardest(), strict=True):
        lines.append(f"  {label:<{wide}}{text}  {tell(outcome.words)}")
    counted = {str(tell(one)) for one in map(game.what_counts, table.hardest()) if one}
    lines += [f"  {'':<{wide}}{one}" for one in counted]
    if said["seconds"] is not None:
        taken = say("{seconds} s", seconds=Rounded(said["seconds"], 2))
        lines.append(f"  {time:<{wide}}{taken}")
    return "\n".join(lines)


def at_start(table: Table) -> Outcome:
    """Return the outcome of the starting position."""
    outcome = table.look_up(table.rules.start)
    assert outcome is not None
    return outcome


def whole_board_of(chosen: Namespace, resources: Resources | None, language: Language) -> str:
    """Solve every position of a board, save the result, and return the number of wins."""
    from kibitz.solve.engines import REPORTS, load

    game = game_named(chosen.game)
    with Bar(language) as bar:
        making = {"progress": bar, "notice": notices(language, bar), "resources": resources}
        found = load(REPORTS["every position"])(game, fresh=chosen.fresh, **making)
    positions, winning = 1 << len(found.by_pegs) - 1, sum(found.by_pegs)
    if chosen.json:
        return json_text({"positions": positions, "solvable": winning, "by_pegs": found.by_pegs})
    heading = plural(
        "{name}: {winning} of {count} position can be won",
        "{name}: {winning} of {count} positions can be won",
        positions,
        name=game.name,
        winning=winning,
    )
    lines = [str(language.tell(heading))]
    for pegs, count in enumerate(found.by_pegs):
        if pegs:
            label = language.tell(plural("{count} peg", "{count} pegs", pegs))
            lines.append(f"{label!s:>12}{language.manner.number(count):>16}")
    return "\n".join(lines)


def by_layers(said: Mapping[str, Any], game: BaseGame, table: Table, language: Language) -> str:
    """Return the summary of a game of jumps: a line for each layer, then the totals."""
    say, number = language.say, language.manner.number
    heading, together = [say(word) for word in COLUMNS.values()], say("total")
    wide = width_of([*heading, together], 14)
    lines = [said["game"], "  " + "".join(f"{word:>{wide}}" for word in heading)]
    columns = list(COLUMNS)[1:]
    for layer in said["layers"]:
        numbers = "".join(f"{number(layer[column]):>{wide}}" for column in columns)
        lines.append(f"  {layer['jumps']:>{wide}}{numbers}")
    totals = [sum(layer[column] for layer in said["layers"]) for column in columns]
    lines.append(f"  {together:>{wide}}" + "".join(f"{number(n):>{wide}}" for n in totals))
    sentences = [Sentence("classes, dead ends and winnable are up to symmetry")]
    for hole, count in (said["sequences"] or {}).items():
        sentences.append(
            Sentence(
                "ending in {hole}: {solutions}, the shortest in {moves}",
                hole=hole,
                solutions=plural("{count} solution", "{count} solutions", count),
                moves=plural("{count} move", "{count} moves", said["moves"][hole]),
            )
        )
    if said["chance"] is not None:
        chance = float(f"{said['chance']:.3g}")
        sentences.append(Sentence("chance of winning by random jumps: {chance}", chance=chance))
    sentences.append(Sentence("the start: {outcome}", outcome=at_start(table).words))
    if said["seconds"] is not None:
        sentences.append(Sentence("solved in {seconds} s", seconds=Rounded(said["seconds"], 2)))
    return "\n".join([*lines, *(f"  {language.tell(sentence)}" for sentence in sentences)])
