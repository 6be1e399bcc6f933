"""Kinds of tasks: what each asks about a position, its right answers, and how a reply is graded."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import cached_property

from kibitz.language.errors import KibitzError, listed, quoted
from kibitz.rules.objectives.outcomes import finite_regrets
from kibitz.tasksets.questions import questions_for
from kibitz.tasksets.reply import (
    answer_in,
    each_move,
    move_in,
    moves_in,
    outcome_in,
    read_move,
    spellings,
)
from kibitz.tasksets.task_grades import Grade, grades_of
from kibitz.tasksets.task_prompt import board_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from random import Random

    from kibitz.oracle.answer import Option
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.objectives.outcomes import Outcome, Regret
    from kibitz.rules.rules import Rules

LINES = 16  # random lines that estimate the reward of random play in a puzzle
LONGEST = 200  # moves of such a line
MOST_NEXT = 6  # moves of a task about the board after them
HALF = 0.5  # reward of the right kind of outcome without the right number


class NothingToAsk(KibitzError):
    """A game without a position that fits the options."""


class Asked:
    """A position that a task asks about; `moves` are the texts of moves that the task mentions."""

    def __init__(self, oracle: Oracle, position: PositionId, moves: Sequence[str] = ()) -> None:
        self.oracle = oracle
        self.game = oracle.game
        self.rules = oracle.rules
        self.position = position
        self.questions = questions_for(oracle.rules.objective)
        self.moves = list(moves)

    @cached_property
    def outcome(self) -> Outcome:
        return self.oracle.outcome(self.position)

    @cached_property
    def options(self) -> list[Option]:
        """The legal moves, best first."""
        return self.oracle.moves(self.position)

    @cached_property
    def known(self) -> bool:
        """Whether the outcomes of the position and of all its moves are known, with distances."""
        return self.outcome.exact and all(option.outcome.exact for option in self.options)

    @cached_property
    def best(self) -> list[Option]:
        """The best moves."""
        return [option for option in self.options if option.outcome.is_best(self.outcome)]

    @cached_property
    def regrets(self) -> list[Regret]:
        """The regret and the delay of each legal move."""
        if not self.known:
            raise KibitzError("the outcomes of the moves cannot be proved")
        return finite_regrets(self.outcome, [option.outcome for option in self.options])

    @cached_property
    def keeping(self) -> list[Option]:
        """The moves that keep the result."""
        costs = zip(self.options, self.regrets, strict=True)
        return [option for option, cost in costs if not cost.given]

    @cached_property
    def mistakes(self) -> list[Option]:
        """The moves that make the result worse."""
        costs = zip(self.options, self.regrets, strict=True)
        return [option for option, cost in costs if cost.given]

    @cached_property
    def grades(self) -> dict[MoveId, Grade]:
        """The grade of each legal move."""
        moves = [option.move for option in self.options]
        return dict(zip(moves, grades_of(self.regrets), strict=True))

    @property
    def legal(self) -> list[str]:
        """The notation of the legal moves, in order; no outcome is asked for."""
        moves = self.rules.moves(self.position)
        return sorted(self.game.move_text(self.position, move) for move in moves)

    def texts(self, options: Sequence[Option]) -> list[str]:
        """Return the notation of moves."""
        return [self.game.move_text(self.position, option.move) for option in options]


class TaskKind(ABC):
    """One kind of task."""

    name: str
    about_drawn = True  # whether it asks about the position that was drawn, not about one after it
    needs_outcomes = True  # whether its answers depend on outcomes

    def serves(self, rules: Rules) -> bool:
        """Return whether the kind makes sense for a game."""
        return True

    def posed(self, asked: Asked, rng: Random) -> Asked | None:
        """Return what a task asks about, given a position; None if there is nothing to ask."""
        return asked

    def outcomes(self, objective: Objective) -> tuple[str, ...]:
        """Return the kinds of outcomes of the positions that it asks about."""
        return objective.kinds

    @abstractmethod
    def question(self, asked: Asked) -> str:
        """Return the question."""

    @abstractmethod
    def answers(self, asked: Asked) -> list[str]:
        """Return right answers: all of them, where they can be listed."""

    @abstractmethod
    def graded(self, asked: Asked, answer: str) -> Grade:
        """Return what an answer is worth; `KibitzError` if it cannot be read."""

    @abstractmethod
    def random_reward(self, asked: Asked, rng: Random) -> float:
        """Return the expected reward of a reply that knows the rules and nothing else."""


class BestMove(TaskKind):
    """Find a best move."""

    name = "move"

    def outcomes(self, objective: Objective) -> tuple[str, ...]:
        return objective.gradable

    def question(self, asked: Asked) -> str:
        return asked.questions.best

    def answers(self, asked: Asked) -> list[str]:
        return asked.texts(asked.best)

    def graded(self, asked: Asked, answer: str) -> Grade:
        return asked.grades[move_in(asked.game, asked.position, answer)]

    def random_reward(self, asked: Asked, rng: Random) -> float:
        return sum(grade.reward for grade in asked.grades.values()) / len(asked.grades)


class Refutation(BestMove):
    """Find a best answer to a mistake."""

    name = "refute"
    about_drawn = False

    def serves(self, rules: Rules) -> bool:
        return rules.two_players

    def outcomes(self, objective: Objective) -> tuple[str, ...]:
        return objective.spoilable

    def posed(self, asked: Asked, rng: Random) -> Asked | None:
        if not asked.known:
            return None
        rules = asked.rules
        mistakes = [
            option
            for option in asked.mistakes
            if not rules.moves_again(asked.position, option.move) and not rules.is_over(option.to)
        ]
        if not mistakes:
            return None
        made = rng.choice(mistakes)
        return Asked(asked.oracle, made.to, asked.texts([made]))

    def question(self, asked: Asked) -> str:
        return f"The last move, {asked.moves[0]}, was a mistake. {super().question(asked)}"


class MoveSet(TaskKind):
    """List some of the legal moves; the reward is the share of moves on which both lists agree."""

    @abstractmethod
    def wanted(self, asked: Asked) -> set[MoveId]:
        """Return the moves that are asked for."""

    def answers(self, asked: Asked) -> list[str]:
        wanted = self.wanted(asked)
        return [" ".join(sorted(asked.game.move_text(asked.position, move) for move in wanted))]

    def graded(self, asked: Asked, answer: str) -> Grade:
        found = moves_in(asked.game, asked.position, answer)
        wanted = self.wanted(asked)
        share = len(found & wanted) / len(found | wanted)
        return Grade(round(share, 6), exact=found == wanted, keeps=found == wanted)


class KeepingMoves(MoveSet):
    """List the moves that keep the outcome."""

    name = "keeping"

    def outcomes(self, objective: Objective) -> tuple[str, ...]:
        return objective.spoilable

    def wanted(self, asked: Asked) -> set[MoveId]:
        return {option.move for option in asked.keeping}

    def question(self, asked: Asked) -> str:
        return asked.questions.keeping

    def random_reward(self, asked: Asked, rng: Random) -> float:
        """Return the reward of a list of all legal moves."""
        return len(asked.keeping) / len(asked.options)


class LegalMoves(MoveSet):
    """List the legal moves."""

    name = "legal"
    needs_outcomes = False

    def wanted(self, asked: Asked) -> set[MoveId]:
        return set(asked.rules.moves(asked.position))

    def question(self, asked: Asked) -> str:
        return "List all legal moves."

    def random_reward(self, asked: Asked, rng: Random) -> float:
        """Return the reward of a list of one legal move."""
        return 1 / len(self.wanted(asked))


class OutcomeTask(TaskKind):
    """Find the outcome; the right kind without the right number has half of the reward."""

    name = "outcome"

    def question(self, asked: Asked) -> str:
        return asked.questions.outcome

    def answers(self, asked: Asked) -> list[str]:
        return [asked.questions.statement(asked.outcome)]

    def posed(self, asked: Asked, rng: Random) -> Asked | None:
        return asked if asked.questions.can_state(asked.outcome) else None

    def graded(self, asked: Asked, answer: str) -> Grade:
        kind, number = outcome_in(answer, _waiting(asked))
        found = asked.questions.check_statement(asked.outcome, kind, number)
        if found is None:
            raise KibitzError("the reply names no outcome")
        right, exact = found
        return Grade(1.0 if exact else HALF * right, exact=exact, keeps=right)

    def random_reward(self, asked: Asked, rng: Random) -> float:
        """Return the expected reward of one of the words at random, without a number."""
        kinds, total = asked.rules.objective.kinds, 0.0
        for kind in kinds:
            found = asked.questions.check_statement(asked.outcome, kind, None)
            right, exact = found or (False, False)
            total += 1.0 if exact else HALF * right
        return total / len(kinds)


class BoardAfter(TaskKind):
    """Write the board after some moves."""

    name = "next"
    needs_outcomes = False

    def posed(self, asked: Asked, rng: Random) -> Asked | None:
        rules, here = asked.rules, asked.position
        moves: list[str] = []
        for _ in range(rng.randint(1, MOST_NEXT)):
            if rules.is_over(here):
                break
            move = rng.choice(list(rules.moves(here)))
            moves.append(asked.game.move_text(here, move))
            here = rules.play(here, move)
        return Asked(asked.oracle, asked.position, moves)

    def question(self, asked: Asked) -> str:
        now = board_text(asked.game, asked.position, asked.game.mover(asked.position))
        return (
            f"These moves are made: {' '.join(asked.moves)}. Write the board after them on one "
            f"line: its rows, from the top, joined by “-”. Now it is {now}"
        )

    def answers(self, asked: Asked) -> list[str]:
        game, rules, here = asked.game, asked.rules, asked.position
        mover = game.mover(here)
        for text in asked.moves:
            move = game.parse_move(here, text)
            mover, here = rules.mover_after(mover, here, move), rules.play(here, move)
        return [board_text(game, here, mover)]

    def graded(self, asked: Asked, answer: str) -> Grade:
        right = self.answers(asked)[0]
        alike = asked.game.case_is_alike

        def plain(text: str) -> str:
            joined = "".join(text.split())
            return joined.lower() if alike else joined

        return Grade.of_answer(any(plain(one) == plain(right) for one in spellings(answer)))

    def random_reward(self, asked: Asked, rng: Random) -> float:
        return 0.0


class WholeSolution(TaskKind):
    """Write a whole solution of a puzzle; a longer one has less reward."""

    name = "solve"

    def serves(self, rules: Rules) -> bool:
        return not rules.two_players

    def outcomes(self, objective: Objective) -> tuple[str, ...]:
        return objective.spoilable

    def posed(self, asked: Asked, rng: Random) -> Asked | None:
        return asked if asked.outcome.measure is not None else None

    def question(self, asked: Asked) -> str:
        return "Write the moves of a best solution, separated by spaces."

    def answers(self, asked: Asked) -> list[str]:
        line = asked.oracle.line(asked.position)
        assert line is not None
        return [" ".join(text for text, _ in asked.game.line_of(asked.position, line))]

    def graded(self, asked: Asked, answer: str) -> Grade:
        game, rules, here = asked.game, asked.rules, asked.position
        spent = 0

        def take(token: str) -> None:
            nonlocal here, spent
            move = read_move(game, here, token)  # an illegal move is never skipped
            spent += rules.cost_of(here, move)
            here = rules.play(here, move)

        each_move(answer, take)
        return self._of_end(asked, here, spent)

    def _of_end(self, asked: Asked, here: PositionId, spent: int) -> Grade:
        best, end = asked.outcome, asked.oracle.outcome(here)
        if not end.known:
            raise KibitzError("the outcome of this line is unknown")
        share, cost, why = asked.questions.line_worth(best, end, spent, asked.rules.is_over(here))
        return Grade(
            round(share, 6),
            exact=share == 1,
            keeps=cost is not None and not cost.given,
            regret=None if cost is None else cost.given,
            delay=None if cost is None else cost.delay,
            why=why,
        )

    def random_reward(self, asked: Asked, rng: Random) -> float:
        """Return the mean reward of some random lines of the length of a best one."""
        rules, total = asked.rules, 0.0
        for _ in range(LINES):
            here, spent = asked.position, 0
            for _ in range(min(asked.outcome.distance or LONGEST, LONGEST)):
                moves = list(rules.moves(here))
                if not moves:
                    break
                move = rng.choice(moves)
                spent += rules.cost_of(here, move)
                here = rules.play(here, move)
            total += self._of_end(asked, here, spent).reward
        return total / LINES


def _waiting(asked: Asked) -> str:
    """Return the name of the player who is not to move."""
    if not asked.rules.two_players:
        return ""
    return asked.game.players[1 - asked.game.mover(asked.position)]


KINDS: dict[str, TaskKind] = {
    kind.name: kind
    for kind in (
        BestMove(),
        OutcomeTask(),
        KeepingMoves(),
        LegalMoves(),
        BoardAfter(),
        WholeSolution(),
        Refutation(),
    )
}


def kind_named(name: str) -> TaskKind:
    """Return the kind of tasks with that name."""
    if name not in KINDS:
        raise KibitzError(
            "there is no kind of tasks {name}; the kinds are {known}",
            name=quoted(str(name)),
            known=listed(KINDS),
        )
    return KINDS[name]


def grade(kind: TaskKind, asked: Asked, reply: object) -> Grade:
    """Return the grade of a reply; whatever a model writes, no error is raised for it."""
    try:
        return kind.graded(asked, answer_in(reply))
    except KibitzError as error:
        return Grade(legal=False, why=str(error))
