"""Who plays a new match, the names of people, and the review of a finished match."""

from __future__ import annotations

import pytest

from kibitz.games.reference import rows
from kibitz.games.registry import game_named as named
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import LONGEST_NAME, MatchError, MatchState
from kibitz.play.match_record import link_of, match_from, text_of
from kibitz.play.opponents import OPPONENTS, harder_than
from kibitz.play.review import Review, review
from kibitz.play.seating import USUAL_OPPONENT, seats, side_for_person
from kibitz.play.session import Session
from kibitz.play.wording import ending, result, verdict

# Who plays


@pytest.mark.parametrize("row", [row for row in rows() if row.start in ("win", "loss", "draw")])
def test_a_person_plays_a_side_that_does_not_lose(row: object) -> None:
    """The values of the starts are published ones, each for the player to move."""
    game = named(row.name)  # type: ignore[attr-defined]
    side = side_for_person(game)
    value = row.start  # type: ignore[attr-defined]
    mover = game.mover(game.rules.start)
    assert not (value == "loss" and side == mover)
    assert not (value == "win" and side != mover)


def test_a_side_is_chosen_by_the_position_and_is_else_the_first() -> None:
    noughts = named("noughts")
    oracle = Oracle(noughts)
    assert side_for_person(noughts) == side_for_person(noughts, None, oracle) == 0  # a draw
    # Known: X in a corner wins once O has answered on an edge.
    for start, side in (("XO.-...-...", 0), ("XX.-O..-O..", 0), ("XX.-OO.-X..", 1)):
        assert side_for_person(noughts, noughts.parse(start), oracle) == side
        assert side_for_person(noughts, noughts.parse(start)) == 0  # a table is not asked
    assert side_for_person(named("wythoff:down=30,right=29")) == 0  # nothing is known


def test_levels_go_up_to_perfect() -> None:
    level: str | None = "random"
    climbed = []
    while level is not None:
        climbed.append(level)
        level = harder_than(level)
    assert climbed == ["random", "easy", "hard", "perfect"]
    assert set(climbed) == set(OPPONENTS)
    assert harder_than("human") is None
    assert seats(USUAL_OPPONENT, 0) == ("human", "easy")
    assert seats(USUAL_OPPONENT, 1) == ("easy", "human")


# Names


def test_names_are_kept_with_a_match() -> None:
    match = match_from("kibitz noughts\nnames Anna%20Maria -\nmoves a1 a2 b1 b2 c1\n")
    assert match.names == ("Anna Maria", "")
    assert (match.name_of(0), match.name_of(1)) == ("Anna Maria", "O")
    assert str(result(match)) == "Anna Maria has won"
    assert str(ending(match)) == "The game is over: Anna Maria has won."
    for text in (text_of(match), link_of(match)):
        assert match_from(text).names == match.names
    assert "names" not in text_of(MatchState(named("noughts"), names=("", " ")))
    odd = MatchState(named("noughts"), names=("a+b;c(d)%", "-x"))
    assert match_from(link_of(odd)).names == odd.names


@pytest.mark.parametrize("names", ["Anna", "A B C", "a" * (LONGEST_NAME + 1) + " b", "a%07 b"])
def test_wrong_names_get_a_sentence(names: str) -> None:
    with pytest.raises(MatchError, match=r"cannot be continued: .*name"):
        match_from(f"kibitz noughts;names {names}")


# The words for a person


ENDS = {
    "a1 a2 b1 b2 c1": ("You won", "You lost"),
    "a1 b2 b1 c2 c3 a2": ("You lost", "You won"),
    "b2 a1 a2 c2 b1 b3 c1 a3 c3": ("A draw", "A draw"),
}


@pytest.mark.parametrize("moves", ENDS)
@pytest.mark.parametrize("side", [0, 1])
def test_a_person_who_faces_the_computer_is_called_you(moves: str, side: int) -> None:
    match = match_from(f"kibitz noughts;players {' '.join(seats('easy', side))};moves {moves}")
    said = ENDS[moves][side]
    assert str(result(match)) == said
    tones = {"You won": "good", "You lost": "bad", "A draw": "even"}
    assert verdict(match, Session(match).outcome).tone == tones[said]
    over = "The game is over: a draw." if said == "A draw" else f"The game is over. {said}."
    assert str(ending(match)) == over


def test_a_person_wins_by_points() -> None:
    match = match_from("kibitz dots_and_boxes:rows=1,columns=1;players easy human")
    while not match.over:
        match.play(next(iter(match.game.rules.moves(match.position))))
    assert str(result(match)).startswith("You won by 1")  # the last line completes the only box


# The review


def reviewed(text: str) -> Review | None:
    session = Session(match_from(text))
    return review(session, [session.comment(ply) for ply in range(len(session.match.moves))])


# Known: a corner draws, an edge in reply loses, and c2 gives that win away.
@pytest.mark.parametrize(
    ("players", "moves", "said", "plies"),
    [
        ("human human", "a1 a2 b1 b2 c1", "Review: 1 mistake, move 2", [2]),
        ("human easy", "a1 a2 b1 b2 c1", "You made no mistake.", []),
        ("easy human", "a1 a2 b1 b2 c1", "Review: 1 mistake, move 2", [2]),
        ("human human", "a1 b2 b1 c2 c3 a2", "Review: 2 mistakes, first in move 4", [4, 5]),
        ("human easy", "a1 b2 b1 c2 c3 a2", "Review: 1 mistake, move 5", [5]),
        ("human human", "b2 a1 a2 c2 b1 b3 c1 a3 c3", "No move was a mistake.", []),
    ],
)
def test_a_review_counts_the_mistakes_of_people(
    players: str, moves: str, said: str, plies: list[int]
) -> None:
    found = reviewed(f"kibitz noughts;players {players};moves {moves}")
    assert found is not None
    assert str(found.words) == said
    assert [mistake.number for mistake in found.mistakes] == plies
    for mistake in found.mistakes:  # the better move keeps what the mistake gave away
        match = match_from(f"kibitz noughts;moves {moves};at {mistake.number - 1}")
        session = Session(match)
        best = session.outcome
        session.play(str(mistake.better))
        assert session.outcome.tone == {"good": "bad", "even": "even", "bad": "good"}[best.tone]


def test_a_review_comes_at_the_end_also_when_looking_back() -> None:
    assert reviewed("kibitz noughts;moves a1 a2") is None
    back = reviewed("kibitz noughts;moves a1 a2 b1 b2 c1;at 1")
    assert back is not None
    assert [mistake.number for mistake in back.mistakes] == [2]


def test_a_solved_puzzle_has_its_detours_and_no_praise() -> None:
    """Lunar Lockout: the usual start is solved in four moves."""
    session = Session(match_from("kibitz lockout"))
    session.play_best_line()
    found = review(session, [session.comment(ply) for ply in range(len(session.match.moves))])
    assert found is not None
    assert (found.words, found.mistakes) == (None, [])
    session = Session(
        match_from("kibitz hanoi")
    )  # its first disc has one right peg and a wrong one
    best = session.outcome
    session.play(next(one.move for one in session.moves() if not one.outcome.keeps(best)))
    number = session.ply
    session.play_best_line()
    found = review(session, [session.comment(ply) for ply in range(len(session.match.moves))])
    assert found is not None
    assert str(found.words) == f"Review: 1 detour, move {number}"
