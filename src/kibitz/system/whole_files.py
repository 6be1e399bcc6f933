"""Atomic reading and writing of whole files."""

from __future__ import annotations

import os
import stat
import sys
import time
from contextlib import contextmanager

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

STANDARD_STREAM = "-"
LONGEST_FILE = 1 << 20
# Checked because root passes `os.access` for any file.
WRITABLE = stat.S_IWUSR | stat.S_IWGRP | stat.S_IWOTH


def read_file(name: str) -> str:
    """Return the whole text of a file, or of standard input if its name is `-`."""
    try:
        if name == STANDARD_STREAM:
            text = sys.stdin.read(LONGEST_FILE + 1) if sys.stdin else ""
        else:
            with open(name, encoding="utf-8-sig", errors="replace") as file:
                text = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise KibitzError("there is no input file {name}", name=name) from None
    except OSError as error:
        raise KibitzError(
            "{name} cannot be read: {reason}", name=name, reason=error.strerror
        ) from None
    if len(text) > LONGEST_FILE:
        raise KibitzError("{name} is far too long", name=name)
    return text


def write_file(name: str, text: str) -> None:
    """Write a file atomically: it holds either all of the text or its former content.

    `-` is standard output, and so are its other names, such as /dev/stdout. Pipes and devices are
    written to directly.
    """
    if name == STANDARD_STREAM or _is_output(name):
        print(text, end="")
        return
    with _telling(name):
        try:
            mode = os.stat(name).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        elif mode is not None and not (mode & WRITABLE and os.access(name, os.W_OK)):
            raise KibitzError("{name} is read-only and was not changed", name=name)
        else:
            with written_whole(name) as beside:
                _write_new(beside, text, mode)


def _is_output(name: str) -> bool:
    """Return whether a name refers to standard output."""
    try:
        return os.path.samestat(os.stat(name), os.fstat(1))
    except OSError:
        return False


def create_file(name: str, text: str) -> None:
    """Create a file, which must not exist; on failure, nothing is left behind."""
    with _telling(name):
        try:
            _write_new(name, text)
        except FileExistsError:
            raise KibitzError("{path} already exists and is not overwritten", path=name) from None


def _write_new(name: str, text: str, mode: int | None = None) -> None:
    file = open(name, "x", encoding="utf-8")  # noqa: SIM115 (if this fails, nothing is removed)
    try:
        with file:
            if mode is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
    except BaseException:
        os.unlink(name)
        raise


@contextmanager
def written_whole(name: str) -> Iterator[str]:
    """Yield the path of a temporary file, which takes this name at the end of the block.

    If the block fails or is interrupted, no file is left.
    """
    target = os.path.realpath(name)
    # The target's name may already have the maximum length, so it is not extended.
    beside = os.path.join(os.path.dirname(target), f".{os.getpid()}-{time.time_ns()}.part")
    try:
        with _telling(name):
            yield beside
            os.replace(beside, target)
    finally:
        if os.path.exists(beside):
            os.unlink(beside)


@contextmanager
def _telling(name: str) -> Iterator[None]:
    """Say in a sentence that a file cannot be written, and why."""
    try:
        yield
    except OSError as error:
        raise KibitzError(
            "{name} cannot be written: {reason}", name=name, reason=error.strerror
        ) from None
