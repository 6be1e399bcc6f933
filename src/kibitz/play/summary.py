"""What a table holds, in numbers: the same for people and for programs."""

from __future__ import annotations

from kibitz.solve.answer import value_of
from kibitz.solve.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.play.tables import GameTable
    from kibitz.rules.game import Game
    from kibitz.solve.pegs.table import PegTable
    from kibitz.solve.table import Answers


def summary(table: GameTable) -> dict[str, Any]:
    """Return the counts of a table; positions are counted in full, `classes` up to symmetry."""
    answers, game = table.answers, table.game
    said: dict[str, Any] = {"game": game.name}
    if not isinstance(answers, Table):
        return said | _of_layers(game, answers)  # type: ignore[arg-type]
    said["positions"] = sum(answers.census.in_full.values())
    said["classes"] = len(table)
    said |= _of_players(game, answers) if game.rules.aim == "win" else _of_puzzle(game, answers)
    said["start"] = _value(answers, answers.census.start)
    said["seconds"] = _seconds(answers)
    return said


def _seconds(answers: Answers) -> float | None:
    """Return how long solving took, where that is known."""
    return None if answers.seconds is None else round(answers.seconds, 4)


def _of_players(game: Game, table: Table) -> dict[str, Any]:
    counts = table.census.in_full
    least, most = min(counts), max(counts)
    return {
        "win": sum(count for code, count in counts.items() if code > 0),
        "draw": counts.get(0, 0),
        "loss": sum(count for code, count in counts.items() if code < 0),
        "longest_win": most - 1 if most > 0 else None,
        "longest_loss": -least - 1 if least < 0 else None,
        "hardest": {
            "win": _position(game, table, most) if most > 0 else None,
            "loss": _position(game, table, least) if least < 0 else None,
        },
    }


def _of_puzzle(game: Game, table: Table) -> dict[str, Any]:
    """Return the counts of a puzzle; one with a score is solvable where it can end `solved_at`."""
    counts = table.census.in_full
    scored = table.rules.aim == "fewest"
    solvable = sum(
        count
        for code, count in counts.items()
        if code and (not scored or code - 1 <= table.rules.solved_at)
    )
    return {
        "solvable": solvable,
        "unsolvable": sum(counts.values()) - solvable,
        "histogram": {str(code - 1): count for code, count in counts.items() if code},
        "hardest": _position(game, table, max(counts)) if max(counts) else None,
    }


def _of_layers(game: Game, table: PegTable) -> dict[str, Any]:
    """Return the counts of a game of jumps, layer by layer; holes are called by their names.

    A histogram of best scores and a hardest position would take the score of every position; such
    a table knows which ones win.
    """
    figures, names = table.figures, game.board.names
    layers = figures["layers"]
    positions = sum(layer["positions"] for layer in layers)
    solvable = sum(layer["winnable_positions"] for layer in layers)
    return {
        "positions": positions,
        "classes": len(table),
        "solvable": solvable,
        "unsolvable": positions - solvable,
        "histogram": None,
        "hardest": None,
        "layers": layers,
        "sequences": _by_name(figures["sequences"], names),
        "moves": _by_name(figures["moves"], names),
        "chance": figures["chance"],
        "start": {"value": table.value(table.rules.start).value, "distance": None},
        "seconds": _seconds(table),
    }


def _by_name(by_hole: dict[str, int] | None, names: tuple[str, ...]) -> dict[str, int] | None:
    return by_hole and {names[int(hole)]: number for hole, number in by_hole.items()}


def _value(table: Table, code: int) -> dict[str, str | int | None]:
    value = value_of(table.rules.aim, code)
    return {"value": value.value, "distance": value.distance}


def _position(game: Game, table: Table, code: int) -> dict[str, str | int | None]:
    """Return one position of that code, with its value."""
    return {"position": game.text(table.census.hardest[code]), **_value(table, code)}
