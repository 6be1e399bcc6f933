"""Exact analysis of a case and of a wrong answer to it.

Only for assignments whose cases are positions: two of the classics, and any game in a file. The
others are dialogues.
"""

from functools import cache
from typing import NamedTuple, TypeVar

from kibitz.games.lockout import LunarLockout
from kibitz.games.registry import game_named
from kibitz.judge.assignments.problem_package import ASSIGNMENTS
from kibitz.judge.cases.joc_cases import lockout_in, squares_in
from kibitz.judge.cases.lgame_cases import oracle as lgame_oracle
from kibitz.language.errors import Sentence, plural
from kibitz.oracle.oracle import Oracle
from kibitz.rules import MoveId, PositionId
from kibitz.rules.base_game import ROW_END, BaseGame
from kibitz.rules.objectives.outcomes import Outcome, in_moves
from kibitz.solve.search.line_search import shortest

Thing = TypeVar("Thing")


class DrawnPosition(NamedTuple):
    """A position to be drawn, and the player to move."""

    game: BaseGame
    position: PositionId
    mover: int | None = None


class MistakeReport(NamedTuple):
    """Effect of a mistake in a sentence, and the position it led to."""

    words: Sentence
    after: DrawnPosition | None = None


# How the statements call the cell in a row and a column, both from 0, with its number.
STATED = {
    "joc": "{row} {column}",
    "luffarschack": "{row1} {column1}",
    "triangle": "{number}",
}


def as_stated(name: str, drawn: DrawnPosition) -> DrawnPosition:
    """Return a position whose cells are called as in the statement of the assignment."""
    if name not in STATED:
        return drawn
    game, board = twin(drawn.game), twin(drawn.game.board)
    board.names = tuple(
        STATED[name].format(row=row, column=column, row1=row + 1, column1=column + 1, number=number)
        for number, (row, column) in enumerate(board.places)
    )
    game.board = board
    return drawn._replace(game=game)


def twin(thing: Thing) -> Thing:
    """Return another object with the same attributes; a copy of a game is the game itself."""
    other = object.__new__(type(thing))
    vars(other).update(vars(thing))
    return other


def lgame_position(given: str) -> DrawnPosition:
    """Return the position of a case."""
    board = lgame_oracle().game
    return DrawnPosition(board, board.parse_block(given))


def lgame_mistake(given: str, output: str) -> MistakeReport | None:
    """Return the effect of a wrong answer; None if it is malformed or illegal."""
    oracle, words = lgame_oracle(), output.lower().split()
    board, position, _ = lgame_position(given)
    outcome = oracle.outcome(position)
    if words[:3] == ["no", "winning", "move"]:
        if outcome.kind == "win":
            return MistakeReport(Sentence("missed a win {win}", win=counted(outcome)))
        return None
    claimed = "".join(f"{word}\n" for word in words)
    for move in board.rules.moves(position):
        after = board.rules.play(position, move)
        if board.block(after, mover=1) == claimed:
            made = oracle.outcome_of_move(position, move)
            return MistakeReport(words_of(outcome, made), DrawnPosition(board, after, 1))
    return None


def words_of(outcome: Outcome, made: Outcome) -> Sentence:
    """Return the effect of a move that does not win."""
    before, after = outcome.kind, made.kind
    if (before, after) == ("win", "draw"):
        return Sentence("threw away a win {win}: this move only draws", win=counted(outcome))
    if (before, after) == ("win", "loss"):
        return Sentence(
            "threw away a win {win}: this move loses {loss}",
            win=counted(outcome),
            loss=counted(made),
        )
    if (before, after) == ("draw", "loss"):
        return Sentence("threw away a draw: this move loses {loss}", loss=counted(made))
    if before == "draw":
        return Sentence("took a move for winning that only draws: no move wins here")
    return Sentence("took a losing move for a winning one: no move wins here")


def counted(outcome: Outcome) -> Sentence:
    """Return the number of moves of a win or a loss; tables know it."""
    assert outcome.distance is not None
    return in_moves(outcome.distance)


def joc_position(given: str) -> DrawnPosition:
    """Return the position of a case."""
    board, start = lockout_in(given)
    return DrawnPosition(board, PositionId(start))


def joc_mistake(given: str, output: str) -> MistakeReport | None:
    """Return how much longer an answer is than a shortest one, and its first wasted move."""
    board, position, _ = joc_position(given)
    best = shortest(board.rules, position)
    words = output.lower().split()
    if words == ["fara", "solutie"]:
        return None if best is None else MistakeReport(missed(len(best)))
    slides = joc_slides(given, words[2:])
    if best is None or slides is None or len(slides) <= len(best):
        return None
    left, astray = len(best), 0
    for number, slide in enumerate(slides, start=1):
        position = board.rules.play(position, slide)
        rest = shortest(board.rules, position)
        if rest is None or len(rest) >= left:
            astray = number
            break
        left = len(rest)
    longer = plural(
        "{count} move longer than a shortest solution; move {number}, {word}, is the first detour",
        "{count} moves longer than a shortest solution; move {number}, {word}, is the first detour",
        len(slides) - len(best),
        number=astray,
        word=words[1 + astray].upper()[0] + words[1 + astray][1:],
    )
    return MistakeReport(longer)


def missed(moves: int) -> Sentence:
    """Return the sentence about a missed solution."""
    return plural("missed a solution of {count} move", "missed a solution of {count} moves", moves)


def joc_slides(given: str, words: list[str]) -> list[MoveId] | None:
    """Return the slides of an answer, None unless all are legal and lead to the goal."""
    squares = squares_in(given)
    board, position, _ = joc_position(given)
    assert isinstance(board, LunarLockout)
    names = dict(zip(squares, "p123456", strict=False))
    slides = []
    for word in words:
        for slide in board.rules.moves(position):
            way = board.slides[slide]
            if f"{names[way.origin]}-{way.direction}" == word:
                break
        else:
            return None
        names[way.to] = names.pop(way.origin)
        slides.append(slide)
        position = board.rules.play(position, slide)
    return slides if board.rules.worth(position) else None


@cache
def own(name: str) -> Oracle:
    """Return the oracle of a game in a file."""
    return Oracle(game_named(name))


def own_mistake(name: str, given: str, output: str) -> MistakeReport | None:
    """Return the effect of a wrong answer to a game in a file."""
    (board, position, _), words = own_position(name, given), output.lower().split()
    outcome = own(name).outcome(position)
    if words[:1] == ["unsolvable"] and outcome.kind == "solvable":
        return MistakeReport(missed(outcome.distance or 0))
    if outcome.kind == "win" and words[:1] in (["draw"], ["loss"]):
        return MistakeReport(Sentence("missed a win {win}", win=counted(outcome)))
    for move in board.rules.moves(position) if words[:1] == ["win"] else ():
        made = own(name).outcome_of_move(position, move)
        if board.move_text(position, move).lower() in words[1:] and made.kind != "win":
            return MistakeReport(
                words_of(outcome, made), DrawnPosition(board, board.rules.play(position, move))
            )
    return None


def own_position(name: str, given: str) -> DrawnPosition:
    """Return the position of a case."""
    board = own(name).game
    return DrawnPosition(board, board.parse(ROW_END.join(given.split())))


POSITIONS = {"joc": joc_position, "lgame": lgame_position}
MISTAKES = {"joc": joc_mistake, "lgame": lgame_mistake}


def case_position(name: str, given: str) -> DrawnPosition | None:
    """Return the position of a case of an assignment, None if that is a dialogue or unknown."""
    if not name:
        return None
    if name in ASSIGNMENTS:
        return POSITIONS[name](given) if name in POSITIONS else None
    return own_position(name, given)


def mistake_in(name: str, given: str, output: str) -> MistakeReport | None:
    """Return the effect of a wrong answer to a case of an assignment, None if it is unknown."""
    if not name:
        return None
    if name in ASSIGNMENTS:
        return MISTAKES[name](given, output) if name in MISTAKES else None
    return own_mistake(name, given, output)
