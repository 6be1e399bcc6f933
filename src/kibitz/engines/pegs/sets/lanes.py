"""SIMD vectors of eight words in compiled code.

The compiler does not reliably vectorise tuples of eight words, least of all across loop iterations.
So this is a separate type for the compiler, with the operations that tiles need.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic, models, register_model

Eight = Any

LANES = 8
VECTOR = ir.VectorType(ir.IntType(64), LANES)
NUMBER = ir.IntType(32)


class EightWords(types.Type):
    """The compiler's type of eight words."""

    def __init__(self) -> None:
        super().__init__(name="EightWords")


@register_model(EightWords)
class EightWordsModel(models.PrimitiveModel):
    """The representation of that type in LLVM."""

    def __init__(self, manager: object, kind: object) -> None:
        super().__init__(manager, kind, VECTOR)


EIGHT = EightWords()
WORD = types.uint64


def compiled(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a function of compiled code from one that defines its types and generates it."""
    return cast("Callable[..., Any]", intrinsic(function))


def address(context: Any, builder: Any, kind: Any, array: Any, at: Any) -> Any:
    """Return the address of eight words of an array."""
    data = context.make_array(kind)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [at]), VECTOR.as_pointer())


def shuffled(builder: Any, vector: Any, lanes: list[int]) -> Any:
    """Return the words of a vector in another order."""
    order = ir.Constant(ir.VectorType(NUMBER, LANES), lanes)
    return builder.shuffle_vector(vector, ir.Constant(VECTOR, ir.Undefined), order)


def alike(builder: Any, word: Any) -> Any:
    """Return a vector of eight copies of a word."""
    one = builder.insert_element(ir.Constant(VECTOR, ir.Undefined), word, NUMBER(0))
    return shuffled(builder, one, [0] * LANES)


@compiled
def load(typing: Any, words: Any, at: Any) -> Any:
    """Return eight words of an array."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found = builder.load(address(context, builder, signature.args[0], *values))
        found.align = 8
        return found

    return EIGHT(words, WORD), code


@compiled
def store(typing: Any, words: Any, at: Any, eight: Any) -> Any:
    """Write eight words into an array."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        place = address(context, builder, signature.args[0], *values[:2])
        builder.store(values[2], place, align=8)
        return context.get_dummy_value()

    return types.void(words, WORD, EIGHT), code


@compiled
def across(typing: Any, eight: Any, xor: Any) -> Any:
    """Return eight words, each from the lane whose number differs by `xor`."""

    def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
        found, xor = values
        for bit in (1, 2, 4):
            other = shuffled(builder, found, [lane ^ bit for lane in range(LANES)])
            wanted = builder.and_(xor, xor.type(bit))
            found = builder.select(builder.icmp_unsigned("!=", wanted, xor.type(0)), other, found)
        return found

    return EIGHT(EIGHT, WORD), code


def combined(operation: Callable[..., Any], *kinds: Any) -> Callable[..., Any]:
    """Return a function of compiled code; a word among its arguments is broadcast."""

    def typed(typing: Any, a: Any, b: Any, c: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, values: Any) -> Any:
            vectors = [
                alike(builder, value) if kind is WORD else value
                for kind, value in zip(kinds, values, strict=True)
            ]
            return operation(builder, *vectors)

        return EIGHT(*kinds), code

    return compiled(typed)


# (words, left, right): shifted to the left, then to the right
shifted = combined(lambda b, w, left, right: b.lshr(b.shl(w, left), right), EIGHT, WORD, WORD)
# (found, words, mask): `found`, or-ed with the words masked
added = combined(lambda b, f, w, mask: b.or_(f, b.and_(w, mask)), EIGHT, EIGHT, EIGHT)
# (words, others, mask): the bits of `others` where the mask has ones, else those of `words`
merged = combined(lambda b, w, o, mask: b.xor(w, b.and_(b.xor(w, o), mask)), EIGHT, EIGHT, EIGHT)
# (words, shift, mask): bits at that distance swapped, the lower ones in the mask
swapped = combined(
    lambda b, w, shift, mask: b.or_(b.and_(b.lshr(w, shift), mask), b.shl(b.and_(w, mask), shift)),
    EIGHT,
    WORD,
    WORD,
)
