"""What the classic programs share: asking, telling, and files that are written whole or not at all.

End of input is an `EOFError` and Ctrl-C a `KeyboardInterrupt`; whoever runs a program ends it
quietly on either.
"""

from __future__ import annotations

import os
import stat
import sys

from kibitz.rules.errors import KibitzError

STANDARD_STREAM = "-"
LONGEST_FILE = 1 << 20
LONGEST_NUMBER = 18


def say(text: str = "", end: str = "\n") -> None:
    """Write a line."""
    print(text, end=end)


def ask(prompt: str) -> str:
    """Return the answer to a question, without the spaces around it."""
    print(prompt, end="", flush=True)
    line = sys.stdin.readline() if sys.stdin else ""
    if not line:
        raise EOFError
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


def read_file(name: str) -> str:
    """Return the whole text of a file, or of standard input if its name is `-`."""
    try:
        if name == STANDARD_STREAM:
            text = sys.stdin.read(LONGEST_FILE + 1) if sys.stdin else ""
        else:
            with open(name, encoding="utf-8-sig", errors="replace") as file:
                text = file.read(LONGEST_FILE + 1)
    except FileNotFoundError:
        raise KibitzError("there is no input file {name}", name=name) from None
    except OSError as error:
        raise KibitzError(
            "{name} cannot be read: {reason}", name=name, reason=error.strerror
        ) from None
    if len(text) > LONGEST_FILE:
        raise KibitzError("{name} is far too long", name=name)
    return text


def write_file(name: str, text: str) -> None:
    """Write a file so that it holds either all of the text or what it held before.

    `-` is standard output, and so is any other name of it, such as /dev/stdout. What is no plain
    file (a pipe, a device) is written to directly.
    """
    if name == STANDARD_STREAM or _is_output(name):
        say(text, end="")
        return
    try:
        try:
            mode = os.stat(name).st_mode
        except FileNotFoundError:
            mode = None
        if mode is not None and not stat.S_ISREG(mode):
            with open(name, "w", encoding="utf-8") as file:
                file.write(text)
        else:
            _replace(os.path.realpath(name), text, mode)
    except OSError as error:
        raise KibitzError(
            "{name} cannot be written: {reason}", name=name, reason=error.strerror
        ) from None


def _is_output(name: str) -> bool:
    """Tell whether a name is one of standard output."""
    try:
        return os.path.samestat(os.stat(name), os.fstat(1))
    except OSError:
        return False


def _replace(target: str, text: str, mode: int | None) -> None:
    """Put the text beside the target, then in its place."""
    beside = f"{target}.{os.getpid()}.part"
    try:
        with open(beside, "x", encoding="utf-8") as file:
            if mode is not None:
                os.fchmod(file.fileno(), stat.S_IMODE(mode))
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.replace(beside, target)
    except BaseException:
        if os.path.exists(beside):
            os.unlink(beside)
        raise
