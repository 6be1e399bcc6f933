"""Capabilities: which engine solves which kind of game, and which builder makes a table.

The table below selects engines, supplies the sentences of refusals, and is printed by `kibitz
doctor` and the manual (docs/how-solving-works.md). The builders are named in `solve/engines.py`.
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError, Sentence, listed, phrase, with_command
from kibitz.solve.engines import BUILDERS, load
from kibitz.solve.structure import lists_positions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.rules import Rules
    from kibitz.solve.builder import Builder
    from kibitz.solve.resources import Resources
    from kibitz.solve.store.table import Table

    Engine = str

# Features of games, in words that follow "games with".
WIN = phrase("two players who win or lose")
POINTS = phrase("two players and points")
SHORTEST = phrase("a shortest solution")
SCORE = phrase("a final score")
NO_BOUND = phrase("no bound of the final score")
AGAIN = phrase("several moves in a row")
COSTS = phrase("moves of different cost")
GOING_ON = phrase("moves from solved positions")
PLACEMENTS = phrase("all placements of the pieces")
NO_TIER = phrase("no tier")
NO_MEN = phrase("no description of men")
LARGE_PEG_BOARD = phrase("a large peg board")


FEATURES: dict[str, Callable[[Rules], bool]] = {
    WIN: lambda rules: rules.objective.players == 2 and rules.objective.by_distance,
    POINTS: lambda rules: rules.objective.by_margin,
    SHORTEST: lambda rules: rules.objective.counts_moves,
    SCORE: lambda rules: rules.objective.by_score,
    NO_BOUND: lambda rules: rules.objective.by_score and rules.bound is None,
    AGAIN: lambda rules: rules.same_mover is not None,
    COSTS: lambda rules: rules.cost is not None,
    GOING_ON: lambda rules: not rules.goals_are_terminal,
    PLACEMENTS: lambda rules: rules.placements is not None,
    NO_TIER: lambda rules: rules.tier is None,
    NO_MEN: lambda rules: rules.men is None,
    LARGE_PEG_BOARD: lambda rules: not lists_positions(rules),
}

# The features that each engine does not support.
LACKS: dict[Engine, set[str]] = {
    "memory": set(),
    "tiers": {PLACEMENTS, NO_TIER},
    "disk": set(),
    "ray": {LARGE_PEG_BOARD},
    "gpu": {LARGE_PEG_BOARD},
    "men": set(FEATURES) - {WIN},
    "search": {SHORTEST, SCORE, COSTS, GOING_ON, LARGE_PEG_BOARD},
    "best": {WIN, POINTS, NO_BOUND, AGAIN, LARGE_PEG_BOARD},
    "solution": {WIN, POINTS, SHORTEST, AGAIN, COSTS, GOING_ON},
    "assignment": {LARGE_PEG_BOARD},
}
LABELS: dict[Engine, str] = {
    "memory": phrase("a solver in memory"),
    "tiers": phrase("a solver tier by tier"),
    "disk": phrase("a solver on the disk (--memory)"),
    "ray": phrase("a solver on a Ray cluster (--on ray)"),
    "gpu": phrase("a solver on a GPU (--on gpu)"),
    "men": phrase("a solver by rank on a GPU (--on gpu)"),
    "search": phrase("a search with proofs"),
    "best": phrase("a search for a best solution"),
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
    lacks = LACKS.get(engine, set())
    missing = [one for one in features(rules) if one in lacks]
    if not missing:
        return None
    return Sentence(
        "{engine} cannot solve games with {features}",
        engine=Sentence(LABELS[engine]),
        features=listed(map(Sentence, missing)),
    )


def goes_by_tiers(rules: Rules) -> bool:
    """Return whether a game defines tiers, and its positions can be counted by them."""
    return serves("tiers", rules) and (rules.canonical is None or rules.orbit is not None)


def builders(engine: Engine, rules: Rules) -> Iterator[type[Builder[Table]]]:
    """Yield the builders of an engine that serve a game, best first."""
    for name in BUILDERS[engine]:
        builder: type[Builder[Table]] = load(name)
        if builder.serves(rules):
            yield builder


def engine_for(resources: Resources | None) -> Engine:
    """Return the engine that builds a table with these resources."""
    if resources is None:
        return "memory"
    return resources.on or ("memory" if resources.memory is None else "disk")


def check(engine: Engine, name: str, rules: Rules) -> None:
    """Raise an error if an engine cannot solve a game."""
    reason = refusal(engine, rules)
    if reason is not None:
        raise KibitzError(
            with_command(
                phrase("{reason}; kibitz doctor {name} lists the engines that can"),
                "{reason}",
                reason=reason,
                name=name,
            )
        )


def as_markdown() -> str:
    """Return the table of the manual: engines as rows, features as columns."""
    return _markdown(
        ["engine", *FEATURES],
        *(
            [f"`{engine}`: {LABELS[engine]}", *("–" if one in lacks else "✓" for one in FEATURES)]
            for engine, lacks in LACKS.items()
        ),
    )


def builders_as_markdown() -> str:
    """Return the other table of the manual: the builders of each engine, in order."""
    return _markdown(
        ["engine", "games", "by", "builder"],
        *(
            [f"`{engine}`", games, algorithm, f"`{name.removeprefix('kibitz.')}`"]
            for engine, names in BUILDERS.items()
            for name in names
            for algorithm, games in load(name).algorithms.items()
        ),
    )


def _markdown(head: list[str], *rows: list[str]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))
