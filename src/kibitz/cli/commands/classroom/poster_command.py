"""`kibitz poster`: draw the whole strategy of a small game on one sheet."""

from __future__ import annotations

from kibitz.cli.option_parser import Parser
from kibitz.cli.output import Bar, notices
from kibitz.games.registry import game_named
from kibitz.language.errors import KibitzError, phrase, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

FIRST, SECOND = "first", "second"
ENDING = ".svg"
MOST_POSITIONS = 200_000  # looked at for each question
MOST_SECONDS = 60.0  # for all of them


def main(words: Sequence[str]) -> int:
    """Write the sheet to a file."""
    parser = Parser(
        "poster",
        words,
        phrase(
            "Draw the whole strategy of a player on one A3 sheet: a best move in every position "
            "that the other player can reach, and of a puzzle a best line. The file is SVG; open "
            "it in a browser and print it, on paper or as PDF."
        ),
    )
    say, language = parser.say, parser.language
    parser.add_argument("game", help=say("such as lgame or peg:triangle; see kibitz games"))
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        help=say("the file to write, which ends in .svg; - is standard output"),
    )
    parser.add_argument(
        "--player",
        choices=(FIRST, SECOND),
        default=FIRST,
        help=say("whose strategy: that of the player who moves first or second"),
    )
    chosen = parser.read()
    game = game_named(chosen.game)
    file = chosen.output or file_name(game.name)
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
        print(say("{file} is an A3 sheet; open it in a browser to print it", file=file))
    return 0


def file_name(name: str) -> str:
    """Return the name of the file for a game, in the current folder."""
    plain = "".join(letter if letter.isalnum() else "-" for letter in name.removesuffix(".py"))
    return f"{plain.strip('-')}{ENDING}"
