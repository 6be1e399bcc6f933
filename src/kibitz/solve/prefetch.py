"""Memory asked for ahead of its use, so that compiled code waits for many places at a time."""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    Row = Any  # an array of integers

READ, NEAREST, DATA = 0, 3, 1  # what LLVM's instruction wants to know


def prefetch(row: Row, at: int) -> None:
    """Have `row[at]` brought near, where `at` is not negative; in the interpreter, do nothing."""


@lru_cache
def instruction() -> Any:
    """Return what stands for `prefetch` in compiled code."""
    from llvmlite import ir
    from numba.core import types
    from numba.extending import intrinsic

    @intrinsic
    def ahead(typing_context: Any, row: Any, at: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, arguments[0])
            byte = ir.IntType(8).as_pointer()
            address = builder.bitcast(builder.gep(array.data, [arguments[1]]), byte)
            number = ir.IntType(32)
            kind = ir.FunctionType(ir.VoidType(), [byte, number, number, number])
            function = builder.module.declare_intrinsic("llvm.prefetch", [byte], kind)
            builder.call(
                function, [address, *(ir.Constant(number, one) for one in (READ, NEAREST, DATA))]
            )
            return context.get_dummy_value()

        return types.void(row, types.int64), generate

    return ahead
