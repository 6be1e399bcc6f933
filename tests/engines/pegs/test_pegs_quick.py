"""Quick sets: the positions of a board are decided at once, so none is unknown."""

from __future__ import annotations

import random
from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.engines.pegs import peg_scores
from kibitz.engines.pegs.peg_scores import Scores
from kibitz.engines.pegs.position_classes import PositionClasses
from kibitz.engines.pegs.sets.dense import winning
from kibitz.engines.pegs.sets.quick_set import QuickSet, WithPegs, tables_of
from kibitz.engines.pegs.sets.tiles import tile_order
from kibitz.oracle.oracle import Oracle
from kibitz.rules.objectives.outcomes import Bound, Leaves, Solvable, Unknown
from kibitz.solve.compiling.word_memory import NativeMemory
from kibitz.solve.effort import Effort, Exhausted, no_progress
from kibitz.solve.store.table_store import TableStore
from tests.support.pegs_boards import ENGLISH, SMALL, Naive, board
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from array import array
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from kibitz.engines.pegs.pegboard import PegBoard
    from kibitz.engines.pegs.sets.dense import DenseSet
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.compiling.word_kernel import WordKernel
    from kibitz.solve.compiling.word_memory import WordMemory
    from kibitz.solve.effort import Progress

ROUND = board("_ooo_-ooooo-ooooo-ooooo-_ooo_")
CROSS = board("_oo_-oooo-oooo-_oo_")
POSITIONS = 1_000 if EVERYTHING else 30
NAIVELY = 11  # pegs from which everything can be tried


class ListMemory(list[int]):
    """Memory for the kernel as it is, in Python."""

    threads = 2

    def __init__(self, words: int) -> None:
        super().__init__([0] * words)

    def write(self, at: int, words: array[int]) -> None:
        self[at : at + len(words)] = words

    def run(self, kernel: WordKernel, rounds: Iterable[Sequence[int]]) -> None:
        for jobs in rounds:
            for job in jobs:
                kernel(self, job)


def check_every_position(on: PegBoard, memory: Callable[[int], WordMemory], step: int = 1) -> None:
    """Compare the set of each class that has single pegs with the naive solver."""
    tables, naive, classes = tables_of(on.holes, on.jumps), Naive(on), PositionClasses(on)
    assert tables is not None
    single = [1 << hole for hole in range(on.holes)]
    for wanted in {classes.of(peg) for peg in single}:
        own = [peg for peg in single if classes.of(peg) == wanted]
        found = QuickSet(tables, memory, own)
        for position in range(1, 1 << on.holes, step):
            if classes.of(position) == wanted:
                assert (position in found) == (naive.fewest(position) == 1)


@pytest.mark.parametrize("on", [*SMALL.values(), CROSS], ids=[*SMALL, "cross"])
def test_every_position_of_small_boards(on: PegBoard) -> None:
    check_every_position(on, ListMemory)


def test_boards_in_tiles_and_by_pegs() -> None:
    assert tile_order(ROUND) is not None
    assert tile_order(SMALL["3 x 4"]) is None
    check_every_position(ROUND, NativeMemory, 1 if EVERYTHING else 997)


@cache
def of_numba(parity_class: int) -> DenseSet:
    member = next(
        p for p in map(ENGLISH.vacancy, range(33)) if PositionClasses(ENGLISH).of(p) == parity_class
    )
    return winning(ENGLISH, member)


def after_random_moves(game: BaseGame, count: int, seed: int) -> list[PositionId]:
    """Return positions after 3 to 21 random moves each."""
    draw = random.Random(seed)
    found: list[PositionId] = []
    while len(found) < count:
        position = game.rules.start
        for _ in range(draw.randint(3, 21)):
            moves = list(game.rules.moves(position))
            if moves:
                position = game.rules.play(position, draw.choice(moves))
        if not game.rules.is_over(position):
            found.append(position)
    return found


@pytest.mark.parametrize("name", ["peg:english", *(["peg:english,vacancy=c1"] * EVERYTHING)])
def test_no_position_of_the_english_board_is_unknown(name: str, tmp_path: Path) -> None:
    game, classes, naive = kibitz.game(name), PositionClasses(ENGLISH), Naive(ENGLISH)
    oracle = Oracle(game, TableStore(str(tmp_path)))
    wins = 0

    def wanted(position: int) -> bool:
        if position.bit_count() <= NAIVELY:
            return naive.fewest(position) == 1
        return position in of_numba(classes.of(position))

    for position in after_random_moves(game, POSITIONS, 33):
        said = oracle.answer(position)
        assert said.outcome.proved
        assert isinstance(said.outcome, Solvable) == wanted(position)
        for option in said.moves:
            assert option.outcome.proved
            assert isinstance(option.outcome, Solvable) == wanted(option.to)
        assert said.line is not None
        if wanted(position):
            wins += 1
            assert ENGLISH.replay(position, said.line)[-1].bit_count() == 1
    assert 0 < wins < POSITIONS


def test_the_score_is_exact_after_working_longer(tmp_path: Path) -> None:
    # a middle game that short searches leave undecided, checked by all its ends
    game, naive = kibitz.game("peg:english"), Naive(ENGLISH)
    oracle = Oracle(game, TableStore(str(tmp_path)))
    unsettled = 0
    for position in after_random_moves(game, 100, 5):
        if 12 <= position.bit_count() <= 16:
            unsettled += not oracle.outcome(position).known
            oracle.deepen(position, Effort(seconds=100))
            assert oracle.outcome(position) == Leaves(naive.fewest(position))
    assert unsettled


def test_small_efforts_start_no_sweep(tmp_path: Path) -> None:
    before = list(peg_scores.QUICK_SETS)
    game = kibitz.game("peg:english,vacancy=a3")
    oracle = Oracle(game, TableStore(str(tmp_path)), Effort(positions=1_000, compile=False))
    undecided = [not oracle.outcome(p).proved for p in after_random_moves(game, 10, 4)]
    assert any(undecided)
    assert list(peg_scores.QUICK_SETS) == before


@pytest.mark.parametrize("targets", [WithPegs(2), WithPegs(3, 0), WithPegs(5, 4), WithPegs(9)])
@pytest.mark.parametrize("on", [SMALL["3 x 4"], CROSS], ids=["3 x 4", "cross"])
def test_every_position_that_leads_to_a_number_of_pegs(on: PegBoard, targets: WithPegs) -> None:
    tables, naive, classes = tables_of(on.holes, on.jumps), Naive(on), PositionClasses(on)
    assert tables is not None

    @cache
    def leads(position: int) -> bool:
        if position.bit_count() > targets.pegs:
            return any(map(leads, naive.after(position)))
        in_place = targets.hole is None or position >> targets.hole & 1
        return bool(position.bit_count() == targets.pegs and in_place)

    same = on.fixing(hole=targets.hole)
    of_class = {classes.of(position): position for position in range(1 << on.holes)}
    for wanted, member in of_class.items():
        found = QuickSet(tables, NativeMemory, targets, same, member)
        for position in range(1, 1 << on.holes, 1 if EVERYTHING else 7):
            if classes.of(position) == wanted:
                assert (position in found) == leads(position)


def test_scores_are_looked_up_once_their_sets_are_decided(tmp_path: Path) -> None:
    game, naive = kibitz.game("peg:english"), Naive(ENGLISH)
    oracle = Oracle(game, TableStore(str(tmp_path)))
    classes = PositionClasses(ENGLISH)
    positions = after_random_moves(game, 300, 5)
    lost = next(p for p in positions if p.bit_count() > 18 and p not in of_numba(classes.of(p)))
    peg_scores.QUICK_SETS.clear()
    assert oracle.outcome(lost, Effort(seconds=0.2)).proved, "the time to decide it is not counted"
    assert oracle.deepen(lost, Effort(seconds=100))
    for pegs in (2, 3, 4):
        Scores(game.rules.jumps).sets.contains(lost, (pegs, None), no_progress)
    later = Oracle(game, TableStore(str(tmp_path)))
    checked = 0
    for position in positions:
        if position.bit_count() <= NAIVELY and naive.fewest(position) <= 4:
            wanted = naive.fewest(position)
            said = later.outcome(position, Effort.lookup_only)
            assert said == Leaves(wanted) if wanted > 1 else isinstance(said, Solvable)
            checked += wanted > 1
    assert checked


def stop_after(calls: int) -> Progress:
    """Return a progress callback that ends the work at a later call."""
    left = iter(range(calls))

    def stop(phase: str, done: int, total: int | None) -> None:
        if next(left, None) is None:
            raise Exhausted("seconds", done)

    return stop


def test_a_stopped_sweep_goes_on_where_it_was() -> None:
    tables = tables_of(ENGLISH.holes, ENGLISH.jumps)
    assert tables is not None
    start, steps = ENGLISH.vacancy(16), []
    found = QuickSet(tables, NativeMemory, [1 << 16])

    def note(phase: str, done: int, total: int | None) -> None:
        steps.append((done, total))

    with pytest.raises(Exhausted):
        found.decide(start, stop_after(9))
    found.decide(start, note)
    assert steps[0] == (9, tables.order.level(start) + 1)
    assert [done for done, _ in steps] == list(range(9, tables.order.level(start) + 1))
    assert start in found
    assert ENGLISH.vacancy(15) not in found


def test_a_deadline_stops_a_sweep_and_the_next_question_goes_on(tmp_path: Path) -> None:
    game = kibitz.game("peg:english,vacancy=d1")
    position = next(p for p in after_random_moves(game, 100, 7) if p.bit_count() > 25)
    stop = stop_after(5)

    def late(phase: str, done: int, total: int | None) -> None:
        stop(phase, done, total)

    oracle = Oracle(game, TableStore(str(tmp_path)), Effort(seconds=1_000), progress=late)
    undecided = oracle.outcome(position)
    assert isinstance(undecided, Unknown)
    assert undecided.settled_by == "time"
    stop = no_progress
    assert oracle.outcome(position).proved


def test_what_is_proved_stays_when_time_runs_out(tmp_path: Path) -> None:
    # that it cannot be solved is known; the sweeps for the fewest pegs are stopped
    game = kibitz.game("peg:english")
    lost = next(
        p
        for p in after_random_moves(game, 100, 5)
        if p.bit_count() > 14 and p not in of_numba(PositionClasses(ENGLISH).of(p))
    )
    oracle = Oracle(game, TableStore(str(tmp_path)), Effort(seconds=1_000))
    assert oracle.outcome(lost).known

    def late(phase: str, done: int, total: int | None) -> None:
        if len(peg_scores.QUICK_SETS) > 1:
            raise Exhausted("seconds", done)

    peg_scores.QUICK_SETS.clear()
    oracle = Oracle(game, TableStore(str(tmp_path)), Effort(seconds=1_000), progress=late)
    assert oracle.outcome(lost) == Bound(best=Leaves(2))


def test_what_is_proved_is_looked_up_after_a_stop(tmp_path: Path) -> None:
    game = kibitz.game("peg:english")
    oracle = Oracle(game, TableStore(str(tmp_path)))
    classes = PositionClasses(ENGLISH)
    lost = next(p for p in after_random_moves(game, 200, 5) if p not in of_numba(classes.of(p)))
    peg_scores.QUICK_SETS.clear()
    assert not oracle.outcome(lost, Effort.lookup_only).proved

    def stopped(phase: str, done: int, total: int | None) -> None:
        if len(peg_scores.QUICK_SETS) > 1:  # the sweep for the fewest pegs
            raise KeyboardInterrupt

    oracle = Oracle(game, TableStore(str(tmp_path)), Effort.unlimited, progress=stopped)
    with pytest.raises(KeyboardInterrupt):
        oracle.answer(lost)
    assert oracle.outcome(lost, Effort.lookup_only) == Bound(best=Leaves(2))
