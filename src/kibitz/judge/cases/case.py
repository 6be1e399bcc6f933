"""Case of an assignment: the input of a program, and data for the judge."""

from collections.abc import Callable, Iterable
from random import Random
from typing import NamedTuple

from kibitz.language.errors import KibitzError, listed

Draw = Callable[[Random], "Case | None"]

TRIES = 20_000


class Case(NamedTuple):
    """An input with the judge's answer; its name encodes the difficulty.

    `drawn` is the seed from which `draw` makes this case; it is empty for a case that is not
    random.
    """

    name: str
    given: str
    answer: str
    drawn: str = ""


def numbered(cases: Iterable[Case]) -> list[Case]:
    """Return the cases in this order, with their numbers as prefixes of their names."""
    return [
        case._replace(name=f"{number:02}-{case.name}") for number, case in enumerate(cases, start=1)
    ]


def drawn_from(seed: str, draw: Draw) -> Case | None:
    """Return the case of a seed; deterministic."""
    case = draw(Random(seed))
    return None if case is None else case._replace(drawn=seed)


def pick(seed: int, wanted: Iterable[str], draw: Draw, tries: int = TRIES) -> list[Case]:
    """Draw cases until there is one for each grade, which is the prefix of a case's name.

    They are in the order of the grades. A missing grade is an error.
    """
    grades = list(wanted)
    found: dict[str, Case] = {}
    for number in range(tries):
        if len(found) == len(grades):
            break
        case = drawn_from(f"{seed}/{number}", draw)
        for grade in grades:
            if case is not None and grade not in found and case.name.startswith(grade):
                found[grade] = case
                break
    missing = [grade for grade in grades if grade not in found]
    if missing:
        raise KibitzError(
            "seed {seed} finds no case of the kind {missing}; choose another seed",
            seed=str(seed),
            missing=listed(missing),
        )
    return [found[grade] for grade in grades]
