"""Deferral of signals during code that must not be interrupted.

A signal is handled between any two instructions of the main thread, and its handler may raise
`KeyboardInterrupt`. While LLVM calls back into Python, that exception is lost, and the compiler
fails a few lines later because the callback has not stored its result.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer SIGINT and SIGTERM to the end of the block, where they have their usual effect.

    Only the main thread receives signals; in other threads this does nothing.
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
