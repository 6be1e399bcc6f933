"""`kibitz check`: check an answer to one of the file programs."""

from __future__ import annotations

from kibitz.classics import answer_check
from kibitz.cli.option_parser import Parser
from kibitz.cli.output import json_text
from kibitz.language.errors import KibitzError, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    """Print `correct` and return 0, or the reason why not and 1."""
    parser = Parser(
        "check",
        words,
        phrase(
            "Judge an answer: any shortest solution is right, and any winning move. "
            "Exits with 0 if the answer is right, with 1 if it is not, with 2 if it cannot be "
            "judged."
        ),
    )
    say = parser.say
    parser.add_argument(
        "program",
        choices=tuple(answer_check.JUDGES),
        help=say("the program whose answer is judged"),
    )
    parser.add_argument("input", help=say("the file that the program was given"))
    parser.add_argument(
        "output",
        help=say("the file with its answer; one of the two may be - for standard input"),
    )
    parser.add_json()
    chosen = parser.read()
    if chosen.input == chosen.output == "-":
        raise KibitzError("only one of the two files can be standard input")
    reason = answer_check.reason_against(chosen.program, chosen.input, chosen.output)
    if chosen.json:
        print(json_text({"correct": reason is None, "reason": reason and str(reason)}))
    else:
        print(say(answer_check.CORRECT) if reason is None else parser.language.tell(reason))
    return 0 if reason is None else 1
