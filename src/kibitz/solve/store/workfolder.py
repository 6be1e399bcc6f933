"""A folder where one process at a time keeps what a table is made of until the table is whole."""

from __future__ import annotations

import os
import shutil
from contextlib import suppress

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

SUFFIX = ".work"


class InUse(KibitzError):
    """Another process works in the folder."""


class WorkFolder:
    """The folder, made if it is not there, and this process' alone inside a `with` statement.

    It stays when that is left, for a later call to go on with, unless it is removed.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        self._lock = -1

    def __enter__(self) -> Self:
        os.makedirs(self.path, exist_ok=True)
        try:
            import fcntl
        except ImportError:  # on a system that has no such locks
            return self
        while True:
            os.makedirs(self.path, exist_ok=True)
            try:
                self._lock = os.open(self.path, os.O_RDONLY)
            except FileNotFoundError:  # removed since, by a process that has just finished
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
        """Tell whether the folder that is locked is still the one with this path."""
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
        """Remove the folder with all that is in it."""
        shutil.rmtree(self.path, ignore_errors=True)


def discard(path: str) -> None:
    """Remove a work folder, if there is one and nobody works there."""
    if os.path.isdir(path):
        with suppress(InUse, OSError), WorkFolder(path) as work:
            work.remove()
