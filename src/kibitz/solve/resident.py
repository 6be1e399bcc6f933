"""How much memory this process holds."""

from __future__ import annotations

import mmap
import resource
import sys


def resident() -> int:
    """Return how many bytes this process holds; where that is not told, the most it ever held."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * mmap.PAGESIZE
    except OSError:
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        return most if sys.platform == "darwin" else 1024 * most
