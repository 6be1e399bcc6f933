"""Lookup of the solver for the structure that rules declare.

Only peg boards have one so far. The plan, the building of tables and the capabilities get the
solver here; no other module depends on the kind of structure.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.engines.pegs.peg_solver import PegSolver
    from kibitz.rules.rules import Rules


def solver_of(rules: Rules) -> PegSolver | None:
    """Return the solver for the declared structure of rules; None if there is none."""
    if rules.structure is None:
        return None
    from kibitz.engines.pegs.peg_solver import PegSolver

    return PegSolver(rules, rules.structure)


def lists_positions(rules: Rules) -> bool:
    """Return whether a table of these rules lists positions."""
    solver = solver_of(rules)
    return solver is None or solver.lists_positions


def can_make_table(rules: Rules) -> bool:
    """Return whether the table of these rules can be made here; that of a peg board needs NumPy."""
    from kibitz.solve.row_backend import has_numpy

    return lists_positions(rules) or has_numpy()


def table_takes(rules: Rules) -> Literal["seconds", "minutes", "hours"]:
    """Return how long a table of these rules takes, in the worst case."""
    solver = solver_of(rules)
    return "minutes" if solver is None else solver.table_takes
