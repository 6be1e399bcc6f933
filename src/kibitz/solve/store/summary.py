"""Summary of a table in numbers, the same for users and for programs.

`positions` counts all of them, `classes` up to symmetry.
"""

from __future__ import annotations

from kibitz.rules.objectives.objective import Code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.store.table import CensusTable, Table, Text


def summary(table: CensusTable, text: Text) -> dict[str, Any]:
    """Return the counts of a table; `text` formats a position on one line."""
    counts = {outcome: count.positions for outcome, count in table.histogram().items()}
    hardest = table.hardest()

    def described(outcome: Outcome | None) -> dict[str, Any] | None:
        """Return one position with that outcome."""
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
    """Return how long solving took, if known."""
    return None if table.seconds is None else round(table.seconds, 4)
