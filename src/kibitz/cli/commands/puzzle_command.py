"""`kibitz puzzle`: pose a puzzle and check the answers."""

from __future__ import annotations

import random

from kibitz.cli.option_parser import Parser
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
    from collections.abc import Sequence
    from types import SimpleNamespace as Namespace

    from kibitz.play.posed_puzzle import Puzzle

TODAY = "today"


def main(words: Sequence[str]) -> int:
    """Show a puzzle and check the answers, until one is right or the player leaves."""
    parser = Parser(
        "puzzle",
        words,
        phrase(
            "Show a position in which exactly one move keeps the outcome, and ask for that move. "
            "In Lunar Lockout and puzzles like it, ask for the whole solution. A wrong move is "
            "refuted."
        ),
    )
    say = parser.say
    game = say("such as lgame or peg:triangle; see kibitz games")
    parser.add_argument("game", nargs="?", help=game)
    parser.add_argument(
        "--difficulty", choices=DIFFICULTIES, help=say("how hard the puzzle is (default: any)")
    )
    parser.add_argument(
        "--distance", type=int, metavar="MOVES", help=say("how many moves the best line has")
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help=say("the same text gives the same puzzle again")
    )
    parser.add_argument(
        "--daily",
        nargs="?",
        const=TODAY,
        metavar="DAY",
        help=say("today’s puzzle, or that of a date such as 2026-01-31"),
    )
    parser.add_argument(
        "--answer",
        action="store_true",
        help=say("print the answer and why every other move is wrong, without asking"),
    )
    parser.add_json()
    chosen = parser.read()
    with Bar(parser.language) as bar:
        puzzle = picked(Oracle(game_named(chosen.game or OF_THE_DAY), progress=bar), chosen)
    if chosen.json:
        print(json_text(puzzle.as_json()))
        return 0
    talk = PuzzleDialogue(puzzle, Terminal(), parser.language)
    if chosen.answer:
        talk.pose()
        talk.explain_moves(puzzle.right + puzzle.wrong)
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
