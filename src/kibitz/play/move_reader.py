"""Reads moves as people type them: a part that fits one move only, or several moves in a row."""

from __future__ import annotations

import re

from kibitz.language.errors import NotationError, one_of, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import MoveId
    from kibitz.rules.base_game import BaseGame

MOST_NAMED = 8
TOKEN = re.compile(r"[^\W\d_]+|\d+")


def read_moves(game: BaseGame, position: int, text: str) -> list[MoveId]:
    """Return the legal moves of a text: one or, in a puzzle, several (`rr`, `d3-d4 c3-d3`)."""
    try:
        return [read_move(game, position, text)]
    except NotationError:
        words = text.split()
        if all(len(game.move_text(position, move)) == 1 for move in game.rules.moves(position)):
            words = list("".join(words))
        if game.rules.two_players or len(words) < 2:
            raise
    found: list[MoveId] = []
    for number, word in enumerate(words, 1):
        try:
            found.append(read_move(game, position, word))
        except NotationError as error:
            raise NotationError("move {number}, {move}: {reason}", text, number=number,
                                move=quoted(word), reason=error.words) from None  # fmt: skip
        position = game.rules.play(position, found[-1])
    return found


def read_move(game: BaseGame, position: int, text: str) -> MoveId:
    """Return the legal move of a text: as it is written, or by its beginning or end alone.

    The number of a column is enough in Connect Four. What fits several moves is asked back.
    """
    try:
        return game.parse_move(position, text)
    except NotationError:
        typed = TOKEN.findall(text.lower())
        if "".join(typed) != text.strip().lower():
            raise
        fitting = {}
        for move in game.rules.moves(position):
            written = game.move_text(position, move)
            tokens = TOKEN.findall(written.lower())
            if typed in (tokens[: len(typed)], tokens[-len(typed) :]):
                fitting[written] = move
        if not typed or not fitting:
            raise
    if len(fitting) == 1:
        return fitting.popitem()[1]
    moves = one_of(list(fitting)[:MOST_NAMED])
    raise NotationError("{word} may be {moves}", text, word=quoted(text), moves=moves)
