"""Checkpoints: work that was interrupted, saved to be resumed later.

Every builder has its own content; that of the usual one, the explored graph, is described here.
"""

from __future__ import annotations

import errno
import mmap
import os
import shutil
from array import array
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays
from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.store import rowfile
from kibitz.solve.store.fingerprint import identity

Found = TypeVar("Found")
SUFFIX = ".unfinished"
KIND = "checkpoint 2"  # increase the number when the content of any kind of checkpoint changes
SHARE_OF_DISK = 0.5  # of free space
PROGRESS = ("compact", "seeded", "placed")  # of a graph
KINDS = {"positions": "int64"} | dict.fromkeys(("degrees", "worths", "targets", "costs"), "int32")
TIERS = {"found": "int64", "codes": None, "seeds": "int64"}  # codes may have any width


class Checkpoint:
    """A file with unfinished work; `rules` may be None if the name of the file identifies them.

    A file that is damaged, or of other rules, or of another version counts as missing. Its rows may
    be changed in memory once it is open.
    """

    def __init__(self, path: str, rules: Rules | None) -> None:
        self.path = path
        self.rules = rules

    def keep(self, says: Mapping[str, Any], rows: Mapping[str, Any]) -> None:
        """Replace the file; `OSError` if that fails."""
        rowfile.write(self.path, self._marked(says), rows)

    def _marked(self, says: Mapping[str, Any]) -> dict[str, Any]:
        return {**says, "kind": KIND, "rules": self.rules and identity(self.rules)}

    def open(self) -> rowfile.RowFile:
        """Open the file; `OSError` or `Damaged` if it cannot be used."""
        file = rowfile.RowFile(self.path, mmap.ACCESS_COPY)
        if file.says != self._marked(file.says):
            raise file.damaged()
        return file

    def find(self, read: Callable[[rowfile.RowFile], Found]) -> Found | None:
        """Return what `read` makes of the file, None if it cannot be used or read."""
        with suppress(OSError, KibitzError, LookupError, TypeError, ValueError, AttributeError):
            return read(self.open())
        return None

    @property
    def size(self) -> int:
        """The number of bytes of the file, 0 if it cannot be used."""
        return self.find(lambda file: os.path.getsize(file.path)) or 0

    def forget(self) -> None:
        """Remove the file, if there is one."""
        with suppress(OSError):
            os.unlink(self.path)


def keep_graph(checkpoint: Checkpoint, name: str, graph: Graph) -> None:
    """Write the explored part of a game; `OSError` if that fails."""
    graph.trim()
    views = {name: _view(getattr(graph, name)) for name in KINDS}
    for part in TIERS:
        for tier, row in getattr(graph.tiers, part).items():
            views[f"{part} {tier}"] = _view(row)
    says = {
        "game": name,
        "reached": graph.reached,
        "leads": [[tier, *sorted(to)] for tier, to in graph.tiers.lower_tiers.items()],
        "estimate": graph.estimate and graph.estimate.numbers(),
    }
    says |= {each: getattr(graph, each) for each in PROGRESS}
    check_disk_space(os.path.dirname(checkpoint.path), sum(view.nbytes for view in views.values()))
    checkpoint.keep(says, views)


def check_disk_space(folder: str, octets: int) -> None:
    """Raise `OSError` if a file would take more than a share of the free disk space.

    The graph itself is no larger than the memory limit of solving.
    """
    os.makedirs(folder, exist_ok=True)
    if octets > SHARE_OF_DISK * shutil.disk_usage(folder).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder)


def graph_of(file: rowfile.RowFile) -> Graph:
    """Return the explored part of a game in a checkpoint; raises an error if it is invalid."""
    says, graph = file.says, Graph()
    graph.reached = tuple(says["reached"])
    for each in PROGRESS:
        setattr(graph, each, says[each])
    graph.tiers.lower_tiers = {tier: set(to) for tier, *to in says["leads"]}
    if says["estimate"]:
        from kibitz.solve.estimate import Estimate

        graph.estimate = Estimate(**says["estimate"])
    for name, row in file.rows.items():
        part, _, tier = name.partition(" ")
        if tier:
            getattr(graph.tiers, part)[int(tier)] = arrays().of(row.whole(), TIERS[part]).copy()
        elif graph.compact:
            setattr(graph, name, arrays().of(row.whole(), KINDS[name]).copy())
        else:
            setattr(graph, name, row.whole().tolist())
    return graph


def _view(row: Any) -> memoryview:
    return memoryview(array("q", row) if isinstance(row, list) else row)
