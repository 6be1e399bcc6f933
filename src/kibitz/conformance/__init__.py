"""What every game promises, checked for any game; what is wrong is said in plain words.

`examine(game)` goes through the promises in order: first the rules themselves, then how they are
written down, mirrored and compiled, which makes sense only for rules that keep the first ones.
`quick_check(game, seconds)` looks at a sample of them, without the compiler.
"""

from __future__ import annotations

import time

from kibitz.conformance import (
    agreement,
    compiling,
    declared,
    hints,
    lowering,
    notation,
    printing,
    rules,
    symmetry,
)
from kibitz.conformance.complaint import Complaint, guarded
from kibitz.conformance.subject import Subject
from kibitz.rules.errors import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from kibitz.rules.game import Game

    Promise = Callable[[Subject], Iterator[Complaint]]

BASIC: dict[str, Promise] = {
    phrase("positions and moves are whole numbers"): rules.numbers,
    phrase("the rules are deterministic"): rules.deterministic,
    phrase("every move is legal"): rules.legal,
    phrase("an end is worth what the aim allows"): rules.ends,
}
FURTHER: dict[str, Promise] = {
    phrase("the rules print nothing"): printing.silent,
    phrase("title and goals fit the game"): declared.description,
    phrase("the rules keep to what they declare"): declared.shortcuts,
    phrase("hints for a search are true"): hints.hints,
    phrase("with scores, no position comes again"): rules.repetitions,
    phrase("placements are positions"): rules.placements,
    phrase("positions that look alike are the same"): notation.looks,
    phrase("positions can be written and read back"): notation.positions,
    phrase("moves can be written and read back"): notation.moves,
    phrase("canonical is a symmetry"): symmetry.symmetric,
    phrase("orbit counts the images"): symmetry.orbits,
    phrase("the rules compile"): compiling.compiles,
    phrase("compiled, the rules give the same results"): agreement.agrees,
}
PROMISES = BASIC | FURTHER
ON_A_GPU: dict[str, Promise] = {phrase("the rules can run on a GPU"): lowering.lowers}
QUICK = (*BASIC, "the rules keep to what they declare", "canonical is a symmetry")

__all__ = ["ON_A_GPU", "PROMISES", "Complaint", "Subject", "check", "examine", "quick_check"]


def check(promise: str, subject: Subject) -> Complaint | None:
    """Return what is wrong with one promise; None if it is kept."""
    return guarded(PROMISES[promise], subject)


def examine(game: Game, taken: Collection[str] = ()) -> Iterator[tuple[str, Complaint | None]]:
    """Yield each promise and what is wrong with it, None if it is kept.

    It ends early where a basic promise is broken, or the rules do not compile. `taken` are words
    that no move may be written as.
    """
    return examined(Subject(game, taken=taken), lambda promise: None)


def examined(
    subject: Subject, begin: Callable[[str], None], *, gpu: bool = False
) -> Iterator[tuple[str, Complaint | None]]:
    """Do the same for a subject; `begin` is told each promise before it is looked at.

    With `gpu` the rules must be fit for a GPU too.
    """
    for promise, checked in (PROMISES | (ON_A_GPU if gpu else {})).items():
        begin(promise)
        with printing.listening(subject):
            wrong = guarded(checked, subject)
        yield promise, wrong
        if wrong is not None and (promise in BASIC or checked is compiling.compiles):
            return


def quick_check(game: Game, seconds: float) -> list[Complaint]:
    """Return what a check of about `seconds` finds wrong; nothing is compiled.

    A single call of a rule that never ends is not ended here.
    """
    subject = Subject(game, until=time.monotonic() + seconds)
    for promise in QUICK:
        wrong = check(promise, subject)
        if wrong is not None:
            return [wrong]
    return []
