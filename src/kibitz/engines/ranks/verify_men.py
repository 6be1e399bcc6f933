"""Verification of a table of a game of men against the rules alone.

Only the order of the codes is shared with the solver (`men_numbering.py`): that is the
format of the file. Ranks are computed by code of its own. If every value follows from the values
after each move, the table is correct, for the reasons that `verification.py` gives. Then the
positions that can be reached from the start are marked, and counted.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from kibitz.engines.ranks.men_numbering import Block
from kibitz.engines.ranks.men_table import MenTable
from kibitz.engines.ranks.verify_men_kernels import (
    check_men,
    code_at,
    count_men,
    mapped,
    mark_men,
    rank_of,
)
from kibitz.language.errors import Sentence
from kibitz.solve.arrays import Ints
from kibitz.solve.effort import Effort, Meter
from kibitz.solve.verify.verification import BATCH, LEAST_SHARE, REACHING, Fault, Verification
from kibitz.solve.verify.verify_kernels import FOUND
from kibitz.system.memory_limit import in_words
from kibitz.system.thread_pool import Team, spans


def verify_men(table: MenTable, watch: Meter | None = None) -> list[Sentence]:
    """Check all of a table; return what was checked, one sentence each, or raise `Fault`."""
    return MenVerification(table, watch or Effort().watch()).run()


class MenVerification(Verification):
    """The verification of one table of a game of men."""

    checker = staticmethod(check_men)

    def __init__(self, table: MenTable, watch: Meter) -> None:
        super().__init__(table.rules, table.census, table.codes, watch)
        self.table = table
        self.blocks = table.numbering.blocks
        self.used = self._array(table.codes_used or [])
        self.order = self._order()
        self.rows = self.codes, self.used, self.order

    def run(self) -> list[Sentence]:
        """Check everything; return what was checked."""
        self._check_sets()
        return super().run()

    def _further(self, moves: int) -> Iterator[Sentence]:
        if len(self.codes) > self.watch.spare():
            yield Sentence(
                "NOT CHECKED: the counts, which take {memory} of memory",
                memory=in_words(len(self.codes)),
            )
        else:
            yield self._counts()

    def _array(self, numbers: Any) -> Ints:
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

    def _check_sets(self) -> None:
        """Check that the sets of men are the least of their images, in order."""
        symmetries = self.table.numbering.men.symmetries
        sets = list(map(int, self.order[1]))
        least = all(mapped(some, one) >= some for some in sets for one in symmetries)
        ascending = sorted(set(sets), key=lambda some: (some.bit_count(), some))
        if not least or ascending != sets:
            raise Fault("the sets of men are not in order")

    def _spans(
        self, team: Team, blocks: list[Block] | None = None
    ) -> Iterator[list[tuple[Any, ...]]]:
        """Yield spans of blocks, or of all, each with the block that it is in."""
        for block in self.blocks if blocks is None else blocks:
            parts, end = self._array(self._parts(block)), block.first + block.size
            for first in range(block.first, end, team.size * BATCH):
                last = min(end, first + team.size * BATCH)
                yield [(parts, *span) for span in spans(first, last, team.size, LEAST_SHARE)]

    def _index_of(self, position: int) -> int:
        return rank_of(position, self.order)

    def _code_at(self, at: int) -> int:
        return code_at(self.codes, self.used, at)

    def _marks(self) -> Ints:
        """Mark the positions that can be reached from the start, each at one rank."""
        total = len(self.codes)
        self.watch.need(total)
        marks: Ints = bytearray(total)
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
                    for some in self._spans(team, tiers[tier]):
                        new += sum(team.run(mark, [(marks, self.order, *one) for one in some]))
                done += sum(block.size for block in tiers[tier])
                self.watch(REACHING, done, total)
        return marks

    def _counts(self) -> Sentence:
        """Check the census against the table."""
        marks, count = self._marks(), self._function(count_men)
        codes = self.table.codes_used or [-(1 << 15), (1 << 15) - 1]
        lowest, size = min(codes), 1 + max(codes) - min(codes)
        rows = (self.codes, self.used, marks, self.order)
        with self._team() as team:
            own = [[self._array([0] * size) for _ in range(2)] for _ in range(team.size)]
            for some in self._spans(team):
                shares = [
                    (*rows, parts, lowest, *counts, *span)
                    for (parts, *span), counts in zip(some, own, strict=False)
                ]
                team.run(count, shares)
        totals = (map(sum, zip(*counts, strict=True)) for counts in zip(*own, strict=True))
        by_code = ({at + lowest: int(n) for at, n in enumerate(total) if n} for total in totals)
        return self._counts_agree(*by_code)
