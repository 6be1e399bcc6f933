"""The signs of many positions at once, by a compiled function of a game.

A built-in game has a plain function that numbers its signs. A game in a file has `pieces`, which
returns texts: its signs of one letter become code points, and texts of several letters tuples of
them, so that compiled code handles integers only. Where `pieces` does more with its texts than
choose among them, compiling fails, or a code is not a sign: then it is called position by position.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from types import CellType, CodeType, FunctionType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.export import sign_kernels
from kibitz.language.errors import KibitzError
from kibitz.solve.compiling.compiled import available, kernel_with
from kibitz.solve.store.fingerprint import global_names

COMPILE_ABOVE = 50_000  # positions above which compiling pays
CHECKED = 16  # rows of a batch that are compared with the interpreter
BATCHES = 8  # after as many, one row of each


class CompiledSigns:
    """Codes of the signs of positions; `find` returns None where it cannot find them.

    `known` are the codes that occur, `width` is their number in a position, and `expected` returns
    those of one position in the interpreter, to compare.
    """

    def __init__(
        self,
        function: Callable[[int], Sequence[int]],
        known: Iterable[int],
        width: int,
        expected: Callable[[int], Sequence[int]],
    ) -> None:
        self.width = width
        self.expected = expected
        self.known = np.zeros(256, dtype=bool)
        self.known[list(known)] = True
        self._batches = 0
        self._run: Callable[..., Any] | None = None
        if available() and isinstance(function, FunctionType):
            try:
                self._run = kernel_with(sign_kernels.fill_signs, signs_of=function)
            except KibitzError:  # it uses what rules may not, such as a dictionary
                self._run = None

    @property
    def works(self) -> bool:
        """Whether there is compiled code, as far as is known."""
        return self._run is not None

    def find(self, numbers: NDArray[np.int64]) -> NDArray[np.uint8] | None:
        """Return the codes of the signs, a row for each position."""
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
        self._batches += 1
        step = max(1, len(numbers) // CHECKED) if self._batches <= BATCHES else len(numbers) + 1
        return all(
            found[at].tolist() == list(self.expected(int(numbers[at])))
            for at in range(self._batches % max(1, len(numbers)), len(numbers), step)
        )


def with_code_points(function: FunctionType) -> FunctionType:
    """Return the function with code points in place of its texts, and of those that it reaches."""
    code = code_with_code_points(function.__code__)
    names = dict(function.__globals__)
    for name in global_names(function.__code__):
        if name in names:
            names[name] = coded(names[name])
        elif name == "str":
            names[name] = digit
    cells = tuple(CellType(coded(cell.cell_contents)) for cell in function.__closure__ or ())
    return FunctionType(code, names, function.__name__, function.__defaults__, cells)


def digit(number: int) -> int:
    """Return the code point of a digit; -1, which is not a sign, for a longer number."""
    return 48 + number if number < 10 else -1


def coded(thing: Any) -> Any:
    """Return the counterpart of a text, a list, or a tuple of texts; other things as they are."""
    if isinstance(thing, str):
        return ord(thing) if len(thing) == 1 else tuple(map(ord, thing))
    if isinstance(thing, list) or (type(thing) is tuple and {str} == set(map(type, thing))):
        return tuple(coded(one) for one in thing)
    return thing


def code_with_code_points(code: CodeType) -> CodeType:
    """Return code whose texts are code points."""
    constants = tuple(
        code_with_code_points(one) if isinstance(one, CodeType) else coded(one)
        for one in code.co_consts
    )
    return code.replace(co_consts=constants)
