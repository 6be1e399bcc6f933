"""Editor for positions: builds a match from a sign per cell, or rejects the position."""

from collections.abc import Callable, Sequence
from contextlib import suppress

from kibitz.games import registry
from kibitz.language.errors import KibitzError, NotationError, Sentence, UnknownGame, plural, quoted
from kibitz.play.match_history import MatchState
from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame


class WrongBoard(KibitzError):
    """A board that is not a position of the game; `cell` is the wrong cell, if there is one."""

    def __init__(self, words: Sentence, cell: int | None) -> None:
        super().__init__(words)
        self.cell = cell


def match_on(
    game: BaseGame,
    signs: Sequence[str],
    mover: int | None = None,
    named: Callable[[str], BaseGame] = registry.game,
) -> MatchState:
    """Return the match that begins with these signs on the cells, and beside them if any are given.

    Signs beside the board default to those of the start. If the pieces belong to another variant
    of the family, such as one with more helpers, the match is of that variant; `named` finds it.
    `mover` is the player who moves first, 0 or 1; None if the pieces decide it.
    """
    signs = complete(game, signs)
    other = game.fitting(signs[: len(game.board)])
    if other != game.name:
        with suppress(KibitzError):  # without such a game, this one says what is wrong
            game = named(other)
    if mover is None or not game.rules.two_players:
        return MatchState(game, position_on(game, signs))
    if game.beside(game.rules.start) and game.to_move(game.rules.start) is not None:
        signs[len(game.board)] = game.players[mover]
        return MatchState(game, position_on(game, signs))
    return MatchState(game, seen_by(game, signs, mover), first=mover)


def complete(game: BaseGame, signs: Sequence[str]) -> list[str]:
    """Return the signs on and beside the board; reject signs that the game does not have."""
    for sign in signs:
        if sign not in game.signs:
            raise UnknownGame(
                "{sign} is not a sign of this game; the signs are {signs}",
                sign=quoted(sign),
                signs=" ".join(game.signs),
            )
    beside = game.beside(game.rules.start)
    given = [*signs, *beside] if len(signs) == len(game.board) else [*signs]
    if len(given) != len(game.board) + len(beside):
        raise UnknownGame(
            plural("this board has {count} place", "this board has {count} places", len(game.board))
        )
    return given


def position_on(game: BaseGame, signs: Sequence[str]) -> PositionId:
    """Return the position with these signs, parsed like the text of a position."""
    where: list[int | None] = []

    def refuse(
        sentence: str | Sentence, cell: int | None = None, **details: object
    ) -> NotationError:
        where.append(cell)
        return NotationError(sentence, "", 0, **details)

    try:
        return PositionId(game.position_of(signs, refuse))
    except NotationError as error:
        raise WrongBoard(error.words, where[-1] if where else None) from error


def seen_by(game: BaseGame, signs: Sequence[str], mover: int) -> PositionId:
    """Return the position in which a player is to move and sees these signs.

    A text may call the player to move by the name of either, so it is read as it is and with the
    two sides exchanged.
    """
    wrong: WrongBoard | None = None
    for read in (signs, game.exchanged(signs)):
        try:
            position = position_on(game, read)
        except WrongBoard as error:
            wrong = wrong or error
            continue
        if game.pieces(position, mover) == list(signs)[: len(game.board)]:
            return position
        wrong = wrong or WrongBoard(
            Sentence(
                "with these pieces, it is {player}’s turn", player=game.player_name(1 - mover)
            ),
            None,
        )
    assert wrong is not None
    raise wrong
