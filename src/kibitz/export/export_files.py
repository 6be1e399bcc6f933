"""Writers of exported tables: CSV, npz and Parquet, each file written atomically."""

from __future__ import annotations

import csv
import os
import tempfile
import zipfile
from abc import ABC, abstractmethod
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from kibitz.export.data_card import card
from kibitz.export.table_rows import ILLEGAL, Batch, TableRows
from kibitz.language.errors import KibitzError, phrase
from kibitz.rules.base_game import BaseGame
from kibitz.solve.effort import Progress
from kibitz.solve.store.table import Table
from kibitz.system.extras import install
from kibitz.system.whole_files import write_file, written_whole

Write = Callable[[Batch], None]


def export(
    game: BaseGame,
    table: Table,
    path: str,
    *,
    rows: int | None = None,
    progress: Progress | None = None,
) -> dict[str, Any]:
    """Write a table to a file, with a data card next to it; return a summary.

    The suffix of the name gives the format: `.parquet`, `.csv` or `.npz`. `rows` is the number of
    rows held at a time. If it fails or is interrupted, no file is left.
    """
    format_of(path)
    source = TableRows(game, table, rows)
    with written_whole(path) as beside:
        _write(path, beside, source, progress)
    write_file(f"{path}.md", card(table, source, path))
    return {
        "game": str(game.name),
        "file": path,
        "card": f"{path}.md",
        "rows": len(source),
        "actions": source.actions.count,
        "bytes": os.path.getsize(path),
    }


def format_of(path: str) -> type[ExportWriter]:
    """Return the writer of files with that suffix; an error if a package for it is missing."""
    ending = os.path.splitext(path)[1].lower()
    if ending not in WRITERS:
        raise KibitzError(
            "a table is exported to a file that ends in {endings}, not to {path}",
            endings=", ".join(WRITERS),
            path=path,
        )
    if ending == ".parquet":
        need_pyarrow()
    return WRITERS[ending]


def need_pyarrow() -> None:
    """Raise an error if the package that writes Parquet files is missing."""
    try:
        import_module("pyarrow")
    except ImportError:
        raise KibitzError(
            "Parquet files need the package {package}: {install}",
            package="pyarrow",
            install=install("export"),
        ) from None


def _write(path: str, beside: str, source: TableRows, progress: Progress | None) -> None:
    with format_of(path)(beside, source) as writer:
        done = 0
        for batch in source.batches():
            writer.write(batch)
            done += len(batch)
            if progress is not None:
                progress(phrase("exporting"), done, len(source))


class ExportWriter(ABC):
    """Writes batches to a new file, as a context manager."""

    def __init__(self, path: str, source: TableRows) -> None:
        self.path = path
        self.source = source
        self.measure = source.measure

    def __enter__(self) -> ExportWriter:
        self.open()
        return self

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        self.close(complete=kind is None)

    @abstractmethod
    def open(self) -> None:
        """Begin the file."""

    @abstractmethod
    def write(self, batch: Batch) -> None:
        """Add rows."""

    @abstractmethod
    def close(self, complete: bool) -> None:
        """Close the file; an incomplete one is removed afterwards."""

    def kinds(self, batch: Batch) -> list[str]:
        """Return the outcomes of a batch in words."""
        kinds = self.source.table.kinds
        return [kinds[value] for value in batch.columns["value"].tolist()]

    def shown(self, number: Any, instead: str) -> Any:
        """Return a distance, a score or a margin, or the text for a missing one."""
        return instead if number == self.source.table.nothing else number


class CsvWriter(ExportWriter):
    """One line for each position; lists are separated by spaces."""

    def open(self) -> None:
        self._file = open(self.path, "x", encoding="utf-8", newline="")  # noqa: SIM115
        self._csv = csv.writer(self._file)
        names = ["position", "number", "mirror_class", "mirror_images", "outcome", self.measure]
        lists = ["planes", "actions", "action_outcomes", f"action_{self.measure}s", "optimal"]
        self._csv.writerow(names + lists)

    def write(self, batch: Batch) -> None:
        columns, kinds = batch.columns, self.source.table.kinds
        planes = columns["planes"].reshape(len(batch), -1)
        for at, (text, kind) in enumerate(zip(batch.texts, self.kinds(batch), strict=True)):
            value, measure = columns["action_value"][at], columns[f"action_{self.measure}"][at]
            legal = np.flatnonzero(value != ILLEGAL)
            self._csv.writerow(
                [
                    text,
                    columns["number"][at],
                    columns["mirror_class"][at],
                    columns["mirror_images"][at] or "",
                    kind,
                    self.shown(columns[self.measure][at], ""),
                    "".join(map(str, planes[at].tolist())),
                    " ".join(map(str, legal.tolist())),
                    " ".join(kinds[one] for one in value[legal].tolist()),
                    " ".join(str(self.shown(one, "-")) for one in measure[legal].tolist()),
                    " ".join(map(str, np.flatnonzero(columns["optimal"][at]).tolist())),
                ]
            )

    def close(self, complete: bool) -> None:
        self._file.flush()
        if complete:
            os.fsync(self._file.fileno())
        self._file.close()


class NpzWriter(ExportWriter):
    """An array for each column, written to temporary files that are zipped at the end."""

    def open(self) -> None:
        folder = os.path.dirname(os.path.abspath(self.path))
        self._folder = tempfile.TemporaryDirectory(dir=folder, prefix=".kibitz-")
        shapes = {"position": (f"S{self.source.longest_text}", ()), **self.source.shapes()}
        self._types = {name: np.dtype(kind) for name, (kind, _) in shapes.items()}
        self._files = {}
        for name, (kind, shape) in shapes.items():
            file = open(os.path.join(self._folder.name, f"{name}.npy"), "wb")  # noqa: SIM115
            self._files[name] = file
            head = {
                "descr": np.lib.format.dtype_to_descr(np.dtype(kind)),
                "fortran_order": False,
                "shape": (len(self.source), *shape),
            }
            np.lib.format.write_array_header_1_0(file, head)

    def write(self, batch: Batch) -> None:
        for name, array in {"position": batch.text, **batch.columns}.items():
            array.astype(self._types[name]).tofile(self._files[name])

    def close(self, complete: bool) -> None:
        with self._folder:
            for file in self._files.values():
                file.close()
            if complete:
                with zipfile.ZipFile(self.path, "x", zipfile.ZIP_DEFLATED) as packed:
                    for file in self._files.values():
                        packed.write(file.name, os.path.basename(file.name))


class ParquetWriter(ExportWriter):
    """A row group for each batch; missing values are null."""

    def open(self) -> None:
        import pyarrow as pa
        import pyarrow.parquet as parquet

        self._pa = pa
        actions = self.source.actions.count
        planes = int(np.prod(self.source.planes.shape))
        wide = pa.from_numpy_dtype(np.dtype(self.source.table.wide))
        self._schema = pa.schema(
            [
                ("position", pa.string()),
                ("number", pa.int64()),
                ("mirror_class", pa.int64()),
                ("mirror_images", pa.int16()),
                ("outcome", pa.dictionary(pa.int8(), pa.string())),
                (self.measure, wide),
                ("planes", pa.list_(pa.uint8(), planes)),
                ("action_value", pa.list_(pa.int8(), actions)),
                (f"action_{self.measure}", pa.list_(wide, actions)),
                ("optimal", pa.list_(pa.int32())),
            ],
            metadata={
                "game": str(self.source.game.name),
                "planes_shape": " ".join(map(str, self.source.planes.shape)),
                "signs": " ".join(self.source.game.signs),
            },
        )
        self._writer = parquet.ParquetWriter(self.path, self._schema, compression="zstd")

    def write(self, batch: Batch) -> None:
        pa, columns = self._pa, batch.columns
        images, measure = columns["mirror_images"], columns[self.measure]
        value, far = columns["action_value"], columns[f"action_{self.measure}"]
        nothing = self.source.table.nothing
        rows, actions = np.nonzero(columns["optimal"])
        ends = np.searchsorted(rows, np.arange(len(batch) + 1))
        arrays = [
            self._texts(batch.text),
            pa.array(columns["number"]),
            pa.array(columns["mirror_class"]),
            pa.array(images, mask=images == 0),
            self._outcomes(columns["value"]),
            pa.array(measure, mask=measure == nothing),
            self._lists(columns["planes"].reshape(len(batch), -1), None),
            self._lists(value, value == ILLEGAL),
            self._lists(far, far == nothing),
            pa.ListArray.from_arrays(ends.astype("i4"), pa.array(actions.astype("i4"))),
        ]
        self._writer.write_table(pa.Table.from_arrays(arrays, schema=self._schema))

    def _texts(self, text: Any) -> Any:
        """Return texts, which are bytes of one width, without making a Python object of each."""
        fixed = self._pa.binary(text.dtype.itemsize)
        whole = np.ascontiguousarray(text)
        if not np.all(np.char.str_len(whole[:1]) == text.dtype.itemsize):
            return self._pa.array([one.decode() for one in text.tolist()])
        buffers = [None, self._pa.py_buffer(whole)]
        found = self._pa.FixedSizeBinaryArray.from_buffers(fixed, len(whole), buffers)
        return found.cast(self._pa.binary()).cast(self._pa.string())

    def _outcomes(self, values: Any) -> Any:
        """Return the outcomes in words, by their numbers."""
        kinds = self.source.table.kinds
        least = min(kinds)
        names = [kinds.get(value, "") for value in range(least, max(kinds) + 1)]
        numbers = self._pa.array((values - least).astype("i1"))
        return self._pa.DictionaryArray.from_arrays(numbers, self._pa.array(names))

    def _lists(self, numbers: Any, missing: Any) -> Any:
        flat = self._pa.array(numbers.ravel(), mask=None if missing is None else missing.ravel())
        return self._pa.FixedSizeListArray.from_arrays(flat, numbers.shape[1])

    def close(self, complete: bool) -> None:
        self._writer.close()


WRITERS: dict[str, type[ExportWriter]] = {
    ".parquet": ParquetWriter,
    ".csv": CsvWriter,
    ".npz": NpzWriter,
}
