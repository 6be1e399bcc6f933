"""The table of random play in the docs is what its command prints; two rows are computed again."""

from __future__ import annotations

from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
import random_play  # noqa: E402

pytestmark = pytest.mark.usefixtures("tables_apart")
PAGE = (HOME / "docs" / "language-models.md").read_text()


def shown() -> list[str]:
    lines = PAGE.splitlines()
    at = lines.index(random_play.HEAD[0])
    return lines[at : at + 2 + len(random_play.GAMES)]


def test_the_table_has_twenty_games() -> None:
    rows = shown()
    assert rows[:2] == list(random_play.HEAD)
    games = [row.split("`")[1] for row in rows[2:]]
    assert games == list(random_play.GAMES)
    assert len(set(games)) == 20


@pytest.mark.parametrize("game", ["nim", "frogs_and_toads"])
def test_a_row_is_what_the_command_prints(game: str) -> None:
    assert random_play.row(game) in shown()
