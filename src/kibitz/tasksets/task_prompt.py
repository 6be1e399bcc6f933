"""Prompt of a task: the rules, the notation, the position, the question, the form of the answer."""

from __future__ import annotations

from kibitz.drawing.scene import Scene
from kibitz.drawing.text_picture import text_picture

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kibitz.core import PositionId
    from kibitz.core.base_game import BaseGame

ANSWER = "Give your answer on the last line, as “Answer: …”."
ROW_END = "-"


def prompt_of(
    game: BaseGame, position: PositionId, question: str, moves: Iterable[str] | None = None
) -> str:
    """Return the prompt of a question about a position; `moves` are the legal ones, if listed."""
    parts = [rules_text(game), f"The position:\n{drawing(game, position)}"]
    if moves is not None:
        parts.append(f"The legal moves are: {' '.join(moves)}")
    parts.append(f"{question}\n{ANSWER}")
    return "\n\n".join(parts)


def rules_text(game: BaseGame) -> str:
    """Return the title, the aim, the rules and the notation of a game."""
    about = game.about()
    pieces = {
        name: [sign for sign, called in game.called.items() if called == name]
        for name in game.called.values()
    }
    legend = [f"{' and '.join(signs)}: {name}" for name, signs in pieces.items()]
    lines = [
        f"{game.title}." if game.title else "",
        str(about.aim),
        *map(str, about.rules),
        str(about.writing or ""),
        f"Signs: {'; '.join(legend)}." if legend else "",
    ]
    return "\n".join(line for line in lines if line)


def drawing(game: BaseGame, position: PositionId, mover: int | None = None) -> str:
    """Return the board with the names of its cells, and who is to move.

    `mover` is the player to move, if that is known from a match.
    """
    mover = game.mover(position) if mover is None else mover
    drawn = text_picture(Scene(game, position, mover)).rstrip("\n")
    if not game.rules.two_players:
        return drawn
    return f"{drawn}\n\n{game.players[mover]} is to move."


def board_text(game: BaseGame, position: PositionId, mover: int) -> str:
    """Return the rows of the board on one line; each player keeps their signs, unlike in `text`."""
    pieces = game.pieces(position, mover)
    return ROW_END.join("".join(pieces[cell] for cell in row) for row in game.board.rows)
