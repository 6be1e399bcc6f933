"""The arithmetic of objectives: compiled, it gives what it gives in the interpreter."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from kibitz.rules.objectives.objective import AIMS, objective_for

if TYPE_CHECKING:
    from kibitz.rules.objectives.objective import Aim

# The extremes of four bytes, in which engines store margins and sums of costs, and some between.
LIMITS = np.iinfo(np.int32)
CODES = [np.int32(code) for code in (LIMITS.min, LIMITS.min + 1, -1, 0, 1, LIMITS.max)]
PAIRS = list(product(CODES, CODES))
CALLS: list[list[tuple[Any, ...]]] = [  # in the order of `Objective.arithmetic`
    [(code,) for code in CODES],
    [(code, again, np.int16(3)) for code, again in product(CODES, (False, True))],
    PAIRS,
    [(code,) for code in CODES],
    [(left, *pair) for left, pair in product((1, 2), PAIRS)],
    [(code,) for code in CODES],
]


@pytest.mark.parametrize("aim", AIMS)
def test_compiled_arithmetic_is_that_of_the_interpreter(aim: Aim) -> None:
    """Numba negates a number in its own width, where the least number is its own negative."""
    numba = pytest.importorskip("numba")
    objective = objective_for(aim, 5, None, True)
    for function, calls in zip(objective.arithmetic, CALLS, strict=True):
        compiled = numba.njit(function)
        for arguments in calls:
            plain = [one.item() if isinstance(one, np.generic) else one for one in arguments]
            assert compiled(*arguments) == function(*plain), (function, arguments)
