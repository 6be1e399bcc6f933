"""The handlers of the interface, asked without a server: plain values in, JSON out."""

from __future__ import annotations

import json
import math
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

import kibitz.oracle.oracle
import kibitz.solve.effort
from kibitz.games.collection import Collection
from kibitz.language.errors import Sentence
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources import Ends, Source
from kibitz.play.match_record import match_from
from kibitz.questions.answering import QUESTIONS, answer
from kibitz.questions.app_state import AppState
from kibitz.rules.objectives.outcomes import Unknown
from kibitz.solve.effort import Effort, Exhausted, no_progress
from kibitz.solve.store.table_store import TableStore

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.objectives.outcomes import Bound, Outcome
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table import Table


@pytest.fixture
def state(tmp_path: Path) -> AppState:
    return AppState(TableStore(str(tmp_path)), Collection())


def asked(state: AppState, question: str, code: str = "en", **details: Any) -> tuple[int, Any]:
    ((status, _, body),) = answer(state, question, code, details)
    return status, json.loads(body)


def test_a_board_is_left_out_where_it_is_known(state: AppState) -> None:
    board = asked(state, "game", name="noughts")[1]
    for question, of in (("new", {"game": "noughts"}), ("match", {"match": "kibitz+noughts"})):
        said = asked(state, question, **of)[1]
        whole = said.get("view", said)
        assert whole.pop("board") == board
        said = asked(state, question, **of, known_board=board["key"])[1]
        assert said.get("view", said) == whole


def test_boards_that_differ_have_different_keys(state: AppState) -> None:
    boards = [("noughts", "en"), ("noughts", "sv"), ("noughts:any", "en"), ("lgame", "en")]
    keys = [asked(state, "game", code, name=name)[1]["key"] for name, code in boards]
    assert len(set(keys)) == len(boards)
    assert "board" in asked(state, "new", game="noughts:any", known_board=keys[0])[1]


def test_a_new_game_is_named_whole_or_in_parts(state: AppState) -> None:
    whole = asked(state, "new", game="noughts:oldest,rows=4,columns=4,line=4")[1]
    choice = whole["board"]["choice"]
    assert choice == {
        "variant": "oldest",
        "parameters": {"rows": "4", "columns": "4", "line": "4"},
    }
    assert asked(state, "new", game=whole["board"]["family"], **choice)[1] == whole


def test_a_board_names_the_game_without_its_start(state: AppState) -> None:
    begun = asked(state, "game", name="lockout:helpers=3")[1]
    assert begun["base"] == begun["name"] == "lockout:helpers=3"
    name = "lockout:helpers=3,start=" + asked(state, "game", name="lockout:helpers=3")[1]["start"]
    board = asked(state, "game", name=name)[1]
    assert board["base"] == "lockout:helpers=3"


def test_a_match_begins_again_where_it_began(state: AppState) -> None:
    text = "kibitz+noughts;players+human+perfect;start+XO.-...-...;moves+b2+c3"
    ((_, _, body),) = answer(state, "match", "en", {"match": text, "again": True})
    view = json.loads(body)["view"]
    assert (view["position"], view["history"]) == ("XO.-...-...", [])
    assert view["players"] == ["human", "perfect"]
    swapped = {"match": text, "again": True, "players": ["perfect", "human"]}
    ((_, _, body),) = answer(state, "match", "en", swapped)
    assert json.loads(body)["view"]["players"] == ["perfect", "human"]


class Counted(Collection):
    """Games, and the names by which they were asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.named: list[str] = []

    def game(self, name: str) -> BaseGame:
        """Return a game, and remember that it was asked for."""
        self.named.append(name)
        return super().game(name)


def test_a_move_its_reply_and_the_opinion_cost_one_replay(tmp_path: Path) -> None:
    """A match is replayed by `match_from`, which asks for the game of the match once."""
    games = Counted()
    state = AppState(TableStore(str(tmp_path)), games)
    details = {"match": "kibitz+noughts;players+human+perfect", "play": "a1", "reply": True}
    parts = list(answer(state, "match", "en", {**details, "opinion": True}))
    made, replied, judged = (json.loads(body) for _, _, body in parts)
    assert games.named == ["noughts"]
    assert {kind for _, kind, _ in parts} == {"application/x-ndjson"}
    assert made["view"]["history"] == ["a1"]
    assert replied["view"]["history"] == ["a1", "b2"]
    assert judged["opinion"]["made"] == 2


def test_answering_needs_neither_fastapi_nor_pydantic(tmp_path: Path) -> None:
    """A page without a server has neither; nor has a worker process time for them."""
    code = """
import sys
sys.modules.update(dict.fromkeys(["fastapi", "pydantic", "starlette", "uvicorn"]))
from kibitz.questions.answering import QUESTIONS, answer
from kibitz.questions.app_state import AppState
((status, kind, body),) = answer(AppState(), "opinion", "en", {"match": "kibitz+noughts"})
print(status, body.decode()[:30])
"""
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={"KIBITZ_CACHE": str(tmp_path)},
    )
    assert done.stdout.startswith('200 {"verdict":{"head":"Draw"')


# The time of a request

LARGE = "noughts:rows=5,columns=6,line=6"
SOLVING: dict[str, dict[str, Any]] = {
    "position": {"name": LARGE, "position": "start"},
    "solution": {"name": LARGE, "position": "start"},
    "opinion": {"match": f"kibitz+{LARGE};moves+a1+b1+c1"},
    "match": {"match": f"kibitz+{LARGE};players+perfect+perfect", "reply": True, "opinion": True},
    "puzzle": {"name": LARGE, "difficulty": "hard"},
    "daily": {"name": LARGE},
    "posed": {"match": f"kibitz+{LARGE}"},
    "judge": {"match": f"kibitz+{LARGE}"},
    "difficulty": {"name": "lockout:rows=7,columns=8,helpers=8"},
}


class Endless(Source):
    """A clock, and a source whose work takes time on it and never ends by itself."""

    def __init__(self, progress: Progress | None) -> None:
        self.now = 0.0
        self._progress = progress or no_progress

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if effort.positions != 0:
            with suppress(Exhausted):
                self.work(effort)
        return Unknown(Sentence("nothing is proved"))

    def work(self, effort: Effort) -> Table:
        watch = effort.watch(self._progress)
        while self.now < 10:
            self.now += 0.01
            watch("working", 0, None)
        raise AssertionError("it goes on after the deadline")

    def line(self, position: PositionId, effort: Effort) -> list[MoveId] | None:
        return None


class EndlessOracle(Oracle):
    """An oracle that can neither work an outcome out nor make a table, however long it takes."""

    def __init__(self, game: BaseGame, endless: Endless, effort: Effort) -> None:
        super().__init__(game, effort=effort, sources=[Ends(game.rules), endless])
        self.knowledge.make_table = endless.work  # type: ignore[method-assign]


@pytest.mark.parametrize("question", SOLVING)
def test_a_request_is_answered_when_its_time_is_up(
    question: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    state = AppState(TableStore(str(tmp_path)), Collection())
    endless = Endless(state.oracles.progress)
    monkeypatch.setattr(kibitz.solve.effort, "working_time", lambda: endless.now)
    monkeypatch.setattr(
        state.oracles, "of", lambda game: EndlessOracle(game, endless, state.oracles.effort)
    )
    state.begin(2.0)
    reported = []
    for status, _, body in answer(state, question, "en", SOLVING[question]):
        reported.append((endless.now, status, json.loads(body)))
    assert endless.now == pytest.approx(2.0, abs=0.1)
    said = reported[-1][2]
    if question == "match":
        assert [list(one) for _, _, one in reported] == [["view"], ["view"], ["opinion"]]
        # A reply has half a second, and half of that is for proofs; estimates use no source.
        assert reported[1][0] == pytest.approx(0.25, abs=0.1)
        assert said["opinion"]["verdict"]["detail"] == "it needs more time than allowed"
    elif question in ("opinion", "position"):
        assert said["value"]["tone"] == "unknown"
        assert said["command"].startswith(f"kibitz solve {LARGE} ")
    else:
        assert reported[-1][1] == 409
        assert said["command"].startswith(("kibitz solve ", "kibitz table "))


def test_after_a_reply_its_position_is_worked_on(tmp_path: Path) -> None:
    """What is proved meanwhile is known when the next question comes."""
    state = AppState(TableStore(str(tmp_path)), Collection())
    rounds = [Effort(positions=100_000, compile=False)]
    state.ponder(math.inf, rounds)  # before any reply there is nothing to do
    state.begin(0)
    details = {"match": "kibitz+dodgem;players+human+perfect", "play": "a1-a2", "reply": True}
    list(answer(state, "match", "en", details))
    assert state.pondered is None  # there was no time: nothing was worked out, nor is it now
    state.begin(1.0)
    *_, (_, _, body) = answer(state, "match", "en", details)
    match = match_from(json.loads(body)["view"]["match"], state.games.game)
    assert state.pondered is not None
    assert state.pondered[1] == match.position
    state.ponder(math.inf, rounds)
    outcome = state.oracles.of(match.game).outcome(match.position, Effort.lookup_only)
    assert outcome.known


def test_every_question_that_solves_has_a_time() -> None:
    declared = {one.name for one in QUESTIONS.values() if one.solves}
    assert set(SOLVING) == declared | {"match"}


def test_without_its_packages_the_page_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['uvicorn'] = None; from kibitz.cli import main; "
        "sys.exit(main(['web', '--no-browser', '--port', '0']))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "kibitz: the page needs the package uvicorn, which is not installed: "
        "pip install 'fastapi>=0.115' 'uvicorn>=0.30'\n"
    )
