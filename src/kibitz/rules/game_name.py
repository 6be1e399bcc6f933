"""The name of a game as a value: `noughts:oldest,rows=4`, or a file: `games/mine.py:rows=5`.

    family : variant , parameter = value , …

Names are parsed and composed in this module only.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Self

FILE_SUFFIX = ".py"  # of games in files
LONGEST_FILE_NAME = 100
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
SAFE = PLAIN | frozenset("._-")


def words_of(choice: str) -> list[str]:
    """Return the words of the part after the colon, as they are written: variant and parameters."""
    return [word.strip() for word in choice.split(",")] if choice else []


def pairs_of(choice: str) -> list[tuple[str, str | None]]:
    """Return the parameters of that part with their values, and a variant with None."""
    parts = (word.partition("=") for word in words_of(choice))
    return [(name.strip(), value.strip() if equals else None) for name, equals, value in parts]


def one_line(drawing: str) -> str:
    """Return a drawing as the name of a game has it: rows joined by `-`, with `_` for spaces."""
    lines = [line.replace(" ", "_").rstrip("_") for line in drawing.splitlines()]
    margin = min((len(line) - len(line.lstrip("_")) for line in lines if line), default=0)
    return "-".join(line[margin:] for line in lines).strip("-")


class GameName(str):
    """The name of a game, a string with its parts as attributes.

    `words` are the parts after the colon, as they are written: a variant has no `=`. The game need
    not exist.
    """

    __slots__ = ("_file_name", "choice", "family")
    family: str  # the part before the colon: the family, or the path of a file
    choice: str  # the part after the colon, empty if there is none
    _file_name: str

    def __new__(cls, text: str) -> Self:
        if type(text) is cls:
            return text  # parsed already
        name = super().__new__(cls, text)
        name.family, name.choice = _split(text)
        return name

    @classmethod
    def of(
        cls, family: str, variant: str = "", parameters: Mapping[str, int | str] | None = None
    ) -> Self:
        """Return the name with these parts; a value may be a drawing of several lines."""
        words = [variant] if variant else []
        for name, value in (parameters or {}).items():
            text = str(value)
            words.append(f"{name}={one_line(text) if len(text.splitlines()) > 1 else text}")
        return cls(family + (":" + ",".join(words) if words else ""))

    @property
    def words(self) -> list[str]:
        """The variant and the parameters, as they are written."""
        return words_of(self.choice)

    @property
    def variant(self) -> str:
        """The variant, empty if none is named."""
        return next((word for word, value in pairs_of(self.choice) if value is None), "")

    @property
    def parameters(self) -> dict[str, str]:
        return {name: value for name, value in pairs_of(self.choice) if value is not None}

    @property
    def file(self) -> str | None:
        """The path of the file of the game, None for a game in the registry."""
        family = self.family
        return family if family.endswith(FILE_SUFFIX) else None

    def replace_family(self, family: str) -> GameName:
        """Return the same variant and parameters of another family."""
        return GameName(family + (":" + self.choice if self.choice else ""))

    def adding(self, **parameters: int | str) -> GameName:
        """Return the name with these parameters appended."""
        return self.with_words(*(f"{name}={value}" for name, value in parameters.items()))

    def with_words(self, *words: str) -> GameName:
        """Return the name with these words appended after the colon."""
        whole = ",".join([*self.words, *words])
        return GameName(self.family + (":" + whole if whole else ""))

    @property
    def file_name(self) -> str:
        """The name as part of a file name: letters, digits, `.`, `-` and `_` only.

        Different names have different file names, on case-insensitive file systems too.
        """
        if not hasattr(self, "_file_name"):
            self._file_name = self._as_file_name()
        return self._file_name

    def _as_file_name(self) -> str:
        text = str(self)
        if text[:1] in PLAIN and SAFE.issuperset(text) and len(text) <= LONGEST_FILE_NAME:
            return text
        from hashlib import blake2b  # most names are valid file names already

        digest = blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()
        kept = "".join(sign if sign in PLAIN else " " for sign in text.lower())
        readable = "-".join(kept.split())
        return f"{readable[:LONGEST_FILE_NAME] or 'game'}-{digest}"

    @property
    def url(self) -> str:
        """The name as one segment of a URL path."""
        from urllib.parse import quote

        return quote(self, safe="")


def _split(name: str) -> tuple[str, str]:
    """Return the parts of a name before and after its colon."""
    text = name.strip()
    path, suffix, rest = text.rpartition(FILE_SUFFIX)
    if suffix and not rest.partition(":")[0]:
        return path + suffix, rest[1:].strip()
    family, _, choice = text.partition(":")
    return family.strip(), choice.strip()
