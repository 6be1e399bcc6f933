"""The classes of a game on the card: a set that grows, and the moves of its positions.

A class is known by its slot in the table of keys. When the table grows, slots change, and whatever
holds slots is renumbered with it: the order of discovery and the moves that are kept.

Memory is looked at before it is taken. Where the moves of all positions do not fit, none are kept,
and they are made again whenever they are asked for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.language.errors import KibitzError
from kibitz.solve.compiling.compiled import available
from kibitz.solve.gpu import device, gpu_kernels, gpu_tier_kernels
from kibitz.solve.gpu.prefix_sums import running_sums
from kibitz.solve.invalid_rules import check_ends, not_a_move, not_a_position, raises_tier
from kibitz.solve.memory.explore_compiled import measured
from kibitz.solve.memory.valuation import ValueTooLargeError
from kibitz.system.memory_limit import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.gpu.gpu_functions import Functions

MOST_SLOTS = 1 << 32  # numbers of slots are kept in four bytes
SLOTS_OF_A_TIER = 1 << 22  # to begin with
NO_ENDS = (0, -1, 0)  # least and greatest worth, and how codes differ: there are none to write
FEW_EDGES = 1 << 23
LEFT_ALONE = 2 << 30  # bytes of the card's memory for the driver and what it runs


class TooLargeForCard(KibitzError):
    """A game that the memory of the card does not hold."""


class Sizes(NamedTuple):
    """How much is done at a time; the defaults are for a card, tests take small ones.

    `slots` to begin with, `edges` made at a time, and how full (`load`) the table may become.
    A game of more classes than `at_once` goes tier by tier, if it says its tiers.
    """

    slots: int = 1 << 27
    edges: int = 1 << 26
    load: float = 0.8
    threads: int = 256
    blocks: int = 1 << 16
    memory: float | None = None
    keep_moves: bool = True
    at_once: int = 1 << 28


@dataclass
class Span:
    """The moves of some positions: `stream[begins[t] : begins[t + 1]]`, each itself first."""

    count: int
    total: int
    begins: Any
    stream: Any


class ClassSet:
    """The set of positions that are known, in the order of their discovery, up to symmetry or not.

    `keys` is the table, `order` the slots of the first `known` positions, of which the first
    `expanded` have been expanded; `codes` are values by slot; `spans` hold the moves that are kept.

    With a `level`, positions of that tier are expanded and those of lower ones only found; `codes`
    tell then which of these the moves lead to. When it is `closed`, no move leads to new ones.
    `beside` so many bytes are taken on the card by others.
    """

    def __init__(
        self,
        rules: Rules,
        functions: Functions,
        sizes: Sizes,
        watch: Meter,
        *,
        mirrored: bool = True,
        level: int = gpu_kernels.ALL,
        wide: bool = False,
        beside: int = 0,
    ) -> None:
        import numpy as np

        self.rules = rules
        self.functions = functions
        self.sizes = sizes
        self.watch = watch
        self.mirrored = mirrored
        self.level = level
        self.closed = False
        self.measuring = True  # how large the game is, if it does not fit
        self.beside = beside
        free = device.free()
        free -= min(LEFT_ALONE, 0.1 * free)
        self.allowed = free if sizes.memory is None else min(sizes.memory - beside, free)
        self.keep_moves = sizes.keep_moves and mirrored and level == gpu_kernels.ALL
        self.spans: list[Span] = []
        self.expanded = self.known = self.layer_end = self.edges = 0
        self.edges_at_once = sizes.edges
        while self.edges_at_once * 64 > self.allowed and self.edges_at_once > 1 << 16:
            self.edges_at_once //= 2
        self.made = device.empty(0, np.int64)
        self.scratch = device.empty(0, np.uint32)
        self.counters = device.cuda().to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        self.wide = wide or rules.objective.by_score
        self.slots = 0
        self._empty_table(0)

    # The table

    @property
    def a_slot(self) -> int:
        """How many bytes a slot takes: its key, its place in the order of discovery, its code."""
        return 8 + 4 + (2 if self.wide else 1)

    def _empty_table(self, slots: int) -> None:
        import numpy as np

        self.slots = slots
        self.keys = device.empty(slots, np.int64)
        self.order = device.empty(int(slots * self.sizes.load) + 1, np.uint32)
        self.codes = device.empty(slots, np.int16 if self.wide else np.int8)
        self.launch(gpu_kernels.fill, slots, self.keys, gpu_kernels.FREE)
        self.launch(gpu_kernels.fill, slots, self.codes, 0)

    def launch(self, kernel: Any, work: int, *arguments: Any, blocks: int | None = None) -> None:
        """Run a kernel on so many pieces of work."""
        sizes = self.sizes
        wanted = -(-work // sizes.threads)
        self.functions.launch(
            kernel, sizes.threads, min(wanted, sizes.blocks, blocks or wanted), *arguments
        )

    def room(self) -> int:
        """Return how many positions more the table takes."""
        return MOST_SLOTS if self.closed else int(self.slots * self.sizes.load) - self.known

    def spare(self) -> float:
        """Return how many bytes of the card's memory may still be taken."""
        rows = [self.keys, self.order, self.codes, self.made, self.scratch]
        rows += [row for span in self.spans for row in (span.begins, span.stream)]
        return self.allowed - float(sum(row.nbytes for row in rows if row is not None))

    def seed(self, positions: Any) -> None:
        """Make these the first positions known, each of them once."""
        self.seed_row(device.cuda().to_device(positions), len(positions))

    def seed_row(self, row: Any, count: int) -> None:
        """Do the same for so many in a row on the card."""
        slots = self.sizes.slots
        if self.level != gpu_kernels.ALL:  # there may be many tiers, and small ones
            slots = min(slots, SLOTS_OF_A_TIER)
        usual = int(min(slots, self.allowed / 4 / self.a_slot))
        if not self.make_room(max(usual, int(2 * count / self.sizes.load)), count):
            raise self.too_large()
        self.launch(gpu_kernels.enter, count, row, count, self.keys, self.order, self.counters)
        self.read_counters()

    def make_room(self, wanted: int, least: int) -> bool:
        """Make the table larger: to so many slots, or as near to that as memory allows.

        Say whether it is larger now, and has room for so many positions. If not, no moves are
        kept any more: that did not help either.
        """
        import numpy as np

        while True:
            spare = self.spare() - 4 * self.slots  # where the old ones go
            slots = min(wanted, int(min(spare / self.a_slot, MOST_SLOTS))) // 4 * 4
            if slots > 1.2 * self.slots and int(slots * self.sizes.load) > self.known + least:
                break
            if self.slots == MOST_SLOTS or not self.forget_moves():
                return False
        old, old_codes, order = self.keys, self.codes, self.order
        old_slots = self.slots
        self._empty_table(slots)
        if old_slots:
            moved = device.empty(old_slots, np.uint32)
            self.launch(
                gpu_kernels.move_over, old_slots, old, self.keys, old_codes, self.codes, moved
            )
            self.launch(gpu_kernels.renumber, self.known, order, self.known, moved)
            self.order[: self.known].copy_to_device(order[: self.known])
            for span in self.spans:
                self.launch(gpu_kernels.renumber, span.total, span.stream, span.total, moved)
        return True

    def let_go(self) -> None:
        """Give the memory of the table and of the moves back."""
        self.keys = self.order = self.codes = device.FREED
        self.spans = []

    def forget_moves(self) -> bool:
        """Stop keeping moves, to have their memory; say whether there were any."""
        held = bool(self.spans)
        self.spans = []
        self.keep_moves = False
        return held

    def too_large(self) -> TooLargeForCard:
        """Return the error about a game that does not fit, with what it would take if possible."""
        most = int(MOST_SLOTS * self.sizes.load)
        if 1.2 * self.slots >= MOST_SLOTS or self.known > most:
            return TooLargeForCard(
                "more than {most} positions of this game, up to symmetry, would have to be on the "
                "GPU at the same time, and that is the limit; kibitz table solves on the disk with "
                "--memory or on a cluster with --on ray",
                most=most,
            )
        measuring = self.measuring and self.level == gpu_kernels.ALL and not self.closed
        found = measured(self.rules) if measuring and available() else None
        if found is not None and found.complete and found.positions > self.known:
            return TooLargeForCard(
                "the game has about {positions} positions up to symmetry ({least} to {most}) and "
                "needs about {needed} of the GPU's memory, of which {memory} may be used; kibitz "
                "table solves on the disk with --memory or on a cluster with --on ray",
                **found.details()
                | {"needed": in_words(found.positions / self.sizes.load * self.a_slot)},
                memory=in_words(self.allowed + self.beside),
            )
        return TooLargeForCard(
            "the game has more than {positions} positions up to symmetry and needs more than "
            "{needed} of the GPU's memory, of which {memory} may be used; kibitz table solves on "
            "the disk with --memory or on a cluster with --on ray",
            positions=self.known,
            needed=in_words(self._needed()),
            memory=in_words(self.allowed + self.beside),
        )

    def _needed(self) -> float:
        """Return how many bytes this would take at least: all it holds, and a larger table."""
        table = self.known / self.sizes.load * self.a_slot
        larger = self.slots * (1.2 * self.a_slot + 4) or table
        return max(table, self.beside + self.allowed - self.spare() + larger)

    # Exploring

    def advance(self) -> Span:
        """Expand the next positions: all of a layer, or as many as may be at a time."""
        if self.expanded == self.layer_end:
            self.layer_end = self.known
        first = self.expanded
        branching = 1.1 * (1 + self.edges / max(1, first))
        likely = min(self.edges_at_once, max(self.room(), self.slots // 8)) / branching
        last = min(self.layer_end, first + max(1, int(likely)))
        while True:
            span = self.counted(self.order, first, last)
            most = min(self.edges_at_once, self.room())
            if span.total <= most:
                break
            alone = last == first + 1
            wanted = span.total > self.room() and (alone or self.room() < self.slots // 8)
            least = span.total if alone else 1
            if wanted and self.make_room(self.larger(least), least):
                continue
            if alone and wanted:
                raise self.too_large()
            if alone:
                self.edges_at_once = span.total
            else:
                last = first + max(1, (last - first) * most // (2 * span.total))
        self.make_moves(span, self.order, first, last, keep=self.keep_moves)
        if self.keep_moves:
            self.spans.append(span)
        self.expanded = last
        self.edges += span.total
        return span

    def larger(self, more: int) -> int:
        """Return how many slots to have after these, for so many positions more at least."""
        usual = self.slots * (4 if self.slots < 1 << 26 else 2)
        return max(usual, int(1.3 * (self.known + more) / self.sizes.load))

    def join_spans(self) -> None:
        """Make one span of many small ones: to start a kernel takes longer than to run it."""
        if len(self.spans) > 1 and self.edges <= min(FEW_EDGES, self.edges_at_once):
            span = self.counted(self.order, 0, self.known)
            self.make_moves(span, self.order, 0, self.known, keep=True)
            self.spans = [span]

    def counted(self, order: Any, first: int, last: int) -> Span:
        """Return the span for the moves of some positions, none written yet; ends get codes."""
        import numpy as np

        count = last - first
        counts, begins = device.empty(count, np.uint32), device.empty(count + 1, np.uint32)
        least, most, raised = self.ends() if self.mirrored else NO_ENDS
        self.launch(
            gpu_kernels.count, count, order, first, last, self.keys, self.functions.rows, counts,
            self.codes, least, most, raised, self.level, self.counters,
        )  # fmt: skip
        return Span(count, running_sums(counts, begins), begins, None)

    def ends(self) -> tuple[int, int, int]:
        """Return what ends may be worth, and by how much codes are raised above that."""
        objective = self.rules.objective
        return objective.least_worth, objective.most_worth, objective.final(0)

    def make_moves(self, span: Span, order: Any, first: int, last: int, *, keep: bool) -> None:
        """Fill a span; what is new is known from now on."""
        import numpy as np

        if keep and 4 * span.total > self.spare():
            self.forget_moves()
            keep = False
        if self.made.size < span.total:
            self.made = device.empty(max(span.total, self.edges_at_once), np.int64)
        if keep:
            try:
                span.stream = device.empty(span.total, np.uint32)
            except MemoryError:
                self.forget_moves()
                keep = False
        if not keep:
            if self.scratch.size < span.total:
                self.scratch = device.empty(self.made.size, np.uint32)
            span.stream = self.scratch
        rows = self.functions.rows
        self.launch(
            gpu_kernels.write_moves, span.count, order, first, last, self.keys, rows, span.begins,
            span.stream, self.made,
        )  # fmt: skip
        self.launch(
            gpu_kernels.link, span.total, span.total, self.keys, rows, span.stream, self.made,
            int(self.mirrored), self.order, self.counters,
        )  # fmt: skip
        if self.level != gpu_kernels.ALL:
            self.launch(
                gpu_tier_kernels.mark, span.total, span.total, span.stream, self.made, self.codes
            )
        self.read_counters()

    def read_counters(self) -> tuple[int, int]:
        """Take note of what is known; refuse broken promises; return what was decided, and lost."""
        known, fault, position, decided, lost = map(int, self.counters.copy_to_host())
        if fault:
            self.refuse(fault, position)
        self.known = known
        return decided, lost

    def refuse(self, fault: int, position: int) -> None:
        """Raise what there is to say of a broken promise at a position."""
        rules = self.rules
        if fault == gpu_kernels.NOT_A_MOVE:
            wrong = next((move for move in rules.moves(position) if move < 0), "a negative number")
            raise not_a_move(rules, wrong, position)
        if fault == gpu_kernels.RAISED:
            raise raises_tier(rules, self.level)
        if fault == gpu_kernels.TOO_LONG:
            raise ValueTooLargeError
        if fault == gpu_kernels.NOT_A_POSITION:
            children = [rules.play(position, move) for move in rules.moves(position)]
            beyond = (child for child in children if not 0 <= child < 1 << 63)
            raise not_a_position(rules, next(beyond, "a negative number"))
        check_ends(rules, [position], [0], [rules.worth(position)])
        raise ValueTooLargeError
