"""Optimality of a policy: how often its moves keep the outcome, over the positions of a table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from os import PathLike
from random import Random

from kibitz.api.game import Game, with_positions
from kibitz.api.position import Position
from kibitz.language.errors import KibitzError, whole
from kibitz.oracle.answer import Option
from kibitz.rules import MoveId
from kibitz.rules.objectives.outcomes import Outcome, finite_regrets
from kibitz.tasksets.task_positions import solved_positions

Chosen = str | int | Mapping[str | int, float]  # a move, or the probability of each
Policy = Callable[[Position], Chosen]

LEAST_SUM = 1e-9  # of probabilities


class PolicyFigures:
    """Some positions, and how good the moves of a policy are in them.

    `positions` is their number, `keeps` the share of moves that keep the outcome, `best` the share
    of best moves, and `regret` the mean regret of a move.
    """

    __slots__ = ("best", "keeps", "positions", "regret")

    def __init__(self) -> None:
        self.positions = 0
        self.keeps = self.best = self.regret = 0.0

    def add(self, keeps: float, best: float, given: float) -> None:
        """Add a position; the means are updated."""
        self.positions += 1
        for name, value in (("keeps", keeps), ("best", best), ("regret", given)):
            mean = getattr(self, name)
            setattr(self, name, mean + (value - mean) / self.positions)

    def __repr__(self) -> str:
        return (
            f"<{self.positions:,} positions: {self.keeps:.1%} of the moves keep the outcome, "
            f"regret {self.regret:.3f}>"
        )


class Optimality(PolicyFigures):
    """The optimality of a policy over the positions of a game.

    `by_distance` has the same figures for the positions with each distance (or score, or margin)
    under best play; outcomes without one, such as draws, are at None. `random` has those of
    uniformly random moves in the same positions.
    """

    __slots__ = ("by_distance", "random")

    def __init__(self) -> None:
        super().__init__()
        self.by_distance: dict[int | None, PolicyFigures] = defaultdict(PolicyFigures)
        self.random = PolicyFigures()


def optimality(
    policy: Policy,
    game: Game | str | PathLike[str],
    *,
    sample: int | None = None,
    seed: int = 0,
) -> Optimality:
    """Return how good the moves of a policy are, over all positions of a game or a sample of them.

    The policy is called with a `Position` and returns a move (as itself, its text or its number) or
    a dictionary with the probability of each move. Mirror images count once, and positions in which
    the game is over are left out. The game must have a table, or be small enough to be solved.

    Examples:
        >>> import kibitz
        >>> kibitz.optimality(lambda position: position.best[0], "noughts").keeps
        1.0
    """
    positions = solved_positions(game)
    shown = with_positions(positions.game)
    result = Optimality()
    most = None if sample is None else whole("sample", sample, 1)
    for number in positions.numbers(most, Random(seed)):
        position = Position(shown, number)
        if positions.rules.is_over(number):
            continue
        options = positions.oracle.moves(number)
        outcome = positions.oracle.outcome(number)
        weights = _weights(position, policy(position))
        figures = _figures(outcome, options, weights)
        result.add(*figures)
        result.by_distance[outcome.measure].add(*figures)
        even = {option.move: 1 / len(options) for option in options}
        result.random.add(*_figures(outcome, options, even))
    return result


def _weights(position: Position, chosen: Chosen) -> dict[MoveId, float]:
    """Return the probability of each move that a policy chose."""
    if not isinstance(chosen, Mapping):
        return {position.move(chosen).number: 1.0}
    weights = {position.move(move).number: float(weight) for move, weight in chosen.items()}
    total = sum(weights.values())
    if not total > LEAST_SUM or min(weights.values(), default=0.0) < 0:
        raise KibitzError("the probabilities of a policy must not be negative, nor all 0")
    return {move: weight / total for move, weight in weights.items()}


def _figures(
    outcome: Outcome, options: list[Option], weights: Mapping[MoveId, float]
) -> tuple[float, float, float]:
    """Return the probabilities that a move keeps the outcome and is best, and the mean regret.

    Play without end counts as one point worse than the worst end.
    """
    costs = finite_regrets(outcome, [option.outcome for option in options])
    keeps = best = given = 0.0
    for option, cost in zip(options, costs, strict=True):
        weight = weights.get(option.move, 0.0)
        keeps += weight * (not cost.given)
        best += weight * option.outcome.is_best(outcome)
        given += weight * cost.given
    return keeps, best, given
