"""Thread pool for kernels; compiled code releases the GIL."""

from __future__ import annotations

import os
from collections import deque
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Self


def cores() -> int:
    """Return how many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Team:
    """A pool of `size` threads (default: one per core); use it in a `with` block."""

    def __init__(self, size: int | None = None) -> None:
        from concurrent.futures import ThreadPoolExecutor  # slow: it imports logging

        self.size = size or cores()
        self._threads = ThreadPoolExecutor(self.size - 1) if self.size > 1 else None

    def run(self, work: Callable[..., Any], shares: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Return the results of `work` for each tuple of arguments in `shares`, in order.

        If there are more shares than threads, each thread takes the next one when it is free.
        """
        if self._threads is None or len(shares) < 2:
            return [work(*share) for share in shares]
        waiting = deque(range(len(shares)))
        found: list[Any] = [None] * len(shares)

        def take() -> None:
            """Process shares until none is left or one of them fails."""
            try:
                while True:
                    try:
                        at = waiting.popleft()
                    except IndexError:
                        return
                    found[at] = work(*shares[at])
            except BaseException:
                waiting.clear()
                raise

        others = [self._threads.submit(take) for _ in range(min(self.size, len(shares)) - 1)]
        take()
        for other in others:
            other.result()
        return found

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        if self._threads is not None:
            self._threads.shutdown()


def spans(first: int, last: int, parts: int, shortest: int = 1) -> list[tuple[int, int]]:
    """Divide the range from `first` to `last` into at most `parts` spans of `shortest` or more."""
    count = last - first
    parts = max(1, min(parts, count // shortest))
    edges = [first + count * part // parts for part in range(parts + 1)]
    return list(pairwise(edges))
