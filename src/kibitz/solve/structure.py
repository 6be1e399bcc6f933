"""Games whose rules declare a structure, and the solver that uses it.

Only peg boards have one so far. The plan, the making of tables and the capabilities ask for the
solver here; no other module asks what kind of structure it is.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core.rules import Rules
    from kibitz.solve.pegs.peg_solver import PegSolver


def solver_of(rules: Rules) -> PegSolver | None:
    """Return the solver of the structure that rules declare; None if they declare none."""
    if rules.structure is None:
        return None
    from kibitz.solve.pegs.peg_solver import PegSolver

    return PegSolver(rules, rules.structure)
