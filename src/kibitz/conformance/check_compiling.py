"""Checks: every rule compiles to a function of integers, and, on request, can run on a GPU.

Without a compiler there is nothing to check: games are solved in the interpreter.
"""

import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

from kibitz.conformance.complaint import INSTEAD, Complaint, Place, about_rules, place_of
from kibitz.conformance.ingredients import keyword_only, recursive, too_large
from kibitz.conformance.subject import Subject
from kibitz.language.errors import KibitzError, Sentence
from kibitz.solve.compiling.compiled import available, part
from kibitz.solve.compiling.not_compiled import is_of_compiler, places_in
from kibitz.solve.store.fingerprint import NotOfRules, functions_of, identity_of_code

TEXTS = Sentence("use integers, not texts")
ADVICE = [
    ("yield in a closure", Sentence("write a for loop instead of any(…), all(…) or sum(… for …)")),
    ("GET_YIELD_FROM_ITER", Sentence("write a loop that yields each move instead of yield from")),
    ("exception_match|SETUP_FINALLY", Sentence("test with if beforehand instead of using try")),
    (
        "Unknown attribute 'bit_count'",
        Sentence("count bits in a loop: bits &= bits - 1 takes off the last"),
    ),
    (
        "Unknown attribute",
        Sentence("integers have no methods there: use shifts, masks and // instead"),
    ),
    (
        "IMPORT_NAME|LOAD_BUILD_CLASS",
        Sentence("import and define at the top of the file, not in a rule"),
    ),
    (
        "getitem.*Tuple",
        Sentence("tuples in a tuple need one length: use a flat one, [row * width + column]"),
    ),
    (
        r"list\(undefined\)",
        Sentence("use the bits of an integer instead of a list, or yield at once"),
    ),
    ("unicode_type|Untyped global name '(bin|str|hex|format)'", TEXTS),
    (
        "Untyped global name",
        Sentence("only integers, flat tuples and functions of these can be used there"),
    ),
    ("[Cc]annot unify", Sentence("make every variable and every result an integer on every path")),
]


def compiles(subject: Subject) -> Iterator[Complaint]:
    """Check that every rule compiles to a function of integers."""
    rules = subject.rules
    more = {"tier": rules.tier, "same_mover": rules.same_mover, "cost": rules.cost}
    for name, function in (functions_of(rules) | more).items():
        if function is None:
            continue
        wrong = recursive(name, function) or too_large(name, function) or keyword_only(function)
        if wrong is None:
            try:
                identity_of_code(function)
            except NotOfRules as error:
                wrong = about_rules(error)
        if wrong is None and available():
            wrong = uncompilable(name, function)
        if wrong is not None:
            yield wrong


def uncompilable(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return why Numba cannot compile a rule to a function of integers; None if it can."""
    from kibitz.solve.compiling.compiler import numba

    takes = {"play": 2, "same_mover": 2, "cost": 2, "placements": 0}.get(name, 1)
    try:
        compiled: Any = part(function)
        with warnings.catch_warnings(action="ignore"):  # only the compiled type matters
            compiled.compile((numba.int64,) * takes)
    except Exception as error:  # the compiler's errors have no common base class
        if not is_of_compiler(error):
            raise
        return translated(name, function, str(error))
    result = compiled.overloads[compiled.signatures[0]].signature.return_type
    result = getattr(result, "yield_type", result)
    if isinstance(result, numba.types.Integer | numba.types.Boolean):
        return None
    why = {
        numba.types.Optional: Sentence(
            "it returns None on one path; make it return an integer on every path"
        ),
        numba.types.NoneType: Sentence("it returns nothing; make it return an integer"),
        numba.types.Float: Sentence("it gives a fraction; write // instead of /"),
    }.get(type(result), Sentence("it returns a {kind}, not an integer", kind=result))
    return Complaint(
        "{name} does not compile to a function of integers", place_of(function), why, name=name
    )


def translated(name: str, function: Callable[..., Any], message: str) -> Complaint:
    """Return Numba's error as one sentence, with the line and the remedy."""
    place = next(places_in(message), None)
    where = place_of(function) if place is None else Place(*place)
    said = [line.strip() for line in message.splitlines() if line.strip()]
    reason = next((line for line in said if not line.startswith("Failed in")), said[0])
    reason = re.sub(r" Raised from .*", "", reason).rstrip(". ")
    unknown = re.search(r"Untyped global name '(\w+)'", message)
    why = Sentence("it does not know {name}", name=unknown[1]) if unknown else reason
    advice = next((text for pattern, text in ADVICE if re.search(pattern, message)), INSTEAD)
    if re.search("<.* at 0x", reason):  # Numba's internal objects mean nothing to an author
        why = Sentence("this line contains something of a type that it does not know")
    return Complaint("Numba cannot compile {name}: {why}", where, advice, name=name, why=why)


def lowers(subject: Subject) -> Iterator[Complaint]:
    """Check that every rule can be lowered; no GPU is needed for that."""
    from kibitz.solve.engines import BUILDERS, load  # imported on request only

    try:
        for name in BUILDERS["gpu"]:
            load(name).check_rules(subject.rules)
    except KibitzError as error:
        said = error.details
        where = place_of(subject.rules.moves)
        if "path" in said:
            where = Place(str(said["path"]), int(str(said["line"])))
        yield Complaint(error.words, where, INSTEAD if "rule" in said else None)
