"""Tier-by-tier solver, for games that define a tier: a number that no move increases.

Down: the highest tier is explored completely; positions that its moves reach in lower tiers are
queued there as seeds. When a tier's turn comes, it has all its seeds. Up: the lowest tier is
evaluated first; each tier needs the moves inside it and the codes of the tiers that its moves lead
to. So only the moves, the slots and the queue of one tier are in memory at a time, and of all
others what the table holds anyway: positions and codes. (The idea is GAMESMAN's,
https://gamescrafters.berkeley.edu.)
"""

from __future__ import annotations

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.effort import Effort
from kibitz.solve.invalid_rules import (
    check_ends,
    check_expanded,
    check_positions,
    raised_tier_error,
)
from kibitz.solve.memory import backward, game_kernels, numbering, tier_kernels
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
from kibitz.solve.memory.valuation import ValueTooLargeError, propagate, reversed_moves
from kibitz.solve.row_backend import rows
from kibitz.system.thread_pool import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.move_graph import Tiers
    from kibitz.solve.rows import Row
    from kibitz.system.thread_pool import Team

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

    def add_new(self, children: Row, filled: int) -> None:
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
            self.positions = rows().resized(self.positions, length)
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
        self.look_up = kernel(numbering.look_up)
        self.all_buffers = [ExploreBuffers() for _ in range(team.size)]
        self.boxes: dict[Tier, list[Share]] = {}  # positions found in tiers that are not complete
        self.near: dict[Tier, tuple[Row, Row, Row]] = {}  # positions, slots, codes

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
            while self.boxes:
                highest = max(self.boxes)
                leads = self._explore(highest, self.boxes[highest])
                found = [share.positions[: share.known] for share in self.boxes[highest]]
                self.watch.need(16 * sum(map(len, found)))
                tiers.found[highest] = np.sort(np.concatenate(found))
                tiers.leads[highest] = leads
                del found, self.boxes[highest]
        finally:
            tiers.seeds = {
                tier: np.concatenate([share.positions[: share.known] for share in shares])
                for tier, shares in self.boxes.items()
            }

    def _explore(self, tier: Tier, shares: list[Share]) -> set[Tier]:
        """Find the rest of a tier and seeds of lower ones; return which tiers these are."""
        leads: set[Tier] = set()
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
                leads |= self._sort_in(children, tiers_here)
        return leads - {tier}

    def _children_of(
        self, positions: Row, first: int, last: int, buffers: ExploreBuffers
    ) -> tuple[Row, Row]:
        import numpy as np

        degrees, worths = np.empty((2, last - first), dtype=np.int32)
        filled = self._expand(positions[first:last], degrees, worths, buffers)
        children = buffers.children[:filled]
        return children, self._tiers_of(children)

    def _expand(self, positions: Row, degrees: Row, worths: Row, buffers: ExploreBuffers) -> int:
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

    def _tiers_of(self, positions: Row) -> Row:
        import numpy as np

        tiers_here = np.empty(len(positions), dtype=np.int64)
        self.write_tiers(positions, 0, len(positions), tiers_here)
        return tiers_here

    def _sort_in(self, positions: Row, tiers_here: Row | None = None) -> set[Tier]:
        """Add positions to those found in their tiers; return which tiers these are."""
        tiers_here = self._tiers_of(positions) if tiers_here is None else tiers_here
        met = set()
        for tier, here in apart(tiers_here):
            hands = self.team.size
            if tier not in self.boxes:
                self.boxes[tier] = [Share(share, hands, self.watch) for share in range(hands)]
            some = positions[here]
            self.team.run(Share.add_new, [(share, some, len(some)) for share in self.boxes[tier]])
            met.add(tier)
        return met

    # Up

    def up(self, commit: Callable[[], None] = nothing) -> None:
        """Evaluate all tiers; `commit` is called after each."""
        tiers = self.tiers
        total = tiers.positions
        for tier in sorted(tiers.found):
            if tier in tiers.codes:
                continue
            self.watch("valuing", sum(map(len, tiers.codes.values())), total)
            leads = tiers.leads[tier]
            self.near = {each: self.near[each] for each in leads if each in self.near}
            for each in leads - set(self.near):
                self.near[each] = (*self._entered(each), tiers.codes[each])
            tiers.codes[tier] = self._valued(tier)
            commit()
        self.near = {}

    def _entered(self, tier: Tier) -> tuple[Row, Row]:
        """Return the positions of a tier, and slots with all of them."""
        positions = self.tiers.found[tier]
        self.watch.need(4 * number_of_slots(len(positions)))
        return positions, slots_for(positions, len(positions))

    def _valued(self, tier: Tier) -> Row:
        """Return the codes of a tier, given those of the tiers that its moves lead to."""
        positions, slots = self._entered(tier)
        self.watch.need(20 * len(positions))
        valuing = TierValuing(self.rules, len(positions), self.watch)
        first, span = 0, self.watch.effort.pace.span
        while first < len(positions):
            last = min(len(positions), first + self.team.size * span)
            parts = spans(first, last, self.team.size, span // 4)
            tasks = [
                (tier, positions, slots, *part, buffers, valuing)
                for part, buffers in zip(parts, self.all_buffers, strict=False)
            ]
            for filled, buffers, costs in self.team.run(self._weigh, tasks):
                valuing.keep_moves(buffers.numbers, filled, costs)
            first = last
        check_ends(self.rules, positions, valuing.totals, valuing.worths)
        kept = (positions, slots) if self._is_wanted(tier) else None
        del slots
        codes: Row = valuing.run()
        if kept is not None:
            self.near[tier] = (*kept, codes)
        return codes

    def _is_wanted(self, tier: Tier) -> bool:
        """Return whether the next tier to be evaluated leads to this one."""
        following = min((each for each in self.tiers.found if each > tier), default=None)
        return following is not None and tier in self.tiers.leads[following]

    def _weigh(
        self,
        tier: Tier,
        positions: Row,
        slots: Row,
        first: int,
        last: int,
        buffers: ExploreBuffers,
        valuing: TierValuing,
    ) -> tuple[int, ExploreBuffers, Row]:
        """Generate the moves of positions and process their targets in lower tiers.

        Returns the number of moves, where their targets are, and their costs if these differ.
        """
        import numpy as np

        filled = self._expand(
            positions[first:last], valuing.degrees[first:last], valuing.worths[first:last], buffers
        )
        children = buffers.children[:filled]
        buffers.numbers[:filled] = tier_kernels.ELSEWHERE
        lower = np.zeros(filled, dtype=valuing.codes.dtype)
        for each, here in apart(self._tiers_of(children)):
            some = children[here]
            numbers = np.empty(len(some), dtype=np.int32)
            if each == tier:
                self.look_up(some, 0, len(some), positions, slots, numbers)
                buffers.numbers[:filled][here] = numbers
            else:
                below, below_slots, codes = self.near[each]
                self.look_up(some, 0, len(some), below, below_slots, numbers)
                lower[here] = codes[numbers]
        rules, numbers = self.rules, buffers.numbers[:filled]
        marks, costs = np.empty(0, dtype=np.bool_), np.empty(0, dtype=np.int32)
        if rules.same_mover is not None:
            marks = marks_of(rules, positions, first, last, filled)
            inside = marks & (numbers != tier_kernels.ELSEWHERE)
            numbers[inside] = ~numbers[inside]
        if rules.cost is not None:
            costs = costs_of(rules, positions, first, last, filled)
        valuing.weigh(first, last, numbers, lower, marks, costs)
        return filled, buffers, costs

    # Together

    def rows(self) -> tuple[Row, Row]:
        """Return all positions in ascending order, and their codes; the tiers are discarded."""
        import numpy as np

        tiers = self.tiers
        merge = kernel(tier_kernels.merge)
        done = sorted(((tiers.found.pop(t), tiers.codes.pop(t)) for t in [*tiers.found]), key=size)
        while len(done) > 1:
            (positions, codes), (others, other_codes) = done[:2]
            length = len(positions) + len(others)
            self.watch.need(10 * length)
            into, into_codes = np.empty(length, dtype=np.int64), np.empty(length, codes.dtype)
            merge(positions, codes, others, other_codes, into, into_codes)
            del positions, codes, others, other_codes
            done[:2] = [(into, into_codes)]
            done.sort(key=size)
        return done[0]


class TierValuing:
    """The moves inside one tier, and the values that propagate along them."""

    def __init__(self, rules: Rules, count: int, watch: Meter) -> None:
        import numpy as np

        self.rules = rules
        self.watch = watch
        objective = rules.objective
        self.largest = (1 << 8 * objective.code_bytes - 1) - 1
        self.degrees, self.worths, self.left = np.zeros((3, count), dtype=np.int32)
        self.totals = np.zeros(count, dtype=bool)  # whether there are any moves
        self.codes = np.zeros(count, dtype=f"i{objective.code_bytes}")
        self.targets = np.empty(0, dtype=np.int32)
        self.costs: list[Row] = []  # of the same moves, if costs differ
        self.edges = 0

    def _kernel(self, function: Callable[..., int]) -> Callable[..., int]:
        return kernel(function, objective=self.rules.objective)

    def weigh(
        self, first: int, last: int, numbers: Row, lower: Row, marks: Row, costs: Row
    ) -> None:
        """Process the targets of the moves of positions `first` to `last`."""
        objective = self.rules.objective
        self.totals[first:last] = self.degrees[first:last] > 0
        fits = self._kernel(tier_kernels.weigh)(
            first, last, self.degrees, self.worths, numbers, lower, marks, costs,
            not self.rules.goals_are_terminal, not objective.by_margin, objective.undecided,
            self.largest, self.left, self.codes,
        )  # fmt: skip
        if fits == backward.TOO_LONG:
            raise ValueTooLargeError

    def keep_moves(self, numbers: Row, filled: int, costs: Row) -> None:
        """Store the moves inside the tier, in the order of the positions."""
        if len(costs):
            self.costs.append(costs[numbers[:filled] != tier_kernels.ELSEWHERE])
        if self.edges + filled > len(self.targets):
            length = max(self.edges + filled, len(self.targets) * 5 // 4)
            self.watch.need(4 * length)
            self.targets = rows().resized(self.targets, length)
        keep = kernel(tier_kernels.keep_inside)
        self.edges = int(keep(numbers, filled, self.targets, self.edges))

    def run(self) -> Row:
        """Return the codes; the moves are discarded."""
        if self.edges:
            self.watch.need(20 * len(self.codes) + (8 if self.costs else 4) * self.edges)
            costs = rows().joined(self.costs) if self.costs else self.targets[:0]
            moves = reversed_moves(self.degrees, self.targets[: self.edges], costs)
            self.targets = self.targets[:0]
            del costs
            for _ in propagate(self.rules.objective, moves, self.left, self.codes, self.watch):
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
    marks, costs = np.empty(0, dtype=np.bool_), np.empty(0, dtype=np.int32)
    if rules.same_mover is not None:
        marks = marks_of(rules, start, 0, 1, moves)
    if rules.cost is not None:
        costs = costs_of(rules, start, 0, 1, moves)
    for inside, left in ((0, 0), (1, 0), (1, 1)):
        valuing = TierValuing(rules, 1, watch)
        valuing.degrees[0] = 1
        numbers = np.array([0 if inside else tier_kernels.ELSEWHERE], dtype=np.int32)
        valuing.weigh(0, 1, numbers, np.ones(1, dtype=valuing.codes.dtype), marks, costs)
        valuing.keep_moves(numbers, 1, costs[:1])
        valuing.codes[0], valuing.left[0] = 1, left
        valuing.run()


def apart(tiers_here: Row) -> Iterator[tuple[Tier, Row | slice]]:
    """Yield each different number in a row, and its places as a mask or as indices."""
    rest = None
    while len(tiers_here):
        tier = int(tiers_here[0])
        here = tiers_here == tier
        if here.all():
            yield tier, slice(None) if rest is None else rest
            return
        places = here.nonzero()[0]
        yield tier, places if rest is None else rest[places]
        away = (~here).nonzero()[0]
        rest = away if rest is None else rest[away]
        tiers_here = tiers_here[away]


def size(rows: tuple[Row, Row]) -> int:
    """Return the length of rows."""
    return len(rows[0])
