"""Solve a game on the GPU tier by tier, and verify every value, one tier and its targets at a time.

    PYTHONPATH=src python3 benchmarks/verify_tiers.py GAME

The reasons are those of `verification.py`: if every value follows from the values after each move,
all are correct. A position is looked up by bisection in the ascending rows of its tier. Tiers are
checked from the highest down, so that the positions that can be reached from the start are marked
on the way. The rules are lowered as for solving; no other code is shared with the solver.
"""

from __future__ import annotations

import sys

import numpy as np

import kibitz
import verify_tiers_kernels as kernels
from kibitz.engines.gpu import device
from kibitz.engines.gpu.gpu_functions import functions_for
from kibitz.engines.gpu.gpu_tiers import CardTiers
from kibitz.engines.gpu.position_set import Sizes
from kibitz.language.errors import Sentence, plural
from kibitz.solve.effort import Effort
from kibitz.solve.verify.verification import CHECKING, FAULTS, Fault
from kibitz.solve.verify.verify_kernels import AIMS, FOUND, RIGHT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.rows import CardRow, Row

NO_POSITION = (1 << 63) - 1
THREADS, BLOCKS = (1, 1) if device.simulated() else (256, 1 << 12)


class TierVerification:
    """The verification of one game; positions, codes and the tiers that moves lead to are by tier.

    It counts `moves`, and `positions` with all images.
    """

    def __init__(
        self,
        rules: Rules,
        found: Mapping[int, Row],
        codes: Mapping[int, Row],
        leads: Mapping[int, Sequence[int]],
        watch: Meter | None = None,
    ) -> None:
        if not rules.objective.by_distance:
            raise ValueError("scores and margins need more proofs than these")
        self.rules, self.found, self.codes, self.leads = rules, found, codes, leads
        self.watch = watch or Effort.unlimited.watch()
        self.functions = functions_for(rules)
        self.marks: dict[int, CardRow] = {}  # of tiers that are not checked yet, on the device
        self.moves = self.positions = 0

    def run(self) -> list[Sentence]:
        """Check all tiers; return what was checked, one sentence each, or raise `Fault`."""
        done, total = 0, sum(map(len, self.found.values()))
        self._mark_start()
        for tier in sorted(self.found, reverse=True):
            self._check(tier)
            done += len(self.found[tier])
            self.watch(CHECKING, done, total)
        return [
            plural(
                "{count} position is in order, the least of its mirror images",
                "{count} positions are in order, each the least of its mirror images",
                total,
            ),
            plural(
                "the {count} move leads to a position of the table",
                "all {count} moves lead to positions of the table",
                self.moves,
            ),
            Sentence("every value follows from the values of what can follow"),
            Sentence("the positions are those that can be reached from the start"),
        ]

    def _mark_start(self) -> None:
        rules = self.rules
        assert rules.tier is not None
        start = rules.class_of(rules.start)
        row = self.found.get(rules.tier(start), np.empty(0, np.int64))
        at = int(np.searchsorted(row, start))
        if at == len(row) or row[at] != start:
            raise Fault("the start is missing")
        marks = np.zeros(len(row), np.int8)
        marks[at] = FOUND
        self.marks[rules.tier(start)] = device.cuda().to_device(marks)

    def _check(self, tier: int) -> None:
        """Check one tier."""
        count, near = len(self.found[tier]), [tier, *(self.leads[tier])]
        lengths = [len(self.found[each]) for each in near]
        ends = np.cumsum(lengths)
        segments = np.array([near, ends - lengths, ends], np.int64).T
        positions, codes = (self._together(near, rows) for rows in (self.found, self.codes))
        marks = device.empty(int(ends[-1]), np.int8)
        for each, (_, first, end) in zip(near, segments, strict=True):
            known = self.marks.pop(each, None)
            part = marks[first:end]
            part.copy_to_device(np.zeros(end - first, np.int8) if known is None else known)
        counts = self._walk(count, positions, codes, marks, segments)
        if counts[kernels.FAULT] != RIGHT:
            raise Fault(FAULTS[counts[kernels.FAULT]], counts[kernels.FAULT_AT])
        self.moves += counts[kernels.MOVES]
        self.positions += counts[kernels.IMAGES]
        least = device.cuda().to_device(np.array([NO_POSITION]))
        self._launch(kernels.find_unmarked, positions, count, marks, least)
        unmarked = int(least.copy_to_host()[0])
        if unmarked != NO_POSITION:
            raise Fault("a position is not one of this game", unmarked)
        for each, (_, first, end) in list(zip(near, segments, strict=True))[1:]:
            self.marks[each] = device.empty(int(end - first), np.int8)
            self.marks[each].copy_to_device(marks[first:end])

    def _walk(
        self, count: int, positions: CardRow, codes: CardRow, marks: CardRow, segments: Row
    ) -> list[int]:
        """Check and mark until no mark within the tier is new; return the counts of the last."""
        cuda, rows = device.cuda(), self.functions.rows
        counters = cuda.to_device(np.zeros(kernels.COUNTS, np.int64))
        self._launch(kernels.find_widest, positions, count, rows, counters)
        width = max(1, int(counters.copy_to_host()[kernels.WIDEST]))
        made = device.empty(THREADS * BLOCKS * width, np.int64)
        where, aim = cuda.to_device(np.ascontiguousarray(segments)), AIMS[self.rules.aim]
        while True:
            counters.copy_to_device(np.zeros(kernels.COUNTS, np.int64))
            self._launch(
                kernels.check_tier, positions, count, codes, marks, where, aim, made, width, rows,
                counters,
            )  # fmt: skip
            counts = [int(number) for number in counters.copy_to_host()]
            if counts[kernels.FAULT] != RIGHT or not counts[kernels.NEW]:
                return counts

    def _together(self, tiers: Sequence[int], rows: Mapping[int, Row]) -> CardRow:
        """Return the rows of some tiers as one row on the device."""
        row = device.empty(sum(len(rows[each]) for each in tiers), rows[tiers[0]].dtype)
        at = 0
        for each in tiers:
            row[at : at + len(rows[each])].copy_to_device(rows[each])
            at += len(rows[each])
        return row

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        self.functions.launch(kernel, THREADS, BLOCKS, *arguments)


def main(name: str) -> int:
    """Solve and verify a game; print its counts and what was checked."""
    rules = kibitz.game(name).rules
    solver = CardTiers(rules, Effort.unlimited.watch(), Sizes())
    solver.solve()
    print(f"{solver.total:,} classes, {sum(solver.census().in_full.values()):,} positions")
    print(f"{sum(solver.seconds.values()):.2f} s without compiling")
    try:
        checked = TierVerification(rules, solver.found, solver.codes, solver.leads).run()
    except Fault as fault:
        print(f"WRONG: {fault}")
        return 1
    print("\n".join(map(str, checked)))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
