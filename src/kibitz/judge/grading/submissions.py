"""Submissions of a folder, copied without following anything that leads out of it.

Names that Moodle gives to downloaded submissions are known: `Anna_123_assignsubmission_file_` is a
folder of the participant Anna, number 123, and `Anna_123_assignsubmission_file_a.py` a file. So
are those of Canvas: `ekanna_123_45678_a.py`, or `ekanna_LATE_123_45678_a.py`.
"""

import io
import os
import re
import stat
from collections.abc import Collection, Iterator, Mapping
from itertools import chain, islice
from types import MappingProxyType
from typing import NamedTuple

from kibitz.judge.grading.programming_languages import LANGUAGES
from kibitz.language.errors import KibitzError, Sentence, harmless, phrase

MOST_FILES = 500
MOST_BYTES = 16 << 20
DEEPEST = 8
LONGEST_NAME = 80
ZIP = ".zip"
# Files of operating systems, not of students.
BY_SYSTEMS = ("__MACOSX", "Thumbs.db", "desktop.ini", "__pycache__")
EMPTY: Mapping[str, Exception] = MappingProxyType({})
DOWNLOADED = re.compile(
    r"(.+?)(?:_LATE)?_(\d+)_"
    r"(?:assignsubmission_(file|onlinetext)(?:_(.*))?|(?<=\d{3}_)\d{5,}_(.+\..+))",
    re.DOTALL,
)


class Submission(NamedTuple):
    """The submission of one student: a file, a folder or a zip.

    From Moodle, it may be several `files` of one folder, each with the name the student gave it.
    `number` is that of the participant there, or of the user of Canvas. `wrong` is the
    reason why it cannot be copied, if that is known.
    """

    student: str
    path: str
    number: str = ""
    files: tuple[tuple[str, str], ...] = ()
    wrong: Exception | None = None


class Found(NamedTuple):
    """The submissions of a folder, and a sentence for each entry that is none."""

    submissions: list[Submission]
    skipped: list[Sentence]


def submissions_in(
    folder: str, written: Collection[str] = (), wrong: Mapping[str, Exception] = EMPTY
) -> Found:
    """Return the submissions of a folder: each file and each sub-folder is one.

    The name of the student is that of the folder, or of the file without its suffix; in a download
    from Moodle or Canvas, it is the part before the number, and one number is one submission.
    Names that begin with a dot are skipped, and so are those in `BY_SYSTEMS` and the files
    `written` by grading. `wrong` names entries that could not be unpacked, with the reason.
    """
    try:
        names = sorted({*os.listdir(folder), *wrong})
    except OSError as error:
        raise KibitzError(
            "{folder} cannot be read: {reason}", folder=folder, reason=error.strerror
        ) from None
    participants: dict[str, list[str]] = {}
    found: dict[str, Submission] = {}
    skipped = []
    ours = {os.path.realpath(path) for path in written}
    for name in names:
        path = os.path.join(folder, name)
        why = reason_to_skip(name) or (
            phrase("it is written by this command") if os.path.realpath(path) in ours else ""
        )
        if why:
            skipped.append(
                Sentence("skipped {name}: {reason}", name=printable(name), reason=Sentence(why))
            )
            continue
        downloaded = DOWNLOADED.fullmatch(name)
        if downloaded:
            participants.setdefault(downloaded[2], []).append(name)
            continue
        is_folder = os.path.isdir(path) and not os.path.islink(path)
        student = printable(name if is_folder else os.path.splitext(name)[0])
        student = unused(student, printable(name), found)
        found[student] = Submission(student, path, wrong=wrong.get(name))
    for number, entries in participants.items():
        one = of_participant(folder, number, entries, wrong)
        student = unused(one.student, f"{one.student} {number}", found)
        found[student] = one._replace(student=student)
    if not found:
        raise KibitzError("there are no programs in {folder}", folder=folder)
    return Found([found[student] for student in sorted(found)], skipped)


def of_participant(
    folder: str, number: str, entries: list[str], wrong: Mapping[str, Exception]
) -> Submission:
    """Return the submission of a participant; typed text counts if there is no file."""
    matches = [match for entry in entries if (match := DOWNLOADED.fullmatch(entry))]
    chosen = [match for match in matches if match[3] != "onlinetext"] or matches
    student = printable(chosen[0][1])
    paths = [os.path.join(folder, match[0]) for match in chosen]
    reason = next((wrong[match[0]] for match in chosen if match[0] in wrong), None)
    if len(paths) == 1 and os.path.isdir(paths[0]):
        return Submission(student, paths[0], number, wrong=reason)
    named = tuple(
        (match[4] or match[5] or match[0], path) for match, path in zip(chosen, paths, strict=True)
    )
    return Submission(student, paths[0], number, named, reason)


def reason_to_skip(name: str) -> str:
    """Return why an entry with that name is no submission, "" if it is one."""
    if name in BY_SYSTEMS:
        return phrase("it is made by a system, not by a student")
    return phrase("its name begins with a dot") if name.startswith(".") else ""


def unused(student: str, whole: str, taken: Collection[str]) -> str:
    """Return an unused name of a student: the short one, the whole one, or one with a number."""
    for name in (student, whole):
        if name not in taken:
            return name
    number = 2
    while f"{whole} ({number})" in taken:
        number += 1
    return f"{whole} ({number})"


def printable(name: str) -> str:
    """Return a file name without control characters."""
    text = harmless(os.fsencode(name).decode("utf-8", "replace")).strip()
    return text[:LONGEST_NAME] or "?"


def copy(submission: Submission, target: str) -> None:
    """Copy the regular files of a submission to a new folder; links are never followed.

    Raise a `KibitzError` for a link or another special file, or if a limit is exceeded.
    """
    if submission.wrong:
        raise submission.wrong
    os.mkdir(target)
    size = 0
    parts = submission.files or (("", submission.path),)
    files = chain.from_iterable(files_of(path, name) for name, path in parts)
    for count, (within, content) in enumerate(unzipped(files), start=1):
        size += len(content)
        check_amount(count, size)
        place = os.path.join(target, with_small_ending(within))
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, "xb") as file:
            file.write(content)


def unzipped(files: Iterator[tuple[str, bytes]]) -> Iterator[tuple[str, bytes]]:
    """Yield some files; if there is only one and it is a zip, those in it."""
    first = list(islice(files, 2))
    if len(first) == 1 and first[0][0].lower().endswith(ZIP):
        from kibitz.judge.grading.zip_submissions import files_of_zip

        yield from files_of_zip(io.BytesIO(first[0][1]))
    else:
        yield from chain(first, files)


def check_amount(files: int, size: int) -> None:
    """Raise an error if a limit is exceeded."""
    if files > MOST_FILES:
        raise KibitzError("more than {count} files were handed in", count=MOST_FILES)
    if size > MOST_BYTES:
        raise KibitzError("more than {size} MiB were handed in", size=MOST_BYTES >> 20)


def with_small_ending(name: str) -> str:
    """Return a file name with its suffix in lower case: `A.PY` is Python too."""
    stem, ending = os.path.splitext(name)
    return stem + (ending.lower() if ending.lower() in LANGUAGES else ending)


def files_of(path: str, name: str = "") -> Iterator[tuple[str, bytes]]:
    """Yield each file of a submission: its relative path and its content."""
    if not os.path.isdir(path) or os.path.islink(path):
        name = name or os.path.basename(path)
        yield name, content_of(path, name, MOST_BYTES)
        return
    folders = [("", 0)]
    while folders:
        folder, depth = folders.pop()
        with os.scandir(os.path.join(path, folder)) as entries:
            for entry in entries:
                within = os.path.join(folder, entry.name)
                if reason_to_skip(entry.name):
                    continue
                if entry.is_dir(follow_symlinks=False):
                    if depth == DEEPEST:
                        raise KibitzError("the folders are nested too deeply")
                    folders.append((within, depth + 1))
                else:
                    yield within, content_of(entry.path, within, MOST_BYTES)


def content_of(path: str, name: str, most: int) -> bytes:
    """Return the content of a regular file; a link, a pipe or a device is an error."""
    try:
        number = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        raise KibitzError("{name} is a link or cannot be read", name=printable(name)) from None
    with open(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise KibitzError("{name} is not a regular file", name=printable(name))
        content = file.read(most + 1)
    check_amount(1, len(content))
    return content
