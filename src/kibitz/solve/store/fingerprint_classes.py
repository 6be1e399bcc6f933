"""What a class that rules use consists of, as far as it decides what the rules do."""

from __future__ import annotations

import os
import sys
from types import MemberDescriptorType

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

IMMUTABLE = 1 << 8  # the flag of a class that is written in C
PLAIN: tuple[type, ...] = (int, float, str, bytes)
ROWS: tuple[type, ...] = (tuple, list)

# What Python itself notes in a class: where it stands and how it is stored.
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
    """An attribute that is more than its value: its kind, and what it is made of."""

    def __init__(self, kind: str, parts: Sequence[object]) -> None:
        self.kind = kind
        self.parts = parts


def is_of_python(thing: type) -> bool:
    """Tell whether a class comes with Python or is written in C; its name says what it is then."""
    if thing.__flags__ & IMMUTABLE:
        return True
    name = thing.__module__.partition(".")[0]
    path = getattr(sys.modules.get(thing.__module__), "__file__", None) or ""
    beside = path.removeprefix(os.path.dirname(os.__file__) + os.sep)  # a file may be called `code`
    return name in sys.stdlib_module_names and beside != path and beside.startswith(name)


def attributes_of(thing: type) -> dict[str, object]:
    """Return what is defined in a class, by name; not what is in its bases."""
    own = {name: value for name, value in vars(thing).items() if name not in NOTES}
    if is_enum(thing):
        members = thing.__members__  # type: ignore[attr-defined]
        methods = {name: value for name, value in own.items() if name not in members}
        own = {name: value for name, value in methods.items() if not is_of_enum(name, value)}
        own["its members"] = [(name, member._value_) for name, member in members.items()]
    elif "_field_defaults" in own:  # a named tuple; its methods are made from its fields
        fields = own["_fields"]
        assert isinstance(fields, tuple)
        made = {"__new__", "__repr__", "__replace__", "__getnewargs__", "__match_args__"}
        made |= {"_make", "_replace", "_asdict", "_field_defaults", *fields}
        defaults = sorted(thing._field_defaults.items())  # type: ignore[attr-defined]
        own = {name: value for name, value in own.items() if name not in made}
        own["its defaults"] = defaults
    return {name: unwrapped(value) for name, value in own.items()}


def is_enum(thing: type) -> bool:
    """Tell whether a class is an `Enum`."""
    enum = sys.modules.get("enum")
    return enum is not None and isinstance(thing, enum.EnumType)


def is_of_enum(name: str, value: object) -> bool:
    """Tell whether an attribute was put into an `Enum` by the module `enum`, by its name."""
    if not (name.startswith("_") and name.endswith("_")):
        return False
    if isinstance(value, PLAIN + ROWS) and name.startswith("__"):
        return False
    function = getattr(value, "__func__", value)
    return (getattr(function, "__module__", None) or "enum") in ("enum", "builtins")


def unwrapped(value: object) -> object:
    """Return an attribute of a class with what wraps a function named."""
    if isinstance(value, staticmethod | classmethod):
        return Attribute(type(value).__name__, (value.__func__,))
    if isinstance(value, property):
        return Attribute("property", (value.fget, value.fset, value.fdel))
    if isinstance(value, MemberDescriptorType):
        return Attribute("slot", (value.__name__,))
    return value


def base_value(thing: object) -> object:
    """Return a number, a text or a row of a class of its own without that class.

    None where it is anything else, or has attributes of its own.
    """
    if is_enum(type(thing)):
        return thing._name_  # type: ignore[attr-defined]  # the class knows its members
    if getattr(thing, "__dict__", None):
        return None
    base: Any = next((base for base in PLAIN + ROWS if isinstance(thing, base)), None)
    if base in ROWS:
        return list(base.__iter__(thing))
    return None if base is None else base.__getnewargs__(thing)[0]
