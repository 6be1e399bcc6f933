"""`kibitz classic`: the five original programs."""

from __future__ import annotations

from importlib import import_module

from kibitz.cli import COMMANDS
from kibitz.cli.options import Argument, Command
from kibitz.language.errors import KibitzError, Sentence, listed, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

PROGRAMS = {
    "solitaire": phrase("peg solitaire on 33 holes"),
    "luffarschack": phrase("noughts and crosses for two, with two variants"),
    "joc": phrase("the shortest solution of Lunar Lockout, from a file to a file"),
    "triangle": phrase("the triangle of 15 holes; Ctrl-C solves it"),
    "lgame": phrase("the winning move in the L-game, from a file to a file"),
}
ON_FILES, VARIANTS = ("joc", "lgame"), ("classic", "any", "oldest")
MEANINGS = [
    Sentence("{name}: {meaning}", name=name, meaning=Sentence(meaning))
    for name, meaning in PROGRAMS.items()
]
COMMAND = Command(
    COMMANDS["classic"],
    Argument(
        "program",
        Sentence("{meaning}: {choices}", meaning=Sentence("the program"), choices=listed(MEANINGS)),
        choices=PROGRAMS,
    ),
    Argument(
        "input",
        Sentence("{file} unless named, - for standard input", file="INPUT.TXT, lgame.in"),
        nargs="?",
    ),
    Argument(
        "output",
        Sentence(
            "{file} unless named; - for standard output, which is used if the input is -",
            file="OUTPUT.TXT, lgame.out",
        ),
        nargs="?",
    ),
    Argument(
        "--variant",
        phrase("what moves once three pieces are placed: nothing, any piece, or the oldest one"),
        choices=VARIANTS,
    ),
)


def main(chosen: Namespace) -> int:
    """Run the program."""
    name, files = chosen.program, (chosen.input, chosen.output)
    for given, fits in ((chosen.variant, ("luffarschack",)), (chosen.input, ON_FILES)):
        if given is not None and name not in fits:
            raise KibitzError("this is for {names}: {word}", names=listed(fits), word=given)
    program = import_module(f"kibitz.classics.{name}_program")
    if name in ON_FILES:
        usual = "-" if chosen.input == "-" else program.OUTPUT
        usual_files = (program.INPUT, usual)
        words = [usual_files[at] if word is None else word for at, word in enumerate(files)]
    else:
        words = [chosen.variant or VARIANTS[0]] if name == "luffarschack" else []
    status: int = program.main(*words)
    return status
