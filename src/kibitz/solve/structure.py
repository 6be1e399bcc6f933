"""Games whose rules declare a structure, and the solver that uses it.

Only peg boards have one so far. The plan, the making of tables and the capabilities ask for the
solver here; no other module asks what kind of structure it is.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.core.rules import Rules
    from kibitz.solve.pegs.peg_solver import PegSolver


def solver_of(rules: Rules) -> PegSolver | None:
    """Return the solver of the structure that rules declare; None if they declare none."""
    if rules.structure is None:
        return None
    from kibitz.solve.pegs.peg_solver import PegSolver

    return PegSolver(rules, rules.structure)


def lists_positions(rules: Rules) -> bool:
    """Tell whether a table of these rules lists positions."""
    solver = solver_of(rules)
    return solver is None or solver.lists_positions


def table_takes(rules: Rules) -> Literal["seconds", "minutes", "hours"]:
    """Return how long a table of these rules takes, in the worst case."""
    solver = solver_of(rules)
    return "minutes" if solver is None else solver.table_takes
