"""What the commands say in every language: help, results, errors; JSON never changes."""

from __future__ import annotations

import argparse
import re
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.cli import COMMANDS, language_in, main
from kibitz.language.languages import LANGUAGES, Language
from kibitz.oracle.named_tables import table_of
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

import catalogues

OTHERS = [code for code in LANGUAGES if code != "en"]
WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}")  # two English words, not a name or a number


@pytest.fixture
def run(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs a command and returns its status and what it printed."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "code"))  # which is removed
    monkeypatch.chdir(tmp_path)

    def go(*words: str) -> tuple[int, str, str]:
        status = main(words)
        said = capsys.readouterr()
        return status, said.out, said.err

    return go


def sentences(text: str) -> set[str]:
    """Return the lines that have something to translate."""
    return {line.strip() for line in text.splitlines() if WORDS.search(line)}


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_help_is_translated(command: str, run: Any) -> None:
    words = [command, "--help"] if command else ["--help"]
    _, english, _ = run(*words)
    usage = re.split(r"\n\n", english)[0 if command else 1]
    for code in OTHERS:
        status, said, _ = run(*words, "--lang", code)
        assert status == 0
        assert said.count(Language(code).say("usage: ")) == 1
        assert sentences(said) & sentences(english) <= sentences(usage)


def test_a_help_is_translated_to_the_last_word(run: Any) -> None:
    _, said, _ = run("new", "--help", "--lang=sv")
    assert said.startswith(
        "användning: kibitz new [-h] [--example [NAME]] [--like WORDS] [--lang LANG] [file]\n"
    )
    assert "\npositionsargument:\n  file " in said
    assert "visa den här hjälpen och avsluta\n" in said
    assert "  --lang LANG       språket: en, el, et, fr, ro, sv\n" in said


RESULTS = [
    ("solve", "noughts"),
    ("solve", "peg:triangle,vacancy=12", "--fewest-moves"),
    ("table", "noughts"),
    ("table", "peg:triangle"),
    ("tables",),
    ("tables", "--remove-all", "--yes"),
    ("verify", "peg:triangle"),
    ("problems", "peg:triangle", "--solvable-only"),
    ("games",),
    ("new", "--example"),
    ("check", "joc", "in", "out"),
]


@pytest.mark.parametrize("words", RESULTS, ids=" ".join)
def test_results_are_translated(words: tuple[str, ...], run: Any, tmp_path: Path) -> None:
    (tmp_path / "in").write_text("1 0 4 1 1 2 3 3 0 4")
    (tmp_path / "out").write_text("4 deplasari\nP-r P-d P-r P-d\n")
    status, english, _ = run(*words)
    for code in OTHERS:
        again, said, _ = run(*words, "--lang", code)
        assert again == status
        assert len(said.splitlines()) == len(english.splitlines())
        assert sentences(said) & sentences(english) == set()


@pytest.mark.parametrize(
    "words",
    [
        ("solve", "noughts"),
        ("solve", "peg:french"),
        ("table", "lgame"),
        ("tables",),
        ("verify", "noughts"),
        ("games",),
        ("problems", "peg:triangle", "--solvable-only"),
        ("check", "joc", "in", "out"),
    ],
    ids=" ".join,
)
def test_json_is_the_same_in_every_language(
    words: tuple[str, ...], run: Any, tmp_path: Path
) -> None:
    (tmp_path / "in").write_text("1 0 4 1 1 2 3 3 0 4")
    (tmp_path / "out").write_text("4 deplasari\nP-r P-d P-r P-d\n")
    assert run(*words, "--json", "--lang", "el") == run(*words, "--json")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("solve --lang fr", "il manque des arguments requis\u202f: game"),
        ("solve noughts --lang fr --jsn", "vouliez-vous dire --json"),
        ("table noughts --workers x --lang sv", "ogiltigt värde av typen int: 'x'"),
        ("tabel --lang sv", "menade du table eller tables?"),
        ("solve nought --lang ro", "ai vrut să spui noughts?"),
        ("doctor nought --lang ro", "ai vrut să spui noughts?"),
        ("solve noughts --lang xx", "there is no language “xx”"),
    ],
)
def test_errors_are_translated(words: str, said: str, run: Any) -> None:
    before = argparse._  # type: ignore[attr-defined]
    status, out, err = run(*words.split())
    assert (status, out) == (2, "")
    assert said in err
    assert argparse._ is before  # type: ignore[attr-defined]


def test_the_option_is_found_before_the_words_are_parsed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LANG", "et")
    assert language_in(["solve", "--lang", "sv"]).code == "sv"
    assert language_in(["solve", "--lang=sv", "--lang", "fr"]).code == "fr"
    assert language_in(["solve", "--lang"]).code == "et"
    assert language_in(["solve", "--", "--lang", "sv"]).code == "et"


def test_phases_and_notices_can_be_translated(tmp_path: Path) -> None:
    known = {message.id for message in catalogues.template()}
    phases: set[str] = set()
    for name in ("noughts", "peg:triangle", "lockout:helpers=1"):
        table = table_of(name, fresh=True, store=TableStore(str(tmp_path)), progress=note(phases))
        table.verify(Effort().watch(note(phases)))
    assert {"exploring", "valuing", "checking"} <= phases <= known


def note(phases: set[str]) -> Callable[[str, int, int | None], None]:
    return lambda phase, done, total: phases.add(phase)
