"""Rules that break their word get no table: solving notices, in the interpreter and compiled."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

import pytest

import kibitz
from kibitz.cli import main
from kibitz.oracle.sources.search_sources import (
    FromDistanceSearch,
    FromSearch,
    FromShortestSearch,
    FromSolutionSearch,
)
from kibitz.oracle.sources.subgame_source import FromSubgame
from kibitz.rules.board import Board
from kibitz.rules.rules import Rules
from kibitz.rules.simple_game import mirrors
from kibitz.solve.builder import InMemory
from kibitz.solve.effort import Effort
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.resources import Resources
from kibitz.solve.store.table import PositionTable
from kibitz.solve.store.table_store import TableStore, ignore_notice
from kibitz.solve.table_making import make, run_builder
from tests.support.own_games import (
    NOT_ALL_PLACED,
    NOT_EVERY_POSITION,
    SOUND,
    changed,
    line_of,
    not_all_placed,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.oracle.sources import Source
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.in_memory import Mode
    from kibitz.solve.store.table import Table

LAST = 40


def moves(position: int) -> Iterator[int]:
    if position < LAST:
        yield 0
        yield 1


def play(position: int, move: int) -> int:
    return min(position + 1 + move, LAST)


def worth(position: int) -> int:
    return -1


def two(position: int) -> int:
    return 2


def minus_one(position: int) -> int:
    return -1


def down_after_thirty(position: int, move: int) -> int:
    return position + 1 + move if position < 30 else -5


def left_of_nothing(position: int) -> Iterator[int]:
    if position < LAST:
        yield 1
        if position == 30:
            yield -1


def beyond_all_bits(position: int, move: int) -> int:
    return 1 << 63


COUNTING = Rules(aim="win", start=0, moves=moves, play=play, worth=worth)
BROKEN = {
    "worth gives 2 at the end position 40": COUNTING.replace(worth=two),
    "worth gives -1 at the end position 40": COUNTING.replace(aim="shortest"),
    "worth gives -1 at the end position 40; with the aim lowest it must be a score": (
        COUNTING.replace(aim="lowest")
    ),
    "the rules lead to the position -5": COUNTING.replace(play=down_after_thirty),
    "moves yields -1 at position 30": COUNTING.replace(moves=left_of_nothing),
    "the rules lead to the position -3": COUNTING.replace(start=-3),
}


def placed_below() -> Iterator[int]:
    yield 0
    yield -7


BROKEN["the rules lead to the position -7"] = COUNTING.replace(placements=placed_below)


@pytest.mark.parametrize("mode", ["interpreter", "compiled"])
@pytest.mark.parametrize("sentence", BROKEN)
def test_solving_refuses_rules_that_break_their_word(sentence: str, mode: Mode) -> None:
    if mode == "compiled":
        pytest.importorskip("numba")
    with pytest.raises(InvalidRules) as refused:
        solve(BROKEN[sentence], mode=mode)
    assert sentence in str(refused.value)
    assert str(refused.value).startswith(
        ("tests/solve/test_promises.py, line ", str(Path(__file__)))
    )


@pytest.mark.parametrize("engine", ["interpreter", "compiled", "disk"])
@pytest.mark.parametrize("name", NOT_ALL_PLACED)
def test_placements_must_be_all_positions_on_every_engine(
    name: str, engine: Mode | Literal["disk"], tmp_path: Path
) -> None:
    """Ray runs the steps of the disk, and a GPU does in `test_gpu.py`."""
    rules = kibitz.game(not_all_placed(tmp_path, name)).rules
    solved: Callable[[], object] = partial(
        make,
        "lights",
        rules,
        TableStore(str(tmp_path), shipped=""),
        resources=Resources(memory=8 << 30),
    )
    if engine != "disk":
        solved = partial(solve, rules, mode=engine)
    with pytest.raises(InvalidRules, match=NOT_EVERY_POSITION):
        solved()


def test_a_position_of_more_than_63_bits_is_refused() -> None:
    with pytest.raises(InvalidRules, match=r"a whole number from 0 to 2\*\*63 - 1"):
        solve(COUNTING.replace(play=beyond_all_bits), mode="interpreter")


def test_an_unknown_aim_is_refused_at_once() -> None:
    with pytest.raises(
        ValueError, match="the aim is win, score, shortest, lowest or highest, not 'most'"
    ):
        COUNTING.replace(aim="most")


# The first table of a game in a file


@pytest.mark.parametrize(
    ("changes", "line", "sentence"),
    [
        ([("return -1", "return 2")], "def worth", "worth gives 2 at the end"),
        (
            [("canonical = None", "def canonical(position):\n    return position & 3")],
            "def canonical",
            "canonical is not a symmetry",
        ),
    ],
)
def test_the_first_table_of_a_file_is_made_of_rules_that_keep_their_promises(
    changes: list[tuple[str, str]],
    line: str,
    sentence: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    text = changed(*changes)
    Path("marks.py").write_text(text)
    assert main(["table", "./marks.py"]) == 2
    said = capsys.readouterr().err
    assert said.startswith(f"kibitz: marks.py, line {line_of(text, line)}: {sentence}")
    assert said.count("\n") == 1
    Path("marks.py").write_text(SOUND)
    assert main(["table", "./marks.py"]) == 0


def test_a_file_with_an_unknown_aim_is_told_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("marks.py").write_text(changed(('aim="win"', 'aim="most"')))
    assert main(["table", "./marks.py"]) == 2
    assert (
        "the aim is win, score, shortest, lowest or highest, not 'most'" in capsys.readouterr().err
    )


# Mirror images


def test_mirrors_keep_what_is_outside_the_cells() -> None:
    """Here bit 2 says who is to move, and the two cells are bits 0 and 1."""
    canonical, orbit = mirrors(Board.rectangle(1, 2).symmetries(), 0)
    assert canonical is not None
    assert orbit is not None
    assert [canonical(position) for position in range(8)] == [0, 1, 1, 3, 4, 5, 5, 7]
    assert [orbit(position) for position in range(8)] == [1, 2, 2, 1, 1, 2, 2, 1]
    assert canonical(1 << 62 | 0b10) == 1 << 62 | 1


def test_a_game_with_a_bit_beside_the_board_is_solved_as_without_symmetry() -> None:
    """Two cells, to be filled one by one; one move may be a pass, which bit 2 remembers."""

    def moves(position: int) -> Iterator[int]:
        for cell in range(3):
            if not position >> cell & 1:
                yield cell

    def play(position: int, move: int) -> int:
        return position | 1 << move

    rules = Rules(aim="win", start=0, moves=moves, play=play, worth=lambda position: -1)
    canonical, orbit = mirrors(Board.rectangle(1, 2).symmetries(), 0)
    mirrored = solve(rules.replace(canonical=canonical, orbit=orbit), mode="interpreter")
    plain = solve(rules, mode="interpreter")
    assert mirrored.histogram(in_full=True) == plain.histogram(in_full=True)
    assert len(plain) == 8
    assert len(mirrored) == 6
    assert kibitz.mirrors is mirrors


class Calls:
    """State that no fingerprint finds: a constructor that counts, under another name."""

    count = 0
    limit = 0

    def __new__(cls) -> Any:
        made = Calls
        made.count += 1
        return Calls.count > Calls.limit


def moves_for_a_while(position: int) -> Iterator[int]:
    changed = Calls()
    if position < LAST:
        if not changed:
            yield 0
        yield 1


def pieces(position: int) -> str:
    return "x" * position + "." * (LAST - position)


IMPURE = COUNTING.replace(moves=moves_for_a_while)
ASKED_AGAIN = "asked again about position .*, the rules give another answer"


class Changing(InMemory):
    """Rules change when everything is solved, if `changes`."""

    changes = False

    def run(self, watch: Meter) -> Table:
        Calls.limit = 1 << 40
        table = super().run(watch)
        Calls.limit = 0 if self.changes else 1 << 40
        return table


class ChangingInFiles(Changing):
    """The same with a table that exists in its file only, as on a disk or a cluster."""

    def run(self, watch: Meter) -> Table:
        self.table = super().run(watch)
        assert isinstance(self.table, PositionTable)
        return PositionTable(self.rules, (), (), self.table.census)

    def keep(self, made: Table) -> Table:
        super().keep(self.table)
        kept = self.store.find(self.name, self.rules)
        assert kept is not None
        return kept


@pytest.mark.parametrize("changing", [False, True])
@pytest.mark.parametrize("builder", [Changing, ChangingInFiles])
def test_rules_that_change_while_a_game_is_solved_get_no_table(
    builder: type[Changing], changing: bool, tmp_path: Path
) -> None:
    store = TableStore(str(tmp_path), shipped="")
    making = builder("counting", IMPURE, store)
    making.changes = changing
    with pytest.raises(InvalidRules, match=ASKED_AGAIN) if changing else nullcontext():
        run_builder(making, store, Effort.unlimited.watch(), ignore_notice)
    assert bool(list(tmp_path.glob("*.table"))) is not changing


def solved(position: int) -> int:
    return int(position == LAST)


def nothing(position: int) -> int:
    return 0


PUZZLE = IMPURE.replace(aim="shortest", worth=solved)
SCORED = IMPURE.replace(aim="lowest", worth=solved, solved_at=1)
SOURCES: dict[str, Callable[[], Source]] = {
    "subgame": lambda: FromSubgame(IMPURE),
    "shortest": lambda: FromShortestSearch(PUZZLE),
    "distance": lambda: FromDistanceSearch(PUZZLE.replace(lower_bound=nothing)),
    "solution": lambda: FromSolutionSearch(SCORED),
    "search": lambda: FromSearch(IMPURE.replace(max_game_length=LAST)),
}


@pytest.mark.parametrize("changing", [False, True])
@pytest.mark.parametrize("source", SOURCES)
def test_rules_that_change_while_an_answer_is_worked_out_get_no_answer(
    source: str, changing: bool
) -> None:
    asked = SOURCES[source]()
    Calls.limit = Calls.count + 15 if changing else 1 << 40
    effort = Effort(positions=10_000, compile=False, seconds=60)
    with pytest.raises(InvalidRules, match=ASKED_AGAIN) if changing else nullcontext():
        said = asked.ask(IMPURE.start, effort, None)
        assert said is not None
        assert said.proved


def test_the_answers_of_an_own_game_are_of_rules_that_do_not_change() -> None:
    game = kibitz.OwnGame(IMPURE, Board.rectangle(1, LAST), pieces, signs="x.")
    oracle = kibitz.Oracle(game, effort=Effort(positions=10_000))
    Calls.limit = Calls.count + LAST
    with pytest.raises(InvalidRules, match=ASKED_AGAIN):
        oracle.answer(IMPURE.start)


@pytest.mark.parametrize("most", [3, 19])
def test_a_game_longer_than_its_greatest_length_gets_no_table(most: int, tmp_path: Path) -> None:
    """Every game of 40 steps, one or two at a time, takes from 20 to 40 moves."""
    rules = COUNTING.replace(max_game_length=most)
    with pytest.raises(InvalidRules, match=f"max_game_length is {most}, but the game can take"):
        make("counting", rules, TableStore(str(tmp_path), shipped=""))
    make("counting", rules.replace(max_game_length=40), TableStore(str(tmp_path), shipped=""))
