"""Two players who count points: the margin under best play, however it is found or asked for."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.catalogue.collection import Collection
from kibitz.conformance import examine
from kibitz.language.errors import Sentence
from kibitz.language.languages import Language
from kibitz.match.match_history import MatchState
from kibitz.match.session import Session
from kibitz.match.wording import ending, verdict
from kibitz.objectives.outcomes import Bound, Margin, Unknown, regret
from kibitz.oracle.sources.search_source import FromSearch
from kibitz.oracle.table_summary import summary
from kibitz.solve import table_making
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.invalid_rules import InvalidRules
from kibitz.solve.memory import in_memory
from kibitz.solve.store.table import PositionTable
from kibitz.solve.store.table_store import TableStore, find_table
from kibitz.solve.verify.verification import Fault
from kibitz.web.views.commentary import opinion as opinion_on
from tests.support.own_games import EXAMPLES, SOUND
from tests.support.random_games import RandomGame

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.solve.store.solution import Solution

GAME = RandomGame(9, 300, "score", forward=True)
BY_TIERS = Effort().at(Pace(measured=0))  # small games, too


def found(solution: Solution) -> dict[int, int]:
    return dict(zip(solution.positions, solution.codes, strict=True))


@pytest.mark.parametrize("seed", range(30))
def test_the_interpreter_agrees_with_the_oracle(seed: int) -> None:
    game = RandomGame(seed, 50, "score", forward=True)
    assert found(in_memory.solve(game.rules(), tier="interpreter")) == game.margins()


def test_every_way_of_solving_agrees_with_the_oracle(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    expected = GAME.margins()
    assert len(set(expected.values())) > 12
    rules = GAME.rules()
    flat = rules.replace(tier=None)
    assert found(in_memory.solve(flat, tier="compiled")) == expected
    assert found(in_memory.solve(rules, tier="compiled", effort=BY_TIERS)) == expected
    store = TableStore(str(tmp_path))
    table = table_making.make("points", rules, store, effort=BY_TIERS)
    kept = find_table("points", rules, store)
    assert kept is not None
    for one in (table, kept):
        assert {at: one.look_up(at) for at in one} == {at: Margin(n) for at, n in expected.items()}
        assert any("no position can come again" in str(said) for said in one.verify())


@pytest.mark.parametrize("tier", ["interpreter", "compiled", "tiers"])
def test_a_position_that_comes_again_is_refused(tier: str) -> None:
    rules = RandomGame(9, 300, "score").rules()
    effort = BY_TIERS if tier == "tiers" else Effort()
    if tier == "compiled":
        rules = rules.replace(tier=None)
    if tier != "interpreter":
        pytest.importorskip("numba")
    with pytest.raises(InvalidRules, match="can come again"):
        in_memory.solve(
            rules, tier="interpreter" if tier == "interpreter" else "compiled", effort=effort
        )


def test_large_margins_keep_their_size() -> None:
    game = RandomGame(3, 60, "score", forward=True)
    game.worths = [worth * 200_000_000 for worth in game.worths]
    assert max(map(abs, game.margins().values())) > 1 << 30
    assert found(in_memory.solve(game.rules(), tier="interpreter")) == game.margins()


def test_a_wrong_margin_is_noticed(tmp_path: Path) -> None:
    table = table_making.make(
        "points", RandomGame(5, 50, "score", forward=True).rules(), TableStore(str(tmp_path))
    )
    assert isinstance(table, PositionTable)
    codes = array("i", [table.codes[at] for at in range(len(table))])
    codes[7] += 1
    with pytest.raises(Fault, match="does not follow"):
        PositionTable(table.rules, table.positions, codes, table.census).verify()


def test_how_outcomes_compare_and_what_is_said() -> None:
    assert Margin(-1) < Margin(0) < Margin(3)
    assert Unknown(Sentence("why")) < Margin(-9)
    assert [str(Margin(n)) for n in (3, 0, -2)] == ["wins by 3", "a draw", "loses by 2"]
    assert Margin(3).before() == Margin(-3) == Margin(3).for_other()
    assert Margin(3).before(same_mover=True) == Margin(3)
    assert Bound(best=Margin(4), worst=Margin(1)).before() == Bound(Margin(-1), Margin(-4))
    assert Margin(-2).as_json() == {"value": "loss", "distance": None, "margin": -2}
    lost = regret(Margin(3), Margin(-1))
    assert lost is not None
    assert (lost.given, lost.delay) == (4, 0)


DOTS = f"{EXAMPLES / 'dots_and_boxes'}.py"


def test_what_everybody_says_of_a_game_with_points() -> None:
    match = MatchState(kibitz.game(DOTS))
    session = Session(match)
    found = verdict(match, session.outcome)
    assert [str(found.head), str(found.detail)] == ["A wins", "by 2"]
    opinion = opinion_on(session, Collection(), Language("en"))
    words = [group["words"] for group in opinion["groups"]]
    assert words == ["8 moves win by 2", "4 moves only draw"]
    assert (opinion["graph"][0]["level"] or 0) > 0.5
    session.play("b3")
    comment = session.comment()
    assert comment is not None
    assert (str(comment), comment.mark) == ("now a draw instead of wins by 2", "?")
    session.match.undo()
    line = session.play_best_line()
    assert line is not None
    assert len(line) == 12
    assert str(ending(match)) == "The game is over: A has won by 2."
    assert str(verdict(match, session.outcome).head) == "A has won by 2"


def test_a_table_of_margins_in_python(tmp_path: Path) -> None:
    table = kibitz.table(f"{EXAMPLES / 'kalah'}.py:holes=2,counters=2")
    assert table.start.outcome == Margin(-2)
    rows = table.to_numpy()
    assert {*rows["margin"].tolist()} == {one.measure for _, one in table.items()}
    least = table.where(margin=min(rows["margin"].tolist()))
    assert {position.outcome.kind for position in least} == {"loss"}
    assert summary(table.game, table.answers)["start"] == {
        "value": "loss",
        "distance": None,
        "margin": -2,
    }
    path = str(tmp_path / "kalah.csv")
    table.export(path)
    text = (tmp_path / "kalah.csv").read_text().splitlines()
    start = next(line for line in text if line.startswith(table.start.text + ","))
    assert ",loss,-2," in start


def test_agents_are_paid_the_margin() -> None:
    pytest.importorskip("pettingzoo")
    from kibitz.adapters import pettingzoo

    env = pettingzoo.env(DOTS)
    env.reset()
    while not env.terminations[env.agent_selection]:
        env.step(int(env.infos[env.agent_selection]["optimal"][0]))
    assert env.rewards == {"player_0": 2.0, "player_1": -2.0}


def test_the_doctor_tells_of_circles(tmp_path: Path) -> None:
    file = tmp_path / "round.py"
    file.write_text(SOUND.replace("return position | 1 << move", "return position ^ 1 << move"))
    text = file.read_text().replace('aim="win"', 'aim="score"')
    file.write_text(
        text.replace(
            "if not (position | position << 1 | position >> 1) >> cell & 1:", "if position < 31:"
        )
    )
    wrong = [str(said.sentence) for _, said in examine(kibitz.game(str(file))) if said]
    assert any("can come again" in one for one in wrong)


def test_a_search_finds_the_margin_or_bounds_that_hold() -> None:
    pytest.importorskip("numba")
    rules = kibitz.game(str(EXAMPLES / "dots_and_boxes.py")).rules
    table = in_memory.solve(rules)
    search, hasty = FromSearch(rules), FromSearch(rules)
    bounds = 0
    for position in map(rules.class_of, list(table.positions)[::97]):
        code = table.code(position)
        assert code is not None
        assert search.ask(position, Effort(), None) == Margin(code, rules.score_words)
        said = hasty.ask(position, Effort(positions=20), None)
        if isinstance(said, Bound):
            bounds += 1
            worst, best = (getattr(one, "margin", None) for one in (said.worst, said.best))
            assert worst is None or worst <= code
            assert best is None or code <= best
        elif not isinstance(said, Unknown):
            assert said == Margin(code, rules.score_words)
    assert bounds


@pytest.mark.parametrize(
    ("bound", "words", "value"),
    [
        (Bound(worst=Margin(3)), "a margin of at least +3", "win"),
        (Bound(best=Margin(-2)), "a margin of at most -2", "loss"),
        (Bound(worst=Margin(-4), best=Margin(6)), "a margin of -4 to +6", "unknown"),
    ],
)
def test_bounds_of_margins_in_words(bound: Bound, words: str, value: str) -> None:
    assert (str(bound), bound.value) == (words, value)
    assert str(bound.before().before()) == words


def test_margins_beyond_what_a_search_can_count_stay_unknown() -> None:
    pytest.importorskip("numba")
    game = RandomGame(3, 60, "score", forward=True)
    game.worths = [worth * 200_000_000 for worth in game.worths]
    rules = game.rules()
    assert isinstance(FromSearch(rules).ask(rules.start, Effort(), None), Unknown)
