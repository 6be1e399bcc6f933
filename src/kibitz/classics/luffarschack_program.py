"""Noughts and crosses for two at one keyboard, with two variants (after a Swedish assignment)."""

from __future__ import annotations

from kibitz.classics.classic_console import ask, say, whole_number
from kibitz.games.noughts_notation import PLAYERS, frame
from kibitz.games.registry import game

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

VARIANTS = ("classic", "any", "oldest")
TAKEN = "Position taken, choose again"
NOT_YOURS = "No piece of yours to pick up there, choose again"
NOT_OLDEST = "Only your piece that has lain longest may be picked up, choose again"


def take_number(question: str) -> int:
    """Ask until the answer is 1, 2 or 3."""
    while True:
        answer = whole_number(ask(question))
        if answer is not None and 1 <= answer <= 3:
            return answer


def take_position(noughts: BaseGame) -> int:
    """Ask for a row and a column, and return that square."""
    row = take_number("Choose row: ")
    column = take_number("Choose column: ")
    return noughts.board.rows[row - 1][column - 1]


def take_turn(noughts: BaseGame, position: int, mark: str, pieces: list[str]) -> PositionId:
    """Ask the player of that mark for a legal move, and return the position after it."""
    names = noughts.board.names
    legal = {noughts.move_text(position, move): move for move in noughts.rules.moves(position)}
    origins = {text.partition("-")[0] for text in legal if "-" in text}
    picked_up = ""
    if origins:
        square = take_position(noughts)
        while names[square] not in origins:
            say(NOT_OLDEST if pieces[square] == mark else NOT_YOURS)
            square = take_position(noughts)
        picked_up = f"{names[square]}-"
    square = take_position(noughts)
    while picked_up + names[square] not in legal:
        say(TAKEN)
        square = take_position(noughts)
    return noughts.rules.play(position, legal[picked_up + names[square]])


def main(variant: str = VARIANTS[0]) -> int:
    """Play until a player has won or the board is full."""
    noughts = game(f"noughts:{variant}")
    position, player = noughts.rules.start, 0
    while True:
        pieces = [piece[0] for piece in noughts.pieces(position, mover=player)]
        say(frame(noughts.board, pieces, width=1), end="")
        if not any(True for _ in noughts.rules.moves(position)):
            break
        say(f"Player {PLAYERS[player]}'s turn")
        position = take_turn(noughts, position, PLAYERS[player], pieces)
        player = 1 - player
    if noughts.rules.worth(position) < 0:
        say(f"Player {PLAYERS[1 - player]} has won!")
    else:
        say("It's a draw")
    ask("")
    return 0
