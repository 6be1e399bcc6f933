"""Parts of the classes that rules define, for their fingerprint."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from types import MemberDescriptorType
from typing import Any

PLAIN: tuple[type, ...] = (int, float, str, bytes)

# Attributes that Python adds to a class: its location and its storage.
NOTES = {
    "__annotate__",
    "__annotate_func__",
    "__annotations__",
    "__annotations_cache__",
    "__dict__",
    "__doc__",
    "__firstlineno__",
    "__module__",
    "__qualname__",
    "__static_attributes__",
    "__weakref__",
}


class Attribute:
    """An attribute that wraps something: its kind, and what it wraps."""

    def __init__(self, kind: str, parts: Sequence[object]) -> None:
        self.kind = kind
        self.parts = parts


def attributes_of(thing: type) -> dict[str, object]:
    """Return the attributes defined in a class, by name, without those of its bases."""
    own = {name: value for name, value in vars(thing).items() if name not in NOTES}
    if is_enum(thing):
        members = thing.__members__  # type: ignore[attr-defined]
        methods = {name: value for name, value in own.items() if name not in members}
        own = {name: value for name, value in methods.items() if not is_of_enum(name, value)}
        own["its members"] = tuple((name, each._value_) for name, each in members.items())
    elif "_field_defaults" in own:  # a named tuple, whose methods are generated from its fields
        fields = own["_fields"]
        assert isinstance(fields, tuple)
        made = {"__new__", "__repr__", "__replace__", "__getnewargs__", "__match_args__"}
        made |= {"_make", "_replace", "_asdict", "_field_defaults", *fields}
        defaults = tuple(sorted(thing._field_defaults.items()))  # type: ignore[attr-defined]
        own = {name: value for name, value in own.items() if name not in made}
        own["its defaults"] = defaults
    return {name: unwrapped(value) for name, value in own.items()}


def is_enum(thing: type) -> bool:
    """Return whether a class is an `Enum`."""
    enum = sys.modules.get("enum")
    return enum is not None and isinstance(thing, enum.EnumType)


def is_of_enum(name: str, value: object) -> bool:
    """Return whether an attribute, judging by its name, was added to an `Enum` by module `enum`."""
    if not (name.startswith("_") and name.endswith("_")):
        return False
    if isinstance(value, (*PLAIN, tuple)) and name.startswith("__"):
        return False
    function = getattr(value, "__func__", value)
    return (getattr(function, "__module__", None) or "enum") in ("enum", "builtins")


def unwrapped(value: object) -> object:
    """Return an attribute of a class, with the wrapper of a function named."""
    if isinstance(value, staticmethod | classmethod):
        return Attribute(type(value).__name__, (value.__func__,))
    if isinstance(value, property):
        return Attribute("property", (value.fget, value.fset, value.fdel))
    if isinstance(value, MemberDescriptorType):
        return Attribute("slot", (value.__name__,))
    return value


def base_value(thing: object) -> object:
    """Return a number, a string or a tuple of a user-defined class as its built-in base type.

    None if it is anything else, or has attributes of its own.
    """
    if is_enum(type(thing)):
        return thing._name_  # type: ignore[attr-defined]  # identified by the class and its name
    if getattr(thing, "__dict__", None):
        return None
    base: Any = next((base for base in (*PLAIN, tuple) if isinstance(thing, base)), None)
    if base is tuple:
        return tuple(tuple.__iter__(thing))  # type: ignore[arg-type]
    return None if base is None else base.__getnewargs__(thing)[0]
