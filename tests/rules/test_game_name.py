"""Names of games as values."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kibitz.rules.game_name import GameName


@pytest.mark.parametrize(
    ("text", "family", "variant", "parameters", "file"),
    [
        ("lgame", "lgame", "", {}, None),
        ("peg:english", "peg", "english", {}, None),
        (" noughts: oldest , rows = 4", "noughts", "oldest", {"rows": "4"}, None),
        ("peg:vacancy=d4", "peg", "", {"vacancy": "d4"}, None),
        ("games/mine.py", "games/mine.py", "", {}, "games/mine.py"),
        ("./mine.py:rows=5", "./mine.py", "", {"rows": "5"}, "./mine.py"),
        (
            "C:\\games\\mine.py:rows=5",
            "C:\\games\\mine.py",
            "",
            {"rows": "5"},
            "C:\\games\\mine.py",
        ),
    ],
)
def test_the_parts_of_a_name(
    text: str, family: str, variant: str, parameters: dict[str, str], file: str | None
) -> None:
    name = GameName(text)
    assert (name.family, name.variant, name.parameters, name.file) == (
        family,
        variant,
        parameters,
        file,
    )
    assert name == text


def test_names_are_made_of_parts() -> None:
    assert GameName.of("lgame") == "lgame"
    assert GameName.of("noughts", "any", {"rows": 4}) == "noughts:any,rows=4"
    assert GameName("lgame").adding(start="x") == "lgame:start=x"
    drawn = {"board": "\n  o o\n o . o  \n", "lattice": "triangular"}
    assert GameName.of("peg", "drawn", drawn) == "peg:drawn,board=_o_o-o_._o,lattice=triangular"
    assert GameName("peg:french").adding(finish="d4") == "peg:french,finish=d4"
    assert GameName("mine:rows=5").replace_family("./mine.py") == "./mine.py:rows=5"


@given(st.text(max_size=300), st.text(max_size=300))
def test_file_names_hold_nothing_that_a_system_dislikes(one: str, other: str) -> None:
    names = [GameName(text).file_name for text in (one, other)]
    for name in names:
        assert re.fullmatch(r"[a-z0-9][a-z0-9._-]{0,130}", name)
    if one != other:
        assert names[0] != names[1]


def test_plain_names_are_file_names() -> None:
    assert GameName("lgame").file_name == "lgame"
    assert GameName("peg:english").file_name.startswith("peg-english-")


def test_a_name_in_an_address() -> None:
    assert GameName("peg:a/b,c=d e").url == "peg%3Aa%2Fb%2Cc%3Dd%20e"


def test_a_name_is_split_once(monkeypatch: pytest.MonkeyPatch) -> None:
    from kibitz.rules import game_name

    name = GameName("noughts:oldest,rows=4")
    file_name = name.file_name
    monkeypatch.delattr(game_name, "_split")
    monkeypatch.delattr(GameName, "_as_file_name")
    assert (name.family, name.variant, name.parameters) == ("noughts", "oldest", {"rows": "4"})
    assert name.file_name == file_name


def test_a_name_is_parsed_once() -> None:
    name = GameName("noughts:oldest,rows=4")
    assert GameName(name) is name
