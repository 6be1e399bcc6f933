"""Lookup of the solver for the structure that rules declare.

Peg boards and games of men on points have one. The plan, the building of tables and the
capabilities get the solver here; no other module depends on the kind of structure.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Literal

    from kibitz.core.rules import Rules
    from kibitz.solve.men.men_solver import MenSolver
    from kibitz.solve.pegs.peg_solver import PegSolver


def solver_of(rules: Rules) -> PegSolver | MenSolver | None:
    """Return the solver for the declared structure of rules; None if there is none."""
    if rules.men is not None:
        from kibitz.solve.men.men_solver import MenSolver

        return MenSolver(rules, rules.men)
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
