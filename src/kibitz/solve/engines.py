"""The registries: all that the middle knows about the engines, as text.

An engine is a package in `kibitz/engines/`, or elsewhere. Its modules are imported when a name in
these tables is loaded, so a question that needs no engine imports none. No other module of the
middle names an engine; `tests/house/test_house.py` checks that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Solvers of games that declare a structure, by the class of the declaration. They give the oracle
# its sources (`solve/structure.py`).
SOLVERS = {"Jumps": "kibitz.engines.pegs.peg_solver:PegSolver"}

# Kinds of table files, each with the class that reads them.
TABLES = {
    "table": "kibitz.solve.store.table:PositionTable",
    "pegs": "kibitz.engines.pegs.figures.peg_table:PegTable",
    "men": "kibitz.engines.ranks.men_table:MenTable",
}


def load(name: str) -> Any:
    """Return the class that an entry `module:class` names."""
    from importlib import import_module

    module, _, of = name.partition(":")
    return getattr(import_module(module), of)
