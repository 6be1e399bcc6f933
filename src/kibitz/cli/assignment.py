"""`kibitz assignment`: write one of the classics as a problem package for a judge."""

from __future__ import annotations

from kibitz.cli.parser import Parser
from kibitz.judge.package import ASSIGNMENTS, CURRENT, FORMATS, SEED, write_package
from kibitz.rules.errors import phrase, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    """Write the package to a new folder."""
    parser = Parser(
        "assignment",
        words,
        phrase(
            "Write a problem package for a judge such as Kattis or DOMjudge: statements, graded "
            "data, validators, right and wrong programs."
        ),
    )
    say = parser.say
    parser.add_argument("name", choices=ASSIGNMENTS, help=say("which of the five classics"))
    parser.add_argument("folder", help=say("the new folder to write"))
    parser.add_argument(
        "--format", choices=FORMATS, default=CURRENT, help=say("the format of the package")
    )
    parser.add_argument(
        "--seed",
        type=int,
        default=SEED,
        metavar="N",
        help=say("draw other secret data: the same number gives the same data"),
    )
    chosen = parser.read()
    count = write_package(chosen.name, chosen.folder, chosen.format, chosen.seed)
    wrote = plural(
        "{folder} is a problem package of {count} file",
        "{folder} is a problem package of {count} files",
        count,
        folder=chosen.folder,
    )
    print(parser.language.tell(wrote))
    return 0
