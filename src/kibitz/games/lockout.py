"""Lunar Lockout: slide the pieces until P, the craft, stops on the goal.

A piece slides along its row or column towards another piece and stops next to it. It may not slide
where no piece would stop it, and not towards a piece that it is already next to. P must stop on the
goal; sliding over it does not count.

Helpers are indistinguishable, so a position is the square of P and the set of squares of the
helpers:

    | square of P | helpers: one bit a square |
"""

from __future__ import annotations

from math import comb

from kibitz.language.errors import NotationError, Sentence, UnknownGame, phrase, plural, quoted
from kibitz.rules import PositionId
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import EMPTY, BaseGame
from kibitz.rules.board import Board
from kibitz.rules.family import START, Family, Parameter
from kibitz.rules.game_name import GameName
from kibitz.rules.rules import Rules
from kibitz.rules.symmetry import least_image, may_be_canonical, number, orbit_size, set_of_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kibitz.rules.base_game import Refuse
    from kibitz.rules.family import Values
    from kibitz.rules.game_text import About
    from kibitz.rules.layout import Layout

P = "P"
HELPER = "o"
DIRECTIONS = {"l": "L", "r": "R", "u": "U", "d": "D"}

MOST_SQUARES = 57  # one bit each, and six for the square of P

USUAL = 5  # rows and columns
# The original's first example, on 5 x 5 squares: the squares of P and its four helpers.
EXAMPLE = (5, (4, 7, 18, 21))
HISTORY = (
    "Sold by Binary Arts, now ThinkFun; one of the puzzles that Nob Yoshigahara invented or helped "
    "with: E. Pegg Jr., Nob Yoshigahara, 2004, "
    "http://www.mathpuzzle.com/MAA/22-Nob%20Yoshigahara/mathgames_06_28_04.html. It was called the "
    "asteroid puzzle and then UFO before that: https://muuseo.com/PUZZLART/items/376. The counts "
    "are computed here."
)


class Slide:
    """A slide: from a square, along a direction, to the square before a blocker.

    `span` has a bit for every square from the slider to the blocker, `ends` for these two; so the
    slide is legal if exactly the ends of its span are occupied.
    """

    def __init__(self, direction: str, squares: list[int]) -> None:
        self.direction = direction
        self.origin = squares[0]
        self.to = squares[-2]
        self.ends = 1 << squares[0] | 1 << squares[-1]
        self.span = sum(1 << square for square in squares)


def slides_on(board: Board) -> list[Slide]:
    """Return every slide that fits on the board."""
    slides = []
    for origin in range(len(board)):
        for direction, step in DIRECTIONS.items():
            squares = [origin]
            while (ahead := board.beyond(squares[-1], board.lattice.steps[step])) is not None:
                squares.append(ahead)
                if len(squares) > 2:
                    slides.append(Slide(direction, squares))
    return slides


def rules(board: Board, goal: int, helpers: int, start: int) -> Rules:
    """Return the rules on a board. A move is the index of a slide."""
    squares = len(board)
    slides = slides_on(board)
    helpers_mask = (1 << squares) - 1
    width = (squares - 1).bit_length()
    ends = tuple(slide.ends for slide in slides)
    spans = tuple(slide.span for slide in slides)
    origins = tuple(slide.origin for slide in slides)
    targets = tuple(slide.to for slide in slides)

    def moves(position: int) -> Iterator[int]:
        p = position >> squares
        if p != goal:
            occupied = position & helpers_mask | 1 << p
            for slide in range(len(spans)):
                if occupied & spans[slide] == ends[slide]:
                    yield slide

    def play(position: int, slide: int) -> int:
        origin, to = origins[slide], targets[slide]
        if position >> squares == origin:
            return position & helpers_mask | to << squares
        return position ^ (1 << origin | 1 << to)

    def worth(position: int) -> int:
        return 1 if position >> squares == goal else 0

    def placements() -> Iterator[int]:
        last = (1 << helpers) - 1 << (squares - helpers)
        for p in range(squares):
            chosen = (1 << helpers) - 1
            while True:
                if not chosen >> p & 1:
                    yield chosen | p << squares
                if chosen == last:
                    break
                # the next larger number with the same number of bits set
                lowest = chosen & -chosen
                ripple = chosen + lowest
                chosen = ripple | ((chosen ^ ripple) >> 2) // lowest

    each = comb(squares - 1, helpers)  # placements with P on one square
    below = tuple(tuple(comb(n, k) for k in range(helpers + 1)) for n in range(squares))

    def placement_at(index: int) -> int:
        p, rank = divmod(index, each)
        if p >= squares:
            return -1
        chosen, left = 0, helpers
        for back in range(2, squares + 1):  # the last of the squares other than P's first
            if left and rank >= below[squares - back][left]:
                rank -= below[squares - back][left]
                chosen |= 1 << squares - back
                left -= 1
        beside = chosen & (1 << p) - 1
        return p << squares | (chosen ^ beside) << 1 | beside

    symmetries = board.symmetries(fixed=goal)
    mirrored = set_of_cells(0, symmetries, squares)
    mirrored.append(number(squares, width, symmetries))
    return Rules(
        aim="shortest",
        start=start,
        moves=moves,
        play=play,
        worth=worth,
        canonical=least_image(mirrored),
        orbit=orbit_size(mirrored),
        placements=placements,
        distinct_moves=len(slides),
        may_be_canonical=may_be_canonical(mirrored),
        placement_at=placement_at,
    )


class LunarLockout(BaseGame):
    """A slide is written `P-r`, or `a5-l` with a helper's square; the directions are l r u d."""

    title = "Lunar Lockout"
    appearance = Appearance(board="space", pieces={P: "rocket", HELPER: "saucer"})
    called: Mapping[str, str] = {P: "craft", HELPER: "helper"}
    signs = (P, HELPER, EMPTY)

    def __init__(self, name: str, board: Board, goal: int, helpers: int) -> None:
        self.goal = goal
        self.goals = (goal,)
        self.helpers = helpers
        self.slides = slides_on(board)
        start = position_from(board, *first_squares(board, goal, helpers))
        super().__init__(name, rules(board, goal, helpers, start), board)

    def about(self) -> About:
        from kibitz.rules.game_text import About  # where the rules are shown

        return About(
            Sentence(
                "Bring the craft to a stop on the goal, {cell}, in as few moves as you can.",
                cell=self.board.names[self.goal],
            ),
            [
                plural(
                    "The craft has {count} helper. Both move in the same way.",
                    "The craft has {count} helpers. All of them move in the same way.",
                    self.helpers,
                ),
                Sentence(
                    "A piece slides up, down, left or right until it stops next to another piece."
                ),
                Sentence("It may slide only where a piece stops it; the edge does not stop it."),
                Sentence("The craft must stop on the goal. Sliding over it does not count."),
            ],
            Sentence("Choose a piece and then the square where it stops, or drag it there."),
            Sentence(
                "Write the piece, a dash and a direction (l, r, u or d): P-r for the craft or, for "
                "the helper on a5, a5-l."
            ),
            HISTORY,
        )

    def features(self) -> list[Sentence]:
        found = [plural("{count} helper", "{count} helpers", self.helpers)]
        rows, columns = len(self.board.rows), len(self.board.rows[0])
        if (rows, columns) != (USUAL, USUAL):
            found.append(Sentence("{rows} × {columns}", rows=rows, columns=columns))
        if "goal" in self.name.parameters:
            found.append(Sentence("goal {cell}", cell=self.board.names[self.goal]))
        return found

    def squares_of(self, position: int) -> tuple[int, list[int]]:
        """Return the square of P, and those of the helpers in reading order."""
        squares = len(self.board)
        return position >> squares, [s for s in range(squares) if position >> s & 1]

    def sign_numbers(self) -> Layout:
        from kibitz.rules.layout import Layout, cell, cells  # for many positions at once

        return Layout(self.board, cells("helpers", HELPER), cell("craft", P), symmetries=())

    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        p, helpers = self.squares_of(position)
        pieces = [HELPER if square in helpers else EMPTY for square in range(len(self.board))]
        pieces[p] = P
        return pieces

    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        stands = [square for square, piece in enumerate(pieces) if piece == P]
        helpers = [square for square, piece in enumerate(pieces) if piece == HELPER]
        if len(stands) != 1:
            extra = stands[1] if stands else None
            raise refuse(
                "there is one craft (P) on the board, not {count}", extra, count=len(stands)
            )
        if len(helpers) != self.helpers:
            raise refuse(
                plural(
                    "this game has {count} helper, not {wrong}; try helpers={wrong}",
                    "this game has {count} helpers, not {wrong}; try helpers={wrong}",
                    self.helpers,
                    wrong=len(helpers),
                )
            )
        return position_from(self.board, stands[0], helpers)

    def fitting(self, pieces: Sequence[str]) -> GameName:
        helpers = sum(piece == HELPER for piece in pieces)
        if helpers in (0, self.helpers):
            return self.name
        kept = {name: one for name, one in self.name.parameters.items() if name != START}
        return GameName.of(self.name.family, "", {**kept, "helpers": helpers})

    def move_text(self, position: int, move: int) -> str:
        slide = self.slides[move]
        p, _ = self.squares_of(position)
        return f"{P if slide.origin == p else self.board.names[slide.origin]}-{slide.direction}"

    def plain_move(self, text: str) -> str:
        piece, dash, direction = text.strip().lower().partition("-")
        return f"{piece.strip()}{dash}{direction.strip()}"

    def objection(self, position: int, text: str) -> NotationError:
        piece, dash, direction = self.plain_move(text).partition("-")
        if not dash or direction not in DIRECTIONS:
            return NotationError(
                "write a piece, a dash and a direction (l, r, u or d), such as P-r for the craft",
                text,
            )
        p, _ = self.squares_of(position)
        if p == self.goal:
            return NotationError("the craft has arrived, the game is over", text)
        square = p if piece == P.lower() else self.board.cell(piece, text)
        return NotationError(self.hindrance(position, square, direction), text)

    def hindrance(self, position: int, square: int, direction: str) -> str:
        """Return the reason why the piece on a square cannot slide that way."""
        p, helpers = self.squares_of(position)
        occupied = [p, *helpers]
        if square not in occupied:
            return phrase("no piece stands there")
        step = self.board.lattice.steps[DIRECTIONS[direction]]
        if self.board.beyond(square, step) in occupied:
            return phrase("it already stands next to the piece in that direction")
        return phrase("no piece stands in that direction to stop it")

    def immobility(self, position: int, cell: int) -> Sentence | None:
        return Sentence("no piece farther off in its row or column would stop it")

    def block(self, position: int, mover: int | None = None) -> str:
        """Return the original's input: row and column of P, then of each helper."""
        p, helpers = self.squares_of(position)
        places = [self.board.places[square] for square in (p, *helpers)]
        return " ".join(f"{row} {column}" for row, column in places) + "\n"

    def parse_block(self, text: str) -> PositionId:
        words = text.split()
        squares: list[int] = []
        at = 0
        for row, column in zip(words[::2], words[1::2], strict=False):
            at = text.index(row, at)
            place = quoted(f"{row} {column}")
            small = all(n.isascii() and n.isdigit() and len(n) < 5 for n in (row, column))
            square = self.board.at(int(row), int(column)) if small else None
            if square is None:
                raise NotationError("{place} is not a square of this board", text, at, place=place)
            if square in squares:
                raise NotationError("two pieces stand on {place}", text, at, place=place)
            squares.append(square)
            at = text.index(column, at + len(row)) + len(column)
        if len(words) != 2 * (1 + self.helpers):
            raise NotationError(
                plural(
                    "write two numbers for the craft and two for {count} helper, not {words} "
                    "in all",
                    "write two numbers for the craft and two for each of {count} helpers, not "
                    "{words} in all",
                    self.helpers,
                    words=len(words),
                ),
                text,
            )
        return PositionId(position_from(self.board, squares[0], squares[1:]))


def position_from(board: Board, p: int, helpers: Sequence[int]) -> int:
    """Return the position with P and its helpers on these squares."""
    return p << len(board) | sum(1 << square for square in helpers)


def first_squares(board: Board, goal: int, helpers: int) -> tuple[int, Sequence[int]]:
    """Return the initial squares of P and its helpers, with P not on the goal.

    These are the original's example if it fits. Otherwise P can slide to the goal at once, if a
    piece can stop there at all, and the other helpers are spread over the rest of the board.
    """
    if board.places[-1] == (4, 4) and helpers == len(EXAMPLE[1]) and goal != EXAMPLE[0]:
        return EXAMPLE
    line = next((s for s in slides_on(board) if s.to == goal), None)
    line_squares = range(len(board)) if line is None else squares_in(line.span)
    p, *stops = squares_in(line.ends) if line else [1 if goal == 0 else 0]
    if stops and line and p != line.origin:
        p, stops = stops[0], [p]
    free = [square for square in range(len(board)) if square not in (p, goal, *stops)]
    away = [square for square in free if square not in line_squares]
    rest = helpers - len(stops)
    room = away if len(away) >= rest else free
    return p, stops + [room[piece * len(room) // rest] for piece in range(rest)]


def squares_in(span: int) -> list[int]:
    """Return the squares of a set."""
    return [square for square in range(span.bit_length()) if span >> square & 1]


def build(values: Values) -> LunarLockout:
    """Return the game on a rectangle, its goal in the middle unless named."""
    rows, columns, helpers = (values.whole(name) for name in ("rows", "columns", "helpers"))
    if not 2 <= rows * columns <= MOST_SQUARES:
        raise UnknownGame(
            "the board may have 2 to {most} squares, not {squares}",
            most=MOST_SQUARES,
            squares=rows * columns,
        )
    board = Board.rectangle(rows, columns)
    middle = (rows - 1) // 2 * columns + (columns - 1) // 2
    goal = values.cell("goal", board) if values.given("goal") else middle
    if goal == middle:
        values.forget("goal")
    if helpers > len(board) - 2:
        raise UnknownGame(
            plural(
                "with P and {count} helper no square is left to move to",
                "with P and {count} helpers no square is left to move to",
                helpers,
            )
        )
    return LunarLockout(values.name(), board, goal, helpers)


LUNAR_LOCKOUT = Family(
    "lockout",
    "Lunar Lockout: slide the pieces until the craft stops on the goal",
    build,
    kind="sliding",
    aliases=(
        "UFO, space rescue, robots, spaceships, rocket, fusée, vaisseaux, πύραυλος, "
        "διαστημόπλοια, rakett, kosmoselaevad, rachetă, nave spațiale, raket, rymdskepp"
    ),
    parameters=[
        Parameter.whole("rows", 5, 1, MOST_SQUARES, "of the board"),
        Parameter.whole("columns", 5, 1, MOST_SQUARES, "of the board"),
        Parameter.cell("goal", "the square for the craft, such as c3 (else the middle)"),
        Parameter.whole("helpers", 4, 1, MOST_SQUARES, "how many pieces besides P"),
    ],
)
