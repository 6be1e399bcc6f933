"""Search against published results; these and their sources are in data/known_results.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore
from tests.support.published import RESULTS, effort_for, game_of, is_right, searched
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path

# Searches that find nothing else than those of other games do. Each is compiled for seconds.
LIKE_OTHERS = {
    "domineering.py:rows=5,columns=5",
    "dodgem.py:side=4",
    "rush_hour.py",
}
QUICK = [
    result
    for result in RESULTS
    if result.get("quick") and (EVERYTHING or result["game"] not in LIKE_OTHERS)
]


@pytest.mark.parametrize("result", QUICK, ids=[result["game"] for result in QUICK])
def test_a_search_finds_what_is_published(result: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("numba")
    effort = effort_for(result, Effort())
    outcome = searched(game_of(result), TableStore(str(tmp_path), shipped=""), effort)
    assert is_right(result, outcome), str(outcome)


def test_those_that_are_like_others_are_among_the_quick() -> None:
    assert {result["game"] for result in RESULTS if result.get("quick")} > LIKE_OTHERS


def test_every_result_names_its_source() -> None:
    for result in RESULTS:
        assert result["source"]
        assert ("value" in result) != ("undecided" in result)
