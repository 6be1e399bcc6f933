"""Optimality of policies: exact shares over all positions, or a sample of them."""

from __future__ import annotations

import pytest

import kibitz
from kibitz.language.errors import KibitzError


def first_move(position: kibitz.Position) -> kibitz.Move:
    return position.moves[0]


@pytest.mark.long
def test_a_perfect_policy_gives_nothing_away() -> None:
    for name in ("noughts", "peg:triangle", "kalah"):
        result = kibitz.optimality(lambda position: position.best[0], name)
        assert (result.keeps, result.best, result.regret) == (1, 1, 0), name
        assert result.random.keeps < 1
        assert sum(share.positions for share in result.by_distance.values()) == result.positions


def test_the_figures_are_those_of_a_count_by_hand() -> None:
    """The first legal move in each position, counted with the outcomes of the Python API."""
    result = kibitz.optimality(first_move, "noughts")
    table = kibitz.table("noughts")
    kept, given, asked = 0, 0, 0
    worth = {"win": 1, "draw": 0, "loss": -1}
    for number in table.positions.tolist():
        position = table.game.position(number)
        if not position.is_over:
            best = worth[position.outcome.kind]
            made = worth[position.moves[0].outcome.kind]
            asked, kept, given = asked + 1, kept + (made == best), given + best - made
    assert result.positions == asked
    assert result.keeps == pytest.approx(kept / asked)
    assert result.regret == pytest.approx(given / asked)


def test_probabilities_and_moves_are_read_alike() -> None:
    """Random moves as probabilities have the figures of `random`; texts and numbers are moves."""
    even = kibitz.optimality(lambda position: dict.fromkeys(position.moves, 2.0), "nim")
    assert (even.keeps, even.best) == pytest.approx((even.random.keeps, even.random.best))
    by_text = kibitz.optimality(lambda position: position.moves[0].text, "nim")
    by_number = kibitz.optimality(lambda position: position.moves[0].number, "nim")
    assert by_text.keeps == by_number.keeps


def test_a_sample_is_reproducible() -> None:
    some = [kibitz.optimality(first_move, "lgame", sample=50, seed=3) for _ in range(2)]
    assert some[0].regret == some[1].regret
    assert 0 < some[0].positions <= 50


@pytest.mark.parametrize(
    "policy",
    [lambda position: "z9", lambda position: {position.moves[0]: -1.0}, lambda position: {}],
)
def test_a_wrong_policy_is_one_sentence(policy: object) -> None:
    with pytest.raises(KibitzError):
        kibitz.optimality(policy, "noughts")  # type: ignore[arg-type]
