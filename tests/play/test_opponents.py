"""Opponents: perfect play over every position of the small games, and rates of error."""

from __future__ import annotations

import threading
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.api.compare import played
from kibitz.cli.dialogue import Dialogue
from kibitz.cli.terminal import Terminal
from kibitz.games.registry import names
from kibitz.language.errors import Sentence
from kibitz.oracle.oracle import USUAL, Oracle
from kibitz.oracle.sources import Ends, Source
from kibitz.play.match_history import MatchState
from kibitz.play.opponents import OPPONENTS, Opponent
from kibitz.play.pondering import Pondering
from kibitz.play.session import Session
from kibitz.questions.answering import wanted
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Unknown, Win
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table_store import TableStore
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

    from kibitz.rules import ClassId, PositionId
    from kibitz.rules.objectives.outcomes import Outcome

SMALL = ["noughts", "noughts:any", "lgame", "noughts:rows=2,columns=4,line=3"]
if EVERYTHING:  # positions come again in noughts:any and lgame, too
    SMALL.append("noughts:oldest")


@cache
def known(name: str) -> Oracle:
    return Oracle(kibitz.game(name), TableStore("/nonexistent/kibitz"))


class Small:
    """A small game, all its positions up to symmetry, and what perfect may choose in each."""

    def __init__(self, name: str) -> None:
        self.game = kibitz.game(name)
        self.rules = self.game.rules
        oracle = known(name)
        self.perfect = Opponent("perfect", oracle, seed=1)
        self.least = cache(self.rules.class_of)
        self.children = cache(self._children)
        self.choices: dict[ClassId, list[PositionId]] = {}
        self.solution = solve(self.rules, mode="interpreter")
        self.code = cache(self._code)
        waiting = [self.least(self.rules.start)]
        while waiting:
            position = waiting.pop()
            if position not in self.choices:
                self.choices[position] = []
                waiting += [self.least(to) for to in self.children(position)]
        for position in self.choices:
            if any(True for _ in self.rules.moves(position)):
                moves = oracle.moves(position)
                self.choices[position] = [judged.to for judged in self.perfect.best(moves)]

    def _code(self, position: int) -> int:
        code = self.solution.code(self.least(position))
        assert code is not None
        return code

    def _children(self, position: int) -> list[int]:
        play, moves = self.rules.play, self.rules.moves
        return [play(position, move) for move in moves(position)]


@cache
def small(name: str) -> Small:
    return Small(name)


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_never_loses_what_is_not_lost(name: str) -> None:
    """By the rules alone: where can perfect play end lost, whatever the other does?"""
    one = small(name)
    before: dict[ClassId, set[ClassId]] = {}
    losing = []
    for position, choices in one.choices.items():
        if not choices and one.rules.worth(position) < 0:
            losing.append(position)
        for choice in choices:
            for reply in one.children(choice):
                before.setdefault(one.least(reply), set()).add(position)
    can_lose = set(losing)
    while losing:
        for position in before.get(losing.pop(), ()):
            if position not in can_lose:
                can_lose.add(position)
                losing.append(position)
    lost = {position for position in one.choices if one.code(position) < 0}
    assert can_lose == lost
    assert len(one.choices) == len(one.solution)


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_wins_in_time_and_holds_out_longest(name: str) -> None:
    one = small(name)
    for position, choices in one.choices.items():
        code = one.code(position)
        for choice in choices:
            after = one.code(choice)
            if code > 0:  # the other is lost one ply sooner, and whatever it does helps it nothing
                assert after == -(code - 1)
                assert all(0 < one.code(reply) <= code - 2 for reply in one.children(choice))
            elif code < 0:
                slowest = max(one.code(to) for to in one.children(position))
                assert after == slowest == -code - 1


@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_perfect_play_of_a_draw_leaves_the_most_ways_to_go_wrong(name: str) -> None:
    one = small(name)

    @cache
    def ways_to_go_wrong(position: int) -> int:
        return sum(one.code(reply) > 0 for reply in one.children(position))

    drawn = [position for position in one.choices if one.code(position) == 0]
    for position in drawn:
        if one.choices[position]:
            equal = [to for to in one.children(position) if one.code(to) == 0]
            most = max(map(ways_to_go_wrong, equal))
            assert {ways_to_go_wrong(to) for to in one.choices[position]} == {most}
            assert all(one.code(to) == 0 for to in one.choices[position])


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_errors_come_at_the_stated_rate(name: str) -> None:
    """In the start of the L-game, which is drawn, many moves lose."""
    oracle = known("lgame")
    start = oracle.rules.start
    opponent = Opponent(name, oracle, seed=11)
    moves = {judged.move: judged.outcome for judged in oracle.moves(start)}
    kinds = {outcome.value for outcome in moves.values()}
    assert kinds == {"draw", "loss"}
    tries = 600
    errors = sum(moves[opponent.choose(start)] != Draw() for _ in range(tries))
    rate = OPPONENTS[name]
    if rate is None:
        rate = sum(outcome != Draw() for outcome in moves.values()) / len(moves)
    spread = (rate * (1 - rate) / tries) ** 0.5
    assert abs(errors / tries - rate) <= 4 * spread


@pytest.mark.parametrize("name", list(OPPONENTS))
def test_the_same_seed_makes_the_same_choices(name: str) -> None:
    rules = known("lgame").rules

    def line(seed: int) -> list[int]:
        opponent = Opponent(name, known("lgame"), seed)
        position = rules.start
        chosen: list[int] = []
        while len(chosen) < 8 and any(True for _ in rules.moves(position)):
            chosen.append(opponent.choose(position))
            position = rules.play(position, chosen[-1])
        return chosen

    assert line(4) == line(4)
    assert len({tuple(line(seed)) for seed in range(6)}) > 1


# Where nothing is solved


class SolvesNothing(Source):
    """A source that fails if it is allowed to work."""

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        assert effort.positions == 0, "something was solved"
        return Unknown(Sentence("nothing is solved"))


def unsolved(name: str) -> Oracle:
    game = kibitz.game(name)
    return Oracle(game, sources=[Ends(game.rules), SolvesNothing()])


@cache
def for_two() -> list[str]:
    """Return the games of two players in the collection, and Connect Four on its usual board."""
    games = [name for name in names() if kibitz.game(name).rules.two_players]
    return [*games, "four:rows=6,columns=7"]


@pytest.mark.parametrize("name", ["random", "easy"])
def test_random_and_easy_reply_in_every_game_and_solve_nothing(name: str) -> None:
    assert len(for_two()) > 25
    for game in for_two():
        oracle = unsolved(game)
        position = oracle.rules.play(
            oracle.rules.start, next(oracle.rules.moves(oracle.rules.start))
        )
        if not oracle.rules.is_over(position):
            chosen = [Opponent(name, unsolved(game), seed).choose(position) for seed in (3, 3)]
            assert chosen[0] == chosen[1]
            assert chosen[0] in oracle.rules.moves(position)


FEW, NO_TIME = Effort(positions=100, compile=False), Effort(seconds=0, compile=False)


@pytest.mark.parametrize(("name", "effort"), [("perfect", FEW), ("hard", NO_TIME)])
def test_at_its_deadline_an_opponent_makes_the_best_move_found_so_far(
    name: str, effort: Effort, tmp_path: Path
) -> None:
    for game in for_two():
        oracle = Oracle(kibitz.game(game), TableStore(str(tmp_path)))
        asked: list[Effort] = []
        for source in oracle.knowledge.plan:
            watch_efforts(source, asked)
        start = oracle.rules.start
        assert Opponent(name, oracle, 5, effort).choose(start) in oracle.rules.moves(start)
        assert not any(one.compile for one in asked)  # a compiler would be waited for
        assert all(one.positions is None or one.positions <= 100 for one in asked)


def watch_efforts(source: Any, asked: list[Effort]) -> None:
    """Note the effort of each question that a source is asked."""
    ask = source.ask

    def noted(position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        asked.append(effort)
        return ask(position, effort, so_far)  # type: ignore[no-any-return]

    source.ask = noted


def test_easy_takes_a_win_and_sees_a_loss_unless_it_errs() -> None:
    """X at a3 wins; O at b3 and c3 threatens a3, and only a3 defends."""
    game = kibitz.game("noughts")
    easy = Opponent("easy", unsolved("noughts"), seed=1)
    won, threatened = game.parse("XX.-OO.-..."), game.parse("X..-.XO-..O")
    tries = 300
    wins = sum(easy.choose(won) == 2 for _ in range(tries))
    defends = sum(easy.choose(threatened) == 2 for _ in range(tries))
    for count in (wins, defends):
        assert abs(count / tries - 2 / 3) < 4 * (2 / 9 / tries) ** 0.5


def test_strong_play_beats_random_play_where_nothing_is_solved() -> None:
    """On a board of 6 × 5 nothing is proved in time, and yet it wins most games."""
    game = kibitz.game("four:rows=5,columns=6")
    wins = 0
    for seed in range(6):
        players = (
            Opponent("perfect", unsolved_for(game), seed, Effort(positions=600, compile=False)),
            Opponent("random", unsolved(game.name), seed),
        )
        wins += played(game, players, 60) == 0
    assert wins >= 5


def unsolved_for(game: kibitz.Game) -> Oracle:
    """Return an oracle that proves nothing."""
    nothing = Bound(best=Win(99), worst=Loss(98))

    class ProvesNothing(Source):
        def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
            return nothing

    return Oracle(game, sources=[Ends(game.rules), ProvesNothing()])


def test_a_person_who_waits_has_a_reply_in_time() -> None:
    """Half a second, compiling included; where no opponent plays, there is no such limit."""
    match = MatchState(kibitz.game("four"), players=("human", "perfect"))
    assert Session(match).opponent("perfect").effort == Effort(seconds=0.5, compile=False)
    talk = Dialogue(match, Terminal({}), wanted("en"))
    talk.begin_turn()
    assert talk.session.oracle.effort.is_within(Effort(seconds=0.7, compile=False))
    alone = Dialogue(MatchState(match.game), Terminal({}), wanted("en"))
    alone.begin_turn()
    assert alone.session.oracle.effort == USUAL


def test_perfect_is_called_strong_where_nothing_is_proved(tmp_path: Path) -> None:
    players = ("human", "perfect")
    solved = Session(MatchState(kibitz.game("noughts"), players=players))
    assert solved.called() == players
    game = kibitz.game("four:rows=6,columns=8")
    store = TableStore(str(tmp_path))
    open_game = Session(MatchState(game, players=players), Oracle(game, store))
    assert open_game.called() == ("human", "strong")
    others = Session(MatchState(game, players=("easy", "hard")), Oracle(game, store))
    assert others.called() == ("easy", "hard")


# While a person thinks


def test_proofs_go_on_while_a_person_thinks_and_end_with_it(tmp_path: Path) -> None:
    game = kibitz.game("four")  # takes seconds
    reached = threading.Event()
    pondering = Pondering([Effort(compile=False)] * 2)

    def progress(phase: str, done: int, total: int | None) -> None:
        reached.set()
        pondering.check(phase, done, total)

    oracle = Oracle(game, TableStore(str(tmp_path)), progress=progress)
    with pondering.on(oracle, game.rules.start):
        assert reached.wait(60)
    assert not oracle.outcome(game.rules.start, Effort.lookup_only).known
    game = kibitz.game("dodgem")
    little = Pondering([Effort(positions=100_000, compile=False)])
    calm = Oracle(game, TableStore(str(tmp_path)), progress=little.check)
    assert not calm.outcome(game.rules.start, Effort.lookup_only).known
    with little.on(calm, game.rules.start):
        little.finish()
    assert calm.outcome(game.rules.start, Effort.lookup_only).known
