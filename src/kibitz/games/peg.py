"""Peg solitaire, on any board of the square or the triangular lattice.

A peg jumps over a neighbouring peg into the empty hole behind it, and the peg jumped over leaves
the board. The aim is to leave as few pegs as possible: one, perhaps in a named hole.

A position is the bit set of holes with a peg, in reading order:

    bit  0  1  2           a1 a2 a3
         3  4  5           b1 b2 b3     on a board of 3 x 3 holes
         6  7  8           c1 c2 c3

so a jump is legal if its three holes hold peg, peg, no peg, and flips all three.
"""

from __future__ import annotations

from kibitz.games import peg_boards
from kibitz.games.peg_boards import Jumps
from kibitz.language.errors import NotationError, Sentence, UnknownGame, phrase, plural
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import EMPTY, BaseGame, numbered_lines
from kibitz.rules.board import LATTICES, SQUARE, TRIANGULAR, Board, Lattice
from kibitz.rules.family import Family, Parameter, Values
from kibitz.rules.game_name import GameName
from kibitz.rules.rules import Rules
from kibitz.rules.symmetry import least_image, orbit_size, set_of_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from kibitz.rules import PositionId
    from kibitz.rules.base_game import Refuse
    from kibitz.rules.game_text import About
    from kibitz.rules.layout import Layout
    from kibitz.rules.objectives.outcomes import Outcome

PEG = "o"

# Obstacles to a jump
NO_PEG = phrase("there is no peg in {hole}")
NO_DIRECTION = phrase("no jump goes that way")
OFF_BOARD = phrase("the peg would land off the board")
NOTHING_TO_JUMP = phrase("there is no peg in {hole} to jump over")
OCCUPIED = phrase("the hole to land in is not empty")

# The circled numbers of the French original that Unicode has in both colours.
PEG_CIRCLES = "⓪" + "".join(chr(ord("①") + i) for i in range(20))
HOLE_CIRCLES = "⓿" + "".join(chr(ord("➊") + i) for i in range(10))
HOLE_CIRCLES += "".join(chr(ord("⓫") + i) for i in range(10))


def jumps_on(board: Board) -> list[tuple[int, int, int]]:
    """Return every jump (from, over, to) that fits on the board."""
    jumps = []
    for start in range(len(board)):
        for step in board.lattice.steps.values():
            over, to = board.beyond(start, step), board.beyond(start, step, 2)
            if over is not None and to is not None:
                jumps.append((start, over, to))
    return jumps


def rules(board: Board, start: int, finish: int | None = None) -> Rules:
    """Return the rules on a board, given the initial pegs and the finish hole (None: any).

    The score of an end is the number of pegs left, plus one if none of them is in the finish hole:
    it is 1 exactly if a single peg is left, in that hole.
    """
    jumps = jumps_on(board)
    pegs = tuple(1 << start | 1 << over for start, over, _ in jumps)
    touched = tuple(1 << start | 1 << over | 1 << to for start, over, to in jumps)
    wanted = 0 if finish is None else 1 << finish

    def moves(position: int) -> Iterator[int]:
        for jump in range(len(touched)):
            if position & touched[jump] == pegs[jump]:
                yield jump

    def play(position: int, jump: int) -> int:
        return position ^ touched[jump]

    def worth(position: int) -> int:
        left = position | wanted
        count = 0
        while left:
            left &= left - 1
            count += 1
        return count

    def tier(position: int) -> int:
        pegs = 0
        while position:
            position &= position - 1
            pegs += 1
        return pegs

    symmetries = board.symmetries(fixed=finish)
    mirrored = set_of_cells(0, symmetries, len(board))
    return Rules(
        aim="lowest",
        solved_at=1,
        score_words=("{count} peg left", "{count} pegs left") if finish is None else None,
        start=start,
        moves=moves,
        play=play,
        worth=worth,
        canonical=least_image(mirrored),
        orbit=orbit_size(mirrored),
        distinct_moves=len(jumps),
        # One peg less per jump, from one empty hole to one peg.
        max_game_length=max(0, len(board) - 2),
        tier=tier,
        jumps=Jumps(len(board), jumps, board.symmetries(), finish),
    )


HISTORY = (
    "Played at the court of France by 1697, when C.-A. Berey engraved the Princess of Soubise "
    "with a board. E. Bergholt solved the English board in 18 moves in 1912, and J. D. Beasley "
    "proved in 1964 that fewer are impossible: J. D. Beasley, The Ins and Outs of Peg Solitaire, "
    "1985. Counts: G. I. Bell, arXiv:0903.3696; OEIS A112737 and A112738."
)


class PegSolitaire(BaseGame):
    """Jumps are written `F4U` (hole and direction) or, on the triangular lattice, `3-12`."""

    title = "peg solitaire"
    appearance = Appearance(board="plank", cells="socket", pieces={PEG: "marble"}, names=True)
    tray = True
    called: Mapping[str, str] = {PEG: "peg"}
    signs = (PEG, EMPTY)

    def __init__(self, name: str, board: Board, start: int, finish: int | None = None) -> None:
        super().__init__(name, rules(board, start, finish), board)
        self.finish = finish
        self.goals = () if finish is None else (finish,)
        self.jumps = jumps_on(board)
        self.shape = Sentence("a board of your own")

    def about(self) -> About:
        from kibitz.rules.game_text import About  # where the rules are shown

        names, triangular = self.board.names, self.board.lattice is TRIANGULAR
        aim = Sentence("Jump pegs off the board until a single peg is left.")
        if self.finish is not None:
            aim = Sentence(
                "Jump pegs off the board until a single peg is left, in {hole}.",
                hole=names[self.finish],
            )
        texts = [
            Sentence("A peg jumps over a neighbouring peg into the empty hole right behind it."),
            Sentence("The peg it jumped over is removed."),
            Sentence("Jumps go along the three directions of the triangle.")
            if triangular
            else Sentence("Jumps go up, down, left or right, never diagonally."),
            Sentence("The game is over when no jump is possible."),
        ]
        if self.scoring is not None:
            texts.append(self.scoring)
        if self.instead is not None:
            texts.append(
                Sentence(
                    "From this start it is impossible to leave a single peg. With {hole} empty "
                    "instead, it is possible.",
                    hole=self.instead.parameters["vacancy"],
                )
            )
        return About(
            aim,
            texts,
            Sentence("Choose a peg and then the hole it jumps to, or drag it there."),
            Sentence("A jump is written as two holes, from and to, such as 3-12.")
            if triangular
            else Sentence(
                "A jump is written as a hole and a direction (U, D, L or R), such as F4U."
            ),
            HISTORY,
        )

    def ending(self, position: int, moves: int, winner: str | None) -> Sentence:
        if self.rules.worth(position) == 1:
            return super().ending(position, moves, winner)
        count = position.bit_count()
        if self.finish is None or position >> self.finish & 1:
            return plural(
                "No moves are left. {count} peg remains.",
                "No moves are left. {count} pegs remain.",
                count,
            )
        return plural(
            "No moves are left. {count} peg remains, but not in {hole}.",
            "No moves are left. {count} pegs remain, none of them in {hole}.",
            count,
            hole=self.board.names[self.finish],
        )

    def to_go(self, position: int) -> Sentence:
        left = position.bit_count() - 1
        return plural("{count} jump to go", "{count} jumps to go", left)

    def what_counts(self, outcome: Outcome) -> Sentence | None:
        return self.scoring if outcome.proved and outcome.tone != "good" else None

    @property
    def scoring(self) -> Sentence | None:
        """What a score counts where the last peg has a hole of its own."""
        if self.finish is None:
            return None
        return Sentence(
            "The score is the number of pegs left, and one more if {hole} is empty.",
            hole=self.board.names[self.finish],
        )

    def features(self) -> list[Sentence]:
        found = [self.shape]
        if "vacancy" in self.name.parameters:
            found.append(Sentence("{hole} empty", hole=self.name.parameters["vacancy"]))
        if self.finish is not None:
            names = self.board.names
            found.append(Sentence("last peg in {hole}", hole=names[self.finish]))
        return found

    def sign_numbers(self) -> Layout:
        from kibitz.rules.layout import Layout, cells  # for many positions at once

        return Layout(self.board, cells("pegs", PEG), symmetries=())

    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        return [PEG if position >> cell & 1 else EMPTY for cell in range(len(self.board))]

    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        position = sum(1 << cell for cell, piece in enumerate(pieces) if piece == PEG)
        if not position:
            raise refuse("there is no peg on the board")
        return position

    def move_text(self, position: int, move: int) -> str:
        start, over, to = self.jumps[move]
        names = self.board.names
        if self.board.lattice is TRIANGULAR:
            return f"{names[start]}-{names[to]}"
        for direction, step in self.board.lattice.steps.items():
            if self.board.beyond(start, step) == over:
                return f"{names[start]}{direction}".upper()
        raise AssertionError("a jump goes along a direction of the lattice")

    def objection(self, position: int, text: str) -> NotationError:
        word = text.strip()
        at = len(text) - len(text.lstrip())
        steps = self.board.lattice.steps
        if self.board.lattice is TRIANGULAR:
            first, dash, second = word.partition("-")
            if not dash:
                return NotationError("write a jump as two holes, such as 3-12", text, at)
            start = self.board.cell(first, text, at)
            to = self.board.cell(second, text, at + len(first) + 1)
            ways = [step for step in steps.values() if self.board.beyond(start, step, 2) == to]
            step = ways[0] if ways else None
        else:
            start = self.board.cell(word[:-1], text, at)
            step = steps.get(word[-1:].upper())
        hindrance = self.hindrance(position, start, step)
        over = self.board.beyond(start, step) if step else None
        hole = over if hindrance == NOTHING_TO_JUMP and over is not None else start
        return NotationError(hindrance, text, at, hole=self.board.names[hole])

    def hindrance(self, position: int, start: int, step: tuple[int, int] | None) -> str:
        """Return what prevents a jump from a hole along a step, "" if nothing does.

        The step is None if the player's direction does not exist.
        """
        if not position >> start & 1:
            return NO_PEG
        if step is None:
            return NO_DIRECTION
        over, to = self.board.beyond(start, step), self.board.beyond(start, step, 2)
        if over is None or to is None:
            return OFF_BOARD
        if not position >> over & 1:
            return NOTHING_TO_JUMP
        return OCCUPIED if position >> to & 1 else ""

    def immobility(self, position: int, cell: int) -> Sentence | None:
        steps = self.board.lattice.steps.values()
        if any(self.hindrance(position, cell, step) == OCCUPIED for step in steps):
            return Sentence("there is no empty hole behind the pegs next to it")
        return Sentence("there is no peg to jump over")

    def block(self, position: int, mover: int | None = None) -> str:
        if self.board.lattice is TRIANGULAR:
            return self.circles(position)
        return self.grid(position)

    def grid(self, position: int) -> str:
        """Draw the board of the Greek original: numbered columns, lettered rows, 1 and 0."""
        columns = 1 + max(column for _, column in self.board.places)
        width = 1 + len(str(columns))
        letters = max(len(name.rstrip("0123456789")) for name in self.board.names)
        heading = " " * letters + "".join(str(c + 1).rjust(width) for c in range(columns))
        lines = [heading]
        for row in self.board.rows:
            line = self.board.names[row[0]].rstrip("0123456789").upper().ljust(letters)
            for cell in row:
                line = line.ljust(letters + self.board.places[cell][1] * width)
                line += str(position >> cell & 1).rjust(width)
            lines.append(line)
        return "\n".join(lines) + "\n"

    def circles(self, position: int) -> str:
        """Draw the board of the French original: white circled numbers for pegs, black for holes.

        Boards with more holes than there are such numbers are drawn without them.
        """
        if len(self.board) > len(PEG_CIRCLES):
            return super().block(position)
        lines = []
        for row in self.board.rows:
            line = ""
            for cell in row:
                circle = (PEG_CIRCLES if position >> cell & 1 else HOLE_CIRCLES)[cell]
                line = line.ljust(self.board.places[cell][1]) + circle
            lines.append(line + " \n")
        return "".join(lines)

    def parse_block(self, text: str) -> PositionId:
        lines = [(at, line) for at, line in numbered_lines(text) if line.strip()]
        rows: list[list[tuple[int, str]]] = []
        if self.board.lattice is SQUARE:
            meanings = {"1": PEG, "0": EMPTY}
            for at, line in lines[1:]:
                label = len(line) - len(line.lstrip().lstrip(line.split()[0]))
                rows.append([(at + i, s) for i, s in enumerate(line) if i >= label and s > " "])
        elif len(self.board) > len(PEG_CIRCLES):
            return super().parse_block(text)
        else:
            holes = len(self.board)
            meanings = dict.fromkeys(PEG_CIRCLES[:holes], PEG)
            meanings |= dict.fromkeys(HOLE_CIRCLES[:holes], EMPTY)
            rows = [[(at + i, s) for i, s in enumerate(line) if s > " "] for at, line in lines]
        return self.assemble(text, [self.translate(text, row, meanings) for row in rows])


def build(values: Values) -> PegSolitaire:
    """Return the game on a built-in board, or on the one drawn in `board`."""
    drawing = DRAWINGS.get(values.variant, "")
    lattice: Lattice | None = SQUARE
    if values.variant == "triangle":
        drawing, lattice = peg_boards.triangle(values.whole("side")), TRIANGULAR
    if values.variant == "drawn":
        if not values.given("board"):
            raise UnknownGame("peg:drawn needs a drawing, such as peg:drawn,board=oo.oo")
        drawing, lattice = values.text("board"), LATTICES.get(values.text("lattice"))
    board, drawn = peg_boards.read_drawing(drawing, lattice)
    start = drawn
    if values.given("vacancy"):
        start = (1 << len(board)) - 1 ^ 1 << values.cell("vacancy", board)
        if start == drawn:
            values.forget("vacancy")
    if not start:
        raise UnknownGame("{name} begins without a peg", name=values.name())
    finish = values.cell("finish", board) if values.given("finish") else None
    game = PegSolitaire(values.name(), board, start, finish)
    if values.variant == "triangle":
        game.shape = plural("triangle of {count} hole", "triangle of {count} holes", len(board))
    elif values.variant in SHAPES:
        game.shape = SHAPES[values.variant]
        if start == drawn and finish is None and values.variant in SOLVABLE:
            game.instead = GameName.of("peg", values.variant, {"vacancy": SOLVABLE[values.variant]})
    return game


def standard(variant: str) -> PegSolitaire:
    """Return the game on a built-in board, without parameters."""
    return build(Values(PEG_SOLITAIRE, variant, {}))


AS_DRAWN = "as-drawn"  # inferred from the drawing

DRAWINGS = {
    "english": peg_boards.ENGLISH,
    "french": peg_boards.FRENCH,
    "wiegleb": peg_boards.WIEGLEB,
    "diamond": peg_boards.DIAMOND,
}

SHAPES = {
    "english": Sentence("English board"),
    "french": Sentence("French board"),
    "wiegleb": Sentence("Wiegleb’s board"),
    "diamond": Sentence("diamond board"),
}

# These boards are unsolvable with the middle hole empty, and solvable with this one.
SOLVABLE = {"french": "c4", "diamond": "b4"}

PEG_SOLITAIRE = Family(
    "peg",
    "peg solitaire: jump pegs off the board until one is left",
    build,
    kind="pegs",
    aliases=(
        "solitaire, Hi-Q, brainvita, marbles, Cracker Barrel, jeu du solitaire, billes, "
        "σολιτέρ, solitär, solitaar, kuulimäng, solitar, bile, kulor"
    ),
    variants={
        "english": "the cross of 33 holes",
        "french": "37 holes",
        "wiegleb": "the large cross of 45 holes",
        "diamond": "41 holes",
        "triangle": "a triangle of 15 holes, or of another size",
        "drawn": "a board of your own",
    },
    parameters=[
        Parameter.whole("side", 5, 1, peg_boards.LARGEST_SIDE, "of the triangle", only="triangle"),
        Parameter.text(
            "board", "the drawing: o a peg, . a hole, _ nothing, such as _o_-o.o-_o_", only="drawn"
        ),
        Parameter.text(
            "lattice", "how the holes are arranged", (AS_DRAWN, *LATTICES), only="drawn"
        ),
        Parameter.cell("vacancy", "the hole that is empty at the start, such as d4"),
        Parameter.cell("finish", "the hole for the last peg, such as d4 (else any)"),
    ],
)
