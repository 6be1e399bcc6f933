"""Verification of a table of a game of men against the rules alone.

Only the order of the codes is shared with the solver (`solve/men/men_numbering.py`): that is the
format of the file. Ranks are computed by code of its own. If every value follows from the values
after each move, the table is correct, for the reasons that `verification.py` gives. Then the
positions that can be reached from the start are marked, and counted.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.language.errors import Sentence, plural
from kibitz.solve.compiling.compiled import available, bound, kernel
from kibitz.solve.effort import Effort, Meter
from kibitz.solve.men.men_numbering import Block
from kibitz.solve.men.men_table import MenTable
from kibitz.solve.rows import EitherRow
from kibitz.solve.verify.verification import BATCH, CHECKING, FAULTS, FEW, REACHING, Fault
from kibitz.solve.verify.verify_kernels import FOUND, RIGHT
from kibitz.solve.verify.verify_men_kernels import (
    check_men,
    code_at,
    count_men,
    mapped,
    mark_men,
    rank_of,
)
from kibitz.system.memory_limit import in_words
from kibitz.system.thread_pool import Team, spans


def verify_men(table: MenTable, watch: Meter | None = None) -> list[Sentence]:
    """Check all of a table; return what was checked, one sentence each, or raise `Fault`."""
    return MenVerification(table, watch or Effort().watch()).run()


class MenVerification:
    """The verification of one table of a game of men."""

    def __init__(self, table: MenTable, watch: Meter) -> None:
        self.table = table
        self.rules = table.rules
        self.watch = watch
        self.blocks = table.numbering.blocks
        self.compact = available() and len(table.codes) > FEW
        self.codes = self._row(table.codes)
        self.used = self._array(table.codes_used or [])
        self.order = self._order()

    def run(self) -> list[Sentence]:
        """Check everything."""
        self._check_sets()
        said = [
            plural(
                "the {count} move leads to a position of the table",
                "all {count} moves lead to positions of the table",
                self._values(),
            ),
            Sentence("every value follows from the values of what can follow"),
        ]
        if len(self.codes) > self.watch.spare():
            said.append(
                Sentence(
                    "NOT CHECKED: the counts, which take {memory} of memory",
                    memory=in_words(len(self.codes)),
                )
            )
        else:
            said.append(self._counts())
        return [*said, self._named()]

    def _row(self, row: Any) -> EitherRow:
        """Return a row of the table as the checks need it."""
        whole = row.whole() if hasattr(row, "whole") else memoryview(row)
        if not self.compact:
            return whole.tolist()
        import numpy as np

        return np.asarray(whole)

    def _array(self, numbers: Any) -> EitherRow:
        if not self.compact:
            return numbers
        import numpy as np

        return np.array(numbers, np.int64)

    def _order(self) -> Any:
        """Return what defines the order of the codes."""
        men = self.table.numbering.men
        side = range(men.points + 1)
        rests = 1 + max(block.rest for block in self.blocks)
        block_of = [[[-1 for _ in side] for _ in side] for _ in range(rests)]
        for number, block in enumerate(self.blocks):
            block_of[block.rest][block.mine][block.theirs] = number
        blocks = [self._parts(block) for block in self.blocks]
        binomials = [[math.comb(n, k) for k in side] for n in side]
        sets = self._array(list(self._row(self.table.sets)))
        identity = tuple(range(men.points))
        symmetries = [identity, *men.symmetries]
        rest = map(self._array, (symmetries, blocks, block_of, binomials))
        return (men.points, sets, *rest)

    def _parts(self, block: Block) -> list[int]:
        return [block.first, block.width, block.known, block.classes, block.theirs, block.rest]

    def _function(self, function: Callable[..., Any]) -> Callable[..., Any]:
        return kernel(function, self.rules) if self.compact else bound(function, self.rules)

    def _check_sets(self) -> None:
        """Check that the sets of men are the least of their images, in order."""
        symmetries = self.table.numbering.men.symmetries
        sets = list(map(int, self.order[1]))
        least = all(mapped(some, one) >= some for some in sets for one in symmetries)
        ascending = sorted(set(sets), key=lambda some: (some.bit_count(), some))
        if not least or ascending != sets:
            raise Fault("the sets of men are not in order")

    def _spans(self, blocks: list[Block], team: Team) -> Iterator[list[tuple[EitherRow, int, int]]]:
        """Yield the ranks of blocks, some for each thread at a time."""
        for block in blocks:
            parts, end = self._array(self._parts(block)), block.first + block.size
            for first in range(block.first, end, team.size * BATCH):
                last = min(end, first + team.size * BATCH)
                yield [(parts, *span) for span in spans(first, last, team.size, FEW)]

    def _values(self) -> int:
        """Check every value; return the number of moves."""
        check, met, done = self._function(check_men), 0, 0
        with self._team() as team:
            for some in self._spans(self.blocks, team):
                shares = [(self.codes, self.used, self.order, *span) for span in some]
                for fault, position, count in team.run(check, shares):
                    if fault != RIGHT:
                        raise Fault(FAULTS[fault], int(position))
                    met += int(count)
                done += some[-1][2] - some[0][1]
                self.watch(CHECKING, done, len(self.codes))
        return met

    def _team(self) -> Team:
        return Team(None if self.compact else 1)

    def _marks(self) -> EitherRow:
        """Mark the positions that can be reached from the start, each at one rank."""
        total = len(self.codes)
        self.watch.need(total)
        marks: EitherRow = bytearray(total)
        if self.compact:
            import numpy as np

            marks = np.frombuffer(marks, np.int8)
        mark, tiers, done = self._function(mark_men), self.table.numbering.tiers(), 0
        marks[rank_of(self.rules.class_of(self.rules.start), self.order)] = FOUND
        with self._team() as team:
            for tier in reversed(tiers):
                new = 1
                while new:
                    new = 0
                    for some in self._spans(tiers[tier], team):
                        new += sum(team.run(mark, [(marks, self.order, *one) for one in some]))
                done += sum(block.size for block in tiers[tier])
                self.watch(REACHING, done, total)
        return marks

    def _counts(self) -> Sentence:
        """Check the census against the table."""
        marks, count, census = self._marks(), self._function(count_men), self.table.census
        codes = self.table.codes_used or [-(1 << 15), (1 << 15) - 1]
        lowest, size = min(codes), 1 + max(codes) - min(codes)
        rows = (self.codes, self.used, marks, self.order)
        with self._team() as team:
            own = [[self._array([0] * size) for _ in range(2)] for _ in range(team.size)]
            for some in self._spans(self.blocks, team):
                shares = [
                    (*rows, parts, lowest, *counts, *span)
                    for (parts, *span), counts in zip(some, own, strict=False)
                ]
                team.run(count, shares)
        for which, kept, wrong in (
            (0, census.classes, "the counts up to symmetry are wrong"),
            (1, census.in_full, "the counts in full are wrong"),
        ):
            counts = [int(sum(column)) for column in zip(*(one[which] for one in own), strict=True)]
            if {at + lowest: one for at, one in enumerate(counts) if one} != dict(kept):
                raise Fault(wrong)
        return Sentence(
            "the counts are right, in full ({positions}) and up to symmetry",
            positions=sum(census.in_full.values()),
        )

    def _named(self) -> Sentence:
        """Check the positions that the census names: the start and the hardest ones."""
        census = self.table.census
        named = self.rules.objective.hardest_codes(census.classes)
        if not named <= census.hardest.keys():
            raise Fault("one of the hardest positions is missing")
        at = {self.rules.start: census.start} | {one: code for code, one in census.hardest.items()}
        for position, code in at.items():
            rank = rank_of(position, self.order)
            if rank < 0 or code_at(self.codes, self.used, rank) != code:
                if position == self.rules.start:
                    raise Fault("the value of the start is wrong")
                raise Fault("a position that is listed as a hardest one is not")
        return Sentence("the value of the start and the hardest positions are those of the table")
