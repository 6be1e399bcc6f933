"""Games that a visitor writes: what the backend of a tab says about them, compiled by wasmtime."""

from __future__ import annotations

import ast
import gettext
import json
import re
from functools import lru_cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.cli import COMMANDS
from kibitz.engines.wasm.emitter.emitted_module import shared_module
from kibitz.games.shipped_games import first_game
from kibitz.language.languages import FOLDER
from kibitz.solve.array_backend import use_machine
from kibitz.solve.effort import ELSEWHERE
from kibitz.web.site.compiled_games import INDEX, SHARED
from kibitz.web.site.pyodide_backend import GAMES, ORDER, PyodideBackend
from kibitz.web.site.static_site import sources
from tests.support.own_games import SOUND
from tests.support.wasmtime_host import WasmtimeHost

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = "mygame.py"
# Said to programmers in Python, and to users of a server.
NOT_IN_PAGES = (
    "kibitz/api/",
    "kibitz/export/",
    "kibitz/web/server/",
    "kibitz/questions/answers.py",
)


PATIENCE = 60.0  # seconds for an answer, as other work may slow it down


class Buffer:
    """Bytes, as JavaScript gives them."""

    def __init__(self, content: bytes) -> None:
        self.content = content

    def to_bytes(self) -> bytes:
        return self.content


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[PyodideBackend]:
    monkeypatch.chdir(tmp_path)
    (tmp_path / GAMES).mkdir()
    (tmp_path / ORDER).write_text("[]")
    (tmp_path / INDEX).write_text("{}")
    yield PyodideBackend(str(tmp_path), WasmtimeHost, deadline=PATIENCE)
    use_machine(None)


@lru_cache(maxsize=1)
def shared() -> bytes:
    return shared_module()


def ask(backend: PyodideBackend, question: str, **details: object) -> list[Any]:
    """Return the answers to a question, after the files that it needs are loaded."""
    asked = json.dumps({"question": question, "code": "en", "details": details})
    for file in json.loads(backend.wanted(asked))["code"]:
        assert file == SHARED
        backend.load(file, Buffer(shared()))
    parts = [json.loads(part) for part in backend.answer(asked)]
    return [(status, json.loads(text)) for status, _, text in parts]


def examined(backend: PyodideBackend, text: str) -> dict[str, Any]:
    """Return all that is said about a file, in one dictionary."""
    backend.put(FILE, text)
    said: dict[str, Any] = {}
    for status, part in ask(backend, "examine", file=FILE):
        assert status == 200
        said |= part
    return said


def test_the_first_game_is_sound_and_runs_compiled(backend: PyodideBackend) -> None:
    said = examined(backend, first_game())
    assert said["sound"], said
    assert said["compiled"]
    [*_, (status, opinion)] = ask(backend, "match", match=f"kibitz+{FILE}", opinion=True)
    assert status == 200
    assert opinion["opinion"]["value"]["outcome"] == "win"
    assert opinion["opinion"]["value"]["distance"] == 5


def test_code_is_not_loaded_where_a_table_knows_every_answer(backend: PyodideBackend) -> None:
    for name, code in (("noughts", []), ("hexapawn", [SHARED])):
        asked = json.dumps({"question": "match", "code": "en", "details": {"name": name}})
        assert json.loads(backend.wanted(asked))["code"] == code


def test_a_changed_file_is_another_game(backend: PyodideBackend) -> None:
    examined(backend, first_game())
    examined(backend, first_game().replace("squares=7", "squares=4"))
    [*_, (_, last)] = ask(backend, "position", name=FILE, position="start")
    assert len(last["cells"]) == 4


def line_of(text: str, words: str) -> int:
    return next(at for at, line in enumerate(text.splitlines(), 1) if words in line)


LOOP = "    for cell in range(CELLS):\n        if"
PLAY = "    return position | 1 << move"
WORTH = "    return -1\n"


@pytest.mark.parametrize(
    ("old", "new", "line", "words"),
    [
        (WORTH, "    while True:\n        pass\n", "while True", "does not end"),
        (LOOP, f"    n = 1\n    while n:\n        n += 2\n{LOOP}", "while n", "does not end"),
        (PLAY, "    return (1, 2, 4)[position + move + 9]", "(1, 2, 4)", "index is out of range"),
        (PLAY, "    return position // (move - move)", "//", "division by zero"),
        (PLAY, "    return play(position, move)", "return play(", "calls itself"),
        (WORTH, "    return -1 +\n", "return -1 +", "syntax"),
        ("CELLS = 5", "CELLS = five", "five", "five"),
        (WORTH, "    return 7\n", "", "7"),
        (LOOP, f"    while True:\n        yield 1\n{LOOP}", "", "moves"),
    ],
)
def test_wrong_rules_end_in_a_sentence_with_its_line(
    backend: PyodideBackend, old: str, new: str, line: str, words: str
) -> None:
    text = SOUND.replace(old, new)
    assert text != SOUND
    said = examined(backend, text)
    assert said["sound"] is False
    assert words in said["complaint"]["words"] + said["complaint"]["remedy"]
    if line:
        assert said["complaint"]["line"] == line_of(text, line)


def test_questions_about_a_broken_file_are_refused(backend: PyodideBackend) -> None:
    examined(backend, SOUND.replace("CELLS = 5", "CELLS = five"))
    [(status, said)] = ask(backend, "match", match=f"kibitz+{FILE}", opinion=True)
    assert status == 409
    assert "five" in said["error"]


def test_what_is_not_compiled_is_interpreted_and_said(backend: PyodideBackend) -> None:
    text = SOUND.replace("return position | 1 << move", "return int(str(position | 1 << move))")
    said = examined(backend, text)
    assert said["sound"], said
    assert not said["compiled"]
    assert said["note"]["line"] == line_of(text, "int(str(")
    assert "interpreted" in said["note"]["words"]
    [*_, (_, opinion)] = ask(backend, "match", match=f"kibitz+{FILE}", opinion=True)
    assert opinion["opinion"]["value"]["outcome"] == "win"  # of five cells, take the one between


def test_a_huge_tuple_is_not_compiled(backend: PyodideBackend) -> None:
    text = SOUND.replace("CELLS = 5", "CELLS = 5\nHUGE = tuple(range(1 << 21))")
    text = text.replace("    return -1", "    return -1 if HUGE[position] >= 0 else 0")
    said = examined(backend, text)
    assert not said.get("compiled")
    assert "too large" in said["note"]["words"]


# A page without a server has no command line, and names no command.

VERBS = "|".join(COMMANDS)
COMMAND = re.compile(rf"\bkibitz ({VERBS})\b|\bpip install\b|\bterminal\b|(?<!\S)--[a-z]")
PRINTS = "    print(position)\n"


def nodes_of_archive() -> Iterator[tuple[str, ast.AST]]:
    """Yield the file and every node of the modules that a site ships."""
    for path, content in sources(files("kibitz"), "kibitz"):
        for node in ast.walk(ast.parse(content)) if path.endswith(".py") else ():
            yield path, node


def sentences_of_archive() -> Iterator[tuple[str, str]]:
    """Yield the file and the text of every sentence that has a translation."""
    translated = gettext.translation("kibitz", FOLDER, ["fr"]).gettext
    for path, node in nodes_of_archive():
        text = node.value if isinstance(node, ast.Constant) else None
        if isinstance(text, str) and text and translated(text) != text:
            yield path, text


def with_other_forms() -> set[str]:
    """Return the sentences that have another form where there is no command line."""
    found: set[object] = {*ELSEWHERE}
    for _, node in nodes_of_archive():
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "with_command":
            found |= {one.value for one in ast.walk(node.args[0]) if isinstance(one, ast.Constant)}
    return {text for text in found if isinstance(text, str)}


def test_every_sentence_with_a_command_has_another_form_for_pages() -> None:
    named = {(path, text) for path, text in sentences_of_archive() if COMMAND.search(text)}
    other = with_other_forms()
    left = {(path, text) for path, text in named if text not in other}
    assert left == {(path, text) for path, text in left if path.startswith(NOT_IN_PAGES)}


@pytest.mark.parametrize(
    "asked",
    [
        ("game", {"name": "qqqqqqqq"}),
        ("new", {"game": "qqqqqqqq"}),
        ("match", {"match": "kibitz+other.py"}),
        ("match", {"match": "kibitz+./other.py;moves+a1"}),
        ("match", {"match": "kibitz+four:rows=6,columns=7", "opinion": True}),
        ("opinion", {"match": "kibitz+fifteen"}),
        ("solution", {"name": "fifteen", "position": "start"}),
        ("build", {"name": "peg:english"}),
        ("build", {"name": "fifteen"}),
        ("table", {"name": "fifteen"}),
    ],
)
def test_no_answer_names_a_command(
    backend: PyodideBackend, asked: tuple[str, dict[str, Any]]
) -> None:
    question, details = asked
    for _, said in ask(backend, question, **details):
        assert not COMMAND.search(json.dumps(said)), said


@pytest.mark.parametrize(
    "text",
    [
        "",
        SOUND.replace("def game", "def games"),
        SOUND.replace(WORTH, PRINTS + WORTH),
        SOUND.replace("move_text", "play").replace(LOOP, f"    while True:\n        pass\n{LOOP}"),
        SOUND.replace(WORTH, "    return 7\n"),
        SOUND.replace('signs="o."', 'signs="o.", move_text=lambda position, move: "quit"'),
        SOUND.replace("CELLS = 5", "CELLS = 60"),
    ],
)
def test_no_complaint_names_a_command(backend: PyodideBackend, text: str) -> None:
    assert text != SOUND
    assert not COMMAND.search(json.dumps(examined(backend, text)))


def test_the_refusal_of_a_file_without_a_game_names_no_command(backend: PyodideBackend) -> None:
    examined(backend, "")
    [(status, said)] = ask(backend, "match", match=f"kibitz+{FILE}", opinion=True)
    assert status == 409
    assert not COMMAND.search(said["error"])
