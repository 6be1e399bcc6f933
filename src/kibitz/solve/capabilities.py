"""Capabilities: which engine solves which kind of game.

The table below is the single source: it selects engines, supplies the refusal sentences, and is
printed by `kibitz doctor` and the manual (docs/how-solving-works.md).
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError, Sentence, listed, phrase
from kibitz.solve.structure import lists_positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from kibitz.core.rules import Rules
    from kibitz.solve.resources import Backend, Resources

    Engine = (
        Backend
        | Literal[
            "memory", "layers", "tiers", "disk", "search", "shortest", "solution", "assignment"
        ]
    )

# Features of games, in words that follow "games with".
WIN = phrase("two players who win or lose")
POINTS = phrase("two players and points")
SHORTEST = phrase("a shortest solution")
SCORE = phrase("a final score")
AGAIN = phrase("several moves in a row")
COSTS = phrase("moves of different cost")
GOING_ON = phrase("solved positions that go on")
PLACEMENTS = phrase("all placements of the pieces")
NO_TIER = phrase("no tier")
LARGE_PEG_BOARD = phrase("a large peg board")


FEATURES: dict[str, Callable[[Rules], bool]] = {
    WIN: lambda rules: rules.objective.players == 2 and rules.objective.by_distance,
    POINTS: lambda rules: rules.objective.players == 2 and not rules.objective.by_distance,
    SHORTEST: lambda rules: rules.objective.counts_moves,
    SCORE: lambda rules: rules.objective.by_score,
    AGAIN: lambda rules: rules.same_mover is not None,
    COSTS: lambda rules: rules.cost is not None,
    GOING_ON: lambda rules: not rules.goals_are_terminal,
    PLACEMENTS: lambda rules: rules.placements is not None,
    NO_TIER: lambda rules: rules.tier is None,
    LARGE_PEG_BOARD: lambda rules: not lists_positions(rules),
}

# The features that each engine does not support.
LACKS: dict[Engine, set[str]] = {
    "memory": set(),
    "layers": {WIN, POINTS, SHORTEST, AGAIN, COSTS, GOING_ON, PLACEMENTS},
    "tiers": {COSTS, PLACEMENTS, NO_TIER},
    "disk": {POINTS, COSTS, GOING_ON},
    "ray": {POINTS, COSTS, GOING_ON, LARGE_PEG_BOARD},
    "gpu": {LARGE_PEG_BOARD},
    "search": {SHORTEST, SCORE, COSTS, GOING_ON, LARGE_PEG_BOARD},
    "shortest": {WIN, POINTS, SCORE, AGAIN, COSTS, LARGE_PEG_BOARD},
    "solution": {WIN, POINTS, SHORTEST, AGAIN, COSTS, GOING_ON},
    "assignment": {POINTS, SCORE, COSTS, GOING_ON, LARGE_PEG_BOARD},
}
LABELS: dict[Engine, str] = {
    "memory": phrase("a solver in memory"),
    "layers": phrase("a solver layer by layer"),
    "tiers": phrase("a solver tier by tier"),
    "disk": phrase("a solver on the disk (--memory)"),
    "ray": phrase("a solver on a Ray cluster (--on ray)"),
    "gpu": phrase("a solver on a GPU (--on gpu)"),
    "search": phrase("a search with proofs"),
    "shortest": phrase("a search for a shortest solution"),
    "solution": phrase("a search for any solution"),
    "assignment": phrase("a program of an assignment"),
}


def features(rules: Rules) -> list[str]:
    """Return the features of a game, in the order of the table."""
    return [feature for feature, has in FEATURES.items() if has(rules)]


def serves(engine: Engine, rules: Rules) -> bool:
    """Return whether an engine solves a game."""
    return refusal(engine, rules) is None


def refusal(engine: Engine, rules: Rules) -> Sentence | None:
    """Return the reason why an engine does not solve a game; None if it does."""
    missing = [one for one in features(rules) if one in LACKS[engine]]
    if not missing:
        return None
    return Sentence(
        "{engine} cannot solve games with {features}",
        engine=Sentence(LABELS[engine]),
        features=listed(map(Sentence, missing)),
    )


def engine_for(resources: Resources | None) -> Engine:
    """Return the engine that builds a table with these resources."""
    return "memory" if resources is None else resources.on or "disk"


def check(engine: Engine, name: str, rules: Rules) -> None:
    """Raise an error if an engine cannot solve a game."""
    reason = refusal(engine, rules)
    if reason is not None:
        raise KibitzError(
            "{reason}; kibitz doctor {name} lists the engines that can", reason=reason, name=name
        )


def as_markdown() -> str:
    """Return the table of the manual: engines as rows, features as columns."""
    rows = [
        ["engine", *FEATURES],
        ["---"] * (1 + len(FEATURES)),
        *(
            [f"`{engine}`: {LABELS[engine]}", *("–" if one in lacks else "✓" for one in FEATURES)]
            for engine, lacks in LACKS.items()
        ),
    ]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
