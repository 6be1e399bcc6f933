"""Memory use of processes, as the operating system reports it."""

from __future__ import annotations

import mmap
import sys

try:
    import resource
except ModuleNotFoundError:  # in a browser
    resource = None  # type: ignore[assignment]


def resident() -> int:
    """Return the resident memory in bytes; where that is not available, its peak."""
    pages = _pages()
    if pages is not None:
        return pages[1] * mmap.PAGESIZE
    if resource is None:
        return 0
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else 1024 * most


def address_space() -> int:
    """Return the size of the virtual address space in bytes, touched or not."""
    pages = _pages()
    return pages[0] * mmap.PAGESIZE if pages else 0


def address_space_limit() -> int | None:
    """Return the limit on the address space in bytes, None if there is none."""
    if resource is None:
        return None
    most = resource.getrlimit(resource.RLIMIT_AS)[0]
    return None if most == resource.RLIM_INFINITY else most


def private_memory(process: int | None) -> int:
    """Return the memory of a process in bytes without mapped files; 0 if that is not available."""
    pages = _pages(process)
    return (pages[1] - pages[2]) * mmap.PAGESIZE if pages else 0


def _pages(process: object = "self") -> list[int] | None:
    """Return how many pages are mapped, resident and shared."""
    try:
        with open(f"/proc/{process}/statm") as file:
            return [int(word) for word in file.read().split()[:3]] or None
    except OSError:
        return None
