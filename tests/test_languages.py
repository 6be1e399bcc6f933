"""The catalogues: complete, well formed, compiled; and how a language is chosen."""

from __future__ import annotations

import gettext
import string
import sys
from pathlib import Path
from typing import Any

import pytest

import kibitz
from kibitz.cli.dialogue_commands import COMMANDS
from kibitz.play.language import FOLDER, LANGUAGES, Language, language_for
from kibitz.play.record import match_from
from kibitz.rules.errors import KibitzError

sys.path.insert(0, str(Path(__file__).parent.parent / "scripts"))
import catalogues

OTHERS = [code for code in LANGUAGES if code != "en"]


def fields(text: str) -> list[str]:
    return sorted(str(name) for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.fixture(scope="module")
def wanted() -> set[str]:
    return {str(message.id) for message in catalogues.template() if message.id}


@pytest.fixture(params=OTHERS, scope="module")
def catalogue(request: pytest.FixtureRequest) -> Any:
    return catalogues.read(str(request.param))


def test_the_sources_have_sentences_of_every_kind(wanted: set[str]) -> None:
    """One from an error, a refusal, a phrase, a dialogue, a game's summary and a parameter."""
    assert {
        "a move is missing",
        "there is no peg on the board",
        "no jump goes that way",
        "your move: ",
        "peg solitaire: jump pegs off the board until one is left",
        "how many in a row win",
    } <= wanted


def test_every_sentence_is_translated(catalogue: Any, wanted: set[str]) -> None:
    there = {message.id: message for message in catalogue if message.id}
    assert set(there) == wanted, "run scripts/catalogues.py"
    for message in there.values():
        assert message.string, f"not translated: {message.id}"
        assert not message.fuzzy, f"fuzzy: {message.id}"


def test_every_translation_is_well_formed(catalogue: Any) -> None:
    for message in catalogue:
        if message.id:
            assert set(fields(message.string)) == set(fields(message.id)), message.id
            assert message.string.strip() == message.string or message.id.endswith(" ")
            assert message.string[-1:].isspace() == message.id[-1:].isspace(), message.id
            assert message.id[-1:] != "." or message.string[-1:] == ".", message.id
            assert "\n" not in message.string


def test_what_is_shipped_is_what_is_written(catalogue: Any) -> None:
    path = Path(FOLDER) / str(catalogue.locale) / "LC_MESSAGES" / "kibitz.mo"
    with path.open("rb") as file:
        shipped = gettext.GNUTranslations(file)
    for message in catalogue:
        if message.id:
            assert shipped.gettext(message.id) == message.string, "run scripts/catalogues.py"


def test_hardly_anything_is_left_in_english(catalogue: Any) -> None:
    same = {message.id for message in catalogue if message.id and message.id == message.string}
    names = {"Lunar Lockout", "perfect", "[N]"}
    # the same words in some of the languages
    names |= {"Pause", "Start", "System", "Variant", "parameter", "triangle", "type"}
    assert {text for text in same if text.replace("{", "").replace("}", "")} - names <= {
        *["{reason}", "{words}", "{parameter}: {reason}", "start: {error}", "{origin}: {error}"],
        "{name}: {meaning}",
    }


@pytest.mark.parametrize("code", OTHERS)
def test_commands_are_one_word_each_and_all_different(code: str) -> None:
    words = [Language(code).say(word) for word in COMMANDS]
    assert all(word and not word.isspace() and " " not in word for word in words)
    assert len(set(words)) == len(words)
    for word, command in zip(words, COMMANDS, strict=True):
        assert word == command or word not in COMMANDS


@pytest.mark.parametrize("code", OTHERS)
def test_what_names_a_command_uses_its_word(code: str) -> None:
    say = Language(code).say
    assert say("help") in say("Type a move, such as {move}, or help.", move="a1")
    assert f"{say('undo')} 3" in say("This cannot be solved any more. Type: undo {count}", count=3)
    asked = say("undo, new, save or quit: ")
    assert all(say(word) in asked for word in ("undo", "new", "save", "quit"))


def test_an_error_in_an_error_is_translated_too() -> None:
    with pytest.raises(KibitzError) as caught:
        match_from("kibitz nougts")
    said = str(Language("sv").tell(caught.value))
    assert said == (
        "det här är inget parti som går att fortsätta: "
        "det finns inget spel “nougts”; menade du noughts?"
    )


def test_the_place_of_an_error_is_translated_too() -> None:
    with pytest.raises(KibitzError) as caught:
        kibitz.game("lgame").parse("xAA.-.BA.-.BA.-.B?x")
    assert str(Language("fr").tell(caught.value)).endswith(
        "(caractère 18 de “xAA.-.BA.-.BA.-.B?x”)"
    )


@pytest.mark.parametrize(
    ("option", "environment", "code"),
    [
        (None, {}, "en"),
        (None, {"LANG": "el_GR.UTF-8"}, "el"),
        (None, {"LANG": "el_GR.UTF-8", "LC_MESSAGES": "sv_SE"}, "sv"),
        (None, {"LANG": "el_GR.UTF-8", "LC_ALL": "ro_RO.UTF-8"}, "ro"),
        (None, {"LANG": "de_DE.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8", "LANGUAGE": "de:fr:en"}, "fr"),
        (None, {"LANG": "C", "LANGUAGE": "fr"}, "en"),
        (None, {"LC_ALL": "POSIX", "LANG": "fr_FR"}, "en"),
        (None, {"LANG": "el_GR.UTF-8", "KIBITZ_LANG": "et"}, "et"),
        ("fr", {"LANG": "el_GR.UTF-8", "KIBITZ_LANG": "et"}, "fr"),
        ("sv_SE.UTF-8", {}, "sv"),
        ("EN", {"LANG": "el_GR.UTF-8"}, "en"),
    ],
)
def test_how_a_language_is_chosen(
    option: str | None, environment: dict[str, str], code: str
) -> None:
    assert language_for(option, environment).code == code


@pytest.mark.parametrize("environment", [{"KIBITZ_LANG": "klingon"}, {}])
def test_a_language_that_is_asked_for_must_be_there(environment: dict[str, str]) -> None:
    with pytest.raises(KibitzError, match="there is no language “klingon”; there is el, en"):
        language_for(None if environment else "klingon", environment)


def test_english_needs_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gettext", None)
    assert Language("en").say("won in {count}", count=3) == "won in 3"
