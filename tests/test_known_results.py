"""Search against published results; these and their sources are in data/known_results.toml."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from kibitz.solve.effort import Effort
from kibitz.solve.shelf import Shelf
from published import RESULTS, effort_for, game_of, is_right, searched

if TYPE_CHECKING:
    from pathlib import Path

QUICK = [result for result in RESULTS if result.get("quick")]


@pytest.mark.parametrize("result", QUICK, ids=[result["game"] for result in QUICK])
def test_a_search_finds_what_is_published(result: dict[str, Any], tmp_path: Path) -> None:
    pytest.importorskip("numba")
    effort = effort_for(result, Effort())
    outcome = searched(game_of(result), Shelf(str(tmp_path), shipped=""), effort)
    assert is_right(result, outcome), str(outcome)


def test_every_result_names_its_source() -> None:
    for result in RESULTS:
        assert result["source"]
        assert ("value" in result) != ("undecided" in result)
