"""Tier-by-tier solver, for games that define a tier: a number that no move increases.

Down: the highest tier is explored completely; positions that its moves reach in lower tiers are
queued there as seeds. When a tier's turn comes, it has all its seeds. Up: the lowest tier is
evaluated first; each tier needs the moves inside it and the codes of the lower tiers that its moves
lead to. So only the moves, the slots and the queue of one tier are in memory at a time, and of all
others what the table holds anyway: positions and codes. (The idea is GAMESMAN's,
https://gamescrafters.berkeley.edu.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from kibitz.rules.rules import Rules
from kibitz.solve.array_backend import arrays
from kibitz.solve.arrays import Array
from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import Effort, Meter
from kibitz.solve.invalid_rules import (
    check_ends,
    check_expanded,
    check_positions,
    raised_tier_error,
)
from kibitz.solve.memory import backward, game_kernels, numbering
from kibitz.solve.memory.explore_compiled import (
    FEWEST_SLOTS,
    ExploreBuffers,
    costs_of,
    marks_of,
    number_of_slots,
    room_for_more,
    slots_for,
)
from kibitz.solve.memory.explore_interpreted import checked
from kibitz.solve.memory.move_graph import Tiers
from kibitz.solve.memory.valuation import ValueTooLargeError, propagate, reversed_moves
from kibitz.system.thread_pool import Team, spans

Tier = int  # value of `rules.tier`


class Share:
    """The part of a new tier that one thread collects: positions selected by their hash."""

    def __init__(self, share: int, shares: int, watch: Meter) -> None:
        import numpy as np

        self.watch = watch
        self.share = share
        self.shares = shares
        self.positions = np.empty(FEWEST_SLOTS // 2, dtype=np.int64)
        self.known = 0
        self.slots = slots_for(self.positions, 0)
        self.collect = kernel(numbering.collect)

    def add_new(self, children: Array, filled: int) -> None:
        """Add the new positions that belong to this share."""
        begin = 0
        while True:
            begin, self.known = self.collect(
                children, begin, filled, self.share, self.shares,
                self.positions, self.known, self.slots,
            )  # fmt: skip
            if begin == filled:
                break
            length = room_for_more(self.known)
            self.watch.need(8 * self.known + 4 * number_of_slots(length))
            self.positions = arrays().resized(self.positions, length)
            self.slots = slots_for(self.positions, self.known)


def nothing() -> None:
    """Do nothing."""


class TierSolver:
    """Explores the tiers of a game downwards, and evaluates them upwards."""

    def __init__(self, rules: Rules, tiers: Tiers, team: Team, watch: Meter) -> None:
        self.rules = rules
        self.tiers = tiers
        self.team = team
        self.watch = watch
        self.expand = kernel(game_kernels.expand, rules)
        self.write_tiers = kernel(game_kernels.write_tiers, rules)
        self.all_buffers = [ExploreBuffers() for _ in range(team.size)]
        self.found_by_tier: dict[Tier, list[Share]] = {}  # of tiers that are not complete
        self.indexed: dict[Tier, IndexedTier] = {}  # the one being evaluated, and those below it

    # Down

    def down(self) -> None:
        """Find all positions; complete tiers are stored in `tiers` if this is interrupted."""
        import numpy as np

        tiers, rules = self.tiers, self.rules
        if not tiers.found and not tiers.seeds:
            start = checked(rules, rules.class_of(checked(rules, rules.start)))
            self._sort_in(np.array([start], dtype=np.int64))
        for tier in tiers.seeds:
            self._sort_in(tiers.seeds[tier])
        tiers.seeds = {}
        try:
            while self.found_by_tier:
                highest = max(self.found_by_tier)
                shares = self.found_by_tier[highest]
                lower_tiers = self._explore(highest, shares)
                found = [share.positions[: share.known] for share in shares]
                self.watch.need(16 * sum(map(len, found)))
                tiers.found[highest] = np.sort(np.concatenate(found))
                tiers.lower_tiers[highest] = lower_tiers
                del found, shares, self.found_by_tier[highest]
        finally:
            tiers.seeds = {
                tier: np.concatenate([share.positions[: share.known] for share in shares])
                for tier, shares in self.found_by_tier.items()
            }

    def _explore(self, tier: Tier, shares: list[Share]) -> set[Tier]:
        """Find the rest of a tier and seeds of lower ones; return which tiers these are."""
        reached: set[Tier] = set()
        done = [0] * len(shares)
        while any(at < share.known for at, share in zip(done, shares, strict=True)):
            self.watch("exploring", self.tiers.positions + sum(done), None)
            tasks = []
            for which, share in enumerate(shares):
                last = min(share.known, done[which] + self.watch.effort.pace.span)
                if last > done[which]:
                    tasks.append((share.positions, done[which], last, self.all_buffers[which]))
                done[which] = last
            for children, tiers_here in self.team.run(self._children_of, tasks):
                if len(tiers_here) and int(tiers_here.max()) > tier:
                    raise raised_tier_error(self.rules, tier)
                reached |= self._sort_in(children, tiers_here)
        return reached - {tier}

    def _children_of(
        self, positions: Array, first: int, last: int, buffers: ExploreBuffers
    ) -> tuple[Array, Array]:
        import numpy as np

        degrees, worths = np.empty((2, last - first), dtype=np.int32)
        filled = self._expand(positions[first:last], degrees, worths, buffers)
        children = buffers.children[:filled]
        return children, self._tiers_of(children)

    def _expand(
        self, positions: Array, degrees: Array, worths: Array, buffers: ExploreBuffers
    ) -> int:
        """Write the children of positions into a buffer, and return their number."""
        while True:
            stopped, filled = self.expand(
                positions, 0, len(positions), True, buffers.children, degrees, worths
            )
            check_expanded(self.rules, positions, stopped, filled)
            if stopped == len(positions):
                check_positions(self.rules, buffers.children[:filled])
                return int(filled)
            buffers.double()

    def _tiers_of(self, positions: Array) -> Array:
        import numpy as np

        tiers_here = np.empty(len(positions), dtype=np.int64)
        self.write_tiers(positions, 0, len(positions), tiers_here)
        return tiers_here

    def _sort_in(self, positions: Array, tiers_here: Array | None = None) -> set[Tier]:
        """Add positions to those found in their tiers; return which tiers these are."""
        tiers_here = self._tiers_of(positions) if tiers_here is None else tiers_here
        reached = set()
        for tier, places in group_by_tier(tiers_here):
            threads = self.team.size
            if tier not in self.found_by_tier:
                shares = [Share(share, threads, self.watch) for share in range(threads)]
                self.found_by_tier[tier] = shares
            some = positions[places]
            tasks = [(share, some, len(some)) for share in self.found_by_tier[tier]]
            self.team.run(Share.add_new, tasks)
            reached.add(tier)
        return reached

    # Up

    def up(self, commit: Callable[[], None] = nothing) -> None:
        """Evaluate all tiers; `commit` is called after each."""
        tiers = self.tiers
        total = tiers.positions
        for tier in sorted(tiers.found):
            if tier in tiers.codes:
                continue
            self.watch("valuing", sum(map(len, tiers.codes.values())), total)
            lower_tiers = tiers.lower_tiers[tier]
            self.indexed = {each: self.indexed[each] for each in lower_tiers & {*self.indexed}}
            for each in lower_tiers - {*self.indexed}:
                self.indexed[each] = IndexedTier(tiers.found[each], self.watch)
                self.indexed[each].codes = tiers.codes[each]
            tiers.codes[tier] = self._valued(tier)
            commit()
        self.indexed = {}

    def _valued(self, tier: Tier) -> Array:
        """Return the codes of a tier, given those of the tiers that its moves lead to."""
        positions = self.tiers.found[tier]
        self.indexed[tier] = IndexedTier(positions, self.watch)
        self.watch.need(20 * len(positions))
        valuing = TierValuing(self.rules, len(positions), self.watch)
        first, span = 0, self.watch.effort.pace.span
        while first < len(positions):
            last = min(len(positions), first + self.team.size * span)
            parts = spans(first, last, self.team.size, span // 4)
            tasks = [
                (tier, slice(*part), buffers, valuing)
                for part, buffers in zip(parts, self.all_buffers, strict=False)
            ]
            for moves in self.team.run(self._value_moves, tasks):
                valuing.keep_moves(*moves)
            first = last
        if not self._next_leads_to(tier):
            del self.indexed[tier]  # frees its slots
        codes: Array = valuing.run()
        if tier in self.indexed:
            self.indexed[tier].codes = codes
        return codes

    def _next_leads_to(self, tier: Tier) -> bool:
        """Return whether moves of the next tier to be evaluated lead to this one."""
        following = min((each for each in self.tiers.found if each > tier), default=None)
        return following is not None and tier in self.tiers.lower_tiers[following]

    def _value_moves(
        self, tier: Tier, span: slice, buffers: ExploreBuffers, valuing: TierValuing
    ) -> tuple[Array, Array, Array]:
        """Generate the moves of a span of a tier, and enter into `valuing` what they offer.

        Returns, for each move, its target as in `_targets`, whether the same player moves again,
        and its cost.
        """
        rules, positions = self.rules, self.indexed[tier].positions[span]
        degrees, worths = valuing.degrees[span], valuing.worths[span]
        count = self._expand(positions, degrees, worths, buffers)
        check_ends(rules, positions, degrees, worths)
        targets, codes = self._targets(tier, buffers.children[:count])
        again, costs = arrays().zeros(count, "bool"), arrays().filled(count, 1, "int32")
        if rules.same_mover is not None:
            again = marks_of(rules, positions, 0, len(positions), count)
        if rules.cost is not None:
            costs = costs_of(rules, positions, 0, len(positions), count)
        valuing.enter(span, targets, codes, again, costs)
        return targets, again, costs

    def _targets(self, tier: Tier, children: Array) -> tuple[Array, Array]:
        """Return the numbers of children inside a tier, and the codes of those in lower tiers.

        The number of a child in a lower tier is `LOWER`, the code of one inside the tier is 0.
        """
        targets = arrays().filled(len(children), backward.LOWER, "int32")
        codes = arrays().zeros(len(children), f"int{8 * self.rules.objective.code_bytes}")
        for each, places in group_by_tier(self._tiers_of(children)):
            indexed = self.indexed[each]
            numbers = indexed.numbers_of(children[places])
            if each == tier:
                targets[places] = numbers
            else:
                codes[places] = indexed.codes[numbers]
        return targets, codes

    # Together

    def rows(self) -> tuple[Array, Array]:
        """Return all positions in ascending order, and their codes; the tiers are discarded."""
        import numpy as np

        tiers = self.tiers
        merge = kernel(backward.merge)
        done = [(tiers.found.pop(tier), tiers.codes.pop(tier)) for tier in [*tiers.found]]
        while len(done) > 1:
            done.sort(key=lambda each: len(each[0]))
            (positions, codes), (others, other_codes) = done[:2]
            length = len(positions) + len(others)
            self.watch.need(10 * length)
            into, into_codes = np.empty(length, dtype=np.int64), np.empty(length, codes.dtype)
            merge(positions, codes, others, other_codes, into, into_codes)
            del positions, codes, others, other_codes
            done[:2] = [(into, into_codes)]
        return done[0]


class IndexedTier:
    """The positions of a complete tier, which can be looked up, and their codes once known."""

    def __init__(self, positions: Array, watch: Meter) -> None:
        watch.need(4 * number_of_slots(len(positions)))
        self.positions = positions
        self.slots = slots_for(positions, len(positions))
        self.codes: Array = positions[:0]

    def numbers_of(self, positions: Array) -> Array:
        """Return the numbers of some of the positions."""
        numbers: Array = arrays().empty(len(positions), "int32")
        look_up = kernel(numbering.look_up)
        look_up(positions, 0, len(positions), self.positions, self.slots, numbers)
        return numbers


class TierValuing:
    """The moves inside one tier, and the values that propagate along them."""

    def __init__(self, rules: Rules, count: int, watch: Meter) -> None:
        import numpy as np

        self.rules = rules
        self.watch = watch
        self.objective = objective = rules.objective
        self.degrees, self.worths, self.left = np.zeros((3, count), dtype=np.int32)
        self.codes = np.full(count, objective.undecided, dtype=f"i{objective.code_bytes}")
        self.targets = np.empty(0, dtype=np.int32)
        self.costs: list[Array] = []  # of the same moves, if costs differ
        self.edges = 0

    def enter(self, span: slice, targets: Array, codes: Array, again: Array, costs: Array) -> None:
        """Set the codes of ends in a span, and the best that moves to lower tiers offer others.

        `codes` are those of the targets in lower tiers. The degrees of the span, which are the
        numbers of all moves, become those of the moves inside the tier.
        """
        objective = self.objective
        offers = arrays().empty(len(codes), "int32")
        kernel(backward.offer, objective=objective)(codes, again, costs, offers)
        least, most = arrays().extremes(offers) if len(offers) else (0, 0)
        if max(most, -least) >= 1 << 8 * objective.code_bytes - 1:
            raise ValueTooLargeError
        degrees, worths = self.degrees[span], self.worths[span]
        left, own = self.left[span], self.codes[span]
        left[:] = degrees
        go_on = not self.rules.goals_are_terminal
        kernel(backward.enter, objective=objective)(degrees, worths, go_on, left, own)
        best_offers = kernel(backward.enter_best_offers, objective=objective)
        best_offers(degrees, targets, offers, not objective.by_margin, left, own)

    def keep_moves(self, targets: Array, again: Array, costs: Array) -> None:
        """Store the moves inside the tier, in the order of the positions."""
        if self.rules.cost is not None:
            self.costs.append(costs[targets != backward.LOWER])
        if self.edges + len(targets) > len(self.targets):
            length = max(self.edges + len(targets), len(self.targets) * 5 // 4)
            self.watch.need(4 * length)
            self.targets = arrays().resized(self.targets, length)
        keep = kernel(backward.keep_inside)
        self.edges = int(keep(targets, again, self.targets, self.edges))

    def run(self) -> Array:
        """Return the codes; the moves are discarded."""
        if self.edges:
            self.watch.need(20 * len(self.codes) + (8 if self.costs else 4) * self.edges)
            costs = arrays().joined(self.costs) if self.costs else self.targets[:0]
            moves = reversed_moves(self.degrees, self.targets[: self.edges], costs)
            self.targets = self.targets[:0]
            del costs
            for _ in propagate(self.objective, moves, self.left, self.codes, self.watch):
                self.watch.need(0)
        return self.codes


def warm_up(rules: Rules) -> None:
    """Run every kernel on minimal data, so that all are compiled or loaded."""
    import numpy as np

    watch = Effort.unlimited.watch()
    start = np.array([rules.class_of(rules.start)], dtype=np.int64)
    kernel(game_kernels.write_tiers, rules)(start, 0, 1, np.empty(1, dtype=np.int64))
    Share(0, 1, watch).add_new(start, 1)
    moves = sum(1 for _ in rules.moves(int(start[0])))
    if rules.same_mover is not None:
        marks_of(rules, start, 0, 1, moves)
    if rules.cost is not None:
        costs_of(rules, start, 0, 1, moves)
    again, costs = np.zeros(1, dtype=bool), np.ones(1, dtype=np.int32)
    for target, left in ((backward.LOWER, 0), (0, 0), (0, 1)):
        valuing = TierValuing(rules, 1, watch)
        valuing.degrees[0] = 1
        targets = np.array([target], dtype=np.int32)
        valuing.enter(slice(0, 1), targets, np.ones_like(valuing.codes), again, costs)
        valuing.keep_moves(targets, again, costs)
        valuing.codes[0], valuing.left[0] = 1, left
        valuing.run()


def group_by_tier(tiers_here: Array) -> Iterator[tuple[Tier, Array | slice]]:
    """Yield each different number in an array, and its places: all as a slice, else as indices."""
    rest = None  # the places that are not yet yielded, None for all
    while len(tiers_here):
        tier = int(tiers_here[0])
        same = tiers_here == tier
        if same.all():
            yield tier, slice(None) if rest is None else rest
            return
        places, others = same.nonzero()[0], (~same).nonzero()[0]
        yield tier, places if rest is None else rest[places]
        rest = others if rest is None else rest[others]
        tiers_here = tiers_here[others]
