"""`kibitz classic`: the five original programs."""

from __future__ import annotations

from kibitz.cli.parser import Parser
from kibitz.rules.errors import KibitzError, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAMS = {
    "solitaire": "peg solitaire on 33 holes",
    "luffarschack": "noughts and crosses for two, with two variants",
    "joc": "Lunar Lockout's shortest solution, from a file to a file",
    "triangle": "the 15-hole triangle; Ctrl-C solves it",
    "lgame": "the L-game's winning move, from a file to a file",
}


def main(words: Sequence[str]) -> int:
    """Run the program that the first word names."""
    program = words[0] if words else "--help"
    if program in ("--help", "-h"):
        print("usage: kibitz classic PROGRAM …\n")
        for name, summary in PROGRAMS.items():
            print(f"  {name:<14}{summary}")
        return 0
    if program not in PROGRAMS:
        from kibitz.rules.family import nearest

        raise KibitzError(
            "there is no classic program {program}; {suggestion}",
            program=quoted(program),
            suggestion=nearest(program, PROGRAMS),
        )
    parser = Parser(f"classic {program}", PROGRAMS[program])
    if program in ("joc", "lgame"):
        return run_on_files(parser, program, words[1:])
    return run_dialogue(parser, program, words[1:])


def run_dialogue(parser: Parser, program: str, words: Sequence[str]) -> int:
    """Run a program that asks and tells."""
    if program == "luffarschack":
        from kibitz.classics import luffarschack

        parser.add_argument(
            "--variant",
            choices=luffarschack.VARIANTS,
            default=luffarschack.VARIANTS[0],
            help="what moves once three lie: nothing, any piece, or the one that has lain longest",
        )
        return luffarschack.main(parser.parse_args(words).variant)
    parser.parse_args(words)
    if program == "solitaire":
        from kibitz.classics import solitaire

        return solitaire.main()
    from kibitz.classics import triangle

    return triangle.main()


def run_on_files(parser: Parser, program: str, words: Sequence[str]) -> int:
    """Run a program from a file to a file; who reads standard input gets standard output."""
    from importlib import import_module

    module = import_module(f"kibitz.classics.{program}")
    parser.add_argument(
        "input",
        nargs="?",
        default=module.INPUT,
        help=f"{module.INPUT} unless named, - for standard input",
    )
    parser.add_argument(
        "output",
        nargs="?",
        help=f"{module.OUTPUT} unless named (standard output if the input is -), - for that",
    )
    chosen = parser.parse_args(words)
    usual = "-" if chosen.input == "-" else module.OUTPUT
    status: int = module.main(chosen.input, usual if chosen.output is None else chosen.output)
    return status
