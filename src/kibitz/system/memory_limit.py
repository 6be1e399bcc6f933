"""How much memory this process may take, and amounts of memory for people."""

from __future__ import annotations

import os

from kibitz.language.errors import Rounded, Sentence
from kibitz.system.resident_memory import held, most_addresses, resident

SHARE = 0.7  # of what is free: others want to work too
UNITS = ("B", "KiB", "MiB", "GiB", "TiB", "PiB")
UNKNOWN = 4 << 30  # free memory where the system tells nothing


def allowance(root: str = "/") -> int:
    """Return how many bytes this process may hold unless told otherwise.

    That is what it holds now and a share of what is free: of the machine, of its control groups (a
    container is one), and of what `ulimit -v` leaves. `root` is where /proc and /sys are.
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
    """Return what each control group of this process, and each around it, has left."""
    left = []
    for line in _lines(os.path.join(root, "proc/self/cgroup")):
        _, kinds, path = [*line.split(":", 2), "", ""][:3]
        if kinds not in ("", "memory"):
            continue
        top = os.path.join(root, "sys/fs/cgroup", kinds)
        names = ("memory.max", "memory.current", "inactive_file")
        if kinds:  # the first version
            names = ("memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file")
        inside = [part for part in path.split("/") if part and part != ".."]
        for depth in range(len(inside) + 1):
            folder = os.path.join(top, *inside[:depth])
            most, used = (_number(os.path.join(folder, name)) for name in names[:2])
            if most is not None and used is not None:
                # What was only read from files is given back when memory is wanted.
                kept = _fields(os.path.join(folder, "memory.stat")).get(names[2], 0)
                left.append(most - used + kept)
    return left


def _of_limit() -> list[int]:
    most = most_addresses()
    return [] if most is None else [most - held()]


def _lines(path: str) -> list[str]:
    try:
        with open(path) as file:
            return file.read().splitlines()
    except (OSError, ValueError):
        return []


def _fields(path: str) -> dict[str, int]:
    """Return the numbers of a file whose lines are a name and a number each."""
    words = [line.split() for line in _lines(path)]
    return {line[0]: int(line[1]) for line in words if len(line) > 1 and line[1].isdigit()}


def _number(path: str) -> int | None:
    text = "".join(_lines(path)).strip()
    return int(text) if text.isdigit() else None
