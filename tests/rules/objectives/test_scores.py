"""Two players who count points: the margin under best play, however it is found or asked for."""

from __future__ import annotations

from array import array
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.conformance import examine
from kibitz.language.errors import Sentence
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources.search_sources import FromSearch
from kibitz.oracle.table_summary import summary
from kibitz.play.match_history import MatchState
from kibitz.play.opponents import Opponent
from kibitz.play.session import Session
from kibitz.play.wording import ending, verdict
from kibitz.questions.app_state import AppState
from kibitz.questions.commentary import opinion as opinion_on
from kibitz.rules import MoveId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Margin, Unknown, regret
from kibitz.solve import table_making
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.memory import in_memory
from kibitz.solve.store.table import PositionTable, table_from
from kibitz.solve.store.table_store import TableStore, find_table
from kibitz.solve.verify.verification import Fault
from tests.support.own_games import EXAMPLES, SOUND
from tests.support.random_games import RandomGame

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.solve.store.solution import Solution

GAME = RandomGame(9, 300, "score", forward=True)
CIRCLES = RandomGame(9, 300, "score")  # positions recur
BY_TIERS = Effort().at(Pace(measured=0))  # small games, too


def found(solution: Solution) -> dict[int, int]:
    return dict(zip(solution.positions, solution.codes, strict=True))


@pytest.mark.parametrize("forward", [True, False])
@pytest.mark.parametrize("seed", range(30))
def test_the_interpreter_agrees_with_the_oracle(seed: int, forward: bool) -> None:
    game = RandomGame(seed, 50, "score", forward=forward)
    assert found(in_memory.solve(game.rules(), mode="interpreter")) == game.margins()


@pytest.mark.parametrize(
    ("game", "why"),
    [(GAME, "no position can recur"), (CIRCLES, "every margin can be forced")],
)
def test_every_way_of_solving_agrees_with_the_oracle(
    game: RandomGame, why: str, tmp_path: Path
) -> None:
    pytest.importorskip("numba")
    expected = game.margins()
    assert len(set(expected.values())) > 12
    rules = game.rules()
    flat = rules.replace(tier=None)
    assert found(in_memory.solve(flat, mode="compiled")) == expected
    assert found(in_memory.solve(rules, mode="compiled", effort=BY_TIERS)) == expected
    store = TableStore(str(tmp_path))
    table = table_making.make("points", rules, store, effort=BY_TIERS)
    kept = find_table("points", rules, store)
    assert kept is not None
    for one in (table, kept):
        assert {at: one.look_up(at) for at in one} == {at: Margin(n) for at, n in expected.items()}
        assert any(why in str(said) for said in one.verify())


@pytest.mark.parametrize("forward", [True, False])
def test_large_margins_keep_their_size(forward: bool) -> None:
    game = RandomGame(3, 60, "score", forward=forward)
    game.worths = [worth * 200_000_000 for worth in game.worths]
    assert max(map(abs, game.margins().values())) > 1 << 30
    assert found(in_memory.solve(game.rules(), mode="interpreter")) == game.margins()


def test_a_wrong_margin_is_noticed(tmp_path: Path) -> None:
    table = table_making.make(
        "points", RandomGame(5, 50, "score", forward=True).rules(), TableStore(str(tmp_path))
    )
    assert isinstance(table, PositionTable)
    codes = array("i", [table.codes[at] for at in range(len(table))])
    codes[7] += 1
    with pytest.raises(Fault, match="does not follow"):
        PositionTable(table.rules, table.positions, codes, table.census).verify()


# Two players walk around a ring together, one step each in turn. At an even place the player to
# move can leave it instead, and wins a point. So walking on keeps the margin, and does not gain it.
RING = '''"""Ring: leave it at an even place."""

from kibitz import Board, OwnGame, Rules

LENGTH = 4


def moves(position):
    if position < LENGTH:
        yield 0
        if position % 2 == 0:
            yield 1


def play(position, move):
    return LENGTH if move else (position + 1) % LENGTH


def worth(position):
    return -1


def pieces(position):
    return ["o" if at == position else "." for at in range(LENGTH)]


def game():
    rules = Rules(aim="score", start=0, moves=moves, play=play, worth=worth)
    return OwnGame(rules, Board.rectangle(1, LENGTH), pieces, signs="o.")
'''


def ring(folder: Path, length: int = 4) -> kibitz.Game:
    file = folder / "ring.py"
    file.write_text(RING.replace("LENGTH = 4", f"LENGTH = {length}"))
    return kibitz.game(str(file))


@pytest.mark.parametrize("length", [4, 1200])
def test_a_margin_that_is_only_promised_is_noticed(length: int, tmp_path: Path) -> None:
    """Values in a ring that follow from each other, although neither player can force them."""
    if length > 1000:
        pytest.importorskip("numba")
    rules = ring(tmp_path, length).rules
    right = in_memory.solve(rules, mode="interpreter")
    assert set(right.codes) == {1, -1}
    table = table_from(rules, right, 0.0)
    assert isinstance(table, PositionTable)
    assert any("every margin can be forced" in str(said) for said in table.verify())
    claims = array("i", [5 if at % 2 == 0 else -5 for at in range(length)] + [-1])
    with pytest.raises(Fault, match="a margin is claimed that cannot be forced"):
        PositionTable(rules, table.positions, claims, table.census).verify()
    claims[:length] = array("i", [0] * length)
    with pytest.raises(Fault, match="does not follow"):
        PositionTable(rules, table.positions, claims, table.census).verify()


def test_a_line_leads_to_the_end_instead_of_in_circles(tmp_path: Path) -> None:
    game = ring(tmp_path)
    oracle, walk, leave = Oracle(game), MoveId(0), MoveId(1)
    for place in map(PositionId, range(4)):
        wanted = Margin(1 if place % 2 == 0 else -1)
        assert oracle.outcome(place) == wanted
        assert {one.move: one.outcome for one in oracle.moves(place)}[walk] == wanted
        assert oracle.line(place) == ([leave] if place % 2 == 0 else [walk, leave])
        assert oracle.hint(place, repeating=True) == (leave if place % 2 == 0 else walk)
    assert oracle.ending_moves(PositionId(0)) == [leave]


@pytest.mark.parametrize("seed", range(8))
def test_a_perfect_opponent_ends_a_match_that_goes_in_circles(seed: int, tmp_path: Path) -> None:
    match = MatchState(ring(tmp_path), players=("perfect", "human"))
    for move in [0] * 8:
        match.play(move)
    assert (match.repeats, match.occurrences) == (True, 3)
    session = Session(match, seed=seed)
    assert session.reply()
    assert match.over
    assert str(ending(match)) == "The game is over. You lost by 1."


def test_opponents_reach_the_margin_of_every_position() -> None:
    game = kibitz.game(f"{EXAMPLES / 'awari'}.py:pits=2,seeds=2")
    oracle = Oracle(game, table=table_from(game.rules, in_memory.solve(game.rules), 0.0))
    assert oracle.table is not None
    players = [Opponent("perfect", oracle, seed) for seed in range(2)]
    margins = {at: margin for at in oracle.table if (margin := oracle.outcome(at).points)}
    assert len(margins) > 50
    for at, margin in margins.items():
        match = MatchState(game, start=at, first=0)
        while not match.over and match.ply < 100:
            match.play(players[match.mover].choose(match.position, repeating=match.repeats))
        worth = game.rules.worth(match.position)
        assert (worth if match.mover == 0 else -worth) == margin


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
    opinion = opinion_on(session, AppState())
    words = [str(group["words"]) for group in opinion["groups"]]
    assert words == ["8 moves win by 2", "4 moves only draw"]
    assert (opinion["graph"][0]["level"] or 0) > 0.5
    session.play("b3")
    comment = session.comment()
    assert comment is not None
    assert (str(comment), comment.mark) == ("now a draw, before: wins by 2", "?")
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


@pytest.mark.parametrize(("aim", "refused"), [('"score"', False), ('"win", impartial=True', True)])
def test_the_doctor_tells_of_circles(aim: str, refused: bool, tmp_path: Path) -> None:
    file = tmp_path / "round.py"
    file.write_text(SOUND.replace("return position | 1 << move", "return position ^ 1 << move"))
    text = file.read_text().replace('aim="win"', f"aim={aim}")
    file.write_text(
        text.replace(
            "if not (position | position << 1 | position >> 1) >> cell & 1:", "if position < 31:"
        )
    )
    wrong = [str(said.sentence) for _, said in examine(kibitz.game(str(file))) if said]
    assert any("can recur" in one for one in wrong) is refused


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


def test_what_a_search_proves_in_circles_is_right() -> None:
    pytest.importorskip("numba")
    rules, margins = CIRCLES.rules(), CIRCLES.margins()
    search = FromSearch(rules)
    proved = 0
    for position, margin in [*margins.items()][::3]:
        said = search.ask(PositionId(position), Effort(), None)
        if isinstance(said, Unknown):
            continue
        assert said is not None
        low, high = (said.worst, said.best) if isinstance(said, Bound) else (said, said)
        assert low is None or low <= Margin(margin)
        assert high is None or high >= Margin(margin)
        proved += 1
    assert 0 < proved < len(margins) // 3


SEEDS = ("{count} seed", "{count} seeds")


@pytest.mark.parametrize(
    ("bound", "words", "value"),
    [
        (Bound(worst=Margin(3)), "wins by at least 3", "win"),
        (Bound(worst=Margin(0)), "at least a draw", "unknown"),
        (Bound(worst=Margin(-3)), "at worst a loss by 3", "unknown"),
        (Bound(best=Margin(3)), "at best a win by 3", "unknown"),
        (Bound(best=Margin(0)), "at best a draw", "unknown"),
        (Bound(best=Margin(-2)), "loses by at least 2", "loss"),
        (Bound(worst=Margin(2), best=Margin(6, SEEDS)), "wins by 2 to 6 seeds", "win"),
        (Bound(worst=Margin(-6, SEEDS), best=Margin(-2)), "loses by 2 to 6 seeds", "loss"),
        (
            Bound(worst=Margin(-4), best=Margin(6)),
            "between a loss by 4 and a win by 6",
            "unknown",
        ),
        (Bound(worst=Margin(0), best=Margin(6)), "between a draw and a win by 6", "unknown"),
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
