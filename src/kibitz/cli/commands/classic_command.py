"""`kibitz classic`: the five original programs."""

from __future__ import annotations

from kibitz.cli import language_in, with_command_first
from kibitz.cli.option_parser import Parser
from kibitz.language.errors import KibitzError, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

PROGRAMS = {
    "solitaire": phrase("peg solitaire on 33 holes"),
    "luffarschack": phrase("noughts and crosses for two, with two variants"),
    "joc": phrase("the shortest solution of Lunar Lockout, from a file to a file"),
    "triangle": phrase("the triangle of 15 holes; Ctrl-C solves it"),
    "lgame": phrase("the winning move in the L-game, from a file to a file"),
}


def main(words: Sequence[str]) -> int:
    """Run the program named by the first word; `--lang` may precede it."""
    words = with_command_first(words)
    program = words[0] if words else "--help"
    if program in ("--help", "-h"):
        say = language_in(words).say
        print(say("usage: ") + "kibitz classic PROGRAM …\n")
        for name, summary in PROGRAMS.items():
            print(f"  {name:<14}{say(summary)}")
        return 0
    if program not in PROGRAMS:
        from kibitz.language.errors import nearest

        raise KibitzError(
            "there is no classic program {program}; {suggestion}",
            program=quoted(program),
            suggestion=nearest(program, PROGRAMS),
        )
    parser = Parser(f"classic {program}", words[1:], PROGRAMS[program])
    if program in ("joc", "lgame"):
        return run_on_files(parser, program)
    return run_dialogue(parser, program)


def run_dialogue(parser: Parser, program: str) -> int:
    """Run an interactive program."""
    if program == "luffarschack":
        from kibitz.classics import luffarschack_program

        parser.add_argument(
            "--variant",
            choices=luffarschack_program.VARIANTS,
            default=luffarschack_program.VARIANTS[0],
            help=parser.say(
                "what moves once three pieces are placed: nothing, any piece, or the oldest one"
            ),
        )
        return luffarschack_program.main(parser.read().variant)
    parser.read()
    if program == "solitaire":
        from kibitz.classics import solitaire_program

        return solitaire_program.main()
    from kibitz.classics import triangle_program

    return triangle_program.main()


def run_on_files(parser: Parser, program: str) -> int:
    """Run a program from a file to a file, or from standard input to standard output."""
    from importlib import import_module

    module = import_module(f"kibitz.classics.{program}_program")
    parser.add_argument(
        "input",
        nargs="?",
        default=module.INPUT,
        help=parser.say("{file} unless named, - for standard input", file=module.INPUT),
    )
    parser.add_argument(
        "output",
        nargs="?",
        help=parser.say(
            "{file} unless named; - for standard output, which is used if the input is -",
            file=module.OUTPUT,
        ),
    )
    chosen = parser.read()
    usual = "-" if chosen.input == "-" else module.OUTPUT
    status: int = module.main(chosen.input, usual if chosen.output is None else chosen.output)
    return status
