"""What the page may know of a game: one judge for each game, and a limit to each question.

A question is answered from what is at hand within a second or two. What that does not settle is
unknown, and the page offers to build the table.
"""

from __future__ import annotations

import threading
import time
from collections import OrderedDict

from kibitz.play.knowledge import Judged, Knowledge
from kibitz.solve.answer import UNSOLVABLE, Value, code_before, goodness, value_of
from kibitz.web.pegs import PegQuestions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.game import Game
    from kibitz.solve.shelf import Shelf

SECONDS = 1.5  # for the moves of one position, or the values of one match
MOST_POSITIONS = 60_000  # solved in passing for one position
MOST_GAMES = 24  # whose knowledge is kept in memory


class Judge(Knowledge):
    """Knowledge of one game that several requests may ask at once, and that is quick or silent."""

    def __init__(self, game: Game, shelf: Shelf) -> None:
        super().__init__(game, shelf, most=MOST_POSITIONS)
        self._lock = threading.RLock()
        self._pegs = PegQuestions.about(game, shelf)

    def value(self, position: int) -> Value | None:
        with self._lock:
            if self._pegs is not None:
                return self._pegs.value(position, patient=True)
            return super().value(position)

    def values(self, positions: list[int]) -> list[Value | None]:
        """Return the values of the positions of a match, as many as the time allows.

        The last ones come first: they are the cheapest.
        """
        found: list[Value | None] = [None] * len(positions)
        until = time.monotonic() + SECONDS
        with self._lock:
            for ply in range(len(positions) - 1, -1, -1):
                found[ply] = self._quickly(positions[ply])
                if time.monotonic() > until:
                    break
        return found

    def moves(self, position: int) -> list[Judged]:
        """Return the legal moves, best first; those that time does not allow to judge, last."""
        known: list[tuple[tuple[int, int], Judged]] = []
        unknown: list[Judged] = []
        with self._lock:
            self.value(position)  # what is solved for it holds for all that follows
            until = time.monotonic() + SECONDS  # a compiler may have started before
            for move in self.rules.moves(position):
                to = self.rules.play(position, move)
                value = self._quickly(to) if time.monotonic() < until else None
                if value is None:
                    unknown.append(Judged(move, to, None))
                else:
                    made = self._before(value)
                    known.append((self._goodness(made), Judged(move, to, made)))
        known.sort(key=lambda one: one[0])
        return [judged for _, judged in known] + unknown

    def line(self, position: int) -> list[int] | None:
        with self._lock:
            if self._pegs is not None:
                return self._pegs.line(position)
            return super().line(position)

    def _quickly(self, position: int) -> Value | None:
        if self._pegs is not None:
            return self._pegs.value(position, patient=False)
        return super().value(position)

    def _before(self, value: Value) -> Value:
        """Return what a move is worth that leads to this value."""
        if self.rules.aim == "fewest":
            return value
        return value_of(self.rules.aim, code_before(self.rules.aim, code_of(value)))

    def _goodness(self, value: Value) -> tuple[int, int]:
        if value.value == UNSOLVABLE and self.rules.aim == "fewest":
            return (1, 0)
        return goodness(self.rules.aim, code_of(value))


def code_of(value: Value) -> int:
    """Return the code of a value (see `solve/answer.py`)."""
    if isinstance(value.value, int):
        return value.value + 1
    if value.distance is None:
        return 0
    return -1 - value.distance if value.value == "loss" else value.distance + 1


class JudgeCache:
    """The judges of the games that were asked about last."""

    def __init__(self, shelf: Shelf) -> None:
        self.shelf = shelf
        self._judges: OrderedDict[str, Judge] = OrderedDict()
        self._lock = threading.Lock()

    def judge(self, game: Game) -> Judge:
        """Return the judge of a game."""
        with self._lock:
            judge = self._judges.get(game.name)
            if judge is None:
                judge = self._judges[game.name] = Judge(game, self.shelf)
                if len(self._judges) > MOST_GAMES:
                    self._judges.popitem(last=False)
            self._judges.move_to_end(game.name)
            return judge

    def renew(self, name: str) -> None:
        """Let a new judge look for the table of a game: it has been built."""
        with self._lock:
            self._judges.pop(name, None)
