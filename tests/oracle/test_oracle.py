"""What is known of a position: exact, or unknown; and never more work than the effort allows."""

from __future__ import annotations

import math
import pickle
import sys
import time
from concurrent.futures import ThreadPoolExecutor, wait
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.pegs.sets import whole_board
from kibitz.games.collection import Collection
from kibitz.language.errors import Sentence
from kibitz.oracle import proved_so_far
from kibitz.oracle.answer import is_whole, outcome_for_mover
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.proved_so_far import ProvedSoFar
from kibitz.oracle.sources import Source
from kibitz.oracle.sources.search_sources import FromSolutionSearch
from kibitz.questions.app_state import Oracles
from kibitz.rules.objectives.outcomes import (
    Bound,
    Draw,
    Endless,
    Leaves,
    Loss,
    Regret,
    Solvable,
    Unknown,
    Unsolvable,
    Win,
    regret,
)
from kibitz.solve.compiling.compiled import Kernel
from kibitz.solve.effort import MOST_INTERPRETED, Effort, Exhausted
from kibitz.solve.memory import in_memory
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table_store import TableStore
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from concurrent.futures import Future
    from pathlib import Path

    from kibitz.rules import PositionId
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.store.table import Table

POSITIONS = [
    ("noughts", "XO.-.X.-..."),
    ("noughts:any", "XXO-OXO-..."),
    ("lgame", "xAA.-BA..-BAx.-BB.."),
    ("lockout", "....o-P.o..-.....-...o.-.o..."),
    ("peg:triangle", "o-oo-ooo-oooo-oo.oo"),
    ("peg:triangle,finish=0", "o-oo-ooo-oooo-oo.oo"),
]
if EVERYTHING:  # positions come again in noughts:any and lgame, too
    POSITIONS.append(("noughts:oldest", "X1..-.O1.-..."))
UNKNOWN = Unknown(Sentence("not examined"))


@pytest.fixture
def store(tmp_path: Path) -> TableStore:
    return TableStore(str(tmp_path), shipped="")


# Outcomes


@pytest.mark.parametrize(
    "best_first",
    [
        [Win(1), Win(3), Draw(), Loss(4), Loss(2), UNKNOWN],
        [Solvable(1), Solvable(5), Unsolvable(), UNKNOWN],
        [Solvable(score=1), Leaves(2), Leaves(5), Endless(), Bound(best=Leaves(2)), UNKNOWN],
    ],
)
def test_the_greater_outcome_is_the_better_one(best_first: list[Outcome]) -> None:
    worst_first = best_first[::-1]
    assert sorted(worst_first, reverse=True) == best_first
    for better, worse in pairwise(best_first):
        assert better > worse
        assert worse <= better
        assert better != worse


def test_an_outcome_never_changes_and_can_be_sent() -> None:
    kinds = [Win(2), Draw(), Loss(1), Solvable(3), Unsolvable(), Leaves(4), Endless(), UNKNOWN]
    for outcome in [*kinds, Bound(best=Draw()), Solvable(score=1)]:
        assert pickle.loads(pickle.dumps(outcome)) == outcome
        with pytest.raises(AttributeError):
            outcome.distance = 7
    assert len(set(kinds)) == len(kinds)


@pytest.mark.parametrize(
    ("there", "here"),
    [
        (Loss(4), Win(5)),
        (Win(4), Loss(5)),
        (Draw(), Draw()),
        (Solvable(2), Solvable(3)),
        (Solvable(score=1), Solvable(score=1)),
        (Leaves(3), Leaves(3)),
        (Bound(worst=Draw()), Bound(best=Draw())),
        (Bound(best=Leaves(2)), Bound(best=Leaves(2))),
        (UNKNOWN, UNKNOWN),
    ],
)
def test_a_move_is_worth_what_it_leads_to(there: Outcome, here: Outcome) -> None:
    assert there.before() == here


@pytest.mark.parametrize(
    ("best", "made", "given", "delay"),
    [
        (Win(3), Win(3), 0, 0),
        (Win(3), Win(7), 0, 4),
        (Win(3), Draw(), 1, 0),
        (Win(3), Loss(2), 2, 0),
        (Draw(), Loss(2), 1, 0),
        (Loss(6), Loss(2), 0, 4),
        (Solvable(2), Solvable(4), 0, 2),
        (Solvable(2), Unsolvable(), 1, 0),
        (Solvable(score=1), Leaves(4), 3, 0),
        (Leaves(2), Endless(), float("inf"), 0),
    ],
)
def test_regret(best: Outcome, made: Outcome, given: float, delay: float) -> None:
    assert regret(best, made) == Regret(given, delay)
    assert regret(best, UNKNOWN) is None


# The oracle


@pytest.mark.parametrize(("name", "text"), POSITIONS)
def test_outcomes_moves_and_lines_do_not_depend_on_who_knows(
    name: str, text: str, store: TableStore, tmp_path: Path
) -> None:
    """The same with nothing kept, with a limit, and with a table."""
    game = kibitz.game(name)
    position = game.parse(text)
    kept = TableStore(str(tmp_path / "kept"), shipped="")
    table_of(game, store=kept)
    oracles = [Oracle(game, store), Oracle(game, store, Effort()), Oracle(game, kept)]
    answers = []
    for oracle in oracles:
        answer = oracle.answer(position)
        moves = [(option.move, option.to, option.outcome) for option in answer.moves]
        answers.append((answer.outcome, moves, oracle.best(position)))
        here = position
        assert answer.line
        for move in answer.line:
            assert move in oracle.best(here), "no move of a best line is a mistake"
            here = game.rules.play(here, move)
        assert oracle.hint(position) == answer.line[0]
    assert answers[0] == answers[1] == answers[2]
    assert answers[0][0].known


def test_a_kept_table_answers_for_what_is_too_large(store: TableStore) -> None:
    game = kibitz.game("noughts:oldest")
    start = game.rules.start
    little = Effort(positions=10)
    assert isinstance(Oracle(game, store, little).outcome(start), Unknown)
    table_of(game, store=store)
    assert Oracle(game, store, little).outcome(start) == Win(13)


@pytest.mark.long
def test_what_is_too_large_is_unknown_and_costs_little(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No outcome is guessed, a hint is not called best, and the effort is kept to."""
    explored = []

    def watched(rules, *, progress, **options):  # type: ignore[no-untyped-def]
        def both(phase: str, done: int, total: int | None) -> None:
            explored.append(done)
            progress(phase, done, total)

        return solve(rules, progress=both, **options)

    monkeypatch.setattr(in_memory, "solve", watched)
    game = kibitz.game("noughts:rows=5,columns=5,line=4")
    oracle = Oracle(game, store, Effort(positions=1000))
    start = game.rules.start
    outcome = oracle.outcome(start)
    assert isinstance(outcome, Unknown)
    assert str(outcome.reason) == "more than 1,000 positions can follow"
    assert outcome.settled_by == "table"
    advice = oracle.advice(start)
    assert advice is not None
    assert not advice.proved
    assert advice.move in game.rules.moves(start)
    assert oracle.hint(start) is not None
    assert oracle.line(start) is None
    assert oracle.best(start) == []
    moves = oracle.moves(start)
    assert [option.move for option in moves] == list(game.rules.moves(start))
    assert not any(option.outcome.known for option in moves)
    assert 1000 / 2 < max(explored) < 2 * 1000
    tried = len(explored)
    assert not oracle.outcome(start).known
    assert len(explored) == tried, "what is unknown is not tried again"


def test_nothing_is_left_behind_on_the_shelf(store: TableStore, tmp_path: Path) -> None:
    Oracle(kibitz.game("lgame"), store).outcome(kibitz.game("lgame").rules.start)
    assert not list(tmp_path.glob("*.table"))


def test_a_solution_of_a_large_puzzle_is_searched_for(store: TableStore) -> None:
    game = kibitz.game("peg:english")
    oracle = Oracle(game, store, Effort(positions=20_000))
    position = game.rules.start
    assert oracle.outcome(position) == Solvable(score=1)
    line = oracle.line(position)
    assert line is not None
    assert len(line) == 31
    for move in line:
        assert oracle.outcome(position) == Solvable(score=1), "all along the line it is known"
        assert move in game.rules.moves(position)
        position = game.rules.play(position, move)
    assert game.rules.worth(position) == 1


def test_without_a_compiler_arguments_and_short_searches_answer(
    store: TableStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As in a browser: what a few thousand positions settle is known, and the rest is counted."""
    monkeypatch.setitem(sys.modules, "numba", None)
    effort = Effort(positions=20_000)
    french = kibitz.game("peg:french")
    oracle = Oracle(french, store, effort)
    assert oracle.outcome(french.rules.start) == Leaves(2)
    why = oracle.why(french.rules.start)
    assert why is not None
    assert why.kind == "colours"
    english = kibitz.game("peg:english")
    assert Oracle(english, store, effort).outcome(english.rules.start) == Solvable(score=1)
    fifteen = Collection(["examples/fifteen.py"]).game("fifteen.py")
    oracle = Oracle(fifteen, store, effort)
    for far in (fifteen.rules.start, fifteen.parse("2134-5678-9ABC-DEF.")):  # one after the other
        assert repr(oracle.outcome(far)) == "Unknown('more than 20,000 positions can follow')"
    near = fifteen.parse("1234-5678-9ABC-D.EF")
    assert oracle.outcome(near) == Solvable(2)
    assert [option.outcome.distance for option in oracle.moves(near)] == [2, 4, 4]


def test_every_position_of_a_peg_board_is_a_source(store: TableStore) -> None:
    """A board of 15 holes, asked with an effort that finds nothing out by itself."""
    game = kibitz.game("peg:triangle")
    nothing = Effort.lookup_only
    assert not Oracle(game, store, nothing).outcome(game.rules.start).known
    whole_board.make(store, game.rules.jumps)
    oracle = Oracle(game, store, nothing)
    exact = Oracle(game, store)
    assert oracle.outcome(game.rules.start) == Solvable(score=1)
    lost = game.parse("o-oo-ooo-....-.....")
    assert exact.outcome(lost) == Leaves(2)
    assert oracle.outcome(lost) == Bound(best=Leaves(2))
    near_its_end = game.parse("o-.o-...-....-o...o")
    assert oracle.outcome(near_its_end) == Leaves(3), "all moves from it lead to an end"


def test_a_finished_position_has_an_outcome_and_no_hint(store: TableStore) -> None:
    game = kibitz.game("noughts")
    position = game.parse("XXX-OO.-...")
    oracle = Oracle(game, store)
    assert oracle.outcome(position) == Loss(0)
    assert oracle.moves(position) == []
    assert oracle.hint(position) is None


def test_a_damaged_table_is_told_and_done_without(store: TableStore, tmp_path: Path) -> None:
    (tmp_path / "noughts.table").write_bytes(b"nonsense")
    said: list[str] = []
    oracle = Oracle(
        kibitz.game("noughts"), store, notice=lambda sentence: said.append(str(sentence))
    )
    assert oracle.outcome(oracle.rules.start) == Draw()
    assert len(said) == 1


def test_time_to_compile_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    watch = Effort(seconds=5).watch()
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 50)
    monkeypatch.setattr(Kernel, "preparing", Kernel.preparing + 48)
    watch("searching", 1, None)
    monkeypatch.setattr(Kernel, "preparing", Kernel.preparing - 48)
    with pytest.raises(Exhausted):
        watch("searching", 1, None)


def test_sources_share_the_time_allowed() -> None:
    given: list[float] = []

    class Slow(Source):
        def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
            given.append(effort.seconds or 0.0)
            return Unknown(Sentence("it takes too long"))

    game = kibitz.game("noughts")
    oracle = Oracle(game, effort=Effort(seconds=8), sources=[Slow(), Slow(), Slow(), Slow()])
    oracle.outcome(game.rules.start, oracle.effort)
    assert given[0] == pytest.approx(2, abs=0.5)
    assert given[3] <= 8
    assert all(a < b for a, b in pairwise(given))


class Costly(Source):
    """Knows everything, and takes a second for each position that it has not said before."""

    def __init__(self, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
        self.table = table_of(name)
        self.said: set[PositionId] = set()
        self.now = 0.0
        monkeypatch.setattr(time, "monotonic", lambda: self.now)
        monkeypatch.setattr(Kernel, "preparing", 0.0)

    def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome | None:
        if position not in self.said:
            given = 0.0 if effort.positions == 0 else effort.left or 0.0
            self.now += min(1.0, given)
            if given < 1:
                return UNKNOWN
            self.said.add(position)
        return self.table.look_up(position)


@pytest.mark.parametrize("name", ["noughts", "peg:triangle"])
def test_one_deadline_covers_position_moves_and_line(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    source, game = Costly(name, monkeypatch), kibitz.game(name)
    oracle, start = Oracle(game, effort=Effort(seconds=12), sources=[source]), game.rules.start
    answer = oracle.answer(start)
    assert source.now <= 12
    assert answer.outcome == source.table.look_up(start)
    assert answer.line
    assert all(option.outcome.known for option in answer.moves)
    here = start
    for move in answer.line:
        after = game.rules.play(here, move)
        outcome = source.table.look_up(after)
        assert outcome is not None
        assert outcome_for_mover(game.rules, here, move, outcome) == source.table.look_up(here)
        here = after
    spent = source.now
    for ask in (oracle.moves, oracle.best, oracle.line, oracle.hint):
        source.said.clear()
        ask(start)
        assert source.now <= spent + 12
        spent = source.now


@pytest.mark.parametrize("name", ["noughts", "peg:triangle"])
def test_a_line_is_cut_where_time_runs_out(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    source, game = Costly(name, monkeypatch), kibitz.game(name)
    start = game.rules.start
    for position in [start, *(game.rules.play(start, move) for move in game.rules.moves(start))]:
        source.said.add(game.rules.class_of(position))
    effort = Effort(seconds=1)
    oracle = Oracle(game, effort=effort, sources=[source])
    line = oracle.answer(start).line
    assert line
    assert not is_whole(game.rules, start, line)
    assert oracle.line(start) is None, "a line that is not cut is not known"
    assert oracle.hint(start) == line[0]


def test_several_questions_can_share_a_deadline(monkeypatch: pytest.MonkeyPatch) -> None:
    source, game = Costly("noughts", monkeypatch), kibitz.game("noughts")
    oracle = Oracle(game, sources=[source])
    hurried = oracle.within(Effort(seconds=3).begun())
    positions = [game.rules.play(game.rules.start, move) for move in (0, 1, 4)]
    for position in [game.rules.start, *positions]:
        hurried.outcome(position)
    assert source.now == 3
    assert isinstance(hurried.outcome(positions[2]), Unknown)
    assert len(source.said) == 3
    patient = oracle.within(Effort(seconds=9))
    assert all(patient.outcome(position).known for position in positions), "nothing is held against"


def test_a_hint_is_not_a_whole_line(monkeypatch: pytest.MonkeyPatch) -> None:
    source, game = Costly("noughts", monkeypatch), kibitz.game("noughts")
    oracle = Oracle(game, effort=Effort(seconds=1000), sources=[source])
    oracle.hint(game.rules.start)
    assert len(source.said) <= 1 + 9


def test_an_effort_that_has_begun_ends_once(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(Kernel, "preparing", 0.0)
    effort = Effort(seconds=10)
    begun = effort.begun()
    now = 104.0
    assert (effort.left, begun.left, begun.begun().left) == (10, 6, 6)
    assert (begun.share(1 / 3).left, begun.replace(seconds=50).left) == (2, 6)
    assert begun == effort, "the limits are the same"
    now = 111.0
    assert (begun.left, begun.share(1).positions) == (0, 0)
    with pytest.raises(Exhausted):
        begun.watch().need(0)
    assert Effort().begun().left is None


def test_an_effort_ends_with_another_that_has_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr(time, "monotonic", lambda: now)
    monkeypatch.setattr(Kernel, "preparing", 0.0)
    whole = Effort(seconds=10).begun()
    now = 104.0
    assert Effort(positions=5).ending_with(whole).left == 6
    assert (
        Effort(seconds=2).ending_with(whole).left,
        Effort.lookup_only.ending_with(whole).positions,
    ) == (
        2,
        0,
    )
    assert Effort(seconds=50).ending_with(whole).left == 6
    assert Effort(seconds=50).ending_with(Effort(seconds=10)).left == 50, "it has not begun"
    early = Effort(seconds=3).begun()
    now = 106.0
    assert (early.ending_with(whole).left, whole.ending_with(early).left) == (1, 1)


class InVain(Source):
    """Settles nothing, and notes how many positions it may look at whenever it is asked."""

    def __init__(self) -> None:
        self.allowed: list[int | None] = []

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        self.allowed.append(effort.positions)
        return UNKNOWN


def test_what_an_effort_did_not_settle_is_tried_again_by_a_larger_one_only() -> None:
    game, source = kibitz.game("noughts"), InVain()
    oracle, start = Oracle(game, effort=Effort(positions=50), sources=[source]), game.rules.start
    oracle.outcome(start)
    asked = len(source.allowed)
    for effort in (None, Effort(positions=50), Effort(positions=20), Effort.lookup_only):
        assert oracle.outcome(start, effort) == UNKNOWN
    assert oracle.within(Effort(positions=40)).outcome(start) == UNKNOWN
    assert len(source.allowed) == asked
    oracle.within(Effort(positions=60)).outcome(start)
    assert source.allowed[asked] == 60


def test_a_request_that_is_nearly_over_does_not_make_the_plan(tmp_path: Path) -> None:
    """The plan is made for the usual effort, and serves the requests that follow."""
    game = kibitz.game("noughts")
    oracles = Oracles(TableStore(str(tmp_path), shipped=""), Effort(positions=200_000))
    usual = [type(source) for source in oracles.of(game).knowledge.plan]
    oracles.renew(game.name)
    oracles.effort = Effort(seconds=0).begun().share(1)
    late = oracles.of(game)
    assert late.is_late
    assert [type(source) for source in late.knowledge.plan] == usual
    assert isinstance(late.outcome(game.rules.start), Unknown)
    oracles.effort = Effort(positions=200_000)
    assert oracles.of(game).outcome(game.rules.start) == Draw()
    assert late.outcome(game.rules.start) == Draw(), "oracles of a game share what they know"


def test_a_grundy_value_keeps_to_the_deadline() -> None:
    game = kibitz.game("kayles")
    assert Oracle(game, effort=Effort(seconds=0)).grundy(game.rules.start) is None
    assert Oracle(game, effort=Effort(seconds=60)).grundy(game.rules.start) is not None


def test_a_table_is_looked_for_once_a_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However many positions the question asks about; one that is kept later is noticed."""
    looked: list[str] = []
    stamp = TableStore.stamp

    def counted(store: TableStore, name: str) -> tuple[int, int] | None:
        looked.append(name)
        return stamp(store, name)

    monkeypatch.setattr(TableStore, "stamp", counted)
    game, store = kibitz.game("noughts"), TableStore(str(tmp_path), shipped="")
    oracle = Oracle(game, store, Effort(positions=10_000))
    answer = oracle.answer(game.rules.start)
    assert len(answer.moves) + len(answer.line or ()) == 18
    assert looked == ["noughts"]
    assert oracle.table is None
    table_of(game, store=store)
    assert oracle.table is not None


def test_a_table_is_read_once_for_all_questions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is kept, preparing finds the one that questions then ask."""
    game, store = kibitz.game("noughts"), TableStore(str(tmp_path), shipped="")
    table_of(game, store=store)
    read: list[str] = []
    find = TableStore.find

    def counted(store: TableStore, name: str, rules: Rules) -> Table | None:
        read.append(name)
        return find(store, name, rules)

    monkeypatch.setattr(TableStore, "find", counted)
    oracle = Oracle(game, store)
    oracle.prepare()
    assert oracle.answer(game.rules.start).outcome == Draw()
    assert read == ["noughts"]


def test_an_effort_within_another() -> None:
    most = Effort(positions=1_000, seconds=2)
    assert most.is_within(most)
    assert most.replace(positions=10, compile=False).is_within(most)
    assert most.is_within(Effort())
    assert not Effort(positions=10).is_within(most)
    assert not most.replace(positions=1_001).is_within(most)
    assert not most.is_within(most.replace(compile=False))


def test_memory_that_is_not_given_is_neither_unlimited_nor_an_amount() -> None:
    usual, free, amount = Effort(), Effort.unlimited, Effort(memory=1_000)
    assert (usual.memory, free.memory) == (None, math.inf)
    assert usual != free
    assert usual.watch().memory < free.watch().memory == math.inf
    assert usual.is_within(free)
    assert amount.is_within(free)
    assert amount.is_within(Effort(memory=1_001))
    assert not amount.is_within(Effort(memory=999))
    assert not free.is_within(usual)
    assert not usual.is_within(amount)
    assert not amount.is_within(usual)


def test_after_a_subgame_too_large_for_the_interpreter_the_next_is_answered_too() -> None:
    """As many positions as the interpreter takes on, and no more: no other source goes on."""
    game = kibitz.game("four")
    oracle = Oracle(
        game, TableStore("/nonexistent", shipped=""), Effort(positions=MOST_INTERPRETED)
    )
    rules = game.rules
    after = rules.play(rules.start, next(iter(rules.moves(rules.start))))
    said = [str(oracle.outcome(position).reason) for position in (rules.start, after)]
    assert said == [f"more than {MOST_INTERPRETED:,} positions can follow"] * 2


def test_an_endless_time_is_no_limit() -> None:
    assert Effort(seconds=math.inf) == Effort()
    assert Effort(seconds=math.inf).is_unlimited


def test_an_effort_that_only_looks_up_works_nothing_out() -> None:
    game = kibitz.game("nim")
    oracle = Oracle(game, TableStore("/nonexistent", shipped=""), Effort.lookup_only)
    assert not oracle.outcome(game.rules.start).known


def coins_left() -> Rules:
    """Return a puzzle of three choices, 0 or 1; its score counts the choices of 0."""
    from kibitz.rules.rules import Rules

    def moves(position: int):  # type: ignore[no-untyped-def]
        if position < 8:
            yield 0
            yield 1

    return Rules(
        aim="lowest",
        start=1,
        moves=moves,
        play=lambda position, move: position * 2 + move,
        worth=lambda position: 4 - position.bit_count(),
        solved_at=2,
    )


def solved_outcome(rules: Rules) -> Outcome:
    """Return the outcome of the start by solving the whole game."""
    code = solve(rules, mode="interpreter").code(rules.class_of(rules.start))
    assert code is not None
    return rules.objective.outcome(code)


def test_a_solution_found_by_search_proves_no_better_score_than_its_own() -> None:
    # the first solution that the search meets, 0 0 1, leaves 2; the table says 0
    rules = coins_left()
    start = rules.start
    assert solved_outcome(rules) == Solvable(score=0)
    found = FromSolutionSearch(rules).ask(start, Effort(), None)
    assert found == Bound(best=Solvable(score=0), worst=Solvable(score=2))
    reported = FromSolutionSearch(rules.replace(lower_bound=lambda _: 1)).ask(start, Effort(), None)
    assert reported == Bound(best=Solvable(score=1), worst=Solvable(score=2))
    least = FromSolutionSearch(rules.replace(lower_bound=lambda _: 2)).ask(start, Effort(), None)
    assert least == Solvable(score=2)


def test_a_single_peg_is_the_best_score() -> None:
    rules = kibitz.game("peg:triangle").rules
    found = FromSolutionSearch(rules).ask(rules.start, Effort(), None)
    assert found == solved_outcome(rules) == Solvable(score=1)


@pytest.mark.long
def test_while_a_table_is_explored_a_search_beside_it_proves_a_bound(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = 0.0
    monkeypatch.setattr(time, "monotonic", lambda: clock)
    monkeypatch.setattr(proved_so_far, "FIRST", 3600.0)  # so that positions limit the search
    game = kibitz.game("teeko")
    start = game.rules.start
    shown: list[Outcome | None] = []

    def report(phase: str, done: int, total: int | None) -> None:
        assert phase == "exploring"
        shown.append(so_far.outcome)
        raise KeyboardInterrupt

    oracle = Oracle(game, TableStore(str(tmp_path)), Effort(), progress=report)
    so_far = ProvedSoFar(game, start, oracle)
    with pytest.raises(KeyboardInterrupt):
        oracle.outcome(start)
    assert not oracle.outcome(start, Effort.lookup_only).proved, "the work has proved nothing yet"
    (bound,) = shown
    assert isinstance(bound, Bound)
    assert str(so_far.words()) == str(bound.words)
    monkeypatch.setattr(Oracle, "outcome", lambda *asked: Unknown(Sentence("")))
    assert so_far.outcome is bound, "it is kept, and no other search is due"
    clock = 1e9
    assert so_far.outcome is bound, "a search that proves nothing takes nothing away"


def test_threads_take_turns() -> None:
    """Searches have a state: two at once gave wrong outcomes."""
    game = kibitz.game("noughts")
    first, second = (game.rules.play(game.rules.start, move) for move in (0, 4))
    others: list[Future[Outcome]] = []

    class Asked(Source):
        """While it works on one position, another thread asks about another one."""

        def ask(self, position: PositionId, effort: Effort, so_far: Bound | None) -> Outcome:
            if position == game.rules.class_of(first):
                others.append(threads.submit(oracle.within(Effort()).outcome, second))
                assert not wait(others, timeout=0.2).done, "the other one waits"
            return Draw()

    oracle = Oracle(game, sources=[Asked()])
    with ThreadPoolExecutor(1) as threads:
        assert oracle.outcome(first) == Draw()
        assert others[0].result() == Draw()
