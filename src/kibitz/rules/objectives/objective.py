"""Base classes of objectives, and the choice of one: everything that depends on the aim of a game.

A table stores one small integer for each position, its code. For the type checker it has a type of
its own; when a program runs it is a plain number.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from importlib import import_module

from kibitz.language.errors import Sentence, phrase, plural
from kibitz.rules.objectives.outcomes import Bound, counted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable
    from typing import Any, Literal, NewType

    from kibitz.rules.objectives.outcomes import Outcome

    Aim = Literal["win", "score", "shortest", "lowest", "highest"]
    Code = NewType("Code", int)
    Words = str | tuple[str, str] | None
    Described = Callable[[Outcome | None], dict[str, Any] | None]
else:

    def unchanged(number: int) -> int:
        """Return the number: what a `NewType` does, without `typing`, which is slow to import."""
        return number

    Code = unchanged

AIMS: tuple[Aim, ...] = ("win", "score", "shortest", "lowest", "highest")
OLD_NAMES = {"fewest": "lowest"}  # accepted in files of earlier versions
LARGEST_CODE = 32767  # of two-byte codes
LARGEST_MARGIN = (1 << 31) - 1
MOST_DECODED = 1 << 12  # outcomes in the cache of an objective


# Arithmetic of puzzles whose best code is the least above 0


def better(one: int, other: int) -> bool:
    """Return whether one code is better than another."""
    return one > 0 and (other == 0 or one < other)


def holds(code: int) -> bool:
    """Return whether a move with this code prevents the other moves from deciding the position."""
    return code > 0


def update(left: int, own: int, offer: int) -> tuple[int, int]:
    """Return the number of undecided moves and the code; the first code to arrive is the best."""
    return 0, offer


def priority(code: int) -> int:
    """Return when a code propagates, the lowest first; 0 if it decides nothing."""
    return code


class Objective(ABC):
    """The aim of a game, its arithmetic and its wording.

    Engines handle graphs, arrays and messages; the objective defines what codes mean and how they
    propagate:

    - `final(worth)` is the code of a terminal position;
    - `through(code, again, cost)` is what a move is worth to the player who makes it, given the
      code of the position it leads to, whether the same player moves again, and its cost;
    - `better(one, other)` compares two codes;
    - `holds(code)` is whether a move with this code prevents the other moves of its position from
      deciding it;
    - `update(left, own, offer)` records that one more move of a position is decided and offers a
      code: it returns the number of undecided moves, 0 once the code of the position is final,
      and that code. Offers must arrive in the order of their priority;
    - `priority(code)` is when a code propagates, the lowest first, and 0 if it decides nothing.

    `solved_at` is the score that counts as solved, `words` the name of a score in the rules, and
    `costs` whether moves differ in cost. No end has a score below `least_score`.

    The six are pure functions of integers, written in the same subset of Python as rules, so
    interpreter and compiler run the same source; `arithmetic` holds them in this order. A code may
    be the least integer of its width. Numba computes `-code` and `abs(code)` in that width, where
    it has no negative, but `0 - code` in 64 bits, on the processor and on a GPU.
    """

    name: Aim
    old_name: str | None = None  # its name in earlier versions
    players: int
    kinds: tuple[str, ...]  # of its outcomes, best first
    spoilable: tuple[str, ...]  # kinds of outcomes that a move can make worse, time apart
    gradable: tuple[str, ...]  # kinds of outcomes with moves of different worth, time included
    least_worth: int  # the least value that `worth` may return
    most_worth: int
    meaning: str  # of `worth`
    aim: Sentence | None = None  # what to do, in one sentence; None if the rules of a game say it
    measure: str  # the name of the column that measures an outcome
    measured: str = (  # what that column holds
        "the number of moves to the end under best play (of two players, counted in plies)"
    )
    by_distance = True  # whether codes count the moves to the end
    no_measure = -1  # stored in that column if there is no measure
    code_bytes = 2  # size of a code during solving
    undecided = 0  # the code of a position before any of its moves is decided
    needs_goal = False  # whether rules must define the score that counts as solved
    bound_name: str | None = None  # the name of the bound that rules may define
    arithmetic: tuple[Callable[..., Any], ...]

    @property
    def stored_name(self) -> str:
        """The name in tables and in the fingerprint of rules, which never changes."""
        return self.old_name or self.name

    def __init__(
        self, solved_at: int = 0, words: Words = None, costs: bool = False, least_score: int = 0
    ) -> None:
        self.solved_at = solved_at
        self.least_score = least_score
        self.words = words
        self.costs = costs
        self._decoded: dict[Code, Outcome] = {}

    def outcome(self, code: Code) -> Outcome:
        """Return the outcome of a code."""
        outcome = self._decoded.get(code)
        if outcome is None:
            if len(self._decoded) >= MOST_DECODED:
                self._decoded.clear()
            outcome = self._decoded[code] = self.decoded(code)
        return outcome

    @abstractmethod
    def decoded(self, code: Code) -> Outcome:
        """Return the outcome of a code without the cache."""

    def columns(self, codes: Any) -> tuple[Any, Any]:
        """Return the value (1, 0 or -1) and the measure of each code of an array."""
        import numpy as np

        return np.sign(codes), np.where(codes == 0, self.no_measure, np.abs(codes.astype("i2")) - 1)

    def outcome_of_end(self, worth: int) -> Outcome:
        """Return the outcome of a terminal position with this worth."""
        return self.outcome(self.final(worth))

    def outcome_by_line(self, worth: int, limit: int | None) -> Outcome:
        """Return what is proved by a line that leads to a solved end with this worth.

        No end has a better worth than `limit`; None if that is not known.
        """
        end = self.outcome_of_end(worth)
        if limit is None:
            return Bound(worst=end)
        best = self.outcome_of_end(limit)
        return end if end >= best else Bound(best=best, worst=end)

    def final(self, worth: int) -> Code:
        """Return the code of a terminal position with this worth."""
        code: Code = self.arithmetic[0](worth)
        return code

    def hardest_codes(self, codes: Collection[int]) -> set[int]:
        """Return the extreme codes of a table, for which it names an example position."""
        return {min(codes), max(codes)}

    @abstractmethod
    def hardest(self, outcomes: Iterable[Outcome]) -> list[Outcome]:
        """Return the longest or most extreme outcomes, one of each kind."""

    @abstractmethod
    def summary(self, counts: dict[Outcome, int], described: Described) -> dict[str, Any]:
        """Return the counts of a table as JSON; `described` adds a position to an outcome."""

    @abstractmethod
    def ending(self, worth: int, moves: int, winner: str | None) -> Sentence:
        """Return how a match ended, given its number of moves."""

    def victory(self, player: str, worth: int) -> Sentence:
        """Return the sentence that a player has won, given the worth of the end."""
        return Sentence("{player} has won", player=player)

    def result_of_person(self, won: bool, worth: int) -> Sentence:
        """Return the result for a person who won or lost, given the worth of the end."""
        return Sentence("You won") if won else Sentence("You lost")

    def is_solved(self, worth: int) -> bool:
        """Return whether a puzzle with this worth counts as solved."""
        return False

    def label(self, number: int) -> Sentence:
        """Return the measure of an outcome in words."""
        return plural("{count} move", "{count} moves", number)

    def counted(self, number: int) -> Sentence | int:
        """Return a score with the name of what is counted, if the rules give one."""
        return counted(number, self.words)

    @property
    def counts_moves(self) -> bool:
        """Whether it is a puzzle to be solved in few moves or at low cost."""
        return self.players == 1 and self.by_distance

    @property
    def by_steps(self) -> bool:
        """Whether every move raises the priority of a code by 1."""
        return self.by_distance and not self.costs

    @property
    def by_score(self) -> bool:
        """Whether it is a puzzle whose ends have scores, which moves do not change."""
        return self.players == 1 and not self.by_distance

    @property
    def by_margin(self) -> bool:
        """Whether two players play for a margin, which moves do not change.

        Such codes can be decided in any order, except those of positions that can recur.
        """
        return self.players == 2 and not self.by_distance

    @property
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The arithmetic by name, to be bound into kernels."""
        return {function.__name__: function for function in self.arithmetic}


class ContestObjective(Objective):
    """An objective for two players."""

    players = 2
    kinds = gradable = ("win", "draw", "loss")
    extremes: tuple[Callable[..., Outcome], Callable[..., Outcome]]  # of wins and of losses

    def hardest(self, outcomes: Iterable[Outcome]) -> list[Outcome]:
        known, found = list(outcomes), []
        for kind, extreme in zip(("win", "loss"), self.extremes, strict=True):
            alike = [one for one in known if one.kind == kind]
            found += [extreme(alike)] if alike else []
        return found

    def summary(self, counts: dict[Outcome, int], described: Described) -> dict[str, Any]:
        hardest = {one.kind: one for one in self.hardest(counts)}
        return {
            **{
                kind: sum(n for one, n in counts.items() if one.kind == kind) for kind in self.kinds
            },
            **self.measures(counts),
            "hardest": {kind: described(hardest.get(kind)) for kind in ("win", "loss")},
        }

    @abstractmethod
    def measures(self, counts: dict[Outcome, int]) -> dict[str, Any]:
        """Return the part of a summary about the measures of outcomes."""

    def ending(self, worth: int, moves: int, winner: str | None) -> Sentence:
        if winner is None:
            return Sentence("The game is over: a draw.")
        return self.over(winner, worth)

    @abstractmethod
    def over(self, player: str, worth: int) -> Sentence:
        """Return the sentence that the game is over and a player has won."""


class PuzzleObjective(Objective):
    """An objective for one player."""

    players = 1
    kinds = ("solvable", "unsolvable")
    bound_name = "lower_bound"

    @abstractmethod
    def unsolved(self, worth: int) -> Sentence:
        """Return how a match ended that is not solved."""

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


class ScoredObjective(PuzzleObjective):
    """An objective for one player whose ends have scores; the best end can always be spoilt."""

    spoilable = gradable = PuzzleObjective.kinds
    least_worth, most_worth = 0, LARGEST_CODE - 1
    meaning = phrase("a score from 0 to 32,766")
    by_distance = False
    measure = "score"

    @property
    @abstractmethod
    def solved_scores_differ(self) -> bool:
        """Whether more than one score counts as solved, so that it has to be told."""

    def ending(self, worth: int, moves: int, winner: str | None) -> Sentence:
        if self.is_solved(worth) and self.solved_scores_differ:
            return Sentence("Solved. The final score is {score}.", score=self.counted(worth))
        return super().ending(worth, moves, winner)

    def unsolved(self, worth: int) -> Sentence:
        return Sentence("No moves are left. The final score is {score}.", score=self.counted(worth))

    def label(self, number: int) -> Sentence:
        words = self.counted(number)
        return words if isinstance(words, Sentence) else Sentence("score {count}", count=number)


def objective_for(
    aim: str,
    solved_at: int = 0,
    words: Words = None,
    costs: bool = False,
    least_score: int = 0,
) -> Objective:
    """Return the objective with that name; only its own module is imported."""
    aim = OLD_NAMES.get(aim, aim)
    if aim not in AIMS:
        raise ValueError(f"the aim is {', '.join(AIMS[:-1])} or {AIMS[-1]}, not {aim!r}")
    module = import_module(f"kibitz.rules.objectives.{aim}")
    made: Objective = module.OBJECTIVE(solved_at, words, costs, least_score)
    return made
