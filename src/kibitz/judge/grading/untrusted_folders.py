"""Folders that submitted programs fill: walked within limits, removed in any state."""

import fcntl
import os
import secrets
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from kibitz.language.errors import KibitzError

MOST_ENTRIES = 5000
LONGEST_PATH = 1500  # bytes of a relative path; the limit of a system is 4096 in all
HOME, LOCK = "kibitz-grade-", "lock"


def tree(folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Yield a folder and everything in it; links are not followed.

    Raise a `KibitzError` if it has too many entries, or is too deep.
    """
    yield folder, os.lstat(folder)
    folders, count = [folder], 0
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    count += 1
                    if count > MOST_ENTRIES or len(os.fsencode(entry.path)) > (
                        len(os.fsencode(folder)) + LONGEST_PATH
                    ):
                        raise KibitzError("there are too many files, or their paths are too long")
                    try:
                        about = entry.stat(follow_symlinks=False)
                    except FileNotFoundError:
                        continue  # a build is still running
                    yield entry.path, about
                    if stat.S_ISDIR(about.st_mode):
                        folders.append(entry.path)
        except FileNotFoundError:
            continue


def is_full(folder: str, most: int) -> bool:
    """Return whether a folder holds more than so many bytes, or too many files."""
    try:
        return sum(about.st_size for _, about in tree(folder)) > most
    except (KibitzError, OSError):
        return True


def give(folder: str, user: int) -> None:
    """Make a user the owner of a folder and everything in it."""
    for path, _ in tree(folder):
        os.chown(path, user, -1, follow_symlinks=False)


def remove(top: str) -> None:
    """Remove a folder and everything in it, as far as possible.

    Nested folders are first moved to the top: a path can be too long for the system, and a tree
    too deep for recursion.
    """
    folders, number, mark = [top], 0, secrets.token_hex(8)
    while folders:
        folder = folders.pop()
        with suppress(OSError):
            os.chmod(folder, 0o700)
            with os.scandir(folder) as found:
                entries = list(found)
            for entry in entries:
                with suppress(OSError):
                    if not entry.is_dir(follow_symlinks=False):
                        os.unlink(entry.path)
                        continue
                    number += 1
                    aside = os.path.join(top, f"{mark}-{number}")
                    os.chmod(entry.path, 0o700)  # without that, only root may move it
                    os.rename(entry.path, aside)
                    folders.append(aside)
        if folder != top:
            with suppress(OSError):
                os.rmdir(folder)
    with suppress(OSError):
        os.rmdir(top)


@contextmanager
def workplace() -> Iterator[str]:
    """Create a folder for the temporary files of grading, and remove it at the end.

    Those of earlier runs that were killed are removed too: their locks are free.
    """
    remove_abandoned()
    home = tempfile.mkdtemp(prefix=HOME)
    os.chmod(home, 0o711)  # programs that run as another user must reach their files
    lock = os.path.join(home, LOCK)
    held = os.open(f"{lock}-new", os.O_CREAT | os.O_RDWR, 0o600)
    try:
        fcntl.flock(held, fcntl.LOCK_EX)
        os.rename(f"{lock}-new", lock)  # the lock is already held when it gets its name
        yield home
    finally:
        remove(home)
        os.close(held)


def remove_abandoned() -> None:
    """Remove the folders of runs that were killed."""
    with os.scandir(tempfile.gettempdir()) as entries:
        found = [entry for entry in entries if entry.name.startswith(HOME)]
    for entry in found:
        with suppress(OSError):
            about = entry.stat(follow_symlinks=False)
            if not stat.S_ISDIR(about.st_mode) or about.st_uid != os.geteuid():
                continue
            lock = os.open(os.path.join(entry.path, LOCK), os.O_RDONLY | os.O_NOFOLLOW)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                remove(entry.path)
            finally:
                os.close(lock)
