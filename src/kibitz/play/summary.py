"""What a table holds, in numbers: the same for people and for programs."""

from __future__ import annotations

from kibitz.solve.answer import value_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.play.tables import GameTable


def summary(table: GameTable) -> dict[str, Any]:
    """Return the counts of a table; positions are counted in full, `classes` up to symmetry."""
    said: dict[str, Any] = {
        "game": table.game.name,
        "positions": sum(table.census.in_full.values()),
        "classes": len(table),
    }
    said |= _of_players(table) if table.rules.aim == "win" else _of_puzzle(table)
    said["start"] = _value(table, table.census.start)
    said["seconds"] = round(table.census.seconds, 4)
    return said


def _of_players(table: GameTable) -> dict[str, Any]:
    counts = table.census.in_full
    least, most = min(counts), max(counts)
    return {
        "win": sum(count for code, count in counts.items() if code > 0),
        "draw": counts.get(0, 0),
        "loss": sum(count for code, count in counts.items() if code < 0),
        "longest_win": most - 1 if most > 0 else None,
        "longest_loss": -least - 1 if least < 0 else None,
        "hardest": {
            "win": _position(table, most) if most > 0 else None,
            "loss": _position(table, least) if least < 0 else None,
        },
    }


def _of_puzzle(table: GameTable) -> dict[str, Any]:
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
        "hardest": _position(table, max(counts)) if max(counts) else None,
    }


def _value(table: GameTable, code: int) -> dict[str, str | int | None]:
    value = value_of(table.rules.aim, code)
    return {"value": value.value, "distance": value.distance}


def _position(table: GameTable, code: int) -> dict[str, str | int | None]:
    """Return one position of that code, with its value."""
    text = table.game.text(table.census.hardest[code])
    return {"position": text, **_value(table, code)}
