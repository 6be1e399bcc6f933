"""How a new match begins: its size, the usual opponent, and the side of the person."""

from __future__ import annotations

from kibitz.games.registry import family, game_named
from kibitz.play.match_history import HUMAN
from kibitz.play.opponents import EASY
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

USUAL_OPPONENT = EASY


def opened(name: str) -> BaseGame:
    """Return the game of a new match; the name of a family alone means the size it offers."""
    game = game_named(name)
    own = game.name
    offered = "" if GameName(name).choice or own.file else family(own.family).offered
    return game_named(GameName.of(own.family, offered)) if offered else game


def seats(opponent: str, side: int) -> tuple[str, str]:
    """Return the players of a match between a person on a side, 0 or 1, and an opponent."""
    return (HUMAN, opponent) if side == 0 else (opponent, HUMAN)


def side_for_person(
    game: BaseGame, start: PositionId | None = None, oracle: Oracle | None = None
) -> int:
    """Return the side, 0 or 1, that a person plays unless another is chosen.

    That is the first, unless it is known to lose by best play. Nothing is worked out: the shipped
    values are looked up, and what an oracle knows, if one is given.
    """
    position = game.rules.start if start is None else start
    mover = game.mover(position)
    loser = {"loss": mover, "win": 1 - mover}.get(_value(game, position, oracle))
    return 1 if loser == 0 else 0


def _value(game: BaseGame, position: PositionId, oracle: Oracle | None) -> str:
    """Return the known value of a position for the player to move, such as `loss`."""
    if oracle is not None:
        outcome = oracle.outcome(position, Effort.lookup_only)
        if outcome.known:
            return outcome.kind
    if position != game.rules.start:
        return ""
    from kibitz.games.reference import rows_of  # where no table answers

    return next((row.start for row in rows_of(game.name) if row.name == game.name), "")
