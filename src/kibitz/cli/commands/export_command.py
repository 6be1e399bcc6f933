"""`kibitz export`: write the table of a game to a file, as training data."""

from __future__ import annotations

from kibitz.cli.option_parser import Parser
from kibitz.cli.output import Bar, json_text, notices
from kibitz.games.registry import game_named
from kibitz.language.errors import phrase, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    """Write the file, and print a summary."""
    parser = Parser(
        "export",
        words,
        phrase(
            "Write the table of a game to a file: each position with its outcome, the outcome of "
            "every action, and the best actions. If no table is stored, the game is solved "
            "first. A data card next to the file explains its columns."
        ),
    )
    say, language = parser.say, parser.language
    parser.add_argument("game", help=say("such as lgame; see kibitz games"))
    parser.add_argument(
        "--to", required=True, metavar="FILE", help=say("ends in .parquet, .csv or .npz")
    )
    parser.add_json()
    chosen = parser.read()
    from kibitz.export.export_files import export, format_of  # needs NumPy
    from kibitz.oracle.named_tables import table_of

    game = game_named(chosen.game)
    format_of(chosen.to)  # fails before anything is solved
    with Bar(language) as bar:
        bar.about(game, game.rules.start)
        table = table_of(game, progress=bar, notice=notices(language, bar))
    with Bar(language) as bar:
        said = export(game, table, chosen.to, progress=bar)
    if chosen.json:
        print(json_text(said))
    else:
        print(
            say(
                "{file}: {rows}, {actions}, {bytes}; {card} says what is in it",
                file=said["file"],
                rows=plural("{count} position", "{count} positions", said["rows"]),
                actions=plural("{count} action", "{count} actions", said["actions"]),
                bytes=plural("{count} byte", "{count} bytes", said["bytes"]),
                card=said["card"],
            )
        )
    return 0
