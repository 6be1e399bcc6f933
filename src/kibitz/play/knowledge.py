"""What is known of the positions of a match, with a stated limit to the work it may cause.

A kept table answers at once. Without one, all that can follow a position is solved, if that is no
more than `MOST_POSITIONS` positions (`FEW_POSITIONS` where there is no compiler); in a large puzzle
with a score, a solution is first searched for among `MOST_SEARCHED` of them. What neither finds is
unknown (None): never a guess, and never the beginning of hours of work.
"""

from __future__ import annotations

from kibitz.play.tables import find, unnoticed
from kibitz.solve.answer import best_line, code_before, goodness, value_of
from kibitz.solve.compiled import available
from kibitz.solve.in_memory import solve
from kibitz.solve.search import seek
from kibitz.solve.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.tables import GameTable, Notice
    from kibitz.rules.game import Game
    from kibitz.solve.answer import Value
    from kibitz.solve.in_memory import Tier
    from kibitz.solve.solution import Solution

MOST_POSITIONS = 200_000
FEW_POSITIONS = 10_000  # as many as the interpreter solves before a compiler has started
A_GLANCE = 1_000  # for each move of a position that is unknown itself
MOST_SEARCHED = 5_000


class TooFarError(Exception):
    """What can follow a position is more than may be solved in passing."""


class UnknownValueError(Exception):
    """A line needs the value of a position that is unknown."""


class Judged:
    """A legal move, where it leads, and its value for who makes it; None where that is unknown."""

    __slots__ = ("move", "to", "value")

    def __init__(self, move: int, to: int, value: Value | None) -> None:
        self.move = move
        self.to = to
        self.value = value

    def __repr__(self) -> str:
        return f"<move {self.move}: {self.value!r}>"


class Knowledge:
    """Values, hints and best lines of one game, as far as they are known."""

    def __init__(
        self,
        game: Game,
        shelf: Shelf | None = None,
        notice: Notice = unnoticed,
        most: int = MOST_POSITIONS,
    ) -> None:
        self.game = game
        self.rules = game.rules
        self.most = most
        self._shelf = shelf or Shelf()
        self._notice = notice
        self._table: GameTable | None = None
        self._looked = False
        self._large = False  # the last time, more followed than the interpreter may solve
        self._solutions: list[Solution] = []
        self._found: dict[int, int] = {}  # codes by a search, or looked up before
        self._beyond: dict[int, int] = {}  # tried up to a limit, and still unknown

    def value(self, position: int) -> Value | None:
        """Return the value of a position, None if it is unknown."""
        code = self.code(position)
        return None if code is None else value_of(self.rules.aim, code)

    def moves(self, position: int) -> list[Judged]:
        """Return the legal moves, best first, those of unknown value behind the others."""
        known, unknown = [], []
        most = self.most  # what is solved for the position holds for all that follows it
        if self.code(position) is None:
            most = min(most, A_GLANCE)  # so that many moves are not as many long tries
        for move in self.rules.moves(position):
            to = self.rules.play(position, move)
            code = self.code(to, most)
            if code is None:
                unknown.append(Judged(move, to, None))
            else:
                known.append((code_before(self.rules.aim, code), move, to))
        known.sort(key=lambda judged: goodness(self.rules.aim, judged[0]))
        aim = self.rules.aim
        return [Judged(move, to, value_of(aim, code)) for code, move, to in known] + unknown

    def hint(self, position: int) -> int | None:
        """Return one best move; None if it is unknown, or if there is no move."""
        line = self.line(position)
        return line[0] if line else None

    def line(self, position: int) -> list[int] | None:
        """Return a line in which nobody errs, to its end or its first repetition; None if unknown.

        A puzzle that cannot be solved any more has the line of its own best end, if any.
        """
        if self.code(position) is None:
            return None
        found = self._searched(position) if self._large else None
        if found is not None:
            return found
        try:
            return best_line(self.rules, position, self._code_on_a_line)
        except UnknownValueError:
            return None

    def code(self, position: int, most: int | None = None) -> int | None:
        """Return the value of a position as one number (see `solve/answer.py`), None if unknown.

        `most` may set a lower limit than usual to the positions that are solved for it.
        """
        most = self.most if most is None else most
        code = self._found.get(position)  # to find the least image takes longer than all the rest
        if code is None:
            least = self._least(position)
            code = self._found.get(least)
            if code is None:
                code = self._kept(least)
            if code is None and self._beyond.get(least, 0) < most:
                code = self._worked_out(position, least, most)
            if code is not None:
                self._found[least] = self._found[position] = code
        return code

    def _least(self, position: int) -> int:
        return self.rules.canonical(position) if self.rules.canonical else position

    def _code_on_a_line(self, position: int) -> int:
        code = self.code(position)
        if code is None:
            raise UnknownValueError
        return code

    def _kept(self, least: int) -> int | None:
        """Look a position up in the table and in what was solved in this match."""
        if not self._looked:
            self._table = find(self.game, self._shelf, self._notice)
            self._looked = True
        code = self._table.find(least) if self._table else None
        for solution in self._solutions:
            if code is None:
                code = solution.code(least)
        return code

    def _worked_out(self, position: int, least: int, most: int) -> int | None:
        """Solve or search from a position, within the limits."""
        solution = None
        if not self._large or most <= FEW_POSITIONS:
            solution = self._solved(position, min(most, FEW_POSITIONS), "interpreter")
            self._large = solution is None
        if solution is None:
            if self._searched(position) is not None:
                return self._found[least]
            if most > FEW_POSITIONS and available():
                solution = self._solved(position, most, "compiled")
        if solution is None:
            self._beyond[least] = most
            return None
        self._solutions.append(solution)
        return solution.code(least)

    def _searched(self, position: int) -> list[int] | None:
        """Search for a solution of a puzzle with a score; all along its line the score is known."""
        if self.rules.aim != "fewest":
            return None
        found = seek(self.rules, position, self.rules.solved_at, MOST_SEARCHED)
        for there in found.passed:
            self._found[self._least(there)] = 1 + found.score
        return found.line

    def _solved(self, position: int, most: int, tier: Tier) -> Solution | None:
        """Solve all that can follow a position, if it is little enough."""

        def watch(phase: str, done: int, total: int | None) -> None:
            if max(done, total or 0) > most:
                raise TooFarError

        rules = self.rules.starting_at(position)
        rules.placements = None
        try:
            return solve(rules, tier=tier, progress=watch)
        except TooFarError:
            return None
