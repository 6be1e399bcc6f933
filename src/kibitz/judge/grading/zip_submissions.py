"""Submissions in zip files, unpacked within the limits of a folder."""

import io
import lzma
import stat
import zipfile
import zlib
from collections.abc import Iterator

from kibitz.judge.grading.submissions import (
    DEEPEST,
    MOST_BYTES,
    check_amount,
    printable,
    reason_to_skip,
)
from kibitz.language.errors import KibitzError

BROKEN = (zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OSError)


def files_of_zip(content: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield each file in a zip: its relative path and its content.

    If all files are in one folder, as when a folder was zipped, that folder is omitted.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            members = {
                parts: member
                for member in archive.infolist()
                if not member.is_dir() and (parts := parts_of(member))
            }
            check_amount(len(members), 0)
            tops = {parts[0] for parts in members}
            skip = 1 if len(tops) == 1 and min(map(len, members), default=0) > 1 else 0
            size = 0
            for parts, member in members.items():
                with archive.open(member) as file:
                    found = file.read(MOST_BYTES - size + 1)
                size += len(found)
                check_amount(1, size)
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
