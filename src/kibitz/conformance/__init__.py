"""Checks of the contract that every game keeps, reported in plain words.

`examine(game)` runs the checks in order: first those of the rules themselves, then those of
notation, symmetry and compilation, which need rules that pass the first ones.
`quick_check(game, seconds)` runs them on a sample of positions, without the compiler.
"""

from __future__ import annotations

import time

from kibitz.conformance import (
    check_agreement,
    check_compiling,
    check_declarations,
    check_gpu,
    check_hints,
    check_notation,
    check_rules,
    check_silence,
    check_symmetry,
)
from kibitz.conformance.complaint import Complaint, guarded
from kibitz.conformance.subject import Subject
from kibitz.language.errors import phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterator

    from kibitz.core.base_game import BaseGame

    Promise = Callable[[Subject], Iterator[Complaint]]

BASIC: dict[str, Promise] = {
    phrase("positions and moves are whole numbers"): check_rules.numbers,
    phrase("the rules are deterministic"): check_rules.deterministic,
    phrase("every move is legal"): check_rules.legal,
    phrase("an end is worth what the aim allows"): check_rules.ends,
}
FURTHER: dict[str, Promise] = {
    phrase("the rules print nothing"): check_silence.silent,
    phrase("title and goals fit the game"): check_declarations.description,
    phrase("the rules keep to what they declare"): check_declarations.shortcuts,
    phrase("hints for a search are true"): check_hints.hints,
    phrase("with scores, no position comes again"): check_rules.repetitions,
    phrase("placements are positions"): check_rules.placements,
    phrase("positions that look alike are the same"): check_notation.looks,
    phrase("positions can be written and read back"): check_notation.positions,
    phrase("moves can be written and read back"): check_notation.moves,
    phrase("canonical is a symmetry"): check_symmetry.symmetric,
    phrase("orbit counts the images"): check_symmetry.orbits,
    phrase("the rules compile"): check_compiling.compiles,
    phrase("compiled, the rules give the same results"): check_agreement.agrees,
}
PROMISES = BASIC | FURTHER
ON_A_GPU: dict[str, Promise] = {phrase("the rules can run on a GPU"): check_gpu.lowers}
QUICK = (*BASIC, "the rules keep to what they declare", "canonical is a symmetry")

__all__ = ["ON_A_GPU", "PROMISES", "Complaint", "Subject", "check", "examine", "quick_check"]


def check(promise: str, subject: Subject) -> Complaint | None:
    """Run one check; return the violation, None if there is none."""
    return guarded(PROMISES[promise], subject)


def examine(game: BaseGame, taken: Collection[str] = ()) -> Iterator[tuple[str, Complaint | None]]:
    """Yield the name of each check and its violation, None if it passes.

    Later checks are skipped if a basic one fails, or if the rules do not compile. `taken` are
    reserved words that no move may be written as.
    """
    return examined(Subject(game, taken=taken), lambda promise: None)


def examined(
    subject: Subject, begin: Callable[[str], None], *, gpu: bool = False
) -> Iterator[tuple[str, Complaint | None]]:
    """Do the same for a subject; `begin` is called with the name of each check before it runs.

    With `gpu` the rules must be fit for a GPU too.
    """
    for promise, checked in (PROMISES | (ON_A_GPU if gpu else {})).items():
        begin(promise)
        with check_silence.listening(subject):
            wrong = guarded(checked, subject)
        yield promise, wrong
        if wrong is not None and (promise in BASIC or checked is check_compiling.compiles):
            return


def quick_check(game: BaseGame, seconds: float) -> list[Complaint]:
    """Return the violation that checks of about `seconds` find; nothing is compiled.

    A rule that never returns is not interrupted here.
    """
    subject = Subject(game, until=time.monotonic() + seconds)
    for promise in QUICK:
        wrong = check(promise, subject)
        if wrong is not None:
            return [wrong]
    return []
