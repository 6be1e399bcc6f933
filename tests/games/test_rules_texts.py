"""What each game tells a newcomer: complete, in every language, the same at each face."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.pegs.peg_words import why_not
from kibitz.games import registry
from kibitz.games.collection import Collection
from kibitz.games.game_facts import heading, rules_text
from kibitz.games.shipped_games import names as shipped_names
from kibitz.language.errors import Sentence
from kibitz.language.languages import LANGUAGES, Language
from kibitz.rules.game_text import POINTING, GameText
from tests.support import every_game
from tests.support.console import run
from tests.support.playing import said

if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.family import Family

SHIPPED = shipped_names()
NIM = Path(__file__).parents[2] / "examples" / "nim.py"
SAID_ALIKE = re.compile(r"[^\W\d_]{2,}")  # a word that a language would say in its own way

# From the start that is suggested where the usual one cannot be solved: jumps to a single peg.
SOLUTIONS = {
    "peg:french": "A4D B6L D5U A5D D7L F6U E4R E7L G4U F2R D3D E1R D1R B2D D5U C7L F5U F3R G5U D3D "
    "G3U B3D B5L A3D C4L C1R E4R E6U C6L C4D D2R D5L E4L C3D E2R",
    "peg:diamond": "B6L D5U A5D D3R F3U E1R F5L H4U G6L I5U D2R F7L D7D E9L D5U C7L F8L B5D C3R "
    "G4R G7L E4D F2R D5R D8L E6D H6U F5D G3R H5U F5L F3U D3R D5D F5R F7U D7L D5U B4R",
}


def sentences(game: BaseGame) -> list[Sentence]:
    """Return all that a game says of itself."""
    about = game.about()
    reported = [about.aim, *about.rules, about.pointing, about.writing]
    assert all(isinstance(one, Sentence) for one in reported), "not translated"
    return [one for one in reported if isinstance(one, Sentence)]


@pytest.mark.parametrize("name", every_game.names())
def test_every_game_and_variant_tells_its_rules(name: str) -> None:
    game = every_game.game(name)
    assert 3 <= len(game.about().rules) <= 8
    for one in sentences(game) + game.features():
        english = str(one)
        assert "{" not in english
        for code in LANGUAGES:
            words = str(Language(code).tell(one))
            assert "{" not in words
            if code != "en" and SAID_ALIKE.search(re.sub("{.*?}", "", one.sentence)):
                assert words != english, f"{code}: {english}"


@pytest.mark.parametrize("name", every_game.names())
def test_an_aim_names_what_counts(name: str) -> None:
    game = every_game.game(name)
    aim = str(game.about().aim)
    for cell in game.goals:
        assert game.board.names[cell] in aim
    if hasattr(game, "line"):
        assert str(game.line) in aim


MOST_WORDS = 80
INTERNAL = re.compile(r"`|\b\w+=|\bbits?\b|\bdigits?\b|positions?\b")


@pytest.mark.parametrize("name", [*SHIPPED, *every_game.names()])
def test_the_rules_are_short_and_speak_of_the_game_alone(name: str) -> None:
    about = kibitz.game(name).about()
    rules = " ".join(map(str, about.rules))
    assert 0 < len(rules.split()) <= MOST_WORDS
    assert not INTERNAL.search(rules)
    assert str(about.aim).count(".") == 1  # one sentence
    assert about.pointing is not POINTING  # its own gesture


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_game_is_told_in_every_language(name: str) -> None:
    """Its summary, its aim, its rules, how to move, and what its parameters mean."""
    family = registry.family(name)
    reported = [*sentences(kibitz.game(name)), *(Sentence(one) for one in meanings(family))]
    reported.append(Sentence(f"{family.summary}."))
    for one in reported:
        for code in LANGUAGES:
            assert code == "en" or str(Language(code).tell(one)) != str(one), f"{code}: {one}"
    shown = dict(rules_text(kibitz.game(name), Language("el")))
    assert not re.search(r"\b[a-z]{3,} [a-z]{3,} [a-z]{3,}\b", " ".join(shown.values()))


def meanings(family: Family) -> list[str]:
    """Return what the parameters of a game mean; each has more to say than its type."""
    found = [one.meaning for one in family.parameters.values()]
    assert not {"a whole number", "a word"} & set(found)
    return found


def test_the_heading_names_the_variant() -> None:
    english = Language("en")
    for name, expected in {
        "noughts": "noughts and crosses",
        "noughts:oldest,rows=4": "noughts and crosses · the oldest piece moves · 4 × 3",
        "peg:french,vacancy=c4": "peg solitaire · French board · c4 empty",
        "lockout:helpers=1": "Lunar Lockout · 1 helper",
        "lgame:start=xBB.-AAB.-A.Bx-A...": "the L-game · own start",
    }.items():
        assert heading(kibitz.game(name), english) == expected
    assert heading(kibitz.game("peg:diamond"), Language("sv")).endswith(" · rombiskt bräde")


def test_no_two_variants_have_one_heading() -> None:
    names = every_game.names()
    headings = {heading(every_game.game(name), Language("en")) for name in names}
    drawn = [name for name in names if name.startswith("peg:drawn")]
    assert len(headings) == len(names) - len(drawn) + 1  # boards of one's own have no names


@pytest.mark.parametrize("name", SOLUTIONS)
def test_where_the_start_cannot_be_solved_one_is_suggested_that_can(name: str) -> None:
    game = kibitz.game(name)
    assert why_not(game, game.rules.start) is not None
    assert game.instead is not None
    other = kibitz.game(game.instead)
    position = other.rules.start
    for move in SOLUTIONS[name].split():
        position = other.rules.play(position, other.parse_move(position, move))
    assert other.rules.worth(position) == 1
    assert other.instead is None


def test_only_such_starts_suggest_another() -> None:
    suggesting = {name for name in every_game.names() if every_game.game(name).instead}
    assert suggesting == set(SOLUTIONS)


def test_a_game_in_a_file_tells_what_its_docstring_says() -> None:
    docstring = "Take: take the last.\n\nYou take one or two.\n\n    | heap |\n\nMore.\n"
    assert GameText(docstring).rules == ["Take: take the last.", "You take one or two.", "More."]
    assert GameText("").rules == []  # it need not say anything
    reported = dict(rules_text(kibitz.game(str(NIM)), Language("en")))
    assert reported["Aim"] == "Take the last counter."
    assert reported["Rules"].startswith("The players take turns to take one or more counters")
    how = "Write the letter of the heap, a dash and how many counters you take."
    assert reported["How to move"] == f"{how} For example: a-1."


@pytest.mark.parametrize(
    ("name", "examples"),
    [
        ("hex", ["a1"]),
        ("clobber", ["a1-a2"]),
        ("morris", ["a1", "a1-a2"]),
        ("dodgem", ["a1-a2", "a3-off"]),
        ("mens_morris", ["a7", "b4xf2", "d1-a1", "a7-a4xe4"]),
    ],
)
def test_every_form_of_a_move_has_an_example(name: str, examples: list[str]) -> None:
    """Placing, moving and capturing are written differently, and the text shows each of them."""
    forms = [re.sub("[a-z](?=[0-9])|[0-9]", "_", one) for one in examples]
    shown = str(kibitz.game(name).about().writing).rpartition("For example: ")[2].rstrip(".")
    assert [re.sub("[a-z](?=[0-9])|[0-9]", "_", one) for one in shown.split("; ")] == forms


def test_the_text_of_a_file_does_not_depend_on_later_positions(tmp_path: Path) -> None:
    """Rules with a mistake, or an endless loop, in a later position: the text is shown at once."""
    file = tmp_path / "mine.py"
    text = (NIM.parent / "clobber.py").read_text()
    head = "def play(position, move):"
    wrong = f"{head}\n        assert position == {kibitz.game('clobber').rules.start}"
    file.write_text(text.replace(head, wrong))
    for game in (kibitz.game(str(file)), Collection([str(file)]).game("mine.py")):
        writing = str(game.about().writing)
        assert writing.startswith("Write the cells that change")
        assert writing.endswith("For example: a1-a2.")


def test_every_shipped_game_says_how_a_move_is_written() -> None:
    """Not only by an example: in a sentence of its own, or by the cells that change."""
    for name in SHIPPED:
        writing = kibitz.game(name).about().writing
        assert writing is not None
        assert writing.sentence != "A move is written, for example, {move}.", name


def test_the_terminal_tells_the_rules() -> None:
    game = kibitz.game("peg:french")
    wanted = dict(rules_text(game, Language("sv")))
    answer = run("games peg:french --json --lang sv")
    assert json.loads(answer.stdout)["rules"] == wanted
    shown = run("games peg:french --lang sv").stdout.decode()
    assert wanted["Mål"] in " ".join(shown.split())
    lines = " ".join(" ".join(said("peg:french --lang sv", "regler\n", {})).split())
    for heading_, words in wanted.items():
        assert f"{heading_}: {words}" in lines
