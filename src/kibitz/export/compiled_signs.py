"""The function `pieces` of a game in a file, compiled, for many positions at once.

A sign of one letter becomes its code point, so that `pieces` returns a list of integers, which
compiled code handles well. Where it does more with its texts than choose among them, compiling
fails, or a code is not a sign: then `pieces` is called position by position.
"""

from collections.abc import Callable, Sequence
from types import CodeType, FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.core.simple_game import SimpleGame
from kibitz.language.errors import KibitzError
from kibitz.solve.compiling.compiled import available, part

MANY = 50_000  # positions above which compiling pays
CHECKED = 16  # rows of a batch that are compared with the interpreter


class CompiledSigns:
    """Code points of the signs of positions; `find` returns None where it cannot find them."""

    def __init__(self, game: SimpleGame) -> None:
        self.game = game
        self.width = len(list(game.author_pieces(game.rules.start)))
        self.known = np.zeros(256, dtype=bool)
        self.known[[ord(sign) for sign in game.signs]] = True
        self._run = compiled(game.author_pieces)

    def find(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8] | None:
        """Return the code points of the signs, a row for each position."""
        if self._run is None:
            return None
        found = np.zeros((len(numbers), self.width), dtype=np.int64)
        try:
            fits = self._run(numbers, found)
        except Exception:  # the compiler refuses the function, in one of many ways
            self._run = None
            return None
        if not fits or not self._holds(numbers, found):
            self._run = None
            return None
        return found.astype("u1")

    def _holds(self, numbers: NDArray[np.int64], found: NDArray[np.int64]) -> bool:
        """Return whether all are signs, and some rows are those of the interpreter."""
        if found.min(initial=0) < 0 or found.max(initial=0) > 255 or not self.known[found].all():
            return False
        step = max(1, len(numbers) // CHECKED)
        return all(
            "".join(map(chr, found[at].tolist()))
            == "".join(self.game.author_pieces(int(numbers[at])))
            for at in range(0, len(numbers), step)
        )


def compiled(pieces: Callable[[int], Sequence[str]]) -> Callable[..., Any] | None:
    """Return a function that fills rows with code points; None if `pieces` is not a function."""
    if not available() or not isinstance(pieces, FunctionType):
        return None
    from numba import njit

    other = FunctionType(
        with_code_points(pieces.__code__),
        pieces.__globals__,
        pieces.__name__,
        pieces.__defaults__,
        pieces.__closure__,
    )
    try:
        signs_of = part(other)
    except KibitzError:  # it uses what rules may not, such as a dictionary
        return None

    @njit  # type: ignore[untyped-decorator]
    def fill(numbers: Any, found: Any) -> bool:
        for at in range(len(numbers)):
            signs = signs_of(numbers[at])
            if len(signs) != found.shape[1]:
                return False
            for cell in range(len(signs)):
                found[at, cell] = signs[cell]
        return True

    return fill  # type: ignore[no-any-return]


def with_code_points(code: CodeType) -> CodeType:
    """Return code whose texts of one letter are integers."""
    constants = tuple(
        ord(one)
        if isinstance(one, str) and len(one) == 1
        else with_code_points(one)
        if isinstance(one, CodeType)
        else one
        for one in code.co_consts
    )
    return code.replace(co_consts=constants)
