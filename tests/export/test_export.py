"""Tables exported to files: every number in them, bounded memory, and nothing left of a failure."""

from __future__ import annotations

import csv
import json
import os
import sys
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.cli import main
from kibitz.engines.pegs.figures.peg_table import solve_pegs
from kibitz.export import export_files
from kibitz.export.actions import Actions
from kibitz.export.expansion import Expansion
from kibitz.export.export_files import export
from kibitz.export.planes import Planes
from kibitz.export.position_encoder import PositionEncoder
from kibitz.export.table_rows import ILLEGAL, TableRows
from kibitz.oracle.named_tables import table_of
from kibitz.rules.reach import reached
from tests.support import every_game
from tests.support.own_games import SOUND

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.long
SMALL = ["noughts", "noughts:oldest", "lockout:helpers=2", "peg:triangle", "lgame"]
VALUES = {"win": 1, "draw": 0, "loss": -1, "solvable": 1, "unsolvable": 0}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    return tmp_path


@cache
def shipped(name: str) -> kibitz.GameTable:
    return kibitz.table(every_game.game(name))


def measure_of(outcome: kibitz.Outcome) -> int:
    return -1 if outcome.measure is None else outcome.measure


def check_actions(
    position: kibitz.Position, said: dict[int, tuple[int, int]], best: set[int]
) -> None:
    """Check what is said of each legal action against the oracle."""
    answer = position.answer
    moves = {
        move.number: (VALUES[move.outcome.kind], measure_of(move.outcome)) for move in answer.moves
    }
    assert said == moves
    assert best == {move.number for move in position.best}


@pytest.mark.parametrize("name", SMALL)
def test_every_number_is_what_the_oracle_says(name: str) -> None:
    table = shipped(name)
    rows = TableRows(table.game, table.answers)
    planes = Planes(table.game)
    step = 40 if name == "lgame" else 7
    seen = 0
    for batch in rows.batches():
        of = batch.columns
        for at in range(0, len(batch), step):
            position = table.game.position(int(of["number"][at]))
            outcome = table[position]
            assert batch.texts[at] == position.text
            assert of["mirror_class"][at] == (table.rules.canonical or int)(position.number)
            assert of["value"][at] == VALUES[outcome.kind]
            assert of[rows.measure][at] == measure_of(outcome)
            assert (of["planes"][at] == planes.see(position.number)).all()
            if table.rules.orbit is not None:
                assert of["mirror_images"][at] == table.rules.orbit(position.number)
            legal = np.flatnonzero(of["action_value"][at] != ILLEGAL).tolist()
            measures = of[f"action_{rows.measure}"][at]
            said = {
                rows.actions.move(action): (
                    int(of["action_value"][at][action]),
                    int(measures[action]),
                )
                for action in legal
            }
            best = {rows.actions.move(a) for a in np.flatnonzero(of["optimal"][at]).tolist()}
            check_actions(position, said, best)
        seen += len(batch)
    assert seen == len(table) == len(rows)


# Sets of cells, single cells and numbers in fields; compiled; in the interpreter; built in.
@pytest.mark.parametrize(
    "name",
    [
        "hexapawn",
        "hare_and_hounds",
        "morris",
        "sokoban",
        "fox_and_hounds",
        "four",
        "othello",
        "nim",
        "fifteen",
        "kalah",
        "noughts",
        "noughts:oldest",
        "lgame",
        "lockout",
        "peg:triangle",
    ],
)
@pytest.mark.parametrize("count", [0, 1 << 40])
def test_positions_encoded_at_once_are_those_encoded_one_by_one(name: str, count: int) -> None:
    game = kibitz.game(name)
    planes = Planes(game)
    numbers = np.array(list(islice(reached(game.rules), 300)), dtype=np.int64)
    texts, seen = PositionEncoder(game, planes, count).encoded(numbers)
    assert [text.decode() for text in texts.tolist()] == [game.text(int(n)) for n in numbers]
    assert np.array_equal(seen, [planes.see(int(number)) for number in numbers])
    other = PositionEncoder(game, planes, count).planes_of(numbers, to_move=False)
    assert np.array_equal(other, [planes.see(int(number), to_move=False) for number in numbers])


@pytest.mark.parametrize(
    ("pieces", "compiles"),
    [
        (lambda position: ["X" if position & 1 else ".", "."], True),
        (lambda position: [".X"[position & 1], "."], True),  # a text is indexed
        (lambda position: [str(position & 1), "."], True),  # a digit
        (lambda position: [{0: ".", 1: "X"}[position & 1], "."], True),  # a dictionary
        (lambda position: ["." * (1 + (position > 5)), "X"][:2], False),  # what is made is no sign
    ],
)
def test_signs_are_compiled_only_where_that_is_right(pieces: Any, compiles: bool) -> None:
    rules = kibitz.Rules(
        aim="shortest", start=0, moves=lambda p: iter(()), play=lambda p, m: p, worth=lambda p: 1
    )
    game = kibitz.OwnGame(rules, kibitz.Board.rectangle(1, 2), pieces, signs="X.01")
    compiled = PositionEncoder(game, Planes(game), 1 << 40).compiled
    assert compiled is not None
    found = compiled.find(np.arange(20))
    assert (found is not None) == compiles
    if found is not None:
        assert [bytes(row).decode() for row in found] == ["".join(pieces(n)) for n in range(20)]


def test_compiled_and_interpreted_rows_are_the_same() -> None:
    columns = shipped("noughts:oldest").answers.columns()
    assert columns is not None
    for quick, slow in zip(
        Expansion(columns, compiled=True).spans(500),
        Expansion(columns, compiled=False).spans(500),
        strict=True,
    ):
        for part in ("rows", "numbers", "value", "measure"):
            assert np.array_equal(getattr(quick, part), getattr(slow, part))
        ends = quick.first, quick.last
        orbits = [Expansion(columns, compiled=how).orbits(*ends) for how in (True, False)]
        assert np.array_equal(orbits[0], orbits[1])


@pytest.mark.parametrize("ending", ["parquet", "csv", "npz"])
@pytest.mark.parametrize("rows", [10_000, 7])
def test_files_hold_the_rows_however_many_are_held_at_a_time(ending: str, rows: int) -> None:
    table = shipped("peg:triangle")
    made = list(TableRows(table.game, table.answers).batches())
    whole = {name: np.concatenate([b.columns[name] for b in made]) for name in made[0].columns}
    texts = [text for batch in made for text in batch.texts]
    held: list[int] = []
    said = export(
        table.game,
        table.answers,
        f"t.{ending}",
        rows=rows,
        progress=lambda _, done, __: held.append(done),
    )
    assert max(np.diff([0, *held])) <= rows
    assert said["rows"] == len(table) == held[-1]
    assert said["bytes"] == os.path.getsize(f"t.{ending}")
    read = {"parquet": read_parquet, "csv": read_csv, "npz": read_npz}[ending](f"t.{ending}")
    assert read["position"] == texts
    for name in ("number", "mirror_class", "mirror_images", "value", "score"):
        assert read[name] == whole[name].tolist(), name
    for name in ("planes", "action_value", "action_score", "optimal"):
        assert np.array_equal(read[name], whole[name].reshape(len(table), -1)), name
    assert sorted(os.listdir()) == sorted({f"t.{ending}", f"t.{ending}.md", *tables_folder()})


def tables_folder() -> set[str]:
    return {"tables"} & set(os.listdir())


def read_parquet(path: str) -> dict[str, Any]:
    parquet = pytest.importorskip("pyarrow.parquet")
    table = parquet.read_table(path)
    of = {name: table[name].to_pylist() for name in table.column_names}
    of["value"] = [VALUES[kind] for kind in of["outcome"]]
    of["score"] = [-1 if one is None else one for one in of["score"]]
    missing = {"action_value": ILLEGAL, "action_score": -1}
    for name, nothing in missing.items():
        of[name] = np.array([[nothing if one is None else one for one in row] for row in of[name]])
    of["planes"] = np.array(of["planes"])
    optimal = np.zeros(of["action_value"].shape)
    for row, best in zip(optimal, of["optimal"], strict=True):
        row[best] = 1
    assert table.schema.metadata[b"planes_shape"] == b"2 5 9"
    return {**of, "optimal": optimal}


def read_csv(path: str) -> dict[str, Any]:
    with open(path, encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    of: dict[str, Any] = {"position": [line["position"] for line in lines]}
    for name in ("number", "mirror_class", "mirror_images", "score"):
        of[name] = [int(line[name] or -1) for line in lines]
    of["value"] = [VALUES[line["outcome"]] for line in lines]
    of["planes"] = np.array([list(map(int, line["planes"])) for line in lines])
    of["action_value"] = np.full((len(lines), 36), ILLEGAL)
    of["action_score"] = np.full((len(lines), 36), -1)
    of["optimal"] = np.zeros((len(lines), 36))
    for at, line in enumerate(lines):
        actions = list(map(int, line["actions"].split()))
        of["action_value"][at, actions] = [VALUES[kind] for kind in line["action_outcomes"].split()]
        of["action_score"][at, actions] = [
            -1 if one == "-" else int(one) for one in line["action_scores"].split()
        ]
        of["optimal"][at, list(map(int, line["optimal"].split()))] = 1
    return of


def read_npz(path: str) -> dict[str, Any]:
    with np.load(path) as file:
        of: dict[str, Any] = {name: file[name] for name in file.files}
    for name in ("number", "mirror_class", "mirror_images", "value", "score"):
        of[name] = of[name].tolist()
    of["planes"] = of["planes"].reshape(len(of["number"]), -1)
    return {**of, "position": [text.decode() for text in of["position"]]}


def test_a_card_says_what_is_in_the_file() -> None:
    for ending in ("csv", "npz", "parquet"):
        shipped("lockout:helpers=2").export(f"l.{ending}")
        with open(f"l.{ending}.md", encoding="utf-8") as file:
            card = file.read()
        assert f"# l.{ending}" in card
        assert "`lockout:helpers=2`" in card
        for kind, count in shipped("lockout:helpers=2").counts.items():
            assert f"- {kind}: {count.positions:,} positions in {count.classes:,} rows" in card
        assert "{" not in card
        if ending == "npz":
            with np.load("l.npz") as arrays:
                assert all(f"`{name}`" in card for name in arrays.files)


def test_a_game_in_a_file_is_exported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "mygame.py").write_text(SOUND)
    assert main(["export", "mygame.py", "--to", "my.csv", "--json"]) == 0
    said = json.loads(capsys.readouterr().out)
    assert said["rows"] == len(kibitz.table("mygame.py"))
    assert said["file"] == "my.csv"
    assert main(["export", "noughts", "--to", "n.npz"]) == 0
    assert "765 positions, 9 actions" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["noughts", "--to", "n.xls"], "ends in .parquet, .csv, .npz, not to n.xls"),
        (["noughts", "--to", "nowhere/n.csv"], "nowhere/n.csv cannot be written"),
        (["noughts"], "--to"),
        (["nothing", "--to", "n.csv"], "there is no game"),
    ],
)
def test_what_goes_wrong_is_one_sentence(
    words: list[str], sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["export", *words]) == 2
    said = capsys.readouterr()
    assert said.err.count("\n") == 1
    assert sentence in said.err
    assert not [name for name in os.listdir() if name != "tables"]


def test_parquet_without_its_package_is_one_sentence(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    assert main(["export", "noughts", "--to", "n.parquet"]) == 2
    assert "pip install 'pyarrow>=17'" in capsys.readouterr().err


def test_a_table_of_what_wins_is_refused() -> None:
    triangle = kibitz.game("peg:triangle")
    with pytest.raises(kibitz.KibitzError, match="does not list"):
        kibitz.GameTable(triangle, solve_pegs(triangle.rules)).export("t.csv")


@pytest.mark.parametrize("ending", ["parquet", "csv", "npz"])
@pytest.mark.parametrize("failure", [KeyboardInterrupt, OSError(28, "No space left on device")])
def test_nothing_is_left_of_a_failure(ending: str, failure: Any) -> None:
    """Ctrl-C and a full disk, after some rows are written; what was there before stays."""
    with open(f"t.{ending}", "w", encoding="utf-8") as file:
        file.write("before")

    def fail(phase: str, done: int, total: int | None) -> None:
        if done > 200:
            raise failure

    table = shipped("peg:triangle")
    expected = KeyboardInterrupt if failure is KeyboardInterrupt else kibitz.KibitzError
    with pytest.raises(expected):
        export(table.game, table.answers, f"t.{ending}", rows=100, progress=fail)
    assert {name for name in os.listdir() if name != "tables"} == {f"t.{ending}"}
    with open(f"t.{ending}", encoding="utf-8") as file:
        assert file.read() == "before"


def test_a_position_with_very_many_moves_finds_room() -> None:
    columns = shipped("lgame").answers.columns()
    assert columns is not None
    expansion = Expansion(columns, compiled=False)
    expansion._room = 1
    spans = list(islice(expansion.spans(1), 200))
    assert sum(len(span.rows) for span in spans) == sum(
        1 for number in columns.rows()[0][:200].tolist() for _ in columns.rules.moves(number)
    )
    assert [span.first for span in spans] == list(range(200))


def test_writers_are_known_by_their_endings() -> None:
    assert set(export_files.WRITERS) == {".parquet", ".csv", ".npz"}
    assert export_files.format_of("A.CSV") is export_files.CsvWriter


def test_a_table_gives_the_actions_of_a_game_with_too_many_positions_to_visit() -> None:
    game = kibitz.game("hexapawn")
    assert game.rules.distinct_moves is None
    usual = Actions(game)
    rows = TableRows(game, table_of(game))
    few = Actions(game, most=5, moves=rows.moves())
    assert few.count > 5
    for position in kibitz.table(game):
        moves = list(game.rules.moves(position.number))
        assert [few.move(few.of(move)) for move in moves] == moves
        assert few.legal(position.number) == sorted(map(few.of, moves))
    assert few.count <= usual.count
