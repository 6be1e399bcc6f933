"""Capabilities: which engine solves which kind of game, and which way a table is built.

The two tables below are the single source: they select engines and strategies, supply the refusal
sentences, and are printed by `kibitz doctor` and the manual (docs/how-solving-works.md).
"""

from __future__ import annotations

from functools import partial
from typing import NamedTuple

from kibitz.language.errors import KibitzError, Sentence, listed, phrase, with_command
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
            "memory",
            "tiers",
            "disk",
            "men",
            "search",
            "best",
            "solution",
            "assignment",
        ]
    )
    Algorithm = Literal["sets", "tiers", "moves", "shards", "ranks"]

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
    missing = [one for one in features(rules) if one in LACKS[engine]]
    if not missing:
        return None
    return Sentence(
        "{engine} cannot solve games with {features}",
        engine=Sentence(LABELS[engine]),
        features=listed(map(Sentence, missing)),
    )


class Way(NamedTuple):
    """A way to build a table: an algorithm of an engine, for the games that it `serves`.

    `games` describes these games. `strategy` is the class in `kibitz.solve` that does it.
    """

    engine: Engine
    algorithm: Algorithm
    games: str
    serves: Callable[[Rules], bool]
    strategy: str


def goes_by_tiers(rules: Rules) -> bool:
    """Return whether a game defines tiers, and its positions can be counted by them."""
    return serves("tiers", rules) and (rules.canonical is None or rules.orbit is not None)


def goes_by_rank(rules: Rules) -> bool:
    """Return whether a game of men is large enough for a table by rank, and suits it."""
    if not serves("men", rules):
        return False
    from kibitz.solve.men import men_numbering

    return men_numbering.goes_by_rank(rules)


_by_sets, _any = FEATURES[LARGE_PEG_BOARD], lambda rules: True
_by_tiers = partial(serves, "tiers")
BOARDS = "large peg boards"
TIERED = "games with tiers, if they are large"
ORBITS = "games with tiers whose images can be counted, if a tier fits into memory"
RANKED = "games of men on points, if they are large"
SPILLED = "games with tiers whose images can be counted, if they do not fit into the cluster"
REST = "all others"

# Best first: of an engine, the first way that serves a game is taken. A strategy with several
# algorithms tries the next one if the game itself turns out not to suit the first.
WAYS = (
    Way("memory", "sets", BOARDS, _by_sets, "pegs.figures.peg_strategies.PegsInMemory"),
    Way("memory", "tiers", TIERED, _by_tiers, "strategy.InMemory"),
    Way("memory", "moves", REST, _any, "strategy.InMemory"),
    Way("disk", "sets", BOARDS, _by_sets, "pegs.figures.peg_strategies.PegsInFiles"),
    Way("disk", "tiers", ORBITS, goes_by_tiers, "shards.tiers_on_disk.TiersOnDisk"),
    Way("disk", "shards", REST, _any, "shards.shard_strategies.InShardsOnDisk"),
    Way("ray", "tiers", SPILLED, goes_by_tiers, "shards.shard_strategies.InShardsOnRay"),
    Way("ray", "shards", REST, _any, "shards.shard_strategies.InShardsOnRay"),
    Way("gpu", "ranks", RANKED, goes_by_rank, "men.men_strategies.MenByRank"),
    Way("gpu", "tiers", TIERED, _by_tiers, "gpu.gpu_strategy.OnCard"),
    Way("gpu", "moves", REST, _any, "gpu.gpu_strategy.OnCard"),
)


def ways(engine: Engine, rules: Rules) -> list[Way]:
    """Return the ways in which an engine can build the table of a game, best first."""
    return [way for way in WAYS if way.engine == engine and way.serves(rules)]


def algorithms(strategy: str, rules: Rules) -> list[Algorithm]:
    """Return the algorithms that a strategy tries for a game, in order."""
    return [way.algorithm for way in WAYS if way.strategy == strategy and way.serves(rules)]


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


def ways_as_markdown() -> str:
    """Return the other table of the manual: the ways to build a table, in order."""
    return _markdown(
        ["engine", "games", "by", "strategy"],
        *([f"`{way.engine}`", way.games, way.algorithm, f"`{way.strategy}`"] for way in WAYS),
    )


def _markdown(head: list[str], *rows: list[str]) -> str:
    return "\n".join(f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rows))
