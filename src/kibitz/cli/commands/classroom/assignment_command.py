"""`kibitz assignment`: write a classic or a game in a file as a problem package for a judge."""

from collections.abc import Sequence

from kibitz.cli.option_parser import Parser
from kibitz.cli.output import WRITING, Bar
from kibitz.judge.assignments.problem_package import (
    ASSIGNMENTS,
    CURRENT,
    FORMATS,
    SEED,
    write_package,
)
from kibitz.judge.cases.case_generators import write_case
from kibitz.language.errors import listed, phrase, plural


def main(words: Sequence[str]) -> int:
    """Write the package to a new folder."""
    parser = Parser(
        "assignment",
        words,
        phrase(
            "Write a problem package for a judge such as Kattis or DOMjudge: statements, test "
            "data from easy to hard, validators, right and wrong programs."
        ),
    )
    say, language = parser.say, parser.language
    parser.add_argument(
        "name",
        help=language.say(
            "{names}, or a game in a file such as ./mygame.py", names=listed(ASSIGNMENTS)
        ),
    )
    parser.add_argument("folder", help=say("the folder to create"))
    parser.add_argument(
        "--format", choices=FORMATS, default=CURRENT, help=say("the format of the package")
    )
    parser.add_data_seed()
    parser.add_argument(
        "--draw",
        metavar="SEED",
        help=say(
            "write only one case, generated from this seed text: testcase.in and testcase.ans"
        ),
    )
    chosen = parser.read()
    if chosen.draw is not None:
        print("\n".join(write_case(chosen.name, chosen.folder, chosen.draw)))
        return 0
    seed = SEED if chosen.seed is None else int(chosen.seed)
    with Bar(language, phase=WRITING):
        count = write_package(chosen.name, chosen.folder, chosen.format, seed)
    wrote = plural(
        "{folder} is a problem package of {count} file",
        "{folder} is a problem package of {count} files",
        count,
        folder=chosen.folder,
    )
    print(language.tell(wrote))
    return 0
