"""Resources for games that do not fit into memory, and parsing of amounts of memory."""

from __future__ import annotations

import re
from typing import NamedTuple

from kibitz.language.errors import KibitzError

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9, "t": 10**12}
UNITS |= {"ki": 1 << 10, "mi": 1 << 20, "gi": 1 << 30, "ti": 1 << 40}


class Resources(NamedTuple):
    """Where to solve (an engine of `solve/engines.py`; None: here), and in how much memory.

    `memory` limits this process; on a GPU, the device memory; on Ray, the object store of a cluster
    that is started for the call. `address` is that of a running cluster, and `workers` the number
    of concurrent tasks of one that is started. `shards` is into how many parts a game is divided
    at first, if it is solved in shards; None for the usual number.
    """

    on: str | None = None
    memory: int | None = None
    address: str | None = None
    workers: int | None = None
    shards: int | None = None


def bytes_of(text: str) -> int:
    """Return the number of bytes for a text such as 2GiB or 500MB."""
    found = re.fullmatch(r"([0-9]{1,9}(?:\.[0-9]{1,3})?) ?([kmgt]i?)?b?", text.strip().lower())
    if found is None:
        raise KibitzError("write an amount of memory like 2GiB or 500MB, not {text}", text=text)
    return int(float(found[1]) * UNITS[found[2] or ""])
