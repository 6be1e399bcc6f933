"""Published results against the results of a search: one runner for tests and benchmark."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import kibitz
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources.search_sources import FromDistanceSearch, FromSearch
from kibitz.rules.objectives.outcomes import Bound, Loss, Win

if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.effort import Effort
    from kibitz.solve.store.table_store import TableStore

    Result = dict[str, Any]

HERE = Path(__file__).parents[1]
RESULTS: list[Result] = tomllib.loads((HERE / "data" / "known_results.toml").read_text())["result"]


def game_of(result: Result) -> BaseGame:
    name = result["game"]
    is_file = ".py" in name
    return kibitz.game(str(HERE.parent / "examples" / name) if is_file else name)


def searched(game: BaseGame, store: TableStore, effort: Effort) -> Outcome:
    """Return the outcome of the start by search alone; of pegs, by all sources."""
    rules = game.rules
    if rules.jumps is not None:
        return Oracle(game, store, effort).outcome(rules.start)
    start = rules.canonical(rules.start) if rules.canonical else rules.start
    source = FromSearch(rules) if rules.two_players else FromDistanceSearch(rules)
    outcome = source.ask(start, effort, None)
    assert outcome is not None
    return outcome


def is_right(result: Result, outcome: Outcome) -> bool:
    """Return whether an outcome is what is published; a bound is, if it says as much."""
    if "undecided" in result:
        match outcome:
            case Bound(Win(int(won)), Loss(int(lost))):
                return bool(min(won, lost) > result["undecided"])
        return False
    if "distance" in result and outcome.distance != result["distance"]:
        return False
    return bool(outcome.kind == result["value"])


def effort_for(result: Result, effort: Effort) -> Effort:
    """Return the effort for a question: a game without a limit of moves gets less."""
    return effort.replace(positions=200_000) if "undecided" in result else effort
