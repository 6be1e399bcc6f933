"""Boards that people set up by hand: a sign on each cell, made into a position or refused."""

from __future__ import annotations

from kibitz.rules.errors import KibitzError, NotationError, Sentence, UnknownGame, plural, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.rules.game import Game


class WrongBoard(KibitzError):
    """A board that is not a position of the game; `cell` is where it is wrong, None if nowhere."""

    def __init__(self, words: Sentence, cell: int | None) -> None:
        super().__init__(words)
        self.cell = cell


def position_on(game: Game, signs: Sequence[str]) -> int:
    """Return the position with these signs on the cells, and then beside them if any are given.

    What stands beside the board is that of the start where it is not given.
    """
    for sign in signs:
        if sign not in game.signs:
            raise UnknownGame(
                "{sign} is not a sign of this game; the signs are {signs}",
                sign=quoted(sign),
                signs=" ".join(game.signs),
            )
    beside = game.beside(game.rules.start)
    if len(signs) == len(game.board):
        signs = [*signs, *beside]
    if len(signs) != len(game.board) + len(beside):
        raise UnknownGame(
            plural("this board has {count} place", "this board has {count} places", len(game.board))
        )
    where: list[int] = []

    def refuse(sentence: str | Sentence, cell: int = 0, **details: object) -> NotationError:
        where.append(cell)
        return NotationError(sentence, "", 0, **details)

    try:
        return game.position_of(signs, refuse)
    except NotationError as error:
        cell = where[-1] if where else None
        raise WrongBoard(error.words, cell) from error
