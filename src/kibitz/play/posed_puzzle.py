"""Posed puzzle: a position, a question about it, and a check of the answers.

There are two kinds. If any placement of the pieces is a puzzle (Lunar Lockout), the answer is a
whole solution in the fewest moves. In any other game it is one move: the only one that keeps the
outcome. The difficulty is computed from exact figures.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.language.errors import Sentence, phrase, plural
from kibitz.play.match_history import MatchState
from kibitz.play.move_reader import read_move
from kibitz.play.wording import change

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, ClassVar, Literal

    from kibitz.oracle.answer import Option
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules import MoveId, PositionId

EASY, MEDIUM, HARD = phrase("easy"), phrase("medium"), phrase("hard")
DIFFICULTIES = (EASY, MEDIUM, HARD)


class Judged:
    """Result of checking an answer: whether it is right, the effect of the move, and what follows.

    `line` is the best play after the move, as its players write it. After a wrong move it is the
    refutation; it is empty where no solution is left.
    """

    __slots__ = ("comment", "line", "move", "right")

    def __init__(self, move: MoveId, right: bool, comment: Sentence, line: list[str]) -> None:
        self.move = move
        self.right = right
        self.comment = comment
        self.line = line

    def __str__(self) -> str:
        return str(self.words_and_line)

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def words(self) -> Sentence:
        """Whether the move is right, and what it did."""
        if self.right:
            return Sentence("Right: {comment}.", comment=self.comment)
        return Sentence("Wrong: {comment}.", comment=self.comment)

    @property
    def words_and_line(self) -> Sentence:
        """The same, and what follows the move."""
        if not self.line:
            return self.words
        line = " ".join(self.line)
        if self.right:
            return Sentence("Right: {comment}. It goes on: {line}", comment=self.comment, line=line)
        return Sentence("Wrong: {comment}. It goes on: {line}", comment=self.comment, line=line)


class Puzzle(ABC):
    """A position of a game and the question about it.

    `options` are its moves, best first. `depth` is how many moves the best line has. A notebook
    shows the position.
    """

    kind: ClassVar[Literal["move", "solve"]]
    most_points: ClassVar[dict[str, int]]  # of a puzzle of each difficulty but the hardest

    def __init__(self, oracle: Oracle, position: PositionId, options: list[Option]) -> None:
        self.oracle = oracle
        self.game = oracle.game
        self.position = position
        self.outcome = oracle.outcome(position)
        self.options = options
        self.depth = self.outcome.distance or 0

    def __repr__(self) -> str:
        return f"<{self.difficulty} puzzle of {self.game.name}: {self.text}>"

    def _repr_svg_(self) -> str:
        from kibitz.drawing.picture import picture  # for notebooks

        return picture(self.game, self.position)

    @property
    def text(self) -> str:
        """The position, on one line."""
        return self.game.text(self.position)

    @property
    @abstractmethod
    def points(self) -> int:
        """How hard it is, as a number."""

    @property
    def difficulty(self) -> str:
        """How hard it is: `easy`, `medium` or `hard`."""
        return next((name for name, most in self.most_points.items() if self.points <= most), HARD)

    @property
    @abstractmethod
    def question(self) -> Sentence:
        """The question."""

    def is_right(self, option: Option) -> bool:
        """Return whether a move answers the question, or is a step towards that."""
        return option.outcome.keeps(self.outcome)

    @property
    def right(self) -> list[Option]:
        """The moves that are right."""
        return [option for option in self.options if self.is_right(option)]

    @property
    def wrong(self) -> list[Option]:
        """The moves that are not."""
        return [option for option in self.options if not self.is_right(option)]

    def judge(self, move: int | str) -> Judged:
        """Return whether a legal move is right, its effect, and the refutation of a wrong one.

        A move is its number, or its text.
        """
        if isinstance(move, str):
            move = read_move(self.game, self.position, move)
        option = next(one for one in self.options if one.move == move)
        cost = self.oracle.rules.cost_of(self.position, move)
        comment = change(self.outcome, option.outcome, cost)
        return Judged(option.move, self.is_right(option), comment, self._line_from(option.to))

    def _line_from(self, position: PositionId) -> list[str]:
        """Return the moves of the best line from a position as their players write them."""
        line = self.oracle.line(position) or ()
        return [text for text, _ in self.game.line_of(position, line)]

    @abstractmethod
    def after(self, move: MoveId) -> Puzzle | None:
        """Return the puzzle that remains after a right move; None if it is solved."""

    def _move_as_json(self, move: MoveId) -> dict[str, Any]:
        """Return a move for programs: its outcome, and the best line after it."""
        option = next(one for one in self.options if one.move == move)
        text = self.game.move_text(self.position, move)
        return {"move": text, **option.outcome.as_json(), "line": self.judge(move).line}

    def as_json(self) -> dict[str, Any]:
        """Return the puzzle for programs, its answer and every refutation included."""
        return {
            "game": self.game.name,
            "position": self.text,
            "kind": self.kind,
            **self.outcome.as_json(),
            "question": str(self.question),
            "difficulty": self.difficulty,
            "depth": self.depth,
            "answer": self._move_as_json(self.right[0].move),
            "wrong": [self._move_as_json(option.move) for option in self.wrong],
        }


class OnlyMove(Puzzle):
    """A position in which exactly one move keeps the outcome.

    In a drawn position, `depth` is the length of the best wrong move's line. `tempting` is the
    number of wrong moves without an immediate refutation.
    """

    kind = "move"
    most_points: ClassVar = {EASY: 4, MEDIUM: 9}

    def __init__(self, oracle: Oracle, position: PositionId, options: list[Option]) -> None:
        super().__init__(oracle, position, options)
        if self.outcome.distance is None:
            held = [one.outcome.distance for one in options[1:] if one.outcome.distance is not None]
            self.depth = max(held) if held else len(oracle.line(position) or ())
        self.tempting = sum(not _is_punished_at_once(oracle, option) for option in options[1:])

    @property
    def points(self) -> int:
        return self.depth + self.tempting

    @property
    def question(self) -> Sentence:
        outcome = self.outcome
        if not self.oracle.rules.two_players:
            if self.oracle.rules.cost is not None:
                return Sentence("Find the only move that starts an optimal solution.")
            if outcome.distance is None:
                return outcome.only_move or Sentence(
                    "Find the only move after which this can still be solved."
                )
            return plural(
                "Find the only move that begins a solution in {count} move.",
                "Find the only move that begins a solution in {count} moves.",
                outcome.distance,
            )
        player = self.game.player_name(MatchState(self.game, self.position).mover)
        if outcome.kept is not None:
            return Sentence(outcome.kept, player=player)
        return Sentence(
            "{player} to move: find the only move that keeps this outcome: {outcome}.",
            player=player,
            outcome=outcome.words,
        )

    def after(self, move: MoveId) -> Puzzle | None:
        return None

    def as_json(self) -> dict[str, Any]:
        return super().as_json() | {"tempting": self.tempting}


class SolveIt(Puzzle):
    """A placement to be solved in the fewest moves."""

    kind = "solve"
    most_points: ClassVar = {EASY: 4, MEDIUM: 7}

    @property
    def points(self) -> int:
        return self.depth

    @property
    def question(self) -> Sentence:
        return plural(
            "Can you solve it in {count} move?", "Can you solve it in {count} moves?", self.depth
        )

    def after(self, move: MoveId) -> Puzzle | None:
        return puzzle_at(self.oracle, self.oracle.rules.play(self.position, move))


def puzzle_at(oracle: Oracle, position: PositionId) -> Puzzle | None:
    """Return the puzzle that a position is; None if it is none.

    It is none if it is lost, over or unknown. Where one move is asked for, it is also none if
    another number of moves than one keeps the outcome, or if the good move ends the game at once.
    """
    outcome = oracle.outcome(position)
    if not outcome.known or outcome.tone == "bad" or outcome.distance == 0:
        return None
    if oracle.rules.is_over(position):
        return None
    whole = oracle.rules.solved_whole
    if outcome.distance == 1 and not whole:
        return None
    options = oracle.moves(position)
    if whole and not are_known(options):  # such positions are few, so each move gets more effort
        for option in options:
            oracle.outcome(option.to)
        options = oracle.moves(position)
    if not are_known(options):
        return None
    if whole:
        return SolveIt(oracle, position, options)
    good = sum(option.outcome.keeps(outcome) for option in options[:2])
    return OnlyMove(oracle, position, options) if good == 1 and len(options) > 1 else None


def are_known(options: Sequence[Option]) -> bool:
    """Return whether the outcome of every move is known."""
    return all(option.outcome.known for option in options)


def _is_punished_at_once(oracle: Oracle, option: Option) -> bool:
    """Return whether a wrong move ends the game, or lets the other player win at once."""
    if oracle.rules.is_over(option.to):
        return True
    outcome = option.outcome
    return outcome.tone == "bad" and outcome.distance is not None and outcome.distance <= 2
