"""Console input and output of the classic programs.

End of input raises `EndOfInput` and Ctrl-C `KeyboardInterrupt`; the caller of a program ends it
quietly on either.
"""

from __future__ import annotations

import sys

from kibitz.language.errors import EndOfInput

LONGEST_NUMBER = 18


def say(text: str = "", end: str = "\n") -> None:
    """Write a line."""
    print(text, end=end)


def ask(prompt: str) -> str:
    """Return the answer to a question, without the spaces around it."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EndOfInput
    return line.strip()


def on_terminal() -> bool:
    """Return whether a person reads the output."""
    return bool(sys.stdout and sys.stdout.isatty())


def whole_number(text: str) -> int | None:
    """Parse an integer; None if the text is none.

    A number with very many digits is returned as some other large one.
    """
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    size = int(digits.lstrip("0")[:LONGEST_NUMBER] or "0")
    return -size if text[0] == "-" else size
