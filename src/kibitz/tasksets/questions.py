"""What is asked about an outcome, by objective: its words, statements, and the worth of a line."""

from __future__ import annotations

from kibitz.rules.objectives.outcomes import Regret, finite_regrets

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.objectives.objective import Objective
    from kibitz.rules.objectives.outcomes import Outcome

FOR_PROGRESS = 0.5  # worth of a line that comes near a solution, at most


class Questions:
    """Questions about positions of a game for two players, one of whom wins unless it is a draw."""

    best = (
        "Find a best move: one that keeps the best result that can be forced and, among those, "
        "wins soonest or loses latest."
    )
    keeping = "List all moves that keep the best result that can be forced."
    outcome = (  # with an example of a statement
        "With best play of both sides, is this won, drawn or lost for the player to move, and in "
        "how many moves, counting those of both players? (such as: wins in 5 moves; draw; loses in "
        "4 moves)"
    )

    def statement(self, outcome: Outcome) -> str:
        """Return an outcome as an answer to `outcome`, such as “wins in 5 moves”."""
        return str(outcome) if outcome.measure else outcome.kind

    def check_statement(
        self, outcome: Outcome, kind: str | None, number: int | None
    ) -> tuple[bool, bool] | None:
        """Return whether a stated kind of outcome is right, and whether the number is, too.

        None if the statement does not name what is asked for.
        """
        right = kind == outcome.kind
        return (
            None
            if kind is None
            else (right, right and (not outcome.measure or abs(outcome.measure) == number))
        )

    def can_state(self, outcome: Outcome) -> bool:
        """Return whether `statement` answers the question for that outcome."""
        return True

    def line_worth(
        self, best: Outcome, end: Outcome, spent: int, is_over: bool
    ) -> tuple[float, Regret | None, str]:
        """Return what a line of moves is worth as a solution of a puzzle.

        `best` is the outcome at its start, `end` the one at its end, `spent` the cost of its moves.
        The worth is from 0 to 1, and 1 for a best solution; the regret is None if that is not
        known; the last part is the reason why a line does not solve the puzzle. Games for two
        players have no solutions.
        """
        return 0.0, None, ""


class MarginQuestions(Questions):
    """Questions where the margin of points counts."""

    best = "Find a best move: one that keeps the greatest margin of points that can be forced."
    keeping = "List all moves that keep the greatest margin of points that can be forced."
    outcome = (
        "With best play of both sides, is this won, drawn or lost for the player to move, and by "
        "how many points? (such as: wins by 3; draw; loses by 2)"
    )


class SolutionQuestions(Questions):
    """Questions about a puzzle to be solved in few moves."""

    best = "Find a move that begins a best solution."
    keeping = "List all moves after which the puzzle can still be solved."
    outcome = "Can this be solved, and in how few moves? (such as: solvable in 7 moves; unsolvable)"

    def line_worth(
        self, best: Outcome, end: Outcome, spent: int, is_over: bool
    ) -> tuple[float, Regret | None, str]:
        assert best.distance is not None
        if end.distance is None:
            return 0.0, Regret(1, 0), "it cannot be solved any more"
        cost = Regret(0, spent + end.distance - best.distance)
        if not is_over:
            nearer = max(0.0, 1 - end.distance / best.distance)
            return FOR_PROGRESS * nearer, cost, "it is not solved yet"
        return best.distance / max(spent, best.distance), cost, ""


class CostQuestions(SolutionQuestions):
    """Questions about a puzzle whose moves differ in cost."""

    outcome = (
        "Can this be solved, and at what least total cost? (such as: solvable at a cost of 7; "
        "unsolvable)"
    )


class ScoreQuestions(SolutionQuestions):
    """Questions about a puzzle whose ends have scores."""

    keeping = "List all moves after which the best score can still be reached."
    outcome = "What is the best score that can still be reached? (a number)"

    def can_state(self, outcome: Outcome) -> bool:
        return outcome.measure is not None

    def statement(self, outcome: Outcome) -> str:
        return "none" if outcome.measure is None else str(outcome.measure)

    def line_worth(
        self, best: Outcome, end: Outcome, spent: int, is_over: bool
    ) -> tuple[float, Regret | None, str]:
        if not is_over:
            return 0.0, None, "the game is not over yet"
        lost = finite_regrets(best, [end])[0]
        return 1 / (1 + lost.given), lost, ""

    def check_statement(
        self, outcome: Outcome, kind: str | None, number: int | None
    ) -> tuple[bool, bool] | None:
        right = number == outcome.measure
        return None if number is None else (right, right)


QUESTIONS = {
    "win": Questions(),
    "score": MarginQuestions(),
    "shortest": SolutionQuestions(),
    "lowest": ScoreQuestions(),
    "highest": ScoreQuestions(),
}


def questions_for(objective: Objective) -> Questions:
    """Return what is asked about positions of games with this objective."""
    return CostQuestions() if objective.costs else QUESTIONS[objective.name]
