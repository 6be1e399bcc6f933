"""Processor instructions that Python lacks, for compiled code.

Each is a plain function here, which documents it and implements it in the interpreter, where only
one thread runs. `instruction` returns its counterpart in compiled code.
"""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.arrays import Array


READ, NEAREST, DATA = 0, 3, 1  # operands of LLVM's prefetch


def prefetch(row: Array, at: int) -> None:
    """Prefetch `row[at]` into the cache, if `at` is not negative, so that many loads overlap.

    In the interpreter, do nothing.
    """


def exchanged(row: Array, at: int, value: int) -> int:
    """Atomically store a value at `row[at]` and return the old one, with acquire semantics."""
    old: int = row[at]
    row[at] = value
    return old


def released(row: Array, at: int, value: int) -> None:
    """Store a value at `row[at]` with release semantics."""
    row[at] = value


def instruction(function: object) -> Any:
    """Return the counterpart of one of these functions in compiled code, None for any other."""
    return _made()[function] if function in (prefetch, exchanged, released) else None


@lru_cache
def _made() -> dict[object, Any]:
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    def address(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, arguments[0])
        return builder.gep(array.data, [arguments[1]])

    @intrinsic
    def ahead(typing_context: Any, row: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            byte = ir.IntType(8).as_pointer()
            place = builder.bitcast(address(context, builder, signature, arguments), byte)
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(
                function, [place, *(ir.Constant(number, one) for one in (READ, NEAREST, DATA))]
            )
            return context.get_dummy_value()

        return types.void(row, types.int64), generate

    @intrinsic
    def swap(typing_context: Any, row: Any, at: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = address(context, builder, signature, arguments)
            return builder.atomic_rmw("xchg", place, arguments[2], "acquire")

        return types.int64(row, types.int64, types.int64), generate

    @intrinsic
    def put(typing_context: Any, row: Any, at: Any, value: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            place = address(context, builder, signature, arguments)
            builder.store_atomic(arguments[2], place, "release", 8)
            return context.get_dummy_value()

        return types.void(row, types.int64, types.int64), generate

    return {prefetch: ahead, exchanged: swap, released: put}
