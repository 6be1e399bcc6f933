"""Kernels of the operations on arrays that NumPy has and a browser tab lacks."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Array

DIGIT = 11  # bits that one pass of a radix sort looks at
BUCKETS = 1 << DIGIT


def fill(array: Array, value: int) -> None:
    """Set all items of an array."""
    for at in range(len(array)):
        array[at] = value


def is_ascending(array: Array) -> bool:
    """Return whether each item is greater than the one before."""
    for at in range(1, len(array)):  # noqa: SIM110 (all() does not compile)
        if array[at - 1] >= array[at]:
            return False
    return True


def extremes(array: Array) -> tuple[int, int]:
    """Return the least and the greatest item of an array, which is not empty."""
    least = greatest = array[0]
    for at in range(1, len(array)):
        least = min(least, array[at])
        greatest = max(greatest, array[at])
    return least, greatest


def total(array: Array) -> int:
    """Return the sum of all items."""
    found = 0
    for at in range(len(array)):
        found += array[at]
    return found


def occurrences(array: Array, value: int) -> int:
    """Return how many items have a value."""
    found = 0
    for at in range(len(array)):
        if array[at] == value:
            found += 1
    return found


def first_below(array: Array, value: int) -> int:
    """Return the index of the first item below a value, -1 if there is none."""
    for at in range(len(array)):
        if array[at] < value:
            return at
    return -1


def has_goal(degrees: Array, worths: Array, go_on: bool) -> bool:
    """Return whether a position is solved; if solved positions `go_on`, they may have moves."""
    for at in range(len(degrees)):  # noqa: SIM110
        if worths[at] == 1 and (go_on or degrees[at] == 0):
            return True
    return False


def first_end_outside(degrees: Array, worths: Array, least: int, most: int) -> int:
    """Return the index of the first position without moves whose worth is outside a range."""
    for at in range(len(degrees)):
        if degrees[at] == 0 and not least <= worths[at] <= most:
            return at
    return -1


def complement(array: Array, marks: Array) -> None:
    """Complement the marked items."""
    for at in range(len(array)):
        if marks[at]:
            array[at] = ~array[at]


def count_numbers(numbers: Array, counts: Array) -> None:
    """Count how often each number occurs, without negative ones; a count is at least 1."""
    for at in range(len(numbers)):
        if numbers[at] >= 0:
            counts[numbers[at]] += 1
    for at in range(len(counts)):
        counts[at] = max(counts[at], 1)


def take(array: Array, places: Array, taken: Array) -> None:
    """Write the items of an array at some places, in their order."""
    for at in range(len(places)):
        taken[at] = array[places[at]]


def number_places(places: Array) -> None:
    """Write the numbers from 0 on."""
    for at in range(len(places)):
        places[at] = at


def sort_pass(keys: Array, places: Array, sorted_places: Array, counts: Array, shift: int) -> bool:
    """Sort places by one digit of their keys, in stable order: a pass of a radix sort.

    Keys are not negative. Returns False, and sorts nothing, if all have the same digit.
    """
    for at in range(len(counts)):
        counts[at] = 0
    for at in range(len(keys)):
        counts[keys[at] >> shift & BUCKETS - 1] += 1
    first = 0
    for digit in range(len(counts)):
        if counts[digit] == len(keys):
            return False
        first += counts[digit]
        counts[digit] = first - counts[digit]
    for at in range(len(places)):
        digit = keys[places[at]] >> shift & BUCKETS - 1
        sorted_places[counts[digit]] = places[at]
        counts[digit] += 1
    return True
