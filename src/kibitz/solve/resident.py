"""How much memory this process holds."""

from __future__ import annotations

import mmap
import resource
import sys


def resident() -> int:
    """Return how many bytes this process holds; where that is not told, the most it ever held."""
    pages = _pages()
    if pages is not None:
        return pages[1] * mmap.PAGESIZE
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def held() -> int:
    """Return how many bytes of addresses this process has taken, touched or not."""
    pages = _pages()
    return pages[0] * mmap.PAGESIZE if pages else 0


def _pages() -> tuple[int, int] | None:
    try:
        with open("/proc/self/statm") as file:
            total, touched = file.read().split()[:2]
    except OSError:
        return None
    return int(total), int(touched)
