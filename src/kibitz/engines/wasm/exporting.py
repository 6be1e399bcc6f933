"""Kernels as exports of a module.

An export is a function `(block) -> status`. `block` is the address of 64-bit words: the arguments
in order, a number as one word, a row as its address and its lengths. The results replace them, from
the first word on. The status is positive if the kernel raised an error.

The name of an export has three parts, separated by spaces: the name of the kernel, and the types of
its arguments and results as in `signatures.py`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import llvmlite.binding as llvm
from llvmlite import ir
from numba.core import types as numba_types
from numba.core.compiler_lock import global_compiler_lock

from kibitz.engines.wasm.numba_target import OPTIMISED, code_generator
from kibitz.engines.wasm.signatures import NUMBER, TRUTH, TUPLES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

types: Any = numba_types

WORD, STATUS, OFFSET = ir.IntType(64), ir.IntType(32), ir.IntType(32)
KINDS = {
    NUMBER: types.int64,
    TRUTH: types.boolean,
    "Q": types.Array(types.int64, 1, "C"),
    "I": types.Array(types.int32, 1, "C"),
    "H": types.Array(types.int16, 1, "C"),
    "B": types.Array(types.boolean, 1, "C"),
    "M": types.Array(types.int64, 2, "C"),
    "L": types.Array(types.int32, 2, "C"),
}


@global_compiler_lock
def exported(kernel: Any, name: str, arguments: str) -> tuple[str, Any]:
    """Compile a kernel for some types; return the name of its export and a module of LLVM."""
    signature = tuple(map(kind_of, arguments))
    kernel.compile(signature)
    code = kernel.overloads[signature]
    returned = code.fndesc.restype
    kinds = result_kinds(returned)
    name = f"{name} {arguments} {''.join(TRUTH if is_truth(one) else NUMBER for one in kinds)}"
    context = code.target_context
    library = context.codegen().create_library(name)
    library.add_linking_library(code.library)
    module = context.create_module(name)
    _Export(context, module, name).write(code.fndesc)
    library.add_ir_module(module)
    library.finalize()
    final = library._final_module.clone()
    # Only the export is visible; Numba's variables are "common", which WebAssembly lacks.
    for thing in (*final.functions, *final.global_variables):
        if not thing.is_declaration and thing.name != name:
            thing.linkage = "internal"
    return name, final


def kind_of(letter: str) -> Any:
    """Return the type of an argument."""
    if letter in TUPLES:
        named, parts = TUPLES[letter]
        return types.NamedTuple([KINDS[part] for part in parts], named)
    return KINDS[letter]


def result_kinds(returned: Any) -> list[Any]:
    """Return the types of the results of a kernel."""
    if isinstance(returned, types.NoneType):
        return []
    return list(returned) if isinstance(returned, types.BaseTuple) else [returned]


def is_truth(kind: Any) -> bool:
    """Return whether a type is that of truth values."""
    return isinstance(kind, types.Boolean)


class _Export:
    """Function that reads the arguments of a kernel from a block, and writes the results."""

    def __init__(self, context: Any, module: Any, name: str) -> None:
        self.context = context
        self.module = module
        function = ir.Function(module, ir.FunctionType(STATUS, [WORD.as_pointer()]), name)
        self.builder = ir.IRBuilder(function.append_basic_block("entry"))
        self.block = function.args[0]
        self.read = 0

    def write(self, kernel: Any) -> None:
        """Emit the function, given Numba's descriptor of the kernel."""
        convention = self.context.call_conv
        kind = convention.get_function_type(kernel.restype, kernel.argtypes)
        callee = ir.Function(self.module, kind, kernel.llvm_func_name)
        arguments = [self.argument(each) for each in kernel.argtypes]
        status, result = convention.call_function(
            self.builder, callee, kernel.restype, kernel.argtypes, arguments
        )
        kinds = result_kinds(kernel.restype)
        several = isinstance(kernel.restype, types.BaseTuple)
        for at, each in enumerate(kinds):
            value = self.builder.extract_value(result, at) if several else result
            if value.type != WORD:
                extend = self.builder.zext if is_truth(each) else self.builder.sext
                value = extend(value, WORD)
            self.builder.store(value, self.place(at))
        self.builder.ret(status.code)

    def place(self, at: int) -> Any:
        """Return the address of a word of the block."""
        return self.builder.gep(self.block, [ir.Constant(OFFSET, at)])

    def word(self) -> Any:
        """Emit a load of the next word."""
        self.read += 1
        return self.builder.load(self.place(self.read - 1))

    def argument(self, kind: Any) -> Any:
        """Emit loads of an argument."""
        if isinstance(kind, types.BaseTuple):
            parts = [self.argument(each) for each in kind]
            return self.context.make_tuple(self.builder, kind, parts)
        if isinstance(kind, types.Array):
            return self.row(kind)
        value, wanted = self.word(), self.context.get_value_type(kind)
        return value if wanted == WORD else self.builder.trunc(value, wanted)

    def row(self, kind: Any) -> Any:
        """Emit a row: its address and its lengths; items are contiguous."""
        context, builder = self.context, self.builder
        row = context.make_array(kind)(context, builder)
        data = builder.inttoptr(self.word(), row.data.type)
        shape = [self.word() for _ in range(kind.ndim)]
        size = ir.Constant(WORD, context.get_abi_sizeof(context.get_data_type(kind.dtype)))
        strides = [size]
        for length in reversed(shape[1:]):
            strides.insert(0, builder.mul(strides[0], length))
        context.populate_array(
            row, data=data, shape=shape, strides=strides, itemsize=size, meminfo=None
        )
        return row._getvalue()


def object_file(modules: Sequence[Any]) -> bytes:
    """Link modules of LLVM into one, optimise the whole, and return it as an object file."""
    whole, *others = modules
    for other in others:
        whole.link_in(other)
    machine = code_generator().machine
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(OPTIMISED))
    passes.getModulePassManager().run(whole, passes)
    whole.verify()
    code: bytes = machine.emit_object(whole)
    return code
