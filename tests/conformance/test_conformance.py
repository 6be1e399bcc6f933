"""What every game promises, checked for every registered game and variant."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kibitz import conformance
from kibitz.conformance.oddities import oddities
from kibitz.games.lockout import LunarLockout
from kibitz.games.noughts_notation import Noughts, NoughtsOldest
from kibitz.games.peg import PegSolitaire
from tests.support import every_game, naive
from tests.support.mutants import MUTANTS, NOTE, mutant
from tests.support.sampled import examined
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.language.errors import NotationError
    from kibitz.rules.base_game import BaseGame


@pytest.fixture(params=every_game.names(), ids=str, scope="module")
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def game(name: str) -> BaseGame:
    return every_game.game(name)


@cache
def subject(game: BaseGame) -> conformance.Subject:
    return examined(game)


def walk(game: BaseGame) -> list[int]:
    return subject(game).walk


# That compiled rules say the same takes compiling them, a second for each board, so that need not
# be asked besides; and of the unusual boards only the largest are compiled. Of the boards of pegs,
# English and Wiegleb's, the largest, stand for those between them, where only the holes differ.
COMPILES, COMPILED = conformance.Promise.COMPILE, conformance.Promise.AGREE
LARGEST = {
    "peg:triangle,side=7,finish=3",
    "noughts:any,rows=4,pieces=4,line=4",
    "noughts:oldest,rows=4,columns=4,pieces=4,line=4",
    "lockout:rows=7,columns=8,helpers=12",
}
NOT_COMPILED = {*every_game.UNUSUAL} - LARGEST
if not EVERYTHING:
    NOT_COMPILED |= {"peg:french", "peg:diamond"}


def test_the_largest_boards_are_among_the_unusual() -> None:
    assert set(every_game.UNUSUAL) > LARGEST


@pytest.mark.long
def test_every_promise_is_kept(name: str, game: BaseGame) -> None:
    left_out = {COMPILES, COMPILED} if name in NOT_COMPILED else {COMPILES}
    found = {
        promise.name: str(conformance.check(promise, subject(game)))
        for promise in conformance.PROMISES
        if promise not in left_out
    }
    assert {promise: wrong for promise, wrong in found.items() if wrong != "None"} == {}


def fixed_cell(game: BaseGame) -> int | None:
    """Return the cell that a symmetry must leave where it is."""
    if isinstance(game, LunarLockout):
        return game.goal
    return game.finish if isinstance(game, PegSolitaire) else None


def test_what_adapters_and_records_rely_on(game: BaseGame) -> None:
    for position in walk(game):
        for move in game.rules.moves(position):
            assert game.rules.distinct_moves is not None
            assert move < game.rules.distinct_moves
            text = game.move_text(position, move)
            assert text == "".join(text.split()), "a saved match separates moves by white space"


def test_play_never_loses_a_piece(game: BaseGame) -> None:
    change = {"peg": {-1}, "lockout": {0}, "lgame": {0}, "noughts": {0, 1}}
    for position in walk(game):
        before = pieces_on(game, position)
        for move in game.rules.moves(position):
            after = pieces_on(game, game.rules.play(position, move))
            assert after - before in change[game.name.partition(":")[0]]
            if isinstance(game, Noughts):
                assert after - before == (before < 2 * game.each)


def pieces_on(game: BaseGame, position: int) -> int:
    return sum(piece != "." for piece in game.pieces(position))


def test_canonical_is_stable_under_every_symmetry(game: BaseGame) -> None:
    symmetries = game.board.symmetries(fixed=fixed_cell(game))
    if game.rules.canonical is None:
        assert not symmetries
        return
    assert symmetries
    for position in walk(game)[:100]:
        least = game.rules.canonical(position)
        assert game.rules.canonical(least) == least <= position
        assert game.rules.may_be_canonical is None or game.rules.may_be_canonical(least)
        images = {position}
        for symmetry in symmetries:
            pieces = game.pieces(position)
            mirrored = [""] * len(pieces)
            for cell, piece in enumerate(pieces):
                mirrored[symmetry[cell]] = piece
            images.add(game.position_of(mirrored, refuse_nothing))
        assert min(images) == least
        assert game.rules.orbit is None or game.rules.orbit(position) == len(images)
        assert {game.rules.canonical(image) for image in images} == {least}


def refuse_nothing(sentence: str, *_: object, **__: object) -> NotationError:
    raise AssertionError(f"a mirror image of a position is a position, but: {sentence}")


def test_the_legal_moves_are_the_generated_ones(game: BaseGame) -> None:
    for position in walk(game)[:120]:
        generated = sorted(
            tuple(game.pieces(game.rules.play(position, move), mover=1))
            for move in game.rules.moves(position)
        )
        grid = dict(zip(game.board.places, game.pieces(position, mover=0), strict=True))
        legal = sorted(
            tuple(after[place] for place in game.board.places) for after in successors(game, grid)
        )
        assert generated == legal


def successors(game: BaseGame, grid: naive.Grid) -> Iterator[naive.Grid]:
    """Return what can follow by the naive rules, the first player to move."""
    if isinstance(game, PegSolitaire):
        square = [(0, 1), (1, 0), (0, -1), (-1, 0)]
        triangular = [(0, 2), (0, -2), (1, 1), (1, -1), (-1, 1), (-1, -1)]
        numbered = game.board.names[0] == "0"
        return naive.peg(grid, triangular if numbered else square)
    if isinstance(game, NoughtsOldest):
        return naive.noughts(grid, "X", game.line, game.each, "oldest")
    if isinstance(game, Noughts):
        return naive.noughts(grid, "X", game.line, game.each, "any")
    if isinstance(game, LunarLockout):
        return naive.lockout(grid, game.board.places[game.goal])
    return naive.lgame(grid, "A")


@settings(max_examples=60, deadline=None)
@given(
    choices=st.lists(st.integers(0, 1000), max_size=60), name=st.sampled_from(every_game.names())
)
def test_any_line_of_play_can_be_written_down_and_replayed(name: str, choices: list[int]) -> None:
    game = every_game.game(name)
    start = position = game.rules.start
    score = []
    for choice in choices:
        moves = list(game.rules.moves(position))
        if not moves:
            break
        move = moves[choice % len(moves)]
        score.append((game.text(position), game.move_text(position, move)))
        position = game.rules.play(position, move)
    replayed = start
    for text, move_text in score:
        assert game.parse(text) == replayed
        replayed = game.rules.play(replayed, game.parse_move(replayed, move_text))
    assert replayed == position


def test_every_placement_is_generated_once() -> None:
    for name, count in (("lockout:helpers=2", 6900), ("lockout:rows=3,columns=4,helpers=3", 1980)):
        rules = every_game.game(name).rules
        assert rules.placements is not None
        placements = list(rules.placements())
        assert len(placements) == len(set(placements)) == count
        assert rules.start in placements


# Some mutants of each kind stand for the others.
LOOKED_AT = list(MUTANTS) if EVERYTHING else list(MUTANTS)[::3]


@pytest.mark.long
@pytest.mark.parametrize("name", LOOKED_AT)
def test_a_mistake_is_noticed(name: str) -> None:
    *_, promise = MUTANTS[name]
    wrong = conformance.Subject(mutant(name))
    if promise == NOTE:
        assert [note for note in oddities(wrong) if "for example" not in str(note)]
    else:
        assert conformance.check(conformance.Promise(promise), wrong) is not None
