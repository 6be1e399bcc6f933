"""Signals held back while code runs that must not be interrupted.

A signal is handled between any two instructions of the main thread, and its handler may raise
`KeyboardInterrupt`. While LLVM calls back into Python, that exception is lost, and the compiler
fails some lines later for want of what the callback should have stored.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def held_back() -> Iterator[None]:
    """Let SIGINT and SIGTERM wait for the end of the block, and have their usual effect there.

    Other threads than the main one get no signals.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    import signal

    waiting: list[int] = []

    def wait(number: int, frame: object) -> None:
        waiting.append(number)

    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    usual = {number: handler for number, handler in handlers.items() if callable(handler)}
    for number in usual:
        signal.signal(number, wait)
    try:
        yield
    finally:
        for number, handler in usual.items():
            signal.signal(number, handler)
        if waiting:
            signal.raise_signal(waiting[0])
