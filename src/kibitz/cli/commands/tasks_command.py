"""`kibitz tasks`: write tasks with exact answers to a file, for language models."""

from __future__ import annotations

import shlex

from kibitz.cli.option_parser import Parser
from kibitz.cli.output import Bar, json_text
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, one_of, phrase, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.tasksets.task_sets import Task

COUNT = 100
KINDS = ("move", "outcome", "keeping", "legal", "next", "solve", "refute")


def main(words: Sequence[str]) -> int:
    """Write the file and its data card, and print a summary."""
    parser = Parser(
        "tasks",
        words,
        phrase(
            "Write tasks about the positions of a game to a file: a prompt with the rules and the "
            "position, all right answers, and the metadata that scoring needs. A data card next "
            "to the file describes it."
        ),
    )
    say, language = parser.say, parser.language
    parser.add_argument("game", help=say("such as lgame; see kibitz games"))
    parser.add_argument(
        "--to", required=True, metavar="FILE", help=say("ends in .jsonl or .parquet")
    )
    parser.add_argument(
        "--count", type=int, default=COUNT, help=say("how many tasks (default: 100)")
    )
    parser.add_argument(
        "--seed", type=int, default=0, help=say("a number; the same one gives the same tasks")
    )
    parser.add_argument(
        "--kind",
        default=KINDS[0],
        help=say("{kinds} (default: {usual})", kinds=one_of(KINDS), usual=KINDS[0]),
    )
    parser.add_argument(
        "--split",
        help=say("train or test: mirror images of a position are never in both"),
    )
    parser.add_argument(
        "--distance",
        metavar="FROM-TO",
        help=say("only positions with so many moves to the end, such as 3-7"),
    )
    parser.add_argument(
        "--keeping",
        metavar="FROM-TO",
        help=say("only positions in which so many moves keep the outcome, such as 1-2"),
    )
    parser.add_argument(
        "--traps",
        metavar="FROM-TO",
        help=say("only positions in which so many moves make the outcome worse, such as 5-9"),
    )
    parser.add_argument(
        "--variants",
        type=int,
        default=0,
        metavar="N",
        help=say("about so many other games of the same family, with other parameters"),
    )
    parser.add_argument(
        "--legal-moves", action="store_true", help=say("list the legal moves in each prompt")
    )
    parser.add_json()
    chosen = parser.read()
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
    with Bar(language) as bar:
        if not chosen.variants:
            positions_of(game, bar)

    def shown(bar: Bar) -> Iterator[Task]:
        for done, task in enumerate(made):
            bar(phrase("making tasks"), done, chosen.count)
            yield task

    with Bar(language) as bar:
        said = write_tasks(shown(bar), chosen.to, shlex.join(["kibitz", "tasks", *words]))
    if chosen.json:
        print(json_text(said))
    else:
        print(
            say(
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
