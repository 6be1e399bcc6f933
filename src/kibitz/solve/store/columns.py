"""Positions and outcomes of a table as columns: arrays of equal length, in chunks or whole."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from kibitz.rules.objectives.outcomes import Outcome
from kibitz.rules.rules import Rules

OF_PLAYERS = {1: "win", 0: "draw", -1: "loss"}
OF_PUZZLES = {1: "solvable", 0: "unsolvable"}


class Columns:
    """Positions in canonical form, ascending, and their outcomes.

    `measure` is the name of the measure: `distance`, for a puzzle with a score `score`, and for two
    players with points `margin`. `nothing` marks a missing measure, `wide` is its data type.
    `kinds` names the numbers of `value`.
    """

    def __init__(self, rules: Rules, positions: Any, codes: Any) -> None:
        self.rules = rules
        self._positions = positions
        self._codes = codes
        self.measure = rules.objective.measure
        self.kinds = OF_PLAYERS if rules.objective.players == 2 else OF_PUZZLES
        self.nothing = rules.objective.no_measure
        self.wide = f"i{rules.objective.code_bytes}"
        self.dtype = np.dtype([("position", "i8"), ("value", "i1"), (self.measure, self.wide)])

    def __len__(self) -> int:
        return len(self._positions)

    def rows(self) -> tuple[NDArray[Any], NDArray[Any]]:
        """Return the positions and the codes, as they are stored."""
        return numpy_array(self._positions), numpy_array(self._codes)

    def whole(self) -> NDArray[np.void]:
        """Return all rows."""
        positions, codes = self.rows()
        rows = np.empty(len(positions), dtype=self.dtype)
        rows["position"] = positions
        rows["value"], rows[self.measure] = self.decoded(codes)
        return rows

    def decoded(self, codes: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
        value, measure = self.rules.objective.columns(codes)
        return value.astype("i1"), measure.astype(self.wide)

    def items(self, rows: int) -> Iterator[tuple[int, Outcome]]:
        """Yield each position with its outcome, reading `rows` at a time."""
        positions, codes = self.rows()
        for begin in range(0, len(self), rows):
            numbers = positions[begin : begin + rows].tolist()
            for number, code in zip(numbers, codes[begin : begin + rows].tolist(), strict=True):
                yield number, self.rules.objective.outcome(code)


def numpy_array(row: Any) -> NDArray[Any]:
    """Return a row as an array; one in a file is verified first."""
    return np.asarray(row.whole() if hasattr(row, "whole") else row)
