"""Memory limit of this process, and amounts of memory in words."""

from __future__ import annotations

import os

from kibitz.language.errors import Rounded, Sentence
from kibitz.system.resident_memory import address_space, address_space_limit, resident

SHARE = 0.7  # of free memory; the rest is for other processes
UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
UNKNOWN = 4 << 30  # assumed where the system does not report free memory


def allowance(root: str = "/") -> int:
    """Return the default limit on the memory of this process, in bytes.

    The limit is its resident memory plus a share of free memory: the least of what the machine, its
    control groups (containers) and `ulimit -v` leave. `root` is the folder of /proc and /sys.
    """
    return resident() + int(SHARE * free(root))


def free(root: str = "/") -> int:
    """Return how many bytes are free for this process."""
    return max(0, min([_of_machine(root), *_of_groups(root), *_of_limit()]))


def in_words(octets: float) -> Sentence:
    """Return an amount of memory such as 2.1 GiB."""
    unit = 0
    while octets >= 1000 and unit < len(UNITS) - 1:
        octets /= 1024
        unit += 1
    amount = Rounded(octets, 0 if octets >= 10 else 1)
    return Sentence("{amount} {unit}", amount=amount, unit=UNITS[unit])


def _of_machine(root: str) -> int:
    found = _fields(os.path.join(root, "proc/meminfo")).get("MemAvailable:")
    if found is not None:
        return 1024 * found
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") // 2
    except (OSError, ValueError, AttributeError):
        return UNKNOWN


def _of_groups(root: str) -> list[int]:
    """Return the free memory of each control group of this process and of their ancestors."""
    left = []
    for line in _lines(os.path.join(root, "proc/self/cgroup")):
        _, kinds, path = [*line.split(":", 2), "", ""][:3]
        if kinds not in ("", "memory"):
            continue
        top = os.path.join(root, "sys/fs/cgroup", kinds)
        names = ("memory.max", "memory.current", "inactive_file")
        if kinds:  # cgroup version 1
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        inside = [part for part in path.split("/") if part and part != ".."]
        for depth in range(len(inside) + 1):
            folder = os.path.join(top, *inside[:depth])
            most, used = (_number(os.path.join(folder, name)) for name in names[:2])
            if most is not None and used is not None:
                # The page cache of files is reclaimed on demand.
                kept = _fields(os.path.join(folder, "memory.stat")).get(names[2], 0)
                left.append(most - used + kept)
    return left


def _of_limit() -> list[int]:
    most = address_space_limit()
    return [] if most is None else [most - address_space()]


def _lines(path: str) -> list[str]:
    try:
        with open(path) as file:
            return file.read().splitlines()
    except (OSError, ValueError):
        return []


def _fields(path: str) -> dict[str, int]:
    """Return the numbers in a file whose lines are a name and a number each."""
    words = [line.split() for line in _lines(path)]
    return {line[0]: int(line[1]) for line in words if len(line) > 1 and line[1].isdigit()}


def _number(path: str) -> int | None:
    text = "".join(_lines(path)).strip()
    return int(text) if text.isdigit() else None
