"""Rules and the kernels that run on them, compiled by Numba and kept on disk.

A kernel is an ordinary function whose global names `moves`, `play`, … stand for the functions of
some rules. `kernel` binds its code to compiled copies of one game's functions and compiles it.

Numba names the code that it keeps after the function (`codefiles.py` says how it is kept), and
notices by itself only a change of the file the kernel is in. So the name given to a kernel carries
a digest of all that it runs: its own code, its helpers, the functions of the rules and every
constant they reach, in whichever file they are. (A closure over compiled functions would not do:
it is never found again.) A helper that does not depend on the rules is kept by itself, so that the
next game finds it.
"""

from __future__ import annotations

import builtins
import sys
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock
from time import perf_counter
from types import CellType, FunctionType

from kibitz.core.rules import POSITION_BITS
from kibitz.solve.compiling.code_files import keep_in_files
from kibitz.solve.compiling.instructions import instruction
from kibitz.solve.memory.move_graph import constant_one, same_position
from kibitz.solve.store.fingerprint import functions_of, global_names, identity_of_code
from kibitz.system.interrupts import held_back
from kibitz.system.resident_memory import most_addresses

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.objectives.objective import Objective

    Function = Callable[..., Any]

_ready: dict[str, Function] = {}  # compiled kernels by name
_copies: dict[str, Function] = {}  # compiled helpers, and functions of rules, by digest

# functions of rules that no table depends on
HINTS = ("tier", "wins", "order", "may_be_canonical", "lower_bound", "predecessors")
LEAST_ADDRESS_SPACE = 2 << 30  # bytes that the compiler and what it loads can do with


class Kernel:
    """A compiled function; it is compiled, or loaded from disk, when it is first called.

    `Kernel.preparing` counts the seconds that this has taken in this process, the import of the
    compiler included, so that the time of the work itself can be told.
    """

    preparing = 0.0
    _one_at_a_time = Lock()  # so that no second is counted twice

    def __init__(self, dispatcher: Any) -> None:
        self.dispatcher = dispatcher
        self._prepared = False

    def __call__(self, *arguments: Any) -> Any:
        if not self._prepared:
            self._prepare(arguments)
        return self.dispatcher(*arguments)

    def _prepare(self, arguments: tuple[Any, ...]) -> None:
        from kibitz.solve.compiling.compiler import numba

        with Kernel._one_at_a_time, held_back():
            if not self._prepared:
                begin = perf_counter()
                self.dispatcher.compile(tuple(map(numba.typeof, arguments)))
                Kernel.preparing += perf_counter() - begin
                self._prepared = True


def available() -> bool:
    """Say whether rules can be compiled here, without importing the compiler.

    With little address space (`ulimit -v`) it would never come back: a library that it loads tries
    for ever to get its buffers.
    """
    if sys.modules.get("numba") is not None:
        return True
    most = most_addresses()
    if most is not None and most < LEAST_ADDRESS_SPACE:
        return False
    return find_spec("numba") is not None


def is_ready(kernel: Function, rules: Rules) -> bool:
    """Say whether this process has the kernel compiled for these rules already."""
    return _name(bound(kernel, rules)) in _ready


def kernel(
    function: Function, rules: Rules | None = None, objective: Objective | None = None
) -> Function:
    """Return the function compiled, from disk if possible.

    It is bound to the functions of some rules, or to the arithmetic of an objective, where it
    needs them.
    """
    if objective is not None:
        return _of_objective(function, objective.arithmetic)
    return _general(function) if rules is None else _of_rules(function, rules)


def part(function: Function) -> Function:
    """Return a function of rules by itself, with all that it uses, for the compiler."""
    fit = _fit(function)
    assert callable(fit)
    return fit


@lru_cache
def _general(function: Function) -> Function:
    return _compiled(bound(function, None))


@lru_cache
def _of_objective(function: Function, arithmetic: tuple[Function, ...]) -> Function:
    return _compiled(with_names(function, {each.__name__: each for each in arithmetic}))


@lru_cache(maxsize=256)
def _of_rules(function: Function, rules: Rules) -> Function:
    """Do the same for rules; a game has few kernels, and each has a long name to be made."""
    return _compiled(bound(function, rules))


def _compiled(plain: FunctionType) -> Function:
    name = _name(plain)
    if name not in _ready:
        begin = perf_counter()
        _ready[name] = Kernel(_compile(_with_compiled_parts(plain, name), cache=True))
        Kernel.preparing += perf_counter() - begin
    return _ready[name]


def bound(
    function: Function, rules: Rules | None = None, objective: Objective | None = None
) -> FunctionType:
    """Return the function, its global names standing for the functions of rules or an objective.

    Where a board has no symmetry, a position is its own and only mirror image.
    """
    if rules is None:
        return with_names(function, objective.functions if objective else {})
    names = functions_of(rules) | {name: getattr(rules, name) for name in HINTS}
    names["same_mover"] = rules.same_mover or take_turns
    names["goals_are_terminal"] = rules.goals_are_terminal
    names["counts_points"] = not rules.objective.by_distance
    names["cost"] = rules.cost or always_one
    if rules.canonical is None:
        names |= {"canonical": same_position, "orbit": constant_one}
    if rules.canonical is None or rules.may_be_canonical is None:
        names["may_be_canonical"] = constant_one
    return with_names(function, names)


def with_names(function: Function, names: Mapping[str, object]) -> FunctionType:
    """Return the function with other meanings of global names, also in what it calls beside it."""
    assert isinstance(function, FunctionType)
    known = {**function.__globals__, **names}
    for name in global_names(function.__code__) if names else ():
        beside = known.get(name)
        if (
            isinstance(beside, FunctionType)
            and beside.__globals__ is function.__globals__
            and not names.keys().isdisjoint(global_names(beside.__code__))
        ):
            known[name] = with_names(beside, names)
    return FunctionType(function.__code__, known, function.__name__, function.__defaults__)


def take_turns(position: int, move: int) -> bool:
    """Return False: `same_mover` of rules in which the players always take turns."""
    return False


def always_one(position: int, move: int) -> int:
    """Return 1: `cost` of rules that do not say what a move costs."""
    return 1


def _name(plain: FunctionType) -> str:
    return f"{plain.__name__}_{identity_of_code(plain)}"


def _with_compiled_parts(function: FunctionType, name: str) -> FunctionType:
    """Return the function with everything that it reaches made fit for the compiler."""
    names = {
        each: _fit(function.__globals__[each])
        for each in global_names(function.__code__)
        if each in function.__globals__
    }
    # Code kept on disk names its module and imports it; rules may come from a file that is none.
    names |= {"__builtins__": builtins, "__name__": __name__}
    cells = tuple(CellType(_fit(cell.cell_contents)) for cell in function.__closure__ or ())
    copy = FunctionType(function.__code__, names, name, function.__defaults__, cells)
    copy.__qualname__ = name
    copy.__module__ = __name__
    return copy


def _fit(thing: object) -> object:
    """Return what stands for a constant or a function in compiled code.

    A flat tuple of integers becomes an array: the compiler would otherwise write out every item
    as an instruction of its own.
    """
    if isinstance(thing, FunctionType):
        known = instruction(thing)
        if known is not None:
            return known
        digest = identity_of_code(thing)
        if digest not in _copies:
            name = f"{thing.__name__}_{digest}"
            general = _is_general(thing)
            fit = _with_compiled_parts(thing, name)
            _copies[digest] = _compile(fit, cache=general, counts=not general)
        return _copies[digest]
    if isinstance(thing, tuple) and all(
        type(item) is int and -(1 << POSITION_BITS) <= item < 1 << POSITION_BITS for item in thing
    ):
        import numpy as np

        return np.array(thing, dtype=np.int64)
    return thing


def _is_general(function: FunctionType) -> bool:
    """Tell whether a helper is a solver's, the same for all rules: then it is worth keeping.

    A generator is never kept: read from a file, it could not be called from compiled code.
    """
    from inspect import isgeneratorfunction  # whoever compiles nothing need not wait for it

    module = function.__module__ or ""
    own = module.startswith("kibitz.solve.") and not isgeneratorfunction(function)
    return own and getattr(sys.modules.get(module), function.__name__, None) is function


def _compile(function: FunctionType, *, cache: bool, counts: bool = True) -> Function:
    """Compile a function; one that is not kept is called from compiled code alone.

    `counts` says whether it counts references to arrays. One that only uses those it is given need
    not, and a search takes a tenth less time without.
    """
    from kibitz.solve.compiling.compiler import numba

    options: dict[str, Any] = {"nogil": True, "_nrt": counts}
    options |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": not cache}  # which take time
    try:
        compiled: Function = numba.njit(cache=cache, **options)(function)
    except RuntimeError:  # there is no folder to keep compiled code in: do without
        compiled = numba.njit(**options)(function)
    else:
        keep_in_files(compiled)
    return compiled
