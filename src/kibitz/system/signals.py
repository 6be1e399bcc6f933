"""Conversion of SIGTERM and SIGHUP into exceptions, so that programs end cleanly."""

from __future__ import annotations

import os
import sys
from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any, NoReturn

INTERRUPTED = 130
SIGNAL_BASE = 128  # exit status minus the number of the signal
RESENT = (1, 15)  # SIGHUP and SIGTERM
RESEND_AFTER = 0.1  # seconds
CLEANING = 30.0  # seconds in which a program may save its work after a signal


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP was received; the signal number is the argument.

    Everything that handles `KeyboardInterrupt` (Ctrl-C) handles this too.
    """


def status_of(end: KeyboardInterrupt) -> int:
    """Return the exit status of a program that ends by this exception."""
    return SIGNAL_BASE + int(end.args[0]) if isinstance(end, Terminated) else INTERRUPTED


@contextmanager
def sigterm_as_exception(cleaning: float = CLEANING) -> Iterator[None]:
    """Make SIGTERM and SIGHUP raise `Terminated` within the block.

    The process is ended at once if the block has not ended `cleaning` seconds later: the clean-up
    may wait for a file system. The former handlers are restored at the end. An ignored SIGHUP
    (nohup) stays ignored. A signal whose exception is lost in a finalizer or a callback, as is one
    of Ctrl-C, is sent again.
    """
    import _thread  # its threads need no lock to start, so a signal handler may start one

    if TYPE_CHECKING:
        import signal
    else:
        import _signal as signal  # `signal` makes enumerations of its names, which takes long

    def end(number: int, frame: object) -> NoReturn:
        for one in before:
            signal.signal(one, signal.SIG_IGN)  # further signals must not interrupt the clean-up
        _thread.start_new_thread(end_late, (SIGNAL_BASE + number,))
        raise Terminated(number)

    def end_late(status: int) -> None:
        if not running.acquire(timeout=cleaning):
            os._exit(status)
        running.release()

    def send_if_lost(lost: Any) -> None:
        if isinstance(lost.exc_value, KeyboardInterrupt):
            for one in before:
                signal.signal(one, end)
            number = status_of(lost.exc_value) - SIGNAL_BASE
            _thread.start_new_thread(send_again, (number,))
        else:
            shown(lost)

    def send_again(number: int) -> None:
        if not running.acquire(timeout=RESEND_AFTER):
            os.kill(os.getpid(), number)
        else:
            running.release()

    running = _thread.allocate_lock()
    shown = sys.unraisablehook

    asked = [signal.SIGTERM]
    hang_up = getattr(signal, "SIGHUP", None)  # absent on Windows
    if hang_up and signal.getsignal(hang_up) == signal.SIG_DFL:
        asked.append(hang_up)
    before = {}
    try:
        for one in asked:
            before[one] = signal.signal(one, end)
    except ValueError:  # not the main thread, so no signals arrive
        yield
        return
    running.acquire()
    sys.unraisablehook = send_if_lost
    try:
        yield
    finally:
        sys.unraisablehook = shown
        running.release()
        for one, what in before.items():
            signal.signal(one, what)


def end_at_once() -> None:
    """Let Ctrl-C, SIGTERM and SIGHUP end this process at once from now on.

    That is for a server that has nothing to save, and whose library waits for its input even when
    it is cancelled.
    """
    import signal

    for number in (signal.SIGINT, *RESENT):
        if callable(signal.getsignal(number)):  # not one that is ignored
            signal.signal(number, signal.SIG_DFL)


@contextmanager
def resent_signals() -> Iterator[None]:
    """Send SIGTERM and SIGHUP again until the block, which waits for input, has ended.

    A signal that arrives just before the system call does not interrupt it, so its handler would
    run only after the next line of input.
    """
    import signal
    import threading

    waiting = threading.get_ident()
    ended = threading.Event()
    reading, writing = os.pipe()
    os.set_blocking(writing, False)

    def resend() -> None:
        while number := os.read(reading, 1)[0]:
            while number in RESENT and not ended.wait(RESEND_AFTER):
                signal.pthread_kill(waiting, number)

    before = signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    thread = threading.Thread(target=resend, daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        signal.set_wakeup_fd(before)
        os.write(writing, b"\0")
        thread.join()
        os.close(reading)
        os.close(writing)
