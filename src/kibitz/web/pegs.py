"""Quick answers about games of jumps on boards too large to solve in passing.

Whether a position can still be won is told by a kept table or set, by its class, or by a search of
a stated length. How many pegs must be left where it cannot is told only if a short search is
complete; else it is just called unsolvable.
"""

from __future__ import annotations

from kibitz.play.tables import MOST_HOLES, find
from kibitz.solve.answer import UNSOLVABLE, Value
from kibitz.solve.pegs import whole_board
from kibitz.solve.pegs.classes import Classes
from kibitz.solve.pegs.pegboard import PegBoard
from kibitz.solve.pegs.search import Search, attempt
from kibitz.solve.pegs.table import PegTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Self

    from kibitz.rules.contract import Jumps
    from kibitz.rules.game import Game
    from kibitz.solve.shelf import Shelf

    Wins = Callable[[int], bool | None]

SHORT = 3_000  # positions of a search that may not take long
MOST_REMEMBERED = 50_000


class PegQuestions:
    """Answers about one board and one finish."""

    def __init__(self, jumps: Jumps, solved_at: int, wins: Wins | None) -> None:
        self.board = PegBoard(jumps.holes, jumps.jumps, jumps.symmetries)
        self.finish = jumps.finish
        self.solved_at = solved_at
        self._classes = Classes(self.board)
        self._same = self.board.fixing(hole=self.finish)
        self._wins = wins
        self._known: dict[int, bool] = {}
        self._tried: set[int] = set()

    @classmethod
    def about(cls, game: Game, shelf: Shelf) -> Self | None:
        """Return the questions about a game of jumps; None for another, or a small board."""
        jumps = game.rules.jumps
        if jumps is None or jumps.holes <= MOST_HOLES:
            return None
        wins: Wins | None = None
        kept = find(game, shelf)
        if kept is not None and isinstance(kept.answers, PegTable):
            wins = kept.answers.wins
        elif (all_of_them := whole_board.find(shelf, jumps)) is not None:
            wins = all_of_them.wins
        return cls(jumps, game.rules.solved_at, wins)

    def value(self, position: int, *, patient: bool) -> Value | None:
        """Return the value of a position; patient means about a second, else a few hundredths."""
        won = self.is_won(position, patient=patient)
        if won is None:
            return None
        if won:
            return Value(self.solved_at, None)
        search = Search(self.board, position, 1, self.finish)
        if not search.depth_first(1, SHORT) and search.complete and self.finish is None:
            return Value(max(search.fewest, self.solved_at + 1), None)
        return Value(UNSOLVABLE, None)

    def is_won(self, position: int, *, patient: bool) -> bool | None:
        """Tell whether a single peg can remain where it should; None if that is not known."""
        if not self._classes.allows(position, self.finish):
            return False
        position = self._least(position)
        won = self._wins(position) if self._wins else None
        if won is None:
            won = self._known.get(position)
        if won is not None or (position in self._tried and not patient):
            return won
        search = Search(self.board, position, 1, self.finish)
        found = attempt(search) if patient else self._short(search)
        if not found and not search.complete:
            self._tried.add(position)
            return None
        if len(self._known) > MOST_REMEMBERED:
            self._known.clear()
            self._tried.clear()
        self._known[position] = found
        if found:
            for jump in search.best:  # what is passed on the way is won as well
                position ^= self.board.touched[jump]
                self._known[self._least(position)] = True
        return found

    def _least(self, position: int) -> int:
        """Return the least of a position's mirror images."""
        return min([position, *(self.board.image(position, same) for same in self._same)])

    def _short(self, search: Search) -> bool:
        for direction in (1, -1):
            if search.complete or search.depth_first(direction, SHORT):
                return not search.complete
        return False

    def line(self, position: int) -> list[int] | None:
        """Return the jumps of a solution; None if none was found."""
        search = Search(self.board, position, 1, self.finish)
        if attempt(search):
            return search.best
        if self._wins is None or not self._wins(position):
            return search.best if search.complete else None
        line = []
        while position.bit_count() > 1:
            for jump in self.board.moves(position):
                if self._wins(position ^ self.board.touched[jump]):
                    line.append(jump)
                    position ^= self.board.touched[jump]
                    break
            else:
                return None
        return line
