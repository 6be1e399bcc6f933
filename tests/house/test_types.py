"""What the type checker must refuse: `mypy` fails where an ignored error is none."""

from __future__ import annotations

from typing import TYPE_CHECKING

import kibitz
from kibitz.core import ClassId, MoveId, PositionId
from kibitz.objectives import Code

if TYPE_CHECKING:
    from kibitz.oracle.oracle import Oracle
    from kibitz.solve.store.solution import Solution

    def refused(oracle: Oracle, solution: Solution, move: MoveId) -> None:
        rules = oracle.rules
        after = rules.play(rules.start, move)
        oracle.outcome(move)  # type: ignore[arg-type]
        oracle.outcome_of_move(move, after)  # type: ignore[arg-type]
        solution.code(after)  # type: ignore[arg-type]
        rules.objective.outcome(after)  # type: ignore[arg-type]


def test_numbers_of_rules_are_plain_integers_when_a_program_runs() -> None:
    rules = kibitz.game("noughts").rules
    move = next(rules.moves(rules.start))
    assert {type(one) for one in (rules.start, move, rules.class_of(rules.start))} == {int}
    assert [make(7) for make in (PositionId, MoveId, Code)] == [7] * 3
    assert ClassId(PositionId(7)) == 7
