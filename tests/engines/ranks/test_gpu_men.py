"""Games of men solved on a GPU by rank: the tables say what the processor's table says.

The GPU is Numba's simulator, in a process of its own, so boards are the smallest.
"""

from __future__ import annotations

from array import array
from datetime import date
from shutil import copytree
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.cli import main
from kibitz.engines.gpu.lowering import visited
from kibitz.engines.ranks import men_numbering
from kibitz.engines.ranks.men_builder import MenByRank
from kibitz.engines.ranks.men_numbering import Numbering, image
from kibitz.engines.ranks.men_table import MenTable
from kibitz.language.errors import KibitzError
from kibitz.oracle import named_tables
from kibitz.rules import PositionId
from kibitz.rules.rules import Men
from kibitz.solve import table_making
from kibitz.solve.effort import Meter
from kibitz.solve.store.table import Census, PositionTable
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.verify.verification import Fault
from tests.support import simulated
from tests.support.own_games import EXAMPLES

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.rules import Rules
    from kibitz.solve.arrays import ReadArray

NAME = "mens_morris:men=3"
SMALL = '''"""Ring: put two men each on five points in a ring, then move to the free point."""

from kibitz import Board, Men, OwnGame, Rules, mirrors

RING = [(0, 2), (1, 4), (3, 3), (3, 1), (1, 0)]


def moves(position):
    mine, theirs, put = position & 31, position >> 5 & 31, position >> 10
    for origin in range(6):
        if (origin == 5) == (put < 4) and (put < 4 or mine >> origin & 1):
            for to in range(5):
                near = (to - origin) % 5
                if not (mine | theirs) >> to & 1 and (put < 4 or near == 1 or near == 4):
                    yield origin << 3 | to


def play(position, move):
    mine, theirs, put = position & 31, position >> 5 & 31, position >> 10
    mine = mine & ~(1 << (move >> 3)) | 1 << (move & 7)
    return theirs | mine << 5 | (put + (move >> 3 == 5)) << 10


def worth(position):
    return -1


def tier(position):
    return 4 - (position >> 10)


def pieces(position):
    return ["X" if position >> c & 1 else "O" if position >> 5 + c & 1 else "." for c in range(5)]


def game():
    ways = [(side, turn) for side in (1, -1) for turn in range(5)]
    turns = [tuple((side * c + turn) % 5 for c in range(5)) for side, turn in ways]
    canonical, orbit = mirrors(turns[1:], 0, 5)
    blocks = [(4 - put, put // 2, (put + 1) // 2, put) for put in range(5)]
    rules = Rules(
        aim="win", start=0, moves=moves, play=play, worth=worth, canonical=canonical, orbit=orbit,
        tier=tier, men=Men(5, turns[1:], blocks),
    )
    return OwnGame(rules, Board(RING), pieces, signs="XO.", sides="XO")
'''
TIERS = 5  # of the small game


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("men")
    (folder / "ring.py").write_text(SMALL)
    return folder


@pytest.fixture(scope="module")
def said(folder: Path) -> dict[str, Any]:
    done: dict[str, Any] = simulated.call("men", NAME, str(folder / "ring.py"), str(folder))
    return done


@pytest.fixture(scope="module")
def rules() -> Rules:
    return kibitz.game(NAME).rules


@pytest.fixture(scope="module")
def ring(folder: Path) -> Rules:
    return kibitz.game(str(folder / "ring.py")).rules


def by_processor(name: str, folder: Path) -> PositionTable:
    table = named_tables.table_of(name, store=TableStore(str(folder / "memory"), shipped=""))
    assert isinstance(table, PositionTable)
    return table


def by_rank(folder: Path, way: str, rules: Rules, name: str = "") -> MenTable:
    table = TableStore(str(folder / way), shipped="").find(name or way, rules)
    assert isinstance(table, MenTable)
    return table


@pytest.fixture
def ranked(said: dict[str, Any], folder: Path, rules: Rules) -> MenTable:
    assert said
    return by_rank(folder, "ranked", rules, NAME)


def test_a_table_by_rank_says_the_same_of_every_position(folder: Path, ranked: MenTable) -> None:
    table = by_processor(NAME, folder)
    assert [ranked.look_up(at) for at in table] == [table.look_up(at) for at in table]
    assert ranked.census.as_json() == table.census.as_json()
    assert len(ranked) == len(table) < len(ranked.codes)  # every placement, reachable or not


def test_both_print_the_same_summary(said: dict[str, Any]) -> None:
    memory, ranked = (said[way].splitlines()[:-1] for way in ("memory", "ranked"))
    assert memory == ranked
    assert ranked[1].split() == ["positions", "3,770"]  # docs/games.md


def test_a_table_by_rank_answers_for_every_image(folder: Path, ranked: MenTable) -> None:
    men = ranked.numbering.men
    for at in list(by_processor(NAME, folder))[::20]:
        mine, theirs, rest = at & 511, at >> 9 & 511, at >> 18
        for symmetry in men.symmetries:
            other = image(mine, symmetry) | image(theirs, symmetry) << 9 | rest << 18
            assert ranked.look_up(PositionId(other)) == ranked.look_up(at)
    assert ranked.look_up(PositionId(3 << 18 | 1 | 1 << 9)) is None  # two men on a point
    assert ranked.look_up(PositionId(63 << 18)) is None


def test_commands_answer_from_it(
    said: dict[str, Any],
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "ranked"))
    monkeypatch.setattr(table_making, "make", None)  # nothing is solved here
    assert main(["table", NAME]) == 0
    assert capsys.readouterr().out == said["ranked"]
    assert main(["solve", NAME]) == 0
    assert "wins in 9 moves" in capsys.readouterr().out
    assert main(["verify", NAME]) == 0
    assert "the table of mens_morris:men=3 is right" in capsys.readouterr().out
    assert main(["tables"]) == 0
    assert "mens_morris:men=3" in capsys.readouterr().out
    assert main(["export", NAME, "--to", str(folder / "rows.csv")]) == 2
    assert "does not list its positions" in capsys.readouterr().err
    posed = kibitz.puzzle(NAME, day=date(2026, 1, 31))
    assert posed.judge(posed.right[0].move).right
    table = kibitz.table(NAME)
    assert table.start.outcome == kibitz.Win(9)
    with pytest.raises(KibitzError, match="does not list its positions"):
        list(table)


def test_a_file_finds_the_table_of_its_game(
    said: dict[str, Any], folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said
    monkeypatch.setenv("KIBITZ_CACHE", str(folder / "ranked"))
    monkeypatch.setattr(table_making, "make", None)
    assert len(kibitz.table(f"{EXAMPLES / 'mens_morris'}.py:men=3")) == 527


def test_a_table_is_removed(
    said: dict[str, Any],
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert said
    copytree(folder / "ranked", tmp_path / "copy")
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "copy"))
    assert main(["tables", "--remove", NAME]) == 0
    assert not list((tmp_path / "copy").glob("mens_morris*"))


# Interrupted, damaged, too small


@pytest.mark.parametrize("way", ["whole", "resumed", "damaged", "wide"])
def test_tables_of_the_small_game(
    way: str, said: dict[str, Any], folder: Path, ring: Rules
) -> None:
    assert said
    table, expected = by_rank(folder, way, ring), by_processor(str(folder / "ring.py"), folder)
    assert [table.look_up(at) for at in expected] == [expected.look_up(at) for at in expected]
    assert table.census.as_json() == expected.census.as_json()
    assert (table.codes_used is None) == (way == "wide")
    assert sorted(file.name for file in (folder / way).iterdir()) == [f"{way}.made", f"{way}.table"]


def test_the_file_is_the_same_whether_interrupted_or_not(
    said: dict[str, Any], folder: Path, ring: Rules
) -> None:
    assert said
    tables = [by_rank(folder, way, ring) for way in ("whole", "resumed", "damaged")]
    rows = [(list_of(table.sets), list_of(table.codes)) for table in tables]
    assert rows[0] == rows[1] == rows[2]
    assert tables[0].says() == tables[1].says() == tables[2].says()


def test_finished_tiers_are_not_solved_again(said: dict[str, Any]) -> None:
    interrupted, continued = "interrupted; the next run continues from here", (
        "continuing where the last run was interrupted"
    )  # fmt: skip
    assert said["resumed"] == [interrupted, "", 3, continued, TIERS - 2]
    assert said["damaged"] == [interrupted, "", 3, continued, TIERS - 1]


def test_a_disk_that_is_too_small_is_named_before_the_work(
    said: dict[str, Any], folder: Path
) -> None:
    sentence, begun = said["full"]
    assert not list((folder / "full").iterdir())
    assert sentence.startswith("the table of full takes 136 KiB on the disk, and 64 KiB are free")
    assert begun == 0


def test_a_card_that_is_too_small_is_named(said: dict[str, Any]) -> None:
    assert said["little"].startswith("kibitz: the game needs more than 5.4 KiB of the GPU's memory")


def test_a_wrong_code_is_noticed_on_the_card(said: dict[str, Any]) -> None:
    assert said["wrong"][0].endswith("codes of the tier 0 do not follow from those after each move")


# Verification


def list_of(row: ReadArray) -> list[int]:
    return [row[at] for at in range(len(row))]


def changed(table: MenTable, *, rank: int | None = None, **census: Any) -> MenTable:
    """Return a table with another code at a rank, or with another census."""
    codes = array("b", list_of(table.codes))
    if rank is not None:
        codes[rank] = (codes[rank] + 1) % len(table.codes_used or ())
    counted = Census(**{**vars(table.census), **census})
    return MenTable(
        table.rules, table.numbering, array("i", list_of(table.sets)), codes, table.codes_used,
        counted,
    )  # fmt: skip


def test_verification_finds_what_is_wrong(said: dict[str, Any], folder: Path, ring: Rules) -> None:
    assert said
    table = by_rank(folder, "whole", ring)
    assert len(table.verify()) == len(changed(table).verify()) == 4
    for rank in range(len(table.codes)):
        with pytest.raises(Fault, match="does not follow"):
            changed(table, rank=rank).verify()
    code, count = next(iter(table.census.classes.items()))
    for kind, wrong in {
        "classes": "the counts up to symmetry are wrong",
        "in_full": "the counts in full are wrong",
    }.items():
        other: Any = {kind: {**getattr(table.census, kind), code: count + 1000}}
        with pytest.raises(Fault, match=wrong):
            changed(table, **other).verify()
    with pytest.raises(Fault, match="the value of the start is wrong"):
        changed(table, start=table.census.start + 1).verify()
    with pytest.raises(Fault, match="is listed as a hardest one"):
        changed(table, hardest=dict.fromkeys(table.census.hardest, 31)).verify()


def test_verification_says_what_it_has_no_memory_for(
    said: dict[str, Any], folder: Path, ring: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert said
    table = by_rank(folder, "whole", ring)
    monkeypatch.setattr(Meter, "spare", lambda watch: len(table.codes) - 1)
    said_so = f"NOT CHECKED: the counts, which take {len(table.codes)} B of memory"
    assert said_so in map(str, table.verify())


# Ranks


@pytest.mark.parametrize(
    ("men", "ranks", "sets"),
    [(6, 3_786_593, 1_047), (9, 27_887_765_618, 164_501)],
)
def test_the_number_of_ranks(men: int, ranks: int, sets: int) -> None:
    numbering = Numbering(described(f"mens_morris:men={men}"))
    assert (numbering.total, numbering.sets) == (ranks, sets)
    assert len(numbering.blocks) == len(set(described(f"mens_morris:men={men}").blocks))


def test_each_placement_has_its_rank(folder: Path) -> None:
    men = described(NAME)
    numbering = Numbering(men)
    symmetries = [tuple(range(9)), *men.symmetries]
    sets = [some for some in range(1 << 9) if all(image(some, s) >= some for s in symmetries)]
    sets = sorted((s for s in sets if s.bit_count() <= 3), key=lambda s: (s.bit_count(), s))
    assert len(sets) == numbering.sets
    met: dict[int, set[int]] = {}
    for mine in range(1 << 9):
        for theirs in range(1 << 9):
            rank = numbering.rank(mine | theirs << 9 | 6 << 18, sets)
            if rank is not None:
                least = min(image(mine, s) | image(theirs, s) << 9 for s in symmetries)
                met.setdefault(rank, set()).add(least)
    assert all(len(classes) == 1 for classes in met.values())  # no rank stands for two positions
    down = [block for block in numbering.blocks if block.rest == 6]
    assert met.keys() <= {rank for b in down for rank in range(b.first, b.first + b.size)}


def test_a_game_that_the_solver_does_not_serve_goes_on_to_the_usual_one(
    rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not MenByRank.serves(rules)  # it is small
    monkeypatch.setattr(men_numbering, "FEWEST", 0)
    assert MenByRank.serves(rules)
    many = Men(25, [], [(0, 1, 1, 0)])
    for other in (
        rules.replace(tier=None),
        rules.replace(men=many),
        rules.starting_at(1 << 18 | 1 << 9),  # it has images that cannot be reached
    ):
        assert not MenByRank.serves(other)


def described(name: str) -> Men:
    men = kibitz.game(name).rules.men
    assert men is not None
    return men


def test_moves_are_visited_instead_of_stored() -> None:
    text = "def list_moves(p, _out, _n, _rows):\n    _out[_n] = p + 1\n    _n += 1\n    return _n\n"
    names: dict[str, Any] = {"visit_tried": lambda p, move, n, out, rows: (n, p, move, out)}
    exec(visited(text, "list_moves", "tried"), names)
    assert names["list_tried"](5, "where", "state", ()) == ("state", 5, 6, "where")
