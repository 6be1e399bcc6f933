"""`kibitz play`: a match in the terminal with someone who knows."""

from __future__ import annotations

from kibitz.cli.dialogue import Dialogue
from kibitz.cli.parser import Parser, position_in
from kibitz.cli.screen import Screen
from kibitz.play.files import read_file
from kibitz.play.language import LANGUAGES, language_for
from kibitz.play.match import HUMAN, Match
from kibitz.play.naming import game as game_named
from kibitz.play.naming import game_by_stranger, same_file
from kibitz.play.opponents import OPPONENTS, PERFECT
from kibitz.play.record import HEAD, match_from
from kibitz.rules.errors import KibitzError
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from collections.abc import Sequence

SIDES = ("first", "second")


def main(words: Sequence[str]) -> int:
    """Play until the player has had enough."""
    parser = Parser(
        "play",
        "Play a game or a puzzle, line by line, with someone beside you who knows how it ends. "
        "Type help while you play.",
    )
    parser.add_argument("game", nargs="?", help="such as lgame or peg:triangle; see kibitz games")
    parser.add_position("where the match begins")
    parser.add_argument(
        "--against",
        choices=[*OPPONENTS, HUMAN],
        help="who plays the other side (perfect unless given); hard errs in one move of ten, "
        "easy in one of three",
    )
    parser.add_argument("--side", choices=SIDES, help="which side you play, first unless given")
    parser.add_argument("--load", metavar="FILE", help="go on with a saved match, or its link text")
    parser.add_argument(
        "--no-kibitz", action="store_true", help="do not say what each move did to the outcome"
    )
    parser.add_argument("--lang", metavar="LANG", help=f"the language: {', '.join(LANGUAGES)}")
    parser.add_argument("--seed", type=int, help="a number that makes opponents choose the same")
    chosen = parser.parse_args(words)
    language = language_for(chosen.lang)
    screen = Screen()
    try:
        match = loaded(chosen) if chosen.load is not None else begun(chosen)
        dialogue = Dialogue(match, screen, language, kibitz=not chosen.no_kibitz, seed=chosen.seed)
        return dialogue.run()
    except KibitzError as error:
        raise KibitzError("{words}", words=language.tell(error)) from error


def begun(chosen: Namespace) -> Match:
    """Return the new match that the options ask for."""
    if chosen.game is None:
        raise KibitzError("name a game to play, such as lgame; kibitz games lists them")
    game = game_named(chosen.game)
    start = position_in(chosen, game)
    if game.rules.two_players:
        return Match(game, start, seats(chosen))
    if chosen.against not in (None, HUMAN) or chosen.side:
        raise KibitzError("{name} is a puzzle, which is played alone", name=game.name)
    return Match(game, start)


def seats(chosen: Namespace) -> tuple[str, str]:
    """Return who plays first and second."""
    other = chosen.against or PERFECT
    return (other, HUMAN) if chosen.side == SIDES[1] else (HUMAN, other)


def loaded(chosen: Namespace) -> Match:
    """Return the saved match that the options name, with another opponent if they name one."""
    if chosen.start is not None or chosen.position is not None:
        raise KibitzError(
            "a saved match has its own start, so a position cannot be given with --load"
        )
    is_text = chosen.load.strip().startswith((HEAD + " ", HEAD + "+", HEAD + "\n"))
    match = match_from(
        chosen.load if is_text else read_file(chosen.load),
        lambda name: game_by_stranger(name, trusted=chosen.game),
    )
    if chosen.game is not None and not is_meant(chosen.game, match.game.name):
        raise KibitzError("this is a match of {name}", name=match.game.name)
    if match.for_two and (chosen.against or chosen.side):
        match.players = seats(chosen)
    elif chosen.against not in (None, HUMAN) or chosen.side:
        raise KibitzError("{name} is a puzzle, which is played alone", name=match.game.name)
    return match


def is_meant(given: str, name: str) -> bool:
    """Tell whether a name that was given stands for a game; a file stands for all games in it."""
    asked = GameName(given)
    if asked.file is not None and not asked.choice:
        return same_file(given, name)
    return game_named(given).name == name
