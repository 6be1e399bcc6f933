"""The catalogues: complete, well formed, compiled; and how a language is chosen."""

from __future__ import annotations

import csv
import gettext
import io
import json
import re
import string
import sys
import warnings
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz.language.errors import (
    KibitzError,
    Sentence,
    all_of,
    listed,
    one_of,
    packed,
    plural,
    quoted,
    unpacked,
)
from kibitz.language.languages import FOLDER, LANGUAGES, MANNERS, Language, language_for
from kibitz.play.match_record import match_from
from kibitz.play.session import COMMANDS

if TYPE_CHECKING:
    from collections.abc import Iterator

import catalogues
from babel.messages.pofile import write_po
from compile_catalogues import compiled

OTHERS = [code for code in LANGUAGES if code != "en"]
DATA = Path(__file__).parents[1] / "data"
BEFORE_A_COLON = ("options", "positional arguments")  # which argparse writes itself
ARGPARSE = re.compile(r"%(?:\(\w+\))?[sr]")  # what argparse fills in


def fields(text: str) -> list[str]:
    return sorted(str(name) for _, name, _, _ in string.Formatter().parse(text) if name is not None)


@pytest.fixture(scope="module")
def wanted() -> set[Any]:
    return {message.id for message in catalogues.template() if message.id}


@pytest.fixture(params=OTHERS, scope="module")
def catalogue(request: pytest.FixtureRequest) -> Any:
    return catalogues.read(str(request.param))


def texts(catalogue: Any, *, notes: bool = True) -> Iterator[tuple[str, str]]:
    """Each sentence and its translation; one that depends on a number, in every form.

    `notes` on the history of games have titles of papers, which are not translated.
    """
    for message in catalogue:
        if catalogues.is_missing(message) or (not notes and catalogues.is_note(message)):
            continue
        if message.pluralizable:
            one, many = message.id
            yield from ((many if form else one, said) for form, said in enumerate(message.string))
        elif message.id:
            yield message.id, message.string


def test_the_sources_have_sentences_of_every_kind(wanted: set[Any]) -> None:
    """One from each kind of place where something is said."""
    assert {
        "a move is missing",  # an error
        "there is no peg on the board",  # a refusal
        "no jump goes that way",  # a phrase
        "Your move: ",  # a dialogue
        "peg solitaire: jump pegs off the board until one is left",  # a game's summary
        "how many in a row win",  # a parameter
        "boat",  # the name of a parameter of a game in a file, a label in the page
        "wins by {count}",  # an outcome
        "the start is missing",  # a fault of a table
        "write a loop instead of recursion",  # the doctor
        ("a match has at most {count} move", "a match has at most {count} moves"),
        (
            "Building the table: {count} position",
            "Building the table: {count} positions",
        ),  # the page
    } <= wanted


@pytest.mark.filterwarnings("default")  # what may wait is only listed
def test_every_sentence_is_translated(catalogue: Any, wanted: set[Any]) -> None:
    there = {message.id: message for message in catalogue if message.id}
    assert set(there) == wanted, "run scripts/catalogues.py"
    missing = [message for message in there.values() if catalogues.is_missing(message)]
    for message in there.values():
        forms = catalogues.forms(message)
        assert len(forms) == (catalogue.num_plurals if message.pluralizable else 1), message.id
    assert [message.id for message in missing if not catalogues.may_wait(message)] == []
    for message in missing:
        warnings.warn(f"{catalogue.locale}: not translated: {message.id}", stacklevel=1)


def test_what_players_see_is_translated_before_a_change_lands() -> None:
    """Sentences only for developers may wait: they are shown in English until then."""
    waits = {message.id: catalogues.may_wait(message) for message in catalogues.template()}
    for sentence in (
        "Show the answer",  # the page
        "Your move: ",  # the dialogue
        "not a jump: ({pair})",  # what judges a classic
        "Take the last counter.",  # the rules of a shipped game
        "Jump pegs off the board until a single peg is left.",  # of a built-in one
    ):
        assert not waits[sentence]
    for sentence in (
        "write a loop instead of recursion",  # the doctor
        "the start is missing",  # a fault of a table
        "the rules can run on a GPU",
        kibitz.game("konane").about().history,  # where a game comes from
    ):
        assert waits[sentence]
    assert sum(waits.values()) < len(waits) / 3


def test_a_sentence_without_a_translation_is_shown_in_english() -> None:
    catalogue = catalogues.read("fr")
    catalogue.add("a new sentence")
    catalogue.add(("{count} new sentence", "{count} new sentences"))
    catalogue.add("a guess", "une supposition", flags=["fuzzy"])
    written = io.BytesIO()
    write_po(written, catalogue)
    shown = gettext.GNUTranslations(io.BytesIO(compiled(written.getvalue().decode())))
    assert shown.gettext("a new sentence") == "a new sentence"
    assert shown.gettext("a guess") == "a guess"
    assert shown.ngettext("{count} new sentence", "{count} new sentences", 2).endswith("s")
    (added,) = (message for message in catalogue if message.id == "a new sentence")
    assert catalogues.is_missing(added)


def test_every_translation_is_well_formed(catalogue: Any) -> None:
    for english, said in texts(catalogue):
        assert set(fields(said)) == set(fields(english)), english
        assert sorted(ARGPARSE.findall(said)) == sorted(ARGPARSE.findall(english)), english
        if english in BEFORE_A_COLON and str(catalogue.locale) == "fr":
            assert said[-1:] == "\u202f"
            continue
        assert said.strip() == said or english.endswith(" ")
        assert said[-1:].isspace() == english[-1:].isspace(), english
        assert english[-1:] != "." or said[-1:] == ".", english
        assert "\n" not in said


def test_what_is_shipped_is_what_is_written(catalogue: Any) -> None:
    path = Path(FOLDER) / str(catalogue.locale) / "LC_MESSAGES" / "kibitz.mo"
    with path.open("rb") as file:
        shipped = gettext.GNUTranslations(file)
    for message in catalogue:
        if message.pluralizable:
            one, many = message.id
            said = {shipped.ngettext(one, many, count) for count in range(200)}
            wanted = {one, many} if catalogues.is_missing(message) else set(message.string)
            assert said == wanted, "run scripts/catalogues.py"
        elif message.id:
            said_once = message.string or message.id
            assert shipped.gettext(message.id) == said_once, "run scripts/catalogues.py"


def test_hardly_anything_is_left_in_english(catalogue: Any) -> None:
    same = {english for english, said in texts(catalogue) if english == said}
    names = {"Lunar Lockout", "perfect", "Perfect", "[N]"}
    # the same words in some of the languages
    names |= {"Pause", "Start", "System", "Variant", "parameter", "triangle", "type", "ok", "OK"}
    names |= {"robot A", "robot B", "robot C", "couples", "komi"}
    names |= {"Code", "lion", "Menu", "Verdict", "points", "student", "verdict", "{size} MiB"}
    names |= {"{count} minute", "{count} minutes", "{count} position", "{count} positions"}
    names |= {"{count} action", "{count} actions", "{count} byte", "{count} solution"}
    names |= {
        "{count} solutions",
        "{seconds} s",
        "classes",
        "options",
        "positions",
        "table",
        "total",
    }
    names |= {"Positions", "Source", "hare", "note", "OK", "Orange", "Vertical", "Horizontal"}
    names |= {"argument %(argument_name)s: %(message)s"}
    left = {text for text in same - names if re.search("[A-Za-z]", re.sub("{.*?}", "", text))}
    assert left <= {"start: {error}"}


# Words that a reviewer found wrong: of the wrong term, of the wrong register, or worse.
FORBIDDEN = {
    "el": ["πηδ", "πήδ", "πασσαλάκι", "γιγαμπάιτ", "εν παρόδω", "άλυτη", "πρέπει να ειπωθεί"],
    "et": [r"\bpulk", "pealtvaataja", "mõistatus", "pane maha", "lamab", "lamanud"],
    "fr": [r"règle de trois", r"\bsoluble", "insoluble", "assistants", r"\bfiche", "il y a :"],
    "ro": [r"\bcui\b", "tabelul", "navigator", "ia înapoi", "pune jos", "câmpuri"],
    "sv": ["löslig", "pussel", "åskådare", "lägg ner", "läggs ned", r"\bremi\b", "hör hemma"],
}
# Each language speaks to a person in one way: Greek, French formally, the others familiarly.
OTHER_REGISTER = {
    "el": [
        r"\b(γράψε|διάλεξε|βάλε|κάνε|εκτέλεσε|πάτησε|δοκίμασε|χρησιμοποίησε|πρόσθεσε|παίξε)\b",
        r"\b(σου|εσύ|μπορείς|θέλεις|έχεις)\b",
    ],
    "et": [
        r"\b(teie|teil|teid|saate|võite)\b",
        r"\b(kirjutage|proovige|valige|andke|nimetage|kasutage|lisage|jätke|vajutage|klõpsake)\b",
    ],
    "fr": [
        r"\b(tu|te|ton|ta|tes|toi)\b",
        r"\b(écris|choisis|clique|peux|veux|es)\b",
    ],
    "ro": [
        "dumneavoastră",
        r"\b(scrieți|încercați|alegeți|ați|dați|puteți|folosiți|rulați|adăugați|omiteți|faceți)\b",
        r"\b(voastră|vostru|dvs)\b",
    ],
    "sv": [r"\b(ni|er|ert|era)\b"],
}


def test_no_forbidden_word_is_said(catalogue: Any) -> None:
    code = str(catalogue.locale)
    pattern = re.compile("|".join([*FORBIDDEN[code], *OTHER_REGISTER[code]]), re.IGNORECASE)
    assert [said for _, said in texts(catalogue) if pattern.search(said)] == []


def rows(file: str) -> list[dict[str, str]]:
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


# What is not English in an English sentence: details, code, names of commands, options and games.
NAMES = re.compile(r"{.*?}|`.*?`|kibitz[ .]\w+|--[\w-]+|\w+\(\)|\w+[:=]\S+")


def test_a_concept_has_one_term_in_each_language(catalogue: Any) -> None:
    """Where the English has a concept of the glossary, the translation has a stem of its term."""
    code = str(catalogue.locale)
    excepted = {
        (row["concept"], row["english"])
        for row in rows("terms_exceptions.tsv")
        if code in row["languages"].split()
    }
    met: set[tuple[str, str]] = set()
    for english, said in texts(catalogue, notes=False):
        plain = NAMES.sub("", english)
        for row in rows_of_terms():
            if re.search(row["english"], plain) and not re.search(row[code], said, re.IGNORECASE):
                met.add((row["concept"], english))
    assert met - excepted == set()
    assert excepted - met == set(), "not needed any more"


@cache
def rows_of_terms() -> list[dict[str, str]]:
    return rows("terms.tsv")


STATEMENTS = Path(kibitz.__file__).parent / "judge" / "packages"


def french() -> Iterator[str]:
    """Everything that is written in French, without code: the catalogue, and what is set."""
    for _, said in texts(catalogues.read("fr"), notes=False):
        yield re.sub("`[^`]*`", "``", said)
    for path in sorted(STATEMENTS.glob("*/problem.fr.md")):
        plain = re.sub(
            r"```.*?```|`[^`]*`", "``", path.read_text(encoding="utf-8"), flags=re.DOTALL
        )
        yield from plain.splitlines()


def test_french_has_a_narrow_no_break_space_before_its_signs() -> None:
    """Before `: ; ! ? %` and inside quotes."""
    for said in french():
        assert not re.search(r"(?<!\u202f)[:;!?»](?=\s|$)|«(?!\u202f)", said), said
        assert not re.search("} ?%", said), said


def test_the_other_languages_have_no_space_before_their_signs(catalogue: Any) -> None:
    for _, said in texts(catalogue):
        if str(catalogue.locale) != "fr":
            assert not re.search(r"\s[:;!?](?=\s|$)", re.sub("`[^`]*`", "``", said)), said


def test_french_has_typographic_apostrophes() -> None:
    for said in french():
        assert not re.search(r"[^\W\d_]'[^\W\d_]", said), said


def test_quotes_are_those_of_the_language(catalogue: Any) -> None:
    opening, closing = MANNERS[str(catalogue.locale)].quotes
    for _, said in texts(catalogue):
        quotes = re.sub("`[^`]*`", "", said)
        assert set(re.findall('[«»„“”"]', quotes)) <= set(opening + closing), said


@pytest.mark.parametrize(
    ("code", "count", "said"),
    [
        ("en", 1, "this board has 1 row, not 2"),
        ("en", 3, "this board has 3 rows, not 2"),
        ("el", 1, "αυτό το ταμπλό έχει 1 γραμμή, όχι 2"),
        ("el", 3, "αυτό το ταμπλό έχει 3 γραμμές, όχι 2"),
        ("fr", 0, "ce plateau a 0 ligne, et non 2"),
        ("fr", 3, "ce plateau a 3 lignes, et non 2"),
        ("ro", 1, "această tablă are 1 rând, nu 2"),
        ("ro", 3, "această tablă are 3 rânduri, nu 2"),
        ("ro", 20, "această tablă are 20 de rânduri, nu 2"),
        ("ro", 101, "această tablă are 101 rânduri, nu 2"),
        ("sv", 1, "det här brädet har 1 rad, inte 2"),
        ("sv", 20, "det här brädet har 20 rader, inte 2"),
    ],
)
def test_a_number_decides_on_the_words(code: str, count: int, said: str) -> None:
    sentence = plural(
        "this board has {count} row, not {wrong}",
        "this board has {count} rows, not {wrong}",
        count,
        wrong=2,
    )
    assert Language(code).tell(sentence) == said
    assert Language(code).tell(KibitzError(sentence)) == said
    if code == "en":
        assert str(sentence) == str(KibitzError(sentence)) == said


@pytest.mark.parametrize(
    ("code", "said"),
    [
        ("en", "“x” 1,234 1,234,567 -1,234 2.5 a, b or “c” a and b a, b 0x1"),
        ("el", "«x» 1.234 1.234.567 -1.234 2,5 a, b ή «c» a και b a, b 0x1"),
        ("et", "„x“ 1234 1\u00a0234\u00a0567 -1234 2,5 a, b või „c“ a ja b a, b 0x1"),
        (
            "fr",
            "«\u202fx\u202f» 1\u202f234 1\u202f234\u202f567 -1\u202f234 2,5 "
            "a, b ou «\u202fc\u202f» a et b a, b 0x1",
        ),
        ("ro", "„x” 1.234 1.234.567 -1.234 2,5 a, b sau „c” a și b a, b 0x1"),
        (
            "sv",
            "”x” 1\u00a0234 1\u00a0234\u00a0567 -1\u00a0234 2,5 a, b eller ”c” a och b a, b 0x1",
        ),
    ],
)
def test_details_are_written_as_the_language_writes_them(code: str, said: str) -> None:
    sentence = Sentence(
        "{text} {four} {seven} {less} {half} {any} {all} {some} {name}",
        text=quoted("x"),
        four=1234,
        seven=1234567,
        less=-1234,
        half=2.5,
        any=one_of(["a", "b", quoted("c")]),
        all=all_of("ab"),
        some=listed("ab"),
        name="0x1",
    )
    assert Language(code).tell(sentence) == said
    assert Language(code).tell(unpacked(json.loads(json.dumps(packed(sentence))))) == said
    if code == "en":
        assert str(sentence) == said


def test_one_thing_is_listed_without_a_conjunction() -> None:
    assert str(one_of(["a"])) == str(all_of(["a"])) == str(listed(["a"])) == "a"


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
        "det finns inget spel ”nougts”; menade du noughts?"
    )


def test_the_place_of_an_error_is_translated_too() -> None:
    with pytest.raises(KibitzError) as caught:
        kibitz.game("lgame").parse("xAA.-.BA.-.BA.-.B?x")
    assert str(Language("fr").tell(caught.value)).endswith(
        "(caractère 18 de «\u202fxAA.-.BA.-.BA.-.B?x\u202f»)"
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
    with pytest.raises(KibitzError, match="there is no language “klingon”; choose from: el, en"):
        language_for(None if environment else "klingon", environment)


def test_english_needs_no_catalogue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gettext", None)
    assert Language("en").say("wins by {count}", count=3) == "wins by 3"
