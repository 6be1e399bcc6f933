"""Views of matches and positions: moves, and what is around the pieces on a board."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from kibitz.drawing.look import IN_TRAY, look_of
from kibitz.drawing.pointing import MOST_KEPT, in_any_order, steps_of
from kibitz.drawing.scene import Scene, hands_at, scene_of
from kibitz.language.errors import phrase
from kibitz.language.languages import Language
from kibitz.oracle.answer import Option
from kibitz.play.match_history import Line, MatchState
from kibitz.play.match_record import link_of, text_of
from kibitz.play.opponents import harder_than
from kibitz.play.session import Session
from kibitz.play.wording import at_the_end, human_won, result
from kibitz.questions import answers
from kibitz.questions.answering import shape
from kibitz.questions.game_views import board_of
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.immobile import immobile_pieces
from kibitz.rules.objectives.outcomes import Outcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import date

    from kibitz.play.posed_puzzle import Puzzle

LONGEST_LINK = 1800  # characters of a link that every program accepts
FARTHEST = 8  # squares that a piece can be pulled at once
MOST_ON_BUTTON = 3  # pieces that the button of a move shows


def seen(
    match: MatchState,
    language: Language,
    called: Sequence[str] | None = None,
    known_board: str = "",
) -> answers.MatchView:
    """Return a match as the page shows it.

    `called` are names of its players, if not their own. `known_board` is the key of a board that is
    left out.
    """
    game, position, mover = match.game, match.position, match.mover
    scene = scene_of(match, language.plain)
    over = match.over
    moves = () if over else game.rules.moves(position)
    board = board_of(game, language)
    new_board = {} if board["key"] == known_board else {"board": board}
    return shape(
        answers.MatchView,
        match,
        **new_board,
        match=link_of(match),
        link=link_of(match, LONGEST_LINK),
        text=text_of(match),
        position=game.text(position),
        cells=[cell.sign for cell in scene.cells],
        blocks=scene.blocks,
        captured=captured_pieces(scene),
        marks=[cell.mark for cell in scene.cells],
        beside=game.beside(position),
        stored=scene.stored,
        below=scene.written,
        hands=hands_seen(scene),
        runs=runs_of(match),
        reasons=reasons_of(match, language),
        moves=[legal_move(game, position, move, mover) for move in moves],
        history=[match.move_text(ply) for ply in range(len(match.moves))],
        lines=[line_of(match, line) for line in match.lines],
        movers=[match.mover_at(ply) for ply in range(len(match.moves) + 1)],
        called=[language.plain(player) for player in called or match.players],
        names=[language.tell(match.name_of(side)) for side in (0, 1) if match.for_two],
        person=match.person if match.for_two else None,
        harder=next(filter(None, map(harder_than, match.players)), None),
        to_move="" if over else match.player,
        human_won=human_won(match),
        decisive=scene.line,
        ending=result(match) if over else "",
        ending_tone=at_the_end(match).tone if over and match.person is not None else "",
        repeated=match.occurrences,
    )


def line_of(match: MatchState, line: Line) -> answers.LineSchema:
    """Return one line of a match."""
    return shape(
        answers.LineSchema,
        line,
        after=line.nodes[0].ply - 1 if line.nodes else 0,
        moves=[match.text_to(node) for node in line.nodes],
    )


@lru_cache(MOST_KEPT)
def legal_move(game: BaseGame, position: int, move: int, mover: int) -> answers.MoveSchema:
    """Return a legal move and how to point at it."""
    steps = steps_of(game, position, move, mover)
    return answers.MoveSchema(
        move=game.move_text(position, move),
        steps=steps,
        any_order=in_any_order(game, position, move, mover, steps),
        piece=wide_piece(game, mover),
        hand=taken_from_hand(game, position, move, mover),
        taken=[] if steps else leaving_pieces(game, position, move, mover),
        position=game.text(game.rules.play(position, move)),
    )


def wide_piece(game: BaseGame, mover: int) -> str:
    """Return the sign of the wide piece that a move places, "" if there is none."""
    name = game.players[mover]
    return name if name in game.wide else next(iter(game.wide), "")


def value_of(outcome: Outcome) -> answers.Value:
    """Return an outcome as data and in words."""
    return shape(
        answers.Value,
        outcome,
        outcome=None if outcome.value == "unknown" else outcome.value,
        margin=outcome.points if outcome.contested else None,
    )


def judged_moves(session: Session, moves: list[Option]) -> list[answers.JudgedMove]:
    """Return legal moves with their outcomes; `best` marks those that keep the outcome."""
    game, position, mover = session.game, session.match.position, session.match.mover
    outcome = session.outcome
    return [
        answers.JudgedMove(
            move=game.move_text(position, option.move),
            steps=steps_of(game, position, option.move, mover),
            position=game.text(option.to),
            value=value_of(option.outcome),
            best=outcome.known and option.outcome.is_best(outcome),
        )
        for option in moves
    ]


def posed(puzzle: Puzzle, language: Language, day: date | None = None) -> answers.PuzzleSchema:
    """Return a puzzle without its answer."""
    return shape(
        answers.PuzzleSchema,
        puzzle,
        game=puzzle.game.name,
        position=puzzle.text,
        difficulty_words=language.plain(puzzle.difficulty),
        distance=puzzle.outcome.distance,
        day=None if day is None else day.isoformat(),
        match=link_of(MatchState(puzzle.game, puzzle.position)),
    )


def captured_pieces(scene: Scene) -> list[answers.CapturedSchema]:
    """Return the captured pieces, where they lie beside the board."""
    captured = look_of(scene.game).captured([cell.sign for cell in scene.cells])
    return [
        answers.CapturedSchema(sign=sign, tint=tint, x=x, y=y, scale=IN_TRAY)
        for sign, tint, x, y in captured
    ]


def hands_seen(scene: Scene) -> list[answers.HandSchema]:
    """Return the hands of both players as they are drawn."""
    if not scene.hands:
        return []
    look = look_of(scene.game)
    return [
        shape(
            answers.HandSchema,
            hand,
            label=hand.label if hand.count else "",
            at=look.hand_label(hand),
            held=[
                answers.InHandSchema(
                    sign=sign, kind=kind_in_hand(sign, size), x=x, y=y, scale=scale
                )
                for sign, size, x, y, scale in look.hand_places(hand)
            ],
        )
        for hand in scene.hands
    ]


def kind_in_hand(sign: str, size: float) -> str:
    """Return the name of a kind of piece in hand."""
    return sign if size == 1 else f"{sign} {size:g}"


def taken_from_hand(game: BaseGame, position: int, move: int, mover: int) -> str:
    """Return the kind of piece that a move takes from the hand of its player, "" if none."""
    before = hands_at(game, position, mover)
    if not before:
        return ""
    other = game.rules.mover_after(mover, position, move)
    after = hands_at(game, game.rules.play(position, move), other)
    left = {(sign, size): count for sign, size, count in after[mover].held}
    for sign, size, count in before[mover].held:
        if left.get((sign, size), 0) < count:
            return kind_in_hand(sign, size)
    return ""


def runs_of(match: MatchState) -> list[answers.RunSchema]:
    """Return moves that go on: a piece slides several squares, each of which is a move.

    They exist in puzzles with pieces that cover several cells, and are written as their moves,
    separated by spaces.
    """
    game, position = match.game, match.position
    if game.rules.two_players or not game.covers or match.over:
        return []
    found = []
    for move in game.rules.moves(position):
        steps = steps_of(game, position, move, 0)
        if [len(step) for step in steps] != [1, 1]:
            continue
        (origin,), (to,) = steps
        row, column = (
            b - a for a, b in zip(*(game.board.places[c] for c in (origin, to)), strict=True)
        )
        texts, here, after = [game.move_text(position, move)], to, game.rules.play(position, move)
        for _ in range(FARTHEST):
            there = game.board.beyond(here, (row, column))
            next_move = None if there is None else move_between(game, after, here, there)
            if there is None or next_move is None:
                break
            texts.append(game.move_text(after, next_move))
            here, after = there, game.rules.play(after, next_move)
            found.append(answers.RunSchema(move=" ".join(texts), steps=[[origin], [here]]))
    return found


def move_between(game: BaseGame, position: int, origin: int, to: int) -> int | None:
    """Return the move from a cell to another, None if there is none."""
    if game.rules.is_over(position):
        return None
    moves = game.rules.moves(position)
    return next(
        (move for move in moves if steps_of(game, position, move, 0) == [[origin], [to]]), None
    )


def reasons_of(match: MatchState, language: Language) -> list[answers.ImmobileSchema]:
    """Return why pieces cannot move, each reason with the cells of these pieces."""
    game = match.game
    if match.over or match.player != "human":
        words = phrase("the game is over") if match.over else phrase("it is the other side's turn")
        cells = list(range(len(game.board)))
        return [answers.ImmobileSchema(words=language.plain(words), cells=cells)]
    found: dict[str, list[int]] = {}
    for cell, reason in immobile_pieces(game, match.position, match.mover).items():
        found.setdefault(str(language.tell(reason)), []).append(cell)
    return [answers.ImmobileSchema(words=words, cells=cells) for words, cells in found.items()]


def leaving_pieces(game: BaseGame, position: int, move: int, mover: int) -> list[str]:
    """Return the signs of the few pieces that leave their cells by a move, none if there are many.

    The button of a move shows them.
    """
    after = game.rules.play(position, move)
    pairs = zip(
        game.pieces(position, mover),
        game.pieces(after, game.rules.mover_after(mover, position, move)),
        strict=True,
    )
    gone = [was for was, now in pairs if was != EMPTY and now == EMPTY]
    return gone if len(gone) <= MOST_ON_BUTTON else []
