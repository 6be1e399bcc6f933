"""Work folder of a solve, locked by one process at a time."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress
from typing import Self

from kibitz.language.errors import KibitzError
from kibitz.system.cache_files import check_folder

SUFFIX = ".work"


class InUse(KibitzError):
    """Another process works in the folder."""


class WorkFolder:
    """The folder, created if needed, and locked by this process within a `with` statement.

    It stays afterwards, for a later call to resume, unless it is removed.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = -1

    def __enter__(self) -> Self:
        check_folder(self.path)
        os.makedirs(self.path, exist_ok=True)
        try:
            import fcntl
        except ImportError:  # a system without such locks
            return self
        while True:
            os.makedirs(self.path, exist_ok=True)
            try:
                self._lock = os.open(self.path, os.O_RDONLY)
            except FileNotFoundError:  # removed by a process that has just finished
                continue
            try:
                fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._close()
                raise InUse(
                    "another process is making this table right now, in {folder}", folder=self.path
                ) from None
            if self._is_there():
                return self
            self._close()

    def _is_there(self) -> bool:
        """Return whether the locked folder is still the one with this path."""
        try:
            return os.path.samestat(os.fstat(self._lock), os.stat(self.path))
        except FileNotFoundError:
            return False

    def _close(self) -> None:
        if self._lock >= 0:
            os.close(self._lock)
        self._lock = -1

    def __exit__(self, *raised: object) -> None:
        self._close()

    def remove(self) -> None:
        """Remove the folder with its content."""
        shutil.rmtree(self.path, ignore_errors=True)


def discard(path: str) -> None:
    """Remove a work folder, if it exists and no process works there."""
    if os.path.isdir(path):
        with suppress(InUse, OSError), WorkFolder(path) as work:
            work.remove()
