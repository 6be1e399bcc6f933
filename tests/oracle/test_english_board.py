"""No position of the English peg board is unknown, by whichever interface it is asked."""

from __future__ import annotations

import json
import math
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.pegs import peg_scores
from kibitz.questions import handlers
from kibitz.web.site.pyodide_backend import ORDER, PyodideBackend
from tests.support import english_board

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.engines.pegs.sets.quick_set import QuickSet

POSITIONS = 12
MOST_SEARCHES = 8  # rounds are limited in time, so a slow machine needs more than one search
pytestmark = pytest.mark.usefixtures("tables_apart")


@pytest.fixture(scope="module")
def positions() -> list[english_board.Asked]:
    return english_board.sample(POSITIONS, seed=35)


@pytest.mark.parametrize("interface", english_board.HERE)
def test_none_is_unknown(interface: str, positions: list[english_board.Asked]) -> None:
    if interface in ("gymnasium", "mcp"):
        pytest.importorskip(interface)
    asked = english_board.HERE[interface](positions)
    answers = [said for said in asked if said is not None]
    assert len(answers) == POSITIONS
    assert [english_board.unknown(said) for said in answers] == [0] * POSITIONS


# The backend of a tab, in this process


@pytest.fixture
def backend(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> PyodideBackend:
    (tmp_path / "games").mkdir()
    (tmp_path / ORDER).write_text("[]")
    (tmp_path / "code.json").write_text("{}")
    monkeypatch.chdir(tmp_path)  # it changes the current folder
    peg_scores.QUICK_SETS.clear()
    return PyodideBackend(str(tmp_path), new_host=lambda: None, between=0.0)


def asked(match: str, question: str = "match") -> str:
    details = {"match": match, **({"opinion": True} if question == "match" else {})}
    return json.dumps({"question": question, "code": "en", "details": details})


def opinion_of(part: str) -> dict[str, object]:
    opinion: dict[str, object] = json.loads(json.loads(part)[2])["opinion"]
    return opinion


def won_set() -> QuickSet:
    """Return the set of won positions that is being decided."""
    (found,) = (one for key, one in peg_scores.QUICK_SETS.items() if key[-1] is None)
    return found


def test_a_tab_decides_the_board_before_the_first_move(
    backend: PyodideBackend, positions: list[english_board.Asked]
) -> None:
    # what a tab works on ahead: the start, whose answer is part of the site
    list(backend.answer(asked(f"kibitz+{english_board.GAME}")))
    assert all(won_set().has_decided(one.number) for one in positions)
    for one in positions:
        *_, last = backend.answer(asked(one.match))
        assert english_board.unknown(english_board.tones(opinion_of(last))) == 0


def test_a_newer_question_interrupts_the_sweep_of_a_tab(backend: PyodideBackend) -> None:
    start = kibitz.game(english_board.GAME).start.number
    looks = iter(range(7))
    question = asked(f"kibitz+{english_board.GAME}")
    *_, last = backend.answer(question, lambda: next(looks, None) is not None)
    assert last == "null"
    assert won_set().has_decided(1)
    assert not won_set().has_decided(start), "the rest of the sweep is left"
    *_, last = backend.answer(question)
    assert won_set().has_decided(start)
    assert english_board.tones(opinion_of(last))[0] == "solvable"


def test_scores_in_a_tab_are_exact_after_a_search(
    backend: PyodideBackend,
    positions: list[english_board.Asked],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # A process that has run other tests may hold more than a search may.
    unlimited = [effort.replace(memory=math.inf) for effort in handlers.SEARCHING]
    monkeypatch.setattr(handlers, "SEARCHING", unlimited)
    searched = 0
    for one in positions:
        *_, said = backend.answer(asked(one.match))
        for _ in range(MOST_SEARCHES):
            if not opinion_of(said)["search"]:
                break
            searched += 1
            *_, said = backend.answer(asked(one.match, "search"))
        assert not opinion_of(said)["search"]
        values = english_board.tones(opinion_of(said))
        assert not any("at least" in words for words in values)
    assert searched
