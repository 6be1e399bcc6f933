"""`kibitz puzzle`: pose a puzzle and check the answers."""

from __future__ import annotations

import random

from kibitz.cli.options import JSON, Argument, Command, flag
from kibitz.cli.output import Bar, json_text
from kibitz.cli.puzzle_dialogue import PuzzleDialogue
from kibitz.cli.terminal import Terminal
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, phrase
from kibitz.oracle.oracle import Oracle
from kibitz.play.posed_puzzle import DIFFICULTIES
from kibitz.play.puzzle_finder import OF_THE_DAY, day_named, find_puzzle, puzzle_of_day, today

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from kibitz.play.posed_puzzle import Puzzle

TODAY = "today"


COMMAND = Command(
    phrase(
        "Show a position in which exactly one move keeps the outcome, and ask for that move. "
        "In Lunar Lockout and puzzles like it, ask for the whole solution. A wrong move is "
        "refuted."
    ),
    Argument("game", phrase("such as lgame or peg:triangle; see kibitz games"), nargs="?"),
    Argument("--difficulty", phrase("how hard the puzzle is (default: any)"), choices=DIFFICULTIES),
    Argument("--distance", phrase("how many moves the best line has"), "MOVES", type=int),
    Argument("--seed", phrase("the same text gives the same puzzle again"), "TEXT"),
    Argument(
        "--daily",
        phrase("today’s puzzle, or that of a date such as 2026-01-31"),
        "DAY",
        nargs="?",
        const=TODAY,
    ),
    flag("--answer", phrase("print the answer and why every other move is wrong, without asking")),
    JSON,
)


def main(chosen: Namespace) -> int:
    """Show a puzzle and check the answers, until one is right or the player leaves."""
    with Bar(chosen.language) as bar:
        puzzle = picked(Oracle(game_named(chosen.game or OF_THE_DAY), progress=bar), chosen)
    if chosen.json:
        print(json_text(puzzle.as_json()))
        return 0
    talk = PuzzleDialogue(puzzle, Terminal(), chosen.language)
    if chosen.answer:
        talk.explain_moves()
        return 0
    return talk.run()


def picked(oracle: Oracle, chosen: Namespace) -> Puzzle:
    """Return a puzzle by the options; without any, that of today."""
    wishes = bool(chosen.difficulty or chosen.seed or chosen.distance is not None)
    if chosen.daily is None and (chosen.game or wishes):
        seed = chosen.seed or str(random.getrandbits(64))
        return find_puzzle(oracle, chosen.difficulty, seed, chosen.distance)
    if wishes:
        raise KibitzError("--daily is one puzzle a day: leave the other options out")
    named = chosen.daily not in (None, TODAY)
    return puzzle_of_day(oracle, day_named(chosen.daily) if named else today())
