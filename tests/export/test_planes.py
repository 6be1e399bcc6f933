"""Observations and exported rows determine the position, up to what cannot matter."""

from __future__ import annotations

import numpy as np
import pytest

import kibitz
from kibitz.adapters.environment_list import entries
from kibitz.export.actions import Actions
from kibitz.export.data_card import planes_in_words
from kibitz.export.planes import Planes
from kibitz.export.position_encoder import PositionEncoder
from kibitz.export.table_rows import TableRows
from kibitz.oracle.oracle import Oracle
from kibitz.solve.effort import Effort
from tests.support import every_game

TABLE = Effort(positions=10_000)  # a game that needs more is walked through, or made smaller
SHOWN = 40  # rows of each table that are compared with the planes of one position
SMALLER = {
    "awari": "awari:pits=2",
    "breakthrough": "breakthrough:rows=4,columns=2",
    "clobber": "clobber:rows=2",
    "col": "col:rows=2",
    "eight": "eight:rows=2",
    "four": "four:rows=3,columns=3,line=3",
    "fox_and_hounds": "fox_and_hounds:side=4",
    "kalah": "kalah:holes=2,counters=2",
    "kayles": "kayles:pins=7",
    "lockout": "lockout:helpers=3",
    "mens_morris": "mens_morris:men=3",
    "othello": "othello:rows=2",
    "quixo": "quixo:side=2",
}
LARGE = {
    "chess_endings", "dobutsu_shogi", "fifteen", "gobblet_gobblers", "klotski", "peg:diamond",
    "peg:english", "peg:french", "peg:wiegleb", "pocket_cube", "pyraminx", "ricochet_robots",
    "rush_hour", "sim", "skewb", "teeko",
}  # fmt: skip
NAMES = [entry.name for entry in entries() if entry.ready]


def rows_of(name: str) -> TableRows:
    game = kibitz.game(name)
    oracle = Oracle(game, effort=TABLE)
    oracle.prepare()
    assert oracle.table is not None, f"{name} is not small"
    return TableRows(game, oracle.table)


@pytest.mark.long
def test_rows_that_look_alike_are_alike() -> None:
    """In whole tables: the same planes, so the same legal actions, outcomes and distances."""
    rows = 0
    for name in sorted({*NAMES} - LARGE):
        source = rows_of(SMALLER.get(name, name))
        encoder = PositionEncoder(source.game, source.planes)
        first: dict[bytes, bytes] = {}
        for batch in source.batches():
            rows += len(batch)
            told = ["value", source.measure, "action_value", f"action_{source.measure}"]
            columns = [batch.columns[key] for key in told]
            planes = batch.columns["planes"]
            for at in range(len(batch)):
                row = b"".join(column[at].tobytes() for column in columns)
                assert first.setdefault(planes[at].tobytes(), row) == row, (name, batch.texts[at])
            numbers = batch.columns["number"][:: 1 + len(batch) // SHOWN]
            for to_move in (True, False):
                seen = encoder.planes_of(numbers, to_move)
                for number, shown in zip(numbers.tolist(), seen, strict=True):
                    assert np.array_equal(shown, source.planes.see(number, to_move)), name
    assert rows > 10_000


def test_positions_of_large_games_that_look_alike_have_the_same_moves() -> None:
    for name in sorted(LARGE):
        game = kibitz.game(name)
        planes, actions = Planes(game), Actions(game)
        first: dict[bytes, list[int]] = {}
        for position in set(every_game.random_positions(game, seed=5, count=60)):
            legal = actions.legal(position)
            assert first.setdefault(planes.see(position).tobytes(), legal) == legal, name


def test_the_player_to_move_has_a_plane() -> None:
    """The two positions differ only in who is to move: one is lost, the other won."""
    game = kibitz.game("dodgem")
    planes = Planes(game)
    assert planes.shape == (3 + 2, 3, 3)
    assert "planes 3 to 4: `R U`, 1 everywhere for the player to move" in planes_in_words(planes)
    for sign, other, text in ((3, 4, "UR.-...-...-R"), (4, 3, "UR.-...-...-U")):
        seen = planes.see(game.parse(text))
        assert seen[sign].all()
        assert not seen[other].any()
        assert np.flatnonzero(seen[0]).tolist() == [1]  # R is where it is, whoever is to move
        assert np.flatnonzero(seen[1]).tolist() == [0]


def test_what_is_beside_the_board_has_a_plane_for_each_sign() -> None:
    game = kibitz.game("kalah")
    planes = Planes(game)
    signs = list(game.signs)
    assert planes.shape == (3 * len(signs), 2, 3)
    seen = planes.see(game.parse("1..-...-A7"))
    assert np.flatnonzero(seen[len(signs) :].all(axis=(1, 2))).tolist() == [
        signs.index("A"),
        len(signs) + signs.index("7"),
    ]
    assert game.to_move(game.parse("1..-...-A7")) is None  # ten counters, and no player's name


def test_games_with_nothing_beside_the_board_have_a_plane_for_each_sign() -> None:
    for name in ("noughts", "noughts:oldest", "lgame", "lockout", "peg:triangle", "four"):
        game = kibitz.game(name)
        assert Planes(game).shape[0] == len(game.signs)
