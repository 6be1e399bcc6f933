"""Numba with WebAssembly (wasm32) as its target: compiles the same functions as for the processor.

It depends on parts of Numba and llvmlite that are not documented; `building.py` checks the version.
Code is position-independent: `linking.py` makes a module of it that is loaded anywhere in a memory.
An error that a function raises ends the kernel with a positive status.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import callconv, codegen, cpu, dispatcher, types
from numba.core.compiler_lock import global_compiler_lock
from numba.core.errors import NumbaError as NumbaError  # noqa: PLC0414 (re-exported)
from numba.core.registry import CPUTarget
from numba.core.target_extension import CPU, dispatcher_registry, jit_registry, target_registry

from kibitz.solve.compiling.compiler import numba

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FunctionType
    from typing import Any

NAME = "wasm"
TRIPLE = "wasm32-unknown-emscripten"  # the one with position-independent code
FEATURES = "+bulk-memory,+sign-ext,+nontrapping-fptoint,+mutable-globals"
OPTIMISED = 3

llvm.initialize_all_targets()
llvm.initialize_all_asmprinters()


class WasmCodegen(codegen.AOTCPUCodegen):
    """Numba's code generator with another target machine, and nothing that runs its code."""

    def _init(self, llvm_module: Any) -> None:
        self._tm_features = FEATURES
        self._tm = llvm.Target.from_triple(TRIPLE).create_target_machine(
            cpu="generic", features=FEATURES, opt=OPTIMISED, reloc="pic", codemodel="default"
        )
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        module = super()._create_empty_module(name)
        module.triple = TRIPLE
        return module

    def set_env(self, env_name: str, env: object) -> None:
        """Do nothing: there are no Python objects."""

    @property
    def machine(self) -> Any:
        """LLVM's target machine."""
        return self._tm


class WasmContext(cpu.CPUContext):
    """Lowering for this target: no Python objects, no reference counts, no addresses of here."""

    allow_dynamic_globals = False

    @global_compiler_lock
    def init(self) -> None:
        self.is32bit = False  # WebAssembly divides 64-bit integers itself
        self._internal_codegen = WasmCodegen("kibitz.wasm")

    @property
    def call_conv(self) -> Any:
        return callconv.MinimalCallConv(self)

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Do nothing: the runtime that counts references is not linked."""

    def add_dynamic_addr(self, builder: Any, intaddr: int, info: str) -> Any:
        """Return a null pointer in place of the address of a dispatcher, which is not used."""
        return ir.Constant(self.get_value_type(types.voidptr), None)

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> object:
        """Return a new object, by which Numba distinguishes functions."""
        return object()


class Wasm(CPU):
    """Name of the target in Numba; implementations for any processor serve it too."""


class WasmTarget(CPUTarget):
    """The target with its one context."""

    @property
    def target_context(self) -> WasmContext:
        if "_context" not in self.__dict__:
            self._context = WasmContext(self.typing_context, self._target_name)
        return self._context


class WasmDispatcher(dispatcher.Dispatcher):
    """Function with its compiled versions by the types of arguments."""

    targetdescr = WasmTarget(NAME)

    def add_overload(self, cres: Any) -> None:
        """Keep the code; there is nothing that can be called here."""
        self.overloads[tuple(cres.signature.args)] = cres


def jit(function: FunctionType | None = None, **others: object) -> Any:
    """Return a function compiled for this target on demand.

    Numba calls it too, as a decorator with options, for those of its own functions that are written
    in Python, such as `min`. They are compiled for the processor unless the target is registered.
    """
    if function is None:
        return jit
    options = {
        "nopython": True,
        "nogil": True,
        "_nrt": False,
        "no_cfunc_wrapper": True,
        "no_cpython_wrapper": True,
        "boundscheck": False,
    }
    return WasmDispatcher(function, targetoptions=options)


target_registry[NAME] = Wasm
dispatcher_registry[Wasm] = WasmDispatcher
jit_registry[Wasm] = jit
_first: Callable[[], int] = numba.njit(lambda: 0)
_first()  # Numba's runtime is initialised for the processor before it is for another target


def code_generator() -> WasmCodegen:
    """Return the code generator of the target."""
    made = WasmDispatcher.targetdescr.target_context.codegen()
    assert isinstance(made, WasmCodegen)
    return made
