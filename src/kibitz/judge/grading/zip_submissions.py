"""Zip files, of one submission or of all, unpacked within limits."""

import lzma
import os
import stat
import zipfile
import zlib
from collections.abc import Iterator
from typing import IO

from kibitz.judge.grading.submissions import (
    DEEPEST,
    MOODLE,
    MOST_BYTES,
    check_amount,
    printable,
    reason_to_skip,
)
from kibitz.language.errors import KibitzError

BROKEN = (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OSError)
MOST_IN_CLASS = 20_000  # files
MOST_BYTES_IN_CLASS = 1 << 30


def unzip_class(path: str, target: str) -> None:
    """Unpack a zip with the submissions of all students to a new folder."""
    os.mkdir(target)
    count = size = 0
    with open(path, "rb") as file:
        for within, content in files_of_zip(file, of_class=True):
            count, size = count + 1, size + len(content)
            if count > MOST_IN_CLASS or size > MOST_BYTES_IN_CLASS:
                raise KibitzError(
                    "{name} has more than {files} files or {size} MiB",
                    name=printable(path),
                    files=MOST_IN_CLASS,
                    size=MOST_BYTES_IN_CLASS >> 20,
                )
            place = os.path.join(target, within)
            try:
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "xb") as unpacked:
                    unpacked.write(content)
            except OSError as error:
                raise KibitzError(
                    "{name} cannot be unpacked: {reason}",
                    name=printable(within),
                    reason=error.strerror,
                ) from None


def files_of_zip(source: IO[bytes], *, of_class: bool = False) -> Iterator[tuple[str, bytes]]:
    """Yield each file in a zip: its relative path and its content.

    If all files are in one folder, as when a folder was zipped, that folder is omitted, unless it
    is that of a student. `of_class`: the limits hold for each file, and not for all together.
    """
    try:
        with zipfile.ZipFile(source) as archive:
            members = {
                parts: member
                for member in archive.infolist()
                if not member.is_dir() and (parts := parts_of(member))
            }
            check_amount(0 if of_class else len(members), 0)
            tops = {parts[0] for parts in members}
            skip = 1 if len(tops) == 1 and min(map(len, members), default=0) > 1 else 0
            if any(MOODLE.fullmatch(top) for top in tops):
                skip = 0
            size = 0
            for parts, member in members.items():
                with archive.open(member) as file:
                    found = file.read(MOST_BYTES - size + 1)
                size = 0 if of_class else size + len(found)
                check_amount(1, max(size, len(found)))
                yield "/".join(parts[skip:]), found
    except (*BROKEN, zlib.error, lzma.LZMAError):
        raise KibitzError("this zip cannot be unpacked: it is damaged or encrypted") from None


def parts_of(member: zipfile.ZipInfo) -> tuple[str, ...]:
    """Return the path of a file in a zip, () if it was not made by the student.

    A link, and a path that leaves the folder, are errors.
    """
    parts = tuple(part for part in member.filename.replace("\\", "/").split("/") if part != ".")
    leads_out = ".." in parts or "" in parts or ":" in parts[0]
    if leads_out or stat.S_ISLNK(member.external_attr >> 16):
        raise KibitzError(
            "{name} is a link or leads out of the zip", name=printable(member.filename)
        )
    if any(reason_to_skip(part) for part in parts):
        return ()
    if len(parts) > DEEPEST + 1:
        raise KibitzError("the folders are nested too deeply")
    return parts
