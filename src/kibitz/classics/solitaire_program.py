"""The 33-hole board: a dialogue until no jump is left (after a Greek assignment)."""

from __future__ import annotations

from kibitz.classics.classic_console import ask, say
from kibitz.games import peg

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.games.peg import PegSolitaire

PROMPT = "Enter peg position followed by move (L, R, U, or D): "
NO_SENSE = "Something wrong with your input!"
NO_HOLE = "Given peg position is out of board!"
COMPLAINTS = {
    peg.NO_PEG: "Given peg position does not have a peg!",
    peg.NO_DIRECTION: "Direction is not L or R or U or D!",
    peg.OFF_BOARD: "Moving peg will fall out of bounds!",
    peg.NOTHING_TO_JUMP: "No peg at next position to jump over!",
    peg.OCCUPIED: "Landing position is occupied!",
}


def complaint(board: PegSolitaire, position: int, answer: str) -> str:
    """Return what is wrong with an answer, "" if it is a legal jump."""
    if len(answer) != 3 or not (answer[0].isalpha() and answer[1].isdigit()):
        return NO_SENSE
    hole = answer[:2].lower()
    if hole not in board.board.names:
        return NO_HOLE
    step = board.board.lattice.steps.get(answer[2].upper())
    hindrance = board.hindrance(position, board.board.cell(hole), step)
    return COMPLAINTS[hindrance] if hindrance else ""


def main() -> int:
    """Play until no jump is left."""
    board = peg.standard("english")
    position = board.rules.start
    say(board.block(position))
    while any(True for _ in board.rules.moves(position)):
        answer = ask(PROMPT)
        wrong = complaint(board, position, answer)
        if wrong:
            say(wrong)
            continue
        position = board.rules.play(position, board.parse_move(position, answer))
        say()
        say(board.block(position))
    say(f"No more moves. The number of remaining pegs is {board.rules.worth(position)}")
    return 0
