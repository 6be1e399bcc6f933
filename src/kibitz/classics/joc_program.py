"""Lunar Lockout's shortest solution, from a file to a file (after a Romanian assignment)."""

from __future__ import annotations

from kibitz.classics.classic_console import whole_number
from kibitz.games.lockout import LunarLockout, P, position_from
from kibitz.games.registry import game
from kibitz.language.errors import KibitzError, quoted
from kibitz.solve.search.line_search import shortest
from kibitz.system.whole_files import read_file, write_file

INPUT = "INPUT.TXT"
OUTPUT = "OUTPUT.TXT"
MOST_HELPERS = 6
NO_SOLUTION = "Fara solutie"
COUNT = "deplasari"


class Pieces:
    """A position in which each piece keeps its name: P, and 1 to 6 in the order of the input."""

    def __init__(self, squares: list[int]) -> None:
        lockout = game(f"lockout:helpers={len(squares) - 1}")
        assert isinstance(lockout, LunarLockout)
        self.lockout = lockout
        self.position = position_from(lockout.board, squares[0], squares[1:])
        names = [P, *(str(number) for number in range(1, len(squares)))]
        self.square_of = dict(zip(names, squares, strict=True))

    def name_slide(self, slide: int) -> str:
        """Return a legal slide as `P-r`."""
        way = self.lockout.slides[slide]
        name = next(name for name, square in self.square_of.items() if square == way.origin)
        return f"{name}-{way.direction}"

    def slide(self, slide: int) -> None:
        """Make a legal slide."""
        way = self.lockout.slides[slide]
        name = next(name for name, square in self.square_of.items() if square == way.origin)
        self.square_of[name] = way.to
        self.position = self.lockout.rules.play(self.position, slide)


def read_pieces(text: str) -> Pieces:
    """Parse the placement of the pieces; raise an error if the input is invalid."""
    words = text.split()
    if not words:
        raise KibitzError("the input is empty: it should hold row and column of P and its helpers")
    numbers = []
    for word in words:
        number = whole_number(word)
        if number is None:
            raise KibitzError("not a whole number in the input: {word}", word=quoted(word))
        numbers.append(number)
    if len(numbers) % 2:
        raise KibitzError(
            "the input holds {count} numbers, but each piece needs two: a row and a column",
            count=len(numbers),
        )
    helpers = len(numbers) // 2 - 1
    if not helpers:
        raise KibitzError("there is no helper, only P")
    if helpers > MOST_HELPERS:
        raise KibitzError("there are {count} helpers; six is the most", count=helpers)
    board = game("lockout").board
    squares: list[int] = []
    for row, column in zip(numbers[::2], numbers[1::2], strict=True):
        square = board.at(row, column)
        if square is None:
            raise KibitzError(
                "{row} {column} is off the board: rows and columns run from 0 to 4",
                row=row,
                column=column,
            )
        if square in squares:
            raise KibitzError("two pieces stand on {row} {column}", row=row, column=column)
        squares.append(square)
    return Pieces(squares)


def answer(pieces: Pieces) -> str:
    """Return the contents of the output file."""
    slides = shortest(pieces.lockout.rules, pieces.position)
    if slides is None:
        return f"{NO_SOLUTION}\n"
    names = []
    for slide in slides:
        names.append(pieces.name_slide(slide))
        pieces.slide(slide)
    return f"{len(names)} {COUNT}\n{' '.join(names)}\n"


def main(source: str, target: str) -> int:
    """Read the placement of the pieces, and write a shortest solution."""
    write_file(target, answer(read_pieces(read_file(source))))
    return 0
