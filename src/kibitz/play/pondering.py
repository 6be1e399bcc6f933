"""Search during the opponent's time: proofs go on in a thread while a person thinks.

What is proved is remembered by the oracle, so the next reply and the next hint are better. No
compiler is started: that cannot be interrupted.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager, suppress

from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from kibitz.oracle.oracle import Oracle
    from kibitz.rules import PositionId

# Each round is longer, so that results of a short one can be used soon.
ROUNDS = tuple(Effort(seconds=1 << n, memory=640 << 20, compile=False) for n in range(6))


def ponder(oracle: Oracle, position: PositionId, rounds: Iterable[Effort] = ROUNDS) -> None:
    """Prove what can be proved of a position until nothing is left, or its progress ends it."""
    with suppress(KeyboardInterrupt):
        for effort in rounds:
            if oracle.deepen(position, effort):
                return


class Pondering:
    """Works on one position at a time, and ends when it is asked to.

    `check` is the progress callback that its oracle must have.
    """

    def __init__(self, rounds: Sequence[Effort] = ROUNDS) -> None:
        self._rounds = rounds
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def check(self, phase: str, done: int, total: int | None) -> None:
        """Raise `KeyboardInterrupt` in the thread if it has been stopped."""
        if self._end.is_set() and threading.current_thread() is self._thread:
            raise KeyboardInterrupt

    def finish(self) -> None:
        """Wait until the thread has finished its work."""
        if self._thread is not None:
            self._thread.join()

    @contextmanager
    def on(self, oracle: Oracle, position: PositionId) -> Iterator[None]:
        """Work on a position and its moves as long as the block lasts."""
        self._end.clear()
        words = (oracle, position, self._rounds)
        self._thread = threading.Thread(target=ponder, args=words, daemon=True)
        self._thread.start()
        try:
            yield
        finally:
            self._end.set()
            self.finish()
