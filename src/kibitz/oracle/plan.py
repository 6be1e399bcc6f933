"""The plan of an oracle: which sources it asks, in which order, and how much each of them may do.

`plan` begins with what looks outcomes up. What works them out after that stands in two tables,
`SEARCHING` and `SOLVING`. A source is imported and made only when those before it have passed.
"""

from __future__ import annotations

from functools import partial

from kibitz.oracle.sources import Ends, FromTable
from kibitz.solve.effort import MOST_INTERPRETED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.oracle.knowledge import Knowledge
    from kibitz.oracle.sources import Source
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort, Progress
    from kibitz.solve.store.table import Table

    Step = tuple[
        str, Callable[["UsualCase", Effort], Effort]
    ]  # a source, and its share of an effort
    Row = tuple[Callable[["UsualCase"], bool], list[Step]]

MOST_UNCOMPILED = (
    10 * MOST_INTERPRETED
)  # positions of the interpreter where no compiler may be started
QUICK_SEARCH = 300_000  # positions that a search may look at before all that can follow is solved


class UsualCase:
    """A game and the usual effort for a question about it, by which a row of a table is chosen.

    The first methods say which games a row serves. The last ones return how much of the effort for
    one question a source gets; that effort need not be the usual one.
    """

    def __init__(self, rules: Rules, usual: Effort) -> None:
        from kibitz.solve.capabilities import serves

        self.rules = rules
        self.usual = usual
        self.searches = is_large(usual)
        self.two_players = serves("search", rules)
        self.best = serves("best", rules)
        self.by_steps = self.best and rules.objective.by_steps

    @property
    def alone(self) -> bool:
        """Whether no search settles what is too large for memory."""
        return not (self.two_players or (self.searches and self.best))

    def every_game(self) -> bool:
        return True

    def few_moves(self) -> bool:
        return self.by_steps

    def few_moves_with_hints(self) -> bool:
        return self.by_steps and bool(self.rules.bound or self.rules.predecessors)

    def costs_or_bounded_scores(self) -> bool:
        return self.best and not self.by_steps

    def scores(self) -> bool:
        from kibitz.solve.capabilities import serves

        return serves("solution", self.rules)

    def players(self) -> bool:
        return self.two_players

    def players_of_limited_games(self) -> bool:
        return self.two_players and self.rules.max_game_length is not None

    def all(self, effort: Effort) -> Effort:
        return effort

    def quick(self, effort: Effort) -> Effort:
        """Return the share of a search before all that can follow is solved."""
        return effort.at_most(QUICK_SEARCH)

    def near(self, effort: Effort) -> Effort:
        """Return the share of a search for a solution that is near.

        If positions are limited, it gets few, or none where a longer search follows: solving all of
        few positions is quick and settles every later question, and exploring more of them takes
        seconds, often without a result.
        """
        if effort.positions is not None:
            return effort.at_most(0 if self.searches or self.usual.is_small else MOST_INTERPRETED)
        return self.quick(effort) if self.searches else effort

    def few(self, effort: Effort) -> Effort:
        """Return the share of the interpreter: few positions, if compiled code or a search follows.

        They are more if nothing may be compiled: then the search ends early as well.
        """
        searched = self.searches and (self.two_players or effort.seconds is None)
        if effort.is_small or not (searched or self._has_code(effort)):
            return effort
        return effort.at_most(MOST_INTERPRETED if effort.compile else MOST_UNCOMPILED)

    def if_compiled(self, effort: Effort) -> Effort:
        """Return the share of compiled code: none if a search for few moves goes less far."""
        searched = self.by_steps and effort.positions is None
        return effort.at_most(0) if searched or not self._has_code(effort) else effort

    def _has_code(self, effort: Effort) -> bool:
        """Return whether a compiler may be started for so much, or has been."""
        from kibitz.solve.compiling.compiled import is_ready
        from kibitz.solve.memory.game_kernels import expand

        return is_large(effort) or (not effort.is_small and is_ready(expand, self.rules))


# The steps: a source, whose module is imported when it is reached, and its share of an effort.
SOURCES = "kibitz.oracle.sources."
INTERPRETED: Step = (f"{SOURCES}subgame_source:FromSubgame", UsualCase.few)
COMPILED: Step = (f"{SOURCES}subgame_source:FromCompiledSubgame", UsualCase.if_compiled)
NEAR: Step = (f"{SOURCES}search_sources:FromShortestSearch", UsualCase.near)
SOLUTION: Step = (f"{SOURCES}search_sources:FromSolutionSearch", UsualCase.all)
DISTANCE: Step = (f"{SOURCES}search_sources:FromDistanceSearch", UsualCase.all)
PROOF: Step = (f"{SOURCES}search_sources:FromSearch", UsualCase.all)
QUICK_DISTANCE: Step = (DISTANCE[0], UsualCase.quick)
QUICK_PROOF: Step = (PROOF[0], UsualCase.quick)

# What works outcomes out: the first row that serves a game, with its steps in order. The rows of
# the first table need a usual effort that is worth a search; the second has all other cases.
SEARCHING: list[Row] = [
    (UsualCase.few_moves_with_hints, [DISTANCE]),
    (UsualCase.few_moves, [NEAR, INTERPRETED, COMPILED, DISTANCE]),
    (UsualCase.costs_or_bounded_scores, [INTERPRETED, QUICK_DISTANCE, COMPILED, DISTANCE]),
    (UsualCase.players_of_limited_games, [INTERPRETED, QUICK_PROOF, COMPILED, PROOF]),
    (UsualCase.players, [INTERPRETED, COMPILED, PROOF]),
]
SOLVING: list[Row] = [
    (UsualCase.few_moves, [NEAR, INTERPRETED, COMPILED]),
    (UsualCase.scores, [INTERPRETED, SOLUTION, COMPILED]),
    (UsualCase.every_game, [INTERPRETED, COMPILED]),
]


def plan(about: Knowledge, table: Table | None) -> Iterator[Source]:
    """Yield the sources for questions about a game, the quickest first, given its table."""
    rules, progress = about.rules, about.progress
    yield Ends(rules)
    known = table or (about.find_book() if rules.two_players else None)
    if known is not None:
        yield FromTable(known)
    from kibitz.solve.structure import solver_of

    solver = solver_of(rules)
    yield from solver.sources(about.store, progress)
    if not solver.lists_positions:
        return
    if table is None and not rules.objective.counts_moves and solver.makes_table:
        from kibitz.oracle.sources.subgame_source import FromWholeGame

        alone = UsualCase(rules, about.effort).alone
        yield FromWholeGame(rules, about.make_table, about.notice, alone=alone)
    yield from solving_sources(rules, progress, about.effort)


def solving_sources(rules: Rules, progress: Progress | None, effort: Effort) -> Iterator[Source]:
    """Yield the sources that work an outcome out, given the usual effort for a question."""
    from kibitz.solve.engines import load

    case = UsualCase(rules, effort)
    rows = [*(SEARCHING if case.searches else ()), *SOLVING]
    made: dict[str, Any] = {}  # a search that is asked twice goes on where it was
    for name, share in next(steps for serves, steps in rows if serves(case)):
        if name not in made:
            made[name] = load(name)(rules, progress)
        yield made[name].sharing(partial(share, case), alone=case.alone)


def is_large(effort: Effort) -> bool:
    """Return whether an effort is worth a compiler: there is one, and more than a few positions."""
    return effort.compiles and not effort.is_small


def may_deepen(rules: Rules) -> bool:
    """Return whether to offer a longer search; not where a table takes seconds.

    On peg boards where a sweep takes a second, the search is a few of those, and settles all.
    """
    from kibitz.solve.compiling.compiled import available
    from kibitz.solve.structure import solver_of, table_takes

    if solver_of(rules).decides_at_once:
        return True
    return table_takes(rules) != "seconds" and available()
