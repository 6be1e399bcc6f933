"""Why pieces cannot move: a sentence for each piece that no legal move changes."""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.rules.base_game import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame

MOST_MOVES = 300  # of a position; with more, no reasons are given
TAKEN = Sentence("this place is taken")
STUCK = Sentence("this piece cannot move now")


def immobile_pieces(game: BaseGame, position: int, mover: int) -> dict[int, Sentence]:
    """Return the cells of pieces that no legal move changes, each with the reason."""
    before = game.pieces(position, mover)
    changed: set[int] = set()
    leaving = False
    for count, move in enumerate(game.rules.moves(position)):
        if count == MOST_MOVES:
            return {}
        after = game.pieces(
            game.rules.play(position, move), game.rules.mover_after(mover, position, move)
        )
        pairs = enumerate(zip(before, after, strict=True))
        now = {cell for cell, (old, new) in pairs if old != new}
        changed |= now
        leaving = leaving or any(before[cell] != EMPTY == after[cell] for cell in now)
    for cells in game.blocks(before):
        if changed & {*cells}:
            changed |= {*cells}
    return {
        cell: reason(game, position, mover, cell) if leaving else TAKEN
        for cell, sign in enumerate(before)
        if sign != EMPTY and cell not in changed
    }


def reason(game: BaseGame, position: int, mover: int, cell: int) -> Sentence:
    """Return why the piece on a cell cannot move."""
    sign = game.pieces(position, mover)[cell]
    other = game.players[1 - mover]
    if game.rules.two_players and (sign.rstrip("0123456789") or sign) == other:
        return Sentence("this piece belongs to {player}", player=game.player_name(1 - mover))
    return game.immobility(position, cell) or STUCK
