"""The L-game of Edward de Bono.

On 4 x 4 squares lie two L-shaped pieces, one of each player, and two neutral squares. A turn: lift
your L and put it down, turned or turned over at will, so that it covers four free squares, not all
of them the same as before; then, if you like, move one neutral to a free square. A player who
cannot move the L loses.

There are 48 placements of an L and 120 of the two equal neutrals, so a position is three small
numbers, from the point of view of the player to move:

    | pair of neutrals: 7 bits | their L: 6 bits | my L: 6 bits |

and a move is the new placement of the L and the move of a neutral:

    | 0: both stay; 1 + square: the first moves there; 17 + square: the second | my new L: 6 bits |
"""

from __future__ import annotations

from itertools import combinations

from kibitz.language.errors import NotationError, Sentence, quoted
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import EMPTY, ROW_END, BaseGame, numbered_lines
from kibitz.rules.board import Board
from kibitz.rules.family import Family
from kibitz.rules.rules import Rules
from kibitz.rules.symmetry import least_image, number, orbit_size

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import Refuse, Sign
    from kibitz.rules.family import Values
    from kibitz.rules.game_text import About

BOARD = Board.rectangle(4, 4)
SQUARES = 16
MINE, THEIRS, NEUTRAL = "A", "B", "x"
BLOCK_SIGNS = {"#": MINE, "*": THEIRS, "x": NEUTRAL, ".": EMPTY}
SIGN_OF = {piece: sign for sign, piece in BLOCK_SIGNS.items()}
START = "xAA.-.BA.-.BA.-.BBx"

L_MASK = (1 << 6) - 1


def l_placements() -> list[tuple[int, ...]]:
    """Return the squares of every L on the board: three in a row, and one beside an end."""
    found = set()
    for foot in range(SQUARES):
        for aside in BOARD.lattice.steps.values():
            for along in BOARD.lattice.steps.values():
                corner = BOARD.beyond(foot, aside)
                if corner is None or aside[0] * along[0] + aside[1] * along[1]:
                    continue  # the arm is perpendicular to the foot
                arm = [BOARD.beyond(corner, along, count) for count in range(3)]
                squares = [foot, *(square for square in arm if square is not None)]
                if len(squares) == 4:
                    found.add(tuple(sorted(squares)))
    return sorted(found)


LS = l_placements()
PAIRS = list(combinations(range(SQUARES), 2))


def rules() -> Rules:
    """Return the rules of the L-game from its usual start."""
    masks = tuple(sum(1 << square for square in squares) for squares in LS)
    firsts = tuple(first for first, _ in PAIRS)
    seconds = tuple(second for _, second in PAIRS)
    pair_at = {pair: index for index, pair in enumerate(PAIRS)}
    pairs = tuple(
        pair_at.get((min(one, other), max(one, other)), 0)
        for one in range(SQUARES)
        for other in range(SQUARES)
    )

    def moves(position: int) -> Iterator[int]:
        mine, theirs, pair = position & L_MASK, position >> 6 & L_MASK, position >> 12
        others = masks[theirs] | 1 << firsts[pair] | 1 << seconds[pair]
        for new in range(len(masks)):
            if new != mine and not masks[new] & others:
                yield new
                taken = masks[new] | others
                for square in range(SQUARES):
                    if not taken >> square & 1:
                        yield new | (1 + square) << 6
                        yield new | (1 + SQUARES + square) << 6

    def play(position: int, move: int) -> int:
        theirs, pair = position >> 6 & L_MASK, position >> 12
        new, neutral = move & L_MASK, move >> 6
        if neutral > SQUARES:
            pair = pairs[firsts[pair] * SQUARES + neutral - 1 - SQUARES]
        elif neutral:
            pair = pairs[seconds[pair] * SQUARES + neutral - 1]
        return theirs | new << 6 | pair << 12

    def worth(position: int) -> int:
        return -1

    symmetries = BOARD.symmetries()
    l_at = {squares: index for index, squares in enumerate(LS)}
    l_images, pair_images = [], []
    for image in symmetries:
        l_images.append([l_at[tuple(sorted(image[square] for square in one))] for one in LS])
        pair_images.append([pairs[image[one] * SQUARES + image[other]] for one, other in PAIRS])
    mirrored = [number(0, 6, l_images), number(6, 6, l_images), number(12, 7, pair_images)]
    return Rules(
        aim="win",
        start=position_from(*squares_on(START.replace("-", ""))),
        moves=moves,
        play=play,
        worth=worth,
        canonical=least_image(mirrored),
        orbit=orbit_size(mirrored),
        distinct_moves=(1 + 2 * SQUARES) << 6,
    )


def squares_on(pieces: Sequence[str]) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]:
    """Return the squares of my L, of their L and of the neutrals."""
    mine, theirs, neutrals = (
        tuple(square for square, piece in enumerate(pieces) if piece == sign)
        for sign in (MINE, THEIRS, NEUTRAL)
    )
    return mine, theirs, neutrals


def position_from(mine: tuple[int, ...], theirs: tuple[int, ...], neutrals: tuple[int, ...]) -> int:
    """Return the position with the pieces on these squares, each in ascending order."""
    first, second = neutrals
    return LS.index(mine) | LS.index(theirs) << 6 | PAIRS.index((first, second)) << 12


HISTORY = (
    "By Edward de Bono, 1967. With best play it is a draw: E. R. Berlekamp, J. H. Conway, "
    "R. K. Guy, Winning Ways for your Mathematical Plays, 1982."
)


class LGame(BaseGame):
    """A move is the four new squares of the L, then a neutral's if it moves: `a1b1c1c2,d4-a4`.

    A is the L of the player to move, B the other.
    """

    title = "the L-game"
    appearance = Appearance(
        board="wood",
        pieces={MINE: "brick orange", THEIRS: "brick blue", NEUTRAL: "pebble white"},
        players=("Orange", "Blue"),
    )
    called: Mapping[str, str] = {MINE: "L of A", THEIRS: "L of B", NEUTRAL: "neutral piece"}
    signs = (MINE, THEIRS, NEUTRAL, EMPTY)
    players = (MINE, THEIRS)
    wide = (MINE, THEIRS)

    def __init__(self, name: str) -> None:
        super().__init__(name, rules(), BOARD)

    def about(self) -> About:
        from kibitz.rules.game_text import About  # where the rules are shown

        return About(
            Sentence("Leave the other player no place to move their L to."),
            [
                Sentence("Each player has an L of four squares. There are two neutral pieces."),
                Sentence(
                    "On your turn, lift your L and put it down on four free squares. You may turn "
                    "it and flip it over."
                ),
                Sentence("At least one of the four squares must be new."),
                Sentence(
                    "Then you may move one neutral piece to any free square, or leave both where "
                    "they are."
                ),
                Sentence("If you cannot move your L, you lose."),
                Sentence("Endless play is a draw."),
            ],
            Sentence(
                "Drag your L to another place, turned or flipped if you like, or draw its four new "
                "squares. Then move a neutral piece, or keep both where they are."
            ),
            Sentence(
                "Write the four squares of the L and then, if a neutral piece moves, from where to "
                "where: a1b1c1c2,d4-a4."
            ),
            HISTORY,
        )

    def sign_numbers(self) -> Callable[[int], Sequence[int]]:
        ls = tuple(sum(1 << square for square in placed) for placed in LS)
        pairs = tuple(1 << one | 1 << other for one, other in PAIRS)

        def numbers(position: int) -> list[int]:
            mine, theirs = ls[position & L_MASK], ls[position >> 6 & L_MASK]
            neutrals = pairs[position >> 12]
            found = [3] * SQUARES
            for square in range(SQUARES):
                if mine >> square & 1:
                    found[square] = 0
                elif theirs >> square & 1:
                    found[square] = 1
                elif neutrals >> square & 1:
                    found[square] = 2
            return found

        return numbers

    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        mine, theirs = (MINE, THEIRS) if not mover else (THEIRS, MINE)
        pieces = [EMPTY] * SQUARES
        for sign, squares in (
            (mine, LS[position & L_MASK]),
            (theirs, LS[position >> 6 & L_MASK]),
            (NEUTRAL, PAIRS[position >> 12]),
        ):
            for square in squares:
                pieces[square] = sign
        return pieces

    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        mine, theirs, neutrals = squares_on(pieces)
        for sign, squares, right in ((MINE, mine, 4), (THEIRS, theirs, 4), (NEUTRAL, neutrals, 2)):
            if len(squares) != right:
                raise refuse(
                    "{sign} covers {right} squares, not {wrong}",
                    squares[right] if len(squares) > right else None,
                    sign=sign,
                    right=right,
                    wrong=len(squares),
                )
            if right == 4 and squares not in LS:
                raise refuse("the four squares of {sign} do not form an L", squares[0], sign=sign)
        return position_from(mine, theirs, neutrals)

    def move_text(self, position: int, move: int) -> str:
        names = self.board.names
        text = "".join(names[square] for square in LS[move & L_MASK])
        neutral = move >> 6
        if neutral:
            origin = PAIRS[position >> 12][neutral > SQUARES]
            text += f",{names[origin]}-{names[(neutral - 1) % SQUARES]}"
        return text

    def plain_move(self, text: str) -> str:
        word = "".join(text.lower().split())
        own, comma, neutral = word.partition(",")
        squares = sorted(own[start : start + 2] for start in range(0, len(own), 2))
        return "".join(squares) + comma + neutral

    def objection(self, position: int, text: str) -> NotationError:
        own, comma, neutral = self.plain_move(text).partition(",")
        squares = [own[start : start + 2] for start in range(0, len(own), 2)]
        cells = tuple(self.board.cell(square, text) for square in squares)
        pieces = self.pieces(position)
        if cells not in LS:
            return NotationError("write the four squares of an L, such as a1b1c1c2", text)
        if LS.index(cells) == position & L_MASK:
            return NotationError("the L must move: it is already on these four squares", text)
        taken = [square for square in cells if pieces[square] not in (MINE, EMPTY)]
        if taken:
            return NotationError("{square} is occupied", text, square=self.board.names[taken[0]])
        if not comma:
            return NotationError("this L cannot be placed here", text)
        origin, dash, to = neutral.partition("-")
        if not dash or pieces[self.board.cell(origin, text)] != NEUTRAL:
            return NotationError("a neutral moves from its square to another: d4-a4", text)
        return NotationError("the neutral needs a free square, not {to}", text, to=quoted(to))

    def block(self, position: int, mover: int | None = None) -> str:
        pieces = self.pieces(position, mover)
        return "".join("".join(SIGN_OF[pieces[s]] for s in row) + "\n" for row in self.board.rows)

    def parse(self, text: str) -> PositionId:
        if "#" in text or "*" in text:  # the signs of a block, perhaps on one line
            try:
                return self.parse_block(text.replace(ROW_END, "\n"))
            except NotationError as error:
                error.text = text
                raise
        return super().parse(text)

    def parse_block(self, text: str) -> PositionId:
        rows: list[list[Sign]] = []
        for at, line in numbered_lines(text.rstrip()):
            begin = at + len(line) - len(line.lstrip())
            if line.strip() or rows:
                signs = [(begin + column, sign) for column, sign in enumerate(line.strip().lower())]
                rows.append(self.translate(text, signs, BLOCK_SIGNS))
        try:
            return self.assemble(text, rows)
        except NotationError as error:  # report it in the signs that were read
            sign = error.details.get("sign")
            error.details["sign"] = SIGN_OF.get(str(sign), sign)
            raise


def build(values: Values) -> LGame:
    """Return the L-game."""
    return LGame(values.name())


LGAME = Family(
    "lgame",
    "the L-game: move your L so that the other L cannot move",
    build,
    kind="blocking",
    aliases="de Bono, L piece, jeu du L, παιχνίδι L, L-mäng, jocul L, L-spelet",
)
