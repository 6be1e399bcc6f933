"""The promises to the compiler: every rule compiles, and compiled it says the same.

Where there is no compiler, nothing is promised: solving stays in the interpreter.
"""

from __future__ import annotations

import builtins
import dis
import os
import re
import warnings
from itertools import islice
from types import CodeType, FunctionType

from kibitz.conformance.complaint import Complaint, Place, place_of
from kibitz.rules.contract import POSITION_BITS
from kibitz.rules.errors import Sentence
from kibitz.solve import kernels
from kibitz.solve.compiled import available, kernel, part
from kibitz.solve.graph import itself
from kibitz.solve.identity import Digest, NotOfRules, functions_of, global_names, identity_of_code

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.conformance.subject import Subject

TEXTS = Sentence("use integers, not texts")
INSTEAD = Sentence(
    "rules use integers, flat tuples of integers, if, for and while, and functions of these"
)
ADVICE = [
    ("yield in a closure", Sentence("instead of any(…), all(…), sum(… for …) write a for loop")),
    ("GET_YIELD_FROM_ITER", Sentence("instead of yield from write a loop that yields each move")),
    ("exception_match|SETUP_FINALLY", Sentence("instead of try test beforehand, with if")),
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
        Sentence("instead of a list use the bits of an integer, or yield at once"),
    ),
    ("unicode_type|Untyped global name '(bin|str|hex|format)'", TEXTS),
    (
        "Untyped global name",
        Sentence("only integers, flat tuples and functions of these can be used there"),
    ),
    ("[Cc]annot unify", Sentence("let a variable and a result be an integer on every path")),
]
IN_BETWEEN = Sentence(
    "numbers in between must stay below 2**63 too; shifts by 64 or more, and by less than 0, differ"
)
ROOM_FOR = 1 << POSITION_BITS  # numbers in compiled code are below it
MOST_PLACED = 5_000  # placements, for comparing
MISSING = object()  # stands for a name that a file does not define
ROOM = 300  # moves of a position, for comparing


def compiles(subject: Subject) -> Iterator[Complaint]:
    """Check that every rule compiles to a function of integers."""
    for name, function in functions_of(subject.rules).items():
        if function is None:
            continue
        wrong = recursive(name, function) or too_large(name, function)
        if wrong is None:
            try:
                identity_of_code(function)
            except NotOfRules as error:
                wrong = made_of(name, function, error)
        if wrong is None and available():
            wrong = uncompilable(name, function)
        if wrong is not None:
            yield wrong
            return


def recursive(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a rule, or a function that it uses, that calls itself."""
    waiting: list[tuple[Callable[..., Any], tuple[object, ...]]] = [(function, ())]
    done = set()
    while waiting:
        at, above = waiting.pop()
        if not isinstance(at, FunctionType) or id(at) in done:
            continue
        done.add(id(at))
        for used, line, thing in names_used(at):
            if thing is at or thing in above:
                return Complaint(
                    Sentence(
                        "{name} uses {used}, which calls itself; Numba cannot compile that here",
                        name=name,
                        used=used,
                    ),
                    Place(at.__code__.co_filename, line),
                    Sentence("write a loop instead of recursion"),
                )
            if isinstance(thing, FunctionType):
                waiting.append((thing, (*above, at)))
    return None


def too_large(name: str, function: Callable[..., Any]) -> Complaint | None:
    """Return the complaint about a number in a rule that compiled code has no room for."""
    for used, line, thing, path in things_used(function, set()):
        for number in thing if isinstance(thing, tuple | list) else (thing,):
            if isinstance(number, int) and not -ROOM_FOR <= number < ROOM_FOR:
                return Complaint(
                    Sentence(
                        "{name} uses {used}, which is not below 2**{bits}",
                        name=name,
                        used=used if used else number,
                        bits=POSITION_BITS,
                    ),
                    Place(path, line),
                    IN_BETWEEN,
                )
    return None


def made_of(name: str, function: Callable[..., Any], error: NotOfRules) -> Complaint:
    """Return the complaint about rules that reach a thing that they cannot be made of."""
    for used, line, thing, path in things_used(function, set()):
        where = Place(path, line)
        if thing is MISSING:
            if not hasattr(builtins, used):
                return Complaint(
                    Sentence("{name} uses {used}, which is defined nowhere", name=name, used=used),
                    where,
                )
            continue
        try:
            Digest().add(thing)
        except NotOfRules:
            return unfit(name, used, thing, where)
    return Complaint(
        Sentence("{name}: {why}", name=name, why=Sentence(error.sentence, **error.details)),
        place_of(function),
        INSTEAD,
    )


def unfit(name: str, used: str, thing: object, where: Place) -> Complaint:
    """Return the complaint about a thing of a kind that rules cannot use."""
    kind = type(thing).__name__
    if kind in ("dict", "set", "defaultdict"):
        instead = Sentence("use a flat tuple of integers, looked up by number: NAME[number]")
    elif kind == "module":
        instead = Sentence("write what it does with integers; no module can be used in a rule")
    elif kind == "list":
        instead = Sentence("make it a tuple of integers: {used} = tuple({used})", used=used)
    else:
        instead = INSTEAD
    return Complaint(
        Sentence(
            "{name} uses {used}, a {kind}, which Numba cannot compile",
            name=name,
            used=used,
            kind=kind,
        ),
        where,
        instead,
    )


def things_used(
    function: Callable[..., Any], met: set[int]
) -> Iterator[tuple[str, int, object, str]]:
    """Yield the name, line, thing and file of all that a function uses, functions looked into.

    A number that is written out has no name.
    """
    if not isinstance(function, FunctionType) or id(function) in met:
        return
    met.add(id(function))
    path = function.__code__.co_filename
    for name, line, thing in names_used(function):
        if isinstance(thing, FunctionType):
            yield from things_used(thing, met)
        else:
            yield name, line, thing, path
    for constant in function.__code__.co_consts:
        if isinstance(constant, int | tuple):
            yield "", line_of(function.__code__, constant), constant, path


def names_used(function: FunctionType) -> Iterator[tuple[str, int, object]]:
    """Yield the names from outside that a function uses, their lines and what they stand for."""
    code = function.__code__
    cells = function.__closure__ or ()
    names = dict(zip(code.co_freevars, (cell.cell_contents for cell in cells), strict=True))
    for name in global_names(code):
        names.setdefault(name, function.__globals__.get(name, MISSING))
    for name, thing in names.items():
        yield name, line_of(code, name), thing


def line_of(code: CodeType, name: object) -> int:
    """Return the first line where code, or code inside it, uses a name or a constant."""
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
        numba.types.Optional: Sentence(
            "it gives None on one path; let it give an integer on every path"
        ),
        numba.types.NoneType: Sentence("it gives nothing; let it return an integer"),
        numba.types.Float: Sentence("it gives a fraction; instead of / write //"),
    }.get(type(result), Sentence("it gives a {kind}, not an integer", kind=result))
    return Complaint(
        Sentence("{name} does not compile to a function of integers", name=name),
        place_of(function),
        why,
    )


def translated(name: str, function: Callable[..., Any], message: str) -> Complaint:
    """Return what Numba says in a sentence, with the line and what to write instead."""
    for used, line, thing, path in things_used(function, set()):
        if isinstance(thing, list):
            return unfit(name, used, thing, Place(path, line))
    places = re.findall(
        r'File "([^"]+)", line (\d+)|at (\S+) \((\d+)\)|from (\S+) \((\d+)\)', message
    )
    where = place_of(function)
    for groups in places:  # the innermost comes first
        path, line = [group for group in groups if group][:2]
        if os.path.exists(path) and not is_of_numba(path):
            where = Place(os.path.abspath(path), int(line))
            break
    said = [line.strip() for line in message.splitlines() if line.strip()]
    reason = next((line for line in said if not line.startswith("Failed in")), said[0])
    reason = re.sub(r" Raised from .*", "", reason).rstrip(". ")
    unknown = re.search(r"Untyped global name '(\w+)'", message)
    why = Sentence("it does not know {name}", name=unknown[1]) if unknown else reason
    advice = next((text for pattern, text in ADVICE if re.search(pattern, message)), INSTEAD)
    if re.search("<.* at 0x", reason):  # an object of Numba's own says nothing to anybody
        why = Sentence("something in this line is not of a kind that it knows")
    return Complaint(
        Sentence("Numba cannot compile {name}: {why}", name=name, why=why), where, advice
    )


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
    met = sorted({*subject.near[::4], *subject.walk, *subject.extreme})
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
            compiled = children[at : at + degree].tolist()
            at += int(degree)
            if compiled == after and (after or int(worth) == rules.worth(position)):
                continue
            name = "worth" if compiled == after else "canonical" if mirrored else "play"
            if len(compiled) != len(after):
                name = "moves"
            yield different(subject, name, position)
            return
    yield from agree_on_images(subject, met)


def agree_on_images(subject: Subject, met: list[int]) -> Iterator[Complaint]:
    """Check the same of orbit and of placements."""
    import numpy as np

    rules = subject.rules
    if rules.orbit is not None and rules.canonical is not None:
        images = np.zeros(len(met), dtype=np.int16)
        kernel(kernels.count_images, rules)(np.array(met, dtype=np.int64), 0, len(met), images)
        for position, count in zip(met, images.tolist(), strict=True):
            if count != rules.orbit(position):
                yield different(subject, "orbit", position)
                return
    if rules.placements is not None:
        canonical = rules.canonical or itself
        first = islice(rules.placements(), MOST_PLACED)
        expected = [position for position in first if canonical(position) == position]
        placed = np.empty(len(expected), dtype=np.int64)
        _, filled = kernel(kernels.place, rules)(0, 0, 1, placed)
        for at, position in enumerate(expected):
            if at >= filled or placed[at] != position:
                yield different(subject, "placements", position)
                return


def different(subject: Subject, name: str, position: int) -> Complaint:
    """Return the complaint about a rule that compiled code takes for another."""
    return Complaint(
        Sentence(
            "compiled, {name} says something else about {shown} than in the interpreter",
            name=name,
            shown=subject.named(position),
        ),
        place_of(getattr(subject.rules, name)),
        IN_BETWEEN,
    )
