"""Moves where not everything is proved: proofs first, then a look-ahead, then random playouts."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.language.errors import Sentence
from kibitz.oracle.answer import Option
from kibitz.oracle.candidates import Estimator, candidates
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources import Ends, Source
from kibitz.rules import ClassId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Unknown, Win
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.search.lookahead import Lookahead
from kibitz.solve.search.playouts import Playouts

if TYPE_CHECKING:
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.store.solution import Solution

SMALL = ["noughts", "pong_hau_ki", "hexapawn"]  # in the second, positions repeat
DEPTH = 5
NOTHING = Unknown(Sentence("nothing was asked"))


class SolvesNothing(Source):
    """A source that fails if it is allowed to work."""

    def ask(self, position: int, effort: Effort, so_far: Bound | None) -> Outcome | None:
        assert effort.positions == 0, "something was solved"
        return NOTHING


def unsolved(name: str) -> Oracle:
    """Return an oracle that knows finished positions only, and fails if it is to solve any."""
    game = kibitz.game(name)
    return Oracle(game, effort=Effort.lookup_only, sources=[Ends(game.rules), SolvesNothing()])


@cache
def solved(name: str) -> Solution:
    return solve(kibitz.game(name).rules, mode="interpreter")


@pytest.mark.parametrize("name", SMALL)
def test_look_ahead_decides_what_is_decided_within_its_plies_and_nothing_else(name: str) -> None:
    """Compared with the distances of a solver that shares nothing with it."""
    rules = kibitz.game(name).rules
    solution = solved(name)
    watch = Effort().watch()
    positions = list(solution.positions)[::7]
    for depth in range(DEPTH + 1):
        fresh = Lookahead(rules)
        for position in positions:
            code = solution.code(ClassId(PositionId(position)))
            assert code is not None
            result = fresh.result(position, depth, watch)
            if code:
                plies = abs(code) - 1
                assert result == ((1 if code > 0 else -1) if plies <= depth else None)
            else:
                assert result in (None, 0)


def test_look_ahead_keeps_to_its_effort() -> None:
    rules = kibitz.game("noughts:rows=5,columns=5,line=4").rules
    with pytest.raises(Exhausted) as stopped:
        Lookahead(rules).result(rules.start, 6, Effort(positions=500).watch())
    assert stopped.value.limit == "positions"
    assert stopped.value.done <= 564  # it is checked every 64 positions


def test_playouts_prefer_the_move_after_which_fewer_games_are_lost() -> None:
    """Six of the eight lines through b2 and its neighbours are open: by hand, b2 is best."""
    rules = kibitz.game("noughts").rules
    after = [(rules.play(rules.start, move), -1) for move in rules.moves(rules.start)]
    effort = Effort(positions=20_000)
    best = Playouts(rules).best(after, effort)
    assert best == 4
    assert Playouts(rules).best(after, effort) == best  # the same in every process


def test_playouts_end_in_a_game_that_need_not() -> None:
    rules = kibitz.game("pong_hau_ki").rules
    after = [(rules.play(rules.start, move), -1) for move in rules.moves(rules.start)]
    assert Playouts(rules).best(after, Effort(positions=500)) in range(len(after))
    assert Playouts(rules).best(after, Effort(seconds=0)) == 0


# What is preferred


LOST, DRAWN, WON = Loss(6), Draw(), Win(3)
AT_LEAST_DRAWN = Bound(best=Win(9), worst=Draw())
NOT_DECIDED = Bound(best=Win(9), worst=Loss(8))


@pytest.mark.parametrize(
    ("outcomes", "here", "preferred", "proved"),
    [
        ([LOST, NOTHING, WON], NOTHING, [2], True),
        ([DRAWN, LOST, NOTHING], NOTHING, [0], False),
        ([DRAWN, AT_LEAST_DRAWN], NOTHING, [0, 1], False),
        ([DRAWN, LOST], NOTHING, [0], True),
        ([DRAWN, NOTHING], DRAWN, [0], True),
        ([LOST, Loss(8), Loss(4)], Loss(8), [1], True),
        ([LOST, NOTHING], NOTHING, [1], False),
        ([DRAWN, NOTHING], Bound(worst=Win(20)), [1], False),  # a draw would give away the win
        ([LOST, NOT_DECIDED, Loss(8)], NOT_DECIDED, [1], False),
        ([NOTHING], NOTHING, [0], True),  # the only move
    ],
)
def test_proofs_decide_first(
    outcomes: list[Outcome], here: Outcome, preferred: list[int], proved: bool
) -> None:
    rules = kibitz.game("noughts").rules
    moves = [
        Option(move, rules.play(rules.start, move), outcome)
        for move, outcome in zip(rules.moves(rules.start), outcomes, strict=False)
    ]
    found = candidates(Estimator(rules, {}), rules.start, here, moves, Effort(positions=0))
    assert [option.move for option in found.best] == preferred
    assert found.proved == proved
    assert {option.move for option in found.errors} == set(range(len(moves))) - set(preferred)


def test_a_win_or_a_loss_in_sight_is_seen_where_nothing_is_solved() -> None:
    """X completes a row; O, to move, must take the third cell of that of X."""
    oracle = unsolved("noughts")
    parse = oracle.game.parse
    win = oracle.candidates(parse("XX.-OO.-..."))
    assert [oracle.game.move_text(0, option.move) for option in win.best] == ["a3"]
    assert win.proved
    assert win.best[0].outcome == Win(1)
    forced = oracle.candidates(parse("XX.-O..-..."))
    assert [option.move for option in forced.best] == [2]
    assert not forced.proved
    assert {option.outcome for option in forced.errors} == {Loss(2)}


def test_what_is_found_on_the_way_is_remembered() -> None:
    oracle = unsolved("noughts")
    position = oracle.game.parse("XX.-OO.-...")
    oracle.candidates(position)
    after = oracle.game.rules.play(position, 2)
    assert oracle.outcome(after, Effort.lookup_only) == Loss(0)
    one = oracle.game.parse("XX.-O..-..O")
    oracle.candidates(oracle.game.parse("XX.-O..-..."))
    assert oracle.outcome(one, Effort.lookup_only) == Win(1)


def test_where_nothing_distinguishes_the_moves_of_a_puzzle_no_hint_is_given() -> None:
    oracle = unsolved("sokoban")
    start = oracle.rules.start
    assert not oracle.candidates(start).says
    assert oracle.advice(start) is None
