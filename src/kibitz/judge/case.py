"""One case of an assignment: what a program is given, and what the judge knows about it."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from random import Random


class Case:
    """An input with the judge's own answer; its name tells how hard it is."""

    def __init__(self, name: str, given: str, answer: str) -> None:
        self.name = name
        self.given = given
        self.answer = answer


def numbered(cases: Iterable[Case]) -> list[Case]:
    """Return the cases in this order, each with its number before its name."""
    return [
        Case(f"{number:02}-{case.name}", case.given, case.answer)
        for number, case in enumerate(cases, start=1)
    ]


def pick(
    random: Random, wanted: Iterable[str], draw: Callable[[Random], Case | None]
) -> list[Case]:
    """Draw cases until there is one for each wanted name, or until luck runs out.

    A case has a wanted name if its own name begins with it.
    """
    missing, found = list(wanted), {}
    for _ in range(TRIES):
        if not missing:
            break
        case = draw(random)
        name = case and next((name for name in missing if case.name.startswith(name)), None)
        if case and name:
            missing.remove(name)
            found[name] = case
    return [found[name] for name in sorted(found)]


TRIES = 2500
