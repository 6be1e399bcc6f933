"""What can be asked about an outcome, and how it is stated, by objective."""

from __future__ import annotations

import pytest

from kibitz.rules.objectives.objective import AIMS, objective_for
from kibitz.rules.objectives.outcomes import (
    Draw,
    Endless,
    Leaves,
    Loss,
    Margin,
    Outcome,
    Reaches,
    Regret,
    Solvable,
    Unknown,
    Unsolvable,
    Win,
    finite_regrets,
)
from kibitz.tasksets.questions import Questions, questions_for
from kibitz.tasksets.reply import outcome_in
from kibitz.tasksets.task_positions import positions_of

GAMES = {
    "win": "noughts:oldest",
    "score": "dots_and_boxes:rows=2,columns=2",
    "shortest": "lockout:helpers=2",
    "lowest": "peg:triangle",
    "highest": "no_three_in_line:side=4",
}
STATED = [
    ("win", Win(5), "wins in 5 moves"),
    ("win", Draw(), "draw"),
    ("win", Loss(4), "loses in 4 moves"),
    ("score", Margin(3), "wins by 3"),
    ("score", Margin(-2), "loses by 2"),
    ("score", Margin(0), "draw"),
    ("shortest", Solvable(7), "solvable in 7 moves"),
    ("shortest", Unsolvable(), "unsolvable"),
    ("lowest", Leaves(3), "3"),
    ("highest", Reaches(0), "0"),
]


def questions(aim: str) -> Questions:
    return questions_for(objective_for(aim, 4 if aim == "highest" else 1))


@pytest.mark.parametrize(("aim", "outcome", "stated"), STATED)
def test_an_outcome_is_stated_as_it_is_read(aim: str, outcome: Outcome, stated: str) -> None:
    asked = questions(aim)
    assert asked.statement(outcome) == stated
    assert asked.check_statement(outcome, *outcome_in(stated)) == (True, True)
    others = [other for alike, other, _ in STATED if alike == aim and other != outcome]
    for other in others:
        found = asked.check_statement(outcome, *outcome_in(asked.statement(other)))
        assert found is not None
        assert not found[1], (outcome, other)


def test_the_right_word_without_the_right_number_is_half_right() -> None:
    assert questions("win").check_statement(Win(5), "win", 3) == (True, False)
    assert questions("win").check_statement(Win(5), "win", None) == (True, False)
    assert questions("win").check_statement(Win(5), None, 5) is None
    assert questions("lowest").check_statement(Leaves(3), "solvable", None) is None


def test_there_is_a_game_for_every_objective() -> None:
    assert tuple(GAMES) == AIMS


@pytest.mark.parametrize("aim", AIMS)
def test_only_some_kinds_of_outcomes_can_be_spoilt_or_graded(aim: str) -> None:
    """By all positions of a small game: a kind that is left out has nothing to ask, others have."""
    positions = positions_of(GAMES[aim])
    assert positions.rules.objective.name == aim
    spoilt, graded = set(), set()
    for number in positions.numbers(None, None):  # type: ignore[arg-type]  # nothing is drawn
        if not positions.rules.is_over(number):
            outcome = positions.oracle.outcome(number)
            made = [option.outcome for option in positions.oracle.moves(number)]
            costs = finite_regrets(outcome, made)
            spoilt |= {outcome.kind for cost in costs if cost.given}
            graded |= {outcome.kind for cost in costs if cost.given or cost.delay}
    assert spoilt <= set(positions.rules.objective.spoilable)
    assert graded <= set(positions.rules.objective.gradable)
    assert spoilt
    if aim != "highest":  # whose small boards have few kinds
        assert graded == set(positions.rules.objective.gradable)


def test_play_without_end_is_a_point_worse_than_the_worst_end() -> None:
    made = [Leaves(2), Leaves(5), Endless()]
    assert finite_regrets(Leaves(2), made) == [Regret(0, 0), Regret(3, 0), Regret(4, 0)]
    assert finite_regrets(Endless(), [Endless()]) == [Regret(0, 0)]


def test_an_outcome_without_its_distance_is_not_exact() -> None:
    exact = [Win(3), Draw(), Solvable(2), Solvable(score=1), Unsolvable(), Margin(0), Endless()]
    assert all(one.exact for one in exact)
    assert not any(one.exact for one in (Win(), Loss(), Solvable(), Unknown(Draw.words)))
