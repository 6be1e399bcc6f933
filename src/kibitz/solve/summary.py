"""What a table of positions holds, in numbers: the same for people and for programs.

Positions are counted in full, `classes` up to symmetry.
"""

from __future__ import annotations

from kibitz.objectives.outcomes import Draw, Leaves, Loss, Margin, Solvable, Win

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.objectives.outcomes import Outcome
    from kibitz.solve.table import PositionTable, Table, Text


KINDS = ("win", "draw", "loss")


def summary(table: PositionTable, text: Text) -> dict[str, Any]:
    """Return the counts of a table; `text` puts a position into a line."""
    counts = {outcome: count.positions for outcome, count in table.histogram().items()}
    kinds = of_margins if table.rules.aim == "score" else of_players
    if not table.rules.two_players:
        kinds = of_puzzle
    return {
        "positions": sum(counts.values()),
        "classes": len(table),
        **kinds(counts, table.hardest(), text),
        "start": table.rules.objective.outcome(table.census.start).as_json(),
        "seconds": seconds_of(table),
    }


def seconds_of(table: Table) -> float | None:
    """Return how long solving took, where that is known."""
    return None if table.seconds is None else round(table.seconds, 4)


def of_players(
    counts: dict[Outcome, int], hardest: dict[Outcome, int], text: Text
) -> dict[str, Any]:
    """Return the counts of a game of two players."""
    wins, losses = ([one for one in counts if isinstance(one, kind)] for kind in (Win, Loss))
    slowest_win, slowest_loss = min(wins, default=None), max(losses, default=None)
    return {
        "win": sum(counts[one] for one in wins),
        "draw": counts.get(Draw(), 0),
        "loss": sum(counts[one] for one in losses),
        "longest_win": slowest_win and slowest_win.distance,
        "longest_loss": slowest_loss and slowest_loss.distance,
        "hardest": {
            "win": described(slowest_win, hardest, text),
            "loss": described(slowest_loss, hardest, text),
        },
    }


def of_margins(
    counts: dict[Outcome, int], hardest: dict[Outcome, int], text: Text
) -> dict[str, Any]:
    """Return the counts of a game of two players who count points, and how high they can win."""
    margins = [one for one in counts if isinstance(one, Margin)]
    highest, lowest = max(margins), min(margins)
    return {
        **{kind: sum(counts[one] for one in margins if one.kind == kind) for kind in KINDS},
        "histogram": {str(one.margin): counts[one] for one in margins},
        "hardest": {
            "win": described(highest if highest.margin > 0 else None, hardest, text),
            "loss": described(lowest if lowest.margin < 0 else None, hardest, text),
        },
    }


def of_puzzle(
    counts: dict[Outcome, int], hardest: dict[Outcome, int], text: Text
) -> dict[str, Any]:
    """Return the counts of a puzzle; one with a score is solvable where that counts as solved."""
    solvable = sum(count for one, count in counts.items() if isinstance(one, Solvable))
    numbers = {one: number for one in counts if (number := number_of(one)) is not None}
    return {
        "solvable": solvable,
        "unsolvable": sum(counts.values()) - solvable,
        "histogram": {str(number): counts[one] for one, number in numbers.items()},
        "hardest": described(min(numbers, default=None), hardest, text),
    }


def number_of(outcome: Outcome) -> int | None:
    """Return the moves that a puzzle takes, or the score that it ends with."""
    if isinstance(outcome, Leaves):
        return outcome.score
    if isinstance(outcome, Solvable):
        return outcome.distance if outcome.score is None else outcome.score
    return None


def described(
    outcome: Outcome | None, hardest: dict[Outcome, int], text: Text
) -> dict[str, str | int | None] | None:
    """Return one position of an outcome, with that."""
    if outcome is None:
        return None
    return {"position": text(hardest[outcome]), **outcome.as_json()}


def by_name(by_hole: dict[str, int] | None, hole: Text) -> dict[str, int] | None:
    """Return numbers by the names of holes."""
    return by_hole and {hole(int(number)): count for number, count in by_hole.items()}
