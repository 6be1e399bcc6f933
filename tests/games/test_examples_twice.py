"""Figures of the examples for which no source was found, computed once more in another way.

Nothing is shared with the examples or with the package: boards are texts of nine signs, the rules
are written from their descriptions, and values are found by plain induction over the plies.
"""

from __future__ import annotations

import re
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from kibitz.rules.objectives.outcomes import Margin, Win
from tests.games.test_examples import game_in, summary_of, table_of
from tests.support.own_games import EXAMPLES
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

EMPTY = "." * 9
LINES = ("012", "345", "678", "036", "147", "258", "048", "246")
CENTRE, CORNERS, EDGES = (4,), (0, 2, 6, 8), (1, 3, 5, 7)


def has_line(board: str, player: str) -> bool:
    return any(all(board[int(cell)] == player for cell in line) for line in LINES)


def put(board: str, cell: int, sign: str) -> str:
    return board[:cell] + sign + board[cell + 1 :]


class Morris:
    """Put down some pieces, then move them along lines; by the places of the points."""

    def __init__(self, name: str) -> None:
        self.men = 4 if name == "achi" else 3
        self.diagonals = {"morris": "none", "picaria": "all", "picaria13": "all"}.get(
            name, "centre"
        )
        step = 2 if name == "picaria13" else 1
        self.points = [
            (row, column) for row in range(0, 3 * step, step) for column in range(0, 3 * step, step)
        ]
        if step == 2:
            self.points += [(row, column) for row in (1, 3) for column in (1, 3)]
        self.step = step
        self.closed = self.points.index((step, step)) if "picaria" in name else -1
        points = range(len(self.points))
        self.lines = {(one, other) for one in points for other in points if self.joined(one, other)}
        self.rows = [
            (one, middle, other)
            for middle, at in enumerate(self.points)
            for one, first in enumerate(self.points)
            for other, last in enumerate(self.points)
            if one < other
            and (first[0] + last[0], first[1] + last[1]) == (2 * at[0], 2 * at[1])
            and (step == 1 or (self.joined(one, middle) and self.joined(middle, other)))
        ]

    def joined(self, one: int, other: int) -> bool:
        """Return whether a line of the board joins two points, with none between them."""
        (row, column), (there, beside) = self.points[one], self.points[other]
        down, right = abs(row - there), abs(column - beside)
        if down == right:
            corner = (row + column) % 2 == 0 and (row, column) != (there, beside)
            return down == 1 and (
                self.diagonals == "all" or (self.diagonals == "centre" and corner)
            )
        return {down, right} == {0, self.step} and row % self.step == column % self.step == 0

    def has_row(self, board: str, player: str) -> bool:
        return any(all(board[point] == player for point in row) for row in self.rows)

    def after(self, board: str, player: str) -> Iterator[str]:
        free = [point for point, sign in enumerate(board) if sign == "."]
        mine = [point for point, sign in enumerate(board) if sign == player]
        if len(mine) < self.men:
            yield from (put(board, point, player) for point in free if point != self.closed)
            return
        for origin in mine:
            for to in free:
                if (origin, to) in self.lines:
                    yield put(put(board, origin, "."), to, player)

    @cache  # noqa: B019
    def wins(self, board: str, player: str, plies: int) -> bool:
        """Return whether the player to move can win within so many plies."""
        other = "XO"[player == "X"]
        if self.has_row(board, other) or plies < 1:
            return False
        return any(self.loses(after, other, plies - 1) for after in self.after(board, player))

    @cache  # noqa: B019
    def loses(self, board: str, player: str, plies: int) -> bool:
        """Return whether the player to move loses within so many plies, whatever he does."""
        other = "XO"[player == "X"]
        following = [*self.after(board, player)]
        if self.has_row(board, other) or not following:
            return True
        return plies > 0 and all(self.wins(after, other, plies - 1) for after in following)


@pytest.mark.long
@pytest.mark.parametrize("name", ["morris", "tapatan"])
def test_three_mens_morris_takes_9_plies_from_the_centre(name: str) -> None:
    game = Morris(name)

    def first(cells: tuple[int, ...], plies: int) -> list[bool]:
        return [game.loses(put(EMPTY, cell, "X"), "O", plies - 1) for cell in cells]

    assert first(CENTRE, 9) == [True]
    assert first(CENTRE, 8) == [False]
    assert not any(first(CORNERS + EDGES, 40))  # far longer than any win there is
    table = table_of(f"morris:board={name}")
    assert table["...-...-..."] == Win(9)
    assert max(outcome.distance or 0 for outcome in table.histogram) < 40


@pytest.mark.parametrize(("name", "plies"), [("achi", 11), ("picaria", 7), ("picaria13", 7)])
def test_its_relatives_are_won_too(name: str, plies: int) -> None:
    game = Morris(name)
    empty = "." * len(game.points)
    assert game.wins(empty, "X", plies)
    assert not game.wins(empty, "X", plies - 2)
    table = table_of(f"morris:board={name}", "interpreter")
    assert table[table.start] == Win(plies)


@cache
def misere(board: str, player: str) -> int:
    """Return 1, 0 or -1: won, drawn or lost for the player to move."""
    other = "XO"[player == "X"]
    if has_line(board, other):
        return 1
    free = [cell for cell in range(9) if board[cell] == "."]
    return max((-misere(put(board, cell, player), other) for cell in free), default=0)


def test_misere_tic_tac_toe_is_lost_but_for_the_centre() -> None:
    def first(cells: tuple[int, ...]) -> list[int]:
        return [-misere(put(EMPTY, cell, "X"), "O") for cell in cells]

    assert first(CENTRE) == [0]
    assert set(first(CORNERS + EDGES)) == {-1}


@cache
def kalah(mine: tuple[int, ...], theirs: tuple[int, ...], *, empty: bool) -> int:
    """Return by how many counters the player to move gains more than the other from here on."""
    holes = len(mine)
    if not any(mine) or not any(theirs):
        return sum(mine) - sum(theirs)
    found = []
    for hole in [hole for hole in range(holes) if mine[hole]]:
        board = [*mine, 0, *theirs]  # the store of the player to move between the two rows
        hand, board[hole] = board[hole], 0
        last = hole
        for counter in range(hand):
            last = (hole + 1 + counter) % len(board)
            board[last] += 1
        if last < holes and board[last] == 1 and (board[2 * holes - last] or empty):
            board[holes] += board[last] + board[2 * holes - last]
            board[last] = board[2 * holes - last] = 0
        own, others = tuple(board[:holes]), tuple(board[holes + 1 :])
        further = (
            kalah(own, others, empty=empty) if last == holes else -kalah(others, own, empty=empty)
        )
        found.append(board[holes] + further)
    return max(found)


@pytest.mark.parametrize("empty", [False, True])
@pytest.mark.parametrize(("holes", "most"), [(1, 6), (2, 6), (3, 3)])
def test_kalah_has_the_same_margins_by_another_program(holes: int, most: int, empty: bool) -> None:
    for counters in range(1, most + 1):
        row = (counters,) * holes
        name = f"kalah:holes={holes},counters={counters},empty={int(empty)}"
        assert table_of(name).start.outcome == Margin(kalah(row, row, empty=empty))


Sown = tuple[tuple[int, ...], tuple[int, ...], int]  # pits of both, and who is ahead by how many


def awari(mine: tuple[int, ...], theirs: tuple[int, ...], ahead: int) -> list[Sown]:
    """Return what can follow, each seen by the other player."""
    found: list[Sown] = []
    if abs(ahead) > sum(mine) + sum(theirs):  # one player has more than half
        return found
    for pit in [pit for pit in range(len(mine)) if mine[pit]]:
        board = [*mine, *theirs]
        hand, board[pit] = board[pit], 0
        around = [at % len(board) for at in range(pit + 1, 9 * len(board)) if at % len(board) - pit]
        for at in around[:hand]:
            board[at] += 1
        rest, taken, at = board[:], 0, around[hand - 1]
        while at >= len(mine) and rest[at] in (2, 3):
            taken, rest[at], at = taken + rest[at], 0, at - 1
        if not any(rest[len(mine) :]):  # all of them are too many
            rest, taken = board, 0
        own, others = tuple(rest[: len(mine)]), tuple(rest[len(mine) :])
        if any(theirs) or any(others):
            found.append((others, own, -ahead - taken))
    return found


def awari_margins(start: Sown) -> dict[Sown, int]:
    """Return all margins: what a player can force in any number of moves, else 0."""
    after: dict[Sown, list[Sown]] = {}
    new = {start}
    while new:
        after |= {one: awari(*one) for one in new}
        new = {to for one in new for to in after[one]} - after.keys()
    never = -1000
    # What can be forced by the player to move, and by the other; it only grows.
    best = {
        one: (never, never) if after[one] else (worth := one[2] + sum(one[0]) - sum(one[1]), -worth)
        for one in after
    }
    grows = True
    while grows:
        grows = False
        for one, some in after.items():
            if some:
                new_best = max(best[to][1] for to in some), min(best[to][0] for to in some)
                grows |= new_best != best[one]
                best[one] = new_best
    return {one: max(first, 0) or -max(second, 0) for one, (first, second) in best.items()}


AWARI = [(1, 3), (2, 2), (2, 3), (3, 1)]
if EVERYTHING:
    AWARI += [(3, 2)]


@pytest.mark.parametrize(("pits", "seeds"), AWARI)
def test_awari_has_the_same_margins_by_another_program(pits: int, seeds: int) -> None:
    row = (seeds,) * pits
    expected = awari_margins((row, row, 0))
    found = {}
    for position, outcome in table_of(f"awari:pits={pits},seeds={seeds}").items():
        above, below, stores = (
            [".123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(sign) for sign in part]
            for part in position.text.split("-")
        )
        state = tuple(below), tuple(reversed(above)), stores[0] - stores[1]
        found[state] = outcome
    assert found == {state: Margin(margin) for state, margin in expected.items()}


WAYS = (1, 1j, -1, -1j)
MICROBAN = {1: 33, 2: 16, 3: 41, 4: 23}  # the fifth takes far longer


@pytest.mark.parametrize("level", MICROBAN)
def test_sokoban_takes_as_many_moves_by_another_program(level: int) -> None:
    """Boxes and worker are sets of complex numbers; nothing but the drawing is shared."""
    text = (EXAMPLES / "sokoban.py").read_text()
    drawings = [line for line in re.findall(r'^    "(.*)",$', text, re.M) if "#" in line]
    drawn = {
        complex(column, row): sign
        for row, line in enumerate(drawings[level - 1].split())
        for column, sign in enumerate(line)
    }
    marks = frozenset(place for place, sign in drawn.items() if sign in "ob")
    boxes = frozenset(place for place, sign in drawn.items() if sign in "Bb")
    corners = [
        place
        for place in drawn
        if place not in marks
        and any(drawn.get(place + one) == drawn.get(place + one * 1j) == "#" for one in WAYS)
    ]  # no box comes out of them
    layer = {(next(place for place, sign in drawn.items() if sign == "W"), boxes)}
    met = set(layer)
    moves = 0
    while all(boxes != marks for _, boxes in layer):
        found = set()
        for worker, boxes in layer:
            for way in WAYS:
                to, after = worker + way, boxes
                if to in boxes:
                    after = boxes - {to} | {to + way}
                if (
                    drawn[to] != "#"
                    and len(after) == len(boxes)
                    and all(drawn[box] != "#" and box not in corners for box in after)
                ):
                    found.add((to, after))
        layer = found - met
        met |= layer
        moves += 1
    assert moves == MICROBAN[level]
    table = table_of(f"sokoban:level={level}", "interpreter")
    assert table[table.start].distance == moves


def test_the_pyraminx_turned_in_space_has_as_many_positions() -> None:
    """Stickers are points of space, and a turn is a third of a rotation of some of them.

    That there are 933,120 positions, and 11 turns at most: J. Scherphuis, Pyraminx.
    """
    corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]

    def turn(axis: tuple[int, ...], point: tuple[int, ...]) -> tuple[int, ...]:
        x, y, z = (part * sign for part, sign in zip(point, axis, strict=True))
        return tuple(part * sign for part, sign in zip((z, x, y), axis, strict=True))

    def between(*points: tuple[int, ...]) -> tuple[int, ...]:
        return tuple(map(sum, zip(*points, strict=True)))

    # On the face of three corners, one sticker near each of them and one beside each edge.
    stickers = []
    for face in combinations(corners, 3):
        for one in face:
            others = [other for other in face if other != one]
            stickers.append(between(*[one] * 6, *others * 3))
            stickers.append(between(*[other for other in others for _ in range(4)], one))
    turns = []
    for axis in corners:
        reached = []
        for point in stickers:
            near = sum(part * sign for part, sign in zip(point, axis, strict=True)) > 3
            reached.append(stickers.index(turn(axis, point)) if near else stickers.index(point))
        turns += [tuple(reached), tuple(reached[to] for to in reached)]
    layer = {tuple(range(24))}
    met = set(layer)
    counts = []
    for _ in range(6):
        counts.append(len(layer))
        layer = {tuple(seen[to] for to in turn) for seen in layer for turn in turns} - met
        met |= layer
    said = summary_of(table_of("pyraminx"))
    assert [said["histogram"][str(turns)] for turns in range(6)] == counts
    assert max(map(int, said["histogram"])) == 11
    assert said["positions"] == 933_120


# How many positions need each number of turns: https://oeis.org/A079745, and of the Ivy cube
# https://darflen.com/posts/e8cb425651aa11c5418be580
A079745 = (1, 8, 48, 288, 1728, 10248, 59304, 315198, 1225483, 1455856, 81028, 90)
IVY = (1, 8, 48, 288, 1640, 7582, 15262, 4221, 110)


def corner_turns(is_ivy: bool) -> list[tuple[int, ...]]:
    """Return the turns of a Skewb as permutations of stickers, which are points of space.

    A sticker of a corner is near the corner on a face, that of a centre in the middle of it.
    """
    corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    all_corners = corners if is_ivy else [*corners, *(tuple(-x for x in one) for one in corners)]
    stickers: list[tuple[int, ...]] = []
    for axis in range(3):
        for side in (3, -3):
            stickers.append(tuple(side if at == axis else 0 for at in range(3)))
            for corner in all_corners:
                if corner[axis] * side > 0:
                    near = tuple(side if at == axis else 2 * one for at, one in enumerate(corner))
                    stickers.append(near)
    turns = []
    for corner in corners:
        reached = []
        for point in stickers:
            x, y, z = (one * sign for one, sign in zip(point, corner, strict=True))
            to = tuple(one * sign for one, sign in zip((z, x, y), corner, strict=True))
            reached.append(stickers.index(to if x + y + z > 0 else point))
        turns += [tuple(reached), tuple(reached[to] for to in reached)]
    return turns


@pytest.mark.parametrize(
    ("name", "published"), [("skewb:ivy=1", IVY), *([("skewb", A079745)] * EVERYTHING)]
)
def test_a_cube_turned_about_its_corners_in_space_has_as_many_positions(
    name: str, published: tuple[int, ...]
) -> None:
    turns = corner_turns("ivy" in name)
    layer = {tuple(range(len(turns[0])))}
    met = set(layer)
    counts: list[int] = []
    while layer and len(counts) < 9:
        counts.append(len(layer))
        layer = {tuple(seen[to] for to in turn) for seen in layer for turn in turns} - met
        met |= layer
        if len(met) > 400_000:
            break
    assert counts == [*published[: len(counts)]]
    said = summary_of(table_of(name))
    assert [said["histogram"][str(turns)] for turns in range(len(published))] == [*published]
    assert said["positions"] == sum(published)


def test_a_turn_of_the_skewb_is_undone_by_the_other_way() -> None:
    game = game_in("skewb:scramble=F")
    solved = game_in("skewb:scramble=FFF").start.text  # a third of a turn, three times
    after = {str(move): game.start.play(move).text for move in game.start.moves}
    assert [move for move, text in after.items() if text == solved] == ["F′"]
    for text in after.values():
        assert game.position(text).text == text
