"""Files that the games in files read: the modules they import, and data.

A process that runs games calls `record` first. A file that is opened for reading while the code of
a game's file is on the stack is a dependency of that file.
"""

import os
import sys
from collections.abc import Collection
from types import FrameType

from kibitz.games.collection import written

Read = dict[str, dict[str, float]]  # by the path of a game: files and their modification times

# Files of Python and of installed packages are not edited while a server runs.
OURS = os.path.abspath(f"{__file__}/../../..")  # the folder of the package
INSTALLED = (os.path.dirname(os.__file__) + os.sep, OURS + os.sep)
PACKAGES = ("site-packages", "dist-packages")
CACHED = "__pycache__"


class Reading:
    """Files read since the last query, each with its stamp at the time of opening."""

    def __init__(self) -> None:
        self._read: Read = {}
        self._known: set[tuple[str, str]] = set()

    def record(self) -> None:
        """Record every file that is opened in this process from now on."""
        sys.addaudithook(self._hook)

    def new(self) -> Read:
        """Return the files first read since the last call."""
        read, self._read = self._read, {}
        return read

    def _hook(self, event: str, details: tuple[object, ...]) -> None:
        if event != "open" or not isinstance(details[0], str):
            return
        if isinstance(details[2], int) and details[2] & (os.O_WRONLY | os.O_RDWR):
            return
        reader = reader_of(sys._getframe(1))
        path = source_of(os.path.abspath(details[0]))
        if reader and is_own(path) and (reader, path) not in self._known:
            self._known.add((reader, path))
            self._read.setdefault(reader, {})[path] = written(path)


def reader_of(frame: FrameType | None) -> str:
    """Return the file of a game whose code led to a frame, "" if none did."""
    # This runs whenever a file is opened, so also while `gamefile` itself is being imported.
    gamefile = sys.modules.get("kibitz.games.gamefile")
    own: Collection[str] = getattr(gamefile, "own_files", tuple)()
    while frame is not None:
        if frame.f_code.co_filename in own:
            return frame.f_code.co_filename
        frame = frame.f_back
    return ""


def source_of(path: str) -> str:
    """Return the source file of a compiled module; any other path unchanged."""
    folder, name = os.path.split(path)
    if os.path.basename(folder) != CACHED:
        return path
    return os.path.join(os.path.dirname(folder), name.partition(".")[0] + ".py")


def is_own(path: str) -> bool:
    """Return whether a file belongs neither to Python nor to an installed package."""
    return not path.startswith(INSTALLED) and not any(one in path for one in PACKAGES)
