"""Whole matches of a model against an opponent, with an exact grade for every move."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz.language.errors import KibitzError
from kibitz.tasksets.graded_match import (
    SAMPLED,
    GradedMatch,
    match_options,
    reward_of_random_play,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.rules import MoveId, PositionId

    Chooser = Callable[[GradedMatch, PositionId], MoveId]

LARGE = "four:rows=7,columns=7"  # too large to be solved
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
        {"game": LARGE},
    ],
)
def test_a_match_that_cannot_be_graded_is_one_sentence(words: dict[str, object]) -> None:
    with pytest.raises(KibitzError):
        GradedMatch(**words)  # type: ignore[arg-type]


@pytest.mark.parametrize("kind", ["legal", "next", "move"])
def test_a_game_too_large_for_matches_has_tasks(kind: str) -> None:
    """In the file of matches, so that only one test tries to solve the game."""
    task = kibitz.task(LARGE, 1, 2, kind=kind)
    assert kibitz.score(task.metadata, task.answers[0]).exact
    assert (task.metadata["difficulty"]["outcome"] == "unknown") == (kind != "move")


def test_a_match_is_replayed_from_its_replies() -> None:
    """As a scorer does with a log: an illegal reply counts, and what follows the end does not."""
    replies = ["Answer: b9", "Answer: b2"]
    match = GradedMatch("noughts", seed=1).replay(replies)
    assert (match.illegal, len(match.grades)) == (1, 1)
    assert match.line.split()[0] == "b2"
    over = GradedMatch("noughts", seed=1).replay(["?", "?", "Answer: b2"])
    assert (over.illegal, over.grades) == (2, [])


def test_the_reward_of_random_play_is_the_mean_of_random_matches() -> None:
    """Other random moves in the same matches, by another loop: 400 of them come close."""
    total = 0.0
    for index in range(400):
        options = match_options(index, "nim", opening=1)
        assert options["first"] == (index % 2 == 0)
        total += played(GradedMatch(**options), at_random(index)).reward
    assert reward_of_random_play("nim", opening=1) == pytest.approx(total / 400, abs=0.1)
    assert SAMPLED < 400
