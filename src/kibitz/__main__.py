"""`python -m kibitz` is the command `kibitz`, which Ctrl-C ends without a traceback at any time."""

import sys

INTERRUPTED = 130


def leave(number: int, frame: object) -> None:
    """End the process now: nothing has been begun."""
    import os

    os._exit(INTERRUPTED)


def ended(status: int) -> int:
    """Return an exit status, or end the process now if compiled code is being loaded."""
    compilations = sys.modules.get("kibitz.oracle.compilations")
    if compilations is not None and compilations.is_loading():
        import os

        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)
    return status


def main() -> int:
    """Run the command; return its exit status."""
    import _signal as signal  # type: ignore[import-not-found]  # quicker than `signal` around it

    heeded = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if heeded:  # not where the parent process has it ignored
        signal.signal(signal.SIGINT, leave)
    from kibitz.cli import main as command

    try:
        if heeded:
            signal.signal(signal.SIGINT, signal.default_int_handler)
        return ended(command())
    except KeyboardInterrupt:  # a second one, while the first is dealt with
        return ended(INTERRUPTED)
    finally:
        if heeded:
            signal.signal(signal.SIGINT, signal.SIG_IGN)  # Python itself ends from here


if __name__ == "__main__":
    sys.exit(main())
