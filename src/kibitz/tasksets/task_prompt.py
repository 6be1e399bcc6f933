"""Prompt of a task: the rules, the notation, the position, the question, the form of the answer."""

from __future__ import annotations

from functools import lru_cache

from kibitz.drawing.scene import Scene
from kibitz.drawing.text_picture import GOALS, text_picture
from kibitz.rules.base_game import EMPTY

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

ANSWER = "Give your answer on the last line, as “Answer: …”."
ROW_END = "-"
LONGEST = 8  # characters of a parameter that a prompt names


def prompt_of(
    game: BaseGame, position: PositionId, question: str, moves: Iterable[str] | None = None
) -> str:
    """Return the prompt of a question about a position; `moves` are the legal ones, if listed."""
    parts = [rules_text(game), f"The position:\n{drawing(game, position)}"]
    if moves is not None:
        parts.append(f"The legal moves are: {' '.join(moves)}")
    parts.append(f"{question}\n{ANSWER}")
    return "\n\n".join(parts)


@lru_cache(64)
def rules_text(game: BaseGame) -> str:
    """Return the title, the aim, the rules, the notation and the board of a game."""
    about = game.about()
    lines = [
        f"{game.title}." if game.title else "",
        str(about.aim),
        *map(str, about.rules),
        *(f"Here, {', '.join(chosen)}." for chosen in [chosen_parameters(game)] if chosen),
        str(about.writing or ""),
        f"Signs: {'; '.join(signs_of(game))}.",
        *(
            f"The lines of the board join {', '.join(joined)}."
            for joined in [edges_of(game)]
            if joined
        ),
    ]
    if game.goals:
        lines.append(f"Goals: {', '.join(game.board.names[cell] for cell in game.goals)}.")
    return "\n".join(line for line in lines if line)


def signs_of(game: BaseGame) -> list[str]:
    """Return the meaning of each sign of the board, those of one meaning together."""
    pieces: dict[str, list[str]] = {}
    for sign, name in game.called.items():
        pieces.setdefault(name, []).append(sign)
    if EMPTY in game.signs and EMPTY not in game.called:
        pieces["empty"] = [EMPTY]
    if game.goals:
        pieces["goal"] = [GOALS["ascii"]]
    return [f"{' and '.join(signs)}: {name}" for name, signs in pieces.items()]


def chosen_parameters(game: BaseGame) -> list[str]:
    """Return the parameters of a game in a file, with their meanings, except long words.

    The rules of a built-in game already say what is chosen.
    """
    chosen = game.chosen.items()
    return [
        f"{name} ({meaning}) is {value}"
        for name, (value, meaning) in chosen
        if len(str(value)) <= LONGEST
    ]


def edges_of(game: BaseGame) -> list[str]:
    """Return the pairs of cells that are joined by a line of the board."""
    names = game.board.names
    return [f"{names[one]}-{names[other]}" for one, other in game.board.edges]


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
