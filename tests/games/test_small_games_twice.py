"""Small games computed once more in another way, every position of them, and what is published.

As in test_examples_twice.py, nothing is shared with the examples but the text of a position.
"""

from __future__ import annotations

import random
from functools import cache, reduce
from itertools import combinations, permutations
from operator import xor
from typing import TYPE_CHECKING, TypeVar

import pytest

from kibitz.rules.objectives.outcomes import Loss, Win
from tests.games.test_examples import game_in, summary_of, table_of
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from kibitz.api.game_table import GameTable

State = TypeVar("State")
Worth = tuple[bool, int]  # whether the player to move wins, and in how many plies


def distances(
    start: State, after: Callable[[State], Iterable[State]], solved: Callable[[State], bool]
) -> dict[State, int | None]:
    """Return how far each state that can be reached is from a solved one."""
    following: dict[State, list[State]] = {}
    new = {start}
    while new:
        following |= {state: [] if solved(state) else [*after(state)] for state in new}
        new = {to for state in new for to in following[state]} - following.keys()
    found: dict[State, int | None] = {state: 0 if solved(state) else None for state in following}
    moves, grows = 0, True
    while grows:
        moves += 1
        near = [
            state
            for state, some in following.items()
            if found[state] is None and any(found[to] == moves - 1 for to in some)
        ]
        found |= dict.fromkeys(near, moves)
        grows = bool(near)
    return found


def best(following: Iterable[Worth]) -> Worth:
    """Return the worth of a position from those that follow: win soon, lose late."""
    found = [*following]
    losing = [plies for wins, plies in found if not wins]
    if losing:
        return True, min(losing) + 1
    return False, max((plies + 1 for _, plies in found), default=0)


def kept(table: GameTable) -> dict[str, int | None]:
    return {position.text: outcome.distance for position, outcome in table.items()}


def won(table: GameTable) -> dict[str, Worth]:
    found = {}
    for position, outcome in table.items():
        assert outcome.distance is not None
        found[position.text] = (outcome.kind == "win", outcome.distance)
    return found


Jugs = tuple[int, ...]


def poured(state: Jugs, sizes: Jugs) -> Iterable[Jugs]:
    for origin, to in permutations(range(len(sizes)), 2):
        water = [*state]
        while water[origin] > 0 and water[to] < sizes[to]:  # drop by drop
            water[origin] -= 1
            water[to] += 1
        if tuple(water) != state:
            yield tuple(water)


def drawn_jugs(state: Jugs, sizes: Jugs) -> str:
    lines = []
    for level in range(max(sizes), 0, -1):
        there = [jug for jug in range(len(sizes)) if sizes[jug] >= level]
        lines.append("".join("o" if state[jug] >= level else "." for jug in there))
    return "-".join(lines)


@pytest.mark.parametrize(
    ("jugs", "pourings"), [((8, 5, 3), 7), ((6, 4, 2), None), ((4, 3, 1, 2), 1), ((12, 7, 5), 11)]
)
def test_water_is_poured_as_by_another_program(jugs: Jugs, pourings: int | None) -> None:
    """Seven pourings for 8, 5 and 3: https://ofmath.com/three-jugs-puzzle/"""
    full = (jugs[0], *(0 for _ in jugs[1:]))
    expected = distances(
        full, lambda state: poured(state, jugs), lambda state: state.count(jugs[0] // 2) == 2
    )
    table = table_of(
        "pouring_jugs:jugs=" + "".join("0123456789ABC"[jug] for jug in jugs), "interpreter"
    )
    assert kept(table) == {drawn_jugs(state, jugs): moves for state, moves in expected.items()}
    assert table.start.outcome.distance == expected[full] == pourings


def hopped(pond: str) -> Iterable[str]:
    for before, after in (("F.", ".F"), ("FT.", ".TF"), (".T", "T."), (".FT", "TF.")):
        if before in pond:
            yield pond.replace(before, after)


@pytest.mark.parametrize(("frogs", "toads"), [(1, 1), (2, 3), (3, 3), (4, 1)])
def test_frogs_and_toads_take_mn_and_m_and_n_moves(frogs: int, toads: int) -> None:
    start, end = ("F" * frogs + "." + "T" * toads, "T" * toads + "." + "F" * frogs)
    expected = distances(start, hopped, lambda pond: pond == end)
    assert expected[start] == frogs * toads + frogs + toads
    assert kept(table_of(f"frogs_and_toads:frogs={frogs},toads={toads}", "interpreter")) == expected


@pytest.mark.parametrize("rings", [1, 2, 4, 5, 9])
def test_rings_are_a_gray_code(rings: int) -> None:
    """L. Gros, 1872: the moves that are left are the place in the Gray code."""
    table = table_of(f"chinese_rings:rings={rings}", "interpreter")
    found = kept(table)
    assert len(found) == 2**rings
    for place in range(2**rings):
        code = place ^ place >> 1
        on = "".join(".o"[code >> ring & 1] for ring in range(rings))
        assert found[f"{on}-{on.translate(str.maketrans('.o', 'o.'))}"] == place
    assert table.start.outcome.distance == (2 ** (rings + 1) - (1 if rings % 2 else 2)) // 3


def crossed(
    state: tuple[frozenset[str], bool], boat: int, all_: str
) -> Iterable[tuple[frozenset[str], bool]]:
    def is_calm(group: Iterable[str]) -> bool:
        there = set(group)
        men = {one for one in there if one.isupper()}
        return all(one.upper() in men or not men for one in there if one.islower())

    left, is_left = state
    here = left if is_left else frozenset(all_) - left
    for people in range(1, boat + 1):
        for group in combinations(sorted(here), people):
            stay = left - set(group) if is_left else left | set(group)
            if is_calm(group) and is_calm(stay) and is_calm(frozenset(all_) - stay):
                yield stay, not is_left


@pytest.mark.parametrize(
    ("couples", "boat", "crossings"), [(1, 1, None), (2, 2, 5), (3, 2, 11), (4, 2, None), (4, 3, 9)]
)
def test_couples_cross_as_by_another_program(
    couples: int, boat: int, crossings: int | None
) -> None:
    """I. Pressman, D. Singmaster 1989: 11 crossings for three couples."""
    all_ = "ABCDE"[:couples] + "abcde"[:couples]
    start = frozenset(all_), True
    expected = distances(
        start, lambda state: crossed(state, boat, all_), lambda state: state == (frozenset(), False)
    )
    drawn = {
        "-".join([*(f"{one}." if one in left else f".{one}" for one in all_), "RL"[is_left]]): moves
        for (left, is_left), moves in expected.items()
    }
    table = table_of(f"jealous_husbands:couples={couples},boat={boat}", "interpreter")
    assert kept(table) == drawn
    assert table.start.outcome.distance == crossings


A002188 = (0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1)  # https://oeis.org/A002188


@cache
def split(heaps: tuple[int, ...]) -> Worth:
    following = set()
    for at, heap in enumerate(heaps):
        for part in range(1, heap):
            if part != heap - part:
                rest = (*heaps[:at], *heaps[at + 1 :], part, heap - part)
                following.add(tuple(sorted(rest, reverse=True)))
    return best(split(after) for after in following)


@pytest.mark.parametrize("heap", [1, 2, 3, 4, 7, 10, 12])
def test_heaps_are_split_as_by_another_program(heap: int) -> None:
    table = table_of(f"grundys_game:heap={heap}", "interpreter")
    assert game_in(f"grundys_game:heap={heap}").start.grundy == A002188[heap]
    for text, worth in won(table).items():
        heaps = tuple(row.count("o") for row in text.split("-") if "o" in row)
        assert split(heaps) == worth
        assert worth[0] == (reduce(xor, (A002188[one] for one in heaps)) > 0)


@cache
def taken(left: int, most: int) -> Worth:
    return best(taken(left - some, 2 * some) for some in range(1, min(left, most) + 1))


@pytest.mark.parametrize("counters", range(2, 23))
def test_fibonaccis_numbers_are_lost(counters: int) -> None:
    """M. J. Whinihan, 1963."""
    table = table_of(f"fibonacci_nim:counters={counters}", "interpreter")
    assert table.start.outcome.kind == ("loss" if counters in (2, 3, 5, 8, 13, 21) else "win")
    for text, worth in won(table).items():
        assert taken(text.count("o"), int(text[-1], 36)) == worth


@cache
def crosses(row: str) -> Worth:
    if "XXX" in row:
        return False, 0
    free = [at for at, sign in enumerate(row) if sign == "."]
    return best(crosses(f"{row[:at]}X{row[at + 1 :]}") for at in free)


@pytest.mark.parametrize("squares", [3, 4, 5, 8, 9, 11])
def test_treblecross_has_the_same_values_by_another_program(squares: int) -> None:
    table = table_of(f"treblecross:squares={squares}", "interpreter")
    for text, worth in won(table).items():
        assert crosses(text) == worth


Stones = frozenset[tuple[int, int]]


@cache
def clobbered(mine: Stones, theirs: Stones) -> Worth:
    beside = ((0, 1), (0, -1), (1, 0), (-1, 0))
    hits = [
        ((row, column), (row + down, column + right))
        for row, column in mine
        for down, right in beside
        if (row + down, column + right) in theirs
    ]
    return best(clobbered(theirs - {to}, mine - {origin} | {to}) for origin, to in hits)


# Rows and columns; a single row of an even number is won unless it has six: the conjecture of 2004.
CLOBBER = [(1, 2, "win"), (1, 4, "win"), (1, 6, "loss"), (1, 8, "win"), (1, 10, "win")]


@pytest.mark.parametrize(("rows", "columns", "kind"), [*CLOBBER, (2, 3, None), (3, 4, None)])
def test_clobber_has_the_same_values_by_another_program(
    rows: int, columns: int, kind: str | None
) -> None:
    table = table_of(f"clobber:rows={rows},columns={columns}", "interpreter")
    assert table.start.outcome.kind == (kind or table.start.outcome.kind)
    for text, worth in won(table).items():
        places = {
            sign: frozenset(
                (row, column)
                for row, line in enumerate(text.split("-"))
                for column, there in enumerate(line)
                if there == sign
            )
            for sign in "XO"
        }
        assert clobbered(places["X"], places["O"]) == worth
    assert summary_of(table)["positions"] >= len(table)


@cache
def coloured(mine: Stones, theirs: Stones, size: tuple[int, int], is_snort: bool) -> Worth:
    found = []
    for row in range(size[0]):
        for column in range(size[1]):
            beside = {(row, column + 1), (row, column - 1), (row + 1, column), (row - 1, column)}
            is_free = (row, column) not in mine | theirs
            if is_free and not beside & (theirs if is_snort else mine):
                found.append(coloured(theirs, mine | {(row, column)}, size, is_snort))
    return best(found)


def stones(text: str, sign: str) -> Stones:
    lines = enumerate(text.split("-"))
    return frozenset((row, at) for row, line in lines for at, one in enumerate(line) if one == sign)


@pytest.mark.parametrize("is_snort", [False, True])
@pytest.mark.parametrize(("rows", "columns"), [(1, 1), (1, 5), (2, 3), (3, 3), (3, 4)])
def test_col_and_snort_have_the_same_values_by_another_program(
    rows: int, columns: int, is_snort: bool
) -> None:
    """Col with an even side is lost: the second player answers opposite the centre."""
    table = table_of(f"col:rows={rows},columns={columns},snort={int(is_snort)}", "interpreter")
    if not is_snort and rows * columns % 2 == 0:
        assert table.start.outcome.kind == "loss"
    for text, worth in won(table).items():
        size = rows, columns
        assert coloured(stones(text, "X"), stones(text, "O"), size, is_snort) == worth


@cache
def broken_through(mine: Stones, theirs: Stones, rows: int, columns: int) -> Worth:
    """Return the worth for the player who goes upwards; the board is turned after each move."""

    def turned(some: Iterable[tuple[int, int]]) -> Stones:
        return frozenset((rows - 1 - row, columns - 1 - column) for row, column in some)

    if any(row == rows - 1 for row, _ in theirs):
        return False, 0
    found = []
    for row, column in mine:
        for aside in (-1, 0, 1):
            to = row - 1, column + aside
            if 0 <= to[1] < columns and to not in mine and (aside or to not in theirs):
                after = turned(theirs - {to}), turned(mine - {(row, column)} | {to})
                found.append(broken_through(*after, rows, columns))
    return best(found)


@pytest.mark.long
@pytest.mark.parametrize(("rows", "columns"), [(4, 2), (5, 2), *([(4, 3), (5, 3)] * EVERYTHING)])
def test_breakthrough_has_the_same_values_by_another_program(rows: int, columns: int) -> None:
    table = table_of(f"breakthrough:rows={rows},columns={columns}", "interpreter")
    for text, worth in won(table).items():
        white, black = stones(text[:-2], "W"), stones(text[:-2], "B")
        if text.endswith("B"):
            upside_down = (
                frozenset((rows - 1 - row, columns - 1 - column) for row, column in some)
                for some in (black, white)
            )
            white, black = upside_down
        assert broken_through(white, black, rows, columns) == worth


@cache
def jumped(black: Stones, white: Stones, size: tuple[int, int], is_white: bool) -> Worth:
    """Return the worth of a position of Konane: stones are sets of places, and jumps are walked."""
    places = {(row, column) for row in range(size[0]) for column in range(size[1])}
    mine, theirs = (white, black) if is_white else (black, white)
    free = places - mine - theirs
    found = []

    def after(left: Iterable[tuple[int, int]], others: Stones) -> None:
        stones = frozenset(left)
        pair = (others, stones) if is_white else (stones, others)
        found.append(jumped(*pair, size, not is_white))

    for row, column in mine:
        steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
        if not free:
            is_corner = row in (0, size[0] - 1) and column in (0, size[1] - 1)
            off_centre = abs(2 * row - size[0] + 1), abs(2 * column - size[1] + 1)
            if is_corner or max(off_centre) <= 1:
                after(mine - {(row, column)}, theirs)
        elif len(free) == 1:
            if any((row + down, column + right) in free for down, right in steps):
                after(mine - {(row, column)}, theirs)
        else:
            for down, right in steps:
                taken: set[tuple[int, int]] = set()
                y, x = row, column
                while (y + down, x + right) in theirs and (y + 2 * down, x + 2 * right) in free:
                    taken.add((y + down, x + right))
                    y, x = y + 2 * down, x + 2 * right
                    after(mine - {(row, column)} | {(y, x)}, theirs - taken)
    return best(found)


@pytest.mark.parametrize(
    ("rows", "columns"), [(1, 2), (1, 7), (2, 4), (3, 3), (3, 5), (4, 4), *([(4, 5)] * EVERYTHING)]
)
def test_konane_has_the_same_values_by_another_program(rows: int, columns: int) -> None:
    table = table_of(f"konane:rows={rows},columns={columns}", "interpreter")
    for text, worth in won(table).items():
        black, white = stones(text[:-2], "B"), stones(text[:-2], "W")
        assert jumped(black, white, (rows, columns), text.endswith("W")) == worth


def fanorona_turns(mine: Stones, theirs: Stones) -> set[tuple[Stones, Stones]]:
    """Return what can follow in Fanorona on 3 x 3 points, as the other player sees it."""

    def is_line(row: int, column: int, down: int, right: int) -> bool:
        inside = 0 <= row + down <= 2 and 0 <= column + right <= 2
        return inside and (down == 0 or right == 0 or (row + column) % 2 == 0)

    def captures(
        at: tuple[int, int], rest: Stones, others: Stones, been: Stones, last: tuple[int, int]
    ) -> Iterable[tuple[Stones, Stones]]:
        for down in (-1, 0, 1):
            for right in (-1, 0, 1):
                to = at[0] + down, at[1] + right
                is_free = to not in rest | others | been and is_line(*at, down, right)
                if (down, right) in ((0, 0), last) or not is_free:
                    continue
                towards, away = (to[0] + down, to[1] + right), (at[0] - down, at[1] - right)
                for taken in {towards, away} & others:
                    left = others - {taken}
                    yield left, rest | {to}
                    yield from captures(to, rest, left, been | {to}, (down, right))

    found = {
        after
        for man in mine
        for after in captures(man, mine - {man}, theirs, frozenset({man}), (0, 0))
    }
    return found or {
        (theirs, mine - {(row, column)} | {(row + down, column + right)})
        for row, column in mine
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
        if is_line(row, column, down, right) and (row + down, column + right) not in mine | theirs
    }


def test_fanorona_has_the_same_values_by_another_program() -> None:
    """Positions come again, so that worths are found backwards, ply by ply."""
    corners = frozenset({(0, 0), (0, 1), (0, 2), (1, 0)})
    start = frozenset({(2, 2), (2, 1), (2, 0), (1, 2)}), corners
    following: dict[tuple[Stones, Stones], set[tuple[Stones, Stones]]] = {}
    new = {start}
    while new:
        following |= {state: fanorona_turns(*state) for state in new}
        new = {to for state in new for to in following[state]} - following.keys()
    worths: dict[tuple[Stones, Stones], Worth] = {
        state: (False, 0) for state, some in following.items() if not some
    }
    plies, known = 0, 0
    while known < len(worths):
        known, plies = len(worths), plies + 1
        settled = {}
        for state, some in following.items():
            if state not in worths:
                if any(worths.get(to) == (False, plies - 1) for to in some):
                    settled[state] = True, plies
                elif all(worths.get(to, (False, 0))[0] for to in some):
                    settled[state] = False, plies
        worths |= settled
    table = table_of("fanoron_telo", "interpreter")
    assert summary_of(table)["positions"] == len(following)
    for mine, theirs in following:
        signs = dict.fromkeys(mine, "X") | dict.fromkeys(theirs, "O")
        rows = ("".join(signs.get((row, at), ".") for at in range(3)) for row in range(3))
        outcome = table["-".join(rows)]
        drawn = outcome.kind == "draw"
        expected = None if drawn else (outcome.kind == "win", outcome.distance)
        assert worths.get((mine, theirs)) == expected
    assert worths[start] == (True, 11)


# The walls of the boards of Ricochet Robots: between the squares, as they are drawn in a terminal.
ROBOT_BOARDS = {
    1: """
. . .|. . A
. . . . . .
-     -
. B . . . .
          -
. .|. . . .
. * . C|. .
. . .|. . .""",
    2: """
A . . .|. .
. . * .|. .
  -
. . . . . .
. . . C .|.
-   -
. . . . . .
B .|. . . .""",
    3: """
B .|. . . .
. . . . . .
        -
. . C|. . .
-   -
. . . . . .
. .|. . * .
. . .|. . A""",
}
FEWEST = {1: 6, 2: 8, 3: 12}


@pytest.mark.long
@pytest.mark.parametrize("board", ROBOT_BOARDS if EVERYTHING else [3])
def test_robots_stop_where_another_program_stops_them(board: int) -> None:
    squares: list[str] = []  # the lines of squares, and below each of them the walls under it
    under: list[str] = []
    for line in ROBOT_BOARDS[board].strip().splitlines():
        if set(line) <= {" ", "-"}:
            under[-1] = line.ljust(12)
        else:
            squares.append(line.ljust(12))
            under.append(" " * 12)
    places = {sign: (row, line.index(sign) // 2) for row, line in enumerate(squares)
              for sign in "ABC*" if sign in line}  # fmt: skip

    def is_open(at: tuple[int, int], down: int, right: int) -> bool:
        row, column = at[0] + down, at[1] + right
        if not (0 <= row < 6 and 0 <= column < 6):
            return False
        if right:
            return squares[row][2 * min(column, at[1]) + 1] != "|"
        return under[min(row, at[0])][2 * column] != "-"

    def driven(state: tuple[tuple[int, int], ...]) -> Iterable[tuple[tuple[int, int], ...]]:
        for robot in range(3):
            for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
                at = state[robot]
                while is_open(at, down, right) and (at[0] + down, at[1] + right) not in state:
                    at = at[0] + down, at[1] + right
                if at != state[robot]:
                    yield (*state[:robot], at, *state[robot + 1 :])

    start: tuple[tuple[int, int], ...] = (places["A"], places["B"], places["C"])
    expected = distances(start, driven, lambda state: state[0] == places["*"])
    drawn = {}
    for state, moves in expected.items():
        signs = dict(zip(state, "ABC", strict=True))
        rows = ("".join(signs.get((row, at), ".") for at in range(6)) for row in range(6))
        drawn["-".join(rows)] = moves
    table = table_of(f"ricochet_robots:board={board}", "interpreter")
    assert kept(table) == drawn
    assert expected[start] == FEWEST[board]


Men = dict[str, complex]  # the square of each man by its sign, as column + 1j * row
STRAIGHT, SLANTING = (1, -1, 1j, -1j), (1 + 1j, 1 - 1j, -1 + 1j, -1 - 1j)
HOPS = [complex(x, y) for x in (-2, -1, 1, 2) for y in (-2, -1, 1, 2) if abs(x) != abs(y)]
STEPS = {
    "Q": STRAIGHT + SLANTING,
    "R": STRAIGHT,
    "B": SLANTING,
    "K": STRAIGHT + SLANTING,
    "N": HOPS,
}


def seen(men: Men, sign: str) -> set[complex]:
    """Return what a man attacks; everything that stands in the way hides what is behind it."""
    kind, found = sign.upper(), set()
    for step in STEPS.get(kind, (-1 - 1j, 1 - 1j)):
        for steps in range(1, 8 if kind in "QRB" else 2):
            at = men[sign] + steps * step
            if not (0 <= at.real < 8 and 0 <= at.imag < 8):
                break
            found.add(at)
            if at in men.values():
                break
    return found


def is_in_check(men: Men, is_white: bool) -> bool:
    king = men["K" if is_white else "k"]
    return any(king in seen(men, sign) for sign in men if sign.isupper() != is_white)


def chess_moves(men: Men, is_white: bool) -> list[Men]:
    """Return what can follow in an ending, by brute force."""
    if "".join(sorted(men)).upper() in ("KK", "BKK", "KKN", "KNK"):
        return []
    found: list[Men] = []
    own = {sign: at for sign, at in men.items() if sign.isupper() == is_white}
    for sign, origin in own.items():
        if sign == "P":
            one, two = origin - 1j, origin - 2j
            if one not in men.values():
                rest = {other: there for other, there in men.items() if other != "P"}
                found += [rest | {becomes: one} for becomes in ("QR" if one.imag == 0 else "P")]
                if origin.imag == 6 and two not in men.values():
                    found.append(men | {"P": two})
            continue
        for at in seen(men, sign) - {*own.values()}:
            left = {other: there for other, there in men.items() if there != at}
            found.append(left | {sign: at})
    return [after for after in found if not is_in_check(after, is_white)]


@pytest.mark.long
@pytest.mark.parametrize("ending", ["KQK", "KRK", "KPK", "KBNK", "KQKR"])
def test_chess_men_move_as_in_another_program(ending: str) -> None:
    game = game_in(f"chess_endings:ending={ending}")
    chance = random.Random(5)

    def text(men: Men, is_white: bool) -> str:
        at = {there: sign for sign, there in men.items()}
        rows = ("".join(at.get(complex(x, y), ".") for x in range(8)) for y in range(8))
        return "-".join([*rows, "bw"[is_white]])

    ended = set()
    for _ in range(40 if EVERYTHING else 12):
        position, is_white = game.rules.start, True
        drawn = game.text(position).split("-")
        men = {
            sign: complex(x, y)
            for y, row in enumerate(drawn[:8])
            for x, sign in enumerate(row)
            if sign != "."
        }
        for _ in range(60):
            following = {text(after, not is_white): after for after in chess_moves(men, is_white)}
            moves = [*game.rules.moves(position)]
            reached = {game.text(to): to for to in (game.rules.play(position, m) for m in moves)}
            assert sorted(reached) == sorted(following)
            assert len(moves) == len(reached)
            if not following:
                is_mate = is_in_check(men, is_white)
                assert game.rules.worth(position) == (-1 if is_mate else 0)
                ended.add(is_mate)
                break
            # A man that can be taken, and a mate, are rare: half the moves look for them.
            eager = [one for one in following if len(following[one]) < len(men)] + [
                one for one in following if not chess_moves(following[one], not is_white)
            ]
            chosen = chance.choice(sorted(eager if eager and chance.random() < 0.5 else following))
            men, position, is_white = following[chosen], reached[chosen], not is_white
    assert ended


# Plies, and positions up to symmetry, with White and with Black to move: Guido and, of KBNK with
# White to move, P. Karrer, http://kirill-kryukov.com/chess/discussion-board/viewtopic.php?t=920; of
# KQKR the plies, http://macechess.blogspot.com/2010/10/chess-endgame-table-base-kqkr.html
LONGEST_MATES: dict[str, tuple[int, int | None, int | None]] = {
    "KQK": (19, 1, 8), "KRK": (31, 121, 390), "KPK": (55, 3, 2), "KBNK": (65, 138, None),
    "KQKR": (69, None, None),
}  # fmt: skip


@pytest.mark.parametrize("ending", LONGEST_MATES if EVERYTHING else ["KQK"])
def test_the_longest_mates_are_those_published(ending: str) -> None:
    plies, white, black = LONGEST_MATES[ending]
    table = table_of(f"chess_endings:ending={ending}")
    assert table[table.game.start] == Win(plies)
    if white is not None:
        assert table.histogram[Win(plies)].classes == white
    if black is not None:
        assert table.histogram[Loss(plies + 1)].classes == black
    assert max(outcome.distance or 0 for outcome in table.histogram) == plies + 1
