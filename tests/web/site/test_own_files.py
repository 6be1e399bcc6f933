"""Games that a visitor writes: what the backend of a tab says about them, compiled by wasmtime."""

from __future__ import annotations

import json
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import pytest

from kibitz.catalogue.shipped_games import first_game
from kibitz.solve.row_backend import use_machine
from kibitz.solve.wasm.building import shared_module
from kibitz.web.site.compiled_games import INDEX, SHARED
from kibitz.web.site.pyodide_backend import GAMES, ORDER, PyodideBackend
from tests.support.own_games import SOUND
from tests.support.wasmtime_host import WasmtimeHost

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FILE = "mygame.py"


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
    yield PyodideBackend(str(tmp_path), WasmtimeHost)
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
