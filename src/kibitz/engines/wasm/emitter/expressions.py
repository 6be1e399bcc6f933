"""Expressions of rules."""

from __future__ import annotations

import ast
from abc import ABC, abstractmethod
from types import FunctionType
from typing import Any

from kibitz.engines.wasm.emitter import opcodes as op
from kibitz.engines.wasm.emitter.constant_folding import folded, known_bounds
from kibitz.engines.wasm.emitter.emitted_values import (
    Bounds,
    Known,
    NumberAt,
    RowAt,
    Several,
    Value,
    shape_of,
)
from kibitz.engines.wasm.emitter.function_scope import FunctionScope
from kibitz.solve.compiling.not_compiled import is_number
from kibitz.solve.compiling.wasm_format import unsigned

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.engines.wasm.emitter.emitted_module import EmittedModule

ARITHMETIC = {
    ast.Add: op.ADD,
    ast.Sub: op.SUBTRACT,
    ast.Mult: op.MULTIPLY,
    ast.BitAnd: op.AND,
    ast.BitOr: op.OR,
    ast.BitXor: op.XOR,
}
COMPARISONS = {
    ast.Eq: op.EQUAL,
    ast.NotEq: op.UNEQUAL,
    ast.Lt: op.LESS,
    ast.LtE: op.AT_MOST,
    ast.Gt: op.GREATER,
    ast.GtE: op.AT_LEAST,
}


def power(base: int, exponent: int) -> int:
    """Return a power by repeated squaring; the exponent is not negative."""
    made = 1
    while exponent > 0:
        if exponent & 1:
            made *= base
        base *= base
        exponent >>= 1
    return made


class Expressions(ABC):
    """Emits expressions: `number` leaves 64 bits, `truth` 32, and `value` leaves nothing.

    `value` returns where the value is. A method that ends in `_at` belongs to one kind of node.
    """

    code: op.WasmWriter
    module: EmittedModule

    @abstractmethod
    def call(self, scope: FunctionScope, node: ast.Call) -> Value:
        """Emit a call; see `calls.py`."""

    @abstractmethod
    def assign(self, scope: FunctionScope, target: ast.expr, value: Value) -> None:
        """Emit an assignment; see `statements.py`."""

    # Numbers and truth

    def number(self, scope: FunctionScope, node: ast.expr) -> None:
        """Emit an expression that leaves a number."""
        if isinstance(node, ast.BinOp) and folded(scope, node) is None:
            self.binary(scope, node)
        elif isinstance(node, ast.Compare) or (
            isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
        ):
            self.truth(scope, node)
            self.code.put(op.EXTEND)
        elif isinstance(node, ast.IfExp) and folded(scope, node.test) is None:
            self.truth(scope, node.test)
            self.code.open(op.IF, op.I64)
            self.number(scope, node.body)
            self.code.put(op.ELSE)
            self.number(scope, node.orelse)
            self.code.close()
        elif isinstance(node, ast.Subscript):
            self.subscript(scope, node)
        else:
            self.push(scope, node, self.value(scope, node))

    def push(self, scope: FunctionScope, node: ast.AST, value: Value) -> None:
        """Leave a value, which is a number."""
        if isinstance(value, NumberAt):
            self.code.put(op.get(value.local))
        elif isinstance(value, Known) and is_number(value.thing):
            assert isinstance(value.thing, int)
            self.code.put(op.number(int(value.thing)))
        elif isinstance(value, Known) and value.thing is None:
            self.fail(scope, node, "missing")
        elif isinstance(value, Known) and isinstance(value.thing, int):
            raise scope.refused(node, "a number of more than 63 bits")
        else:
            raise scope.refused(node, f"{described(value)} where a number is expected")

    def truth(self, scope: FunctionScope, node: ast.expr) -> None:
        """Emit a condition."""
        known = folded(scope, node)
        if known is not None:
            self.code.put(op.NUMBER32, 1 if known.thing else 0)
        elif isinstance(node, ast.Compare):
            self.comparison(scope, node)
        elif isinstance(node, ast.BoolOp):
            self.truth(scope, node.values[0])
            for each in node.values[1:]:
                self.code.open(op.IF, op.I32)
                if isinstance(node.op, ast.And):
                    self.truth(scope, each)
                    self.code.put(op.ELSE, op.NUMBER32, 0)
                else:
                    self.code.put(op.NUMBER32, 1, op.ELSE)
                    self.truth(scope, each)
                self.code.close()
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            self.truth(scope, node.operand)
            self.code.put(op.NOT32)
        else:
            self.number(scope, node)
            self.code.put(op.IS_ZERO, op.NOT32)

    def comparison(self, scope: FunctionScope, node: ast.Compare) -> None:
        """Emit a comparison, or a chain of them."""
        left = node.left
        for at, (test, right) in enumerate(zip(node.ops, node.comparators, strict=True)):
            if at:
                self.code.open(op.IF, op.I32)
            if at + 1 < len(node.ops) and not isinstance(right, ast.Constant):
                right = self.held(scope, right)  # noqa: PLW2901 (it is evaluated once)
            if isinstance(test, ast.In | ast.NotIn):
                self.membership(scope, left, right)
                if isinstance(test, ast.NotIn):
                    self.code.put(op.NOT32)
            elif type(test) in COMPARISONS:
                self.number(scope, left)
                self.number(scope, right)
                self.code.put(COMPARISONS[type(test)])
            else:
                raise scope.refused(node, "is")
            left = right
        for _ in node.ops[1:]:
            self.code.put(op.ELSE, op.NUMBER32, 0)
            self.code.close()

    def held(self, scope: FunctionScope, node: ast.expr) -> ast.expr:
        """Evaluate an expression; return a name for its value."""
        name = f"held {len(scope.variables)}"
        scope.own.add(name)
        scope.variables[name] = self.value(scope, node)
        return ast.copy_location(ast.Name(name, ast.Load()), node)

    def membership(self, scope: FunctionScope, item: ast.expr, whole: ast.expr) -> None:
        """Emit whether a number is in a tuple."""
        found = self.value(scope, whole)
        sought = self.kept_number(scope, item)
        if isinstance(found, Known) and isinstance(found.thing, range) and found.thing.step == 1:
            for limit, test in ((found.thing.start, op.AT_LEAST), (found.thing.stop, op.LESS)):
                self.code.put(op.get(sought), op.number(limit), test)
            self.code.put(op.AND32)
            return
        items = self.items_of(scope, whole, found)
        label = self.code.open(op.BLOCK, op.I32)
        for each in items:
            self.code.put(op.NUMBER32, 1, op.get(sought))
            self.push(scope, whole, each)
            self.code.put(op.EQUAL)
            self.code.jump(label, conditional=True)
            self.code.put(op.DROP)
        self.code.put(op.NUMBER32, 0)
        self.code.close()

    def items_of(self, scope: FunctionScope, node: ast.AST, value: Value) -> list[Value]:
        """Return the items of a tuple of known length."""
        if isinstance(value, Several):
            return list(value.items)
        if isinstance(value, Known) and isinstance(value.thing, tuple):
            return [Known(each) for each in value.thing]
        if isinstance(value, RowAt) and isinstance(value.lengths[0], Known):
            length = value.lengths[0].thing
            assert isinstance(length, int)
            return [self.item(scope, node, value, Known(at)) for at in range(length)]
        raise scope.refused(node, f"the items of {described(value)}")

    def kept_number(self, scope: FunctionScope, node: ast.expr) -> int:
        """Evaluate a number into a local; return the local."""
        value = self.value(scope, node)
        if isinstance(value, NumberAt):
            return value.local
        self.push(scope, node, value)
        local = self.code.temporary()
        self.code.put(op.set_local(local))
        return local

    # Arithmetic

    def binary(self, scope: FunctionScope, node: ast.BinOp) -> None:
        """Emit arithmetic of two numbers."""
        kind, right = type(node.op), folded(scope, node.right)
        if kind in ARITHMETIC:
            self.number(scope, node.left)
            self.number(scope, node.right)
            self.code.put(ARITHMETIC[kind])
        elif kind in (ast.LShift, ast.RShift):
            self.shift(scope, node, right)
        elif kind in (ast.FloorDiv, ast.Mod):
            self.division(scope, node, right)
        elif kind is ast.Pow:
            self.number(scope, node.left)
            exponent = self.kept_number(scope, node.right)
            self.code.put(op.get(exponent), op.number(0), op.LESS)
            self.fail_if(scope, node, "raised")
            assert isinstance(power, FunctionType)
            function = self.module.function(scope, node, power, [NumberAt(0), NumberAt(1)])
            self.code.put(op.get(exponent), op.call(function.number))
        else:
            raise scope.refused(node, "a fraction" if kind is ast.Div else kind.__name__)

    def shift(self, scope: FunctionScope, node: ast.BinOp, count: Known | None) -> None:
        """Emit a shift; one by a negative number fails, as does one that loses all bits."""
        left = isinstance(node.op, ast.LShift)
        self.number(scope, node.left)
        operation = op.SHIFT_LEFT if left else op.SHIFT_RIGHT
        if count is not None and isinstance(count.thing, int):
            bits = int(count.thing)
            if bits < 0 or (left and bits >= op.WORD_BITS):
                self.fail(scope, node, "shift" if bits < 0 else "large")
                return
            self.code.put(op.number(min(bits, op.WORD_BITS - 1)), operation)
            return
        self.number(scope, node.right)
        bounds = known_bounds(scope, node.right)
        if bounds is None or bounds[0] < 0 or bounds[1] >= op.WORD_BITS:
            local = self.code.temporary()
            self.code.put(op.tee(local), op.number(op.WORD_BITS - 1), op.GREATER_UNSIGNED)
            self.code.open(op.IF)
            self.code.put(op.get(local), op.number(0), op.LESS)
            self.fail_if(scope, node, "shift")
            if left:
                self.fail(scope, node, "large")
            else:
                self.code.put(op.number(op.WORD_BITS - 1), op.set_local(local))
            self.code.close()
            self.code.put(op.get(local))
        self.code.put(operation)

    def division(self, scope: FunctionScope, node: ast.BinOp, by: Known | None) -> None:
        """Emit a division that rounds down, or its remainder."""
        divides = isinstance(node.op, ast.FloorDiv)
        self.number(scope, node.left)
        if by is not None and isinstance(by.thing, int) and by.thing > 0:
            divisor = int(by.thing)
            if divisor & (divisor - 1) == 0:
                self.code.put(op.number(divisor.bit_length() - 1 if divides else divisor - 1))
                self.code.put(op.SHIFT_RIGHT if divides else op.AND)
                return
            self.number(scope, node.right)
        else:
            self.number(scope, node.right)
            local = self.code.temporary()
            self.code.put(op.tee(local), op.IS_ZERO)
            self.fail_if(scope, node, "zero")
            self.code.put(op.get(local))
        self.code.put(op.call(self.module.floor if divides else self.module.remainder))

    def fail(self, scope: FunctionScope, node: ast.AST, reason: str) -> None:
        """Emit a trap; code after it is never reached."""
        number = self.module.place(scope, node, reason)
        self.code.put(op.number32(number), op.call(self.module.stop))
        self.code.put(op.UNREACHABLE)

    def fail_if(self, scope: FunctionScope, node: ast.AST, reason: str) -> None:
        """Emit a trap if a condition holds, which was left."""
        self.code.open(op.IF)
        self.fail(scope, node, reason)
        self.code.close()

    # Values

    def value(self, scope: FunctionScope, node: ast.expr) -> Value:
        """Emit an expression; return where its value is."""
        known = folded(scope, node)
        if known is not None:
            return known
        if isinstance(node, ast.Name):
            return scope.variables[node.id]
        if isinstance(node, ast.Tuple):
            return Several(tuple(self.value(scope, each) for each in node.elts))
        if isinstance(node, ast.Call):
            return self.call(scope, node)
        if isinstance(node, ast.Attribute):
            return self.attribute(scope, node)
        if isinstance(node, ast.NamedExpr):
            found = self.value(scope, node.value)
            self.assign(scope, node.target, found)
            return scope.variables[node.target.id]
        if isinstance(node, ast.Subscript):
            item = self.item_of(scope, node)
            if item is not None:
                return item
        elif isinstance(node, ast.IfExp):
            return self.choice(scope, node)
        elif isinstance(node, ast.BoolOp):
            return self.either(scope, node)
        elif isinstance(node, ast.UnaryOp) and not isinstance(node.op, ast.Not):
            self.unary(scope, node)
            return self.popped()
        elif not isinstance(node, ast.BinOp | ast.Compare | ast.UnaryOp):
            raise scope.refused_syntax(node)
        bounds = known_bounds(scope, node)
        self.number(scope, node)
        return self.popped(bounds)

    def popped(self, bounds: Bounds = None) -> NumberAt:
        """Put the number that was left into a local."""
        local = self.code.temporary()
        self.code.put(op.set_local(local))
        return NumberAt(local, bounds)

    def unary(self, scope: FunctionScope, node: ast.UnaryOp) -> None:
        """Emit - or ~ of a number."""
        if isinstance(node.op, ast.USub):
            self.code.put(op.number(0))
        self.number(scope, node.operand)
        if isinstance(node.op, ast.USub):
            self.code.put(op.SUBTRACT)
        elif isinstance(node.op, ast.Invert):
            self.code.put(op.number(-1), op.XOR)

    def either(self, scope: FunctionScope, node: ast.BoolOp) -> Value:
        """Emit `and` or `or`, whose value is that of one of the operands."""
        local = self.code.temporary()
        self.number(scope, node.values[0])
        self.code.put(op.set_local(local))
        for each in node.values[1:]:
            self.code.put(op.get(local), op.IS_ZERO)
            if isinstance(node.op, ast.And):
                self.code.put(op.NOT32)
            self.code.open(op.IF)
            self.number(scope, each)
            self.code.put(op.set_local(local))
            self.code.close()
        return NumberAt(local)

    def choice(self, scope: FunctionScope, node: ast.IfExp) -> Value:
        """Emit a choice between two values of one kind."""
        test = folded(scope, node.test)
        if test is not None:
            return self.value(scope, node.body if test.thing else node.orelse)
        self.truth(scope, node.test)
        self.code.open(op.IF)
        chosen = self.settable(scope, node, self.value(scope, node.body))
        self.code.put(op.ELSE)
        self.store_in(scope, node, chosen, self.value(scope, node.orelse))
        self.code.close()
        return chosen

    def settable(self, scope: FunctionScope, node: ast.AST, value: Value) -> Value:
        """Copy a value to locals of its own; return them."""
        if isinstance(value, Several):
            items = tuple(self.settable(scope, node, each) for each in value.items)
            return Several(items, value.names)
        if isinstance(value, Known) and not isinstance(value.thing, int):
            value = self.row(scope, node, value)
        if isinstance(value, RowAt):
            address = self.code.temporary(op.I32)
            lengths = tuple(NumberAt(self.code.temporary()) for _ in value.lengths)
            made: Value = RowAt(value.letter, address, 0, lengths, None, value.constant)
        else:
            made = NumberAt(self.code.temporary())
        self.store_in(scope, node, made, value)
        return made

    def store_in(self, scope: FunctionScope, node: ast.AST, place: Value, value: Value) -> None:
        """Copy a value to locals that hold a value of its kind."""
        if isinstance(place, NumberAt):
            self.push(scope, node, value)
            self.code.put(op.set_local(place.local))
            return
        if isinstance(place, RowAt):
            row = self.row(scope, node, value)
            if row.letter != place.letter or len(row.lengths) != len(place.lengths):
                raise scope.refused(node, "tuples of different kinds under one name")
            assert place.address is not None
            for to, length in zip(place.lengths, row.lengths, strict=True):
                if isinstance(to, NumberAt):
                    self.push(scope, node, length)
                    self.code.put(op.set_local(to.local))
            self.push_address(row)
            self.code.put(op.set_local(place.address))
            return
        assert isinstance(place, Several)
        items = self.items_of(scope, node, value)
        if len(items) != len(place.items):
            raise scope.refused(node, "tuples of different lengths under one name")
        for target, each in zip(place.items, items, strict=True):
            self.store_in(scope, node, target, each)

    # Rows and tuples

    def row(self, scope: FunctionScope, node: ast.AST, value: Value) -> RowAt:
        """Return a value as a row in memory."""
        if isinstance(value, RowAt):
            return value
        if isinstance(value, Several) and all(
            isinstance(each, Known) and not isinstance(each.thing, tuple) for each in value.items
        ):
            value = Known(tuple(each.thing for each in value.items))  # type: ignore[union-attr]
        if isinstance(value, Known) and shape_of(value.thing):
            assert isinstance(value.thing, tuple)
            return self.module.constant_row(scope, node, value.thing)
        raise scope.refused(node, f"{described(value)} where a tuple of numbers is expected")

    def push_base(self, row: RowAt) -> None:
        """Leave the address of a row without its offset."""
        if row.address is None:
            self.code.put(op.GET_GLOBAL, 0)
        else:
            self.code.put(op.get(row.address))

    def push_address(self, row: RowAt) -> None:
        """Leave the address of a row."""
        self.push_base(row)
        if row.offset:
            self.code.put(op.number32(row.offset), op.ADD32)

    def subscript(self, scope: FunctionScope, node: ast.Subscript) -> None:
        """Emit an item of a tuple, which is a number."""
        found = self.item_of(scope, node, loads=True)
        if found is not None:
            self.push(scope, node, found)

    def item_of(
        self, scope: FunctionScope, node: ast.Subscript, *, loads: bool = False
    ) -> Value | None:
        """Return the item that a subscript names; with `loads`, None if it was left as a number."""
        whole = self.value(scope, node.value)
        index = node.slice
        if isinstance(index, ast.Slice):
            raise scope.refused(node, "a part of a tuple")
        places = index.elts if isinstance(index, ast.Tuple) else [index]
        for number, place in enumerate(places, 1):
            known = folded(scope, place)
            if isinstance(whole, Several) or (
                isinstance(whole, Known) and (known is not None or not shape_of(whole.thing))
            ):
                if known is None:
                    raise scope.refused(node, f"an item of {described(whole)} by a variable")
                whole = self.fixed_item(scope, node, whole, known)
                continue
            row = self.row(scope, node, whole)
            at = known or self.value(scope, place)
            last = number == len(places) and len(row.lengths) == 1
            if last and loads:
                self.load(scope, node, row, at, known_bounds(scope, place))
                return None
            whole = self.item(scope, node, row, at, known_bounds(scope, place))
        return whole

    def fixed_item(
        self, scope: FunctionScope, node: ast.AST, whole: Known | Several, index: Known
    ) -> Value:
        """Return an item of a tuple that is not in memory; a wrong index fails when it is used."""
        at: Any = index.thing
        try:
            if isinstance(whole, Several):
                found: Value = whole.items[at]
                return found
            return Known(whole.thing[at])  # type: ignore[index]
        except IndexError:
            self.fail(scope, node, "index")
            return Known(0)
        except TypeError:
            raise scope.refused(node, f"an item of {described(whole)}") from None

    def item(
        self, scope: FunctionScope, node: ast.AST, row: RowAt, at: Value, within: Bounds = None
    ) -> Value:
        """Return an item of a row: a number, or a row of a matrix."""
        if len(row.lengths) == 1:
            self.load(scope, node, row, at, within)
            return self.popped(row.bounds)
        self.place_of(scope, node, row, at, within)
        address = self.code.temporary(op.I32)
        self.code.put(op.set_local(address))
        return row._replace(address=address, lengths=row.lengths[1:])

    def load(
        self, scope: FunctionScope, node: ast.AST, row: RowAt, at: Value, within: Bounds
    ) -> None:
        """Leave an item of a row."""
        self.place_of(scope, node, row, at, within)
        self.code.put(op.LOADS[row.letter], unsigned(row.offset))

    def place_of(
        self, scope: FunctionScope, node: ast.AST, row: RowAt, at: Value, within: Bounds
    ) -> None:
        """Leave the address of an item, without the offset of its row; the index is checked."""
        length, *others = row.lengths
        self.push_base(row)
        if not self.checked(scope, node, length, at, within):
            return
        self.code.put(op.WRAP)
        for each in others:
            self.push(scope, node, each)
            self.code.put(op.WRAP, op.MULTIPLY32)
        bits = op.ITEM_BITS[row.letter]
        if bits:
            self.code.put(op.NUMBER32, bits, op.SHIFT32)
        self.code.put(op.ADD32)

    def checked(
        self, scope: FunctionScope, node: ast.AST, length: Value, at: Value, within: Bounds
    ) -> bool:
        """Leave an index after it is compared with a length; False if it is always wrong."""
        if isinstance(at, Known) and isinstance(at.thing, int) and isinstance(length, Known):
            assert isinstance(length.thing, int)
            index = at.thing + length.thing if at.thing < 0 else at.thing
            if not 0 <= index < length.thing:
                self.fail(scope, node, "index")
                return False
            self.code.put(op.number(index))
            return True
        self.push(scope, node, at)
        if (
            within is not None
            and isinstance(length, Known)
            and isinstance(length.thing, int)
            and 0 <= within[0] <= within[1] < length.thing
        ):
            return True
        local = self.code.temporary()
        self.code.put(op.tee(local))
        if self.module.fuel is None:
            if within is None or within[0] < 0:  # a negative index counts from the end
                self.code.put(op.get(local), op.number(op.WORD_BITS - 1), op.SHIFT_RIGHT)
                self.push(scope, node, length)
                self.code.put(op.AND, op.ADD)
            return True
        self.push(scope, node, length)
        self.code.put(op.LESS_UNSIGNED)
        self.code.open(op.IF, op.I64)
        self.code.put(op.get(local), op.ELSE, op.get(local))
        self.push(scope, node, length)
        place = self.module.place(scope, node, "index")
        self.code.put(op.number32(place), op.call(self.module.from_end))
        self.code.close()
        return True

    def attribute(self, scope: FunctionScope, node: ast.Attribute) -> Value:
        """Emit an attribute: of a named tuple, or the shape of a matrix."""
        whole = self.value(scope, node.value)
        if isinstance(whole, Several) and node.attr in whole.names:
            return whole.items[whole.names.index(node.attr)]
        if isinstance(whole, RowAt) and node.attr == "shape":
            return Several(whole.lengths)
        raise scope.refused(node, f".{node.attr}")


def described(value: Value) -> str:
    """Return what a value is, for an error."""
    if isinstance(value, Known):
        return f"a {type(value.thing).__name__}"
    return "a number" if isinstance(value, NumberAt) else "a tuple"
