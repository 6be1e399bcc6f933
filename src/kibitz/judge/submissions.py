"""The programs of a folder: who handed in what, copied so that no trick in it reaches outside."""

from __future__ import annotations

import os
import stat

from kibitz.rules.errors import KibitzError, harmless

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_FILES = 500
MOST_BYTES = 16 << 20
DEEPEST = 8


class Submission:
    """What one student handed in: a file or a folder."""

    def __init__(self, student: str, path: str) -> None:
        self.student = student
        self.path = path


def submissions_in(folder: str, endings: tuple[str, ...]) -> list[Submission]:
    """Return the submissions of a folder: each sub-folder, and each file with one of the endings.

    A student is called after the folder, or after the file without its ending.
    """
    try:
        names = sorted(name for name in os.listdir(folder) if not name.startswith("."))
    except OSError as error:
        raise KibitzError(
            "{folder} cannot be read: {reason}", folder=folder, reason=error.strerror
        ) from None
    found: dict[str, Submission] = {}
    for name in names:
        path = os.path.join(folder, name)
        stem, ending = os.path.splitext(name)
        is_folder = os.path.isdir(path) and not os.path.islink(path)
        if not is_folder and ending not in endings:
            continue
        student = printable(name if is_folder else stem)
        student = printable(name) if student in found else student
        found[student] = Submission(student, path)
    if not found:
        raise KibitzError("there are no programs in {folder}", folder=folder)
    return list(found.values())


def printable(name: str) -> str:
    """Return a file name without what a terminal or a reader would trip over."""
    return harmless(os.fsencode(name).decode("utf-8", "replace")).strip()[:80] or "?"


def copy(submission: Submission, target: str) -> None:
    """Copy the regular files of a submission to a new folder; links are never followed.

    Raise a `KibitzError` if there is a link or something else that is not a file, or too much.
    """
    os.mkdir(target)
    size = 0
    for count, (path, within) in enumerate(files_of(submission.path), start=1):
        content = content_of(path, within, MOST_BYTES - size)
        size += len(content)
        if count > MOST_FILES:
            raise KibitzError("more than {count} files were handed in", count=MOST_FILES)
        place = os.path.join(target, within)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "wb") as file:
            file.write(content)


def files_of(path: str) -> Iterator[tuple[str, str]]:
    """Yield each file of a submission, and its path within."""
    if not os.path.isdir(path) or os.path.islink(path):
        yield path, os.path.basename(path)
        return
    folders = [("", 0)]
    while folders:
        folder, depth = folders.pop()
        with os.scandir(os.path.join(path, folder)) as entries:
            for entry in entries:
                within = os.path.join(folder, entry.name)
                if entry.name.startswith("."):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if depth == DEEPEST:
                        raise KibitzError("the folders are too deep")
                    folders.append((within, depth + 1))
                else:
                    yield entry.path, within


def content_of(path: str, name: str, most: int) -> bytes:
    """Return what is in a regular file; a link, a pipe or a device is an error."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        raise KibitzError("{name} is a link or cannot be read", name=printable(name)) from None
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise KibitzError("{name} is not a regular file", name=printable(name))
        content = file.read(most + 1)
    if len(content) > most:
        raise KibitzError("more than {size} MiB were handed in", size=MOST_BYTES >> 20)
    return content
