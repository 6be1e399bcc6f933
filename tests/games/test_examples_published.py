"""The games in files: what is published about each; its file cites the source.

Each row: a game, what its start is worth, and counts or distances where they are published.
"""

from __future__ import annotations

from itertools import combinations
from math import factorial

import pytest

from tests.games.test_examples import game_in, summary_of, table_of
from tests.support.scope import EVERYTHING

# Rows that the file of the game cites a source for.
PUBLISHED = {
    "hexapawn": "loss",
    "pong_hau_ki": "draw",
    "mu_torere": "draw",
    "hare_and_hounds": "win",
    "sim": "loss",
    "notakto": "win",
    "notakto:boards=2": "loss",
    "kayles:pins=9": "win",
    "kayles:pins=10": "win",
    "kayles:pins=14,dawson=1": "win",
    "kayles:pins=15,dawson=1": "loss",
    "kayles:pins=16,dawson=1": "win",
    "kayles:pins=21,dawson=1": "loss",
    "wythoff:down=6,right=10": "loss",
    "wythoff:down=7,right=10": "win",
    "cram": "loss",
    "cram:rows=3": "win",
    "cram:rows=2,columns=6": "loss",
}
# T. Bousch, La quatrième tour de Hanoï, 2014: the numbers of Frame and Stewart, OEIS A007664.
REVE = (1, 3, 5, 9, 13, 17, 25)
# OEIS A151944: rows, columns, and the most moves that a position needs.
SLIDING = ((2, 2, 6), (2, 3, 21), (3, 2, 21), (2, 4, 36))


@pytest.mark.parametrize(("name", "value"), PUBLISHED.items())
def test_the_start_is_worth_what_is_published(name: str, value: str) -> None:
    table = table_of(name, "interpreter" if name.startswith("kayles") else None)
    assert table[table.start].kind == value


def test_the_hounds_catch_the_fox() -> None:
    """Winning Ways: the fox moves first and loses."""
    table = table_of("fox_and_hounds")
    assert table[table.start].kind == "loss"


def test_wythoffs_losing_squares_are_the_golden_ratio_apart() -> None:
    """W. A. Wythoff, 1907: the n-th pair is floor(n phi) and n more."""
    phi = (1 + 5**0.5) / 2
    pairs = {(int(n * phi), int(n * phi) + n) for n in range(8)}
    table = table_of("wythoff:down=12,right=12")
    for position, outcome in table.items():
        row, column = divmod(position.number, 13)
        assert (outcome.kind == "loss") == (tuple(sorted((row, column))) in pairs)


@pytest.mark.parametrize(("stack", "most"), [("21", 1), ("132", 3), ("2413", 4), ("24135", 5)])
def test_the_most_turns_of_pancakes(stack: str, most: int) -> None:
    """OEIS A058986."""
    said = summary_of(table_of(f"pancakes:stack={stack}"))
    assert max(map(int, said["histogram"])) == most


@pytest.mark.parametrize(
    ("name", "moves"),
    [
        ("guarini", 16),
        ("farmer", 7),
        ("missionaries", 11),
        ("missionaries:pairs=4,boat=3", 9),
        ("missionaries:pairs=5,boat=3", 11),
        ("missionaries:pairs=4", None),
    ],
)
def test_the_fewest_moves(name: str, moves: int | None) -> None:
    table = table_of(name)
    assert table[table.start].distance == moves


def test_the_pocket_cube() -> None:
    """J. Scherphuis: 3,674,160 positions, up to 14 quarter turns; how many need each number.

    A usual run turns the solved cube five times, instead of solving them all.
    """
    by_turns = [1, 6, 27, 120, 534, 2256, 8969, 33058, 114149, 360508, 930588, 1350852, 782536]
    if EVERYTHING:
        said = summary_of(table_of("pocket_cube"))
        assert said["positions"] == 3_674_160
        assert [said["histogram"][str(turns)] for turns in range(15)] == [*by_turns, 90280, 276]
    rules = game_in("pocket_cube").rules
    turns = list(rules.moves(rules.start))
    layer = {game_in("pocket_cube:scramble=").rules.start}
    assert not any(rules.moves(next(iter(layer)))), "it is solved"
    met = set(layer)
    for count in by_turns[1:6]:
        layer = {rules.play(position, turn) for position in layer for turn in turns} - met
        met |= layer
        assert len(layer) == count


@pytest.mark.parametrize("discs", range(1, len(REVE) + 1))
def test_a_tower_on_four_pegs(discs: int) -> None:
    table = table_of(f"hanoi:pegs=4,discs={discs}", "interpreter")
    assert table[table.start].distance == REVE[discs - 1]
    assert len(table) == 4**discs


@pytest.mark.parametrize(("rows", "columns", "most"), SLIDING)
def test_sliding_tiles_of_other_sizes(rows: int, columns: int, most: int) -> None:
    """Half of all orders can be solved: W. W. Johnson and W. E. Story, 1879."""
    said = summary_of(table_of(f"eight:rows={rows},columns={columns}", "interpreter"))
    assert said["positions"] == factorial(rows * columns) // 2
    assert max(map(int, said["histogram"])) == most


@pytest.mark.parametrize(("advanced", "goals"), [(0, 44), (1, 58)])
def test_the_lines_and_squares_of_teeko(advanced: int, goals: int) -> None:
    """G. L. Steele, 1999. The whole game, a draw, is in docs/reference.md."""
    game = game_in(f"teeko:advanced={advanced}")
    found = 0
    for four in combinations(range(25), 4):
        theirs = sum(1 << point for point in four)
        found += not any(game.rules.moves(theirs << 25))
    assert found == goals
