"""What Kibitz says of peg solitaire positions: scores, reasons, tables, problems, own boards."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.cli import main
from kibitz.engines.pegs.figures.peg_table import PegTable, solve_pegs
from kibitz.engines.pegs.impossibility import reason
from kibitz.engines.pegs.peg_builders import PegsInMemory
from kibitz.engines.pegs.peg_scores import Scores
from kibitz.engines.pegs.peg_words import why_not
from kibitz.engines.pegs.sets import whole_board
from kibitz.games.peg import PegSolitaire
from kibitz.oracle import named_tables
from kibitz.oracle.table_summary import summary
from kibitz.rules import MoveId
from kibitz.solve import table_making
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table import NotInTable
from kibitz.solve.store.table_store import TableStore, kept_name

if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.store.table import Table

SMALL = [
    "peg:triangle",
    "peg:triangle,vacancy=0,finish=3",
    "peg:triangle,side=4,vacancy=1",
    "peg:drawn,board=ooo.-_oo-oooo-o__o",
    "peg:drawn,board=ooooo-ooo.o-ooooo,finish=b3",
    "peg:drawn,board=oo.oo",
    "peg:drawn,board=o",
    "peg:drawn,board=oo_oo-oo_o.",
]


def pegs(name: str) -> PegSolitaire:
    game = kibitz.game(name)
    assert isinstance(game, PegSolitaire)
    return game


@cache
def best_score(game: BaseGame, position: int) -> int:
    """Return the least score that play can reach, by trying everything."""
    after = [game.rules.play(position, move) for move in game.rules.moves(position)]
    return min(best_score(game, there) for there in after) if after else game.rules.worth(position)


@pytest.mark.parametrize("name", SMALL)
def test_scores_agree_with_trying_everything_and_with_the_generic_solver(name: str) -> None:
    game = pegs(name)
    scores = Scores(game.rules.jumps)
    solution = solve(game.rules)
    chance = random.Random(name)
    everywhere = [chance.randrange(1, 1 << len(game.board)) for _ in range(40)]
    reached = chance.sample(list(solution.positions), min(60, len(solution)))
    for position in [game.rules.start, *everywhere, *reached]:
        score = scores.score(position)
        assert score == best_score(game, position), game.text(position)
        line = scores.line(position)
        assert line is not None
        here = position
        for move in line:
            assert MoveId(move) in game.rules.moves(here)
            here = game.rules.play(here, move)
        assert game.rules.worth(here) == score
        assert not list(game.rules.moves(here))
    for position in reached:
        code = solution.code(game.rules.class_of(position))
        assert code is not None
        assert scores.score(position) == code - 1


@pytest.mark.parametrize(
    "name", ["peg:triangle", "peg:triangle,finish=0", "peg:drawn,board=oooo-oo.o-oooo"]
)
def test_a_reason_is_given_only_where_it_holds(name: str) -> None:
    game = pegs(name)
    chance = random.Random(2)
    kinds = set()
    for _ in range(150):
        position = chance.randrange(1, 1 << len(game.board))
        found = reason(game.rules.jumps, position)
        if found is None:
            kinds.add("none")
            continue
        kinds.add("class" if found.by_class else "pagoda")
        hurried = reason(game.rules.jumps, position, most=1)
        assert (hurried is not None) == found.by_class  # a pagoda function is some work
        assert best_score(game, position) > 1
        for hole, weights in found.pagodas.items():
            for start, over, to in game.jumps:
                assert weights[start] + weights[over] >= weights[to]
            has = sum(weight for at, weight in enumerate(weights) if position >> at & 1)
            assert found.weights(hole) == (has, weights[hole])
            assert has < weights[hole]
    assert kinds == {"none", "class", "pagoda"}


def test_reasons_in_words() -> None:
    french = pegs("peg:french")
    assert str(why_not(french, french.rules.start)) == (
        "the rule of three shows that the game cannot end with one peg"
    )
    there = pegs("peg:english,finish=d3")
    assert str(why_not(there, there.rules.start)) == (
        "the rule of three shows that the game cannot end with one peg in d3"
    )
    english = pegs("peg:english")
    assert why_not(english, english.rules.start) is None


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(str(tmp_path), shipped="")


def made_as_sets(
    game: kibitz.Game, store: TableStore, progress: Any = None, said: list[str] | None = None
) -> Table:
    """Make the table of a board as that of a large one is made."""
    said = [] if said is None else said
    way = PegsInMemory(kept_name(game.name, game.rules), game.rules, store)
    watch = Effort().watch(progress)
    return table_making.run_builder(way, store, watch, lambda one: said.append(str(one)))


def test_the_table_of_a_large_board(store: TableStore) -> None:
    """A board small enough for both kinds of table: they must agree, before and after the file."""
    name = "peg:triangle,vacancy=0"
    game = kibitz.game(name)
    generic = named_tables.table_of(game, store=TableStore(store.folder + "/generic", shipped=""))
    made = made_as_sets(game, store)
    for answers in (made, named_tables.table_of(game, store=store)):  # the other is from the file
        assert isinstance(answers, PegTable)
        said, known = summary(game, answers), summary(game, generic)
        for key in ("positions", "classes", "solvable", "unsolvable", "start"):
            assert said[key] == known[key]
        assert sum(said["sequences"].values()) == 29760
        assert sum(layer["positions"] for layer in said["layers"]) == 3016
        table = kibitz.GameTable(game, answers)
        for position, outcome in random.Random(1).sample(
            list(kibitz.GameTable(game, generic).items()), 200
        ):
            assert table[position].kind == outcome.kind
        # a vacancy of the same class, mirrored, that this game does not reach
        assert table["o-oo-ooo-oooo-oo.oo"].kind == "solvable"
        with pytest.raises(NotInTable):  # of another class
            table["o-oo-ooo-oooo-ooooo"]


def test_every_position_of_a_board(store: TableStore) -> None:
    game = pegs("peg:triangle")
    made = whole_board.make(store, game.rules.jumps)
    kept = whole_board.find(store, game.rules.jumps)
    assert kept is not None
    counts = [0] * 16
    for position in range(1, 1 << 15):
        wins = best_score(game, position) == 1
        counts[position.bit_count()] += wins
        assert kept.wins(position) == made.wins(position) == wins
    assert kept.by_pegs == counts
    with pytest.raises(kibitz.KibitzError, match="up to 33 holes; this one has 37"):
        whole_board.make(store, pegs("peg:french").rules.jumps)


def test_an_interrupted_table_goes_on_where_it_was(store: TableStore) -> None:
    game = kibitz.game("peg:triangle")
    whole = summary(game, made_as_sets(game, TableStore(store.folder + "/whole", shipped="")))
    said: list[str] = []
    phases: list[str] = []

    def interrupt_at(wanted: str) -> Any:
        def progress(phase: str, done: int, total: int | None) -> None:
            phases.append(phase)
            if phase == wanted:
                raise KeyboardInterrupt

        return progress

    for phase in ("fewest moves", "chance"):
        with pytest.raises(KeyboardInterrupt):
            made_as_sets(game, store, interrupt_at(phase), said)
        assert said[-1] == "interrupted; the next run continues from here"
    assert phases.count("sweep") > 0
    phases.clear()
    table = made_as_sets(game, store, interrupt_at("never"), said)
    assert set(phases) == {"chance"}, "nothing that was finished is done again"
    assert {**summary(game, table), "seconds": 0} == {**whole, "seconds": 0}
    assert sorted(path.name for path in Path(store.folder).iterdir() if path.is_file()) == [
        f"{kibitz.game('peg:triangle').name.file_name}{suffix}" for suffix in (".made", ".table")
    ]


def test_an_interrupted_sweep_goes_on_where_it_was(store: TableStore) -> None:
    jumps = pegs("peg:triangle").rules.jumps
    swept: list[int] = []
    said: list[str] = []

    def interrupt(phase: str, done: int, total: int | None) -> None:
        swept.append(done)
        if len(swept) == 6:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        whole_board.make(
            store, jumps, interrupt, notice=lambda sentence: said.append(str(sentence))
        )
    assert said == [str(table_making.INTERRUPTED)]
    stopped = swept[-1]
    found = whole_board.make(
        store, jumps, interrupt, notice=lambda sentence: said.append(str(sentence))
    )
    assert said[1:] == [str(table_making.GOING_ON)]
    assert swept[6] == stopped > 0
    assert (
        found.by_pegs
        == whole_board.make(TableStore(store.folder + "/whole", shipped=""), jumps).by_pegs
    )
    assert not list(Path(store.folder).glob("*.unfinished"))


def command(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        cwd=folder,
        env={**os.environ, "KIBITZ_CACHE": str(folder / "tables")},
    )


def said_by(folder: Path, *words: str) -> Any:
    done = command(folder, *words, "--json")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.parametrize("words", [["peg:english"], ["peg:english", "--finish", "d4"]])
def test_a_solution_of_the_central_game(words: list[str], tmp_path: Path) -> None:
    said = said_by(tmp_path, "solve", *words)
    game = kibitz.game(said["game"])
    position = game.rules.start
    for text in said["line"]:
        position = game.rules.play(position, game.parse_move(position, text))
    assert (said["value"], len(said["line"]), game.rules.worth(position)) == (1, 31, 1)
    assert said["reason"] is None


def test_the_fewest_moves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The figures of facts.md for the triangle: to 12 and to 0 in 9 moves, to 4 in 10."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path))
    asked = ["solve", "peg:triangle", "--fewest-moves", "--finish"]
    for finish, moves in (("12", 9), ("0", 9), ("4", 10), ("6", 10)):
        assert main([*asked, finish, "--json"]) == 0
        said = json.loads(capsys.readouterr().out)
        assert said["moves"] == len(said["solution"]) == moves
        assert said["solution"][-1].split("-")[-1] == finish
    main([*asked, "1"])
    assert capsys.readouterr().out == (
        "there is no solution: the rule of three shows that the game cannot end with one peg in 1\n"
    )


def test_a_position_that_cannot_be_won(tmp_path: Path) -> None:
    said = said_by(tmp_path, "solve", "peg:english", "ooo-ooo-.......-.......-.......-...-...")
    assert said["value"] == best_score(kibitz.game("peg:english"), 0b111111)
    assert said["value"] > 1
    assert "shows that" in said["reason"]


def test_problems_of_the_triangle(tmp_path: Path) -> None:
    said = said_by(tmp_path, "problems", "peg:triangle")
    assert set(said[0]) == {"vacancy", "finish", "feasible", "solvable", "sequences", "moves"}
    game = pegs("peg:triangle")
    sequences: dict[str, int] = {}
    for one in said:
        if not one["feasible"]:
            assert one["solvable"] is False
            assert one["sequences"] == 0
        # how many finishes an entry stands for, the symmetries of its vacancy counted
        v, f = game.board.cell(one["vacancy"]), game.board.cell(one["finish"])
        images = {s[f] for s in game.board.symmetries(fixed=v)} | {f}
        sequences[one["vacancy"]] = (
            sequences.get(one["vacancy"], 0) + len(images) * one["sequences"]
        )
    assert sequences == {"0": 29760, "1": 14880, "3": 85258, "4": 1550}


def test_a_board_in_a_file(tmp_path: Path) -> None:
    (tmp_path / "cross.txt").write_text("# a small cross\n  o\n  o\noo.oo\n  o\n  o\n")
    said = said_by(tmp_path, "solve", "peg:cross.txt")
    assert said["game"] == "peg:drawn,board=__o-__o-oo.oo-__o-__o"
    assert said_by(tmp_path, "table", "peg:cross.txt")["positions"] > 1
    assert command(tmp_path, "verify", "peg:cross.txt").returncode == 0
    assert said_by(tmp_path, "problems", "peg:./cross.txt")
    done = command(tmp_path, "solve", "peg:nowhere.txt")
    assert (done.returncode, done.stderr) == (
        2,
        "kibitz: the board nowhere.txt cannot be read: No such file or directory\n",
    )


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (["problems", "lgame"], "not peg solitaire"),
        (["solve", "lgame", "--fewest-moves"], "not peg solitaire"),
        (["solve", "peg:english", "--finish", "z9"], "there is no “z9”"),
        (["table", "peg:french", "--whole-board"], "up to 33 holes"),
        (["table", "lgame", "--whole-board"], "not peg solitaire"),
    ],
)
def test_what_pegs_cannot_do_is_one_sentence(words: list[str], about: str, tmp_path: Path) -> None:
    done = command(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert about in done.stderr
    assert done.stderr.count("\n") == 1


def test_large_boards_get_an_answer_or_a_sentence() -> None:
    row = "peg:drawn,board=" + "o" * 30 + "." + "o" * 31
    scores = Scores(pegs(row).rules.jumps)
    assert scores.score(0b11) == 1
    with pytest.raises(kibitz.KibitzError):
        solve_pegs(pegs("peg:wiegleb").rules)
