"""Table of a game of men on points: a code for every placement of the men, by its rank.

It answers for every placement, reachable or not; its counts are those of the positions that can be
reached from the start. A code takes one byte, the index of it in the list `codes_used`; if there
are more than 256 different codes, that list is None and a code takes two bytes. The numbering is
part of the file, so a table does not depend on the order in which rules list their blocks.
"""

from __future__ import annotations

from typing import Any

from kibitz.engines.ranks.men_numbering import Numbering
from kibitz.language.errors import Sentence
from kibitz.rules import PositionId
from kibitz.rules.objectives.objective import Code
from kibitz.rules.objectives.outcomes import Outcome
from kibitz.rules.rules import Men, Rules
from kibitz.solve.arrays import ReadArray
from kibitz.solve.effort import Meter
from kibitz.solve.store.rowfile import RowFile, Stream
from kibitz.solve.store.table import Census, CensusTable, whole

BYTE = 256


class MenTable(CensusTable):
    """The codes of all placements in the order of a numbering, and the sets that it needs."""

    kind = "men"
    lists_positions = False

    def __init__(
        self,
        rules: Rules,
        numbering: Numbering,
        sets: ReadArray,
        codes: ReadArray,
        codes_used: list[int] | None,
        census: Census,
    ) -> None:
        super().__init__(rules, census)
        self.numbering = numbering
        self.sets = sets
        self.codes = codes
        self.codes_used = codes_used

    @classmethod
    def from_file(cls, rules: Rules, file: RowFile) -> MenTable:
        """Return the table in a file; raises an error if there is none."""
        numbering = Numbering(men_from_json(file.says["men"]))
        sets, codes, used = file.rows["sets"], file.rows["codes"], file.says["codes_used"]
        if (len(sets), len(codes)) != (numbering.sets, numbering.total):
            raise ValueError("rows of other lengths")
        if used is not None and not 0 < len(used) <= BYTE:
            raise ValueError("codes of one byte")
        known = None if used is None else list(map(int, used))
        return cls(rules, numbering, sets, codes, known, Census.from_json(file.says["census"]))

    def look_up(self, position: PositionId) -> Outcome | None:
        at = self.numbering.rank(position, self.sets)
        return None if at is None else self.rules.objective.outcome(Code(self.code_at(at)))

    def code_at(self, rank: int) -> int:
        """Return the code of the position with a rank."""
        stored = int(self.codes[rank])
        return stored if self.codes_used is None else self.codes_used[stored & BYTE - 1]

    def verify(self, watch: Meter | None = None) -> list[Sentence]:
        from kibitz.engines.ranks.verify_men import verify_men  # imported on demand

        return verify_men(self, watch)

    def rows(self) -> dict[str, memoryview | Stream]:
        return {"sets": memoryview(self.sets), "codes": memoryview(self.codes)}  # type: ignore[arg-type]

    def says(self) -> dict[str, Any]:
        men = men_as_json(self.numbering.men)
        return {**super().says(), "men": men, "codes_used": self.codes_used}


def men_as_json(men: Men) -> dict[str, Any]:
    """Return the JSON form that `men_from_json` reads."""
    return {
        "points": men.points,
        "symmetries": [list(symmetry) for symmetry in men.symmetries],
        "blocks": [list(block) for block in men.blocks],
    }


def men_from_json(said: Any) -> Men:
    """Return the description of the men in a table; raises an error if it is invalid."""
    points = whole(said["points"])
    symmetries = [tuple(map(whole, symmetry)) for symmetry in said["symmetries"]]
    if any(sorted(symmetry) != list(range(points)) for symmetry in symmetries):
        raise ValueError("not permutations")
    blocks = []
    for block in said["blocks"]:
        tier, mine, theirs, rest = map(whole, block)
        blocks.append((tier, mine, theirs, rest))
    return Men(points, symmetries, blocks)
