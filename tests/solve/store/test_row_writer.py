"""A file of rows that is written part by part is the file that is written at once."""

from __future__ import annotations

import random
from array import array
from itertools import pairwise
from typing import TYPE_CHECKING

import pytest

from kibitz.solve.store.row_writer import RowWriter
from kibitz.solve.store.rowfile import PAGE, RowFile, write

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

CHANCE = random.Random(1)
SETS = array("i", [CHANCE.randrange(1 << 20) for _ in range(1_500)])
CODES = array("b", [CHANCE.randrange(-128, 128) for _ in range(3 * PAGE + 17)])
ROWS = {"sets": ("i", len(SETS)), "codes": ("b", len(CODES))}
SAYS = {"kind": "men", "text": "naïve", "list": [1, {"2": None}]}
CUTS = [0, 5, PAGE - 1, PAGE, 2 * PAGE + 9, len(CODES)]


def written(path: Path, says: Mapping[str, object], pages: int) -> RowFile:
    writer = RowWriter(str(path), ROWS, pages)
    writer.append(memoryview(SETS))
    writer.end_row()
    for first, last in pairwise(CUTS):
        writer.append(memoryview(CODES)[first:last])
    writer.end_row()
    writer.finish(says)
    return RowFile(str(path))


@pytest.mark.parametrize("pages", [1, 2, 7])
@pytest.mark.parametrize("length", [10, PAGE - 200, PAGE, 5 * PAGE])
def test_parts_make_the_same_file(tmp_path: Path, pages: int, length: int) -> None:
    says = {**SAYS, "long": "x" * length}
    write(str(tmp_path / "whole"), says, {"sets": memoryview(SETS), "codes": memoryview(CODES)})
    whole, parts = RowFile(str(tmp_path / "whole")), written(tmp_path / "parts", says, pages)
    assert parts.says == whole.says == says
    for name in ROWS:
        assert parts.rows[name].whole() == whole.rows[name].whole()
    parts.check_all()
    if length > pages * PAGE or pages == 1 > length // PAGE:  # no space is left over
        assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()


def test_what_was_written_is_read_again(tmp_path: Path) -> None:
    path = str(tmp_path / "file")
    writer = RowWriter(path, {"codes": ("b", len(CODES))})
    writer.append(memoryview(CODES)[: PAGE + 5])
    digest = writer.digest
    writer.append(memoryview(CODES)[PAGE + 5 : 2 * PAGE])  # not noted, so to be written again
    writer.close()
    writer = RowWriter(path, {"codes": ("b", len(CODES))})
    before = writer.state()
    assert writer.read_again(PAGE + 5) == memoryview(CODES).cast("B")[: PAGE + 5]
    assert writer.digest == digest
    writer.go_back(before)
    writer.read_again(PAGE + 4)
    assert writer.digest != digest
    writer.go_back(before)
    writer.read_again(PAGE + 5)
    writer.append(memoryview(CODES)[PAGE + 5 :])
    writer.end_row()
    writer.finish(SAYS)
    file = RowFile(path)
    assert file.rows["codes"].whole() == memoryview(CODES)
    assert file.says == SAYS
