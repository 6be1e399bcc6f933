"""A game in one file: named by its path, written both ways, and as good as a built-in one."""

from __future__ import annotations

import importlib.metadata
import io
import types
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.cli import main
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import match_from
from kibitz.rules import reach
from tests.games.test_registry import FakePoint
from tests.support.own_games import EXAMPLES, REVERSI, SOUND, changed

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.base_game import BaseGame


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    return tmp_path


def written(folder: Path, text: str = SOUND, name: str = "mygame.py") -> str:
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    return name


def example(name: str) -> BaseGame:
    return kibitz.game(str(EXAMPLES / name))


def test_new_writes_a_game_that_works(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new", "mygame.py"]) == 0
    assert main(["doctor", "./mygame.py"]) == 0
    assert main(["table", "./mygame.py:squares=5"]) == 0
    assert main(["verify", "./mygame.py:squares=5"]) == 0
    assert main(["solve", "./mygame.py:squares=5", "X.X.."]) == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "wins in 1 move" in said.out


def test_new_never_overwrites(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written(folder, "precious")
    assert main(["new", "mygame.py"]) == 2
    assert main(["new", "mygame"]) == 2
    assert main(["new", "nowhere/mygame.py"]) == 2
    assert (folder / "mygame.py").read_text() == "precious"
    said = capsys.readouterr().err
    assert said.count("\n") == 3
    assert "already exists" in said
    assert "call it mygame.py" in said
    assert "cannot be written" in said


def test_a_file_is_named_by_its_path(folder: Path) -> None:
    written(folder)
    written(folder, name="games/deep.py")
    for text, name in [
        ("mygame.py", "mygame.py"),
        ("./mygame.py", "mygame.py"),
        (" games//deep.py ", "games/deep.py"),
        ("games/deep.py:start=o....", "games/deep.py:start=o...."),
        (str(folder / "mygame.py"), str(folder / "mygame.py")),
    ]:
        game = kibitz.game(text)
        assert game.name == name
        assert kibitz.game(game.name).rules.start == game.rules.start
        assert game.title == "Marks"
    kibitz.table("games/deep.py")
    assert len(list((folder / "tables").glob("*.table"))) == 1
    assert {path.name for path in folder.iterdir()} == {"mygame.py", "games", "tables"}


def test_a_table_is_made_anew_when_the_file_changes(folder: Path) -> None:
    name = written(folder)
    assert kibitz.table(name)["....."].value == "win"
    written(folder, changed(("CELLS = 5", "CELLS = 2")))
    assert kibitz.table(name)[".."].distance == 1


def test_a_module_is_an_entry_point(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    module = types.ModuleType("marks")
    exec(SOUND, module.__dict__)
    monkeypatch.setattr(
        importlib.metadata, "entry_points", lambda group: [FakePoint("marks", module)]
    )
    assert main(["games"]) == 0
    assert "marks             Marks: no two side by side" in capsys.readouterr().out
    assert kibitz.game("marks").name == "marks"
    assert main(["solve", "marks", "o...."]) == 0


def test_positions_are_looked_up_without_an_inverse(folder: Path) -> None:
    game = kibitz.game(written(folder))
    assert game.parse("o.o..") == 5
    assert game.parse(game.block(5)) == 5
    with pytest.raises(kibitz.NotationError, match="cannot be reached"):
        game.parse("oo...")
    assert isinstance(game, kibitz.OwnGame)
    game.reach = reach.Reach(game.rules, most=3)
    with pytest.raises(kibitz.NotationError, match="not among the first 3 positions"):
        game.parse("o.o.o")


def test_an_inverse_need_not_check_its_input() -> None:
    four = example("four.py")
    assert four.parse("....-....-....-XO..") == 0b11 | 0b10 << 5 | 1 << 10 | 1 << 15
    chomp = example("chomp.py")
    with pytest.raises(kibitz.NotationError, match="this is not a position of this game"):
        chomp.parse("xo.o-....-....")


def test_moves_are_written_by_the_cells_they_change() -> None:
    morris = example("morris.py")
    position = 0
    for move in ("b2", "a1", "a2", "c2", "c3", "a3", "c3-b3"):
        number = morris.parse_move(position, move)
        assert morris.move_text(position, number) == move
        position = morris.rules.play(position, number)
    assert morris.text(position) == "XOX-.OO-.X."  # the one to move is X
    assert morris.text(position) == "".join(morris.text(position))
    assert morris.pieces(position, mover=1) == list("OXO.XX.O.")
    with pytest.raises(kibitz.NotationError, match="choose from: a1-b1"):
        morris.parse_move(position, "a1-c3")


def test_who_is_to_move_can_stand_beside_the_board() -> None:
    dodgem = example("dodgem.py")
    assert dodgem.text(dodgem.rules.start) == "R..-R..-.UU-R"
    assert dodgem.block(dodgem.rules.start) == "R..\nR..\n.UU\nR\n"
    assert dodgem.parse("R..-R..-.UU-R") == dodgem.rules.start
    assert len(dodgem.pieces(dodgem.rules.start)) == 9
    for position in (dodgem.rules.start, dodgem.rules.play(dodgem.rules.start, 0)):
        match = MatchState(dodgem, position)
        assert dodgem.players[match.mover] == dodgem.text(position)[-1]
    with pytest.raises(kibitz.NotationError, match="4 rows, not 3"):
        dodgem.parse("R..-R..-.UU")


def test_a_match_can_be_played_saved_and_loaded(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    written(folder)
    monkeypatch.setattr("sys.stdin", io.StringIO("a3\nsave match.txt\nsave match.txt\nquit\n"))
    assert main(["play", "mygame.py", "--against", "human", "--lang", "en"]) == 0
    assert (folder / "match.txt").read_text() == "kibitz mygame.py\nmoves a3\n"
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    assert main(["play", "mygame.py", "--load", "match.txt", "--lang", "en"]) == 0
    assert capsys.readouterr().err == ""
    with pytest.raises(kibitz.KibitzError, match="there is no game"):
        match_from("kibitz mygame.py")  # an untrusted link runs no file


def test_a_game_that_is_over_says_so(folder: Path) -> None:
    game = kibitz.game(written(folder))
    with pytest.raises(kibitz.NotationError, match="the game is over"):
        game.parse_move(21, "a2")


def test_authors_find_what_they_need_in_the_package() -> None:
    for name in kibitz.__all__:
        assert getattr(kibitz, name) is not None
    with pytest.raises(AttributeError, match="no attribute 'Bored'"):
        kibitz.Bored  # noqa: B018


def test_a_notebook_shows_pictures(folder: Path) -> None:
    table = kibitz.table("noughts")
    shown = table.graph("XO.-.X.-...", plies=1, widest=3)._repr_svg_()
    assert shown.count("<rect") == 1 + 1 + 3
    assert ">c3</text>" in shown
    assert ">loses in 4 moves</text>" in shown
    assert table.graph()._repr_svg_().startswith("<svg")
    assert "XO.-.X.-..." in kibitz.picture("noughts", "XO.-.X.-...")._repr_svg_()
    assert str(kibitz.picture("noughts")).count("data-cell=") == 9


SHIFTED = SOUND.replace("def game():", "def game(shift=-1, Word='Ab'):").replace(
    'signs="o."', 'signs="o.", title=f"{shift} {Word}"'
)


@pytest.mark.parametrize(
    ("choice", "title", "name"),
    [
        ("", "-1 Ab", ""),
        (":shift=-12", "-12 Ab", ":shift=-12"),
        (":shift=-1,Word=Ab", "-1 Ab", ""),
        (":Word=aB", "-1 aB", ":Word=aB"),
        (":word=XyZ,SHIFT=7", "7 XyZ", ":shift=7,Word=XyZ"),
        (":shift=-0", "0 Ab", ":shift=0"),
    ],
)
def test_parameters_are_negative_and_keep_their_case(
    choice: str, title: str, name: str, folder: Path
) -> None:
    (folder / "shifted.py").write_text(SHIFTED)
    game = kibitz.game("./shifted.py" + choice)
    assert game.title == title
    assert game.name == "shifted.py" + name
    assert kibitz.game(game.name).title == title


@pytest.mark.parametrize("value", ["1000", "-1000", "--1", "-", "1-", "1.5", "", "²"])
def test_other_numbers_are_refused(value: str, folder: Path) -> None:
    (folder / "shifted.py").write_text(SHIFTED)
    with pytest.raises(kibitz.UnknownGame, match="shift is a whole number from -999 to 999, not"):
        kibitz.game(f"./shifted.py:shift={value}")


def test_two_parameters_differ_in_more_than_case(folder: Path) -> None:
    (folder / "shifted.py").write_text(SHIFTED.replace("Word='Ab'", "Shift=2, Word=''"))
    with pytest.raises(kibitz.UnknownGame, match=r"the parameter Shift of game.* another name"):
        kibitz.game("./shifted.py")


def test_what_a_table_prints_is_a_position_of_the_game(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of the hardest positions it holds mirror images that this start never leads to."""
    name = f"./{written(folder, REVERSI)}:rows=3"
    assert main(["table", name]) == 0
    said = capsys.readouterr().out
    table = kibitz.table(name)
    canonical = table.rules.canonical
    assert canonical is not None
    positions = set(reach.reached(table.rules))
    assert {canonical(position) for position in positions} == {int(each) for each in table}
    assert not positions.issuperset(table.answers.hardest().values())
    for position in table.hardest.values():
        assert int(position) in positions
        assert f"{position.text}  {table[position]}" in said
        assert main(["solve", name, position.text]) == 0


def test_every_text_that_a_table_writes_can_be_read(folder: Path) -> None:
    table = kibitz.table(f"./{written(folder, REVERSI)}:rows=3")
    for position in table:
        assert table.game.parse(position.text) == int(position)
