"""Games shipped as files, each named by its file: `hexapawn`.

They are in `examples/` of a checkout, and inside an installed package. A file is run on first use
of its game. Lists read the first line of its docstring, the line `KIND = "…"` and the text of
`ALIASES` without running it.
"""

from __future__ import annotations

import os
from collections.abc import Iterator

from kibitz.rules.family import aliases_in
from kibitz.rules.game_name import FILE_SUFFIX

PACKAGE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
# In an installed package; else in the checkout that holds it.
FOLDERS = (
    os.path.join(PACKAGE, "examples"),
    os.path.join(os.path.dirname(os.path.dirname(PACKAGE)), "examples"),
)
MAKES_A_GAME = "\ndef game("
KIND = '\nKIND = "'
ALIASES, QUOTES = '\nALIASES = """', '"""'


def folder() -> str:
    """Return the folder of the files, "" if they are not shipped."""
    return next(filter(os.path.isdir, FOLDERS), "")


def path_of(name: str) -> str | None:
    """Return the file of the game with that name, None if there is none."""
    name = name.replace("-", "_")  # fox-and-hounds is accepted too
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


def first_game() -> str:
    """Return a small game with comments, to begin a game of one's own with."""
    return read(os.path.join(os.path.dirname(os.path.abspath(__file__)), "first_game.txt"))


def summary(text: str) -> str:
    """Return the first line of a file's docstring."""
    return text.removeprefix('"""').partition("\n")[0].removesuffix('"""')


def kind(text: str) -> str:
    """Return the kind of game declared in a file, "" if there is none."""
    return text.partition(KIND)[2].partition('"')[0]


def aliases(text: str) -> list[str]:
    """Return the other names of the game in a file."""
    return aliases_in(text.partition(ALIASES)[2].partition(QUOTES)[0])


def read(path: str) -> str:
    """Return the text of a file, "" if there is none."""
    try:
        with open(path, encoding="utf-8") as file:
            return file.read()
    except OSError:
        return ""
