"""What a table of positions holds, in numbers: the same for people and for programs.

Positions are counted in full, `classes` up to symmetry.
"""

from __future__ import annotations

from kibitz.solve.codes import outcome_of
from kibitz.solve.outcome import Leaves, Margin, Solvable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    from kibitz.solve.outcome import Outcome
    from kibitz.solve.table import PositionTable, Table, Text

    Described = dict[str, dict[str, str | int | None]]

KINDS = ("win", "draw", "loss")


def summary(table: PositionTable, text: Text) -> dict[str, Any]:
    """Return the counts of a table; `text` puts a position into a line."""
    counts = {outcome: count.positions for outcome, count in table.histogram().items()}
    kinds = of_margins if table.rules.aim == "score" else of_players
    if not table.rules.two_players:
        kinds = of_puzzle
    hardest = {
        outcome.kind if table.rules.two_players else "puzzle": described(outcome, text(at))
        for outcome, at in table.hardest().items()
    }
    return {
        "positions": sum(counts.values()),
        "classes": len(table),
        **kinds(counts, hardest),
        "start": outcome_of(table.rules, table.census.start).as_json(),
        "seconds": seconds_of(table),
    }


def seconds_of(table: Table) -> float | None:
    """Return how long solving took, where that is known."""
    return None if table.seconds is None else round(table.seconds, 4)


def hardest_among(outcomes: Collection[Outcome], *, two_players: bool) -> set[Outcome]:
    """Return the outcomes that take longest, or are the worst: one of a puzzle, else of each kind.

    Where two players count points, these are the highest win and the highest loss.
    """
    if not two_players:
        numbered = [one for one in outcomes if number_of(one) is not None]
        return {min(numbered)} if numbered else set()
    found = set()
    for kind in ("win", "loss"):
        some = [one for one in outcomes if one.kind == kind]
        if some:
            farthest = max if (kind == "loss") != isinstance(some[0], Margin) else min
            found.add(farthest(some))
    return found


def of_players(counts: dict[Outcome, int], hardest: Described) -> dict[str, Any]:
    """Return the counts of a game of two players."""
    by_kind = {kind: sum(n for one, n in counts.items() if one.kind == kind) for kind in KINDS}
    win, loss = hardest.get("win"), hardest.get("loss")
    return {
        **by_kind,
        "longest_win": win and win["distance"],
        "longest_loss": loss and loss["distance"],
        "hardest": {"win": win, "loss": loss},
    }


def of_margins(counts: dict[Outcome, int], hardest: Described) -> dict[str, Any]:
    """Return the counts of a game of two players who count points, and how high they can win."""
    margins = [one for one in counts if isinstance(one, Margin)]
    return {
        **{kind: sum(counts[one] for one in margins if one.kind == kind) for kind in KINDS},
        "histogram": {str(one.margin): counts[one] for one in margins},
        "hardest": {"win": hardest.get("win"), "loss": hardest.get("loss")},
    }


def of_puzzle(counts: dict[Outcome, int], hardest: Described) -> dict[str, Any]:
    """Return the counts of a puzzle; one with a score is solvable where that counts as solved."""
    solvable = sum(count for one, count in counts.items() if isinstance(one, Solvable))
    numbers = {one: number for one in counts if (number := number_of(one)) is not None}
    return {
        "solvable": solvable,
        "unsolvable": sum(counts.values()) - solvable,
        "histogram": {str(number): counts[one] for one, number in numbers.items()},
        "hardest": hardest.get("puzzle"),
    }


def number_of(outcome: Outcome) -> int | None:
    """Return the moves that a puzzle takes, or the score that it ends with."""
    if isinstance(outcome, Leaves):
        return outcome.score
    if isinstance(outcome, Solvable):
        return outcome.distance if outcome.score is None else outcome.score
    return None


def described(outcome: Outcome, text: str) -> dict[str, str | int | None]:
    """Return a position, as a text, with its outcome."""
    return {"position": text, **outcome.as_json()}


def by_name(by_hole: dict[str, int] | None, hole: Text) -> dict[str, int] | None:
    """Return numbers by the names of holes."""
    return by_hole and {hole(int(number)): count for number, count in by_hole.items()}
