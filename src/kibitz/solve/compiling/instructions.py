"""Instructions of the processor that Python has no words for, for compiled code.

Each is a plain function here, which says what it does and does it in the interpreter, where only
one thread runs. `instruction` gives what stands for it in compiled code.
"""

from __future__ import annotations

from functools import lru_cache

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.solve.rows import Row


READ, NEAREST, DATA = 0, 3, 1  # what LLVM's instruction wants to know


def prefetch(row: Row, at: int) -> None:
    """Have `row[at]` brought near, where `at` is not negative, so that many places come at a time.

    In the interpreter, do nothing.
    """


def exchanged(row: Row, at: int, value: int) -> int:
    """Put a value at `row[at]` and return what was there, with no other thread in between.

    Nothing that the code does afterwards is done before.
    """
    old: int = row[at]
    row[at] = value
    return old


def released(row: Row, at: int, value: int) -> None:
    """Put a value at `row[at]`, when all that the code did before is done for every thread."""
    row[at] = value


def instruction(function: object) -> Any:
    """Return what stands for one of these functions in compiled code, None for any other."""
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
