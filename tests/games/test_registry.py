"""One text names a game, everywhere the same."""

from __future__ import annotations

import importlib.metadata
import pickle
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.games import lgame, registry
from kibitz.rules.family import Family

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.rules.base_game import Refuse
    from kibitz.rules.family import Values


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("peg", "peg:english"),
        ("PEG:English", "peg:english"),
        ("peg:english,vacancy=d4", "peg:english"),
        ("peg:english,vacancy=D1", "peg:english,vacancy=d1"),
        ("peg:triangle,side=5", "peg:triangle"),
        ("peg:french,finish=d4,vacancy=c1", "peg:french,vacancy=c1,finish=d4"),
        ("noughts", "noughts"),
        ("noughts:classic", "noughts"),
        ("noughts:any", "noughts:any"),
        ("noughts:oldest,pieces=3", "noughts:oldest"),
        ("noughts: columns=4 , rows=4,line=4", "noughts:rows=4,columns=4,line=4"),
        ("lockout:helpers=4", "lockout"),
        ("lockout:goal=c3,helpers=2", "lockout:helpers=2"),
        ("lgame", "lgame"),
        ("lgame:start=xaa.-.ba.-.ba.-.bbx", "lgame"),
        ("noughts:start=x..-...-...", "noughts:start=X..-...-..."),
        ("peg:drawn,board=oo.oo", "peg:drawn,board=oo.oo"),
        ("joc", "lockout"),
        ("joc:helpers=2", "lockout:helpers=2"),
        ("Luffarschack:any", "noughts:any"),
        ("solitaire", "peg:english"),
        ("solitaire:vacancy=d1", "peg:english,vacancy=d1"),
        ("triangle", "peg:triangle"),
        ("triangle:vacancy=4", "peg:triangle,vacancy=4"),
    ],
)
def test_a_game_has_one_name(text: str, name: str) -> None:
    game = kibitz.game(text)
    assert game.name == name
    assert kibitz.game(name).name == name
    assert kibitz.game(name).rules.start == game.rules.start


@pytest.mark.parametrize(
    ("text", "about"),
    [
        ("nougths", "did you mean noughts?"),
        ("", "kibitz games lists all games"),
        ("chess", "there is no game"),
        ("noughts:oldset", "did you mean oldest?"),
        ("noughts:row=4", "did you mean rows?"),
        ("noughts:rows=four", "whole number from 1 to 31"),
        ("noughts:rows=-1", "whole number from 1 to 31"),
        ("noughts:rows=" + "9" * 5000, "whole number"),
        ("noughts:rows=6,columns=6", "3 to 31 squares, not 36"),
        ("noughts:rows=1,columns=2,line=2", "3 to 31 squares, not 2"),
        ("noughts:line=4", "a line of 4 does not fit"),
        ("noughts:pieces=4", "noughts:any or noughts:oldest"),
        ("noughts:any,oldest", "one variant"),
        ("noughts:rows=3,rows=4", "twice"),
        ("noughts:oldest,rows=5,columns=6,pieces=7", "may have at most 6 pieces"),
        ("lockout:rows=8,columns=8", "2 to 57 squares, not 64"),
        ("lockout:rows=2,columns=2,helpers=3", "no square is left"),
        ("lockout:goal=z9", "no “z9”"),
        ("lockout:helpers=0", "from 1 to"),
        ("peg:english,side=4", "side can be used with peg:triangle only"),
        ("peg:triangle,side=11", "from 1 to 10"),
        ("peg:triangle,side=1,vacancy=0", "begins without a peg"),
        ("peg:drawn", "needs a drawing"),
        ("peg:drawn,board=ox", "not with “x”"),
        ("peg:drawn,board=___", "no hole"),
        ("peg:drawn,board=" + "-".join(["oooooooo"] * 8), "63 holes; this one has 64"),
        ("peg:drawn,board=ooo,lattice=triangular", "gap between its holes"),
        ("peg:drawn,board=ooo,lattice=round", "one of as-drawn, square, triangular"),
        ("peg:english,vacancy=a1", "vacancy: there is no “a1”"),
        ("lgame:start=nonsense", "start: "),
    ],
)
def test_what_names_no_game(text: str, about: str) -> None:
    with pytest.raises(kibitz.UnknownGame) as caught:
        kibitz.game(text)
    assert about in str(caught.value)
    assert "\n" not in str(caught.value)


class FakePoint:
    """An entry point as another package would have it."""

    def __init__(self, name: str, leads_to: object) -> None:
        self.name = name
        self.leads_to = leads_to

    def load(self) -> object:
        if isinstance(self.leads_to, Exception):
            raise self.leads_to
        return self.leads_to


@pytest.fixture
def added(monkeypatch: pytest.MonkeyPatch) -> list[FakePoint]:
    points: list[FakePoint] = []

    def entry_points(*, group: str) -> list[FakePoint]:
        assert group == registry.GROUP
        return points

    monkeypatch.setattr(importlib.metadata, "entry_points", entry_points)
    return points


def test_another_package_adds_a_game(added: list[FakePoint]) -> None:
    mine = Family("myl", "an L-game of my own", lgame.build)
    added.append(FakePoint("myl", mine))
    assert kibitz.game("myl").name == "myl"
    assert mine in kibitz.families()


class Heap(kibitz.Game):
    """Four matches, of which each player takes one or two; who takes the last has won."""

    title = "a heap"
    signs = ("I", ".")

    def __init__(self, values: Values) -> None:
        def moves(matches: int) -> Iterator[int]:
            for taken in (1, 2):
                if taken <= matches:
                    yield taken

        def play(matches: int, taken: int) -> int:
            return matches - taken

        def worth(matches: int) -> int:
            return -1

        rules = kibitz.Rules(aim="win", start=4, moves=moves, play=play, worth=worth)
        super().__init__("", rules, kibitz.Board.rectangle(1, 4))

    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        return ["I"] * position + ["."] * (4 - position)

    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        return list(pieces).count("I")

    def move_text(self, position: int, move: int) -> str:
        return str(move)


def test_a_package_may_write_a_subclass_of_game(added: list[FakePoint]) -> None:
    added.append(FakePoint("heap", kibitz.Family("heap", "take the last match", Heap)))
    game = kibitz.game("heap")
    assert type(game) is Heap
    assert game.start.play("1").text == "III."
    assert game.start.outcome == kibitz.Win(3)  # leave three, then whatever is left
    assert pickle.loads(pickle.dumps(game.start)) == game.start
    assert kibitz.Match(game).position == game.start


def test_a_broken_package_hides_only_its_own_game(added: list[FakePoint]) -> None:
    added += [FakePoint("bad", ImportError("no module named x")), FakePoint("odd", 42)]
    assert not {"bad", "odd"} & {family.name for family in kibitz.families()}
    with pytest.raises(kibitz.UnknownGame, match="cannot be loaded: no module named x"):
        kibitz.game("bad")
    with pytest.raises(kibitz.UnknownGame, match="does not provide a kibitz Family"):
        kibitz.game("odd")


def test_the_name_of_a_built_in_game_cannot_be_taken(added: list[FakePoint]) -> None:
    added += [FakePoint(name, ImportError("never asked for")) for name in ("lgame", "nim")]
    assert kibitz.game("lgame").title == "the L-game"
    assert kibitz.game("nim").title == "Nim"
