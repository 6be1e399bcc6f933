"""Position in a dialogue after some answers, by the rules in its package."""

from functools import cache
from typing import Any

from kibitz.games.registry import game
from kibitz.judge.assignments.assignment import part
from kibitz.judge.assignments.embedding import namespace
from kibitz.judge.cases.exact_answers import DrawnPosition
from kibitz.language.errors import NotationError
from kibitz.rules import PositionId

BOARDS = {
    "solitaire": "peg:english",
    "triangle": "peg:triangle",
    "luffarschack": "noughts:classic",  # only the places of the pieces are drawn
}


@cache
def rules(name: str) -> dict[str, Any]:
    """Return the names defined by the rules of a package, which are trusted Python."""
    return namespace(part("shared/verdict.py") + part(f"{name}/rules.py"))


def position_after(name: str, given: str, number: int) -> DrawnPosition | None:
    """Return the position after so many answers, after all if that is -1; None if unknown."""
    if name not in BOARDS:
        return None
    dialogue, answers = rules(name)["Dialogue"](), given.splitlines()
    for answer in answers if number < 0 else answers[: dialogue.silent + number]:
        dialogue.receive(answer)
    board = game(BOARDS[name])
    if name == "solitaire":
        pegs = [dialogue.pegs[hole] for hole in sorted(dialogue.pegs)]
        return DrawnPosition(
            board, PositionId(sum(1 << hole for hole, peg in enumerate(pegs) if peg))
        )
    if name == "triangle":
        return DrawnPosition(board, sum(1 << hole for hole in dialogue.pegs))
    cells = "".join(dialogue.cells).replace(" ", ".")
    try:
        return DrawnPosition(board, board.parse("-".join((cells[:3], cells[3:6], cells[6:]))))
    except NotationError:  # pieces of a variant that has no position in the plain game
        return None


def exit_status(name: str, given: str) -> int:
    """Return the exit status of the course's program after a script."""
    dialogue = rules(name)["Dialogue"]()
    for answer in given.splitlines():
        dialogue.receive(answer)
    status: int = dialogue.exit_status()
    return status


def boards(name: str, given: str) -> list[str]:
    """Return the boards with which the function of a program is called after a script."""
    found: list[str] = rules(name)["boards"](given.splitlines())
    return found
