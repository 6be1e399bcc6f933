"""Calls of functions, and of the built-in functions of Python that rules use."""

from __future__ import annotations

import ast
import inspect
from abc import abstractmethod
from collections.abc import Callable
from types import FunctionType

from kibitz.engines.wasm.emitter import opcodes as op
from kibitz.engines.wasm.emitter.constant_folding import folded
from kibitz.engines.wasm.emitter.emitted_values import Known, NumberAt, RowAt, Several, Value
from kibitz.engines.wasm.emitter.expressions import Expressions, described
from kibitz.engines.wasm.emitter.function_scope import FunctionScope, size_of
from kibitz.solve.compiling.instructions import exchanged, prefetch, released
from kibitz.solve.compiling.rule_function import Default


class Calls(Expressions):
    """Emits calls."""

    @abstractmethod
    def iterate(self, scope: FunctionScope, node: ast.expr, each: Callable[[Value], None]) -> None:
        """Emit a loop; see `statements.py`."""

    @abstractmethod
    def inline(
        self,
        scope: FunctionScope,
        node: ast.expr,
        called: FunctionType,
        arguments: list[Value],
    ) -> Value:
        """Emit the body of a function in place of a call; see `statements.py`."""

    @property
    def has_room(self) -> bool:
        """Whether the function is short enough for code to be written several times."""
        return len(self.code.code) < ROOM

    @abstractmethod
    def bind_target(self, scope: FunctionScope, target: ast.expr, value: Value) -> None:
        """Assign an item to the target of a loop; see `statements.py`."""

    def call(self, scope: FunctionScope, node: ast.Call) -> Value:
        """Emit a call; return where its result is."""
        if isinstance(node.func, ast.Attribute) and node.func.attr in METHODS:
            whole = folded(scope, node.func.value)
            if (whole is None or isinstance(whole.thing, int)) and not node.args:
                return self.bits(scope, node, node.func)
        called = folded(scope, node.func)
        thing = None if called is None else called.thing
        if isinstance(thing, FunctionType) and thing not in (prefetch, exchanged, released):
            return self.call_function(scope, node, thing)
        if thing is divmod:
            return self.divided(scope, node)
        name = getattr(self, f"call_{getattr(thing, '__name__', '')}", None)
        if name is None or node.keywords or thing not in KNOWN:
            raise scope.refused(node, f"{ast.unparse(node.func)}()")
        found: Value = name(scope, node)
        return found

    # Functions of rules

    def arguments(self, scope: FunctionScope, node: ast.Call, called: FunctionType) -> list[Value]:
        """Evaluate the arguments of a call, in the order of the parameters."""
        given = scope.arguments(node, called).values()
        return [
            Known(each.value) if isinstance(each, Default) else self.value(scope, each)
            for each in given
        ]

    def call_function(self, scope: FunctionScope, node: ast.Call, called: FunctionType) -> Value:
        """Emit a call of a function of rules or of a kernel."""
        if inspect.isgeneratorfunction(called):
            raise scope.refused(node, f"the generator {called.__name__} outside a loop")
        values = self.arguments(scope, node, called)
        small = size_of(FunctionScope(called).tree) <= MOST_INLINED
        if small and called not in scope.within and self.has_room:
            return self.inline(scope, node, called, values)
        function = self.module.function(scope, node, called, values)
        self.makes_calls = True
        for value in values:
            self.push_parts(scope, node, value)
        self.code.put(op.call(function.number))
        if function.results is None:
            return Known(None)
        found = [self.popped() for _ in range(max(1, len(function.results)))][::-1]
        return Several(tuple(found)) if function.results else found[0]

    makes_calls = False

    def push_parts(self, scope: FunctionScope, node: ast.AST, value: Value) -> None:
        """Leave the parts of an argument that are known only when the rules run."""
        if isinstance(value, Several):
            for each in value.items:
                self.push_parts(scope, node, each)
        elif isinstance(value, RowAt):
            self.push_address(value)
            for length in value.lengths:
                self.push(scope, node, length)
        elif isinstance(value, NumberAt) or isinstance(value.thing, int):
            self.push(scope, node, value)

    # Built-in functions

    def bits(self, scope: FunctionScope, node: ast.Call, method: ast.Attribute) -> Value:
        """Emit `bit_count` or `bit_length`, of the absolute value as in Python."""
        self.absolute(self.kept_number(scope, method.value))
        if method.attr == "bit_count":
            self.code.put(op.ONES)
        else:
            self.code.put(op.LEADING_ZEROS)
            held = self.popped()
            self.code.put(op.number(64), op.get(held.local), op.SUBTRACT)
        return self.popped((0, 64))

    def absolute(self, local: int) -> None:
        """Leave the absolute value of a local."""
        self.code.put(op.number(0), op.get(local), op.SUBTRACT, op.get(local), op.get(local))
        self.code.put(op.number(0), op.LESS, op.SELECT)

    def call_abs(self, scope: FunctionScope, node: ast.Call) -> Value:
        (given,) = node.args
        self.absolute(self.kept_number(scope, given))
        return self.popped()

    def call_int(self, scope: FunctionScope, node: ast.Call) -> Value:
        (given,) = node.args
        self.number(scope, given)
        return self.popped()

    def call_bool(self, scope: FunctionScope, node: ast.Call) -> Value:
        (given,) = node.args
        self.truth(scope, given)
        self.code.put(op.EXTEND)
        return self.popped((0, 1))

    def call_len(self, scope: FunctionScope, node: ast.Call) -> Value:
        (given,) = node.args
        value = self.value(scope, given)
        if isinstance(value, RowAt):
            return value.lengths[0]
        if isinstance(value, Several):
            return Known(len(value.items))
        if isinstance(value, Known) and isinstance(value.thing, tuple | range):
            return Known(len(value.thing))
        raise scope.refused(node, f"len() of {described(value)}")

    def divided(self, scope: FunctionScope, node: ast.Call) -> Value:
        """Emit `divmod`."""
        if len(node.args) != 2:
            raise scope.refused(node, "divmod() with these arguments")
        left, right = (self.held(scope, each) for each in node.args)
        found = []
        for kind in (ast.FloorDiv(), ast.Mod()):
            self.binary(scope, ast.copy_location(ast.BinOp(left, kind, right), node))
            found.append(self.popped())
        return Several(tuple(found))

    def call_min(self, scope: FunctionScope, node: ast.Call) -> Value:
        return self.extreme(scope, node, op.LESS)

    def call_max(self, scope: FunctionScope, node: ast.Call) -> Value:
        return self.extreme(scope, node, op.GREATER)

    def extreme(self, scope: FunctionScope, node: ast.Call, test: int) -> Value:
        """Emit `min` or `max`, of several arguments or of the items of one."""
        if len(node.args) == 1:
            return self.reduced(scope, node, node.args[0], test)
        best = self.code.temporary()
        self.number(scope, node.args[0])
        self.code.put(op.set_local(best))
        for each in node.args[1:]:
            self.least(best, self.kept_number(scope, each), test)
            self.code.put(op.set_local(best))
        return NumberAt(best)

    def least(self, one: int, other: int, test: int) -> None:
        """Leave one of two locals: the other one if it passes a test against the first."""
        self.code.put(op.get(other), op.get(one), op.get(other), op.get(one), test, op.SELECT)

    def reduced(self, scope: FunctionScope, node: ast.Call, items: ast.expr, test: int) -> Value:
        """Emit the least or the greatest item; without any item, it fails as in Python."""
        best, found = self.code.variable(), self.code.variable()
        self.code.put(op.number(0), op.set_local(found))

        def each(value: Value) -> None:
            self.push(scope, node, value)
            item = self.popped()
            self.code.put(op.get(found), op.IS_ZERO, op.get(item.local), op.get(best), test, OR32)
            self.code.open(op.IF)
            self.code.put(op.get(item.local), op.set_local(best))
            self.code.close()
            self.code.put(op.number(1), op.set_local(found))

        self.each_item(scope, items, each)
        self.code.put(op.get(found), op.IS_ZERO)
        self.fail_if(scope, node, "raised")
        return NumberAt(best)

    def call_sum(self, scope: FunctionScope, node: ast.Call) -> Value:
        total = self.code.variable()
        if len(node.args) > 1:
            self.number(scope, node.args[1])
        else:
            self.code.put(op.number(0))
        self.code.put(op.set_local(total))

        def each(value: Value) -> None:
            self.code.put(op.get(total))
            self.push(scope, node, value)
            self.code.put(op.ADD, op.set_local(total))

        self.each_item(scope, node.args[0], each)
        return NumberAt(total)

    def call_any(self, scope: FunctionScope, node: ast.Call) -> Value:
        return self.quantified(scope, node, stops_at=1)

    def call_all(self, scope: FunctionScope, node: ast.Call) -> Value:
        return self.quantified(scope, node, stops_at=0)

    def quantified(self, scope: FunctionScope, node: ast.Call, *, stops_at: int) -> Value:
        """Emit `any` or `all`, which stop at the first item that decides."""
        found = self.code.variable()
        self.code.put(op.number(1 - stops_at), op.set_local(found))
        done = self.code.open()

        def each(value: Value) -> None:
            self.push(scope, node, value)
            self.code.put(op.IS_ZERO)
            if stops_at:
                self.code.put(op.NOT32)
            self.code.open(op.IF)
            self.code.put(op.number(stops_at), op.set_local(found))
            self.code.jump(done)
            self.code.close()

        self.each_item(scope, node.args[0], each)
        self.code.close()
        return NumberAt(found, (0, 1))

    def each_item(
        self, scope: FunctionScope, node: ast.expr, each: Callable[[Value], None]
    ) -> None:
        """Emit a loop over a tuple, a generator, or a generator expression."""
        if not isinstance(node, ast.GeneratorExp):
            self.iterate(scope, node, each)
            return
        names = {
            one.id
            for part in node.generators
            for one in ast.walk(part.target)
            if isinstance(one, ast.Name)
        }
        self.comprehended(scope.inner(names), scope, node, 0, each)

    def comprehended(
        self,
        inner: FunctionScope,
        outer: FunctionScope,
        node: ast.GeneratorExp,
        at: int,
        each: Callable[[Value], None],
    ) -> None:
        """Emit the loops of a generator expression, from one of them on."""
        if at == len(node.generators):
            each(self.value(inner, node.elt))
            return
        part = node.generators[at]
        if part.is_async:
            raise inner.refused(node, "async")

        def step(value: Value) -> None:
            self.bind_target(inner, part.target, value)
            for test in part.ifs:
                self.truth(inner, test)
                self.code.open(op.IF)
            self.comprehended(inner, outer, node, at + 1, each)
            for _ in part.ifs:
                self.code.close()

        self.iterate(inner if at else outer, part.iter, step)

    # Instructions of kernels

    def call_prefetch(self, scope: FunctionScope, node: ast.Call) -> Value:
        return Known(None)

    def call_exchanged(self, scope: FunctionScope, node: ast.Call) -> Value:
        row, at, value = node.args
        index = self.held(scope, at)
        place = ast.copy_location(ast.Subscript(row, index, ast.Load()), node)
        self.number(scope, place)
        old = self.popped()
        self.assign(scope, place, self.value(scope, value))
        return old

    def call_released(self, scope: FunctionScope, node: ast.Call) -> Value:
        row, at, value = node.args
        place = ast.copy_location(ast.Subscript(row, at, ast.Load()), node)
        self.assign(scope, place, self.value(scope, value))
        return Known(None)


OR32 = 0x72
MOST_INLINED = 150  # nodes of the syntax tree of a function
ROOM = 1 << 14  # bytes of a function
METHODS = ("bit_count", "bit_length")
KNOWN = (abs, all, any, bool, int, len, max, min, sum, prefetch, exchanged, released)
