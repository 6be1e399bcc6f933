"""Checkpoints: the partially explored graph of a game, saved to be resumed later."""

from __future__ import annotations

import errno
import os
import shutil
from contextlib import suppress

from kibitz.solve.memory.move_graph import Graph
from kibitz.solve.store import rowfile
from kibitz.solve.store.fingerprint import identity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.rules.rules import Rules
    from kibitz.solve.store.table_store import TableStore

SUFFIX = ".unfinished"
KINDS = {"positions": "int64"} | dict.fromkeys(("degrees", "worths", "targets", "costs"), "int32")
SHARE_OF_DISK = 0.5  # of free space
TIERS = {"found": "tier", "codes": "codes of tier", "seeds": "seeds of tier"}


def keep(store: TableStore, name: str, rules: Rules, graph: Graph) -> None:
    """Write the explored part of a graph; `OSError` if that fails."""
    graph.trim()
    rows = {row: _view(getattr(graph, row)) for row in KINDS}
    for attribute, row in TIERS.items():
        for tier, some in getattr(graph.tiers, attribute).items():
            rows[f"{row} {tier}"] = _view(some)
    says = {
        "kind": "unfinished",
        "game": name,
        "rules": identity(rules),
        "reached": graph.reached,
        "seeded": graph.seeded,
        "placed": graph.placed,
        "compact": graph.compact,
        "leads": [[tier, *sorted(to)] for tier, to in graph.tiers.lower_tiers.items()],
        "estimate": None if graph.estimate is None else graph.estimate.numbers(),
    }
    check_disk_space(store.folder, sum(row.nbytes for row in rows.values()))
    rowfile.write(store.path(name, SUFFIX), says, rows)


def check_disk_space(folder: str, octets: int) -> None:
    """Raise `OSError` if a file would take more than a share of the free disk space.

    The graph itself is no larger than the memory limit of solving.
    """
    os.makedirs(folder, exist_ok=True)
    if octets > SHARE_OF_DISK * shutil.disk_usage(folder).free:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), folder)


def find(store: TableStore, name: str, rules: Rules) -> Graph | None:
    """Return the checkpoint of a game, None if there is no readable one for these rules."""
    with suppress(OSError, rowfile.Damaged, LookupError, TypeError, ValueError):
        file = _opened(store, name, rules)
        return None if file is None else _graph(file)
    return None


def size(store: TableStore, name: str, rules: Rules) -> int:
    """Return the size of the checkpoint of a game in bytes, 0 if `find` would return None."""
    with suppress(OSError, rowfile.Damaged):
        file = _opened(store, name, rules)
        return 0 if file is None else os.path.getsize(file.path)
    return 0


def _opened(store: TableStore, name: str, rules: Rules) -> rowfile.RowFile | None:
    file = rowfile.RowFile(store.path(name, SUFFIX))
    return file if file.says.get("rules") == identity(rules) else None


def forget(store: TableStore, name: str) -> None:
    """Remove the checkpoint of a game, if there is one."""
    with suppress(OSError):
        os.unlink(store.path(name, SUFFIX))


def _view(row: Any) -> memoryview:
    if isinstance(row, list):
        from array import array

        return memoryview(array("q", row))
    return memoryview(row)


def _graph(file: rowfile.RowFile) -> Graph:
    says = file.says
    graph = Graph()
    graph.compact = says["compact"]
    graph.seeded = says["seeded"]
    graph.placed = says["placed"]
    graph.reached = tuple(says["reached"])
    if says.get("estimate"):
        from kibitz.solve.estimate import Estimate

        graph.estimate = Estimate(**says["estimate"])
    for row, kind in KINDS.items():
        setattr(graph, row, _row(file, row, kind, graph.compact))
    graph.tiers.lower_tiers = {tier: set(to) for tier, *to in says["leads"]}
    for attribute, row in TIERS.items():
        wide = None if attribute == "codes" else "int64"  # margins are wider than other codes
        some = {name: name.removeprefix(row + " ") for name in file.rows}
        tiers = {int(n): _row(file, name, wide, True) for name, n in some.items() if n.isdigit()}
        setattr(graph.tiers, attribute, tiers)
    return graph


def _row(file: rowfile.RowFile, name: str, kind: str | None, compact: bool) -> Any:
    whole = file.rows[name].whole()
    if not compact:
        return whole.tolist()
    import numpy as np

    return np.array(whole, dtype=kind)
