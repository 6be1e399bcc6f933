"""Views of pieces and of what is around their cells: hands, slides, obstacles, walls."""

from __future__ import annotations

from kibitz.drawing.look import IN_TRAY, look_of
from kibitz.drawing.pointing import steps_of
from kibitz.drawing.scene import kind_of
from kibitz.language.errors import phrase
from kibitz.questions import answers
from kibitz.rules.base_game import EMPTY
from kibitz.rules.immobile import immobile_pieces

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.drawing.hands import Hand
    from kibitz.drawing.scene import Scene
    from kibitz.language.languages import Language
    from kibitz.play.match_history import MatchState
    from kibitz.rules.base_game import BaseGame

FARTHEST = 8  # squares that a piece can be pulled at once
MOST_ON_BUTTON = 3  # pieces that the button of a move shows
# The step beyond each side of a cell, and the side from there.
BEYOND = {
    "top": ((-1, 0), "bottom"),
    "bottom": ((1, 0), "top"),
    "left": ((0, -1), "right"),
    "right": ((0, 1), "left"),
}
WALLS = {
    "top": phrase("wall above"),
    "bottom": phrase("wall below"),
    "left": phrase("wall on the left"),
    "right": phrase("wall on the right"),
}
EXITS = {
    "top": phrase("exit above"),
    "bottom": phrase("exit below"),
    "left": phrase("exit on the left"),
    "right": phrase("exit on the right"),
}


def captured_pieces(scene: Scene) -> list[answers.CapturedSchema]:
    """Return the captured pieces, where they lie beside the board."""
    captured = look_of(scene.game).captured([cell.sign for cell in scene.cells])
    return [
        answers.CapturedSchema(sign=sign, tint=tint, x=x, y=y, scale=IN_TRAY)
        for sign, tint, x, y in captured
    ]


def hands_seen(match: MatchState, language: Language) -> list[answers.HandSchema]:
    """Return the hands of both players as they are drawn."""
    hands = hands_at(match.game, match.position, match.mover, language.plain)
    if not hands:
        return []
    look = look_of(match.game)
    return [
        answers.HandSchema(
            owner=hand.owner,
            label=hand.label if hand.count else "",
            words=hand.words,
            at=look.hand_label(hand),
            held=[
                answers.InHandSchema(
                    sign=sign, kind=kind_in_hand(sign, size), x=x, y=y, scale=scale
                )
                for sign, size, x, y, scale in look.hand_places(hand)
            ],
        )
        for hand in hands
    ]


def hands_at(
    game: BaseGame, position: int, mover: int, plain: Callable[[str], str] = str
) -> list[Hand]:
    """Return the hands of both players at a position; none if the game draws no hands."""
    appearance = game.appearance
    if appearance is None or not (appearance.held or appearance.stock):
        return []
    from kibitz.drawing.hands import hands_of  # for games with hands only

    stored = game.beside(position)[game.to_move(position) is not None :]
    return hands_of(game, game.pieces(position, mover), stored, mover, plain)


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


def surroundings_of(game: BaseGame, language: Language) -> list[str]:
    """Return the walls and exits at the sides of each cell in words; none if there are none."""
    appearance = game.appearance
    if appearance is None or not (appearance.walled or appearance.gaps):
        return []
    found: list[list[str]] = [[] for _ in game.board.names]
    for cell, side in appearance.walled:
        step, opposite = BEYOND[side]
        other = game.board.beyond(cell, step)
        found[cell].append(WALLS[side])
        if other is not None:
            found[other].append(WALLS[opposite])
    for cell, side in appearance.gaps:
        found[cell].append(EXITS[side])
    return [", ".join(map(language.plain, dict.fromkeys(words))) for words in found]


def emblems_of(game: BaseGame, drawing: answers.DrawingSchema) -> list[str]:
    """Return the sign of a piece of each player; none where the players share their pieces.

    Where pieces are kept in hands, the hands say whose they are. Where signs count something, a
    letter after 9 is a number, and no piece of a player.
    """
    appearance = game.appearance
    if appearance is not None and appearance.held:
        from kibitz.drawing.hands import owner_of  # for games with hands only

        labels = zip(appearance.beside, appearance.held, strict=False)
        found = {owner_of(label, 0): sign for label, sign in reversed(list(labels))}
        return [found[0], found[1]] if len(found) == 2 else []
    signs = list(game.signs)
    if "A" in signs and signs[signs.index("A") - 1] == "9":
        return []
    own = {kind_of(sign): sign for sign in reversed([*drawing["pieces"], *drawing["wide"]])}
    return [own[one] for one in game.players] if all(one in own for one in game.players) else []
