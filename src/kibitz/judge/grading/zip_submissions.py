"""Zip files, of one submission or of all, unpacked within limits."""

import lzma
import os
import re
import stat
import zipfile
import zlib
from collections import Counter
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import IO, NamedTuple

from kibitz.judge.grading.submissions import (
    DEEPEST,
    DOWNLOADED,
    MOST_BYTES,
    check_amount,
    printable,
    reason_to_skip,
)
from kibitz.language.errors import KibitzError

BROKEN = (
    *(zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, OSError),
    *(zlib.error, lzma.LZMAError),
)
DRIVE = re.compile(r"[A-Za-z]:")
MOST_IN_CLASS = 20_000  # entries
MOST_BYTES_IN_CLASS = 1 << 30


class ZipEntry(NamedTuple):
    """The path of an entry, and whether it is a folder."""

    parts: tuple[str, ...]
    is_folder: bool


def unzip_class(path: str, target: str) -> dict[str, Exception]:
    """Unpack a zip with the submissions of all students to a new folder.

    Return what is wrong with the submission of a student, by its name in that folder.
    """
    os.mkdir(target)
    files: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    with open(path, "rb") as file, opened(file) as archive:
        members, wrong = by_students(archive.infolist())
        for entry, member in members.items():
            student, place = entry.parts[0], os.path.join(target, *entry.parts)
            if student in wrong:
                continue
            try:
                files[student] += 1
                if files.total() > MOST_IN_CLASS or sizes.total() > MOST_BYTES_IN_CLASS:
                    raise KibitzError(
                        "{name} has more than {files} files or {size} MiB",
                        name=printable(path),
                        files=MOST_IN_CLASS,
                        size=MOST_BYTES_IN_CLASS >> 20,
                    )
                if entry.is_folder:
                    os.makedirs(place, exist_ok=True)
                    continue
                content = content_of_member(archive, member, sizes[student])
                sizes[student] += len(content)
                check_amount(files[student], sizes[student])
                os.makedirs(os.path.dirname(place), exist_ok=True)
                with open(place, "xb") as unpacked:
                    unpacked.write(content)
            except (KibitzError, OSError, ValueError) as error:
                wrong[student] = error
    return wrong


def by_students(
    members: list[zipfile.ZipInfo],
) -> tuple[dict[ZipEntry, zipfile.ZipInfo], dict[str, Exception]]:
    """Return the entries of a class, whose first part is the student, and those that are refused.

    A refused entry belongs to the student whose name is left when `..` and the like are removed.
    """
    entries: dict[ZipEntry, zipfile.ZipInfo] = {}
    refused: list[tuple[list[str], KibitzError]] = []
    tops: set[str] = set()
    for member in members:
        try:
            entries[entry_of(member)] = member
        except KibitzError as fault:
            parts = parts_of(member)
            refused.append(([part for part in parts if is_name(part)] or ["?"], fault))
            tops.update(filter(is_name, parts[:1]))
    top = top_folder(entries, tops)
    found = {
        ZipEntry(entry.parts[len(top) :], entry.is_folder): member
        for entry, member in entries.items()
        if entry.parts[len(top) :]
    }
    wrong: dict[str, Exception] = {}
    for names, error in refused:
        wrong.setdefault(names[1 if top == names[:1] and names[1:] else 0], error)
    return found, wrong


def files_of_zip(source: IO[bytes]) -> Iterator[tuple[str, bytes]]:
    """Yield each file in the zip of a student: its relative path and its content.

    If all files are in one folder, as when a folder was zipped, that folder is omitted.
    """
    with opened(source) as archive:
        entries = {entry_of(member): member for member in archive.infolist()}
        members = {entry: member for entry, member in entries.items() if not entry.is_folder}
        check_amount(len(members), 0)
        skip, size = len(top_folder(members)), 0
        for entry, member in members.items():
            found = content_of_member(archive, member, size)
            size += len(found)
            check_amount(1, size)
            yield "/".join(entry.parts[skip:]), found


@contextmanager
def opened(source: IO[bytes]) -> Iterator[zipfile.ZipFile]:
    """Open a zip; `KibitzError` if that is not possible."""
    try:
        archive = zipfile.ZipFile(source)
    except BROKEN:
        raise KibitzError("this zip cannot be unpacked: it is damaged or encrypted") from None
    with archive:
        yield archive


def content_of_member(archive: zipfile.ZipFile, member: zipfile.ZipInfo, size: int) -> bytes:
    """Return the content of a file in a zip, at most one byte more than is left of the limit."""
    try:
        with archive.open(member) as file:
            return file.read(MOST_BYTES - size + 1)
    except BROKEN:
        raise KibitzError(
            "{name} cannot be unpacked: it is damaged or encrypted", name=printable(member.filename)
        ) from None


def top_folder(members: Collection[ZipEntry], others: Collection[str] = ()) -> list[str]:
    """Return the name of the folder that everything is in, unless it is that of a student.

    `others` are names at the top that are not among the members.
    """
    tops = {*others, *(entry.parts[0] for entry in members if entry.parts)}
    inside = [len(parts) for parts, is_folder in members if len(parts) > 1 or not is_folder]
    known = any(DOWNLOADED.fullmatch(top) for top in tops)
    return [*tops] if len(tops) == 1 and min(inside, default=0) > 1 and not known else []


def parts_of(member: zipfile.ZipInfo) -> list[str]:
    """Return the parts of the path of an entry, whatever they are."""
    name = member.filename.replace("\\", "/")
    return [part for part in name.removesuffix("/").split("/") if part != "."]


def is_name(part: str) -> bool:
    """Return whether a part of a path is a name, not a way out of a folder."""
    return part not in ("", "..") and not DRIVE.fullmatch(part)


def entry_of(member: zipfile.ZipInfo) -> ZipEntry:
    """Return an entry; of one that was not made by the student, the folder it is in.

    A link, and a path that leaves the folder, are errors.
    """
    parts = parts_of(member)
    leads_out = not all(map(is_name, parts[:1])) or ".." in parts or "" in parts
    if leads_out or stat.S_ISLNK(member.external_attr >> 16):
        raise KibitzError(
            "{name} is a link or leads out of the zip", name=printable(member.filename)
        )
    for place, part in enumerate(parts):
        if reason_to_skip(part):
            return ZipEntry(tuple(parts[:place]), is_folder=True)
    if len(parts) > DEEPEST + 1:
        raise KibitzError("the folders are nested too deeply")
    return ZipEntry(tuple(parts), member.filename.endswith(("/", "\\")) or not parts)
