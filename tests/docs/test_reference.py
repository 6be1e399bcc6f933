"""The reference says what the rules give: rows of a tenth of a second are computed again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

HOME = Path(__file__).parents[2]
import reference  # noqa: E402

pytestmark = pytest.mark.usefixtures("tables_apart")
KEPT: dict[str, dict[str, Any]] = json.loads(reference.KEPT.read_text())
ROWS = {row["game"]: row for row in reference.rows()}
SOLVED = [name for name, row in ROWS.items() if "recorded" not in row]
QUICK = [name for name in SOLVED if KEPT[name]["seconds"] <= 0.1 and "on" not in ROWS[name]]


def test_every_row_is_kept_and_shown() -> None:
    assert list(KEPT) == list(ROWS)
    assert (HOME / "docs" / "reference.md").read_text() == reference.page(KEPT)
    for name in KEPT:
        assert all(KEPT[name][key] == ROWS[name][key] for key in ("title", "source"))
        pictured = (reference.PICTURES / f"{reference.slug(name)}.svg").exists()
        assert pictured == (name in SOLVED)


@pytest.mark.parametrize("name", sorted(ROWS.keys() - set(SOLVED)))
def test_a_recorded_row_says_what_its_page_says(name: str) -> None:
    page, _, heading = ROWS[name]["recorded"].partition("#")
    text = (HOME / "docs" / page).read_text()
    assert heading in {one.strip("# ").lower().replace(" ", "-") for one in text.split("\n")}
    for figure in ("positions", "classes"):
        assert f"{ROWS[name][figure]:,}" in text
    assert KEPT[name] == {key: ROWS[name][key] for key in ("title", "source")} | reference.recorded(
        ROWS[name]
    )


def test_every_example_with_a_table_has_a_row() -> None:
    games = {
        file.stem for file in reference.EXAMPLES.glob("*.py") if "def game(" in file.read_text()
    }
    large = {"fifteen"}  # which is searched
    assert games - {name.partition(":")[0] for name in ROWS} == large


@pytest.mark.parametrize("name", ROWS)
def test_what_is_kept_is_what_is_published(name: str) -> None:
    assert reference.differences(ROWS[name], KEPT[name]) == []


@pytest.mark.parametrize("name", QUICK)
def test_a_quick_row_is_what_the_rules_give(name: str, tmp_path: Path) -> None:
    found = reference.computed(name, str(tmp_path))
    reference.verify(name, str(tmp_path))
    reported = (
        "positions",
        "classes",
        "start",
        "distance",
        "words",
        "longest",
        "hardest",
        "checksum",
    )
    assert {key: found[key] for key in reported} == {key: KEPT[name][key] for key in reported}
