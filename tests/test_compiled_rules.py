"""Every rule of every game compiles, and compiled it says what it says in the interpreter."""

from __future__ import annotations

import numpy as np
import pytest

import every_game
from kibitz.solve import kernels
from kibitz.solve.compiled import kernel

POSITIONS = 400


@pytest.mark.parametrize("name", every_game.names())
def test_compiled_rules_agree_with_the_interpreter(name: str) -> None:
    rules = every_game.game(name).rules
    met = sorted(set(every_game.random_positions(every_game.game(name), seed=3, count=POSITIONS)))
    positions = np.array(met, dtype=np.int64)
    children = np.empty(300 * len(met), dtype=np.int64)
    degrees, worths = np.zeros((2, len(met)), dtype=np.int32)
    for mirrored in (False, True):
        stopped, filled = kernel(kernels.expand, rules)(
            positions, 0, len(met), mirrored, children, degrees, worths
        )
        assert stopped == len(met)
        canonical = rules.canonical if mirrored and rules.canonical else lambda position: position
        expected = [
            [canonical(rules.play(position, move)) for move in rules.moves(position)]
            for position in met
        ]
        assert degrees.tolist() == [len(after) for after in expected]
        assert children[:filled].tolist() == [child for after in expected for child in after]
    ends = [at for at, after in enumerate(expected) if not after]
    assert [int(worths[at]) for at in ends] == [rules.worth(met[at]) for at in ends]
    if rules.orbit:
        images = np.zeros(len(met), dtype=np.int16)
        kernel(kernels.count_images, rules)(positions, 0, len(met), images)
        assert images.tolist() == [rules.orbit(position) for position in met]
