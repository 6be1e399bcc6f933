"""Puzzles whose ends have scores: engines agree with a naive count, and faces know what is best."""

from __future__ import annotations

import csv
import pickle
from array import array
from collections import Counter
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz import Bound, Endless, Reaches, Solvable
from kibitz.conformance import examine
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources.search_sources import FromSolutionSearch
from kibitz.play.match_history import MatchState
from kibitz.play.posed_puzzle import puzzle_at
from kibitz.play.session import Session
from kibitz.play.wording import ending, groups, hint, verdict
from kibitz.questions.commentary import heights_of_puzzle
from kibitz.rules.objectives.outcomes import Regret, regret
from kibitz.solve import table_making
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.memory import in_memory
from kibitz.solve.store.table import PositionTable, table_from
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.verify.verification import Fault, verify
from tests.support.random_games import RandomGame

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.rules.objectives.objective import Aim
    from kibitz.solve.store.solution import Solution

NAME = "no_three_in_line"
STUCK = "b2", "d2", "b4", "d4", "c1"  # a square and one more stone: a3 is in line with two of them


# A walk of three steps along eleven fields, to the left or to the right; each step takes the coins
# of its field, however often it is made.
COINS = '''"""Coins: collect as many as you can."""

from kibitz import Board, OwnGame, Rules

COINS = (1, 1, 4, 1, 1, 0, 2, 1, 2, 3, 3)


def moves(position):
    if position >> 4 & 3 < 3:
        yield 0
        yield 1


def play(position, move):
    place = (position & 15) + 2 * move - 1
    return place | (position >> 4 & 3) + 1 << 4 | (position >> 6) + COINS[place] << 6


def worth(position):
    return position >> 6


def pieces(position):
    return ["o" if place == position & 15 else "." for place in range(11)]


def game():
    rules = Rules(aim="highest", start=5, moves=moves, play=play, worth=worth, solved_at=4)
    return OwnGame(rules, Board.rectangle(1, 11), pieces, signs="o.")
'''

FEWEST_COINS = COINS.replace("highest", "lowest").replace("solved_at=4", "solved_at=8")
BY_TIERS = Effort().at(Pace(measured=0))  # small games, too


@pytest.fixture(scope="module")
def game() -> kibitz.Game:
    return kibitz.game(NAME)


@pytest.fixture(scope="module")
def table() -> kibitz.GameTable:
    return kibitz.table(NAME)


def found(solution: Solution) -> dict[int, int]:
    return dict(zip(solution.positions, solution.codes, strict=True))


# Engines; tests/solve/shards/test_shards.py, test_cluster.py and test_gpu_tiers.py have the others


@pytest.mark.parametrize("aim", ["lowest", "highest"])
@pytest.mark.parametrize("seed", range(12))
def test_the_interpreter_agrees_with_a_naive_count(aim: Aim, seed: int) -> None:
    game = RandomGame(seed, 60, aim)
    assert found(in_memory.solve(game.rules(), mode="interpreter")) == game.scores()


@pytest.mark.parametrize("aim", ["lowest", "highest"])
def test_every_way_in_memory_agrees_with_a_naive_count(aim: Aim, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    game = RandomGame(8, 300, aim)
    expected = game.scores()
    assert len(set(expected.values())) > 4
    assert 0 in expected.values(), "some can reach no end"
    rules = game.rules()
    assert found(in_memory.solve(rules.replace(tier=None), mode="compiled")) == expected
    assert found(in_memory.solve(rules, mode="compiled", effort=BY_TIERS)) == expected
    made = table_making.make("scores", rules, TableStore(str(tmp_path)))
    assert any("every score is reached" in str(said) for said in made.verify())
    worst = min(one for one in made.histogram() if one.measure is not None)
    assert list(made.hardest()) == [worst], "also where the least code means that there is no end"


def test_moves_and_tiers_and_the_interpreter_agree(game: kibitz.Game) -> None:
    pytest.importorskip("numba")
    plain = in_memory.solve(game.rules, mode="interpreter")
    by_moves = in_memory.solve(game.rules, mode="compiled")
    by_tiers = in_memory.solve(game.rules, mode="compiled", effort=BY_TIERS)
    for other in (by_moves, by_tiers):
        assert found(other) == found(plain)


@pytest.mark.parametrize("change", [-1, 1])
def test_a_score_that_is_wrong_by_one_is_noticed(game: kibitz.Game, change: int) -> None:
    made = table_from(game.rules, in_memory.solve(game.rules, mode="interpreter"), 0.0)
    codes = array("h", [made.codes[at] for at in range(len(made))])
    codes[len(codes) // 2] += change
    with pytest.raises(Fault, match="does not follow"):
        verify(PositionTable(game.rules, made.positions, memoryview(codes), made.census))


def test_a_score_that_circles_promise_each_other_is_noticed() -> None:
    """Two positions lead to each other and to an end worth 1; both claim 5."""
    rules = kibitz.Rules(
        aim="highest",
        start=0,
        moves=lambda position: iter((1, 2) if position < 2 else ()),
        play=lambda position, move: 2 if move == 2 else 1 - position,
        worth=lambda position: 1,
        solved_at=1,
    )
    made = table_from(rules, in_memory.solve(rules, mode="interpreter"), 0.0)
    assert [made.codes[at] for at in range(3)] == [2, 2, 2]
    codes = memoryview(array("h", [6, 6, 2]))
    with pytest.raises(Fault, match="cannot be reached"):
        verify(PositionTable(rules, made.positions, codes, made.census))


def test_rules_say_which_score_counts_as_solved(game: kibitz.Game) -> None:
    with pytest.raises(ValueError, match="the aim highest needs solved_at"):
        game.rules.replace(solved_at=0)


# What is published


# OEIS A235453: in how many ways, up to symmetry, 1, 2, 3, … stones can be on the board.
PLACINGS = {
    2: (1, 2, 1, 1),
    3: (3, 8, 13, 15, 5, 1),
    4: (3, 21, 70, 181, 217, 142, 28, 4),
    5: (6, 49, 290, 1253, 3192, 4699, 3385, 1076, 110, 5),
}
SOLUTIONS = {2: 1, 3: 2, 4: 11, 5: 32}  # OEIS A000755: all of them


@pytest.mark.parametrize("side", PLACINGS)
def test_the_published_counts(side: int) -> None:
    found = kibitz.table(f"no_three_in_line:side={side}")
    numbers = [position.number for position, _ in found.items()]
    stones = Counter(map(int.bit_count, numbers))
    assert tuple(stones[count] for count in range(1, 2 * side + 1)) == PLACINGS[side]
    orbit = found.rules.orbit
    assert orbit is not None
    solved = [number for number in numbers if number.bit_count() == 2 * side]
    assert sum(map(orbit, solved)) == SOLUTIONS[side]
    assert found[found.start] == Reaches(2 * side, solved=True)


# Outcomes


def test_outcomes_are_ordered_and_travel() -> None:
    best_first = [Reaches(9, solved=True), Reaches(5), Reaches(4), Endless()]
    assert sorted(best_first, reverse=True) == best_first
    for outcome in best_first:
        assert pickle.loads(pickle.dumps(outcome)) == outcome
    assert regret(Reaches(9, solved=True), Reaches(4)) == Regret(5, 0)
    assert regret(Reaches(4), Endless()) == Regret(float("inf"), 0)
    assert str(Reaches(4)) == "a score of 4 at best"
    assert str(Bound(worst=Reaches(9, solved=True))) == "at least a score of 9"
    assert Bound(worst=Reaches(9, solved=True)).kind == "solvable"


def test_a_line_found_by_search_proves_no_more_than_it_reaches(game: kibitz.Game) -> None:
    source = FromSolutionSearch(game.rules.replace(solved_at=6))
    said = source.ask(game.rules.start, kibitz.Effort(), None)
    assert isinstance(said, Bound)
    assert said.worst is not None
    line = source.line(game.rules.start, kibitz.Effort())
    assert line is not None
    assert said.worst.measure == len(line) >= 6
    assert said.best == Reaches(8, solved=True)  # two in each row, says the bound of the rules


# Faces


def session_of(game: kibitz.Game, *moves: str) -> Session:
    session = Session(MatchState(game))
    for move in moves:
        session.play(move)
    return session


def test_verdict_moves_and_hint(game: kibitz.Game) -> None:
    session = session_of(game)
    said = verdict(session.match, session.outcome)
    assert (str(said.head), str(said.detail), said.tone) == (
        "Solvable",
        "8 stones at best",
        "good",
    )
    words, option = hint(session, session.moves(), None)
    assert str(words) == "Hint: a1 (8 stones at best)"
    assert option is not None
    session = session_of(game, *STUCK[:4])
    assert session.outcome == Reaches(5)
    assert [str(group.words) for group in groups(session.outcome, session.moves())] == [
        "2 moves lead to 5 stones at best"
    ]
    words, option = hint(session, session.moves(), None)
    assert str(words) == "This cannot be solved; a3 leads to 5 stones at best."
    assert option is not None
    heights = heights_of_puzzle([Reaches(8, solved=True), Reaches(7), Reaches(5), Reaches(5)])
    assert heights[0] == 1
    assert heights == sorted(heights, key=lambda one: -(one or 0))
    assert heights[1] != heights[2]


def test_a_problem_asks_for_the_only_move_that_keeps_the_score(tmp_path: Path) -> None:
    """To the left 1, 1 and 4 coins, to the right 2, 1 and 2: the right keeps it solved, too."""
    file = tmp_path / "coins.py"
    file.write_text(COINS)
    coins = kibitz.game(str(file))
    oracle = Oracle(coins)
    assert [option.outcome for option in oracle.moves(coins.rules.start)] == [
        Reaches(6, solved=True),
        Reaches(5, solved=True),
    ]
    problem = puzzle_at(oracle, coins.rules.start)
    assert problem is not None
    assert str(problem.question) == (
        "Find the only move after which a score of 6 can still be reached."
    )
    session = session_of(coins)
    assert [str(group.words) for group in groups(session.outcome, session.moves())] == [
        "1 move leads to a score of 6 at best",
        "1 move leads to a score of 5 at best",
    ]
    session.play(1)
    comment = session.comment(0)
    assert comment is not None
    assert (comment.mark, str(comment)) == (
        "?",
        "from a score of 6 at best to a score of 5 at best",
    )


def test_the_lowest_score_is_told_where_several_count_as_solved(tmp_path: Path) -> None:
    """To the left and back 1, 0 and 1 coins, to the right and back 2, 0 and 1."""
    file = tmp_path / "coins.py"
    file.write_text(FEWEST_COINS)
    coins = kibitz.game(str(file))
    oracle = Oracle(coins)
    outcomes = [option.outcome for option in oracle.moves(coins.rules.start)]
    assert outcomes == [Solvable(score=2), Solvable(score=3)]
    assert [str(one) for one in outcomes] == ["a score of 2 at best", "a score of 3 at best"]
    assert pickle.loads(pickle.dumps(outcomes[0])).words == outcomes[0].words
    problem = puzzle_at(oracle, coins.rules.start)
    assert problem is not None
    assert str(problem.question) == (
        "Find the only move after which a score of 2 can still be reached."
    )
    session = session_of(coins)
    found = verdict(session.match, session.outcome)
    assert (str(found.head), str(found.detail)) == ("Solvable", "a score of 2 at best")
    assert [str(group.words) for group in groups(session.outcome, session.moves())] == [
        "1 move leads to a score of 2 at best",
        "1 move leads to a score of 3 at best",
    ]
    for move in (1, 0, 0):
        session.play(move)
    comment = session.comment(0)
    assert str(comment) == "from a score of 2 at best to a score of 3 at best"
    assert str(ending(session.match)) == "Solved. The final score is 3."
    one_peg = kibitz.game("peg:triangle")  # 1 is the only score that counts as solved
    assert str(Oracle(one_peg).outcome(one_peg.rules.start)) == "solvable"


def test_comments_and_the_end(game: kibitz.Game) -> None:
    session = session_of(game, *STUCK)
    comments = [session.comment(ply) for ply in range(len(STUCK))]
    assert all(comments)
    marks = [one.mark for one in comments if one]
    lost = marks.index("??")
    assert "that threw away the solution; now" in str(comments[lost])
    assert str(ending(session.match)) == "No moves are left. The final score is 5 stones."
    solved = session_of(game)
    for move in solved.oracle.line(game.rules.start) or ():
        solved.play(move)
    assert str(ending(solved.match)) == "Solved. The final score is 8 stones."
    assert verdict(solved.match, solved.outcome).tone == "good"


def test_rewards_of_agents(game: kibitz.Game) -> None:
    gymnasium = pytest.importorskip("kibitz.adapters.gymnasium")
    env = gymnasium.make(NAME)
    env.reset()
    position, reward, regrets = game.rules.start, 0.0, []
    for text in STUCK:
        move = game.parse_move(position, text)
        _, reward, over, _, info = env.step(env.unwrapped.arena.actions.of(move))
        position = game.rules.play(position, move)
        regrets.append(info["regret"])
    assert over
    assert reward == 5 - 8
    assert sum(regrets) == 3, "every stone less was given away by some move"


def test_utilities_in_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    pytest.importorskip("kibitz.adapters.openspiel")
    played = pyspiel.load_game("kibitz_no_three_in_line")
    assert (played.min_utility(), played.max_utility()) == (-9.0, 0.0)


def test_the_export(table: kibitz.GameTable, tmp_path: Path) -> None:
    file = tmp_path / "scores.csv"
    table.export(file)
    with file.open(newline="") as lines:
        rows = list(csv.DictReader(lines))
    assert len(rows) == 667
    assert {row["outcome"] == "solvable" for row in rows if row["score"] == "8"} == {True}
    assert {row["outcome"] for row in rows if row["score"] != "8"} == {"unsolvable"}
    cards = [each.read_text() for each in tmp_path.iterdir() if each != file]
    assert any("the greatest is best" in card for card in cards)


def test_the_doctor(game: kibitz.Game) -> None:
    assert not [complaint for _, complaint in examine(game) if complaint]
