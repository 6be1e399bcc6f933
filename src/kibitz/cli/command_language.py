"""Language of the output of a command, and number columns in it."""

from __future__ import annotations

from kibitz.language.languages import language_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.language.languages import Language

OPTION = "--lang"


def language_in(words: Sequence[str]) -> Language:
    """Return the language of a command line, given by `--lang` or by the environment.

    The words are searched before they are parsed, because the parser is translated too.
    """
    asked = None
    for at, word in enumerate(words):
        if word == "--":
            break
        if word == OPTION:
            asked = "".join(words[at + 1 : at + 2])
        elif word.startswith(f"{OPTION}="):
            asked = word.partition("=")[2]
    return language_for(asked)


def width_of(texts: Sequence[str], usual: int) -> int:
    """Return the width of a column: the usual width, or more for longer words."""
    return max(usual, 2 + max(map(len, texts), default=0))
