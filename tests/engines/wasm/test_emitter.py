"""Rules compiled without Numba do what the interpreter does, and always stop with a sentence."""

from __future__ import annotations

from contextlib import suppress
from functools import lru_cache
from typing import TYPE_CHECKING

import pytest

from kibitz.conformance.subject import random_positions
from kibitz.engines.wasm.emitter.emitted_module import FUEL, EmittedModule, emitted, shared_module
from kibitz.engines.wasm.emitter.failures import CompiledCodeFailed, NotEmitted
from kibitz.games.collection import Collection
from kibitz.games.gamefile import family_in
from kibitz.games.registry import family, names
from kibitz.solve.array_backend import arrays, on_machine
from kibitz.solve.capabilities import serves
from kibitz.solve.compiling.compiled import kernel, named
from kibitz.solve.effort import Effort, Exhausted, Pace
from kibitz.solve.memory import game_kernels
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.search.puzzle_distance import DistanceSearch
from kibitz.solve.search.two_player_search import NOTHING_PROVED, PlayersSearch
from kibitz.solve.structure import lists_positions
from kibitz.web.site.compiled_games import compiled_names
from tests.support.scope import EVERYTHING
from tests.support.wasmtime_host import digest, expanded, new_machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from types import FunctionType

    from kibitz.engines.wasm.machine import Machine
    from kibitz.rules.rules import Rules

GAMES = Collection()
NAMES = [name for name in compiled_names(GAMES) if lists_positions(GAMES.game(name).rules)]
SAMPLE = NAMES if EVERYTHING else NAMES[::3]
SEARCHED = [name for name in SAMPLE if serves("search", GAMES.game(name).rules)]
PUZZLES = [name for name in SAMPLE if serves("best", GAMES.game(name).rules)]
FEW = ("lockout", "lgame", "noughts:oldest", "dots_and_boxes", "bridge", "hexapawn", "kalah")
SOLVED = NAMES if EVERYTHING else FEW
POSITIONS = 40
INTERPRETED, COMPILED = Pace(head_start=1e9), Pace(head_start=0.0)


def test_every_game_is_among_them() -> None:
    """Every family that lists positions, built in or an example, is compiled for a site."""
    families = {name.partition(":")[0] for name in NAMES}
    listing = {one for one in names() if lists_positions(family(one).game("").rules)}
    assert listing <= families


@lru_cache(maxsize=1)
def machine_for(name: str) -> Machine:
    return new_machine(shared_module(), emitted(GAMES.game(name).rules))


@pytest.mark.parametrize("name", SAMPLE)
def test_expanded_positions_are_those_of_the_interpreter(name: str) -> None:
    rules = GAMES.game(name).rules
    positions = [rules.class_of(each) for each in random_positions(GAMES.game(name), 1, POSITIONS)]
    plain = expanded(rules, positions, compiled=False)
    with on_machine(machine_for(name)):
        assert expanded(rules, positions, compiled=True) == plain


@pytest.mark.parametrize("name", SEARCHED)
def test_searches_look_at_the_positions_of_the_interpreter(name: str) -> None:
    rules = GAMES.game(name).rules
    begin = [*random_positions(GAMES.game(name), 5, 3)][-1]
    plain = proved(rules, begin, INTERPRETED)
    with on_machine(machine_for(name)):
        assert proved(rules, begin, COMPILED) == plain


def proved(rules: Rules, position: int, pace: Pace) -> tuple[int, int, int]:
    search = PlayersSearch(rules, threads=1)
    with suppress(Exhausted):
        search.prove(position, NOTHING_PROVED, Effort(positions=64).at(pace).watch())
    return (*search.proof, search.searched)


@pytest.mark.parametrize("name", PUZZLES)
def test_searches_for_a_distance_look_at_the_positions_of_the_interpreter(name: str) -> None:
    rules = GAMES.game(name).rules
    begin = [*random_positions(GAMES.game(name), 3, 9)][-1]
    plain = distance(rules, begin, INTERPRETED)
    with on_machine(machine_for(name)):
        assert distance(rules, begin, COMPILED) == plain


def distance(rules: Rules, position: int, pace: Pace) -> tuple[int, int, int]:
    search = DistanceSearch(rules, position)
    with suppress(Exhausted):
        search.run(Effort(positions=200).at(pace).watch())
    return search.least, search.most, search.searched


@pytest.mark.parametrize("name", SOLVED)
def test_tables_have_the_bytes_of_native_code(name: str) -> None:
    rules = GAMES.game(name).rules
    some = Effort(positions=500_000, memory=8 << 30)
    try:
        native = digest(solve(rules, effort=some))
    except Exhausted:
        pytest.skip("more positions than a test solves")
    with on_machine(machine_for(name)):
        assert digest(solve(rules, effort=some)) == native


# Python, statement by statement: each function of one number must return what Python returns.

ROW = (5, -3, 70_000, 1 << 40, 0)
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8))
MIXED = (7, (1, 2))


def upward(last: int) -> Iterator[int]:
    for each in range(last):
        if each == 7:
            return
        yield each
        yield -each


def pair(number: int) -> tuple[int, int]:
    return number // 3, number % 3


def factorial(number: int) -> int:
    return 1 if number < 2 else number * factorial(number - 1)


def with_default(number: int, by: int = 3, *, more: int = 1) -> int:
    return number * by + more


def divisions(x: int) -> int:
    a, b = divmod(x, 7)
    return x // 5 * 1000 + x % 5 * 100 + x // -4 * 10 + x % -4 + a - b + x // 8 + x % 8


def shifts(x: int) -> int:
    total = 0
    for by in range(70):
        total += x >> by
    return total + (x << 3) + (x >> (x & 15))


def chains(x: int) -> int:
    inside = -3 <= x < 9 != x
    return inside + 2 * (x in (1, 5, -2)) + 4 * (x not in ROW) + 8 * (x in range(-1, 3))


def either(x: int) -> int:
    return (x and 5) * 100 + (x or 7) + (not x) + (x > 2 and x < 6)


def items(x: int) -> int:
    total = ROW[x % 5] + ROW[-1 - x % 5] + LINES[x % 3][1] + MIXED[0] + MIXED[1][1]
    for a, b, c in LINES:
        total += a * b - c
    for line in LINES:
        for each in line:
            total += each * line[x % 3]
    for at, each in enumerate(ROW, 2):
        total += at * each
    for one, other in zip(ROW, LINES, strict=False):
        total += one * other[2]
    for each in reversed(ROW):
        total = total * 3 + each
    return total


def loops(x: int) -> int:
    total = 0
    for each in upward(x):
        if each == 4:
            continue
        if each == -5:
            break
        total = total * 2 + each
    else:
        total += 1000
    for at, each in enumerate(upward(3)):
        total += at * each
    n = x
    while n > 0:
        n -= 3
        if n == 7:
            break
    else:
        total += 17
    for step in (x, 3, -x):
        total += step * step
    for _ in range(5, x, -2):
        total += 1
    return total


def calls(x: int) -> int:
    a, b = pair(x)
    a, b = b, a
    best = max(a, b, 3) - min(x, 2) + abs(x) + int(x > 2) + bool(x)
    return best + with_default(x) + with_default(x, more=9, by=2) + factorial(x & 7)


def reductions(x: int) -> int:
    total = sum(each * x for each in range(5) if each != x) + sum(ROW)
    total += any(each > x for each in ROW) + 2 * all(each < x for line in LINES for each in line)
    return total + max(each ^ x for each in ROW) + min(upward(4)) + x.bit_count() + x.bit_length()


def named_and_chosen(x: int) -> int:
    if (half := x // 2) > 3:
        half += 1
    row = LINES[0] if x & 1 else LINES[1]
    return half + row[x % 3] + (-x if x > 4 else ~x) + 2**3 + x**2


def first_above(row: tuple[int, ...], x: int) -> int:
    for each in row:
        if each > x:
            return each
    x += 1
    return -x


def lowered(x: int, low: int) -> tuple[int, int]:
    while x > low:
        x -= low
        if x == 4:
            return x, -1
    return x, low


def inlined(x: int) -> int:
    total = 0
    for each in range(4):
        total += first_above(ROW, x + each) + first_above(LINES[each % 3], x)
        if each == x:
            break
        left, low = lowered(x * each, 1 + each)
        total = total * 3 + left - low + with_default(each, total)
    else:
        total += x
    for each in (3, x):
        total += each
    silent(total)
    return total


STATEMENTS = (
    *(divisions, shifts, chains, either, items, loops, calls, reductions, named_and_chosen),
    inlined,
)


@pytest.mark.parametrize("fuel", [FUEL, None])
@pytest.mark.parametrize("function", STATEMENTS, ids=lambda one: one.__name__)
def test_statements_mean_what_they_mean_in_python(function: FunctionType, fuel: int | None) -> None:
    module = EmittedModule(fuel)
    module.export("tried", function, "n")
    machine = new_machine(module.binary())
    for number in range(-12, 13):
        assert machine.kernel("tried")(number) == function(number)


# Rules that do wrong


def stays_in(x: int) -> int:
    while x < 100:
        x -= x & 1
    return x


def beyond(x: int) -> int:
    return ROW[x + 5]


def far_below(x: int) -> int:
    return ROW[x - 6]


def beyond_line(x: int) -> int:
    total = 0
    for line in LINES:
        total += line[x + 3]
    return total


def late(x: int) -> int:
    for each in LINES:
        if x:
            row = each
    return row[0]


def by_zero(x: int) -> int:
    return 5 // x


def negative_shift(x: int) -> int:
    return 1 << (x - 1)


def too_large(x: int) -> int:
    return 1 << (x + 64)


def raised(x: int) -> int:
    if x == 0:
        raise ValueError
    return x


def nothing(x: int) -> int:  # type: ignore[return]  # noqa: RET503
    if x:
        return 1


def silent(x: int) -> None:
    pass


def no_value(x: int) -> int:
    return silent(x) + 1  # type: ignore[func-returns-value,operator]


def never(x: int) -> Iterator[int]:
    while True:
        yield x


def never_ends(x: int) -> int:
    return sum(never(x))


def twice(x: int) -> int:
    return x if x > 70 else twice(x + 1) + twice(x + 1)


def deep(x: int) -> int:
    return deep(x + 1) + 1


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (stays_in, "stays_in does not end within the time limit"),
        (never_ends, "never does not end within the time limit"),
        (twice, "twice does not end within the time limit"),
        (beyond, "an index is out of range"),
        (far_below, "an index is out of range"),
        (beyond_line, "an index is out of range"),
        (late, "an index is out of range"),
        (by_zero, "division by zero"),
        (negative_shift, "a shift by a negative number"),
        (too_large, "a number needs more than 63 bits"),
        (raised, "the rules raise an error"),
        (nothing, "a function returns no value"),
        (no_value, "a function returns no value"),
        (deep, "the compiled rules of this game failed"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_wrong_rules_end_in_a_sentence(function: FunctionType, sentence: str) -> None:
    module = EmittedModule(fuel=100_000)
    module.export("tried", function, "n")
    machine = new_machine(module.binary())
    with pytest.raises(CompiledCodeFailed, match=sentence):
        machine.kernel("tried")(0)
    with suppress(CompiledCodeFailed):  # the machine goes on
        machine.kernel("tried")(1)


def of_lists(x: int) -> int:
    return len([x])


def of_texts(x: int) -> int:
    return len(str(x))


def large_number(x: int) -> int:
    return x & 0xFFFF_FFFF_FFFF_FFFF_FFFF


def in_halves(x: int) -> float:
    return x / 2


def defined_later(x: int) -> int:
    if x:
        later = x
    return later


HUGE = tuple(range(1 << 21))


def of_huge_tuple(x: int) -> int:
    return HUGE[x]


def around(x: int) -> Iterator[int]:
    yield x
    yield from around(x + 1)


def calls_around(x: int) -> int:
    return sum(around(x))


def branches(x: int) -> Iterator[int]:
    for each in (x, x + 1, x + 2, x + 3):
        yield each
        yield -each


def too_many_branches(x: int) -> int:
    return sum(
        a + b + c + d + e
        for a in branches(x)
        for b in branches(a)
        for c in branches(b)
        for d in branches(c)
        for e in branches(d)
    )


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (of_lists, "uses a list"),
        (of_texts, r"uses str\(\)"),
        (large_number, "uses a number of more than 63 bits"),
        (in_halves, "uses a fraction"),
        (of_huge_tuple, "uses too large a tuple"),
        (calls_around, "uses the generator around, which calls itself"),
        (too_many_branches, "uses too many nested generators"),
    ],
    ids=lambda one: getattr(one, "__name__", ""),
)
def test_what_is_not_compiled_is_named_with_its_line(function: FunctionType, sentence: str) -> None:
    with pytest.raises(NotEmitted, match=rf"test_emitter.py, line \d+: \w+ {sentence}"):
        EmittedModule().export("tried", function, "n")


def test_rows_are_not_changed_beyond_their_ends() -> None:
    def write(row: list[int], at: int) -> None:
        row[at] = 99

    module = EmittedModule()
    module.export("write", write, "Qn")  # type: ignore[arg-type]
    machine = new_machine(shared_module(), module.binary())
    before, row, after = (machine.arrays.of([1, 2, 3], "int64") for _ in range(3))
    machine.kernel("write")(row, -1)
    for wrong in (3, -4, 1 << 40, -(1 << 63), (1 << 61) + 1):
        with pytest.raises(CompiledCodeFailed, match="an index is out of range"):
            machine.kernel("write")(row, wrong)
    assert [row.tolist(), before.tolist(), after.tolist()] == [[1, 2, 99], [1, 2, 3], [1, 2, 3]]


ENDLESS = '''"""Marks: rules that never end."""

from kibitz import Board, OwnGame, Rules


def moves(position):
    while position < 9:
        yield 1


def game():
    rules = Rules(
        aim="win", start=0, moves=moves, play=lambda position, move: 0, worth=lambda position: 0
    )
    return OwnGame(rules, Board.rectangle(1, 3), lambda position: "...", signs="o.")
'''


def test_a_position_with_endless_moves_ends_in_its_line(tmp_path: Path) -> None:
    path = tmp_path / "endless.py"
    path.write_text(ENDLESS)
    rules = family_in(str(path), "./endless.py").game("").rules
    name, plain = named(game_kernels.sample_placements, rules.replace(placements=endless))
    module = EmittedModule(fuel=10_000)
    module.export(name, plain, "nn")
    with pytest.raises(CompiledCodeFailed, match=r"line \d+: \w+ does not end within"):
        new_machine(module.binary()).kernel(name)(1 << 40, 0)
    with on_machine(new_machine(shared_module(), emitted(rules, fuel=10_000))):
        space = arrays().zeros(1 << 20, "int64")
        few = [arrays().of([0], "int64"), arrays().zeros(1, "int32"), arrays().zeros(1, "int32")]
        with pytest.raises(CompiledCodeFailed, match=r"endless.py, line 7: moves does not end"):
            kernel(game_kernels.expand, rules)(few[0], 0, 1, False, space, *few[1:])


def endless() -> Iterator[int]:
    while True:
        yield 0
