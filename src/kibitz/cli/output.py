"""Standard output whose write errors can be distinguished from those of other files."""

from __future__ import annotations

import errno
import io
import os
import sys

from kibitz.language.errors import Sentence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class OutputError(OSError):
    """Standard output cannot be written."""


class Output(io.TextIOWrapper):
    """Standard output whose errors are raised as `OutputError`."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from None

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from None


class ClosedOutput(io.TextIOBase):
    """Replacement for a standard output that was closed before the program started."""

    def write(self, text: str) -> int:
        raise OutputError(errno.EBADF, os.strerror(errno.EBADF))


def guard_output() -> None:
    """Let `print` raise an `OutputError` on failure; a stream replaced by a test is kept."""
    before: Any = sys.stdout
    if before is None:
        sys.stdout = ClosedOutput()
    elif before is sys.__stdout__ and type(before) is io.TextIOWrapper:
        sys.stdout = Output(
            before.buffer,
            encoding="utf-8",
            errors="replace",
            line_buffering=before.line_buffering,
            write_through=before.write_through,
        )


def failure_of(error: OSError) -> Sentence:
    """Return the message of a failed system call: the error and the file."""
    reason = error.strerror or str(error)
    if isinstance(error, OutputError):
        return Sentence("the output cannot be written: {reason}", reason=reason)
    if isinstance(error.filename, str | bytes):
        name = os.fsdecode(error.filename)
        return Sentence("{name} cannot be read or written: {reason}", name=name, reason=reason)
    try:
        os.getcwd()
    except OSError:
        return Sentence("the current folder does not exist any more")
    return Sentence("the system refused something: {reason}", reason=reason)
