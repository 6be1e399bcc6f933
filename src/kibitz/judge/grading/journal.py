"""Journal of a grading: one line of JSON per finished run, from which a rerun resumes.

A file is identified by everything that determines a run besides the program: cases, validator,
limits and sandbox. A line has the digest of the submission. A record is used only if both match.
"""

import base64
import hashlib
import json
import os
import threading
import time
import zlib
from contextlib import suppress
from typing import Any, NamedTuple

from kibitz.judge.grading.graded_assignment import Graded
from kibitz.judge.grading.program_run import Run
from kibitz.judge.grading.untrusted_folders import tree
from kibitz.language.errors import KibitzError
from kibitz.system.cache_files import check_folder, open_cached

FOLDER, ENDING = "grading", ".jsonl"
KEPT = 30 * 24 * 3600  # seconds after which an abandoned journal is removed
STOPPED_OUTPUT = 1 << 16  # bytes kept of the output of a stopped program


class Record(NamedTuple):
    """Record of a run: the program's result, and the validator's status and message, if it ran.

    `convention` is the name of the one that was used, "" if the program does not offer what the
    case is about. `expected` is the right exit status.
    """

    language: str
    convention: str
    expected: int
    run: Run
    status: int | None
    message: str


class Journal:
    """The recorded runs, by submission and case; new ones are written at once."""

    def __init__(self, path: str, resume: bool) -> None:
        self.path = path
        self.lock = threading.Lock()
        self.known: dict[tuple[str, str], Record] = {}
        try:
            check_folder(os.path.dirname(path))
            os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
            forget_old(os.path.dirname(path))
            self.file = open_cached(path, "ab+", buffering=0)
            if not resume:
                self.file.truncate(0)
        except OSError as error:
            raise KibitzError(
                "{name} cannot be written: {reason}", name=path, reason=error.strerror
            ) from None
        self.file.seek(0)
        for line in self.file.readlines():
            with suppress(ValueError, TypeError, KeyError, zlib.error):  # the last may be cut off
                about = json.loads(line)
                self.known[about["submission"], about["case"]] = record_of(about)
        self.add_bytes(b"\n")  # start a new line after an incomplete one

    def find(self, submission: str, case: Graded) -> Record | None:
        """Return the record of a submission on a case, None if there is none."""
        return self.known.get((submission, case.place))

    def add(self, submission: str, case: Graded, record: Record) -> None:
        """Record a run."""
        output = record.run.output[: STOPPED_OUTPUT if record.run.why else None]
        about = {
            "submission": submission,
            "case": case.place,
            "language": record.language,
            "convention": record.convention,
            "expected": record.expected,
            "run": [*record.run[:-2], packed(output), packed(record.run.complaints)],
            "status": record.status,
            "message": record.message,
        }
        self.add_bytes(json.dumps(about).encode() + b"\n")

    def add_bytes(self, line: bytes) -> None:
        """Write a line; on a full disk, grading continues without a journal."""
        with self.lock, suppress(OSError):
            self.file.write(line)

    def close(self, finished: bool) -> None:
        """Close the file; when everything is graded, it is removed."""
        self.file.close()
        if finished:
            with suppress(OSError):
                os.remove(self.path)


def path_of(folder: str, *decisive: object) -> str:
    """Return the path of the journal of a grading with these inputs."""
    name = hashlib.sha256(json.dumps(decisive).encode()).hexdigest()[:32]
    return os.path.join(folder, FOLDER, name + ENDING)


def digest_of(folder: str) -> str:
    """Return a digest of the names and contents of all files in a folder."""
    whole = hashlib.sha256()
    for path in sorted(path for path, _ in tree(folder) if os.path.isfile(path)):
        with open(path, "rb") as file:
            content = file.read()
        name = os.fsencode(os.path.relpath(path, folder))
        whole.update(f"{len(name)} {len(content)} ".encode() + name + content)
    return whole.hexdigest()


def record_of(about: dict[str, Any]) -> Record:
    """Parse a line."""
    *figures, output, complaints = about["run"]
    run = Run._make([*figures, unpacked(output), unpacked(complaints)])
    return Record(
        about["language"],
        about["convention"],
        about["expected"],
        run,
        about["status"],
        about["message"],
    )


def packed(content: bytes) -> str:
    """Return bytes as text."""
    return base64.b64encode(zlib.compress(content)).decode()


def unpacked(text: str) -> bytes:
    """Return the bytes that were packed."""
    return zlib.decompress(base64.b64decode(text))


def forget_old(folder: str) -> None:
    """Remove abandoned journals."""
    for name in os.listdir(folder):
        path = os.path.join(folder, name)
        with suppress(OSError):
            if name.endswith(ENDING) and os.stat(path).st_mtime < time.time() - KEPT:
                os.remove(path)
