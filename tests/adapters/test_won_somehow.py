"""A win at a distance that is not known is an outcome of its own, in every adapter."""

from __future__ import annotations

import random

import numpy as np
import pytest

import kibitz
from kibitz.play.match_history import MatchState
from kibitz.play.session import Session
from kibitz.questions.app_state import AppState
from kibitz.questions.commentary import opinion
from kibitz.rules.objectives.outcomes import Loss, Win
from kibitz.tasksets.task_kinds import Asked, kind_named

pytestmark = [
    pytest.mark.usefixtures("tables_apart"),
    pytest.mark.filterwarnings("ignore:there is no table of:UserWarning"),
]
GAME = "four:rows=6,columns=7"
WON = ".......-.......-.......-.......-.......-..OX..."  # of the opening book
LOST = ".......-.......-.......-.......-..O....-..XO..X"


def test_pettingzoo() -> None:
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(GAME, effort=kibitz.Effort(positions=100))  # no table is tried
    env.reset(options={"position": WON})
    observation, _, _, _, info = env.last()
    assert repr(info["value"]) == "Win()"
    best = info["optimal"]
    assert best
    assert all(observation["action_mask"][action] for action in best)
    env.step(best[0])
    mover, other = env.infos[env.agent_selection], env.infos[env.agents[0]]
    assert repr(mover["value"]) == "Loss()"
    assert (repr(other["value"]), other["regret"]) == ("Win()", 0)
    assert other["delay"] in (None, 0)


def test_openspiel() -> None:
    openspiel = pytest.importorskip("kibitz.adapters.openspiel")
    state = openspiel.load(GAME).new_initial_state()
    for column in (3, 2):  # as in the position above
        state.apply_action(state.legal_actions()[column])
    assert repr(state.value()) == "Win()"
    assert state.hint() in state.optimal()
    lost = set(state.legal_actions()) - set(state.optimal())
    assert all(state.regret(action) == 0 for action in state.optimal())
    assert any(state.regret(action) for action in lost)


@pytest.mark.parametrize(("text", "outcome"), [(WON, "win"), (LOST, "loss")])
def test_mcp(text: str, outcome: str) -> None:
    pytest.importorskip("mcp")
    from kibitz.adapters.mcp import GameTools

    tools = GameTools()
    said = tools.solve(GAME, text)
    assert (said["value"], said["distance"]) == (outcome, None)
    won, lost = (tools.check(GAME, claim, text)["true"] for claim in ("won", "lost"))
    assert (won, lost) == (outcome == "win", outcome == "loss")
    right = "won in 9" if outcome == "win" else "lost in 9"
    assert tools.check(GAME, right, text)["true"] is None, "proved, but not its number"


def test_tasks() -> None:
    game = kibitz.game(GAME)
    asked = Asked(game.oracle, game.position(WON).number)
    kind = kind_named("outcome")
    posed = kind.posed(asked, random.Random(1))
    assert posed is not None
    assert kind.answers(posed) == ["win"]
    assert [kind.graded(posed, said).reward for said in ("won", "lost")] == [1, 0]


def test_the_graph_and_the_hint_of_the_page() -> None:
    game = kibitz.game(GAME)
    session = Session(MatchState(game, game.position(WON).number), game.oracle)
    won, lost = (game.position(text).outcome for text in (WON, LOST))
    assert (repr(won), repr(lost)) == (repr(Win()), repr(Loss()))
    said = opinion(session, AppState())
    assert str(said["value"]["words"]) == "a win"
    level = said["graph"][0]["level"]
    assert level is not None
    assert np.isfinite(level)
    assert said["hint"]["move"] in [str(move) for move in game.position(WON).best]
