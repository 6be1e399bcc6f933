"""Console input and output of the classic programs.

End of input is an `EndOfInput` and Ctrl-C a `KeyboardInterrupt`; whoever runs a program ends it
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
    """Tell whether a person reads the output."""
    return bool(sys.stdout and sys.stdout.isatty())


def whole_number(text: str) -> int | None:
    """Return the whole number that a text is, None if it is none.

    A number of more digits than any that matters here comes back as some other large one.
    """
    digits = text[1:] if text[:1] in ("+", "-") else text
    if not (digits.isascii() and digits.isdigit()):
        return None
    size = int(digits.lstrip("0")[:LONGEST_NUMBER] or "0")
    return -size if text[0] == "-" else size
