"""`kibitz poster`: draw the whole strategy of a small game on one sheet."""

from __future__ import annotations

from kibitz.cli.options import GAME, Argument, Command, output
from kibitz.cli.output import Bar, notices
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

FIRST, SECOND = "first", "second"
ENDING = ".svg"
MOST_POSITIONS = 200_000  # looked at for each question
MOST_SECONDS = 60.0  # for all of them


COMMAND = Command(
    phrase(
        "Draw the whole strategy of a player on one A3 sheet: a best move in every position "
        "that the other player can reach, and of a puzzle a best line. The file is SVG; open "
        "it in a browser and print it, on paper or as PDF."
    ),
    GAME,
    output(phrase("the file to write, which ends in .svg; - is standard output"), required=False),
    Argument(
        "--player",
        phrase("whose strategy: that of the player who moves first or second"),
        choices=(FIRST, SECOND),
        default=FIRST,
    ),
)


def main(chosen: Namespace) -> int:
    """Write the sheet to a file."""
    language = chosen.language
    game = game_named(chosen.game)
    file = chosen.to or file_name(game.name)
    if file != "-" and not file.lower().endswith(ENDING):
        raise KibitzError(
            "a picture is written as SVG: the name of its file ends in {ending}, and {path} does "
            "not",
            ending=ENDING,
            path=quoted(file),
        )
    if chosen.player == SECOND and not game.rules.two_players:
        raise KibitzError("{name} is a puzzle, which has no second player", name=game.name)
    from kibitz.drawing.poster import solution_poster, strategy_poster  # after what can be refused
    from kibitz.oracle.oracle import Oracle
    from kibitz.oracle.perfect_play import PlayerStrategy
    from kibitz.solve.effort import Effort
    from kibitz.system.whole_files import write_file

    effort = Effort(positions=MOST_POSITIONS, seconds=MOST_SECONDS)
    with Bar(language) as bar:
        oracle = Oracle(game, effort=effort, progress=bar, notice=notices(language, bar))
        bar.about(game, game.rules.start, oracle)
        oracle = oracle.within(effort.begun())
        if game.rules.two_players:
            drawn = strategy_poster(PlayerStrategy(oracle, begins=chosen.player == FIRST), language)
        else:
            drawn = solution_poster(oracle, language)
    write_file(file, drawn)
    if file != "-":
        print(language.say("{file} is an A3 sheet; open it in a browser to print it", file=file))
    return 0


def file_name(name: str) -> str:
    """Return the name of the file for a game, in the current folder."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.removesuffix(".py"))
    return f"{plain.strip('-')}{ENDING}"
