"""`kibitz puzzle`: pose a puzzle and check the answers."""

from __future__ import annotations

import random

from kibitz.cli.option_parser import Parser
from kibitz.cli.output import Bar, json_text
from kibitz.cli.terminal import Terminal
from kibitz.drawing.scene import scene_of
from kibitz.games.registry import game_named
from kibitz.language.errors import EndOfInput, KibitzError, Sentence, phrase
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import MatchState
from kibitz.play.posed_puzzle import DIFFICULTIES
from kibitz.play.puzzle_finder import day_named, find_puzzle, puzzle_of_day, today
from kibitz.play.wording import ending

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import SimpleNamespace as Namespace

    from kibitz.language.languages import Language
    from kibitz.oracle.answer import Option
    from kibitz.play.posed_puzzle import Puzzle

TODAY = "today"
ANSWER = "answer"  # input in place of a move


def main(words: Sequence[str]) -> int:
    """Show a puzzle and check the answers, until one is right or the input ends."""
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
    parser.add_argument("game", help=say("such as lgame or peg:triangle; see kibitz games"))
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
        puzzle = picked(Oracle(game_named(chosen.game), progress=bar), chosen)
    if chosen.json:
        print(json_text(puzzle.as_json()))
        return 0
    screen = Terminal()
    show(puzzle, screen, parser.language)
    if chosen.answer:
        explain(puzzle, puzzle.right + puzzle.wrong, screen, parser.language)
        return 0
    try:
        ask(puzzle, screen, parser.language)
    except EndOfInput:
        screen.write()
        screen.write(parser.say("End of input."))
    return 0


def picked(oracle: Oracle, chosen: Namespace) -> Puzzle:
    """Return a puzzle by the options."""
    if chosen.daily is None:
        seed = chosen.seed or str(random.getrandbits(64))
        return find_puzzle(oracle, chosen.difficulty, seed, chosen.distance)
    if chosen.difficulty or chosen.seed or chosen.distance is not None:
        raise KibitzError("--daily is one puzzle a day: leave the other options out")
    return puzzle_of_day(oracle, today() if chosen.daily == TODAY else day_named(chosen.daily))


def show(puzzle: Puzzle, screen: Terminal, language: Language) -> None:
    """Show the position and the question."""
    screen.write(f"{puzzle.game.name}  {puzzle.text}")
    screen.show(scene_of(MatchState(puzzle.game, puzzle.position)))
    screen.write(str(language.tell(puzzle.question)))
    difficulty = Sentence("Difficulty: {difficulty}.", difficulty=Sentence(puzzle.difficulty))
    screen.write(str(language.tell(difficulty)))


def ask(puzzle: Puzzle, screen: Terminal, language: Language) -> None:
    """Check one move after the other until the puzzle is solved."""
    match = MatchState(puzzle.game, puzzle.position)
    left: Puzzle | None = puzzle
    screen.write(language.say("Type a move, or {word} to see the answer.", word=ANSWER))
    while left is not None:
        line = screen.ask(language.say("Your move: ")).strip()
        if line.lower() == ANSWER:
            explain(left, left.right[:1], screen, language)
            return
        try:
            move = puzzle.game.parse_move(left.position, line)
        except KibitzError as error:
            screen.write(str(language.tell(error.words)))
            continue
        said = left.judge(move)
        is_step = said.right and puzzle.kind == "solve"  # which is still to be found
        words = said.words if is_step else said.words_and_line
        screen.write(str(language.tell(words)))
        if not said.right:
            continue
        left = left.after(move)
        match.play(move)
        if puzzle.kind == "solve":
            screen.show(scene_of(match))
    if match.over:
        screen.write(str(language.tell(ending(match))))


def explain(
    puzzle: Puzzle, options: Sequence[Option], screen: Terminal, language: Language
) -> None:
    """Print for each move whether it is right and what follows it."""
    for option in options:
        text = puzzle.game.move_text(puzzle.position, option.move)
        heading = language.say("{heading}: ", heading=text)
        said = puzzle.judge(option.move)
        screen.write_hanging(heading, str(language.tell(said.words_and_line)))
