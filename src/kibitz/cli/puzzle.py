"""`kibitz puzzle`: a position in which one move keeps the outcome; find it."""

from __future__ import annotations

import json
import random
from datetime import UTC, date, datetime

from kibitz.cli.parser import Parser
from kibitz.cli.progress import Bar
from kibitz.cli.screen import Screen
from kibitz.play.match import Match
from kibitz.play.naming import game as game_named
from kibitz.play.oracle import Oracle
from kibitz.play.puzzles import DIFFICULTIES, find_puzzle, puzzle_of_day
from kibitz.play.scene import scene_of
from kibitz.rules.errors import KibitzError, Sentence, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

    from kibitz.play.language import Language
    from kibitz.play.puzzles import Puzzle

TODAY = "today"


def main(words: Sequence[str]) -> int:
    """Show a puzzle and judge the answers, until one is right or there are no more."""
    parser = Parser(
        "puzzle",
        words,
        phrase(
            "Show a position in which exactly one move keeps the outcome, and ask for that move. "
            "A wrong answer is refuted."
        ),
    )
    say = parser.say
    parser.add_argument("game", help=say("such as lgame or peg:triangle; see kibitz games"))
    parser.add_argument(
        "--difficulty", choices=DIFFICULTIES, help=say("how hard the puzzle is, any unless given")
    )
    parser.add_argument(
        "--seed", metavar="TEXT", help=say("the same text gives the same puzzle again")
    )
    parser.add_argument(
        "--daily",
        nargs="?",
        const=TODAY,
        metavar="DAY",
        help=say("the puzzle of today, or of a day such as 2026-01-31"),
    )
    parser.add_argument(
        "--answer",
        action="store_true",
        help=say("tell the answer and why each other move is wrong, and ask nothing"),
    )
    parser.add_json()
    chosen = parser.read()
    with Bar(parser.language) as bar:
        oracle = Oracle(game_named(chosen.game), progress=bar)
        oracle.prepare()
        puzzle = picked(oracle, chosen)
    if chosen.json:
        print(json.dumps(puzzle.as_json()))
        return 0
    screen = Screen()
    show(puzzle, screen, parser.language)
    if chosen.answer:
        explain(puzzle, screen, parser.language)
    else:
        ask(puzzle, screen, parser.language)
    return 0


def picked(oracle: Oracle, chosen: Namespace) -> Puzzle:
    """Return the puzzle that the options ask for."""
    if chosen.daily is None:
        return find_puzzle(oracle, chosen.difficulty, chosen.seed or str(random.getrandbits(64)))
    if chosen.difficulty or chosen.seed:
        raise KibitzError("--daily is one puzzle a day: leave out --difficulty and --seed")
    return puzzle_of_day(oracle, day_of(chosen.daily))


def day_of(word: str) -> date:
    """Return a day; today goes by UTC, so that it is the same for everyone."""
    if word == TODAY:
        return datetime.now(UTC).date()
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise KibitzError("not a day such as 2026-01-31: {word}", word=quoted(word)) from None


def show(puzzle: Puzzle, screen: Screen, language: Language) -> None:
    """Show the position and what is to be found."""
    game = puzzle.oracle.game
    screen.tell(f"{game.name}  {game.text(puzzle.position)}")
    screen.show(scene_of(Match(game, puzzle.position)))
    screen.tell(str(language.tell(puzzle.question)))
    difficulty = Sentence("Difficulty: {difficulty}.", difficulty=Sentence(puzzle.difficulty))
    screen.tell(str(language.tell(difficulty)))


def ask(puzzle: Puzzle, screen: Screen, language: Language) -> None:
    """Judge one answer after the other until one is right."""
    game = puzzle.oracle.game
    right = False
    while not right:
        line = screen.ask(language.say("your move: "))
        try:
            move = game.parse_move(puzzle.position, line.strip())
        except KibitzError as error:
            screen.tell(str(language.tell(error.words)))
        else:
            screen.tell(str(language.tell(puzzle.verdict(move))))
            right = move == puzzle.answer.move


def explain(puzzle: Puzzle, screen: Screen, language: Language) -> None:
    """Tell of every move whether it is right, and why not."""
    game = puzzle.oracle.game
    for option in (puzzle.answer, *puzzle.wrong):
        text = game.move_text(puzzle.position, option.move)
        heading = language.say("{heading}: ", heading=text)
        screen.tell_hanging(heading, str(language.tell(puzzle.verdict(option.move))))
