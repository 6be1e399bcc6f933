"""Checks of submitted answers: any shortest solution is right, and any winning move."""

from __future__ import annotations

from kibitz.classics import joc_program, lgame_program
from kibitz.classics.classic_console import whole_number
from kibitz.games.lgame import MINE, NEUTRAL, THEIRS
from kibitz.games.lockout import DIRECTIONS
from kibitz.language.errors import (
    KibitzError,
    NotationError,
    Sentence,
    listed,
    phrase,
    plural,
    quoted,
)
from kibitz.rules.base_game import EMPTY
from kibitz.rules.objectives.outcomes import in_moves
from kibitz.solve.search.line_search import shortest
from kibitz.system.whole_files import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.oracle.oracle import Oracle

CORRECT = phrase("correct")


def moves(count: int) -> Sentence:
    """Return `1 move`, `2 moves`."""
    return plural("{count} move", "{count} moves", count)


class Wrong(KibitzError):
    """An answer is wrong; the reason is one sentence."""


def check_joc(source: str, output: str) -> None:
    """Check a solution of Lunar Lockout; raise `Wrong` if it is none, or not a shortest."""
    pieces = joc_program.read_pieces(source)
    best = shortest(pieces.lockout.rules, pieces.position)
    words = output.split()
    if output.strip() == joc_program.NO_SOLUTION:
        if best is not None:
            raise Wrong("there is a solution: {moves}", moves=moves(len(best)))
        return
    count = whole_number(words[0]) if words else None
    if count is None or words[1:2] != [joc_program.COUNT]:
        raise Wrong(
            "the answer must begin like {count}, or be {none}",
            count=quoted(f"4 {joc_program.COUNT}"),
            none=quoted(joc_program.NO_SOLUTION),
        )
    slides = words[2:]
    if count != len(slides):
        raise Wrong(
            "the answer announces {moves} but lists {listed}",
            moves=moves(count),
            listed=len(slides),
        )
    for number, word in enumerate(slides, start=1):
        _make_slide(pieces, number, word)
    if not pieces.lockout.rules.worth(pieces.position):
        raise Wrong("after the last move P does not stand on 2 2")
    assert best is not None
    if len(best) < len(slides):
        raise Wrong(
            plural(
                "{moves}, but {count} is enough",
                "{moves}, but {count} are enough",
                len(best),
                moves=moves(len(slides)),
            )
        )


def _make_slide(pieces: joc_program.Pieces, number: int, word: str) -> None:
    """Make the slide that a word of an answer names; raise `Wrong` if it is illegal."""
    name, dash, direction = word.partition("-")
    name, direction = name.upper(), direction.lower()
    if not dash or name not in pieces.square_of or direction not in DIRECTIONS:
        raise Wrong(
            "move {number}, {word}, is not a piece ({names}), a dash and one of l, r, u, d",
            number=number,
            word=quoted(word),
            names=listed(pieces.square_of),
        )
    square = pieces.square_of[name]
    if pieces.lockout.rules.worth(pieces.position):
        raise Wrong("move {number} is not legal because P has arrived before it", number=number)
    for slide in pieces.lockout.rules.moves(pieces.position):
        if pieces.name_slide(slide) == f"{name}-{direction}":
            pieces.slide(slide)
            return
    reason = pieces.lockout.hindrance(pieces.position, square, direction)
    raise Wrong(
        "move {number}, {word}, is not legal because {reason}",
        number=number,
        word=word,
        reason=Sentence(reason),
    )


def check_lgame(source: str, output: str, oracle: Oracle | None = None) -> None:
    """Check an answer to an L-game position; raise `Wrong` unless it is a winning move, or true."""
    oracle = oracle or lgame_program.oracle()
    board = oracle.game
    position = board.parse_block(source)
    outcome = oracle.outcome(position)
    lines = [line.strip() for line in output.split("\n") if line.strip()]
    if lines[:1] == [lgame_program.NO_WIN]:
        if outcome.kind == "win":
            assert outcome.distance is not None
            win = in_moves(outcome.distance)
            raise Wrong("there is a winning move, which wins {win}", win=win)
        truth = lgame_program.LOSS if outcome.kind == "loss" else lgame_program.DRAW
        if lines[1:] != [truth]:
            raise Wrong("the second line should be {truth}", truth=quoted(truth))
        return
    try:
        claimed = board.pieces(board.parse_block(output))
    except NotationError as error:
        raise Wrong("the answer is not a position: {error}", error=error) from None
    for move in board.rules.moves(position):
        after = board.rules.play(position, move)
        if board.pieces(after, mover=1) == claimed:
            break
    else:
        reason = _fault(board.pieces(position), claimed)
        raise Wrong("this move is not legal because {reason}", reason=reason)
    made = oracle.outcome(after).before()
    if made.kind == "draw":
        raise Wrong("this move only draws")
    if made.kind == "loss":
        raise Wrong("this move loses")


def _fault(before: list[str], after: list[str]) -> Sentence:
    """Return why no legal move leads from one board to the other."""

    def squares(pieces: list[str], sign: str) -> set[int]:
        return {square for square, piece in enumerate(pieces) if piece == sign}

    if squares(before, THEIRS) != squares(after, THEIRS):
        return Sentence("the other player’s L (*) has moved")
    if squares(before, MINE) == squares(after, MINE):
        return Sentence("the player’s own L (#) has not moved")
    if len(squares(before, NEUTRAL) - squares(after, NEUTRAL)) > 1:
        return Sentence("both neutrals have moved")
    covered = {before[square] for square in squares(after, MINE)}
    assert not covered <= {MINE, EMPTY}
    return Sentence("the L was placed on a neutral, which may move only after the L")


JUDGES: dict[str, Callable[[str, str], None]] = {"joc": check_joc, "lgame": check_lgame}


def reason_against(program: str, source: str, output: str) -> Sentence | None:
    """Return why the answer in a file is wrong, None if it is right."""
    try:
        JUDGES[program](read_file(source), read_file(output))
    except Wrong as reason:
        return reason.words
    return None
