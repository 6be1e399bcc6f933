"""Fingerprint of rules: equal rules have equal fingerprints, changed rules another.

The fingerprint is computed from the syntax of the functions (`fingerprint_syntax.py`) and
everything they reach: constants, helpers, defaults, closures, attributes of functions, classes and
their bases. It is the same under every version of Python. File names, line numbers, docstrings and
annotations do not count.

Rules are pure functions, so everything else is rejected: what can change (a list, a dict, an array,
a variable that a rule assigns and that outlives the call), modules, and functions of Python whose
result does not follow from their arguments.

If the source of a function is missing or does not match its code, its bytecode is used instead.
Bytecode is always accurate, but differs between Python versions, so the table is rebuilt under
another one.
"""

from __future__ import annotations

import os
import sys
from array import array
from functools import lru_cache, partial
from opcode import opmap  # `dis` is slow, to import and to run
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType

try:
    from _blake2 import blake2b  # faster to import than `hashlib`, which loads OpenSSL
except ImportError:
    from hashlib import blake2b

from kibitz.language.errors import KibitzError, phrase
from kibitz.rules.rules import PARTS
from kibitz.solve.store.fingerprint_syntax import constant, place, syntax_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from dis import Instruction
    from typing import Any

    from kibitz.rules.rules import Rules

GENERATION = 2  # to be incremented when positions, moves or values change their meaning

LOAD_GLOBAL, LOAD_NAME, IMPORT_NAME, EXTENDED_ARG, BUILD_SET = (
    opmap[name] for name in ("LOAD_GLOBAL", "LOAD_NAME", "IMPORT_NAME", "EXTENDED_ARG", "BUILD_SET")
)
BUILTINS = "__builtins__"
IMMUTABLE = 1 << 8  # the flag of a class that is written in C
CONSTANTS = (type(None), type(...), type(NotImplemented), bool, int, float, complex, str, bytes)
# These look up names at run time, so what a rule reaches through them is unknown.
DYNAMIC_LOOKUPS = (
    *("__import__", "breakpoint", "compile", "delattr", "dir", "eval", "exec", "getattr"),
    *("globals", "input", "locals", "open", "setattr", "vars"),
)
# Attributes through which rules could change what outlives a call, or see what others changed or
# what differs between runs.
DYNAMIC_ATTRIBUTES = {
    *("__builtins__", "__closure__", "__code__", "__defaults__", "__delattr__", "__getattribute__"),
    *("__dict__", "__globals__", "__hash__", "__kwdefaults__", "__setattr__", "__subclasses__"),
}
# The modules of Python whose functions and classes are pure, except for those below.
PURE = {
    *("abc", "bisect", "builtins", "collections", "dataclasses", "enum", "fractions", "functools"),
    *("heapq", "itertools", "math", "numbers", "operator", "types", "typing"),
}
IMPURE = ("hash", "id")
# Instructions that assign to what may outlive a call.
ASSIGNING = {
    opmap[f"{kind}_{what}"] for kind in ("STORE", "DELETE") for what in ("GLOBAL", "DEREF", "ATTR")
}
CONSTRUCTORS = ("__init__", "__new__")


class NotOfRules(KibitzError, TypeError):
    """Rules reach an object that a fingerprint cannot include.

    `details` identify it: `name` (as written in the source), `kind`, `path` and `line`.
    """


def identity(rules: Rules) -> str:
    """Return a digest of everything that determines the positions and their outcomes."""
    digest = Digest()
    digest.add(("kibitz", GENERATION, rules.objective.stored_name, rules.start, rules.solved_at))
    if rules.structure is not None:
        digest.add(rules.structure.parts)
    for function in functions_of(rules).values():
        digest.add(function)
    if rules.same_mover is not None:  # an absent option adds nothing to the digest
        digest.add(("same_mover", rules.same_mover))
    if not rules.goals_are_terminal:
        digest.add("goals_go_on")  # its former name, as in the tables that are kept
    if rules.cost is not None:
        digest.add(("cost", rules.cost))
    return digest.text()


def functions_of(rules: Rules) -> dict[str, Callable[..., Any] | None]:
    """Return the functions of rules by name, None for those not defined."""
    names = ("moves", "play", "worth", "canonical", "orbit", "placements")
    return {name: getattr(rules, name, None) for name in names}


def check_purity(rules: Rules) -> None:
    """Raise `NotOfRules` if a function of rules, a hint included, is not pure."""
    digest = Digest()
    for name in PARTS:
        function = getattr(rules, name)
        if callable(function):
            digest.add(function)


def identity_of_code(function: Callable[..., Any]) -> str:
    """Return a digest of a function and of everything it reaches."""
    digest = Digest()
    digest.add(function)
    return digest.text()


class Digest:
    """Digest of a sequence of constants and functions."""

    def __init__(self) -> None:
        self._hash = blake2b(digest_size=16)
        self._met: dict[int, tuple[int, object]] = {}  # by id: a helper may call itself
        self._use: tuple[CodeType, str] | None = None  # the code and the name being added

    def text(self) -> str:
        """Return 32 hexadecimal digits."""
        return self._hash.hexdigest()

    def add(self, thing: object) -> None:
        """Add a constant, a sequence of them, or a function or class with all that it reaches."""
        if type(thing) in CONSTANTS:
            self._mark(constant(thing))
        elif isinstance(thing, FunctionType | type):
            self._add_once(thing)
        elif type(thing) is tuple:
            self._add_row(thing)
        elif type(thing) is frozenset:
            self._add_row(sorted(map(self._alone, thing)))
        elif isinstance(thing, CodeType):
            self._add_code(thing)
        elif isinstance(thing, BuiltinFunctionType):
            self._mark(f"{thing.__module__}.{thing.__qualname__}")
            if not isinstance(thing.__self__, ModuleType):  # a method, such as `TABLE.index`
                self.add(thing.__self__)
            elif thing.__name__ in IMPURE or not is_pure(thing.__self__.__name__):
                raise self._impure(thing.__name__)
        elif isinstance(thing, MethodType):
            self._add_row((thing.__func__, thing.__self__))
        elif isinstance(thing, partial):
            self._add_row((thing.func, thing.args, tuple(sorted(thing.keywords.items()))))
        else:
            self._add_instance(thing)

    def _impure(self, name: str) -> NotOfRules:
        """Return the error for a function or a class of Python that is not pure."""
        if self._use is None:
            return NotOfRules("{name} is not a pure function of its arguments", name=name)
        return refused(
            "{path}, line {line}: {rule} uses {name}, which is not a pure function", *self._use
        )

    def _mark(self, text: str) -> None:
        written = text.encode()
        self._hash.update(b"%d:" % len(written) + written)

    def _alone(self, thing: object) -> str:
        """Return a digest of one object, to sort the items of a set."""
        digest = Digest()
        digest._use = self._use
        digest.add(thing)
        return digest.text()

    def _add_row(self, row: Sequence[object]) -> None:
        if set(map(type, row)) == {int}:
            try:
                packed = array("q", row)  # type: ignore[type-var]  # fast for long tables
            except OverflowError:
                pass
            else:
                self._mark(f"integers {len(row)}")
                self._hash.update(packed)
                return
        self._mark(f"row {len(row)}")
        for item in row:
            self.add(item)

    def _add_once(self, thing: FunctionType | type) -> None:
        if id(thing) in self._met:
            self._mark(f"met as number {self._met[id(thing)][0]}")
            return
        self._met[id(thing)] = len(self._met), thing
        use = self._use
        if isinstance(thing, FunctionType):
            self._add_function(thing)
        else:
            self._add_class(thing)
        self._use = use

    def _add_function(self, function: FunctionType) -> None:
        code = function.__code__
        for name, at in assigned_names(code):
            path, line = place(code.co_filename, at)
            raise NotOfRules(ASSIGNS, path=path, line=line, rule=code.co_name, name=name)
        for name in sorted(dynamic_attributes(code)):
            raise refused(DYNAMIC, code, name)
        for at in lines_with_sets_of_texts(code):
            path, line = place(code.co_filename, at)
            raise NotOfRules(UNORDERED, path=path, line=line, rule=code.co_name)
        syntax = syntax_of(function)
        if syntax is None:
            from importlib.util import MAGIC_NUMBER

            self._mark(f"bytecode {MAGIC_NUMBER.hex()}")
            self._add_code(code, documented=function.__doc__ is not None)
        else:
            self._mark("syntax")
            self._mark(syntax.text)
        keywords = tuple(sorted((function.__kwdefaults__ or {}).items()))
        self._add_named(code, "its defaults", (function.__defaults__, keywords))
        for name, thing in sorted(function.__dict__.items()):
            self._add_named(code, name, thing)
        apart = frozenset() if syntax is None else syntax.apart
        cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
        for name in sorted(cells.keys() - apart):
            try:
                thing = cells[name].cell_contents
            except ValueError:  # an empty cell
                raise refused(NOWHERE, code, name) from None
            self._add_named(code, name, thing)
        for name in global_names(code):
            if name not in apart:
                self._add_named(code, name, global_value(function, name))

    def _add_named(self, code: CodeType, name: str, thing: object) -> None:
        self._use = code, name
        self._mark(name)
        self.add(thing)

    def _add_code(self, code: CodeType, documented: bool = False) -> None:
        self._mark("code")
        self._hash.update(code.co_code)
        self._hash.update(code.co_exceptiontable)
        shape = (code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount, code.co_flags)
        self.add((*shape, len(code.co_freevars), len(code.co_cellvars)))
        self.add(code.co_names)
        self.add((None, *code.co_consts[1:]) if documented else code.co_consts)

    def _add_class(self, thing: type) -> None:
        if thing is KibitzError:  # which rules may raise
            self._mark("class KibitzError")
            return
        if is_standard_class(thing):
            if not is_pure(thing.__module__):
                raise self._impure(thing.__name__)
            self._mark(f"class {thing.__module__}.{thing.__qualname__}")
            return
        from kibitz.solve.store.fingerprint_classes import Attribute, attributes_of  # few rules do

        self._mark(f"own class {thing.__qualname__}")
        self.add(type(thing))
        for base in thing.__bases__:
            self.add(base)
        use = self._use
        for name, value in sorted(attributes_of(thing).items()):
            self._mark(name)
            if use is not None:
                self._use = use[0], f"{use[1]}.{name}"
            if isinstance(value, Attribute):
                self._mark(value.kind)
                self._add_row(value.parts)
            else:
                self.add(value)

    def _add_instance(self, thing: object) -> None:
        """Add a number or a sequence of a user-defined class; reject any other instance."""
        from kibitz.solve.store.fingerprint_classes import base_value

        value = base_value(thing)
        if value is None:
            kind = type(thing).__name__
            if self._use is None:
                raise NotOfRules(
                    "rules are made of integers, tuples of integers and functions, not of a {kind}",
                    kind=kind,
                )
            raise refused(
                "{path}, line {line}: {rule} uses {name}, a {kind}; rules are made of integers, "
                "tuples of integers and functions",
                *self._use,
                kind=kind,
            )
        self._mark("of a class")
        self.add(type(thing))
        self.add(value)


def is_standard_class(thing: type) -> bool:
    """Return whether a class is part of Python or written in C; then its name identifies it."""
    if thing.__flags__ & IMMUTABLE:
        return True
    name = thing.__module__.partition(".")[0]
    path = getattr(sys.modules.get(thing.__module__), "__file__", None) or ""
    beside = path.removeprefix(os.path.dirname(os.__file__) + os.sep)  # a file may be named `code`
    return name in sys.stdlib_module_names and beside != path and beside.startswith(name)


def is_pure(module: str) -> bool:
    """Return whether a module of Python, or the C code of one, has only pure functions."""
    return module.partition(".")[0].removeprefix("_") in PURE


AT = "{path}, line {line}: "  # how the sentences about a line begin
DYNAMIC = "{path}, line {line}: {rule} uses {name}, and Kibitz cannot tell what that gives"
NOWHERE = "{path}, line {line}: {rule} uses {name}, which is defined nowhere"
UNORDERED = phrase(
    "{path}, line {line}: {rule} goes through a set of texts, whose order differs between runs"
)
ASSIGNS = phrase(
    "{path}, line {line}: {rule} assigns to {name}, which outlives the call; rules keep nothing "
    "from one call to the next"
)


def global_value(function: FunctionType, name: str) -> object:
    """Return the value of a global name in a function."""
    if name in function.__globals__:
        return function.__globals__[name]
    if name in DYNAMIC_LOOKUPS:
        raise refused(DYNAMIC, function.__code__, name)
    known: dict[str, object] = getattr(function, BUILTINS)
    if name not in known:
        raise refused(NOWHERE, function.__code__, name)
    return known[name]


def refused(sentence: str, code: CodeType, name: str, **details: object) -> NotOfRules:
    """Return the error for an object that the rules use by a name."""
    path, line = place(code.co_filename, line_of(code, name.partition(".")[0]))
    return NotOfRules(sentence, path=path, line=line, rule=code.co_name, name=name, **details)


@lru_cache(maxsize=1024)
def global_names(code: CodeType) -> tuple[str, ...]:
    """Return the global names that code and the code inside it use, sorted.

    An import counts as a use of `__import__`.
    """
    found = set()
    octets = code.co_code
    high = 0  # the higher bytes of the next operand
    for at in range(0, len(octets), 2):
        operation, operand = octets[at], high | octets[at + 1]
        high = operand << 8 if operation == EXTENDED_ARG else 0
        if operation == LOAD_GLOBAL:
            found.add(code.co_names[operand >> 1])  # the lowest bit says that it is called
        elif operation == LOAD_NAME:
            found.add(code.co_names[operand])
        elif operation == IMPORT_NAME:
            found.add("__import__")
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found.update(global_names(inner))
    return tuple(sorted(found))


@lru_cache(maxsize=1024)
def assigned_names(code: CodeType) -> tuple[tuple[str, int], ...]:
    """Return the names that code, or code inside it, assigns and that outlive a call, with lines.

    These are global names, variables of an enclosing function, and attributes. A constructor may
    set those of its object.
    """
    found = []
    if not ASSIGNING.isdisjoint(code.co_code[::2]):
        import dis  # rare

        before: list[dis.Instruction] = []
        for step in dis.get_instructions(code):
            own_cell = step.opname.endswith("_DEREF") and step.argval not in code.co_freevars
            makes = step.opname.endswith("_ATTR") and is_made_by(code, before)
            before.append(step)
            if step.opcode in ASSIGNING and not own_cell and not makes:
                line = step.positions.lineno if step.positions else None
                found.append((str(step.argval), line or code.co_firstlineno))
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            found += [each for each in assigned_names(inner) if each[0] not in code.co_cellvars]
    return tuple(found)


def lines_with_sets_of_texts(code: CodeType) -> Iterator[int]:
    """Yield the lines on which code, or code inside it, goes through a set of texts.

    A test of membership, `in`, is the same in every run; the order of such a set is not.
    """
    texts = [each for each in code.co_consts if isinstance(each, str | bytes)]
    constant = [each for each in code.co_consts if isinstance(each, frozenset)]
    if constant or (texts and BUILD_SET in code.co_code[::2]):
        import dis  # rare

        steps = list(dis.get_instructions(code))
        for at, step in enumerate(steps):
            if step.opcode == BUILD_SET:
                loads = steps[at - (step.arg or 0) : at]
                items = {each.argval for each in loads if each.opname == "LOAD_CONST"}
            elif isinstance(step.argval, frozenset) and steps[at + 1].opname != "CONTAINS_OP":
                items = {*step.argval}
            else:
                continue
            if any(isinstance(item, str | bytes) for item in items):
                line = step.positions.lineno if step.positions else None
                yield line or code.co_firstlineno
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from lines_with_sets_of_texts(inner)


def dynamic_attributes(code: CodeType) -> set[str]:
    """Return the names of such attributes in code and the code inside it."""
    inner = (each for each in code.co_consts if isinstance(each, CodeType))
    return DYNAMIC_ATTRIBUTES.intersection(code.co_names).union(*map(dynamic_attributes, inner))


def is_made_by(code: CodeType, steps: list[Instruction]) -> bool:
    """Return whether the object that these steps of a constructor leave on the stack is its own.

    That is the first argument of `__init__`, or a variable of `__new__` that is no argument.
    """
    if code.co_name not in CONSTRUCTORS:
        return False
    loading = steps[-1]
    if loading.opname == "SWAP":  # after `self.count += 1`
        loading = steps[max(at for at, step in enumerate(steps) if step.opname == "COPY") - 1]
    names = loading.argval if isinstance(loading.argval, tuple) else (loading.argval,)
    in_cell = loading.opname == "LOAD_DEREF" and loading.argval in code.co_cellvars
    if not in_cell and "LOAD_FAST" not in loading.opname:
        return False
    arguments = code.co_varnames[: code.co_argcount + code.co_kwonlyargcount]
    return names[-1] in arguments[:1] if code.co_name == "__init__" else names[-1] not in arguments


def line_of(code: CodeType, name: object) -> int:
    """Return the first line where code, or code inside it, uses a name or a constant."""
    import dis  # for a refusal

    line = code.co_firstlineno
    for step in dis.get_instructions(code):
        line = step.positions.lineno or line if step.positions else line
        found = step.argval == name and step.opname.startswith("LOAD_")
        if found or (name == "__import__" and step.opcode == IMPORT_NAME):
            return line
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            names = inner.co_names + inner.co_freevars + global_names(inner)
            if name in names:
                return line_of(inner, name)
    return code.co_firstlineno
