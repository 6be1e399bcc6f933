"""Opening and writing of files below the cache folder, which others may be able to change.

Only regular files are read. Anything else (a FIFO, a socket, a device, a folder, a link that leads
out of the folder it lies in) counts as missing, and is reported in a sentence. Opening it never
blocks.
"""

from __future__ import annotations

import os
import stat
import sys
from _thread import get_ident
from contextlib import contextmanager, suppress
from errno import EISDIR, ELOOP, ENOENT, ENXIO

from kibitz.language.errors import Sentence, harmless, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

PART = ".part"
PRIVATE = 0o600  # permissions of a file that is created to be appended to
IGNORED = phrase("{path} is ignored: it is not a regular file of its folder")
SPECIAL = (ENXIO, EISDIR, ELOOP)  # errors of opening a socket, a folder, a link to itself
# Absent on some systems.
AT_ONCE = sum(getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOCTTY", "O_NOFOLLOW"))


class Ignored(FileNotFoundError):
    """What has the name of a file below the cache is not a regular file in its folder."""


def print_ignored(sentence: Sentence) -> None:
    """Print the sentence to standard error."""
    if sys.stderr:
        print(f"kibitz: {harmless(str(sentence))}", file=sys.stderr)


_reported: set[str] = set()
_report: Callable[[Sentence], None] = print_ignored


def report_ignored_to(report: Callable[[Sentence], None]) -> None:
    """Call `report` from now on with a sentence about each file that is ignored."""
    global _report  # noqa: PLW0603 (files are opened where no caller could pass it)
    _report = report


def open_cached(path: str, mode: str = "rb", **how: Any) -> Any:
    """Open an existing file; `Ignored` if it is not a regular one."""
    return open(path, mode, opener=_opened, **how)


def _opened(path: str, flags: int) -> int:
    target = path
    if os.path.islink(path):
        folder = os.path.realpath(os.path.dirname(path))
        target = os.path.realpath(path)
        if os.path.commonpath((folder, target)) != folder:
            raise _ignored(path)
    try:
        file = os.open(target, flags | AT_ONCE, PRIVATE)
    except OSError as error:
        if error.errno in SPECIAL:
            raise _ignored(path) from None
        raise
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    raise _ignored(path)


def check_folder(path: str) -> None:
    """Raise `Ignored` if something else than a folder, or a link, has the name of a folder."""
    if os.path.lexists(path) and (os.path.islink(path) or not os.path.isdir(path)):
        raise _ignored(path)


def _ignored(path: str) -> Ignored:
    """Return the error about a file, after reporting it once."""
    if path not in _reported:
        _reported.add(path)
        _report(Sentence(IGNORED, path=path))
    return Ignored(ENOENT, "not a regular file", path)


def create(path: str, mode: str = "wb", **how: Any) -> Any:
    """Create a file to write; what had its name is removed, whatever it is, and not followed."""
    with suppress(FileNotFoundError):
        os.unlink(path)
    return open(path, mode.replace("w", "x"), **how)


@contextmanager
def replacing(path: str, mode: str = "wb", **how: Any) -> Iterator[Any]:
    """Yield a new file that takes this name at the end of the block.

    So the path holds either all of it or its former content. If the block fails, the file is
    removed. An `OSError` has the name of a file.
    """
    # The process comes last, see `is_being_written`. Threads of a process have files of their own.
    beside = f"{path}.{get_ident()}.{os.getpid()}{PART}"
    try:
        with create(beside, mode, **how) as file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, path)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(beside)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = path  # the error of a full disk has no file name
        raise
