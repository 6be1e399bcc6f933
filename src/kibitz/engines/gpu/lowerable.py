"""The subset of Python that can be lowered, and the errors for the rest."""

from __future__ import annotations

from kibitz.language.errors import KibitzError, phrase
from kibitz.rules.rules import POSITION_BITS

KNOWN = ("abs", "bool", "divmod", "enumerate", "int", "len", "max", "min", "range", "zip")
REFUSED = {
    "AsyncFor": "async",
    "Assert": "assert",
    "Await": "await",
    "ClassDef": "class",
    "Delete": "del",
    "Dict": "a dict",
    "DictComp": "a dict",
    "FunctionDef": "a function inside a function",
    "GeneratorExp": "a generator expression",
    "Global": "global",
    "Import": "import",
    "ImportFrom": "import",
    "JoinedStr": "a text",
    "Lambda": "lambda",
    "List": "a list",
    "ListComp": "a list",
    "Nonlocal": "nonlocal",
    "Raise": "raise",
    "Set": "a set",
    "SetComp": "a set",
    "Slice": "a slice",
    "Starred": "*",
    "Try": "try",
    "With": "with",
    "Yield": "the value of yield",
    "YieldFrom": "the value of yield from",
}


CANNOT = phrase("{rule} uses {what}, which cannot run on a GPU")


class NotLowered(KibitzError):
    """A rule uses a construct that cannot run on a GPU; `details` are `path`, `line`, `what`."""


def is_row(thing: tuple[object, ...]) -> bool:
    """Return whether a tuple holds integers, or tuples of integers of equal length."""
    if all(isinstance(item, int) and fits(item) for item in thing):
        return True
    lengths = {len(item) if isinstance(item, tuple) else -1 for item in thing}
    return (
        len(lengths) == 1
        and lengths.isdisjoint((-1, 0))
        and all(
            isinstance(number, int) and fits(number)
            for item in thing
            if isinstance(item, tuple)
            for number in item
        )
    )


def fits(number: int) -> bool:
    """Return whether a number fits into the integers of compiled code."""
    return -(1 << POSITION_BITS) <= number < 1 << POSITION_BITS
