"""The name of a game as a value: `noughts:oldest,rows=4`, or a file: `games/mine.py:rows=5`.

    family : variant , parameter = value , …

Whoever needs a part of a name, or a name with a part changed, asks here; nobody splits or glues
names elsewhere.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Self

FILE_SUFFIX = ".py"  # of a game in a file
LONGEST_FILE_NAME = 100
PLAIN = frozenset("abcdefghijklmnopqrstuvwxyz0123456789")
SAFE = PLAIN | frozenset("._-")


def words_of(choice: str) -> list[str]:
    """Return the variant and the parameters of the part behind the colon, as they are written."""
    return [word.strip() for word in choice.split(",")] if choice else []


def pairs_of(choice: str) -> list[tuple[str, str | None]]:
    """Return the parameters of that part with their values, and a variant with None."""
    parts = (word.partition("=") for word in words_of(choice))
    return [(name.strip(), value.strip() if equals else None) for name, equals, value in parts]


class GameName(str):
    """The text that names a game, and its parts.

    `words` are what follows the colon, as they are written: a variant has no `=`. Nothing here
    says whether there is such a game.
    """

    __slots__ = ("_file_name", "choice", "family")
    family: str  # the part before the colon: the family, or the path of a file
    choice: str  # the part after the colon, empty if there is none
    _file_name: str

    def __new__(cls, text: str) -> Self:
        name = super().__new__(cls, text)
        name.family, name.choice = _split(text)
        return name

    @classmethod
    def of(
        cls, family: str, variant: str = "", parameters: dict[str, int | str] | None = None
    ) -> Self:
        """Return the name made of these parts."""
        words = [variant] if variant else []
        words += [f"{name}={value}" for name, value in (parameters or {}).items()]
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
        """The parameters that are given."""
        return {name: value for name, value in pairs_of(self.choice) if value is not None}

    @property
    def file(self) -> str | None:
        """The path of the file that the game is in, None for a game that is known by name."""
        family = self.family
        return family if family.endswith(FILE_SUFFIX) else None

    def replace_family(self, family: str) -> GameName:
        """Return the same choice of another family."""
        return GameName(family + (":" + self.choice if self.choice else ""))

    def adding(self, **parameters: int | str) -> GameName:
        """Return the name with these parameters added behind what it has."""
        words = [*self.words, *(f"{name}={value}" for name, value in parameters.items())]
        return GameName(self.family + (":" + ",".join(words) if words else ""))

    @property
    def file_name(self) -> str:
        """The name as part of a file's name: letters, digits, `.`, `-` and `_` only.

        Names that differ have file names that differ, whatever the file system makes of case.
        """
        if not hasattr(self, "_file_name"):
            self._file_name = self._as_file_name()
        return self._file_name

    def _as_file_name(self) -> str:
        text = str(self)
        if text[:1] in PLAIN and SAFE.issuperset(text) and len(text) <= LONGEST_FILE_NAME:
            return text
        from hashlib import blake2b  # most names are file names

        digest = blake2b(text.encode(errors="surrogatepass"), digest_size=8).hexdigest()
        kept = "".join(sign if sign in PLAIN else " " for sign in text.lower())
        readable = "-".join(kept.split())
        return f"{readable[:LONGEST_FILE_NAME] or 'game'}-{digest}"

    @property
    def url(self) -> str:
        """The name as one part of an address."""
        from urllib.parse import quote

        return quote(self, safe="")


def _split(name: str) -> tuple[str, str]:
    """Return the part of a name before its colon, and the part after it."""
    text = name.strip()
    path, suffix, rest = text.rpartition(FILE_SUFFIX)
    if suffix and not rest.partition(":")[0]:
        return path + suffix, rest[1:].strip()
    family, _, choice = text.partition(":")
    return family.strip(), choice.strip()
