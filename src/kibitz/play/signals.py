"""The end that another process asks for: SIGTERM ends a program as Ctrl-C does, in good order."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

INTERRUPTED = 130
TERMINATED = 143


class Terminated(KeyboardInterrupt):
    """SIGTERM was sent. Whatever a Ctrl-C keeps or clears away is kept or cleared away here too."""


def status_of(end: KeyboardInterrupt) -> int:
    """Return the exit status of a program that is ended so."""
    return TERMINATED if isinstance(end, Terminated) else INTERRUPTED


@contextmanager
def heeding_sigterm() -> Iterator[None]:
    """Let SIGTERM raise `Terminated`; what was to happen before is put back at the end."""
    import signal  # slow to import, and not for --help

    def end(number: int, frame: object) -> NoReturn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)  # nobody asks twice for what is under way
        raise Terminated

    try:
        before = signal.signal(signal.SIGTERM, end)
    except ValueError:  # not in the main thread, which alone gets signals
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
