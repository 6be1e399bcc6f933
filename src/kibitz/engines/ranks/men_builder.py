"""Builder of the table of a game of men on a GPU: codes by rank, written tier by tier."""

from __future__ import annotations

import os
import shutil
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar, NamedTuple, Self

import numpy as np

from kibitz.engines.ranks.men_numbering import Numbering, goes_by_rank, span_of
from kibitz.engines.ranks.men_table import BYTE, MenTable, men_as_json
from kibitz.language.errors import KibitzError
from kibitz.rules.objectives.objective import Objective
from kibitz.rules.rules import Rules
from kibitz.solve.builder import Builder
from kibitz.solve.capabilities import serves
from kibitz.solve.effort import Meter
from kibitz.solve.resources import Resources
from kibitz.solve.store import rowfile, workfolder
from kibitz.solve.store.checkpoint import Checkpoint
from kibitz.solve.store.row_writer import HEADER_PAGES, RowWriter
from kibitz.solve.store.rowfile import PAGE, SIZES
from kibitz.solve.store.table import Census, Table
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.store.workfolder import WorkFolder
from kibitz.system.memory_limit import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.ranks.men import MenOnGPU  # imported where there is a GPU only

CODES, TIERS = "codes", "tiers"  # files of the work folder: the table, and the finished tiers
PIECE = 1 << 26  # codes copied from or to the device at a time
SETS = "i"


class TierCount(NamedTuple):
    """Counts of the positions of a tier by code, and the least position with its extreme codes.

    `used` are the codes of all placements, reachable or not.
    """

    in_full: dict[int, int]
    classes: dict[int, int]
    first_of: dict[int, int]
    used: list[int]


class MenByRank(Builder[Table]):
    """Writes the codes of each tier to the file of the table as soon as it is solved.

    The codes take one byte each as long as there are at most `most_short` different ones.
    """

    algorithms: ClassVar = {"ranks": "games of men on points, if they are large"}
    in_files = True

    @classmethod
    def serves(cls, rules: Rules) -> bool:
        return serves("men", rules) and goes_by_rank(rules)

    def __init__(
        self,
        name: str,
        rules: Rules,
        store: TableStore,
        resources: Resources | None = None,
        *,
        most_short: int = BYTE,
    ) -> None:
        assert rules.men is not None
        super().__init__(name, rules, store, resources)
        self.most_short = most_short
        self.numbering = Numbering(rules.men)
        self.folder = WorkFolder(store.path(name, workfolder.SUFFIX))
        self.path = os.path.join(self.folder.path, CODES)
        self._checkpoint = Checkpoint(os.path.join(self.folder.path, TIERS), rules)
        self._used: list[int] | None = []
        self._finished: dict[int, tuple[int, TierCount]] = {}  # digest of the file, and counts
        self._seconds = 0.0
        self._writer: RowWriter | None = None

    def __enter__(self) -> Self:
        self.folder.__enter__()
        self._checkpoint.find(self._resume)
        return self

    def __exit__(self, *raised: object) -> None:
        if self._writer is not None:
            self._writer.close()
        if not self._finished:
            self.folder.remove()
        self.folder.__exit__(*raised)

    @property
    def has_checkpoint(self) -> bool:
        return bool(self._finished)

    def checkpoint_work(self) -> bool:
        return self.has_checkpoint  # every finished tier is on disk already

    def fallback_if_unsaved(self, made: Table) -> None:
        """Return None, leaving it to a later call: the table is in its file."""

    # Solving

    def run(self, watch: Meter) -> Table:
        from kibitz.engines.gpu import device  # where there is none, this says so
        from kibitz.engines.ranks.men import MenOnGPU

        self._check_disk()
        begin = time.perf_counter() - device.Compiling.seconds - self._seconds
        solver = MenOnGPU(self.rules, watch, self.resources.memory)
        self._sets = solver.tables.sets
        solver.mark_reachable()
        for tier in self._copied_back(solver):
            count = solver.solve(tier)
            self._append(solver, tier, count)
            self._seconds = time.perf_counter() - device.Compiling.seconds - begin
            self._write_checkpoint()
        counts = [count for _, count in self._finished.values()]
        census = census_of(counts, self.rules.objective, solver.code_of(self.rules.start))
        table = Written(self.rules, self.numbering, self._sets, (), self._used, census)
        assert self._writer is not None
        table.writer = self._writer
        table.seconds = self._seconds
        return table

    def _check_disk(self) -> None:
        """Raise an error if the table does not fit on the disk."""
        octets = PAGE * HEADER_PAGES + sum(
            -(-length * SIZES[letter] // PAGE) * (PAGE + 4)
            for letter, length in self._rows.values()
        )
        there = os.path.getsize(self.path) if os.path.exists(self.path) else 0
        free = shutil.disk_usage(self.folder.path).free + there
        if octets > free:
            raise KibitzError(
                "the table of {name} takes {needed} on the disk, and {free} are free in {folder}",
                name=self.name,
                needed=in_words(octets),
                free=in_words(free),
                folder=self.store.folder,
            )

    @property
    def _rows(self) -> dict[str, tuple[str, int]]:
        letter = "h" if self._used is None else "b"
        numbering = self.numbering
        return {"sets": (SETS, numbering.sets), "codes": (letter, numbering.total)}

    # Files

    def _open(self) -> RowWriter:
        """Open the file, and begin its rows."""
        self._writer = writer = RowWriter(self.path, self._rows)
        writer.append(self._sets.data)
        writer.end_row()
        return writer

    def _copied_back(self, solver: MenOnGPU) -> Iterator[int]:
        """Copy the codes of finished tiers to the device; yield the other tiers in order."""
        writer, known = self._open(), list(self._finished)
        used = None if self._used is None else np.array(self._used, np.int16)
        each = 2 if used is None else 1
        for tier, blocks in solver.tiers.items():
            if known[:1] == [tier]:
                before, spans = writer.state(), list(pieces(*span_of(blocks)))
                rows = [writer.read_again(each * (last - first)) for first, last in spans]
                if writer.digest == self._finished[tier][0]:
                    for (first, last), row in zip(spans, rows, strict=True):
                        codes = np.frombuffer(row, np.int16 if used is None else np.uint8)
                        solver.codes[first:last].copy_to_device(
                            codes if used is None else used[codes]
                        )
                    solver.skip(tier)
                    known.pop(0)
                    continue
                writer.go_back(before)
            for late in known:  # the file is not what was written from here on
                del self._finished[late]
            known = []
            yield tier

    def _append(self, solver: MenOnGPU, tier: int, count: TierCount) -> None:
        """Write the codes of a tier to the file."""
        if self._used is not None:
            self._used += [code for code in count.used if code not in self._used]
            if len(self._used) > self.most_short:
                self._used = None
                self._rewrite(solver)
        self._write(solver, tier, count)

    def _rewrite(self, solver: MenOnGPU) -> None:
        """Write the codes of all finished tiers again, now in two bytes each."""
        assert self._writer is not None
        self._writer.close()
        self._open()
        for tier, (_, count) in self._finished.items():
            self._write(solver, tier, count)

    def _write(self, solver: MenOnGPU, tier: int, count: TierCount) -> None:
        writer = self._writer
        assert writer is not None
        for first, last in pieces(*span_of(solver.tiers[tier])):
            writer.append(solver.stored(first, last, self._used).data)
        writer.flush()
        self._finished[tier] = writer.digest, count

    def keep(self, made: Table) -> Table:
        self.store.keep(self.name, made)
        self.folder.remove()
        return self.store.find(self.name, self.rules) or made

    # Finished tiers

    def _write_checkpoint(self) -> None:
        tiers = [[tier, digest, *count] for tier, (digest, count) in self._finished.items()]
        men = men_as_json(self.numbering.men)
        says = {"men": men, "used": self._used, "seconds": self._seconds, "tiers": tiers}
        self._checkpoint.keep(says, {})

    def _resume(self, file: rowfile.RowFile) -> None:
        """Read which tiers are finished."""
        if file.says["men"] != men_as_json(self.numbering.men):
            raise file.damaged()
        self._finished = {
            tier: (
                digest,
                TierCount(by_code(in_full), by_code(classes), by_code(first_of), used),
            )
            for tier, digest, in_full, classes, first_of, used in file.says["tiers"]
        }
        self._used, self._seconds = file.says["used"], file.says["seconds"]


class Written(MenTable):
    """A table whose codes are in a file of the work folder, which becomes its own."""

    writer: RowWriter

    def write(self, path: str, says: Mapping[str, Any]) -> None:
        self.writer.end_row()
        self.writer.finish(says)
        os.replace(self.writer.path, path)


def by_code(said: Mapping[str, int]) -> dict[int, int]:
    """Return numbers by code from their JSON form."""
    return {int(code): number for code, number in said.items()}


def pieces(first: int, last: int) -> Iterator[tuple[int, int]]:
    """Yield the spans in which ranks are copied."""
    for begin in range(first, last, PIECE):
        yield begin, min(last, begin + PIECE)


def census_of(counts: Iterable[TierCount], objective: Objective, start: int) -> Census:
    """Return the census of a game from the counts of its tiers."""
    in_full: Counter[int] = Counter()
    classes: Counter[int] = Counter()
    first_of: dict[int, int] = {}
    for count in counts:
        in_full.update(count.in_full)
        classes.update(count.classes)
        for code, first in count.first_of.items():
            first_of[code] = min(first, first_of.get(code, first))
    return Census.of_counts(objective, in_full, classes, first_of, start)
