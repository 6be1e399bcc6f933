"""Statements of rules, and loops.

A loop over a generator becomes the generator's body, with the body of the loop at each `yield`. So
the body may be written several times; a variable that it assigns is then known less exactly.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Sequence
from types import FunctionType
from typing import NamedTuple, TypeAlias

from kibitz.engines.wasm.emitter import opcodes as op
from kibitz.engines.wasm.emitter.calls import Calls
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
from kibitz.engines.wasm.emitter.expressions import described
from kibitz.engines.wasm.emitter.function_scope import (
    FunctionScope,
    Results,
    read_names,
    size_of,
)
from kibitz.solve.compiling.wasm_format import unsigned

Each = Callable[[Value], None]
Source: TypeAlias = "CountedItems | Generated | Fixed | Numbered"

CHARGED_AT_ONCE = 256  # steps of a loop that are charged at once
LARGEST = (1 << 63) - 1
MOST_UNROLLED = 512  # nodes of a loop times its items


class CountedItems(NamedTuple):
    """Items that have numbers: `item` leaves nothing, and returns the item at a local."""

    first: Value
    last: Value  # exclusive
    step: int
    item: Callable[[NumberAt], Value]


class Generated(NamedTuple):
    """Items that a generator yields."""

    generator: FunctionType
    arguments: list[Value]


class Numbered(NamedTuple):
    """Items of another source, with their numbers."""

    source: Source
    first: Value


class Fixed(NamedTuple):
    """A few items of any kinds."""

    items: Sequence[Value]


class Statements(Calls):
    """Emits statements; a method is named after the kind of its node."""

    def run(self, scope: FunctionScope, statements: Sequence[ast.stmt]) -> None:
        """Emit statements."""
        for each in statements:
            self.module.check_size(scope, each, len(self.code.code))
            mark = self.code.mark
            kind = type(each).__name__.lower()
            getattr(self, f"do_{kind}", self.do_other)(scope, each)
            self.code.release(mark)

    def do_other(self, scope: FunctionScope, node: ast.stmt) -> None:
        raise scope.refused_syntax(node)

    def do_pass(self, scope: FunctionScope, node: ast.Pass) -> None:
        pass

    def do_expr(self, scope: FunctionScope, node: ast.Expr) -> None:
        value = node.value
        if isinstance(value, ast.Constant):  # a docstring
            return
        if isinstance(value, ast.Yield):
            if value.value is None or scope.yields is None:
                raise scope.refused(node, "yield without a value")
            scope.yields(self.value(scope, value.value))
        elif isinstance(value, ast.YieldFrom):
            assert scope.yields is not None
            self.iterate(scope, value.value, scope.yields)
        else:
            self.value(scope, value)

    def do_assign(self, scope: FunctionScope, node: ast.Assign) -> None:
        first = node.targets[0]
        if len(node.targets) == 1 and isinstance(first, ast.Name):
            bounds = known_bounds(scope, node.value)
            value = self.value(scope, node.value)
            if isinstance(value, NumberAt):
                value = value._replace(bounds=bounds)
            self.assign(scope, first, value)
            return
        value = self.value(scope, node.value)
        if isinstance(value, Several):  # a, b = b, a
            value = self.settable(scope, node, value)
        for target in node.targets:
            self.assign(scope, target, value)

    def do_annassign(self, scope: FunctionScope, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.do_assign(scope, ast.copy_location(ast.Assign([node.target], node.value), node))

    def do_augassign(self, scope: FunctionScope, node: ast.AugAssign) -> None:
        target = node.target
        if isinstance(target, ast.Name):
            read: ast.expr = ast.Name(target.id, ast.Load())
        elif isinstance(target, ast.Subscript):
            read = ast.Subscript(target.value, target.slice, ast.Load())
        else:
            raise scope.refused(node, "a change of an attribute")
        ast.copy_location(read, node)
        whole = ast.copy_location(ast.BinOp(read, node.op, node.value), node)
        self.number(scope, whole)
        self.assign(scope, target, self.popped())

    def do_if(self, scope: FunctionScope, node: ast.If) -> None:
        known = folded(scope, node.test)
        if known is not None:
            self.run(scope, node.body if known.thing else node.orelse)
            return
        self.truth(scope, node.test)
        self.code.open(op.IF)
        self.run(scope, node.body)
        if node.orelse:
            self.code.put(op.ELSE)
            self.run(scope, node.orelse)
        self.code.close()

    def do_return(self, scope: FunctionScope, node: ast.Return) -> None:
        scope.returns(node)

    def do_break(self, scope: FunctionScope, node: ast.Break) -> None:
        self.code.jump(scope.loops[-1][0])

    def do_continue(self, scope: FunctionScope, node: ast.Continue) -> None:
        self.code.jump(scope.loops[-1][1])

    def do_raise(self, scope: FunctionScope, node: ast.Raise) -> None:
        self.fail(scope, node, "raised")

    def do_assert(self, scope: FunctionScope, node: ast.Assert) -> None:
        self.truth(scope, node.test)
        self.code.put(op.NOT32)
        self.fail_if(scope, node, "raised")

    # Assignments

    def assign(self, scope: FunctionScope, target: ast.expr, value: Value) -> None:
        """Emit an assignment of a value to a name, to several, or to an item of a row."""
        if isinstance(target, ast.Name):
            self.bind(scope, target, value, exact=False)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(scope, target, value, exact=False)
        elif isinstance(target, ast.Subscript):
            self.store_item(scope, target, value)
        else:
            raise scope.refused(target, "this assignment")

    def unpack(
        self, scope: FunctionScope, target: ast.Tuple | ast.List, value: Value, *, exact: bool
    ) -> None:
        """Assign the items of a tuple."""
        items = self.items_of(scope, target, value)
        if len(items) != len(target.elts):
            self.fail(scope, target, "raised")
            items = [Known(0)] * len(target.elts)
        for each, item in zip(target.elts, items, strict=True):
            if exact and isinstance(each, ast.Name):
                self.bind(scope, each, item, exact=True)
            elif exact and isinstance(each, ast.Tuple | ast.List):
                self.unpack(scope, each, item, exact=True)
            else:
                self.assign(scope, each, item)

    def bind(self, scope: FunctionScope, target: ast.Name, value: Value, *, exact: bool) -> None:
        """Assign a value to a name; with `exact`, the name has this value wherever it is read.

        A local is 0 before its first assignment. So the bounds of a variable that may not be
        assigned include 0.
        """
        name = target.id
        alone = scope.stores[name] == 1 and (exact or not scope.copies)
        before = scope.variables.get(name)
        if isinstance(value, Known) and alone and (before is None or isinstance(before, Known)):
            scope.variables[name] = value
            return
        if isinstance(before, Known) or not self.fits(before, value):
            before = None
        if before is None:
            before = self.variable_for(scope, target, value, fixed=alone and exact)
        self.store_in(scope, target, before, value)
        if isinstance(before, NumberAt):
            bounds = bounds_in(value) if alone else None
            if bounds is not None and not exact:
                bounds = min(bounds[0], 0), max(bounds[1], 0)
            before = before._replace(bounds=bounds)
        scope.variables[name] = before

    @staticmethod
    def fits(place: Value | None, value: Value) -> bool:
        """Return whether locals for a row of a fixed length can hold a value."""
        if not isinstance(place, RowAt) or not isinstance(place.lengths[0], Known):
            return True
        return isinstance(value, RowAt) and place.lengths == value.lengths

    def variable_for(
        self, scope: FunctionScope, node: ast.AST, value: Value, *, fixed: bool
    ) -> Value:
        """Return new locals that can hold a value; with `fixed`, a row keeps its known length.

        Without, a row that was not assigned has no items.
        """
        if isinstance(value, Several):
            items = [self.variable_for(scope, node, each, fixed=fixed) for each in value.items]
            return Several(tuple(items), value.names)
        if isinstance(value, Known) and not isinstance(value.thing, int):
            value = self.row(scope, node, value)
        if isinstance(value, RowAt):
            lengths: tuple[Known | NumberAt, ...] = value.lengths
            if not (fixed and all(isinstance(each, Known) for each in lengths)):
                lengths = tuple(NumberAt(self.code.variable()) for _ in lengths)
            address = self.code.variable(op.I32)
            bounds = value.bounds if fixed else None
            return RowAt(value.letter, address, 0, lengths, bounds, value.constant)
        return NumberAt(self.code.variable())

    def store_item(self, scope: FunctionScope, target: ast.Subscript, value: Value) -> None:
        """Write an item of a row."""
        whole = self.value(scope, target.value)
        places = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
        *outer, last = ((self.value(scope, place), known_bounds(scope, place)) for place in places)
        for at, within in outer:
            whole = self.item(scope, target, self.row(scope, target, whole), at, within)
        if not isinstance(whole, RowAt) or whole.constant or len(whole.lengths) != 1:
            raise scope.refused(target, f"a change of {described(whole)}")
        self.place_of(scope, target, whole, *last)
        self.push(scope, target, value)
        self.code.put(op.STORES[whole.letter], unsigned(whole.offset))

    # Loops

    def do_while(self, scope: FunctionScope, node: ast.While) -> None:
        leave = self.code.open()
        done = self.code.open()
        top = self.code.open(op.LOOP)
        mark = self.code.mark
        self.truth(scope, node.test)
        self.code.release(mark)
        self.code.put(op.NOT32)
        self.code.jump(done, conditional=True)
        self.spend(scope, node, 1)
        self.body(scope, node.body, leave)
        self.code.jump(top)
        self.code.close()
        self.code.close()
        self.run(scope, node.orelse)
        self.code.close()

    def do_for(self, scope: FunctionScope, node: ast.For) -> None:
        leave = self.code.open()

        def each(value: Value) -> None:
            self.bind_target(scope, node.target, value)
            self.body(scope, node.body, leave)

        known = folded(scope, node.iter)
        items = known.thing if known is not None else None
        if isinstance(items, range | tuple) and self.unrolls(scope, node, len(items)):
            source: Source = Fixed([Known(item) for item in items])
        else:
            source = self.source(scope, node.iter)
        self.repeat(scope, node.iter, source, each)
        self.forget_bounds(scope, node.target)
        self.run(scope, node.orelse)
        self.code.close()

    def unrolls(self, scope: FunctionScope, node: ast.For, times: int) -> bool:
        """Return whether the body of a loop is written once for each of so many items.

        Then the target has no value after the loop.
        """
        if times * size_of(node) > MOST_UNROLLED or not self.has_room:
            return False
        if any(isinstance(each, ast.Yield | ast.YieldFrom) for each in ast.walk(node)):
            return False  # a yield becomes the body of another loop
        inside, everywhere = read_names(node), read_names(scope.tree)
        names = {each.id for each in ast.walk(node.target) if isinstance(each, ast.Name)}
        return all(inside[name] == everywhere[name] for name in names)

    def bind_target(self, scope: FunctionScope, target: ast.expr, value: Value) -> None:
        """Assign an item to the target of a loop, which has it in the whole body."""
        if isinstance(target, ast.Name):
            self.bind(scope, target, value, exact=True)
        elif isinstance(target, ast.Tuple | ast.List):
            self.unpack(scope, target, value, exact=True)
        else:
            self.assign(scope, target, value)

    def forget_bounds(self, scope: FunctionScope, target: ast.expr) -> None:
        """Forget facts that hold only inside a loop."""
        for node in ast.walk(target):
            if isinstance(node, ast.Name):
                value = scope.variables.get(node.id)
                if isinstance(value, NumberAt):
                    scope.variables[node.id] = value._replace(bounds=None)
                elif isinstance(value, Known | RowAt):
                    del scope.variables[node.id]

    def body(self, scope: FunctionScope, statements: Sequence[ast.stmt], leave: int) -> None:
        """Emit the body of a loop."""
        again = self.code.open()
        scope.loops.append((leave, again))
        self.run(scope, statements)
        scope.loops.pop()
        self.code.close()

    def iterate(self, scope: FunctionScope, node: ast.expr, each: Each) -> None:
        """Emit a loop over the items of an expression; `each` emits its body."""
        self.repeat(scope, node, self.source(scope, node), each)

    def source(self, scope: FunctionScope, node: ast.expr) -> Source:
        """Return the items of an expression that a loop goes over."""
        if isinstance(node, ast.Call):
            called = folded(scope, node.func)
            thing = None if called is None else called.thing
            if thing is range:
                return self.range_of(scope, node)
            if thing is enumerate:
                first = self.value(scope, node.args[1]) if len(node.args) > 1 else Known(0)
                return Numbered(self.source(scope, node.args[0]), first)
            if thing is reversed:
                return self.reversed_of(scope, node, self.source(scope, node.args[0]))
            if thing is zip:
                return self.zipped(scope, node, [self.source(scope, one) for one in node.args])
            if isinstance(thing, FunctionType) and thing.__code__.co_flags & inspect.CO_GENERATOR:
                return Generated(thing, self.arguments(scope, node, thing))
        value = self.value(scope, node)
        if isinstance(value, Known) and isinstance(value.thing, range):
            whole = value.thing
            bounds = (min(whole), max(whole)) if whole else (0, 0)
            return CountedItems(
                Known(whole.start),
                Known(whole.stop),
                whole.step,
                lambda at: at._replace(bounds=bounds),
            )
        if isinstance(value, Several) or (isinstance(value, Known) and not shape_of(value.thing)):
            return Fixed(self.items_of(scope, node, value))
        row = self.row(scope, node, value)
        return CountedItems(
            Known(0), row.lengths[0], 1, lambda at: self.taken(scope, node, row, at)
        )

    def taken(self, scope: FunctionScope, node: ast.AST, row: RowAt, at: NumberAt) -> Value:
        """Return the item of a row at the counter of a loop over it, which needs no check."""
        if isinstance(row.lengths[0], Known) and at.bounds is not None:
            return self.item(scope, node, row, at, at.bounds)
        return self.item(scope, node, row, at)

    def range_of(self, scope: FunctionScope, node: ast.Call) -> CountedItems:
        """Return the numbers of a range, whose step is a constant."""
        if node.keywords or not 1 <= len(node.args) <= 3:
            raise scope.refused(node, "this range")
        values = [self.settled(scope, one) for one in node.args[:2]]
        first, last = (Known(0), values[0]) if len(values) == 1 else values
        step = folded(scope, node.args[2]) if len(node.args) > 2 else Known(1)
        if step is None or not isinstance(step.thing, int) or not step.thing:
            raise scope.refused(node, "a range whose step is not a constant")
        low, high = bounds_in(first), bounds_in(last)
        bounds: Bounds = None
        if low is not None and step.thing > 0:
            bounds = low[0], LARGEST if high is None else max(low[0], high[1] - 1)
        elif low is not None and high is not None:
            bounds = min(low[1], high[0] + 1), low[1]
        return CountedItems(first, last, int(step.thing), lambda at: at._replace(bounds=bounds))

    def settled(self, scope: FunctionScope, node: ast.expr) -> Value:
        """Evaluate a limit of a range, which does not change while the loop runs."""
        value = self.value(scope, node)
        if not isinstance(value, NumberAt):
            return value
        self.code.put(op.get(value.local))
        return self.popped(value.bounds)

    def reversed_of(
        self,
        scope: FunctionScope,
        node: ast.Call,
        source: Source,
    ) -> CountedItems | Fixed:
        """Return the items of a source from the last to the first."""
        if isinstance(source, Fixed):
            return Fixed([*source.items][::-1])
        if not isinstance(source, CountedItems) or source.step != 1:
            raise scope.refused(node, "reversed() of this")
        self.push(scope, node, source.last)
        self.code.put(op.number(1), op.SUBTRACT)
        begin = self.popped()
        self.push(scope, node, source.first)
        self.code.put(op.number(1), op.SUBTRACT)
        return CountedItems(begin, self.popped(), -1, source.item)

    def zipped(
        self,
        scope: FunctionScope,
        node: ast.Call,
        sources: Sequence[Source],
    ) -> CountedItems | Fixed:
        """Return the items of several tuples, side by side."""
        if node.keywords and not all(one.arg == "strict" for one in node.keywords):
            raise scope.refused(node, "this zip")
        if all(isinstance(one, Fixed) for one in sources):
            items = zip(*(one.items for one in sources if isinstance(one, Fixed)), strict=False)
            return Fixed([Several(each) for each in items])
        counted = [one for one in sources if isinstance(one, CountedItems)]
        zero = all(one.first == Known(0) and one.step == 1 for one in counted)
        if len(counted) < len(sources) or not zero:
            raise scope.refused(node, "zip() of this")
        lasts = [one.last for one in counted]
        if all(isinstance(one, Known) for one in lasts):
            last: Value = Known(min(one.thing for one in lasts))  # type: ignore[union-attr,type-var]
        else:
            self.push(scope, node, lasts[0])
            shortest = self.popped()
            for each in lasts[1:]:
                self.push(scope, node, each)
                other = self.popped()
                self.least(shortest.local, other.local, op.LESS)
                self.code.put(op.set_local(shortest.local))
            last = shortest

        def item(at: NumberAt) -> Value:
            return Several(tuple(one.item(at) for one in counted))

        return CountedItems(Known(0), last, 1, item)

    def repeat(
        self,
        scope: FunctionScope,
        node: ast.expr,
        source: Source,
        each: Each,
    ) -> None:
        """Emit a loop over a source."""
        if isinstance(source, CountedItems):
            self.count(scope, node, source, each)
        elif isinstance(source, Fixed):
            scope.copies += 1
            for item in source.items:
                each(item)
            scope.copies -= 1
        elif isinstance(source, Generated):
            scope.copies += 1
            self.inline(scope, node, *source, each)
            scope.copies -= 1
        else:
            self.push(scope, node, source.first)
            at = self.code.variable()
            self.code.put(op.set_local(at))

            def numbered(value: Value) -> None:
                self.code.put(op.get(at))
                number = self.popped()
                self.code.put(op.get(at), op.number(1), op.ADD, op.set_local(at))
                each(Several((number, value)))

            self.repeat(scope, node, source.source, numbered)

    def count(self, scope: FunctionScope, node: ast.expr, source: CountedItems, each: Each) -> None:
        """Emit a loop over numbered items."""
        at = self.code.variable()
        self.push(scope, node, source.first)
        self.code.put(op.set_local(at))
        steps, bounds = known_steps(source)
        if steps is not None and steps <= CHARGED_AT_ONCE:
            self.spend(scope, node, steps)
        done = self.code.open()
        top = self.code.open(op.LOOP)
        self.code.put(op.get(at))
        self.push(scope, node, source.last)
        self.code.put(op.AT_LEAST if source.step > 0 else op.AT_MOST)
        self.code.jump(done, conditional=True)
        if steps is None or steps > CHARGED_AT_ONCE:
            self.spend(scope, node, 1)
        each(source.item(NumberAt(at, bounds)))
        self.code.put(op.get(at), op.number(source.step), op.ADD, op.set_local(at))
        self.code.jump(top)
        self.code.close()
        self.code.close()

    # Functions

    def run_function(self, scope: FunctionScope) -> None:
        """Emit the body of a function; one that returns a value fails at its end."""
        self.run(scope, scope.body)
        if scope.results is not None:
            self.fail(scope, scope.tree, "missing")

    def result_items(self, scope: FunctionScope, node: ast.Return) -> list[Value]:
        """Evaluate what is returned: one number or several."""
        results: Results = None
        values: list[Value] = []
        if not (node.value is None or folded(scope, node.value) == Known(None)):
            value = self.value(scope, node.value)
            if isinstance(value, NumberAt) or (
                isinstance(value, Known) and isinstance(value.thing, int)
            ):
                results, values = (), [value]
            else:
                values = self.items_of(scope, node, value)
                results = (None,) * len(values)
                if not values:
                    raise scope.refused(node, "an empty result")
        if scope.returned and results != scope.results:
            raise scope.refused(node, "results of different kinds")
        scope.returned, scope.results = True, results
        return values

    def inline(
        self,
        scope: FunctionScope,
        node: ast.expr,
        called: FunctionType,
        arguments: list[Value],
        each: Each | None = None,
    ) -> Value:
        """Emit the body of a function in place of a call; return where its result is.

        That of a generator stands in place of a loop: `each` emits the loop's body at a `yield`,
        which may change the variables that were arguments.
        """
        if called in scope.within:
            raise scope.refused(node, f"the generator {called.__name__}, which calls itself")
        inner = FunctionScope(called, scope.within)
        for name, value in zip(inner.parameters, arguments, strict=True):
            if each is None and inner.stores[name] == 1:
                inner.variables[name] = value
            else:
                self.bind(inner, ast.copy_location(ast.Name(name), node), value, exact=True)
        done = self.code.open()
        found: list[int] = []

        def give_back(returned: ast.Return) -> None:
            values = self.result_items(inner, returned)
            found.extend(self.code.variable() for _ in values[len(found) :])
            for local, value in zip(found, values, strict=True):
                self.push(inner, returned, value)
                self.code.put(op.set_local(local))
            self.code.jump(done)

        inner.yields, inner.returns = each, give_back
        self.run_function(inner)
        self.code.close()
        if inner.results is None:
            return Known(None)
        return Several(tuple(map(NumberAt, found))) if inner.results else NumberAt(found[0])

    def spend(self, scope: FunctionScope, node: ast.AST, steps: int) -> None:
        """Emit the use of fuel, if it is limited."""
        if self.module.fuel is None:
            return
        self.code.put(fuel_code(steps, self.module.place(scope, node, "endless"), self.module.stop))


def fuel_code(steps: int, place: int, stop: int) -> bytes:
    """Return instructions that use fuel, and stop where there is none left."""
    fuel = unsigned(FUEL_GLOBAL)
    code = op.WasmWriter([])
    code.put(op.GET_GLOBAL, fuel, op.number(steps), op.SUBTRACT, op.SET_GLOBAL, fuel)
    code.put(op.GET_GLOBAL, fuel, op.number(0), op.LESS)
    code.open(op.IF)
    code.put(op.number32(place), op.call(stop), op.UNREACHABLE)
    code.close()
    return bytes(code.code)


FUEL_GLOBAL = 2  # after the base of the data and the block of arguments


def bounds_in(value: Value) -> Bounds:
    """Return the bounds of a number."""
    if isinstance(value, NumberAt):
        return value.bounds
    if isinstance(value, Known) and isinstance(value.thing, int):
        return int(value.thing), int(value.thing)
    return None


def known_steps(source: CountedItems) -> tuple[int | None, Bounds]:
    """Return how many items there are, if that is known, and the bounds of their numbers."""
    first, last = source.first, source.last
    if not (isinstance(first, Known) and isinstance(last, Known)):
        return None, None
    assert isinstance(first.thing, int)
    assert isinstance(last.thing, int)
    numbers = range(first.thing, last.thing, source.step)
    if not numbers:
        return 0, (0, 0)
    return len(numbers), (min(numbers[0], numbers[-1]), max(numbers[0], numbers[-1]))
