"""What the type checker must refuse: `mypy` fails where an ignored error is none."""

from __future__ import annotations

import json
import pickle
from copy import copy
from typing import TYPE_CHECKING

import pytest

import kibitz
from kibitz import conformance
from kibitz.rules import ClassId, MoveId, PositionId
from kibitz.rules.objectives.objective import Code
from kibitz.solve.effort import Pace

if TYPE_CHECKING:
    from typing import assert_never

    from kibitz.oracle.oracle import Oracle
    from kibitz.rules.objectives.outcomes import (
        AnyOutcome,
        Bound,
        Draw,
        Endless,
        Leaves,
        Loss,
        Margin,
        Outcome,
        Reaches,
        Solvable,
        Unknown,
        Unsolvable,
        Win,
    )
    from kibitz.solve.effort import Exhausted
    from kibitz.solve.store.solution import Solution
    from kibitz.web.workers.table_builders import Building

    def misspelled(outcome: Outcome, stopped: Exhausted, building: Building) -> list[bool]:
        return [
            outcome.tone == "god",  # type: ignore[comparison-overlap]
            outcome.kind == "winn",  # type: ignore[comparison-overlap]
            outcome.value == "losss",  # type: ignore[comparison-overlap]
            Unknown(outcome.words).settled_by == "tables",  # type: ignore[comparison-overlap]
            stopped.limit == "second",  # type: ignore[comparison-overlap]
            building.state == "redy",  # type: ignore[comparison-overlap]
        ]

    def all_kinds(outcome: AnyOutcome) -> bool:
        match outcome:
            case Win() | Draw() | Loss() | Margin() | Solvable() | Unsolvable() | Leaves():
                return True
            case Reaches() | Endless() | Bound():
                return True
            case _:
                assert_never(outcome)  # type: ignore[arg-type]  # Unknown is left

    def refused(oracle: Oracle, solution: Solution, move: MoveId) -> None:
        rules = oracle.rules
        after = rules.play(rules.start, move)
        oracle.outcome(move)  # type: ignore[arg-type]
        oracle.outcome_of_move(move, after)  # type: ignore[arg-type]
        solution.code(after)  # type: ignore[arg-type]
        rules.objective.outcome(after)  # type: ignore[arg-type]


def test_a_promise_is_the_sentence_that_says_it() -> None:
    assert json.dumps(conformance.Promise.COMPILE) == '"the rules compile"'
    assert set(conformance.PROMISES) | set(conformance.ON_A_GPU) == set(conformance.Promise)


def test_numbers_of_rules_are_plain_integers_when_a_program_runs() -> None:
    rules = kibitz.game("noughts").rules
    move = next(rules.moves(rules.start))
    assert {type(one) for one in (rules.start, move, rules.class_of(rules.start))} == {int}
    assert [make(7) for make in (PositionId, MoveId, Code)] == [7] * 3
    assert ClassId(PositionId(7)) == 7


def test_an_effort_never_changes() -> None:
    effort = kibitz.Effort(positions=5, seconds=60).begun().at(Pace(interpreted=7))
    for name in ("seconds", "positions", "memory", "compile", "pace"):
        with pytest.raises(AttributeError, match="an effort never changes"):
            setattr(effort, name, None)
    again = pickle.loads(pickle.dumps(effort))
    assert again == effort == copy(effort)
    assert again.pace.interpreted == 7
    assert again.left <= 60
    assert effort.replace(positions=6) == kibitz.Effort(positions=6, seconds=60)
