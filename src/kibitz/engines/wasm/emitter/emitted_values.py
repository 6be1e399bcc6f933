"""What an expression of rules can be while it is compiled."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from kibitz.solve.compiling.not_compiled import is_number
from kibitz.system.recent import Recent

Value: TypeAlias = "Known | NumberAt | RowAt | Several"
Bounds: TypeAlias = tuple[int, int] | None  # the least and the greatest number that is possible


class Known(NamedTuple):
    """A constant: a number, a tuple, a function, or another object."""

    thing: object


class NumberAt(NamedTuple):
    """A number in a local."""

    local: int
    bounds: Bounds = None


class RowAt(NamedTuple):
    """A row or a matrix in memory; `address` is a local, None for the constants of the module."""

    letter: str
    address: int | None
    offset: int
    lengths: tuple[Known | NumberAt, ...]
    bounds: Bounds = None  # of its items
    constant: bool = False


class Several(NamedTuple):
    """A tuple of values, which may have names."""

    items: tuple[Known | NumberAt | RowAt | Several, ...]
    names: tuple[str, ...] = ()


Shape: TypeAlias = tuple[int, ...] | None
_shapes: Recent[int, tuple[object, Shape]] = Recent(256)  # of tuples, by their ids


def shape_of(thing: object) -> Shape:
    """Return the lengths of a tuple of numbers, or of equally long tuples; None for others."""
    known = _shapes.get(id(thing))
    if known is None:
        known = _shapes[id(thing)] = thing, _shape_of(thing)
    return known[1]


def _shape_of(thing: object) -> Shape:
    if not isinstance(thing, tuple):
        return None
    if all(map(is_number, thing)):
        return (len(thing),)
    first = _shape_of(thing[0])
    if not first or 0 in first or any(_shape_of(each) != first for each in thing):
        return None
    return (len(thing), *first)


def flat(thing: object) -> Iterator[int]:
    """Yield the numbers of a nested tuple."""
    if isinstance(thing, tuple):
        for each in thing:
            yield from flat(each)
    else:
        assert isinstance(thing, int)
        yield int(thing)
