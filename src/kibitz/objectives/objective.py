"""What a game is played for: everything that depends on it, for engines, faces and agents."""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.language.sentence import Sentence, plural
from kibitz.objectives.outcomes import counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any

    from kibitz.objectives import Aim, Code
    from kibitz.objectives.outcome import Outcome

    Words = str | tuple[str, str] | None
    Described = Callable[[Outcome | None], dict[str, Any] | None]

LARGEST_CODE = 32767  # of codes that take two bytes
LARGEST_MARGIN = (1 << 31) - 1
MOST_DECODED = 1 << 12  # outcomes that an objective remembers


class Objective(ABC):
    """What a game is played for.

    A table stores one small number for each position, its code. Engines know graphs, rows and
    messages; what codes mean and how they spread, they ask here:

    - `final(worth)` is the code of a finished position;
    - `through(code, again, cost)` is what a move is worth to the player who makes it, given the
      code of the position it leads to, whether the same player moves again, and its cost;
    - `better(one, other)` compares two codes;
    - `holds(code)` tells whether one move worth so much keeps the other moves of its position from
      deciding it alone;
    - `update(left, own, code, again, cost)` takes in that one more move of a position is decided:
      it returns how many moves are undecided, 0 once the code of the position is certain, and
      that code. Codes must arrive in the order of their priority;
    - `priority(code)` is when a code spreads, the lowest first, and 0 if it decides nothing.

    `solved_at` is the score that counts as solved, `words` what the rules call a score, and `costs`
    says whether moves differ in cost.

    These six are pure functions of integers, written in the same subset of Python as rules, so
    interpreter and compiler run the same text; `arithmetic` holds them in this order.
    """

    name: Aim
    old_name: str | None = None  # that it had once
    players: int
    least_worth: int  # what `worth` may return
    most_worth: int
    meaning: str  # of `worth`
    aim: Sentence  # what to do, in one sentence
    measure: str  # the name of the column that measures an outcome
    measured: str = (  # what that column holds
        "the number of moves to the end under best play (of two players, counted in plies)"
    )
    by_distance = True  # whether codes count the moves to the end
    no_measure = -1  # stands in that column where there is none
    code_bytes = 2  # that a code takes while a game is solved
    undecided = 0  # the code of a position before any of its moves is decided
    needs_goal = False  # whether rules must say the score that counts as solved
    may_recur = True  # whether a position may come again in a match
    arithmetic: tuple[Callable[..., Any], ...]

    @property
    def stored_name(self) -> str:
        """The name in tables and in the identity of rules, which never changes."""
        return self.old_name or self.name

    def __init__(self, solved_at: int = 0, words: Words = None, costs: bool = False) -> None:
        self.solved_at = solved_at
        self.words = words
        self.costs = costs
        self._decoded: dict[Code, Outcome] = {}

    def outcome(self, code: Code) -> Outcome:
        """Return the outcome that a code stands for."""
        outcome = self._decoded.get(code)
        if outcome is None:
            if len(self._decoded) >= MOST_DECODED:
                self._decoded.clear()
            outcome = self._decoded[code] = self.decoded(code)
        return outcome

    @abstractmethod
    def decoded(self, code: Code) -> Outcome:
        """Return that outcome, made anew."""

    def columns(self, codes: Any) -> tuple[Any, Any]:
        """Return the value (1, 0 or -1) and the measure of each code of an array."""
        import numpy as np

        return np.sign(codes), np.where(codes == 0, self.no_measure, np.abs(codes.astype("i2")) - 1)

    def outcome_of_end(self, worth: int) -> Outcome:
        """Return the outcome of a finished position that is worth so much."""
        return self.outcome(self.final(worth))

    def outcome_by_line(self, worth: int) -> Outcome:
        """Return what a line proves that leads to a solved end worth so much."""
        return self.outcome_of_end(worth)

    def final(self, worth: int) -> Code:
        """Return the code of a finished position that is worth so much."""
        code: Code = self.arithmetic[0](worth)
        return code

    def hardest_codes(self, codes: Collection[int]) -> set[int]:
        """Return those of all codes of a table of which it names a position: the extremes."""
        return {min(codes), max(codes)}

    @abstractmethod
    def hardest(self, outcomes: Iterable[Outcome]) -> list[Outcome]:
        """Return the outcomes that take longest or are the most extreme: one of each kind."""

    @abstractmethod
    def summary(self, counts: dict[Outcome, int], described: Described) -> dict[str, Any]:
        """Return the counts of a table as JSON; `described` adds a position to an outcome."""

    @abstractmethod
    def ending(self, worth: int, moves: int, winner: str | None) -> Sentence:
        """Return how a match has ended, after so many moves."""

    def victory(self, player: str, worth: int) -> Sentence:
        """Return that a player has won, given what the end is worth."""
        return Sentence("{player} has won", player=player)

    def is_solved(self, worth: int) -> bool:
        """Tell whether a puzzle counts as solved where it is worth so much."""
        return False

    def label(self, number: int) -> Sentence:
        """Return the measure of an outcome in words."""
        return plural("{count} move", "{count} moves", number)

    def utilities(self, cells: int, most: Callable[[], float]) -> tuple[float, float]:
        """Return the least and the most that an agent can get, given the cells of the board.

        `most` returns a number that no measure of the game exceeds. Where ends have scores, a
        puzzle that is not played to its end is worth the least.
        """
        return -1.0 if self.players == 2 else 0.0, 1.0

    def reward(self, worth: int) -> int:
        """Return what an agent gets at the end: for a game of two, the player to move."""
        return worth

    def counted(self, number: int) -> Sentence | int:
        """Return a score with the name of what is counted, if the rules give one."""
        return counted(number, self.words)

    @property
    def counts_moves(self) -> bool:
        """Whether it is a puzzle to be solved in few moves, or at little cost."""
        return self.players == 1 and self.by_distance

    @property
    def by_score(self) -> bool:
        """Whether it is a puzzle whose ends have scores, which no move changes."""
        return self.players == 1 and not self.by_distance

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The arithmetic by name, for kernels that are bound to it."""
        return {function.__name__: function for function in self.arithmetic}


class ContestObjective(Objective):
    """An objective of two players."""

    players = 2

    def ending(self, worth: int, moves: int, winner: str | None) -> Sentence:
        if winner is None:
            return Sentence("The game is over: a draw.")
        return self.over(winner, worth)

    @abstractmethod
    def over(self, player: str, worth: int) -> Sentence:
        """Return that the game is over and that a player has won."""


class PuzzleObjective(Objective):
    """An objective of one player."""

    players = 1

    @abstractmethod
    def unsolved(self, worth: int) -> Sentence:
        """Return how a match has ended that is not solved."""

    def ending(self, worth: int, moves: int, winner: str | None) -> Sentence:
        if self.is_solved(worth):
            return Sentence("Solved. Moves made: {count}.", count=moves)
        return self.unsolved(worth)

    def hardest(self, outcomes: Iterable[Outcome]) -> list[Outcome]:
        measured = [one for one in outcomes if one.measure is not None]
        return [min(measured)] if measured else []

    def summary(self, counts: dict[Outcome, int], described: Described) -> dict[str, Any]:
        solvable = sum(count for one, count in counts.items() if one.kind == "solvable")
        measured = [one for one in counts if one.measure is not None]
        return {
            "solvable": solvable,
            "unsolvable": sum(counts.values()) - solvable,
            "histogram": {str(one.measure): counts[one] for one in measured},
            "hardest": described(next(iter(self.hardest(counts)), None)),
        }
