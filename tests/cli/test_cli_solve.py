"""`kibitz solve`, `table` and `verify` as a person and a program use them."""

from __future__ import annotations

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.cli import main
from kibitz.cli.commands.solve_command import as_json, in_lines
from kibitz.language.languages import Language
from kibitz.oracle.oracle import Oracle


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


def run(folder: Path, *words: str, without: str = "") -> subprocess.CompletedProcess[str]:
    """Run a command; `without` names a package that it cannot import."""
    code = f"import sys; sys.modules[{without!r}] = None; " if without else "import sys; "
    code += "from kibitz.cli import main; sys.exit(main(sys.argv[1:]))"
    return subprocess.run(
        [sys.executable, "-c", code, *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, "KIBITZ_CACHE": str(folder)},
    )


def test_a_position_is_read_from_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for text in ("x##.\n.*#.\n.*#.\n.**x\n", "xAA.-.BA.-.BA.-.BBx\n"):
        monkeypatch.setattr("sys.stdin", io.StringIO(text))
        assert main(["solve", "lgame", "-"]) == 0
        assert capsys.readouterr().out.startswith("lgame  xAA.-.BA.-.BA.-.BBx\n  a draw")


def answer(folder: Path, *words: str, without: str = "") -> Any:
    done = run(folder, *words, "--json", without=without)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_table_of_a_game_for_two(folder: Path) -> None:
    said = answer(folder, "table", "lgame", "--fresh")
    assert said.pop("seconds") > 0
    hardest = said.pop("hardest")
    assert said == {
        "game": "lgame",
        "positions": 18368,
        "classes": 2296,
        "win": 8048,
        "draw": 10088,
        "loss": 232,
        "start": {"value": "draw", "distance": None},
        "longest_win": 9,
        "longest_loss": 8,
    }
    for kind, plies in (("win", 9), ("loss", 8)):
        one = hardest[kind]
        found = answer(folder, "solve", "lgame", one["position"])
        assert (found["value"], found["distance"]) == (kind, plies)


def test_table_of_a_puzzle(folder: Path) -> None:
    said = answer(folder, "table", "lockout:helpers=3", "--fresh")
    assert (said["positions"], said["solvable"], said["unsolvable"]) == (50600, 5948, 44652)
    assert said["histogram"] == {
        "0": 2024, "1": 1764, "2": 1328, "3": 580, "4": 212, "5": 40,
    }  # fmt: skip
    found = answer(folder, "solve", "lockout:helpers=3", said["hardest"]["position"])
    assert found["distance"] == len(found["line"]) == 5


def test_table_of_a_puzzle_with_a_score(folder: Path) -> None:
    said = answer(folder, "table", "peg:triangle,vacancy=0", "--fresh")
    assert said["positions"] == 3016
    assert said["start"] == {"value": 1, "distance": None}
    assert said["solvable"] == said["histogram"]["1"]
    assert said["solvable"] + said["unsolvable"] == 3016


def test_fresh_solves_again(folder: Path) -> None:
    first = answer(folder, "table", "noughts", "--fresh")
    kept = Path(folder / "noughts.table")
    before = kept.stat().st_mtime_ns
    assert answer(folder, "table", "noughts") == first
    assert kept.stat().st_mtime_ns == before
    again = answer(folder, "table", "noughts", "--fresh")
    assert kept.stat().st_mtime_ns > before
    assert {**again, "seconds": 0} == {**first, "seconds": 0}


def test_moves_come_best_first_and_the_line_is_played_to_its_end(folder: Path) -> None:
    said = answer(folder, "solve", "noughts", "XO.-.X.-...")
    assert (said["value"], said["distance"]) == ("loss", 4)
    order = [(move["value"], move["distance"]) for move in said["moves"]]
    assert order == [("loss", 4)] + 5 * [("loss", 2)]
    game = kibitz.game("noughts")
    position = game.parse("XO.-.X.-...")
    for text in said["line"]:
        position = game.rules.play(position, game.parse_move(position, text))
    assert len(said["line"]) == 4
    assert (list(game.rules.moves(position)), game.rules.worth(position)) == ([], -1)


def test_a_drawn_line_stops_where_it_repeats(folder: Path) -> None:
    said = answer(folder, "solve", "lgame")
    game = kibitz.game("lgame")
    seen = [game.rules.start]
    for text in said["line"]:
        seen.append(game.rules.play(seen[-1], game.parse_move(seen[-1], text)))
    assert seen[-1] in seen[:-1]
    assert len(set(seen)) == len(seen) - 1


def test_a_position_that_play_cannot_reach_has_an_answer_too(folder: Path) -> None:
    """Two lines of three pegs that no game from the corner leaves; five pegs in a row of seven."""
    run(folder, "table", "peg:triangle,vacancy=0")
    text = "o-oo-ooo-oooo-o.ooo"
    assert kibitz.game("peg:triangle,vacancy=0").parse(text)
    said = answer(folder, "solve", "peg:triangle,vacancy=0", text)
    assert said["value"] == 1
    assert len(said["line"]) == 13


def test_a_finished_position(folder: Path) -> None:
    done = run(folder, "solve", "noughts", "XXX-OO.-...")
    assert done.stdout.splitlines() == ["noughts  XXX-OO.-...", "  lost", "  the game is over"]


def test_a_peg_that_misses_its_hole_is_not_counted_as_two() -> None:
    game = kibitz.game("peg:english,finish=d4")
    for text in (
        "...-...-..o....-.......-.......-...-...",
        "...-...-..oo...-.......-.......-...-...",
    ):
        oracle = Oracle(game)
        said = oracle.answer(game.parse(text))
        counted = "The score is the number of pegs left, and one more if d4 is empty."
        lines = in_lines(game, said, None, Language()).splitlines()
        assert lines[1:3] == ["  a score of 2 at best", f"  {counted}"]
        assert not any("2 pegs" in line for line in lines)
        data = as_json(game, said, None)
        assert (data["value"], data["counted"]) == (2, counted)
    solvable = Oracle(game).answer(game.rules.start)
    assert "counted" not in as_json(game, solvable, None)
    without = kibitz.game("peg:english")
    left = Oracle(without).answer(without.parse("o..-...-..o....-.......-.......-...-..."))
    assert in_lines(without, left, None, Language()).splitlines()[1] == "  2 pegs left at best"


def test_the_words_for_people(folder: Path) -> None:
    done = run(folder, "solve", "lockout")
    assert done.stdout.splitlines() == [
        "lockout  ....o-P.o..-.....-...o.-.o...",
        "  solvable in 4 moves",
        "2 moves, best first:",
        "  solvable in 4 moves  P-r",
        "  unsolvable           b3-l",
        "best line:",
        "  P-r P-d P-r P-u",
    ]


@pytest.mark.parametrize("game", ["noughts:any", "lockout:helpers=3", "peg:triangle"])
def test_without_numba_the_answers_are_the_same(game: str, folder: Path, tmp_path: Path) -> None:
    with_it = answer(folder, "table", game, "--fresh")
    without = answer(tmp_path, "table", game, "--fresh", without="numba")
    assert {**without, "seconds": 0} == {**with_it, "seconds": 0}


def test_verify_says_what_it_checked(folder: Path) -> None:
    run(folder, "table", "noughts:any")
    done = run(folder, "verify", "noughts:any")
    assert done.returncode == 0
    assert done.stdout.endswith("the table of noughts:any is right\n")
    assert "every value follows" in done.stdout
    said = answer(folder, "verify", "noughts:any")
    assert said["right"] is True
    assert [f"- {sentence}" for sentence in said["checked"]] == done.stdout.splitlines()[:-1]


def test_verify_of_a_wrong_table(folder: Path) -> None:
    from kibitz.solve.store.table import PositionTable
    from kibitz.solve.store.table_store import TableStore

    game = kibitz.game("noughts")
    run(folder, "table", "noughts", "--fresh")
    store = TableStore(str(folder), shipped="")
    table = store.find("noughts", game.rules)
    assert isinstance(table, PositionTable)
    codes = list(table.codes.whole())  # type: ignore[attr-defined]
    codes[100] += 1
    from array import array

    table.positions = table.positions.whole()  # type: ignore[attr-defined]
    table.codes = array("h", codes)
    store.keep("noughts", table)
    done = run(folder, "verify", "noughts")
    assert done.returncode == 1
    assert done.stdout.startswith("the table of noughts is wrong, at ")
    said = json.loads(run(folder, "verify", "noughts", "--json").stdout)
    assert (said["right"], said["wrong"] + "\n") == (False, done.stdout)
    os.unlink(folder / "noughts.table")


@pytest.mark.parametrize(
    ("words", "about"),
    [
        (["verify", "noughts:rows=4"], "kibitz table noughts:rows=4 makes one"),
        (["solve", "lgame", "nonsense"], "is not a sign of this game"),
        (["solve", "lgam"], "did you mean lgame"),
        (["solve", "jugs"], "did you mean pouring_jugs?"),
        (["table"], "required: game"),
        (["table", "lgame", "--jsn"], "did you mean --json"),
        (["tabel", "lgame"], "did you mean table or tables?"),
    ],
)
def test_what_goes_wrong_is_one_sentence(words: list[str], about: str, folder: Path) -> None:
    done = run(folder, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("kibitz: ")
    assert about in done.stderr
    assert done.stderr.count("\n") == 1


BAR = """
import sys
import kibitz
from kibitz.cli.output import Bar
from kibitz.language.languages import Language
for patience in (3600, 0):
    with Bar(Language(), patience=patience) as bar:
        bar("exploring", 1000 + patience, None)
        if bar._bar is not None:
            print(bar._bar)  # as it is drawn from the second time on
        bar("valuing", 40_000 + patience, 100_000)
game = kibitz.game("noughts")
bar = Bar(Language(), patience=0)
bar.about(game, game.rules.start)
with bar:
    if sys.stderr.isatty():
        bar._timer.join()  # the work itself says nothing
    bar("searching", 5, None)
print("done")
"""


def test_long_work_shows_how_far_it_is_on_a_terminal_only() -> None:
    import pexpect

    screen, _ = pexpect.run(
        f"{sys.executable} -c '{BAR}'", env={**os.environ, "TERM": "xterm"}, withexitstatus=True
    )
    shown = screen.decode()
    assert "exploring: 1.00k positions" in shown
    assert ": :" not in shown
    assert "valuing:  40%" in shown
    assert "searching (a draw): 5.00 positions" in shown
    assert "Thinking… (a draw): 0.00 positions" in shown
    assert "4.60k" not in shown, "nothing is shown before one has waited"
    done = subprocess.run([sys.executable, "-c", BAR], capture_output=True, text=True, check=True)
    assert (done.stdout, done.stderr) == ("done\n", "")


INTERRUPTED_BEFORE_THE_TABLE = """
import signal, sys
import kibitz.oracle.proved_so_far
from kibitz.cli import main

def interrupt(event, details):
    global begun
    if event == "import" and details[0] == "kibitz.solve.table_making" and not begun:
        begun = True
        signal.raise_signal(signal.SIGINT)

begun = False
sys.addaudithook(interrupt)
kibitz.oracle.proved_so_far.FIRST = 3600  # so that positions limit the search, not time
sys.exit(main(sys.argv[1:]))
"""


def test_ctrl_c_before_anything_is_proved_gives_a_bound(folder: Path) -> None:
    """Teeko is a draw (Steele 1999), so it is decided within no number of moves."""
    words = [sys.executable, "-c", INTERRUPTED_BEFORE_THE_TABLE, "solve", "teeko"]
    env = {**os.environ, "KIBITZ_CACHE": str(folder)}
    in_words, in_json = (
        subprocess.run([*words, *more], capture_output=True, text=True, check=False, env=env)
        for more in ([], ["--json"])
    )
    assert (in_words.returncode, in_json.returncode) == (130, 130)
    assert (in_words.stderr, in_json.stderr) == ("", "")
    assert re.fullmatch(r"proved so far: not decided within \d+ moves", in_words.stdout.strip())
    said = json.loads(in_json.stdout)
    assert said["value"] == "unknown"
    assert said["at_best"]["value"] == "win"
    assert said["at_worst"]["value"] == "loss"
    assert said["moves"] == said["line"] == []


def test_a_line_that_is_cut_says_so() -> None:
    game = kibitz.game("noughts")
    position = game.parse("XO.-.X.-...")
    known = Oracle(game).answer(position)
    assert known.line
    assert as_json(game, known, None)["whole_line"]
    assert "best line:" in in_lines(game, known, None, Language())
    known.line = known.line[:2]
    assert not as_json(game, known, None)["whole_line"]
    *_, heading, moves = in_lines(game, known, None, Language()).splitlines()
    assert heading == "best line, as far as it is known:"
    assert moves.split() == [*(text for text, _ in game.line_of(position, known.line)), "…"]
    known.line = None
    assert as_json(game, known, None)["line"] == []
    assert "line" not in in_lines(game, known, None, Language())
