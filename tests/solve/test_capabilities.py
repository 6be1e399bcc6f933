"""One table says which engine solves which game; engines, doctor and manual agree with it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

import pytest

import kibitz
from kibitz.cli import main
from kibitz.language.errors import KibitzError
from kibitz.solve.builder import InMemory
from kibitz.solve.capabilities import (
    FEATURES,
    GOING_ON,
    LABELS,
    LACKS,
    NO_BOUND,
    NO_MEN,
    as_markdown,
    builders,
    builders_as_markdown,
    engine_for,
    features,
    refusal,
    serves,
)
from kibitz.solve.engines import BUILDERS, register_builder
from kibitz.solve.resources import Resources
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.table_making import builder_for, make

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.rules import Rules
    from kibitz.solve.capabilities import Engine
    from kibitz.solve.effort import Meter
    from kibitz.solve.store.table import Table

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
            made = builder_for("mygame", rules, store, RESOURCES[engine])
            assert type(made) is next(builders(engine, rules))
        return
    with pytest.raises(KibitzError) as refused:
        builder_for("mygame", rules, store, RESOURCES[engine])
    said = str(refused.value)
    assert said == f"{refusal(engine, rules)}; kibitz doctor mygame lists the engines that can"
    assert all(feature in said for feature in missing)


@pytest.mark.parametrize(
    ("name", "engine", "expected"),
    [
        ("noughts", "memory", "InMemory"),
        ("peg:triangle", "memory", "InMemory"),
        ("peg:english", "memory", "PegsInMemory InMemory"),
        ("noughts", "disk", "TiersOnDisk InShardsOnDisk"),
        ("lockout", "disk", "InShardsOnDisk"),
        ("peg:english", "disk", "PegsInFiles TiersOnDisk InShardsOnDisk"),
        ("noughts", "ray", "InShardsOnRay"),
        ("mens_morris:men=9", "gpu", "MenByRank OnGPU"),
        ("noughts", "gpu", "OnGPU"),
    ],
)
def test_the_builders_of_a_game_in_order(name: str, engine: Engine, expected: str) -> None:
    rules = kibitz.game(name).rules
    assert " ".join(one.__name__ for one in builders(engine, rules)) == expected


def test_on_the_disk_tiers_need_images_that_can_be_counted() -> None:
    uncounted = kibitz.game("noughts").rules.replace(orbit=None)
    assert [one.__name__ for one in builders("disk", uncounted)] == ["InShardsOnDisk"]


def test_a_game_that_no_special_builder_serves_has_a_builder_on_every_engine() -> None:
    plain = kibitz.game("lgame").rules
    for engine in RESOURCES:
        *_, last = builders(engine, plain)
        assert list(last.algorithms.values())[-1] in ("all others", "all games")


class InReverse(InMemory):
    """An engine from outside the package, as its author would write it: it solves nim only."""

    algorithms: ClassVar = {"moves": "heaps"}

    @classmethod
    def serves(cls, rules: Rules) -> bool:
        return rules.impartial

    def run(self, watch: Meter) -> Table:
        made.append(self.name)
        return super().run(watch)


made: list[str] = []  # games that `InReverse` has solved


@pytest.fixture
def another_engine() -> Iterator[None]:
    register_builder("reverse", f"{__name__}:InReverse")
    yield
    del BUILDERS["reverse"]
    made.clear()


@pytest.mark.usefixtures("another_engine")
def test_an_engine_is_added_without_touching_the_middle(tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    nim, noughts = kibitz.game("nim"), kibitz.game("noughts")
    table = make("nim", nim.rules, store, resources=Resources("reverse"))
    assert made == ["nim"]
    usual = TableStore(str(tmp_path / "usual"), shipped="")
    make("nim", nim.rules, usual)
    assert Path(store.path("nim")).read_bytes() == Path(usual.path("nim")).read_bytes()
    assert table.look_up(nim.rules.start) == nim.start.outcome
    with pytest.raises(KibitzError, match="no builder of reverse serves noughts"):
        make("noughts", noughts.rules, store, resources=Resources("reverse"))


def test_the_manual_has_the_tables() -> None:
    manual = (DOCS / "how-solving-works.md").read_text()
    assert as_markdown() in manual
    assert builders_as_markdown() in manual


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
