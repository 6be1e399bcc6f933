"""`kibitz assignment`: write a classic or a game in a file as a problem package for a judge."""

from argparse import Namespace

from kibitz.cli.options import DATA_SEED, Argument, Command, output
from kibitz.cli.output import WRITING, Bar
from kibitz.judge.assignments.problem_package import (
    ASSIGNMENTS,
    CURRENT,
    FORMATS,
    SEED,
    write_package,
)
from kibitz.judge.cases.case_generators import write_case
from kibitz.language.errors import Sentence, listed, phrase, plural

COMMAND = Command(
    phrase(
        "Write a problem package for a judge such as Kattis or DOMjudge: statements, test "
        "data from easy to hard, validators, right and wrong programs."
    ),
    Argument(
        "name",
        Sentence("{names}, or a game in a file such as ./mygame.py", names=listed(ASSIGNMENTS)),
    ),
    output(phrase("the folder to create"), "FOLDER"),
    Argument("--format", phrase("the format of the package"), choices=FORMATS, default=CURRENT),
    DATA_SEED,
    Argument(
        "--draw",
        phrase("write only one case, generated from this seed text: testcase.in and testcase.ans"),
        "SEED",
    ),
)


def main(chosen: Namespace) -> int:
    """Write the package to a new folder."""
    if chosen.draw is not None:
        print("\n".join(write_case(chosen.name, chosen.to, chosen.draw)))
        return 0
    seed = SEED if chosen.seed is None else int(chosen.seed)
    with Bar(chosen.language, phase=WRITING):
        count = write_package(chosen.name, chosen.to, chosen.format, seed, chosen.language.code)
    wrote = plural(
        "{folder} is a problem package of {count} file",
        "{folder} is a problem package of {count} files",
        count,
        folder=chosen.to,
    )
    print(chosen.language.tell(wrote))
    return 0
