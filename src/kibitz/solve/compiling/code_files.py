"""Cache files of compiled code, verified by a digest and limited in total size.

Numba's own cache has an index and data files and verifies neither: a file that a power failure left
empty raises an error, and damaged machine code crashes the process. Here each compiled function is
one file that begins with a digest of its name and its content. A file that does not match its
digest is removed, and the code is compiled again. If files cannot be written, code is compiled and
used all the same.

The folder is `NUMBA_CACHE_DIR`, or `code` in `KIBITZ_CACHE`. Where neither is set, Numba chooses:
the `__pycache__` beside the kernels, or the user's cache folder.
"""

from __future__ import annotations

import os
import re
import time
from contextlib import suppress
from hashlib import blake2b
from sys import implementation

from kibitz.system.cache_files import create, open_cached

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

SUFFIX = ".code"
UNFINISHED = ".code-part"
DIGEST = 32  # bytes
MOST_BYTES = 64 << 20  # in one folder; a kernel takes about 40 kB
LONGEST_UNUSED = 90 * 86_400  # seconds
LONGEST_WRITING = 3_600
# Cache files of earlier versions.
OF_NUMBA = re.compile(r".+_(?:[0-9a-f]{12}|[0-9a-f]{32})-\d+\.py\w+(?:\.\d+)?\.nb[ic]")


def chosen_folder() -> str:
    """Return the folder for compiled code from the environment; "" if it is not set."""
    tables = os.environ.get("KIBITZ_CACHE")
    beside = os.path.join(os.path.abspath(tables), "code") if tables else ""
    return os.environ.get("NUMBA_CACHE_DIR") or beside


def keep_in_files(dispatcher: Callable[..., Any]) -> None:
    """Make a cached Numba function use these files."""
    cache = getattr(dispatcher, "_cache", None)
    before = getattr(cache, "_cache_file", None)
    if cache is None or before is None:
        return
    files = CodeFiles(
        cache.cache_path, cache._impl.filename_base, (before._version, before._source_stamp)
    )
    cache._cache_file = files
    load = cache.load_overload

    def load_if_possible(*overload: object) -> object:
        try:
            return load(*overload)
        except Exception:  # code that cannot be loaded is compiled again
            files.flush()
            return None

    cache.load_overload = load_if_possible


def is_kept(dispatcher: Any, types: tuple[object, ...]) -> bool:
    """Return whether a function has code on disk for these types, made for this processor."""
    cache = dispatcher._cache
    files = getattr(cache, "_cache_file", None)
    if not isinstance(files, CodeFiles):
        return False
    key = cache._index_key(types, dispatcher.targetctx.codegen())
    return os.path.exists(files.path(key))


def are_kept(folder: str, name: str) -> bool:
    """Return whether a folder has code of a function, judging by file names."""
    with suppress(OSError), os.scandir(folder) as entries:
        return any(f".{name}-" in entry.name and entry.name.endswith(SUFFIX) for entry in entries)
    return False


class CodeFiles:
    """The compiled code of one function, one file per signature and processor.

    `version` identifies the compiler and the source. It has the interface of Numba's cache files:
    `load`, `save` and `flush`.
    """

    def __init__(self, folder: str, name: str, version: object) -> None:
        self.folder = folder
        self.name = name
        self.version = (implementation.cache_tag, version)

    def path(self, key: object) -> str:
        digest = blake2b(repr((self.version, key)).encode(), digest_size=16).hexdigest()
        return os.path.join(self.folder, f"{self.name}-{digest}{SUFFIX}")

    def load(self, key: object) -> object:
        """Return the data saved with that key; None if it is missing or damaged."""
        path = self.path(key)
        try:
            with open_cached(path) as file:
                if not is_trusted(os.fstat(file.fileno())):
                    return None
                said, content = file.read(DIGEST), file.read()
        except OSError:
            return None
        if said != digest_of(path, content):
            remove(path)
            return None
        with suppress(OSError):
            os.utime(path)  # marks it as recently used
        import pickle

        return pickle.loads(content)

    def save(self, key: object, data: object) -> None:
        """Save data; if that fails, the code is compiled again when needed."""
        from numba.core import serialize

        dumps: Any = serialize.dumps  # handles more types than pickle
        content: bytes = dumps(data)
        path = self.path(key)
        part = os.path.join(self.folder, f"{os.urandom(16).hex()}{UNFINISHED}")
        try:
            with create(part) as file:
                file.write(digest_of(path, content) + content)
            os.replace(part, path)
        except OSError:
            remove(part)
        tidy(self.folder)

    def flush(self) -> None:
        """Remove all code of this function."""
        with suppress(OSError), os.scandir(self.folder) as entries:
            for entry in entries:
                if entry.name.startswith(f"{self.name}-") and entry.name.endswith(SUFFIX):
                    remove(entry.path)


def is_trusted(file: os.stat_result) -> bool:
    """Return whether a file is of this user, of root, or of whoever installed Kibitz.

    Code is unpickled and run, so it is not taken from others who can write to the folder.
    """
    if not hasattr(os, "geteuid"):
        return True
    return file.st_uid in (0, os.geteuid(), os.stat(__file__).st_uid)


def digest_of(path: str, content: bytes) -> bytes:
    """Return the digest of a file, which includes its name, so a renamed file does not match."""
    name = os.path.basename(path).encode()
    return blake2b(name + b"\0" + content, digest_size=DIGEST).digest()


def remove(path: str) -> None:
    """Remove a file, if it exists and may be removed."""
    with suppress(OSError):
        os.unlink(path)


def tidy(folder: str, most: int = MOST_BYTES) -> None:
    """Remove code unused for long, and the least recently used until the rest fits the limit."""
    now = time.time()
    kept = []
    with suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            with suppress(OSError):
                age, size = now - entry.stat().st_mtime, entry.stat().st_size
                if OF_NUMBA.fullmatch(entry.name) or is_old(entry.name, age):
                    remove(entry.path)
                elif entry.name.endswith(SUFFIX):
                    kept.append((age, size, entry.path))
    for _, size, path in sorted(kept):
        most -= size
        if most < 0:
            remove(path)


def is_old(name: str, age: float) -> bool:
    """Return whether a file of that age is obsolete."""
    longest = {SUFFIX: LONGEST_UNUSED, UNFINISHED: LONGEST_WRITING}
    return any(name.endswith(suffix) and age > most for suffix, most in longest.items())
