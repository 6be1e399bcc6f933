"""What the kibitzer says of a position: verdict, groups of moves, hint, reason, and the graph."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from kibitz.engines.pegs.peg_words import three_colourings, why_not
from kibitz.games.registry import game as named
from kibitz.language.errors import Sentence
from kibitz.oracle.answer import Option
from kibitz.oracle.oracle import Oracle
from kibitz.play.match_history import MatchState
from kibitz.play.session import Comment, Session
from kibitz.play.wording import ending, groups, hint, verdict
from kibitz.questions.commentary import heights_of_puzzle
from kibitz.rules import MoveId, PositionId
from kibitz.rules.objectives.outcomes import (
    Bound,
    Draw,
    Endless,
    Leaves,
    Loss,
    Solvable,
    Unknown,
    Unsolvable,
    Win,
)

if TYPE_CHECKING:
    from kibitz.rules.objectives.outcomes import Outcome

UNKNOWN = Unknown(Sentence("too large"))


def session_of(name: str, *moves: str, players: tuple[str, ...] = ()) -> Session:
    session = Session(MatchState(named(name), None, players))
    for move in moves:
        session.play(move)
    return session


@pytest.mark.parametrize(
    ("name", "moves", "players", "said"),
    [
        ("noughts", "", (), ("Draw", "neither player can force a win", "even")),
        ("noughts", "a1 a2", (), ("X wins", "in 5 moves", "good")),
        ("noughts", "a1 a2 b1", (), ("X wins", "in 4 moves", "good")),
        ("noughts", "a1 a2 b1", ("human", "perfect"), ("You win", "in 4 moves", "good")),
        ("noughts", "a1 a2", ("perfect", "human"), ("You lose", "in 5 moves", "bad")),
        ("noughts", "a1 a2 b1 b2 c1", (), ("X has won", "after 5 moves", "good")),
        ("noughts", "a1 a2 b1 b2 c1", ("perfect", "human"), ("You lost", "after 5 moves", "bad")),
        ("noughts", "a1 a2 b1 b2 c2 c1", (), ("Draw", "neither player can force a win", "even")),
        ("noughts", "a1 b2 b1 c2 c3 a2", (), ("O has won", "after 6 moves", "bad")),
        ("noughts", "a1 b2 b1 c2 c3 a2", ("perfect",) * 2, ("O has won", "after 6 moves", "bad")),
        ("lockout", "", (), ("Solvable", "in 4 moves", "good")),
        ("lockout", "b3-l", (), ("Unsolvable", None, "bad")),
        ("peg:triangle", "", (), ("Solvable", "13 jumps to go", "good")),
    ],
)
def test_the_verdict(
    name: str, moves: str, players: tuple[str, ...], said: tuple[str, str | None, str]
) -> None:
    session = session_of(name, *moves.split(), players=players)
    found = verdict(session.match, session.outcome)
    detail = None if found.detail is None else str(found.detail)
    assert (str(found.head), detail, found.tone) == said


@pytest.mark.parametrize("seats", ["human human", "human easy", "easy human", "easy easy"])
@pytest.mark.parametrize("start", ["...-...-...", "XO.-...-..."])
@pytest.mark.parametrize("first", [0, 1])
def test_its_tone_is_one_players_in_the_whole_match(seats: str, start: str, first: int) -> None:
    """Whose that is: the only person's, else that of the player who begins."""
    game, players = named("noughts"), seats.split()
    match = MatchState(game, game.parse(start), players, first)
    session = Session(match)
    viewer = players.index("human") if players.count("human") == 1 else first
    chance = random.Random(seats + start)
    while not match.over:
        session.play(chance.choice([option.move for option in session.moves()]))
        here = session.outcome  # for the player to move
        best = {"win": "good", "draw": "even", "loss": "bad"}
        worst = {"win": "bad", "draw": "even", "loss": "good"}
        tones = best if match.mover == viewer else worst
        assert verdict(match, here).tone == tones[str(here.value)]


def test_the_verdict_on_pegs_that_are_left() -> None:
    session = session_of("peg:triangle")
    session.match.play(next(iter(session.game.rules.moves(session.match.position))))
    found = verdict(session.match, session.game.rules.objective.outcome_of_end(2))
    assert (str(found.head), str(found.detail)) == ("Unsolvable", "2 pegs left at best")
    assert str(verdict(session.match, Endless()).detail) == "no end can be reached"
    assert verdict(session.match, UNKNOWN).tone == "unknown"


@pytest.mark.parametrize(
    ("pegs", "end"),
    [
        ("oo.-...-o..", "No moves are left. 2 pegs remain, none of them in b1."),
        ("oo.-...-...", "No moves are left. 1 peg remains, but not in b1."),
        ("oo.-o..-...", "No moves are left. 2 pegs remain."),
    ],
)
def test_a_missed_finish_counts_as_a_peg_in_scores_and_never_in_words(pegs: str, end: str) -> None:
    session = session_of(f"peg:drawn,board=ooo-ooo-ooo,finish=b1,start={pegs}")
    before = verdict(session.match, session.outcome)
    game, start = session.game, session.match.position
    session.play(game.parse_move(start, "a1r"))
    assert str(ending(session.match)) == end
    score = game.rules.worth(session.match.position)
    counted = "The score is the number of pegs left, and one more if b1 is empty."
    assert str(before.detail) == f"a score of {score} at best. {counted}"
    assert [str(one) for one in game.about().rules][-1] == counted


@pytest.mark.parametrize(
    ("name", "moves", "said"),
    [
        ("noughts", "", ["9 moves keep the draw"]),
        ("noughts", "b2", ["4 moves keep the draw", "4 moves lose"]),
        ("noughts", "a1 a2", ["3 moves win", "4 moves only draw"]),
        ("lockout", "", ["1 best move", "1 move makes it unsolvable"]),
        ("lockout", "b3-l", ["2 moves, and all of them lose"]),
    ],
)
def test_moves_are_grouped_by_what_they_do(name: str, moves: str, said: list[str]) -> None:
    session = session_of(name, *moves.split())
    found = groups(session.outcome, session.moves())
    assert [str(group.words) for group in found] == said
    assert [one.move for group in found for one in group.options] == [
        one.move for one in session.moves()
    ]  # the groups follow one another in the order of the moves


def test_moves_that_are_not_decided_are_grouped_by_what_is_proved() -> None:
    soon, later = Bound(Win(3), Loss(4)), Bound(Win(5), Loss(6))
    draw_at_least = Bound(Win(5), Draw())
    outcomes = [draw_at_least, later, soon, later, UNKNOWN, soon, UNKNOWN]
    options = [Option(MoveId(at), PositionId(at), one) for at, one in enumerate(outcomes)]
    found = groups(later, options)
    assert [(str(group.words), [one.move for one in group.options]) for group in found] == [
        (f"1 move: {draw_at_least}", [0]),
        (f"2 moves: {later}", [1, 3]),
        (f"2 moves: {soon}", [2, 5]),
        ("2 moves of unknown value", [4, 6]),
    ]
    assert {group.tone for group in found} == {"unknown"}


def test_the_65_moves_of_the_l_game_are_grouped() -> None:
    session = session_of("lgame")
    keep, lose = groups(session.outcome, session.moves())
    assert (keep.tone, lose.tone) == ("even", "bad")
    assert len(keep.options) + len(lose.options) == 65


def test_a_hint_where_all_is_lost_says_so() -> None:
    session = session_of("lockout", "b3-l")
    words, option = hint(session, session.moves(), session.last_good())
    assert str(words) == "This was solvable until move 0, but no longer is."
    assert option is None
    session = session_of("noughts", "a1", "a2", "b1")
    words, option = hint(session, session.moves(), None)
    assert str(words) == "Every move loses; c1 holds out longest."
    assert option is not None


def test_a_comment_is_marked_where_something_was_given_away() -> None:
    session = session_of("noughts", "a1", "a2", "c2")
    comments = [session.comment(ply) for ply in range(3)]
    assert [one and (one.mark, str(one)) for one in comments] == [
        ("", "still a draw"),
        ("?", "that threw away the draw; now loses in 5 moves"),
        ("?", "that threw away the win; now a draw"),
    ]


# The graph


@pytest.mark.parametrize(
    "lost",
    [
        [Unsolvable(), Leaves(2), Leaves(2), Leaves(4)],
        [Bound(best=Leaves(2)), Leaves(3), Bound(best=Leaves(2)), Leaves(3)],
        [Leaves(2), Unsolvable(), Leaves(2)],
        [Leaves(5), Endless()],
    ],
)
def test_a_lost_puzzle_never_rises_in_the_graph(lost: list[Solvable]) -> None:
    heights = heights_of_puzzle([Solvable(score=1), *lost])
    assert all(height is not None for height in heights)
    assert heights == sorted(heights, key=lambda one: -(one or 0))
    assert heights[0] == 1


def test_a_puzzle_rises_towards_its_solution_and_what_is_unknown_has_no_height() -> None:
    near, far, unknown, end = heights_of_puzzle([Solvable(2), Solvable(4), UNKNOWN, Solvable(0)])
    assert unknown is None
    assert near is not None
    assert far is not None
    assert far < near < 1 == end


# Reasons that a board can show


@pytest.mark.parametrize("name", ["peg:french", "peg:english,finish=d3", "peg:diamond"])
def test_three_colours_show_that_a_board_cannot_be_won(name: str) -> None:
    game = named(name)
    why = why_not(game, game.rules.start)
    assert why is not None
    assert why.kind == "colours"
    jumps = game.rules.jumps
    for jump in jumps.jumps:
        assert {why.cells[hole] for hole in jump} == {0, 1, 2}
    odd = [0, 0, 0]
    for hole in range(jumps.holes):
        odd[why.cells[hole]] ^= game.rules.start >> hole & 1
    lasts = [hole for hole in range(jumps.holes) if jumps.finish in (None, hole)]
    for hole in lasts:  # one colour differs after a last peg, as it must before
        after = [int(colour == why.cells[hole]) for colour in range(3)]
        assert odd not in (after, [1 - one for one in after])


def test_the_colourings_of_boards() -> None:
    assert len(three_colourings(named("peg:english"))) == 2
    assert len(three_colourings(named("peg:triangle"))) == 1


def test_weights_show_what_a_last_peg_would_need() -> None:
    game = named("peg:triangle")
    oracle = Oracle(game)
    position = game.rules.start
    for _ in range(13):  # the worst moves, until weights show that it is lost
        why = oracle.why(position)
        if why is not None and why.kind == "weights":
            break
        moves = oracle.moves(position)
        if not moves:
            break
        position = moves[-1].to
    assert why is not None
    assert why.kind == "weights"
    assert " < " not in str(why.shown)
    jumps = game.rules.jumps
    for start, over, to in jumps.jumps:
        assert why.cells[start] + why.cells[over] >= why.cells[to]


def test_a_bound_that_allows_the_same_result_gives_nothing_away() -> None:
    open_still = Bound(best=Win(25), worst=Loss(26))
    comment = Comment(3, Win(1), open_still)
    assert not comment.is_mistake
    assert str(comment) == "now not decided within 23 moves"
    assert Comment(3, Win(1), Bound(best=Draw())).is_mistake


@pytest.mark.parametrize(
    ("made", "best", "kept"),
    [
        (Win(5), Win(3), True),  # of two players only the result counts
        (Draw(), Win(3), False),
        (Loss(2), Loss(8), True),
        (Solvable(5), Solvable(3), False),  # a player alone keeps the shortest way
        (Solvable(3), Solvable(3), True),
        (Solvable(score=1), Solvable(score=0), False),  # or the best score
        (Leaves(3), Leaves(2), False),
        (Unsolvable(), Unsolvable(), True),
        (Endless(), Leaves(2), False),
    ],
)
def test_which_move_keeps_the_outcome(made: Outcome, best: Outcome, kept: bool) -> None:
    assert made.keeps(best) is kept
    assert Comment(1, best, made).is_mistake is (made < best and not kept)
