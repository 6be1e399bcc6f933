"""Case of an assignment: the input of a program, and data for the judge."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from random import Random
from typing import NamedTuple

from kibitz.language.errors import KibitzError, listed

Draw = Callable[[Random], "Case | None"]

TRIES = 20_000


class Case(NamedTuple):
    """An input with the judge's answer; its name encodes the difficulty.

    `drawn` is the seed from which `draw` makes this case; it is empty for a case that is not
    random. `shows` has what only some programs do right, such as a win in the last column.
    """

    name: str
    given: str
    answer: str
    drawn: str = ""
    shows: frozenset[str] = frozenset()


def numbered(cases: Sequence[Case]) -> list[Case]:
    """Return the cases in this order, with their numbers as prefixes of their names."""
    width = max(2, len(str(len(cases))))
    return [
        case._replace(name=f"{number:0{width}}-{case.name}")
        for number, case in enumerate(cases, start=1)
    ]


def drawn_from(seed: str, draw: Draw) -> Case | None:
    """Return the case of a seed; deterministic."""
    case = draw(Random(seed))
    return None if case is None else case._replace(drawn=seed)


def pick(seed: int | str, wanted: Mapping[str, int], draw: Draw, tries: int = TRIES) -> list[Case]:
    """Draw cases until each kind has its count, in the order of the kinds.

    A kind is the beginning of a case's name, or something that a case shows. A case can be of
    several kinds. A missing kind is an error.
    """
    missing = Counter(wanted)
    found: dict[str, tuple[int, Case]] = {}
    for number in range(tries):
        if not missing:
            break
        case = drawn_from(f"{seed}/{number}", draw)
        if case is None or case.given in found:
            continue
        kinds = [kind for kind in missing if case.name.startswith(kind) or kind in case.shows]
        if kinds:
            missing = +(missing - Counter(kinds))
            found[case.given] = (list(wanted).index(kinds[0]), case)
    if missing:
        raise KibitzError(
            "seed {seed} finds no case of the kind {missing}; choose another seed",
            seed=str(seed),
            missing=listed(list(missing)),
        )
    return [case for _, case in sorted(found.values(), key=lambda one: one[0])]
