"""Quick check of a game in a file before anything is built on it."""

from __future__ import annotations

from kibitz.language.errors import phrase, with_command
from kibitz.rules.simple_game import SimpleGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame

A_LOOK = 0.3  # seconds


def check_promises(game: BaseGame) -> None:
    """Refuse a user-defined game that fails a quick check, in the words of `kibitz doctor`.

    Its table would look right and be wrong.
    """
    if isinstance(game, SimpleGame):
        from kibitz.conformance import quick_check  # imported for such games only
        from kibitz.games.gamefile import InvalidGameFile

        for wrong in quick_check(game, A_LOOK):
            raise InvalidGameFile(
                with_command(
                    phrase("{wrong}; for more, run kibitz doctor {name}"),
                    "{wrong}",
                    wrong=str(wrong).replace("\n", "; "),
                    name=game.name,
                )
            )
