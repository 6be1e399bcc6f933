"""`kibitz export`: write the table of a game to a file, as training data."""

from __future__ import annotations

from kibitz.cli.options import GAME, JSON, Command, output
from kibitz.cli.output import Bar, json_text, notices
from kibitz.games.registry import game_named
from kibitz.language.errors import phrase, plural

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace


COMMAND = Command(
    phrase(
        "Write the table of a game to a file: each position with its outcome, the outcome of "
        "every action, and the best actions. If no table is stored, the game is solved "
        "first. A data card next to the file explains its columns."
    ),
    GAME,
    output(phrase("ends in .parquet, .csv or .npz")),
    JSON,
)


def main(chosen: Namespace) -> int:
    """Write the file, and print a summary."""
    language = chosen.language
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
            language.say(
                "{file}: {rows}, {actions}, {bytes}; {card} says what is in it",
                file=said["file"],
                rows=plural("{count} position", "{count} positions", said["rows"]),
                actions=plural("{count} action", "{count} actions", said["actions"]),
                bytes=plural("{count} byte", "{count} bytes", said["bytes"]),
                card=said["card"],
            )
        )
    return 0
