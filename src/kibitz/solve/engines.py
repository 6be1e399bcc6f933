"""The registries: all that the middle knows about the engines, as text.

An engine is a package in `kibitz/engines/`, or elsewhere. Its modules are imported when a name in
these tables is loaded, so a question that needs no engine imports none. No other module of the
middle names an engine; `tests/house/test_house.py` checks that.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Builders of tables by the engine that a user names. The first that serves a game is taken.
BUILDERS = {
    "memory": [
        "kibitz.engines.pegs.peg_builders:PegsInMemory",
        "kibitz.solve.builder:InMemory",
    ],
    "disk": [
        "kibitz.engines.pegs.peg_builders:PegsInFiles",
        "kibitz.engines.shards.tiers_on_disk:TiersOnDisk",
        "kibitz.engines.shards.shard_builders:InShardsOnDisk",
    ],
    "ray": ["kibitz.engines.shards.shard_builders:InShardsOnRay"],
    "gpu": [
        "kibitz.engines.ranks.men_builder:MenByRank",
        "kibitz.engines.gpu.gpu_builder:OnGPU",
    ],
}

# Solvers of games that declare a structure, by the class of the declaration. They give the oracle
# its sources (`solve/structure.py`).
SOLVERS = {"Jumps": "kibitz.engines.pegs.peg_solver:PegSolver"}

# Kinds of table files, each with the class that reads them.
TABLES = {
    "table": "kibitz.solve.store.table:PositionTable",
    "pegs": "kibitz.engines.pegs.figures.peg_table:PegTable",
    "men": "kibitz.engines.ranks.men_table:MenTable",
}

# Reports of commands on games of one engine alone. Each refuses other games in a sentence.
REPORTS = {
    "every position": "kibitz.engines.pegs.peg_reports:every_position",
    "fewest moves": "kibitz.engines.pegs.peg_reports:fewest_moves",
    "problems": "kibitz.engines.pegs.peg_reports:problems_of",
}


def register_builder(engine: str, name: str) -> None:
    """Add a builder, `module:class`, that is asked before those of its engine so far."""
    BUILDERS.setdefault(engine, []).insert(0, name)


def load(name: str) -> Any:
    """Return the class or function that an entry `module:name` names."""
    from importlib import import_module

    module, _, of = name.partition(":")
    return getattr(import_module(module), of)
