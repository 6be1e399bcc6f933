"""Whole matches of a model against an opponent, with an exact grade for every move."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kibitz.language.errors import KibitzError
from kibitz.tasksets.graded_match import GradedMatch

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.core import MoveId, PositionId

    Chooser = Callable[[GradedMatch, PositionId], MoveId]

GAMES = ("noughts:oldest", "lgame", "nim", "kalah", "peg:triangle", "lockout")


def perfect(match: GradedMatch, position: PositionId) -> MoveId:
    return match.oracle.best(position)[0]


def at_random(seed: int) -> Chooser:
    rng = random.Random(seed)
    return lambda match, position: rng.choice(list(match.game.rules.moves(position)))


def played(match: GradedMatch, choose: Chooser) -> GradedMatch:
    """Play a match to its end; the prompt shows who is to move all the time."""
    while not match.is_over:
        move = choose(match, match.position)
        match.play(f"Answer: {match.game.move_text(match.position, move)}")
    return match


@pytest.mark.parametrize("opponent", ["perfect", "hard", "easy", "random"])
@pytest.mark.parametrize("name", GAMES)
def test_perfect_play_has_the_whole_reward(name: str, opponent: str) -> None:
    for first in (True, False):
        match = played(GradedMatch(name, opponent, 1, first=first, opening=2), perfect)
        assert (match.reward, match.figures["regret"], match.figures["kept"]) == (1, 0, 1)


@pytest.mark.parametrize("name", GAMES)
def test_random_play_has_less(name: str) -> None:
    """The regret of a match is what the outcome of its start lost, whatever the path."""
    rewards = []
    for seed in range(8):
        match = played(GradedMatch(name, seed=seed), at_random(seed))
        rewards.append(match.reward)
        assert (match.figures["regret"] == 0) == (match.figures["kept"] == 1)
    assert sum(rewards) / len(rewards) < 0.95


def test_regret_against_a_perfect_opponent_adds_up_to_what_was_lost() -> None:
    """A perfect opponent gives nothing back: outcome of the start minus result of the end.

    In noughts and crosses the pieces on the board say whose turn the end would be.
    """
    worth = {"win": 1, "draw": 0, "loss": -1}
    for seed in range(20):
        match = GradedMatch("noughts", seed=seed)
        start = worth[match.oracle.outcome(match.position).kind]
        played(match, at_random(seed))
        end = worth[match.oracle.outcome(match.position).kind]
        pieces = match.game.text(match.position)
        model_to_move = pieces.count("X") == pieces.count("O")  # it began
        assert match.figures["regret"] == start - (end if model_to_move else -end)


def test_the_same_seed_makes_the_same_match() -> None:
    for first in (True, False):
        prompts = []
        for _ in range(2):
            match = GradedMatch("lgame", "easy", 5, first=first, opening=3, most_moves=5)
            played(match, at_random(2))
            prompts.append(match.prompt)
        assert prompts[0] == prompts[1]


def test_the_model_keeps_its_sign() -> None:
    """The board is drawn by who plays whom, not by who is to move."""
    for first, sign in ((True, "A"), (False, "B")):
        match = GradedMatch("lgame", seed=2, first=first, most_moves=4)
        while not match.is_over:
            assert f"{sign} is to move." in match.prompt
            match.play(match.game.move_text(match.position, perfect(match, match.position)))


def test_illegal_replies_are_counted_and_forfeit_a_match() -> None:
    match = GradedMatch("noughts", seed=1)
    grade = match.play("Answer: b9")
    assert not grade.legal
    assert grade.why in match.prompt
    assert not match.is_over, "one is forgiven"
    assert match.play("Answer: b2").exact
    match.play("I resign")
    assert match.is_over
    assert match.reward == 0
    assert match.figures["illegal"] == 2


@pytest.mark.parametrize(
    "words",
    [
        {"game": "noughts", "opponent": "best"},
        {"game": "noughts", "opening": -1},
        {"game": "noughts", "most_moves": 0},
        {"game": "four:rows=7,columns=7"},
    ],
)
def test_a_match_that_cannot_be_graded_is_one_sentence(words: dict[str, object]) -> None:
    with pytest.raises(KibitzError):
        GradedMatch(**words)  # type: ignore[arg-type]
