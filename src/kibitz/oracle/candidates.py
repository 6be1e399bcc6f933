"""Choice of a move where not every outcome is proved.

Proved outcomes come first: a win, then at least a draw, then what is open, then what is lost, the
longest loss first. If several open moves are left, a search of a few plies in the interpreter looks
for wins and losses among them, and the mean result of random playouts decides among the rest.
Neither is shown as an outcome of a position; only the proved ones are.
"""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from typing import NamedTuple

from kibitz.oracle.answer import Option, outcome_for_mover
from kibitz.rules import MoveId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Draw, Loss, Outcome, Win
from kibitz.rules.rules import Rules
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.search.lookahead import Lookahead
from kibitz.solve.search.playouts import Playouts

ESTIMATE = Effort(positions=2_000, compile=False)  # for a hint: some hundredths of a second
OVERTIME = 0.1  # seconds of an estimate after the deadline
DEEPEST = 40  # plies of the search
FOR_LOOKING = 0.5  # of the effort; the rest is for playouts
OPEN = 1  # class of moves of which neither a draw nor a loss is proved
RESULTS: dict[int, type[Win] | type[Loss]] = {1: Win, -1: Loss}


class Candidates(NamedTuple):
    """Moves in groups, the best first; those of a group are equally good as far as is known.

    `proved` is whether no other move has a better result than those of the first group. `says` is
    whether anything is known that distinguishes them from others.
    """

    groups: list[list[Option]]
    proved: bool
    says: bool

    @property
    def best(self) -> list[Option]:
        """The moves to choose among."""
        return self.groups[0]

    @property
    def errors(self) -> list[Option]:
        """The moves that are known to be worse."""
        return [option for group in self.groups[1:] for option in group]


class Advice(NamedTuple):
    """A move to recommend, its outcome, and whether it is proved that none has a better result.

    The outcome is for the player who makes the move; None where it is that of the position.
    """

    move: MoveId
    outcome: Outcome | None
    proved: bool


class Estimator:
    """Estimates the open moves of one game; it remembers what it has searched and played.

    Outcomes that it proves are added to `outcomes`.
    """

    def __init__(self, rules: Rules, outcomes: MutableMapping[int, Outcome]) -> None:
        from kibitz.solve.search.lookahead import Lookahead
        from kibitz.solve.search.playouts import Playouts

        self.rules = rules
        self._outcomes = outcomes
        self._lookahead: Lookahead = Lookahead(rules)
        self._playouts: Playouts = Playouts(rules)

    def look(self, position: PositionId, options: Sequence[Option], effort: Effort, plies: int
    ) -> list[Option]:  # fmt: skip
        """Return moves with the outcomes that a search of so many plies has proved.

        It is deepened ply by ply, and ends with the first win or when one move is left open.
        """
        found = list(options)
        rules = self.rules
        if not rules.objective.by_distance:
            return found
        watch = effort.watch()
        try:
            for depth in range(1, plies + 1):
                for at, option in enumerate(found):
                    if option.outcome.known:
                        continue
                    result = self._lookahead.result(option.to, depth, watch)
                    outcome: Outcome
                    if result is None:
                        if options[at].outcome.proved:
                            continue  # a longer search has proved more
                        outcome = Bound(best=Win(depth + 1), worst=Loss(depth + 1))
                    else:
                        outcome = RESULTS[result](depth) if result else Draw()
                        self._outcomes[option.to] = outcome
                    made = outcome_for_mover(rules, position, option.move, outcome)
                    found[at] = Option(option.move, option.to, made)
                    if made.tone == "good":
                        return found
                if sum(not option.outcome.known for option in found) < 2:
                    break
        except Exhausted:
            pass
        return found

    def best(self, position: PositionId, options: Sequence[Option], effort: Effort) -> Option:
        """Return the move with the best mean result of random playouts."""
        rules = self.rules
        signed = [
            (option.to, 1 if rules.moves_again(position, option.move) else -1) for option in options
        ]
        return options[self._playouts.best(signed, effort)]


def candidates(
    estimator: Estimator,
    position: PositionId,
    here: Outcome,
    moves: Sequence[Option],
    effort: Effort,
    plies: int = DEEPEST,
) -> Candidates:
    """Return the moves in groups, the open ones estimated within an effort.

    `here` is the outcome of the position, and `moves` are all its moves. Playouts decide among the
    moves that are open after a search of so many `plies`; with 0 plies, nothing is estimated.
    """
    groups = grouped(moves, here)
    says = len(moves) == 1 or len(groups) > 1 or _class(groups[0][0].outcome, here) != OPEN
    if plies and estimator.rules.two_players and _several_open(groups[0], here):
        effort = effort.begun()
        looking = effort.share(FOR_LOOKING)
        open_moves = estimator.look(position, groups[0], looking, plies)
        groups = grouped([*open_moves, *(one for group in groups[1:] for one in group)], here)
        if _several_open(groups[0], here):
            chosen = estimator.best(position, groups[0], effort.share(1))
            others = [option for option in groups[0] if option is not chosen]
            groups[:1] = [[chosen], others]
        says = True
    return Candidates(groups, proved=_is_proved(groups, here), says=says)


def grouped(moves: Sequence[Option], here: Outcome) -> list[list[Option]]:
    """Return moves in groups by what is proved of them, the best group first."""
    found: dict[tuple[int, ...], list[Option]] = {}
    for option in moves:
        outcome = option.outcome
        kind = _class(outcome, here)
        best = here.known and outcome.is_best(here)
        key = (kind,) if kind == OPEN else (kind, best, *outcome.rank)
        found.setdefault(key, []).append(option)
    return [found[key] for key in sorted(found, reverse=True)]


def _class(outcome: Outcome, here: Outcome) -> int:
    """Return the class of a move, the higher the better.

    A draw is worse than an open move where a win is proved.
    """
    if outcome.tone in ("good", "bad"):
        return 3 if outcome.tone == "good" else -1
    worst = outcome.worst if isinstance(outcome, Bound) else outcome
    if worst is not None and worst.tone == "even":
        return 0 if here.tone == "good" and outcome.known else 2
    return OPEN


def _several_open(options: Sequence[Option], here: Outcome) -> bool:
    return len(options) > 1 and _class(options[0].outcome, here) == OPEN


def _is_proved(groups: Sequence[Sequence[Option]], here: Outcome) -> bool:
    """Return whether no move can have a better result than the first."""
    best = groups[0][0].outcome
    if len(groups) == len(groups[0]) == 1:
        return True  # there is no other
    if best.tone == "good" and best.points is None:
        return True
    if here.known:
        return best.keeps(here) or (here.tone == "bad" and here.points is None)
    return best.known and all(option.outcome.known for group in groups for option in group)
