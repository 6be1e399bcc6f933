"""Plan of a question: the sources to ask, in order.

A plan is a generator: a source is imported and made only when those before it have passed.
"""

from __future__ import annotations

from kibitz.language.errors import Sentence
from kibitz.oracle.sources import Ends, FromTable
from kibitz.rules.objectives.outcomes import Bound, Unknown
from kibitz.solve.effort import MOST_INTERPRETED, Exhausted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from kibitz.rules import MoveId, PositionId
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Effort
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.store.opening_book import OpeningBook
    from kibitz.solve.store.table import Table
    from kibitz.solve.store.table_store import Notice, TableStore
    from kibitz.solve.structure import Source

TOO_LATE = Unknown(Sentence("it needs more time than allowed"), "time")
MOST_UNCOMPILED = 10 * MOST_INTERPRETED  # where no compiler may be started
QUICK_SEARCH = 300_000  # positions that a search may look at before all that can follow is solved


class Plan:
    """Sources in order; `made` are those that were reached so far."""

    def __init__(self, sources: Iterable[Source]) -> None:
        self.made: list[Source] = []
        self._rest = iter(sources)

    def __iter__(self) -> Iterator[Source]:
        at = 0
        while True:
            if at == len(self.made):
                source = next(self._rest, None)
                if source is None:
                    return
                self.made.append(source)
            yield self.made[at]
            at += 1

    def __len__(self) -> int:
        self.made += self._rest
        return len(self.made)

    def outcome(self, position: PositionId, effort: Effort) -> Outcome:
        """Return what the first source proves that proves an outcome; else a bound, or unknown.

        The time that is left is shared among the sources that are still to be asked.
        """
        so_far: Bound | None = None
        unknown: Unknown | None = None
        effort = effort.begun()
        for at, source in enumerate(self):
            allowed = effort
            if effort.left is not None and not source.looks_up:
                allowed = effort.share(1 / (len(self) - at))
            try:
                said = source.ask(position, allowed, so_far)
            except Exhausted as stopped:
                if stopped.limit != "seconds":
                    raise
                said = TOO_LATE
            if isinstance(said, Bound) and so_far is not None:
                said = said.narrowed(so_far)
            if isinstance(said, Bound):
                so_far = said
            elif isinstance(said, Unknown):
                unknown = said
            elif said is not None:
                return said
        if so_far is None and effort.left == 0:
            return TOO_LATE
        outcome = so_far or unknown
        assert outcome is not None, "the last source always says something"
        return outcome

    def line(self, position: PositionId, effort: Effort, *, made_only: bool) -> list[MoveId] | None:
        """Return the best line that a source knows; None if none does, or if time runs out."""
        for source in self.made if made_only else self:
            try:
                line = source.line(position, effort.share(1))
            except Exhausted as stopped:
                if stopped.limit != "seconds":
                    raise
                return None
            if line is not None:
                return line
        return None


def plan(
    rules: Rules,
    effort: Effort,
    table: Table | None,
    find_book: Callable[[], OpeningBook | None],
    store: TableStore,
    make_table: Callable[[Effort], Table],
    progress: Progress | None,
    notice: Notice,
) -> Iterator[Source]:
    """Yield the sources for questions within an effort, the quickest first.

    `table` is the kept or shipped one, if there is one; `make_table` makes it where there is none.
    """
    yield Ends(rules)
    known = table or (find_book() if rules.two_players else None)
    if known is not None:
        yield FromTable(known)
    from kibitz.solve.structure import solver_of

    solver = solver_of(rules)
    yield from solver.sources(store, progress)
    if not solver.lists_positions:
        return
    if table is None and not rules.objective.counts_moves and solver.makes_table:
        from kibitz.oracle.sources.subgame_source import FromWholeGame
        from kibitz.solve.capabilities import serves

        start = rules.class_of(rules.start)

        def is_for_table(position: PositionId, effort: Effort) -> bool:
            return position == start and effort.is_unlimited and effort.compile

        alone = not (serves("search", rules) or (is_large(effort) and serves("best", rules)))
        yield FromWholeGame(make_table, is_for_table, notice, alone=alone)
    yield from solving_sources(rules, progress, effort)


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


def solving_sources(rules: Rules, progress: Progress | None, effort: Effort) -> Iterator[Source]:
    """Yield the sources that work an outcome out, given the usual effort for a question."""
    from kibitz.oracle.sources.subgame_source import FromSubgame
    from kibitz.solve.capabilities import serves
    from kibitz.solve.compiling.compiled import is_ready
    from kibitz.solve.memory.game_kernels import expand

    searches = is_large(effort)
    best, contested = serves("best", rules), serves("search", rules)
    by_steps = best and rules.objective.by_steps

    def is_compiled(effort: Effort) -> bool:
        """Return whether compiled code works on: a compiler may be started, or there is code."""
        return is_large(effort) or (not effort.is_small and is_ready(expand, rules))

    def few(effort: Effort) -> Effort:
        """Return the interpreter's share: few positions, if compiled code or a search continues.

        They are more if nothing may be compiled: then the search ends early as well.
        """
        continues = is_compiled(effort) or (searches and (contested or effort.seconds is None))
        if not continues or effort.is_small:
            return effort
        return effort.at_most(MOST_INTERPRETED if effort.compile else MOST_UNCOMPILED)

    def compiled(effort: Effort) -> Effort | None:
        """Return what compiled code gets: nothing, if a search for a shortest way goes less far."""
        searched = by_steps and effort.positions is None
        return effort if is_compiled(effort) and not searched else None

    if searches and by_steps and (rules.bound is not None or rules.predecessors is not None):
        from kibitz.oracle.sources.distance_source import FromDistanceSearch

        yield FromDistanceSearch(rules, progress)
        return
    if by_steps:
        from kibitz.oracle.sources.shortest_source import FromShortestSearch

        if searches:
            yield FromShortestSearch(rules, progress, QUICK_SEARCH)
        else:
            # Exploring a larger game takes seconds, often without a result.
            yield FromShortestSearch(
                rules, progress, near=0 if effort.is_small else MOST_INTERPRETED
            )
    alone = not (contested or (searches and best))
    yield FromSubgame(rules, progress, share=few, alone=alone)
    if serves("solution", rules) and not (searches and best):
        from kibitz.oracle.sources.solution_source import FromSolutionSearch

        yield FromSolutionSearch(rules)
    whole = FromSubgame(rules, progress, tier="compiled", share=compiled, alone=alone)
    search: FromSearch | FromDistanceSearch | None = None
    if searches and contested and rules.max_game_length is not None:
        from kibitz.oracle.sources.search_source import FromSearch

        search = FromSearch(rules, progress, QUICK_SEARCH)
    elif searches and best and not by_steps:
        from kibitz.oracle.sources.distance_source import FromDistanceSearch

        search = FromDistanceSearch(rules, progress, QUICK_SEARCH)
    if search is not None:
        yield search
        yield whole
        yield search.afterwards
        return
    yield whole
    if searches and contested:
        from kibitz.oracle.sources.search_source import FromSearch

        yield FromSearch(rules, progress)
    elif searches and best:
        from kibitz.oracle.sources.distance_source import FromDistanceSearch

        yield FromDistanceSearch(rules, progress)
