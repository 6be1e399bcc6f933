"""What a table of positions holds, in numbers: the same for people and for programs.

Positions are counted in full, `classes` up to symmetry.
"""

from __future__ import annotations

from kibitz.objectives import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.objectives.outcomes import Outcome
    from kibitz.solve.store.table import PositionTable, Table, Text


def summary(table: PositionTable, text: Text) -> dict[str, Any]:
    """Return the counts of a table; `text` puts a position into a line."""
    counts = {outcome: count.positions for outcome, count in table.histogram().items()}
    hardest = table.hardest()

    def described(outcome: Outcome | None) -> dict[str, Any] | None:
        """Return one position of an outcome, with that."""
        if outcome is None:
            return None
        return {"position": text(hardest[outcome]), **outcome.as_json()}

    return {
        "positions": sum(counts.values()),
        "classes": len(table),
        **table.rules.objective.summary(counts, described),
        "start": table.rules.objective.outcome(Code(table.census.start)).as_json(),
        "seconds": seconds_of(table),
    }


def seconds_of(table: Table) -> float | None:
    """Return how long solving took, where that is known."""
    return None if table.seconds is None else round(table.seconds, 4)
