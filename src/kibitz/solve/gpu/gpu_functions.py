"""Lowered rules compiled for the card, and kernels bound to them."""

from __future__ import annotations

import linecache
from types import FunctionType

from kibitz.solve.capabilities import refusal
from kibitz.solve.gpu import device
from kibitz.solve.gpu.lowerable import NotLowered
from kibitz.solve.gpu.lowering import Lowered
from kibitz.solve.memory.move_graph import constant_one, same_position
from kibitz.solve.store.fingerprint import global_names, identity, identity_of_code
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.solve.gpu.lowering import Function

MOST_READY = 8  # games whose kernels are kept for the next call


def lowered(rules: Rules, **more: Function) -> Lowered:
    """Return the functions of rules that run on a card, and others, as source text.

    Where a board has no symmetry, a position is its own and only mirror image; where a game says
    no tier, all positions are of one.
    """
    reason = refusal("gpu", rules.replace(jumps=None))  # which the functions do without
    if reason is not None:
        raise NotLowered(reason)
    mirrored = rules.canonical is not None
    functions: dict[str, Function | None] = {
        "moves": rules.moves,
        "play": rules.play,
        "worth": rules.worth,
        "canonical": rules.canonical or same_position,
        "orbit": (rules.orbit if mirrored else None) or constant_one,
        "tier": rules.tier or constant_one,
    }
    return Lowered({**functions, **more})


class Functions:
    """The functions of some rules on the card, and the kernels that run them.

    `device` are the functions by name, `rows` the arrays that each of them takes as its last
    argument: the constant tuples of the rules.
    """

    def __init__(self, rules: Rules, **more: Function) -> None:
        import numpy as np

        self.source = source = lowered(rules, **more)
        cuda = device.cuda()
        rows = [np.array(row, dtype=np.int64) for row in source.rows]
        self.rows = tuple(cuda.to_device(row) for row in rows or [np.zeros(1, np.int64)])
        self._jit = cuda.jit
        self._arithmetic = rules.objective.functions
        path = f"<rules for the card {id(self)}>"
        linecache.cache[path] = (len(source.text), None, source.text.splitlines(True), path)
        self.defined: dict[str, Any] = {"device": cuda.jit(device=True)}
        exec(compile(source.text, path, "exec"), self.defined)  # the text was written here
        self.device = {rule: self.defined[name] for rule, name in source.names.items()}
        # Kernels and their helpers share the names of their file: the simulator exchanges the
        # module `cuda` there while a kernel runs, for all its threads at once.
        self._names: dict[int, dict[str, Any]] = {}
        self._kernels: dict[FunctionType, Any] = {}

    def kernel(self, function: Function) -> Any:
        """Return a function as a kernel, its global names standing for functions on the card."""
        assert isinstance(function, FunctionType)
        known = self._kernels if self._is_bound(function) else _general
        if function not in known:
            known[function] = self._jit(self._bound(function))
        return known[function]

    def _is_bound(self, function: FunctionType) -> bool:
        """Tell whether a kernel, or a helper of it, calls a function of rules or objective."""
        names = global_names(function.__code__)
        helpers = [function.__globals__.get(name) for name in names]
        mine = {*self.device, *self._arithmetic}
        return not mine.isdisjoint(names) or any(
            self._is_bound(helper) for helper in helpers if isinstance(helper, FunctionType)
        )

    def launch(self, function: Function, threads: int, blocks: int, *arguments: Any) -> None:
        """Run a kernel."""
        device.run(self.kernel(function), max(1, blocks), threads, *arguments)

    def _bound(self, function: FunctionType) -> FunctionType:
        plain = function.__globals__
        names = self._names.setdefault(id(plain), {**plain, **self._arithmetic, **self.device})
        for name in global_names(function.__code__):
            helper = names.get(name)
            if isinstance(helper, FunctionType):
                names[name] = self._jit(device=True)(self._bound(helper))
        return FunctionType(function.__code__, names, function.__name__)


_ready: Recent[str, Functions] = Recent(MOST_READY)
_general: dict[FunctionType, Any] = {}  # kernels that serve any game


def functions_for(rules: Rules) -> Functions:
    """Return the functions of rules on the card, those of an earlier call if there are any."""
    known = identity(rules) + (identity_of_code(rules.tier) if rules.tier else "")
    if known not in _ready:
        _ready[known] = Functions(rules)
    return _ready[known]
