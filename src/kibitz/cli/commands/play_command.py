"""`kibitz play`: play a match in the terminal, with exact comments."""

from argparse import Namespace

from kibitz.cli.dialogue import Dialogue
from kibitz.cli.options import Argument, Command, flag, position, position_in
from kibitz.cli.terminal import Terminal
from kibitz.games.registry import game_by_stranger, game_named, same_file
from kibitz.language.errors import KibitzError, phrase
from kibitz.language.languages import Language
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import HUMAN, MatchState
from kibitz.play.match_record import HEAD, match_from
from kibitz.play.opponents import OPPONENTS
from kibitz.play.seating import USUAL_OPPONENT, opened, seats, side_for_person
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.system.whole_files import read_file

SIDES = ("first", "second")


COMMAND = Command(
    phrase(
        "Play a game or solve a puzzle in the terminal, with exact comments on each move. "
        "Type help while you play."
    ),
    Argument(
        "game",
        phrase("such as lgame or peg:triangle; without it, a list to choose from"),
        nargs="?",
    ),
    *position(phrase("where the match begins")),
    Argument(
        "--against",
        phrase(
            "who plays the other side (default: easy); hard makes a mistake in one move of "
            "ten, easy in one of three"
        ),
        choices=[*OPPONENTS, HUMAN],
    ),
    Argument(
        "--side",
        phrase("which side you play (default: the first that is not known to lose)"),
        choices=SIDES,
    ),
    Argument("--load", phrase("continue a saved match, or one given as a link text"), "FILE"),
    flag("--no-kibitz", phrase("do not say what each move did to the outcome")),
    Argument(
        "--seed",
        phrase("a number; with the same one, opponents choose the same moves"),
        type=int,
    ),
)


def main(chosen: Namespace) -> int:
    """Play until the player leaves."""
    screen = Terminal()
    if chosen.load is not None:
        match = loaded(chosen)
    else:
        match = begun(chosen, game_of(chosen.game, screen, chosen.language))
    kibitz = not chosen.no_kibitz
    talk = Dialogue(match, screen, chosen.language, kibitz=kibitz, seed=chosen.seed)
    if not screen.typed_here:
        return talk.run()
    from kibitz.oracle.compilations import compiled_ahead  # while a person thinks

    with compiled_ahead(match.game):
        return talk.run()


def game_of(name: str | None, screen: Terminal, language: Language) -> BaseGame:
    """Return the game with that name; without one, ask for it at a terminal."""
    if name is not None:
        return opened(name)
    if not screen.typed_here or not screen.shown:
        raise KibitzError("name a game to play, such as lgame; kibitz games lists them")
    from kibitz.cli.game_chooser import Chooser  # only for a bare `kibitz play`

    return Chooser(screen, language).choose()


def begun(chosen: Namespace, game: BaseGame) -> MatchState:
    """Return a new match of a game by the options."""
    start = position_in(chosen, game)
    if game.rules.two_players:
        side = side_of(chosen)
        if side is None and chosen.against != HUMAN:
            side = side_for_person(game, start, Oracle(game))
        return MatchState(game, start, seats(chosen.against or USUAL_OPPONENT, side or 0))
    if chosen.against not in (None, HUMAN) or chosen.side:
        raise KibitzError("{name} is a puzzle, which is played alone", name=game.name)
    return MatchState(game, start)


def side_of(chosen: Namespace) -> int | None:
    """Return the side of the person in the options; None if they name none."""
    return None if chosen.side is None else SIDES.index(chosen.side)


def loaded(chosen: Namespace) -> MatchState:
    """Load the saved match of the options, with their opponent, if they name one."""
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
        side = side_of(chosen)
        other = next((one for one in match.players if one != HUMAN), USUAL_OPPONENT)
        match.players = seats(chosen.against or other, match.person or 0 if side is None else side)
    elif chosen.against not in (None, HUMAN) or chosen.side:
        raise KibitzError("{name} is a puzzle, which is played alone", name=match.game.name)
    return match


def is_meant(given: str, name: str) -> bool:
    """Return whether a given name matches a game; a file matches all its games."""
    asked = GameName(given)
    if asked.file is not None and not asked.choice:
        return same_file(given, name)
    return game_named(given).name == name
