"""Boards for the tests of peg solitaire, and a naive solver."""

from __future__ import annotations

from functools import cache

from kibitz.engines.pegs.peg_scores import Scores
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.games import peg_boards
from kibitz.games.peg import jumps_on
from kibitz.games.peg_boards import Jumps
from kibitz.rules.board import SQUARE, TRIANGULAR, Lattice


@cache
def board(drawing: str, lattice: Lattice = SQUARE) -> PegBoard:
    drawn, _ = peg_boards.read_drawing(drawing, lattice)
    return PegBoard(len(drawn), jumps_on(drawn), drawn.symmetries())


def scores(on: PegBoard, finish: int | None = None) -> Scores:
    return Scores(Jumps(on.holes, on.jumps, on.symmetries, finish))


ENGLISH = board(peg_boards.ENGLISH)
FRENCH = board(peg_boards.FRENCH)
WIEGLEB = board(peg_boards.WIEGLEB)
TRIANGLE_15 = board(peg_boards.triangle(5), TRIANGULAR)
TRIANGLE_21 = board(peg_boards.triangle(6), TRIANGULAR)
CENTRE = 16

SMALL = {
    "one hole": board("o"),
    "no jump": board("oo-oo"),
    "a line": board("ooooooo"),
    "a square": board("ooo-ooo-ooo"),
    "3 x 4": board("oooo-oooo-oooo"),
    "two parts": board("oooo_ooo"),
    "asymmetric": board("ooo__-oooo_-_oooo-_o___"),
    "with a hole in it": board("oooo-o__o-oooo"),
    "small triangle": board(peg_boards.triangle(4), TRIANGULAR),
    "rhombus": board("o o o o-_o o o o-__o o o o".replace(" ", "_"), TRIANGULAR),
}


class Naive:
    """Values of positions by the definition, remembered in dictionaries."""

    def __init__(self, board: PegBoard, finish: int | None = None) -> None:
        self.board = board
        self.finish = finish
        self.fewest = cache(self._fewest)
        self.solutions = cache(self._solutions)
        self.games = cache(self._games)
        self.chance = cache(self._chance)

    def after(self, position: int) -> list[int]:
        return [position ^ self.board.touched[jump] for jump in self.board.moves(position)]

    def won(self, position: int) -> bool:
        return position.bit_count() == 1 and self.finish in (None, position.bit_length() - 1)

    def _fewest(self, position: int) -> int:
        return min([position.bit_count(), *map(self.fewest, self.after(position))])

    def _solutions(self, position: int) -> int:
        return self.won(position) + sum(map(self.solutions, self.after(position)))

    def _games(self, position: int) -> int:
        return sum(map(self.games, self.after(position))) or 1

    def _chance(self, position: int) -> float:
        after = self.after(position)
        if not after:
            return float(self.won(position))
        return sum(map(self.chance, after)) / len(after)

    def layers(self, start: int) -> list[set[int]]:
        found = [{start}]
        while after := {child for position in found[-1] for child in self.after(position)}:
            found.append(after)
        return found

    def moves(self, start: int) -> int | None:
        """Return the fewest moves, chains counted as one, by breadth first search of moves."""
        reached, count = {start}, 0
        while reached:
            if any(map(self.won, reached)):
                return count
            count += 1
            reached = {after for position in reached for after in self.after_move(position)}
        return None

    def after_move(self, position: int) -> set[int]:
        found = set()
        chains = [(position, hole) for hole in range(self.board.holes)]
        while chains:
            pegs, hole = chains.pop()
            for jump in self.board.moves(pegs):
                start, _, to = self.board.jumps[jump]
                if start == hole:
                    found.add(pegs ^ self.board.touched[jump])
                    chains.append((pegs ^ self.board.touched[jump], to))
        return found
