"""SIGTERM and SIGHUP end a program as Ctrl-C does, in good order."""

from __future__ import annotations

from contextlib import contextmanager

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import NoReturn

INTERRUPTED = 130
BY_SIGNAL = 128  # added to its number, that is the exit status


class Terminated(KeyboardInterrupt):
    """SIGTERM or SIGHUP was sent; its number is the argument.

    Whatever a Ctrl-C keeps or clears away is kept or cleared away here too.
    """


def status_of(end: KeyboardInterrupt) -> int:
    """Return the exit status of a program that is ended so."""
    return BY_SIGNAL + int(end.args[0]) if isinstance(end, Terminated) else INTERRUPTED


@contextmanager
def heeding_sigterm() -> Iterator[None]:
    """Let SIGTERM and SIGHUP raise `Terminated`; what was to happen is put back at the end.

    A SIGHUP that is ignored, as by nohup, stays so.
    """
    if TYPE_CHECKING:
        import signal
    else:
        import _signal as signal  # `signal` makes enumerations of its names, which takes long

    def end(number: int, frame: object) -> NoReturn:
        for one in before:
            signal.signal(one, signal.SIG_IGN)  # nobody asks twice for what is under way
        raise Terminated(number)

    asked = [signal.SIGTERM]
    hang_up = getattr(signal, "SIGHUP", None)  # which Windows does not have
    if hang_up and signal.getsignal(hang_up) == signal.SIG_DFL:
        asked.append(hang_up)
    before = {}
    try:
        for one in asked:
            before[one] = signal.signal(one, end)
    except ValueError:  # not in the main thread, which alone gets signals
        yield
        return
    try:
        yield
    finally:
        for one, what in before.items():
            signal.signal(one, what)
