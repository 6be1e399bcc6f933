"""Compilation of rules and kernels by Numba, with a cache on disk.

A kernel is an ordinary function whose global names `moves`, `play`, … are bound to the functions of
some rules. `kernel` binds its code to compiled copies of one game's functions and compiles it.

Numba names cached code after the function (see `code_files.py`), and by itself detects only a
change of the file that contains the kernel. So the name of a kernel includes a digest of everything
it runs: its own code, its helpers, the functions of the rules and every constant they reach, in any
file. (A closure over compiled functions does not work: it is never found in the cache.) A helper
that does not depend on the rules is cached separately, so that other games share it.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from functools import lru_cache
from importlib.util import find_spec
from threading import Lock, local
from time import perf_counter
from types import FunctionType

from kibitz.solve.array_backend import machine
from kibitz.solve.bound_names import with_defaults
from kibitz.solve.compiling.code_files import is_kept, keep_in_files
from kibitz.solve.compiling.compiled_parts import CompiledParts
from kibitz.solve.compiling.not_compiled import Uncompilable, is_of_compiler, not_compiled
from kibitz.solve.store.fingerprint import NotOfRules, functions_of, global_names, identity_of_code
from kibitz.system.interrupts import signals_deferred
from kibitz.system.resident_memory import address_space_limit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from typing import Any

    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort

    Function = Callable[..., Any]

_ready: dict[str, Function] = {}  # compiled kernels by name

# functions of rules that only searches use
HINTS = ("wins", "order", "bound", "predecessors")
LEAST_ADDRESS_SPACE = 2 << 30  # bytes that the compiler and its libraries need


class NotKept(Exception):
    """Code has to be compiled, and this thread only loads it."""


class Kernel:
    """A function that is compiled, or loaded from disk, on its first call.

    `Kernel.preparing` counts the seconds that this has taken in this process, the import of the
    compiler included, so that it can be subtracted from the time of the work.
    """

    preparing = 0.0
    _one_at_a_time = Lock()  # so that no time is counted twice
    _loading = local()  # `only`: this thread loads code from disk and compiles none

    def __init__(self, dispatcher: Any, plain: FunctionType) -> None:
        self.dispatcher = dispatcher
        self._plain = plain  # with the functions of the rules themselves, not compiled copies
        self._prepared = False
        self._refused: Uncompilable | None = None

    @property
    def is_prepared(self) -> bool:
        """Whether it is compiled or loaded."""
        return self._prepared

    @classmethod
    @contextmanager
    def only_loading(cls) -> Iterator[None]:
        """Raise `NotKept` within the block, in this thread, where code would be compiled."""
        cls._loading.only = True
        try:
            yield
        finally:
            cls._loading.only = False

    def __call__(self, *arguments: Any) -> Any:
        if not self._prepared:
            self._prepare(arguments)
        return self.dispatcher(*arguments)

    def _prepare(self, arguments: tuple[Any, ...]) -> None:
        from kibitz.solve.compiling.compiler import numba

        with Kernel._one_at_a_time, signals_deferred():
            if not self._prepared:
                begin = perf_counter()
                types = tuple(map(numba.typeof, arguments))
                if getattr(Kernel._loading, "only", False) and not is_kept(self.dispatcher, types):
                    raise NotKept
                if self._refused is None:
                    try:
                        self.dispatcher.compile(types)
                    except Exception as error:  # its errors have no common base class
                        if not is_of_compiler(error):
                            raise
                        self._refused = not_compiled(error, self._plain)
                Kernel.preparing += perf_counter() - begin
                if self._refused is not None:
                    raise self._refused from None
                self._prepared = True


def available() -> bool:
    """Return whether there is compiled code here, or a compiler, which is not imported.

    With little address space (`ulimit -v`) it would hang: a library that it loads retries for ever
    to allocate its buffers.
    """
    if machine() is not None or sys.modules.get("numba") is not None:
        return True
    most = address_space_limit()
    if most is not None and most < LEAST_ADDRESS_SPACE:
        return False
    return find_spec("numba") is not None


def is_ready(kernel: Function, rules: Rules) -> bool:
    """Return whether this process has already compiled the kernel for these rules."""
    used = machine()
    if used is None and (not _ready or not available()):
        return False
    try:
        name, _ = _named(kernel, rules, ())
    except NotOfRules:  # such rules are only interpreted
        return False
    if used is not None:
        return used.has(name)
    known = _ready.get(name)
    return isinstance(known, Kernel) and known.is_prepared


class HeadStart:
    """Chooses the form of a search: it begins in the interpreter, and compiled code continues.

    Both take the same steps. Code that is compiled already is used at once. A compiler is started
    after a moment (`Pace.head_start`), if the effort allows it.
    """

    def __init__(self, function: Function, rules: Rules) -> None:
        self._function = function
        self._rules = rules
        self._begin = perf_counter()

    def is_over(self, effort: Effort) -> bool:
        """Return whether compiled code continues from here."""
        if is_ready(self._function, self._rules):
            return True
        return effort.compile and perf_counter() - self._begin >= effort.pace.head_start


def kernel(
    function: Function, rules: Rules | None = None, objective: Objective | None = None
) -> Function:
    """Return the compiled function: a WebAssembly export in a browser tab, else Numba's.

    It is bound to the functions of some rules, or to the arithmetic of an objective, if it uses
    them. Numba's code comes from disk if possible.
    """
    name, plain = named(function, rules, objective)
    used = machine()
    return _made(name, plain) if used is None else used.kernel(name)


def part(function: Function) -> Function:
    """Return a function of rules alone, with everything it uses, prepared for the compiler."""
    fit = _parts.fit(function)
    assert callable(fit)
    return fit


def kernel_with(function: Function, **names: Function) -> Function:
    """Return the function compiled, with global names bound to other functions than rules."""
    plain = with_names(function, names)
    return _made(f"{plain.__name__}_{identity_of_code(plain)}", plain)


def _made(name: str, plain: FunctionType) -> Function:
    """Return the kernel with this name, made of the function where it is new."""
    if name not in _ready:
        begin = perf_counter()
        _ready[name] = Kernel(_compile(_parts.prepared(plain, name), cache=True), plain)
        Kernel.preparing += perf_counter() - begin
    return _ready[name]


def named(
    function: Function, rules: Rules | None = None, objective: Objective | None = None
) -> tuple[str, FunctionType]:
    """Return the name of a kernel, and the function that `kernel` compiles."""
    return _named(function, rules, objective.arithmetic if objective else ())


@lru_cache(maxsize=512)
def _named(
    function: Function, rules: Rules | None, arithmetic: tuple[Function, ...]
) -> tuple[str, FunctionType]:
    """Return the same, cached: the name takes long to compute."""
    if arithmetic:
        plain = with_names(function, {each.__name__: each for each in arithmetic})
    else:
        plain = bound(function, rules)
    return f"{plain.__name__}_{identity_of_code(plain)}", plain


def bound(
    function: Function, rules: Rules | None = None, objective: Objective | None = None
) -> FunctionType:
    """Return the function with its global names bound to rules or an objective."""
    if rules is None:
        return with_names(function, objective.functions if objective else {})
    names = functions_of(rules) | {name: getattr(rules, name) for name in HINTS}
    names |= with_defaults(rules) | rules.objective.functions
    names["goals_are_terminal"] = rules.goals_are_terminal
    names["counts_points"] = not rules.objective.by_distance
    return with_names(function, names)


def with_names(function: Function, names: Mapping[str, object]) -> FunctionType:
    """Return the function with other global names, also in the helpers of its module."""
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


def _compile(function: FunctionType, *, cache: bool, counts: bool = True) -> Function:
    """Compile a function; one that is not cached is called from compiled code only.

    `counts` is whether it counts references to arrays. A function that only uses arrays passed to
    it need not, and a search is a tenth faster without.
    """
    from kibitz.solve.compiling.compiler import numba

    options: dict[str, Any] = {"nogil": True, "_nrt": counts}
    # Both slow down compilation.
    options |= {"no_cfunc_wrapper": True, "no_cpython_wrapper": not cache}
    try:
        compiled: Function = numba.njit(cache=cache, **options)(function)
    except RuntimeError:  # no writable cache folder: compile without a cache
        compiled = numba.njit(**options)(function)
    else:
        keep_in_files(compiled)
    return compiled


def _compile_part(function: FunctionType, *, general: bool) -> Function:
    """Compile a helper, or a function of rules."""
    return _compile(function, cache=general, counts=not general)


_parts = CompiledParts(_compile_part)
