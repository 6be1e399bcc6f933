"""What `kibitz.table` offers: looking up, counting, picking, and arrays."""

from __future__ import annotations

import builtins
import copy
import pickle
import sys
from array import array
from collections import Counter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.engines.pegs.figures.peg_table import solve_pegs
from kibitz.oracle.table_summary import hardest_in_play, summary
from kibitz.rules.reach import in_play, reached
from kibitz.solve.store.table import NUMPY_ABOVE, Count, indices
from tests.support import every_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

SMALL = ["noughts", "noughts:oldest", "lockout:helpers=2", "peg:triangle"]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    return tmp_path


def pegs() -> kibitz.GameTable:
    """Return a table that knows which positions win, and no more."""
    triangle = kibitz.game("peg:triangle")
    return kibitz.GameTable(triangle, solve_pegs(triangle.rules))


def in_full(table: kibitz.GameTable) -> Counter[kibitz.Outcome]:
    """Count outcomes by walking from the start without symmetry."""
    rules = table.rules
    waiting = [rules.start] if rules.placements is None else list(rules.placements())
    seen = set(waiting)
    while waiting:
        here = waiting.pop()
        after = {rules.play(here, move) for move in rules.moves(here)} - seen
        seen |= after
        waiting += after
    return Counter(table[position] for position in seen)


@pytest.mark.parametrize(
    ("name", "moves"), [("farmer", 7), ("hanoi", 31), ("pancakes", 7), ("eight", 31)]
)
def test_the_hardest_puzzle_is_not_the_solved_one(name: str, moves: int) -> None:
    """7 crossings; 2^5 - 1 moves; the pancake number of 6; 31 (A. Reinefeld 1993)."""
    table = kibitz.table(name)
    reported = summary(table.game, table.answers)["hardest"]
    (hardest,) = table.hardest.values()
    assert table[hardest] == kibitz.Solvable(moves)
    assert (reported["position"], reported["distance"]) == (hardest.text, moves)


@pytest.mark.parametrize("name", ["lgame", "peg:triangle", "dots_and_boxes:rows=1,columns=2"])
def test_the_command_line_names_the_same_hardest_positions(name: str) -> None:
    table = kibitz.table(name)
    reported = summary(table.game, table.answers)["hardest"]
    by_kind = reported if table.rules.two_players else {None: reported}
    named = {one["position"] for one in by_kind.values() if one}
    assert named == {position.text for position in table.hardest.values()}
    assert named


def test_a_hardest_position_is_one_that_the_game_reaches() -> None:
    triangle = kibitz.table("peg:triangle")
    shown = hardest_in_play(triangle.answers)
    reachable = set(reached(triangle.rules))
    assert all(
        at in reachable and triangle.rules.class_of(at) == least for least, at in shown.items()
    )
    assert any(least not in reachable for least in shown), "the canonical form does not do"


def test_the_walk_for_a_position_in_play_ends_where_it_is_met() -> None:
    asked = []

    def moves(position: int) -> Iterator[int]:
        asked.append(position)
        yield 2

    pairs = kibitz.Rules(
        aim="win",
        start=1,
        moves=moves,
        play=lambda position, move: position + move,
        worth=lambda position: -1,
        canonical=lambda position: position & ~1,
    )
    assert in_play(pairs, [10, 4]) == {10: 11, 4: 5}
    assert max(asked) == 11
    assert in_play(pairs, [10, 4], most=3) == {10: 10, 4: 5}, "no image is met so soon"


@pytest.mark.parametrize("length", [10, NUMPY_ABOVE + 10])
def test_positions_with_an_outcome_are_found_in_a_long_table_too(length: int) -> None:
    codes = array("h", [at % 5 == 3 for at in range(length)])
    assert list(indices(codes, 1)) == list(range(3, length, 5))


def test_counts_tell_which_hardest_positions_are_in_play() -> None:
    """So a game is walked through only where they do not: the L-game would take 0.2 s."""
    lgame = kibitz.table("lgame")

    def moves(position: int) -> list[int]:
        raise AssertionError("no move is asked for")

    lgame.answers.rules = lgame.rules.replace(moves=moves)
    shown = hardest_in_play(lgame.answers)
    assert set(shown.values()) == set(lgame.answers.hardest().values())


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_a_table_counts_what_is_in_it(name: str) -> None:
    table = kibitz.table(every_game.game(name))
    items = list(table.items())
    assert [position for position, _ in items] == list(table)
    assert len(items) == len(table) == len(set(table))
    assert all(table[position] == outcome for position, outcome in items)
    classes, full = Counter(outcome for _, outcome in items), in_full(table)
    assert table.histogram == {one: Count(full[one], classes[one]) for one in full}
    assert list(table.histogram) == sorted(full, reverse=True)
    kinds = Counter(dict.fromkeys(table.counts, 0))
    for outcome, count in full.items():
        kinds[outcome.kind] += count
    assert {kind: count.positions for kind, count in table.counts.items()} == kinds
    assert sum(count.classes for count in table.counts.values()) == len(table)
    assert set(table.counts) in ({"win", "draw", "loss"}, {"solvable", "unsolvable"})


def test_published_counts_of_the_l_game() -> None:
    table = kibitz.table("lgame")
    assert table.counts == {"win": (8048, 1006), "draw": (10088, 1261), "loss": (232, 29)}
    by_plies = {d: table.histogram[kibitz.Win(d)].classes for d in (1, 3, 5, 7, 9)}
    assert by_plies == {1: 768, 3: 27, 5: 81, 7: 11, 9: 119}
    assert table.hardest["win"].outcome == kibitz.Win(9)
    assert table.hardest["loss"].outcome == kibitz.Loss(8)
    assert set(table.hardest) == {"win", "loss"}
    assert any("follows" in sentence or sentence for sentence in table.verify())


@pytest.mark.parametrize("name", SMALL)
def test_positions_are_picked_by_their_outcomes(name: str) -> None:
    table = kibitz.table(every_game.game(name))
    items = list(table.items())
    for kind in table.counts:
        assert list(table.where(kind)) == [p for p, outcome in items if outcome.kind == kind]
    for outcome in table.histogram:
        assert list(table.where(outcome)) == [p for p, one in items if one == outcome]
    measure = "score" if name.startswith("peg") else "distance"
    wanted: Mapping[str, Any] = {measure: range(2, 4)}
    assert list(table.where(**wanted)) == [p for p, one in items if one.measure in (2, 3)]
    assert len(table.where()) == len(table)
    some = table.where(**{measure: 1})  # type: ignore[arg-type]
    assert some[0] == next(iter(some))
    assert list(some[-2:]) == list(some)[-2:]
    assert repr(some).startswith(f"<{len(some):,} positions of ")


def test_a_notebook_shows_the_positions_that_were_picked() -> None:
    table = kibitz.table("noughts")
    won = table.where("win")
    shown = won._repr_html_()
    assert f"{len(won):,} positions of noughts" in shown
    assert shown.count("<svg") == 6
    assert won[5]._repr_svg_() in shown
    assert "…" in shown
    assert "…" not in won[:2]._repr_html_()
    assert won[:2]._repr_html_().count("<svg") == 2


def test_what_cannot_be_picked_is_refused() -> None:
    table = kibitz.table("noughts")
    with pytest.raises(kibitz.KibitzError, match="win, draw, loss"):
        table.where("won")
    with pytest.raises(kibitz.KibitzError, match="have a distance, not a score"):
        table.where(score=1)


@pytest.mark.parametrize("name", SMALL)
def test_arrays_say_what_the_table_says(name: str) -> None:
    table = kibitz.table(every_game.game(name))
    rows = table.to_numpy()
    measure = "score" if name.startswith("peg") else "distance"
    assert rows.dtype.names == ("position", "value", measure)
    values = {"win": 1, "draw": 0, "loss": -1, "solvable": 1, "unsolvable": 0}
    for row, (position, outcome) in zip(rows, table.items(), strict=True):
        assert row["position"] == position.number
        assert row["value"] == values[outcome.kind]
        assert row[measure] == (-1 if outcome.measure is None else outcome.measure)
    assert (table.positions == rows["position"]).all()
    assert (table.outcomes["value"] == rows["value"]).all()
    assert table.outcomes.dtype.names == ("value", measure)


def test_codes_as_wide_as_they_are_stored_are_read() -> None:
    """A table in a file holds its codes in as few bits as they need."""
    made = kibitz.table("noughts:oldest").to_numpy()
    kept = kibitz.table("noughts:oldest").to_numpy()
    assert np.array_equal(made, kept)
    assert made["distance"].dtype == np.int16


@pytest.mark.long
def test_frames() -> None:
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    table = kibitz.table("noughts")
    frame, other = table.to_pandas(texts=True), table.to_polars(texts=True)
    named = ["position", "text", "value", "outcome", "distance"]
    assert list(frame.columns) == other.columns == named
    plain = table.to_numpy()
    assert set(plain.dtype.names or ()) < set(named)  # the same names everywhere
    assert frame["value"].tolist() == other["value"].to_list() == plain["value"].tolist()
    assert isinstance(frame, pandas.DataFrame)
    assert isinstance(other, polars.DataFrame)
    assert frame["outcome"].value_counts().to_dict() == {
        kind: count.classes for kind, count in table.counts.items()
    }
    assert frame["distance"].isna().sum() == table.counts["draw"].classes
    assert other["distance"].null_count() == table.counts["draw"].classes
    assert other["outcome"].to_list() == frame["outcome"].tolist()
    assert frame["text"][0] == table.game.text(int(frame["position"][0]))
    assert "text" not in table.to_pandas()


@pytest.mark.parametrize("package", ["pandas", "polars"])
def test_a_missing_package_is_named(package: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    table = kibitz.table("noughts")
    with pytest.raises(kibitz.KibitzError, match=f"pip install {package}"):
        getattr(table, f"to_{package}")()


def test_a_table_of_what_wins_answers_and_counts_but_does_not_list() -> None:
    table, known = pegs(), kibitz.table("peg:triangle")
    assert table.counts == known.counts
    assert len(table) == len(known)
    for position, outcome in list(known.items())[::20]:
        assert table[position].kind == outcome.kind
    assert table.hardest == {}
    assert table._repr_svg_().startswith("<svg")
    refused: list[Callable[[], object]] = [
        lambda: list(table),
        lambda: list(table.items()),
        lambda: table.where("solvable"),
        table.to_numpy,
        table.to_pandas,
    ]
    for ask in refused:
        with pytest.raises(kibitz.KibitzError, match="does not list"):
            ask()
    assert table.verify()


def test_a_table_is_taken_from_the_disk_or_made_again() -> None:
    phases: list[str] = []

    def note(phase: str, done: int, total: int | None) -> None:
        phases.append(phase)

    name = "noughts:any,pieces=2"  # which is not shipped
    kibitz.table(name, progress=note)
    assert phases
    phases.clear()
    kibitz.table(name, progress=note)
    assert not phases
    kibitz.table(name, fresh=True, progress=note)
    assert phases


@pytest.mark.parametrize("name", ["noughts", "noughts:any,pieces=2"])
def test_a_pickle_is_the_game_and_the_folder(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = kibitz.table(name)
    data = pickle.dumps(table)
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "others"))
    again = pickle.loads(data)
    assert again == table
    assert again is not table
    assert hash(again) == hash(table)
    assert again != kibitz.table("lgame")
    assert dict(again.items()) == dict(table.items())
    assert copy.deepcopy(table) is copy.copy(table) is table


def test_a_table_that_is_not_kept_is_not_pickled(folder: Path) -> None:
    with pytest.raises(kibitz.KibitzError, match=r"peg:triangle is not kept in .*tables"):
        pickle.dumps(pegs())  # a shipped table of the same game is another one
    made = kibitz.table("noughts:any,pieces=2")
    data = pickle.dumps(made)
    for file in (folder / "tables").iterdir():
        file.unlink()
    with pytest.raises(kibitz.KibitzError, match=r"any more; kibitz\.table makes it again"):
        pickle.loads(data)
    assert copy.deepcopy(made)[0] == made[0]


def test_memory_and_place_are_checked() -> None:
    assert len(kibitz.table("noughts", memory="2GiB")) == 765
    with pytest.raises(kibitz.KibitzError, match="2GiB"):
        kibitz.table("noughts", memory="much")
    with pytest.raises(kibitz.KibitzError, match="not on mars"):
        kibitz.table("noughts", on="mars")


def test_a_table_is_listed_in_little_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """Positions are made when they are reached, not all at once."""
    table = kibitz.table("noughts:oldest")
    made = 0
    plain = kibitz.Position.__init__

    def counted(self: kibitz.Position, game: kibitz.Game, number: int) -> None:
        nonlocal made
        made += 1
        plain(self, game, number)

    monkeypatch.setattr(kibitz.Position, "__init__", counted)
    positions = builtins.iter(table)
    next(positions)
    assert made == 1
