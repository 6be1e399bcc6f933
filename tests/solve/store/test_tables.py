"""Tables on disk: kept whole, checked when read, rebuilt when damaged, verified by the rules."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import sys
import tracemalloc
from array import array
from pathlib import Path
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.cli.commands.table_command import in_lines
from kibitz.engines.pegs.figures.peg_table import solve_pegs
from kibitz.engines.pegs.peg_builders import PegsInMemory
from kibitz.language.languages import Language
from kibitz.oracle import named_tables
from kibitz.oracle.table_summary import summary
from kibitz.solve.builder import InMemory
from kibitz.solve.effort import Effort
from kibitz.solve.store.checkpoint import SUFFIX, Checkpoint, graph_of
from kibitz.solve.store.rowfile import Damaged, RowFile, read_json, write
from kibitz.solve.store.table import Census, PositionTable, indices
from kibitz.solve.store.table_store import TableStore, find_table, ignore_notice
from kibitz.solve.table_making import run_builder
from kibitz.solve.verify import verification as verifying
from kibitz.solve.verify.verification import Fault, verify
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.builder import Builder
    from kibitz.solve.store.table import Table

SMALL = [
    "noughts",
    "noughts:any",
    "peg:triangle",
    "lockout:helpers=2",
    "peg:drawn,board=oo.oo",
]
if EVERYTHING:  # larger, and its table is like that of noughts:any
    SMALL.append("lgame")


def table_of(game: BaseGame | str, **options: Any) -> PositionTable:
    """Return the table proper of a game that is solved whole."""
    table = named_tables.table_of(game, **options)
    assert isinstance(table, PositionTable)
    return table


def game_table(game: kibitz.Game | str, store: TableStore) -> kibitz.GameTable:
    """Return the table of a game as Python handles it."""
    game = kibitz.game(game)
    return kibitz.GameTable(game, named_tables.table_of(game, store=store))


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(str(tmp_path / "tables"), shipped="")


def remade(table: PositionTable, positions: list[int], codes: list[int]) -> PositionTable:
    return PositionTable(table.rules, array("q", positions), array("h", codes), table.census)


def rows_of(table: PositionTable) -> tuple[list[int], list[int]]:
    return [[int(row[at]) for at in range(len(row))] for row in (table.positions, table.codes)]  # type: ignore[return-value]


@pytest.mark.parametrize("name", SMALL)
def test_a_kept_table_says_what_the_fresh_one_said(name: str, store: TableStore) -> None:
    fresh = table_of(name, store=store)
    kept = table_of(name, store=store)
    assert isinstance(fresh.positions, memoryview)
    assert not isinstance(kept.positions, memoryview), "this one should come from the file"
    assert rows_of(kept) == rows_of(fresh)
    assert kept.census.as_json() == json.loads(
        json.dumps(fresh.census.as_json()), object_hook=numbered
    )
    assert verify(kept) == verify(fresh)


def numbered(said: dict[str, object]) -> dict[object, object]:
    """Undo what JSON does to whole numbers that are names."""
    return {int(key) if key.lstrip("-").isdigit() else key: value for key, value in said.items()}


@pytest.mark.parametrize("name", SMALL)
def test_verify_finds_any_single_wrong_value(name: str, store: TableStore) -> None:
    table = table_of(name, store=store)
    chance = random.Random(name)
    positions, codes = rows_of(table)
    verify(remade(table, positions, codes))
    for _ in range(10):
        at = chance.randrange(len(codes))
        wrong = codes.copy()
        wrong[at] += chance.choice([-2, -1, 1, 2])
        with pytest.raises(Fault):
            verify(remade(table, positions, wrong))


@pytest.mark.parametrize("name", ["lgame", "noughts:any"])
def test_verify_finds_what_is_missing_or_too_much(name: str, store: TableStore) -> None:
    table = table_of(name, store=store)
    positions, codes = rows_of(table)
    for at in (0, len(positions) // 2, len(positions) - 1):
        with pytest.raises(Fault):
            verify(
                remade(table, positions[:at] + positions[at + 1 :], codes[:at] + codes[at + 1 :])
            )
    with pytest.raises(Fault, match="out of order"):
        verify(remade(table, positions[::-1], codes[::-1]))


@pytest.mark.parametrize("few", [10_000, 3], ids=["in the interpreter", "in threads"])
def test_verify_finds_a_position_of_another_game(
    few: int, store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With two pieces each, no game meets a position with three; its own value is right."""
    monkeypatch.setattr(verifying, "LEAST_SHARE", few)
    monkeypatch.setattr(verifying, "BATCH", 7)  # so that lists are full before a layer ends
    monkeypatch.setattr("kibitz.system.thread_pool.cores", lambda: 3)
    table = table_of("noughts:any,pieces=2", store=store)
    verify(table)
    three = kibitz.game("noughts").parse("XXX-OO.-...")
    positions, codes = rows_of(table)
    assert table.rules.canonical is not None
    least = table.rules.canonical(three)
    assert least not in positions
    at = sum(position < least for position in positions)
    positions.insert(at, least)
    codes.insert(at, -1)
    with pytest.raises(Fault, match="not one of this game"):
        verify(remade(table, positions, codes))


def test_verify_finds_a_wrong_count(store: TableStore) -> None:
    for field, about in (("in_full", "in full"), ("classes", "up to symmetry")):
        table = table_of("noughts", store=store, fresh=True)
        counts = dict(getattr(table.census, field))
        counts[0] += 1
        setattr(table.census, field, counts)
        with pytest.raises(Fault, match=about):
            verify(table)


@pytest.mark.parametrize("name", ["noughts", "peg:triangle", "lockout:helpers=2"])
def test_verify_finds_what_table_prints_forged(name: str, store: TableStore) -> None:
    table = table_of(name, store=store)
    census = table.census
    others = [code for code in census.classes if code != census.start]
    for start in others[:3]:
        table.census = Census(census.in_full, census.classes, census.hardest, start)
        with pytest.raises(Fault, match="the start"):
            verify(table)
    positions, codes = rows_of(table)
    for code in census.hardest:
        other = next(p for p, c in zip(positions, codes, strict=True) if c != code)
        for position in (other, 1 << 60):
            forged = {**census.hardest, code: position}
            table.census = Census(census.in_full, census.classes, forged, census.start)
            with pytest.raises(Fault, match="hardest"):
                verify(table)
    table.census = Census(census.in_full, census.classes, {}, census.start)
    with pytest.raises(Fault, match="hardest"):
        verify(table)


def test_a_canonical_form_is_not_looked_for_again(store: TableStore) -> None:
    game = kibitz.game("noughts")
    table = table_of(game, store=store)
    sought: list[int] = []

    def class_of(position: int) -> int:
        sought.append(position)
        return rules.class_of(position)

    rules = game.rules
    table.rules = SimpleNamespace(class_of=class_of, objective=rules.objective)  # type: ignore[assignment]
    corner = rules.play(rules.start, 8)
    least = rules.class_of(corner)
    assert least != corner
    assert table.look_up(least) == table.look_up(corner) == kibitz.Draw()
    assert sought == [corner]


def test_verify_says_what_it_does_not_check(tmp_path: Path) -> None:
    table_of("noughts", store=TableStore(str(tmp_path), shipped=""))
    out, _ = command("verify", "noughts", folder=tmp_path).communicate(timeout=120)
    assert "- NOT CHECKED: how long solving took" in out.splitlines()


def test_a_score_that_no_line_reaches_is_found() -> None:
    """Two positions that lead to each other and claim a score from nowhere."""
    from kibitz.rules.rules import Rules

    def moves(position: int):  # type: ignore[no-untyped-def]
        yield 0

    rules = Rules(
        aim="lowest",
        start=0,
        moves=moves,
        play=lambda position, move: 1 - position,
        worth=lambda p: 3,
    )
    census = Census({5: 2}, {5: 2}, {5: 0}, 5)
    with pytest.raises(Fault, match="cannot be reached"):
        verify(PositionTable(rules, array("q", [0, 1]), array("h", [5, 5]), census))


# Damage


def damage_middle(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096 + 123] ^= 1
    file.write_bytes(content)


def cut_short(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])


def empty(file: Path) -> None:
    file.write_bytes(b"")


def write_nonsense(file: Path) -> None:
    file.write_bytes(b"kibitz rows 1\nzzzzzzzz\n{}\n" + b" " * 5000)


def change_head(file: Path) -> None:
    content = file.read_bytes()
    file.write_bytes(content.replace(b'"draw"' if b'"draw"' in content else b'"win"', b'"won"', 1))


@pytest.mark.parametrize("harm", [damage_middle, cut_short, empty, write_nonsense, change_head])
def test_a_damaged_file_is_noticed_said_and_rebuilt(
    harm: Callable[[Path], None], store: TableStore
) -> None:
    table_of("noughts", store=store)
    file = Path(store.path("noughts"))
    sound = file.read_bytes()
    harm(file)
    assert file.read_bytes() != sound
    said: list[str] = []
    table_of("noughts", store=store, notice=lambda sentence: said.append(str(sentence)))
    assert "is damaged and was set aside as noughts.table.damaged; continuing without it" in said[0]
    assert verify(table_of("noughts", store=store))


def test_damage_is_found_by_the_question_that_meets_it(tmp_path: Path) -> None:
    # As if the table were a very large one.
    store = TableStore(str(tmp_path), checked_whole=0, shipped="")
    table_of("lockout:helpers=4", store=store)
    file = Path(store.path("lockout"))
    content = bytearray(file.read_bytes())
    rows = RowFile(str(file)).rows
    first_code_page = 4096 * rows["codes"]._first_page
    content[first_code_page + 4096 * 3] ^= 1
    file.write_bytes(content)
    table = table_of("lockout:helpers=4", store=store)
    at = 4096 * 3 + 5
    with pytest.raises(Damaged):
        table.look_up(table.position_at(at))
    assert table.look_up(table.position_at(5))
    assert not file.exists(), "it is set aside, so that the next call makes it again"


def test_changed_rules_never_read_an_old_table(store: TableStore) -> None:
    table = table_of("noughts", store=store)
    old = kibitz.game("noughts:line=2")
    store.keep(old.name, table)  # as if the rules of that name had been others
    assert store.find(old.name, old.rules) is None
    assert table_of(old, store=store).census.in_full != table.census.in_full


def test_looking_for_a_code_takes_little_memory(tmp_path: Path) -> None:
    """A table may be larger than memory, and its summary looks for its hardest positions."""
    codes = array("b", [at % 1000 == 7 for at in range(1 << 20)])
    write(str(tmp_path / "rows"), {}, {"codes": memoryview(codes)})
    row = RowFile(str(tmp_path / "rows")).rows["codes"]
    list(indices(row, 2))  # imports, and verifies each page
    tracemalloc.start()
    found = sum(1 for _ in indices(row, 1))
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert found == codes.count(1)
    assert most < 2 * len(row), "it is not copied in integers of 8 bytes"


def test_rows_survive_the_file(tmp_path: Path) -> None:
    chance = random.Random(5)
    for letter, bits in (("b", 7), ("h", 15), ("i", 31), ("q", 63)):
        numbers = [chance.randrange(-(1 << bits), 1 << bits) for _ in range(10_000)]
        path = str(tmp_path / letter)
        write(
            path,
            {"x": [1, "ü"]},
            {"n": memoryview(array(letter, numbers)), "none": memoryview(array("q"))},
        )
        file = RowFile(path)
        assert file.says == {"x": [1, "ü"]}
        assert file.rows["n"].whole().tolist() == numbers
        assert [file.rows["n"][at] for at in (0, 4095, 9999)] == [
            numbers[at] for at in (0, 4095, 9999)
        ]
        assert len(file.rows["none"]) == 0


# The time that solving took


@pytest.mark.parametrize(
    ("name", "way"),
    [
        ("noughts", InMemory),
        ("peg:triangle", InMemory),
        ("peg:triangle", PegsInMemory),  # as the table of a large board
    ],
)
def test_a_table_is_the_same_file_whenever_it_was_made(
    name: str, way: type[Builder[Table]], tmp_path: Path
) -> None:
    store = TableStore(str(tmp_path), shipped="")
    rules = kibitz.game(name).rules
    made = []
    for _ in range(2):
        fresh = run_builder(way(name, rules, store), store, Effort().watch(), ignore_notice)
        kept = named_tables.table_of(name, store=store)
        made.append((kept.seconds, Path(store.path(name)).read_bytes()))
        assert kept.seconds == fresh.seconds
    (one, first), (other, second) = made
    assert one != other
    assert first == second


@pytest.mark.parametrize("said", [None, "", "{}", "[]", '{"seconds": null}', '{"seconds": "x"}'])
def test_without_the_file_beside_it_the_time_of_a_table_is_unknown(
    said: str | None, store: TableStore
) -> None:
    fresh = table_of("noughts", store=store)
    assert fresh.seconds is not None
    beside = Path(store.path("noughts", ".made"))
    beside.unlink()
    if said is not None:
        beside.write_text(said)
    game, kept = kibitz.game("noughts"), named_tables.table_of("noughts", store=store)
    figures = summary(game, kept)
    assert figures["seconds"] is None
    assert "solved in" not in in_lines(figures, game, kept, Language())
    assert "solved in" in in_lines({**figures, "seconds": 1.5}, game, kept, Language())


def test_a_table_of_old_that_holds_its_time_can_be_read(store: TableStore) -> None:
    fresh = table_of("noughts", store=store)
    path = store.path("noughts")
    says = RowFile(path).says
    says["census"]["seconds"] = 2.5
    write(path, says, fresh.rows())
    assert rows_of(table_of("noughts", store=store)) == rows_of(fresh)


# A table in Python


@pytest.mark.parametrize("name", ["noughts", "peg:triangle", "lockout:helpers=2"])
def test_a_table_lists_its_positions(name: str, store: TableStore) -> None:
    for table in (game_table(name, store), game_table(name, store)):
        listed = list(table)
        assert list(map(int, listed)) == rows_of(table.answers)[0]  # type: ignore[arg-type]
        assert len(listed) == len(table)
        assert all(position in table for position in listed[:50])
        assert table.answer(listed[-1]).position == listed[-1]


def test_a_table_that_cannot_list_its_positions_says_so() -> None:
    triangle = kibitz.game("peg:triangle")
    table = kibitz.GameTable(triangle, solve_pegs(triangle.rules))
    with pytest.raises(kibitz.KibitzError, match="does not list"):
        list(table)


def test_positions_are_given_as_texts_too(store: TableStore) -> None:
    table = game_table("noughts", store)
    text = "XX.-OO.-..."
    position = table.game.parse(text)
    assert text in table
    assert "XX.-XX.-..." not in table  # only X has moved
    assert "no position" not in table
    assert table[text] == table[position] == table[table.game.position(text)] == kibitz.Win(1)
    with pytest.raises(kibitz.NotationError):
        table["no position"]


def test_a_position_of_another_game_is_not_in_the_table(store: TableStore) -> None:
    table = game_table("peg:triangle", store)
    other = ".-oo-ooo-oooo-ooooo"  # another hole is empty
    assert other not in table
    assert table.get(other) is None
    with pytest.raises(KeyError, match="cannot be reached"):
        table[other]


def taking(most: int) -> kibitz.Game:
    """Return a heap of nine that players take 1 to `most` from; it has no name."""

    def moves(position: int) -> Iterator[int]:
        for taken in range(1, most + 1):
            if taken <= position:
                yield taken

    def play(position: int, move: int) -> int:
        return position - move

    def worth(position: int) -> int:
        return -1

    def pieces(position: int) -> str:
        return "o" * position + "." * (9 - position)

    rules = kibitz.Rules(aim="win", start=9, moves=moves, play=play, worth=worth)
    return kibitz.OwnGame(rules, kibitz.Board.rectangle(1, 9), pieces, signs="o.")


def test_games_without_a_name_have_files_of_their_own(store: TableStore) -> None:
    for most in (2, 3):
        table = game_table(taking(most), store)
        assert "unnamed" in repr(table)
        assert [at for at in range(10) if table[at].value == "loss"] == [
            at for at in range(10) if at % (most + 1) == 0
        ]
    found = [find_table("", taking(most).rules, store) for most in (2, 3)]
    kept = [kibitz.GameTable(taking(2), table) for table in found if table is not None]
    assert [table[3].value for table in kept] == ["loss", "win"]
    assert not any(file.name.startswith(".") for file in Path(store.folder).iterdir())


# Interruption, death, a full disk, two at once

FILES = ["noughts.made", "noughts.table"]


def test_interrupted_and_begun_again(store: TableStore) -> None:
    name = "noughts:oldest"
    whole = rows_of(table_of(name, store=store))
    calls = 0

    def interrupt(phase: str, done: int, total: int | None) -> None:
        nonlocal calls
        calls += 1
        if phase == "exploring" and done > 2000:
            raise KeyboardInterrupt

    said: list[str] = []
    with pytest.raises(KeyboardInterrupt):
        table_of(
            name,
            store=store,
            fresh=True,
            progress=interrupt,
            notice=lambda sentence: said.append(str(sentence)),
        )
    assert said == ["interrupted; the next run continues from here"]
    graph = Checkpoint(store.path(name, SUFFIX), kibitz.game(name).rules).find(graph_of)
    assert graph is not None
    assert graph.reached[0] >= 2000
    starts: list[int] = []

    def watch(phase: str, done: int, total: int | None) -> None:
        starts.append(done)

    again = table_of(
        name,
        store=store,
        fresh=True,
        progress=watch,
        notice=lambda sentence: said.append(str(sentence)),
    )
    assert said[1] == "continuing where the last run was interrupted"
    assert starts[0] >= 2000
    assert rows_of(again) == whole
    assert not os.path.exists(store.path(name, SUFFIX))


def command(*words: str, folder: Path) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "kibitz", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KIBITZ_CACHE": str(folder)},
    )


def test_killed_at_any_moment_the_table_is_the_old_or_the_new_one(tmp_path: Path) -> None:
    store = TableStore(str(tmp_path), shipped="")
    chance = random.Random(11)
    game = kibitz.game("noughts")
    table_of(game, store=store)
    for _ in range(8):
        process = command("table", "noughts", "--fresh", folder=tmp_path)
        try:
            process.communicate(timeout=chance.uniform(0.01, 0.45))
        except subprocess.TimeoutExpired:
            process.send_signal(signal.SIGKILL)
            process.communicate()
        kept = store.find(game.name, game.rules)
        assert isinstance(kept, PositionTable)
        assert verify(kept)
    table_of(game, store=store, fresh=True)
    assert sorted(os.listdir(tmp_path)) == FILES, "what was left half written is swept away"


def test_two_at_once(tmp_path: Path) -> None:
    both = [command("table", "noughts", "--fresh", "--json", folder=tmp_path) for _ in range(2)]
    said = [json.loads(process.communicate(timeout=120)[0]) for process in both]
    assert [process.returncode for process in both] == [0, 0]
    assert said[0]["positions"] == said[1]["positions"] == 5478
    assert sorted(os.listdir(tmp_path)) == FILES


@pytest.mark.parametrize("words", [["table", "noughts:rows=2"], ["solve", "noughts:rows=2"]])
def test_a_folder_that_cannot_be_written_gives_a_sentence_and_an_answer(
    words: list[str], tmp_path: Path
) -> None:
    (tmp_path / "a file").write_text("in the way")
    process = command(*words, folder=tmp_path / "a file")
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "draw" in out
    assert err.count("\n") == 1 + err.count("cannot be read")
    assert "cannot be kept" in err


def test_a_full_disk_gives_a_sentence_and_an_answer(tmp_path: Path) -> None:
    """No file may grow beyond a page here: writing fails as it does on a full disk."""
    code = "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096)); "
    code += "from kibitz.cli import main; sys.exit(main(['table', 'noughts', '--fresh']))"
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "KIBITZ_CACHE": str(tmp_path), "NUMBA_CACHE_DIR": str(tmp_path / "n")},
    )
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0
    assert "5,478" in out
    assert err.startswith("kibitz: the table cannot be kept in ")
    assert err.count("\n") == 1
    assert not list(tmp_path.glob("noughts*"))


def test_a_notebook_shows_pictures(store: TableStore) -> None:
    from xml.etree import ElementTree

    table = game_table("lgame", store)
    chart = ElementTree.fromstring(table._repr_svg_())
    texts = [element.text for element in chart.iter("{http://www.w3.org/2000/svg}text")]
    assert "10,088" in texts
    board = ElementTree.fromstring(table.answer("xAA.-.BA.-.BA.-.BBx")._repr_svg_())
    names = [element.text for element in board.iter("{http://www.w3.org/2000/svg}text")]
    rows_and_columns = "abcd1234"
    assert sorted(str(name) for name in names) == sorted(rows_and_columns)


@pytest.mark.parametrize(
    "said", [{}, [], "é\n", None, True, 1 << 70, -1.5, {"a": [1, {"b": None}], "c": "}"}]
)
def test_the_head_of_a_file_is_read_as_json_reads_it(said: object) -> None:
    assert read_json(json.dumps(said)) == json.loads(json.dumps(said))


@pytest.mark.parametrize("text", ["", "{", "[1,", "nul", "{} {}", "{'a': 1}", '"\n"', '{"a" 1}'])
def test_a_head_that_is_not_json_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        json.loads(text)
    with pytest.raises(ValueError, match=r"."):
        read_json(text)
