"""One table says which engine solves which game; engines, doctor and manual agree with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.language.errors import KibitzError
from kibitz.solve.capabilities import (
    FEATURES,
    GOING_ON,
    LABELS,
    LACKS,
    NO_BOUND,
    NO_MEN,
    as_markdown,
    engine_for,
    features,
    refusal,
    serves,
    ways,
    ways_as_markdown,
)
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.table_making import strategy_for

if TYPE_CHECKING:
    from kibitz.core.rules import Rules
    from kibitz.solve.capabilities import Engine

DOCS = Path(__file__).parents[2] / "docs"
RESOURCES: dict[Engine, Resources | None] = {
    "memory": None,
    "disk": Resources(memory=1 << 33),
    "ray": Resources("ray"),
    "gpu": Resources("gpu"),
}
# Games that have a feature, and what else they have.
GAMES = {
    "noughts": f"two players who win or lose, {NO_MEN}",
    "mens_morris": "two players who win or lose",
    "dots_and_boxes": f"two players and points, several moves in a row, {NO_MEN}",
    "lockout": f"a shortest solution, all placements of the pieces, no tier, {NO_MEN}",
    "peg:triangle": f"a final score, {NO_BOUND}, {NO_MEN}",
    "no_three_in_line": f"a final score, {NO_MEN}",
    "peg:english": f"a final score, {NO_BOUND}, {NO_MEN}, a large peg board",
    "bridge": f"a shortest solution, moves of different cost, {GOING_ON}, no tier, {NO_MEN}",
    "klotski:on=1": f"a shortest solution, {GOING_ON}, no tier, {NO_MEN}",
    "lights": f"a shortest solution, all placements of the pieces, no tier, {NO_MEN}",
}


@pytest.fixture(params=GAMES)
def rules(request: pytest.FixtureRequest) -> Rules:
    return kibitz.game(request.param).rules


@pytest.mark.parametrize("name", GAMES)
def test_what_games_have(name: str) -> None:
    assert ", ".join(features(kibitz.game(name).rules)) == GAMES[name]


def test_every_feature_has_a_game_here_and_every_engine_a_label() -> None:
    assert {one for have in GAMES.values() for one in have.split(", ")} == set(FEATURES)
    assert set(LABELS) == set(LACKS)
    assert all(lacks <= set(FEATURES) for lacks in LACKS.values())


@pytest.mark.parametrize("engine", RESOURCES)
def test_a_table_is_refused_where_the_engine_lacks_something(
    engine: Engine, rules: Rules, tmp_path: Path
) -> None:
    assert engine_for(RESOURCES[engine]) == engine
    missing = LACKS[engine] & set(features(rules))
    assert serves(engine, rules) is not bool(missing)
    store = TableStore(str(tmp_path))
    if not missing:
        assert refusal(engine, rules) is None
        if engine != "gpu":  # which needs a card
            made = strategy_for("mygame", rules, store, RESOURCES[engine])
            assert made.__class__.__name__ == ways(engine, rules)[0].strategy.split(".")[-1]
        return
    with pytest.raises(KibitzError) as refused:
        strategy_for("mygame", rules, store, RESOURCES[engine])
    said = str(refused.value)
    assert said == f"{refusal(engine, rules)}; kibitz doctor mygame lists the engines that can"
    assert all(feature in said for feature in missing)


@pytest.mark.parametrize(
    ("name", "engine", "expected"),
    [
        ("noughts", "memory", "tiers moves"),
        ("lgame", "memory", "moves"),
        ("peg:triangle", "memory", "tiers moves"),
        ("peg:english", "memory", "sets tiers moves"),
        ("noughts", "disk", "tiers shards"),
        ("lockout", "disk", "shards"),
        ("peg:english", "disk", "sets tiers shards"),
        ("noughts", "ray", "tiers shards"),
        ("lgame", "ray", "shards"),
        ("mens_morris:men=9", "gpu", "ranks tiers moves"),
        ("noughts", "gpu", "tiers moves"),
        ("lgame", "gpu", "moves"),
    ],
)
def test_the_ways_to_build_a_table_in_order(name: str, engine: Engine, expected: str) -> None:
    rules = kibitz.game(name).rules
    assert " ".join(way.algorithm for way in ways(engine, rules)) == expected


def test_on_the_disk_tiers_need_images_that_can_be_counted() -> None:
    uncounted = kibitz.game("noughts").rules.replace(orbit=None)
    assert [way.algorithm for way in ways("disk", uncounted)] == ["shards"]


def test_a_game_that_no_special_way_serves_has_a_way_on_every_engine() -> None:
    plain = kibitz.game("lgame").rules
    assert all(ways(engine, plain)[-1].games == "all others" for engine in RESOURCES)


def test_the_manual_has_the_tables() -> None:
    manual = (DOCS / "how-solving-works.md").read_text()
    assert as_markdown() in manual
    assert ways_as_markdown() in manual


def test_the_doctor_prints_the_engines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "dots_and_boxes"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "  ok     a solver in memory" in said
    assert "  ok     a search with proofs" in said
    assert "  ok     a solver on a GPU (--on gpu)" in said
    best = "  –      a search for a best solution cannot solve games with two players and points"
    assert f"{best}, several moves in a row" in said
    assert said[-1] == "dots_and_boxes keeps all its promises"


def test_the_doctor_says_what_of_the_rules_keeps_them_off_a_gpu(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (Path(__file__).parents[2] / "examples" / "nim.py").read_text()
    file = tmp_path / "own.py"
    file.write_text(text.replace("in range(count):", "in range(pow(count, 1)):"))
    assert main(["doctor", str(file)]) == 0
    (said,) = (line for line in capsys.readouterr().out.splitlines() if "GPU" in line)
    assert said.startswith("  –      ")
    assert said.endswith("moves uses pow(), which cannot run on a GPU")
