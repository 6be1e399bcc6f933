"""What every game promises, checked for any game; what is wrong is said in plain words.

`examine(game)` goes through the promises in order: first the rules themselves, then how they are
written down, mirrored and compiled, which makes sense only for rules that keep the first ones.
"""

from __future__ import annotations

from kibitz.conformance import compiling, notation, rules, symmetry
from kibitz.conformance.complaint import Complaint, guarded
from kibitz.conformance.subject import Subject

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.game import Game

    Promise = Callable[[Subject], Iterator[Complaint]]

BASIC: dict[str, Promise] = {
    "positions and moves are whole numbers": rules.numbers,
    "the rules are deterministic": rules.deterministic,
    "every move is legal": rules.legal,
    "an end is worth what the aim allows": rules.ends,
}
FURTHER: dict[str, Promise] = {
    "placements are positions": rules.placements,
    "positions that look alike are the same": notation.looks,
    "positions survive their text": notation.positions,
    "moves survive their text": notation.moves,
    "canonical is a symmetry": symmetry.symmetric,
    "the rules compile": compiling.compiles,
    "compiled they say the same": compiling.agrees,
}
PROMISES = BASIC | FURTHER

__all__ = ["PROMISES", "Complaint", "Subject", "check", "examine"]


def check(promise: str, subject: Subject) -> Complaint | None:
    """Return what is wrong with one promise; None if it is kept."""
    return guarded(PROMISES[promise], subject)


def examine(game: Game) -> Iterator[tuple[str, Complaint | None]]:
    """Yield each promise and what is wrong with it, None if it is kept.

    It ends early where a basic promise is broken, or the rules do not compile.
    """
    subject = Subject(game)
    for promise in BASIC:
        wrong = check(promise, subject)
        yield promise, wrong
        if wrong is not None:
            return
    for promise, checked in FURTHER.items():
        wrong = check(promise, subject)
        yield promise, wrong
        if wrong is not None and checked is compiling.compiles:
            return
