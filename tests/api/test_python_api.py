"""What people type in Python: positions, moves, matches and comparisons."""

from __future__ import annotations

import copy
import multiprocessing
import os
import pickle
import random
import re
from concurrent.futures import ProcessPoolExecutor
from operator import attrgetter
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import kibitz
from kibitz.api import game as games
from kibitz.games import registry
from kibitz.play.session import Session
from kibitz.solve.store.table_store import TableStore
from tests.support.own_games import EXAMPLES, SOUND

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    return tmp_path


# Positions


def test_a_position_is_a_game_and_a_number() -> None:
    game = kibitz.game("noughts")
    start = game.start
    assert (start.game, start.number, int(start)) == (game, game.rules.start, game.rules.start)
    assert start == kibitz.game("noughts").start
    assert hash(start) == hash(kibitz.game("noughts").start)
    assert start != kibitz.game("noughts:oldest").start
    assert start != start.number
    assert eval(repr(start), {"kibitz": kibitz}) == start
    for change in ("game", "number", "other"):
        with pytest.raises(AttributeError):
            setattr(start, change, 1)
    with pytest.raises(AttributeError):
        del start.number


def test_positions_and_an_oracle_are_added_by_the_facade() -> None:
    """What stands to the left of the oracle knows neither."""
    left, game = registry.game("lgame"), kibitz.game("lgame")
    assert not {"start", "position", "play", "oracle"} & set(dir(left))
    assert isinstance(game, kibitz.Game)
    assert isinstance(game, type(left))
    assert not isinstance(left, kibitz.Game)
    assert type(kibitz.game("lgame:start=xAA.-.BA.-.BA.-.BBx")) is type(game)
    assert (game.name, game.title, game.board.names) == (left.name, left.title, left.board.names)
    assert game.text(game.rules.start) == left.text(left.rules.start) == game.start.text
    assert isinstance(kibitz.game("hexapawn"), kibitz.OwnGame)


@pytest.mark.parametrize("name", ["noughts:oldest", "lgame", "peg:english", "lockout"])
def test_positions_follow_the_rules(name: str) -> None:
    chance = random.Random(1)
    game = kibitz.game(name)
    rules, here = game.rules, game.start
    for _ in range(20):
        numbers = list(rules.moves(here.number))
        assert [move.number for move in here.moves] == numbers
        assert here.is_over == (not numbers)
        assert game.position(here.text) == game.position(here.number) == game.position(here) == here
        assert game.parse(str(here)) == here.number
        if here.is_over:
            break
        move = chance.choice(here.moves)
        after = rules.play(here.number, move.number)
        for said in (move, move.text, move.text.upper(), move.number):
            assert here.play(said).number == after
            assert game.play(here.text, said).number == after
        assert move.position == here.play(move)
        assert move.made_in == here
        here = move.position


def test_a_wrong_move_says_why() -> None:
    start = kibitz.game("peg:english").start
    with pytest.raises(kibitz.NotationError) as refused:
        start.play("D4U")
    assert "D4U" in str(refused.value)
    with pytest.raises(kibitz.NotationError):
        start.play(10_000)
    with pytest.raises(kibitz.NotationError, match="a move is missing"):
        start.play(" ")
    noughts = kibitz.game("noughts").start
    taken = noughts.play("b2")
    with pytest.raises(kibitz.NotationError):
        taken.play(noughts.moves[4])  # a move of another position is read as its text


def test_what_is_no_position_is_refused() -> None:
    game = kibitz.game("noughts")
    for wrong in ("XX", -1, 1 << 63, kibitz.game("lgame").start):
        with pytest.raises(kibitz.NotationError):
            game.position(wrong)


def test_moves_are_texts() -> None:
    moves = kibitz.game("peg:triangle").start.moves
    assert repr(moves[0]) == f"Move({moves[0].text!r})"
    assert " ".join(moves) == " ".join(move.text for move in moves)
    assert moves[0].text in moves
    assert {moves[0]: 1}[moves[0].text] == 1  # type: ignore[index]
    with pytest.raises(AttributeError):
        moves[0].number = moves[1].number


def test_games_made_in_python_have_positions_and_outcomes() -> None:
    names: dict[str, object] = {}
    exec(SOUND, names)
    game: kibitz.Game = names["game"]()  # type: ignore[operator]
    other: kibitz.Game = names["game"]()  # type: ignore[operator]
    assert game.start == game.start != other.start  # they have no name to be known by
    assert game.start.outcome.kind == "win"
    assert game.start.best[0].outcome == game.start.outcome


def test_a_position_says_who_is_to_move() -> None:
    noughts = kibitz.game("noughts").start
    assert (noughts.turn, noughts.play("b2").turn) == ("X", "O")
    assert kibitz.game("noughts").position("XO.-.X.-...").turn == "O"  # X has one piece more
    hexapawn = kibitz.game("hexapawn").start
    assert (hexapawn.turn, hexapawn.moves[0].position.turn) == ("W", "B")
    nim = kibitz.game("nim").start  # whose heaps do not tell who is to move
    assert nim.turn == nim.moves[0].position.turn == nim.game.players[0]
    for puzzle in ("peg:triangle", "lockout"):
        assert kibitz.game(puzzle).start.turn is None
        assert kibitz.Match(puzzle).turn is None


@pytest.mark.parametrize("name", ["noughts", "lgame", "hexapawn", "nim", "dots_and_boxes"])
def test_a_match_knows_who_is_to_move(name: str) -> None:
    """Also where a position alone does not: its text calls the player to move the first player."""
    chance = random.Random(1)
    match = kibitz.Match(name)
    first, second = match.game.players
    expected = match.position.turn
    while not match.is_over and len(match.moves) < 12:
        assert match.turn == expected
        move = chance.choice(match.position.moves)
        again = match.game.rules.moves_again(match.position.number, move.number)
        match.play(move)
        expected = expected if again else {first: second, second: first}[expected or ""]
    assert match.turn == expected


# Pickles and copies


@pytest.fixture
def elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the games that were pickled here, as another process does not know them."""
    monkeypatch.setattr(games, "_pickled", {})


COPIES: dict[str, Callable[[object], object]] = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    "pickle": lambda value: pickle.loads(pickle.dumps(value)),
}
NAMED = ["noughts", "noughts:start=X..-...-...", "peg:triangle,side=4", "lockout", "hexapawn"]


@pytest.mark.parametrize("way", COPIES)
@pytest.mark.parametrize("name", [*NAMED, "mine.py:heaps=21"])
def test_copies_are_equal(name: str, way: str, folder: Path) -> None:
    (folder / "mine.py").write_text((EXAMPLES / "nim.py").read_text())
    game = kibitz.game(name)
    move = game.start.moves[0]
    move.outcome  # an oracle is not in the way  # noqa: B018
    values = [game, game.start, move.position, move]
    copies = COPIES[way](values)
    assert copies == values
    assert isinstance(copies, list)
    for one, other in zip(values, copies, strict=True):
        assert type(one) is type(other)
    assert (copies[3].made_in, copies[3].number) == (move.made_in, move.number)
    assert copies[3].position == move.position
    assert hash(copies[1]) == hash(game.start)


@pytest.mark.parametrize("name", [*NAMED, "mine.py:heaps=21"])
def test_a_pickle_is_read_where_the_game_is_not_known_yet(
    name: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (folder / "mine.py").write_text((EXAMPLES / "nim.py").read_text())
    game = kibitz.game(name)
    move = game.start.moves[0]
    data = pickle.dumps([game.start, move])
    monkeypatch.setattr(games, "_pickled", {})
    os.makedirs("other")
    os.chdir("other")
    start, again = pickle.loads(data)
    assert start == game.start
    assert (again, again.position) == (move, move.position)
    assert start.game is again.made_in.game is not game
    assert repr(start) == repr(game.start)
    assert pickle.loads(data)[0].game is start.game  # one game for all that is unpickled
    assert pickle.loads(pickle.dumps(start)) == game.start  # and back again, from another folder


@pytest.mark.usefixtures("elsewhere")
def test_a_file_that_was_edited_is_run_again(folder: Path) -> None:
    text = (EXAMPLES / "nim.py").read_text()
    file = folder / "mine.py"
    file.write_text(text)
    before = kibitz.game("mine.py").start
    data = pickle.dumps(before)
    assert pickle.loads(data).game is before.game
    file.write_text(text.replace('heaps="345"', 'heaps="12"'))
    os.utime(file, ns=(1, 1))  # so that it is another time, however coarse the clock
    assert len(pickle.loads(data).game.start.moves) == 3 != len(before.moves)


def test_a_game_without_a_name_is_copied_and_not_pickled() -> None:
    names: dict[str, object] = {}
    exec(SOUND, names)
    game: kibitz.Game = names["game"]()  # type: ignore[operator]
    assert copy.deepcopy(game.start) == copy.copy(game.start) == game.start
    for value in (game, game.start, game.start.moves[0], kibitz.Match(game)):
        with pytest.raises(
            kibitz.KibitzError, match=r"write it to a file and open it by kibitz\.g"
        ):
            pickle.dumps(value)


@pytest.mark.parametrize("way", COPIES)
def test_copies_of_a_match_go_on_as_the_match_does(way: str) -> None:
    match = kibitz.Match("noughts", players=("human", "random"), seed=4)
    match.play("b2")
    match.undo()
    match.play("a1")
    other, third = COPIES[way](match), kibitz.Match.load(match.text, seed=4)
    assert other == match == third
    assert isinstance(other, kibitz.Match)
    assert (other.moves, other.turn, other.text) == (match.moves, match.turn, match.text)
    for one in (match, other):
        while not one.is_over:
            one.play(one.position.moves[0])
    assert match.moves == other.moves
    assert other == match != third


def test_positions_go_to_processes_and_come_back() -> None:
    start = kibitz.game("noughts:oldest").start
    positions = [start, *(move.position for move in start.moves)]
    spawn = multiprocessing.get_context("spawn")  # which shares nothing with this process
    with ProcessPoolExecutor(1, mp_context=spawn) as pool:
        outcomes = list(pool.map(attrgetter("outcome"), positions))
        moves = list(pool.map(attrgetter("moves"), positions))
    assert outcomes == [position.outcome for position in positions]
    assert moves == [position.moves for position in positions]
    assert {move.made_in for some in moves for move in some} == set(positions)
    assert all(move.made_in.game is start.game for some in moves for move in some)


# Outcomes


def test_outcomes_moves_and_lines_are_those_of_the_oracle() -> None:
    game = kibitz.game("noughts")
    position = game.position("XO.-.X.-...")
    oracle = kibitz.Oracle(game, effort=kibitz.Effort())
    number = position.number
    assert position.outcome == oracle.outcome(number) == kibitz.Loss(4)
    assert [move.number for move in position.best] == oracle.best(number)
    assert position.line is not None
    assert [move.number for move in position.line] == oracle.line(number)
    assert position.line[-1].position.is_over
    steps = [(move.text, move.position.number) for move in position.line]
    assert list(game.line_of(number, oracle.line(number) or ())) == steps
    answer = position.answer
    assert [move.number for move in answer.moves] == [one.move for one in oracle.moves(number)]
    assert {move: move.outcome for move in answer.moves} == {
        move: move.outcome for move in position.moves
    }
    assert answer.moves[0].outcome >= answer.moves[-1].outcome
    assert answer.line == position.line
    assert answer._repr_svg_() == position._repr_svg_() == str(position.picture())


def test_an_unknown_outcome_is_known_once_a_table_is_kept() -> None:
    name = "noughts:any,pieces=4"  # which is not shipped
    asked = kibitz.game(name)
    asked.oracle = kibitz.Oracle(asked, effort=kibitz.Effort(positions=10, compile=False))
    assert isinstance(asked.start.outcome, kibitz.Unknown)
    assert asked.start.best == []
    assert asked.start.line is None
    table = kibitz.table(name)  # with another game object of the same name
    assert asked.start.outcome == table[asked.start] == table.start.outcome


def test_a_table_serves_its_own_positions_where_nothing_can_be_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(TableStore, "keep", full)
    game = kibitz.game("noughts:any,pieces=4")
    game.oracle = kibitz.Oracle(game, effort=kibitz.Effort(positions=10, compile=False))
    assert not game.start.outcome.known
    table = kibitz.table(game)
    assert table.start.outcome == game.start.outcome == table[game.start]


def test_what_was_not_settled_is_not_worked_on_again() -> None:
    game = kibitz.game("noughts:rows=4,columns=4,line=4")
    reports: list[int] = []
    game.oracle = kibitz.Oracle(
        game,
        effort=kibitz.Effort(positions=2_000, compile=False),
        progress=lambda phase, done, total: reports.append(done),
    )
    first = game.start.outcome
    work = len(reports)
    assert isinstance(first, kibitz.Unknown)
    assert work
    assert game.start.outcome == first
    assert len(reports) == work


def test_a_picture_is_saved(folder: Path) -> None:
    kibitz.game("lgame").start.picture().save("start.svg")
    assert (folder / "start.svg").read_text().startswith("<svg")
    with pytest.raises(kibitz.KibitzError, match="cannot be written"):
        kibitz.picture("lgame").save("nowhere/start.svg")


# Matches


def test_where_nothing_is_proved_an_opponent_is_strong_and_a_hint_is_a_move() -> None:
    game = kibitz.game("four:rows=6,columns=8")
    game.oracle = kibitz.Oracle(game, effort=kibitz.Effort(positions=1_000, compile=False))
    match = kibitz.Match(game, players=("human", "perfect"), seed=1)
    assert match.called == ("human", "strong")
    assert match.players == ("human", "perfect")  # as it is saved
    assert match.play("f4") == match.moves[1]
    assert match.hint in match.position.moves
    assert match.position.hint in match.position.moves
    assert match.position.best == []  # none is proved
    assert kibitz.Match("noughts", players=("human", "perfect")).called == ("human", "perfect")
    assert kibitz.game("noughts").position("XXX-OO.-...").hint is None


def test_an_opponent_answers() -> None:
    match = kibitz.Match("noughts", players=("human", "perfect"), seed=1)
    answer = match.play("a1")
    assert match.moves == ["a1", answer] == ["a1", "b2"]  # any other answer loses
    assert match.outcome == match.position.outcome
    assert match.hint in match.position.best
    with pytest.raises(kibitz.NotationError):
        match.play("a1")
    assert len(match.moves) == 2
    match.play("c3")
    match.undo()
    assert match.moves == ["a1", "b2"]
    match.undo()
    assert match.moves == []
    with pytest.raises(kibitz.MatchError):
        match.undo()
    match.redo(2)
    assert len(match.moves) == 4
    with pytest.raises(kibitz.MatchError):
        match.redo()
    assert repr(match).startswith("<match of noughts, human against perfect, a1 b2 c3 ")


def test_an_opponent_begins() -> None:
    match = kibitz.Match("noughts", players=("perfect", "human"), seed=1)
    assert len(match.moves) == 1
    match.play(match.position.best[0])
    assert len(match.moves) == 3


def test_a_comment_is_on_the_move_of_the_person() -> None:
    match = kibitz.Match("noughts", players=("human", "perfect"))
    assert match.comment is None
    match.play("a1")
    assert match.comment is not None
    assert (match.comment.ply, match.comment.is_mistake) == (0, False)
    match = kibitz.Match("noughts", "XO.-...-...", players=("human", "perfect"))
    match.play("b3")
    assert match.comment.is_mistake


def test_two_opponents_play_when_they_are_told_to() -> None:
    match = kibitz.Match("noughts", players=("perfect", "perfect"), seed=3)
    assert match.moves == []
    while match.reply():
        pass
    assert match.is_over
    assert match.winner is None


def test_a_puzzle_is_played_alone() -> None:
    match = kibitz.Match("peg:triangle")
    assert match.players == ("human",)
    assert match.play(match.hint or "") is None
    assert repr(match) == f"<match of peg:triangle, {match.moves[0]}>"
    assert match.start == kibitz.game("peg:triangle").start


def test_a_match_is_saved_and_loaded(folder: Path) -> None:
    (folder / "mygame.py").write_text(SOUND)
    for name in ("noughts", "mygame.py"):
        match = kibitz.Match(name, players=("human", "random"), seed=2)
        match.play(match.position.moves[0])
        for text in (match.text, match.link):
            loaded = kibitz.Match.load(text, game=name)
            assert loaded.moves == match.moves
            assert loaded.players == match.players
            assert loaded.text == match.text
    with pytest.raises(kibitz.MatchError):
        kibitz.Match.load("nothing")
    with pytest.raises(kibitz.MatchError, match="only if you name it"):
        kibitz.Match.load(kibitz.Match("mygame.py").text)
    with pytest.raises(kibitz.MatchError, match="players"):
        kibitz.Match("noughts", players=("human", "nobody"))
    assert kibitz.Match.load("kibitz noughts;players perfect human").moves  # who begins has begun


def test_a_notebook_shows_the_last_move_of_a_match() -> None:
    match = kibitz.Match("noughts")
    plain = match._repr_svg_()
    match.play("b2")
    assert plain != match._repr_svg_()
    assert "X" in str(match)


def test_a_notebook_shows_puzzles_and_comparisons() -> None:
    puzzle = kibitz.puzzle("noughts", "easy", seed="1")
    assert puzzle._repr_svg_() == str(kibitz.picture("noughts", puzzle.text))
    result = kibitz.compare("perfect", "random", games=20, game="noughts", seed=1)
    chart = result._repr_svg_()
    assert "perfect against random at noughts" in chart
    for label, count in (("won", result.wins), ("drawn", result.draws), ("lost", 0)):
        assert re.search(f">{label}</text>\n.*\n.*>{count}</text>", chart)


# Comparisons


def test_perfect_never_loses() -> None:
    result = kibitz.compare("perfect", "random", games=30, game="noughts", seed=1)
    assert (result.wins + result.draws, result.losses) == (30, 0)
    assert result.wins > 15
    assert sum(result.moving_first) == sum(result.moving_second) == 15
    assert "perfect against random at noughts" in repr(result)
    turned = kibitz.compare("random", "perfect", games=30, game="noughts", seed=1)
    assert turned.wins == 0


def test_the_same_seed_makes_the_same_games() -> None:
    first, again, other = (
        kibitz.compare("random", "random", games=40, game="noughts", seed=seed)
        for seed in (1, 1, 2)
    )
    assert (first.moving_first, first.moving_second) == (again.moving_first, again.moving_second)
    assert (first.moving_first, first.moving_second) != (other.moving_first, other.moving_second)


def test_a_game_that_goes_in_circles_is_drawn() -> None:
    game = kibitz.game("lgame")
    kibitz.table(game)
    result = kibitz.compare("perfect", "perfect", games=2, game=game, seed=1)
    assert (result.wins, result.draws, result.losses) == (0, 2, 0)


def test_what_cannot_be_compared_is_refused() -> None:
    with pytest.raises(kibitz.KibitzError, match="nobody"):
        kibitz.compare("nobody", "random", games=1)
    with pytest.raises(kibitz.KibitzError, match="puzzle"):
        kibitz.compare("perfect", "random", games=1, game="peg:triangle")
    game = kibitz.game("noughts:rows=5,columns=5,line=4")
    game.oracle = kibitz.Oracle(game, effort=kibitz.Effort(positions=10, compile=False))
    with pytest.raises(kibitz.KibitzError, match="would not play by proved outcomes"):
        kibitz.compare("random", "hard", games=1, game=game)
    assert sum(kibitz.compare("random", "easy", games=2, game=game).moving_first) == 1
    assert sum(kibitz.compare("random", "random", games=2, game=game).moving_first) == 1


# What is passed wrongly

WRONG: dict[str, tuple[Callable[[], object], str]] = {
    "Win('x')": (lambda: kibitz.Win("x"), "distance must be a whole number of at least 0"),  # type: ignore[arg-type]
    "Loss(-1)": (lambda: kibitz.Loss(-1), "distance must be a whole number of at least 0"),
    "Margin(0.5)": (lambda: kibitz.Margin(0.5), "margin must be a whole number, not 0.5"),  # type: ignore[arg-type]
    "Solvable(2.0)": (lambda: kibitz.Solvable(2.0), "distance must be a whole number"),  # type: ignore[arg-type]
    "Solvable(score='1')": (lambda: kibitz.Solvable(score="1"), "score must be a whole number"),  # type: ignore[arg-type]
    "Leaves(None)": (lambda: kibitz.Leaves(None), "score must be a whole number"),  # type: ignore[arg-type]
    "Effort(positions=-1)": (
        lambda: kibitz.Effort(positions=-1),
        "positions must be a whole number of at least 0, not -1",
    ),
    "Effort(positions=1e6)": (
        lambda: kibitz.Effort(positions=1e6),  # type: ignore[arg-type]
        "positions must be a whole number",
    ),
    "Effort(seconds=nan)": (
        lambda: kibitz.Effort(seconds=float("nan")),
        "seconds must be a number of at least 0, not nan",
    ),
    "Effort(memory='2GiB')": (
        lambda: kibitz.Effort(memory="2GiB"),  # type: ignore[arg-type]
        "memory must be a number of at least 0, not '2GiB'",
    ),
    "compare(games=-1)": (
        lambda: kibitz.compare("perfect", "random", games=-1),
        "games must be a whole number of at least 1, not -1",
    ),
    "compare(longest=0)": (
        lambda: kibitz.compare("perfect", "random", longest=0),
        "longest must be a whole number of at least 1, not 0",
    ),
    "Board.rectangle(0, 0)": (
        lambda: kibitz.Board.rectangle(0, 0),
        "rows must be a whole number of at least 1, not 0",
    ),
    "Board.rectangle(2, '3')": (
        lambda: kibitz.Board.rectangle(2, "3"),  # type: ignore[arg-type]
        "columns must be a whole number of at least 1, not '3'",
    ),
    "Board([])": (lambda: kibitz.Board([]), "a board has at least one cell"),
    "Win(3) > 5": (
        lambda: kibitz.Win(3) > 5,  # type: ignore[operator]
        r"compared with an outcome, such as kibitz.Win\(5\), not with 5",
    ),
    "Draw() <= 5": (
        lambda: kibitz.Draw() <= 5,  # type: ignore[operator]
        "compared with an outcome",
    ),
    "game(None)": (
        lambda: kibitz.game(None),  # type: ignore[arg-type]
        "given by its name, such as noughts, or by the path of its file, not as None",
    ),
    "Match(3)": (lambda: kibitz.Match(3), "given by its name, .* not as 3"),  # type: ignore[arg-type]
    "picture(3)": (lambda: kibitz.picture(3), "given by its name, .* not as 3"),  # type: ignore[arg-type]
    "save('a.png')": (
        lambda: kibitz.picture("noughts").save("a.png"),
        "the name of its file ends in .svg, and “a.png” does not",
    ),
    "table[None]": (
        lambda: kibitz.table("noughts")[None],  # type: ignore[index]
        "given as itself, as its text or as its number, not as None",
    ),
    "position(2.5)": (
        lambda: kibitz.game("noughts").position(2.5),  # type: ignore[arg-type]
        "given as itself, as its text or as its number, not as 2.5",
    ),
    "where(distance='9')": (
        lambda: kibitz.table("noughts").where(distance="9"),  # type: ignore[arg-type]
        r"distance must be a whole number, or hold .* range\(5, 9\) does, not '9'",
    ),
    "where(distance=1.5)": (
        lambda: kibitz.table("noughts").where(distance=1.5),  # type: ignore[arg-type]
        "distance must be a whole number",
    ),
}


@pytest.mark.parametrize("call", WRONG)
def test_what_is_passed_wrongly_is_answered_with_what_is_wanted(call: str, folder: Path) -> None:
    ask, wanted = WRONG[call]
    with pytest.raises((kibitz.KibitzError, TypeError, ValueError), match=wanted) as refused:
        ask()
    assert "\n" not in str(refused.value)
    assert not (folder / "a.png").exists()


def test_what_might_be_passed_wrongly_and_is_not() -> None:
    game = kibitz.game("noughts")
    after = game.start.play("b2")
    assert kibitz.game(game) is game
    assert str(kibitz.picture(after)) == str(kibitz.picture("noughts", after.text))
    zero: Any = np.int64(0)
    three: Any = np.int16(3)
    assert game.position(zero) == game.start
    assert type(game.position(zero).number) is int
    assert kibitz.Win(three) == kibitz.Win(3)
    assert kibitz.table(game).where("win", distance=three)[0].outcome == kibitz.Win(3)
    with pytest.raises(kibitz.NotInTable) as lacking:
        kibitz.table(game)[1 << 40]
    assert isinstance(lacking.value, KeyError)


def test_paths_are_as_good_as_texts(folder: Path) -> None:
    file = folder / "mine.py"
    file.write_text((EXAMPLES / "nim.py").read_text())
    game = kibitz.game(file)
    assert game.start == kibitz.game(str(file)).start
    assert kibitz.table(file).start == game.start
    match = kibitz.Match(file)
    assert kibitz.Match.load(match.text, game=file) == match
    assert sum(kibitz.compare("random", "random", games=2, game=file).moving_first) == 1
    kibitz.picture(file).save(folder / "start.svg")
    assert (folder / "start.svg").read_text().startswith("<svg")
    kibitz.table(file).export(folder / "mine.csv")
    assert (folder / "mine.csv").exists()


# Names


def test_every_name_is_there_and_listed() -> None:
    for name in kibitz.__all__:
        assert getattr(kibitz, name) is not None
    assert dir(kibitz) == sorted(kibitz.__all__)
    assert not callable(kibitz.solve)  # a package, no function


def test_outcomes_can_be_pickled() -> None:
    for outcome in (kibitz.Win(3), kibitz.Draw(), kibitz.Solvable(score=1)):
        assert pickle.loads(pickle.dumps(outcome)) == outcome


def test_a_session_and_a_match_agree() -> None:
    match = kibitz.Match("noughts", "XO.-.X.-...")
    session = Session(match._match)
    assert session.hint() in match.position.best
    assert session.outcome == match.outcome
