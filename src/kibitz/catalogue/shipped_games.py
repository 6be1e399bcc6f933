"""The games that ship with Kibitz as files, each known by the name of its file: `hexapawn`.

They are in `examples/` of a checkout, and in the package itself where it is installed. A file is
run when its game is asked for. What a list needs is read from its text: the docstring's first line
and the line `KIND = "…"`.
"""

from __future__ import annotations

import os

from kibitz.core.game_name import FILE_SUFFIX

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# In an installed package; else in the checkout that holds it.
FOLDERS = (
    os.path.join(PACKAGE, "examples"),
    os.path.join(os.path.dirname(os.path.dirname(PACKAGE)), "examples"),
)
MAKES_A_GAME = "\ndef game("
KIND = '\nKIND = "'


def folder() -> str:
    """Return where the files are, "" if they do not ship."""
    return next(filter(os.path.isdir, FOLDERS), "")


def path_of(name: str) -> str | None:
    """Return the file of the game of that name, None if no such game ships."""
    name = name.replace("-", "_")  # fox-and-hounds is as good
    path = os.path.join(folder(), name + FILE_SUFFIX)
    is_name = name.isidentifier() and name.isascii()
    return path if is_name and MAKES_A_GAME in read(path) else None


def name_of(path: str) -> str:
    """Return the name of the game in a file."""
    return os.path.basename(path).removesuffix(FILE_SUFFIX)


def names() -> list[str]:
    """Return the names of the games, sorted."""
    return [name for name, _ in texts()]


def texts() -> Iterator[tuple[str, str]]:
    """Yield the name and the text of each game, sorted by name."""
    here = folder()
    for file in sorted(os.listdir(here)) if here else []:
        if file.endswith(FILE_SUFFIX):
            text = read(os.path.join(here, file))
            if MAKES_A_GAME in text:
                yield file.removesuffix(FILE_SUFFIX), text


def summary(text: str) -> str:
    """Return the first line of what a file says about itself."""
    return text.removeprefix('"""').partition("\n")[0].removesuffix('"""')


def kind(text: str) -> str:
    """Return the kind of game that a file says it is, "" if it says nothing."""
    return text.partition(KIND)[2].partition('"')[0]


def read(path: str) -> str:
    """Return the text of a file, "" if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""
