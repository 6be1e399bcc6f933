"""`kibitz tasks`: write tasks with exact answers to a file, for language models."""

from __future__ import annotations

import shlex

from kibitz.cli.options import GAME, JSON, Argument, Command, flag, output
from kibitz.cli.output import Bar, json_text
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, Sentence, one_of, phrase, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Iterator

    from kibitz.tasksets.task_sets import Task

COUNT = 100
KINDS = ("move", "outcome", "keeping", "legal", "next", "solve", "refute")


COMMAND = Command(
    phrase(
        "Write tasks about the positions of a game to a file: a prompt with the rules and the "
        "position, all right answers, and the metadata that scoring needs. A data card next "
        "to the file describes it."
    ),
    GAME,
    output(phrase("ends in .jsonl or .parquet")),
    Argument("--count", phrase("how many tasks (default: 100)"), type=int, default=COUNT),
    Argument("--seed", phrase("a number; the same one gives the same tasks"), type=int, default=0),
    Argument(
        "--kind",
        Sentence("{kinds} (default: {usual})", kinds=one_of(KINDS), usual=KINDS[0]),
        default=KINDS[0],
    ),
    Argument("--split", phrase("train or test: mirror images of a position are never in both")),
    Argument(
        "--distance",
        phrase("only positions with so many moves to the end, such as 3-7"),
        "FROM-TO",
    ),
    Argument(
        "--keeping",
        phrase("only positions in which so many moves keep the outcome, such as 1-2"),
        "FROM-TO",
    ),
    Argument(
        "--traps",
        phrase("only positions in which so many moves make the outcome worse, such as 5-9"),
        "FROM-TO",
    ),
    Argument(
        "--variants",
        phrase("about so many other games of the same family, with other parameters"),
        "N",
        type=int,
        default=0,
    ),
    flag("--legal-moves", phrase("list the legal moves in each prompt")),
    JSON,
)


def main(chosen: Namespace) -> int:
    """Write the file and its data card, and print a summary."""
    from kibitz.tasksets.task_files import check_format, write_tasks  # for this command only
    from kibitz.tasksets.task_positions import positions_of
    from kibitz.tasksets.task_sets import tasks

    check_format(chosen.to)
    game = game_named(chosen.game)
    made = tasks(
        game,
        chosen.count,
        chosen.seed,
        kind=chosen.kind,
        split=chosen.split,
        distance=between("--distance", chosen.distance),
        keeping=between("--keeping", chosen.keeping),
        traps=between("--traps", chosen.traps),
        legal_moves=chosen.legal_moves,
        variants=chosen.variants,
    )
    with Bar(chosen.language) as bar:
        if not chosen.variants:
            positions_of(game, bar)

    def shown(bar: Bar) -> Iterator[Task]:
        for done, task in enumerate(made):
            bar(phrase("making tasks"), done, chosen.count)
            yield task

    with Bar(chosen.language) as bar:
        said = write_tasks(shown(bar), chosen.to, shlex.join(["kibitz", "tasks", *chosen.words]))
    if chosen.json:
        print(json_text(said))
    else:
        print(
            chosen.language.say(
                "{file}: {tasks}, {bytes}; {card} says what is in it",
                file=said["file"],
                tasks=plural("{count} task", "{count} tasks", said["tasks"]),
                bytes=plural("{count} byte", "{count} bytes", said["bytes"]),
                card=said["card"],
            )
        )
    return 0


def between(option: str, text: str | None) -> range | None:
    """Return the numbers of an option such as `3-7` or `3`."""
    if text is None:
        return None
    first, dash, last = text.partition("-")
    ends = [first, last] if dash else [first, first]
    if not all(one.isascii() and one.isdigit() and len(one) < 10 for one in ends):
        raise KibitzError(
            "{option} is a number or two with a dash between them, such as 3-7, not {text}",
            option=option,
            text=text,
        )
    return range(int(ends[0]), int(ends[1]) + 1)
