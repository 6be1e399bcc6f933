"""The example games agree with what is published about them; their files name the sources."""

from __future__ import annotations

import ast
from functools import reduce
from math import comb
from operator import xor
from typing import TYPE_CHECKING, Any

import pytest

import kibitz
from kibitz import conformance
from kibitz.api.game_table import GameTable
from kibitz.oracle.table_summary import summary
from kibitz.rules.objectives.outcomes import Draw, Win
from kibitz.solve.memory.in_memory import solve
from kibitz.solve.store.table import table_from
from tests.support.own_games import EXAMPLES
from tests.support.sampled import examined
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from kibitz.solve.memory.in_memory import Mode

FILES = sorted(file for file in EXAMPLES.glob("*.py") if "def game(" in file.read_text())


def game_in(name: str) -> kibitz.Game:
    file, _, choice = name.partition(":")
    return kibitz.game(f"{EXAMPLES / file}.py" + (f":{choice}" if choice else ""))


def table_of(name: str, mode: Mode | None = None) -> GameTable:
    """Solve an example, in the interpreter where compiling takes longer; nothing is kept."""
    game = game_in(name)
    return GameTable(game, table_from(game.rules, solve(game.rules, mode=mode), 0.0))


def summary_of(table: GameTable) -> dict[str, Any]:
    return summary(table.game, table.answers)


# These take longest to compile; scripts/reference.py does it, and verifies their tables.
COMPILED_ELSEWHERE = {"dobutsu_shogi", "gobblet_gobblers", "mens_morris", "teeko"}


@pytest.mark.long
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_example_keeps_its_promises(file: Path) -> None:
    subject = examined(kibitz.game(str(file)))
    left_out = {conformance.Promise.COMPILE}  # it shows in what follows:
    if file.stem in COMPILED_ELSEWHERE and not EVERYTHING:
        left_out.add(conformance.Promise.AGREE)
    for promise in conformance.PROMISES:
        if promise not in left_out:
            assert conformance.check(promise, subject) is None


# Three boards, and described for the GPU; bits side by side, or positions that are typed, and hints
# for a search; boards of lines and boxes, and of stores; a board that is given; discs turned over;
# solids unfolded; pieces on pieces, and in hand; several boards, and levels; chess men; couples;
# heaps beside one another; jumps in a row.
LONGER = {
    "mens_morris": 140, "four": 125, "dots_and_boxes": 105, "kalah": 105, "awari": 105,
    "fifteen": 115, "rush_hour": 105, "othello": 115, "hex": 75, "domineering": 75, "bridge": 80,
    "klotski": 65, "hare_and_hounds": 65, "pocket_cube": 85, "pyraminx": 110,
    "gobblet_gobblers": 95, "dobutsu_shogi": 110, "morris": 70, "sokoban": 70,
    "no_three_in_line": 70, "chess_endings": 125, "grundys_game": 70, "jealous_husbands": 70,
    "konane": 100, "skewb": 150, "ricochet_robots": 65,
}  # fmt: skip


def test_every_example_is_short() -> None:
    assert len(FILES) >= 36
    for file in FILES:
        text = file.read_text()
        tree = ast.parse(text)
        about = tree.body[0].end_lineno
        drawn = {  # what a game looks like, and its names, may take as much as they need
            number
            for node in ast.walk(tree)
            if (isinstance(node, ast.Call) and ast.unparse(node.func) in ("Appearance", "OwnGame"))
            or (isinstance(node, ast.Assign) and node.col_offset == 0)
            for number in range(node.lineno, (node.end_lineno or 0) + 1)
        }
        lines = enumerate(text.splitlines(), start=1)
        rules = [
            line.strip() for number, line in lines if number > (about or 0) and number not in drawn
        ]
        most = LONGER.get(file.stem, 60)
        assert len([line for line in rules if line and not line.startswith("#")]) <= most


@pytest.mark.parametrize("heaps", ["345", "1357", "27", "4"])
def test_nim_is_lost_where_the_nim_sum_is_zero(heaps: str) -> None:
    """C. L. Bouton, 1901."""
    table = table_of(f"nim:heaps={heaps}")
    assert len(list(table)) == reduce(lambda size, heap: size * (int(heap) + 1), heaps, 1)
    for position, outcome in table.items():
        left = [position.number >> 4 * heap & 15 for heap in range(len(heaps))]
        assert (outcome.value == "loss") == (reduce(xor, left) == 0)


def test_dots_and_boxes_two_by_two_are_won_by_two() -> None:
    """The first player wins, and must begin at the edge: Winning Ways, and
    https://puzzling.stackexchange.com/questions/22150 with the same values.
    """
    table = table_of("dots_and_boxes")
    assert table.start.outcome == kibitz.Margin(2)
    drawn = {move.text for move in table.answer(table.start).moves if move.outcome.kind == "draw"}
    assert drawn == {"b3", "c2", "c4", "d3"}  # the lines inside


def test_three_mens_morris_is_won_by_the_centre_alone() -> None:
    """Wikipedia, Three men's morris: won by the centre, drawn if that is forbidden.

    No source was found for the 9 plies: test_examples_twice.py finds them in another way.
    """
    for name in ("morris", "morris:board=tapatan"):
        table = table_of(name)
        answer = table.answer("...-...-...")
        assert answer.outcome == Win(9)
        assert [move for move in answer.moves if move.outcome.value == "win"] == ["b2"]
        assert any(move.outcome == Draw() for move in answer.moves)


def test_the_small_board_of_mens_morris_is_three_mens_morris() -> None:
    """Rules of their own: a mill takes a man, and two men have lost."""
    table = table_of("mens_morris:men=3")
    assert table[table.start] == table_of("morris:board=tapatan")["...-...-..."] == Win(9)


@pytest.mark.skipif(not EVERYTHING, reason="KIBITZ_TEST_ALL=1 and scripts/reference.py do it")
def test_six_mens_morris_is_drawn() -> None:
    """A draw: B. H. Liou 2026. docs/morris.md compares the counts."""
    said = summary_of(table_of("mens_morris:men=6"))
    assert (said["classes"], said["start"]["value"]) == (1_545_778, "draw")


def test_dodgem_is_won_on_9_squares_and_endless_on_16() -> None:
    """Berlekamp, Conway and Guy, Winning Ways: 3 x 3; D. des Jardins, 1996: 4 x 4 never ends."""
    assert table_of("dodgem")["R..-R..-.UU-R"].value == "win"
    large = table_of("dodgem:side=4")
    assert large[large.start] == Draw()


@pytest.mark.parametrize("discs", [1, 3, 5, 7])
def test_the_tower_takes_all_its_powers_of_two(discs: int) -> None:
    """E. Lucas, 1883: 2**n - 1 moves; none of the 3**n is farther (Concrete Mathematics)."""
    table = table_of(f"hanoi:discs={discs}")
    said = summary_of(table)
    assert said["positions"] == 3**discs
    assert max(map(int, said["histogram"])) == 2**discs - 1
    assert table[table.start].distance == 2**discs - 1


def test_the_8_puzzle_takes_31_moves_at_most() -> None:
    """A. Reinefeld, IJCAI 1993: 31 moves, for two positions; OEIS A089473 by distance."""
    published = (
        "1 2 4 8 16 20 39 62 116 152 286 396 748 1024 1893 2512 4485 5638 9529 10878 16993 17110 "
        "23952 20224 24047 15578 14560 6274 3910 760 221 2"
    )
    said = summary_of(table_of("eight"))
    assert said["positions"] == 181_440
    found = [said["histogram"][str(moves)] for moves in range(32)]
    assert found == [int(n) for n in published.split()]


@pytest.mark.parametrize(
    ("rows", "columns", "nullity", "all_lit"), [(2, 2, 0, 4), (3, 3, 0, 5), (4, 4, 4, 4)]
)
def test_lights_go_out(rows: int, columns: int, nullity: int, all_lit: int) -> None:
    """OEIS A159257: 2**(lamps - nullity) patterns are solvable; A075464: from all lamps lit."""
    table = table_of(f"lights:rows={rows},columns={columns}")
    said = summary_of(table)
    assert said["positions"] == 2 ** (rows * columns)
    assert said["solvable"] == 2 ** (rows * columns - nullity)
    assert table[table.start].distance == all_lit


# The next larger board takes ten times as long, and nothing else.
SMALL_BOARDS = [(4, 4, 161_029), *([(4, 5, 1_706_255)] if EVERYTHING else [])]


@pytest.mark.parametrize(("columns", "rows", "positions"), SMALL_BOARDS)
def test_connect_four_is_drawn_on_small_boards(columns: int, rows: int, positions: int) -> None:
    """J. Tromp, John's Connect Four Playground: legal positions and values by size of board."""
    said = summary_of(table_of(f"four:rows={rows},columns={columns}"))
    assert said["positions"] == positions
    assert said["start"]["value"] == "draw"


@pytest.mark.parametrize(("rows", "columns"), [(3, 4), (2, 7), (5, 5), (1, 1), (4, 1)])
def test_chomp_is_won_by_the_first_player(rows: int, columns: int) -> None:
    """D. Gale, A curious Nim-type game, 1974: all bars but the single square, squares at b2."""
    table = table_of(f"chomp:rows={rows},columns={columns}")
    answer = table.answer(table.start)
    assert len(table) == comb(rows + columns, rows) - 1
    assert answer.outcome.value == ("loss" if rows == columns == 1 else "win")
    texts = [move.text for move in answer.moves if move.outcome.value == "win"]
    if rows == columns > 1:
        assert texts == ["b2"]
    if rows == 2:
        assert texts == [f"b{columns}"]


def test_misere_tic_tac_toe_is_drawn_by_the_centre_alone() -> None:
    """Y. Elran, Toe-tac-tic: the centre draws; the others are in test_examples_twice.py too."""
    table = table_of("misere")
    answer = table.answer("...-...-...")
    assert answer.outcome == Draw()
    assert [move for move in answer.moves if move.outcome == Draw()] == ["b2"]
    said = summary_of(table)
    assert (said["positions"], said["classes"]) == (5_478, 765)  # as of the plain game


def test_the_hardest_rush_hour_takes_93_steps() -> None:
    """S. Collette, J.-F. Raskin, F. Servais, 2006; their count includes cars that drive on."""
    table = table_of("rush_hour")
    assert table[table.start].distance == 93
    board = tuple(kibitz.game(str(EXAMPLES / "rush_hour.py")).pieces(table.start.number))
    reached = [board]
    known = {board}
    for board in reached:  # grows while it is walked
        for after in driven(board):
            if after not in known:
                known.add(after)
                reached.append(after)
    assert len(known) == 24_132


def driven(board: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """Yield the boards of 6 x 6 squares after every step of a car."""
    for car in set(board) - {"."}:
        cells = [cell for cell, sign in enumerate(board) if sign == car]
        step = cells[1] - cells[0]
        for end, other, by in ((cells[0], cells[-1], -step), (cells[-1], cells[0], step)):
            to = end + by
            inside = 0 <= to < 36 and (step == 6 or to // 6 == end // 6)
            if inside and board[to] == ".":
                after = list(board)
                after[to], after[other] = car, "."
                yield tuple(after)


# Eight discs more are drawn only if the margin is eight; each number is compiled on its own.
KOMI = [(8, "draw"), *([(7, "loss"), (9, "win")] if EVERYTHING else [])]


@pytest.mark.parametrize(("komi", "value"), KOMI)
def test_othello_on_16_squares_is_lost_by_3_to_11(komi: int, value: str) -> None:
    """Wikipedia, Computer Othello."""
    table = table_of(f"othello:komi={komi}")
    assert table[table.start].value == value


@pytest.mark.parametrize(
    ("name", "about"),
    [
        ("nim:heaps=a", "one a heap"),
        ("dodgem:side=9", "2 to 5 squares"),
        ("hanoi:discs=0", "1 to 9 discs"),
        ("lights:rows=6,columns=6", "1 to 25 lamps"),
        ("four:rows=17", "1 to 16 cells"),
        ("chomp:rows=16", "1 to 15 rows"),
        ("rush_hour:board=oooo", "a car A"),
        ("rush_hour:board=AooA", "in a row"),
        ("domineering:rows=8,columns=8", "1 to 62 squares"),
        ("hex:rows=6,columns=6", "1 to 31 cells"),
        ("othello:rows=3", "2, 4 or 6 rows"),
        ("morris:board=go", "one of morris, tapatan"),
        ("hanoi:pegs=2", "3 to 8 pegs"),
        ("eight:rows=4,columns=4", "at most 15 squares"),
        ("teeko:side=6", "4 or 5 points"),
        ("sokoban:level=6", "1 to 5"),
        ("pyraminx:scramble=X", "U, L, R and B"),
        ("skewb:scramble=X", "F, L, R and B"),
    ],
)
def test_impossible_boards_are_refused_in_a_sentence(name: str, about: str) -> None:
    with pytest.raises(kibitz.UnknownGame, match=about):
        game_in(name)


def test_turns_of_the_cube_are_written_as_cubers_do_and_read_in_other_spellings() -> None:
    cube = kibitz.game(str(EXAMPLES / "pocket_cube.py"))
    start = cube.rules.start
    back = cube.parse_move(start, "U′")
    assert cube.move_text(start, back) == "U′"
    assert {cube.parse_move(start, text) for text in ("U3", "U'", "u’")} == {back}
    assert cube.parse_move(start, "U") != back
