"""Checks of the contract that every game keeps, reported in plain words.

`examine(game)` runs the checks in order: first those of the rules themselves, then those of
notation, symmetry and compilation, which need rules that pass the first ones.
`quick_check(game, seconds)` runs them on a sample of positions, without the compiler.
"""

import time
from collections.abc import Callable, Collection, Iterator
from enum import StrEnum

from kibitz.conformance import (
    check_agreement,
    check_compiling,
    check_declarations,
    check_hints,
    check_notation,
    check_rules,
    check_silence,
    check_symmetry,
)
from kibitz.conformance.complaint import Complaint, Overdue, about_error, failed_at
from kibitz.conformance.subject import Subject
from kibitz.language.errors import phrase
from kibitz.rules.base_game import BaseGame

Check = Callable[[Subject], Iterator[Complaint]]


class Promise(StrEnum):
    """A promise of every game; its value is the sentence that says it."""

    NUMBERS = phrase("positions and moves are whole numbers")
    DETERMINISTIC = phrase("the rules are deterministic")
    LEGAL = phrase("every move is legal")
    ENDS = phrase("the value of an end position is one that the aim allows")
    SILENT = phrase("the rules print nothing")
    DESCRIPTION = phrase("title and goals fit the game")
    DECLARATIONS = phrase("the rules keep to what they declare")
    HINTS = phrase("hints for a search are true")
    REPETITIONS = phrase("in an impartial game, no position comes again")
    PLACEMENTS = phrase("placements are positions")
    LOOKS = phrase("positions that look alike are the same")
    POSITIONS = phrase("positions can be written and read back")
    MOVES = phrase("moves can be written and read back")
    SYMMETRIC = phrase("canonical is a symmetry")
    ORBITS = phrase("orbit counts the images")
    COMPILE = phrase("the rules compile")
    AGREE = phrase("compiled, the rules give the same results")
    ON_GPU = phrase("the rules can run on a GPU")


BASIC: dict[Promise, Check] = {
    Promise.NUMBERS: check_rules.numbers,
    Promise.DETERMINISTIC: check_rules.deterministic,
    Promise.LEGAL: check_rules.legal,
    Promise.ENDS: check_rules.ends,
}
FURTHER: dict[Promise, Check] = {
    Promise.SILENT: check_silence.silent,
    Promise.DESCRIPTION: check_declarations.description,
    Promise.DECLARATIONS: check_declarations.shortcuts,
    Promise.HINTS: check_hints.hints,
    Promise.REPETITIONS: check_rules.repetitions,
    Promise.PLACEMENTS: check_rules.placements,
    Promise.LOOKS: check_notation.looks,
    Promise.POSITIONS: check_notation.positions,
    Promise.MOVES: check_notation.moves,
    Promise.SYMMETRIC: check_symmetry.symmetric,
    Promise.ORBITS: check_symmetry.orbits,
    Promise.COMPILE: check_compiling.compiles,
    Promise.AGREE: check_agreement.agrees,
}
PROMISES = BASIC | FURTHER
COMPILING = (Promise.COMPILE, Promise.AGREE)
ON_A_GPU: dict[Promise, Check] = {Promise.ON_GPU: check_compiling.lowers}
QUICK = (*BASIC, Promise.DECLARATIONS, Promise.SYMMETRIC)

__all__ = [
    "ON_A_GPU",
    "PROMISES",
    "Complaint",
    "Promise",
    "Subject",
    "check",
    "examine",
    "quick_check",
]


def check(promise: Promise, subject: Subject) -> Complaint | None:
    """Run one check; return the violation, None if there is none."""
    return guarded(PROMISES[promise], subject)


def guarded(promise: Check, subject: Subject) -> Complaint | None:
    """Return the first complaint of a check; an error in the game's code counts as one.

    A check does not run on after it.
    """
    try:
        return next(promise(subject), None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        if failed_at(error) is None and not subject.is_own and not isinstance(error, Overdue):
            raise
        return about_error(error)


def examine(
    game: BaseGame, taken: Collection[str] = ()
) -> Iterator[tuple[Promise, Complaint | None]]:
    """Yield the name of each check and its violation, None if it passes.

    Later checks are skipped if a basic one fails, or if the rules do not compile. `taken` are
    reserved words that no move may be written as.
    """
    return examined(Subject(game, taken=taken), lambda promise: None)


def examined(
    subject: Subject,
    begin: Callable[[Promise], None],
    *,
    gpu: bool = False,
    compiled: bool = True,
) -> Iterator[tuple[Promise, Complaint | None]]:
    """Do the same for a subject; `begin` is called with the name of each check before it runs.

    With `gpu` the rules must be fit for a GPU too. Without `compiled` they need not compile.
    """
    for promise, checked in (PROMISES | (ON_A_GPU if gpu else {})).items():
        if not compiled and promise in COMPILING:
            continue
        begin(promise)
        with check_silence.listening(subject):
            wrong = guarded(checked, subject)
        yield promise, wrong
        if wrong is not None and (promise in BASIC or promise is Promise.COMPILE):
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
