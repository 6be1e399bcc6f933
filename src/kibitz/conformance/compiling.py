"""The promises to the compiler: every rule compiles, and compiled it says the same.

Where there is no compiler, nothing is promised: solving stays in the interpreter.
"""

from __future__ import annotations

import builtins
import dis
import os
import re
import warnings
from types import CodeType, FunctionType

from kibitz.conformance.complaint import Complaint, place, place_of
from kibitz.solve import kernels
from kibitz.solve.compiled import available, kernel, part
from kibitz.solve.graph import itself
from kibitz.solve.identity import Digest, NotOfRules, functions_of, global_names, identity_of_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.conformance.subject import Subject

INSTEAD = "rules use integers, flat tuples of integers, if, for and while, and functions of these"
ADVICE = [
    ("yield in a closure", "instead of any(…), all(…), sum(… for …) write a for loop"),
    ("GET_YIELD_FROM_ITER", "instead of yield from write a loop that yields each move"),
    ("exception_match|SETUP_FINALLY", "instead of try test beforehand, with if"),
    ("Unknown attribute 'bit_count'", "count bits in a loop: bits &= bits - 1 takes off the last"),
    ("Unknown attribute", "integers have no methods there: use shifts, masks and // instead"),
    ("IMPORT_NAME|LOAD_BUILD_CLASS", "import and define at the top of the file, not in a rule"),
    ("getitem.*Tuple", "tuples in a tuple need one length: use a flat one, [row * width + column]"),
    ("list\\(undefined\\)", "instead of a list use the bits of an integer, or yield at once"),
    ("unicode_type|Untyped global name '(bin|str|hex|format)'", "use integers, not texts"),
    ("Untyped global name", "only integers, flat tuples and functions of these can be used there"),
    ("[Cc]annot unify", "let a variable and a result be an integer on every path"),
]
MISSING = object()  # stands for a name that a file does not define
ROOM = 300  # moves of a position, for comparing


def compiles(subject: Subject) -> Iterator[Complaint]:
    """Check that every rule compiles to a function of integers."""
    for name, function in functions_of(subject.rules).items():
        if function is None:
            continue
        try:
            identity_of_code(function)
        except NotOfRules as error:
            yield made_of(name, function, error)
            return
        if not available():
            continue
        wrong = uncompilable(name, function)
        if wrong is not None:
            yield wrong
            return


def made_of(name: str, function: Callable[..., Any], error: NotOfRules) -> Complaint:
    """Return the complaint about rules that reach a thing that they cannot be made of."""
    for used, line, thing, path in things_used(function, set()):
        where = place(path, line)
        if thing is MISSING:
            if not hasattr(builtins, used):
                return Complaint(f"{name} uses {used}, which is defined nowhere", where)
            continue
        try:
            Digest().add(thing)
        except NotOfRules:
            kind = type(thing).__name__
            return Complaint(
                f"{name} uses {used}, a {kind}, which Numba cannot compile",
                where,
                tuple_instead(kind),
            )
    return Complaint(f"{name}: {error}", place_of(function), INSTEAD)


def tuple_instead(kind: str) -> str:
    """Return what to write instead of a thing of that kind."""
    if kind in ("dict", "set", "defaultdict"):
        return "use a flat tuple of integers, looked up by number: NAME[number]"
    if kind == "module":
        return "write what it does with integers; no module can be used in a rule"
    return INSTEAD


def things_used(
    function: Callable[..., Any], met: set[int]
) -> Iterator[tuple[str, int, object, str]]:
    """Yield the name, line, thing and file of all that a function uses, functions looked into."""
    if not isinstance(function, FunctionType) or id(function) in met:
        return
    met.add(id(function))
    code = function.__code__
    cells = function.__closure__ or ()
    names = dict(zip(code.co_freevars, (cell.cell_contents for cell in cells), strict=True))
    for name in global_names(code):
        names.setdefault(name, function.__globals__.get(name, MISSING))
    for name, thing in names.items():
        if isinstance(thing, FunctionType):
            yield from things_used(thing, met)
        else:
            yield name, line_of(code, name), thing, code.co_filename


def line_of(code: CodeType, name: str) -> int:
    """Return the first line where code, or code inside it, uses a name."""
    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.positions.lineno or line if step.positions else line
        if step.argval == name and step.opname.startswith("LOAD_"):
            return line
    for inner in code.co_consts:
        if isinstance(inner, CodeType) and name in (*inner.co_names, *inner.co_freevars):
            return line_of(inner, name)
    return code.co_firstlineno


def uncompilable(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return why Numba cannot compile a rule to a function of integers; None if it can."""
    import numba

    takes = {"play": 2, "placements": 0}.get(name, 1)
    try:
        compiled: Any = part(function)
        with warnings.catch_warnings(action="ignore"):  # what matters is what it compiles to
            compiled.compile((numba.int64,) * takes)
    except Exception as error:  # the compiler's errors have no class in common
        if not type(error).__module__.startswith("numba."):
            raise
        return translated(name, function, str(error))
    result = compiled.overloads[compiled.signatures[0]].signature.return_type
    result = getattr(result, "yield_type", result)
    if isinstance(result, numba.types.Integer | numba.types.Boolean):
        return None
    why = {
        numba.types.Optional: "it gives None on one path; let it give an integer on every path",
        numba.types.NoneType: "it gives nothing; let it return an integer",
        numba.types.Float: "it gives a fraction; instead of / write //",
    }.get(type(result), f"it gives a {result}, not an integer")
    return Complaint(f"{name} does not compile to a function of integers", place_of(function), why)


def translated(name: str, function: Callable[..., Any], message: str) -> Complaint:
    """Return what Numba says in a sentence, with the line and what to write instead."""
    places = re.findall(
        r'File "([^"]+)", line (\d+)|at (\S+) \((\d+)\)|from (\S+) \((\d+)\)', message
    )
    where = place_of(function)
    for groups in places:  # the innermost comes first
        path, line = [group for group in groups if group][:2]
        if os.path.exists(path) and not is_of_numba(path):
            where = place(os.path.abspath(path), int(line))
            break
    said = [line.strip() for line in message.splitlines() if line.strip()]
    reason = next((line for line in said if not line.startswith("Failed in")), said[0])
    reason = re.sub(r" Raised from .*", "", reason).rstrip(". ")
    unknown = re.search(r"Untyped global name '(\w+)'", message)
    if unknown:
        reason = f"it does not know {unknown[1]}"
    advice = next((text for pattern, text in ADVICE if re.search(pattern, message)), INSTEAD)
    return Complaint(f"Numba cannot compile {name}: {reason}", where, advice)


def is_of_numba(path: str) -> bool:
    """Tell whether a file is one of Numba's own."""
    import numba

    return os.path.abspath(path).startswith(os.path.dirname(numba.__file__) + os.sep)


def agrees(subject: Subject) -> Iterator[Complaint]:
    """Check that compiled rules give the same positions and worths as in the interpreter."""
    if not available():
        return
    import numpy as np

    rules = subject.rules
    met = sorted(set(subject.walk))
    positions = np.array(met, dtype=np.int64)
    degrees, worths = np.zeros((2, len(met)), dtype=np.int32)
    for mirrored in (False, True):
        canonical = rules.canonical if mirrored and rules.canonical else itself
        expected = [[canonical(rules.play(p, m)) for m in rules.moves(p)] for p in met]
        children = np.empty(sum(map(len, expected)) + ROOM, dtype=np.int64)
        expand = kernel(kernels.expand, rules)
        expand(positions, 0, len(met), mirrored, children, degrees, worths)
        at = 0
        for position, after, degree, worth in zip(met, expected, degrees, worths, strict=True):
            same = children[at : at + degree].tolist() == after
            same = same and (bool(after) or int(worth) == rules.worth(position))
            at += int(degree)
            if not same:
                yield Complaint(
                    f"compiled, the rules say something else about {subject.named(position)} than "
                    "in the interpreter",
                    place_of(rules.moves),
                    "numbers in between must stay below 2**63 too; shifts by 64 or more, and by "
                    "less than 0, differ",
                )
                return
    if rules.orbit is not None and rules.canonical is not None:
        images = np.zeros(len(met), dtype=np.int16)
        kernel(kernels.count_images, rules)(positions, 0, len(met), images)
        if images.tolist() != [rules.orbit(position) for position in met]:
            yield Complaint("compiled, orbit gives other numbers", place_of(rules.orbit))
