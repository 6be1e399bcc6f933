"""Hash table of the classes of a game in device memory, and the moves of its positions.

A class is identified by its slot in the table of keys. When the table grows, slots change, and
everything that refers to slots is renumbered: the order of discovery and the stored moves.

Memory is checked before it is allocated. If the moves of all positions do not fit, none are stored,
and they are generated again whenever they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from kibitz.language.errors import KibitzError
from kibitz.solve.compiling.compiled import available
from kibitz.solve.gpu import device, gpu_kernels, gpu_tier_kernels
from kibitz.solve.gpu.prefix_sums import running_sums
from kibitz.solve.invalid_rules import (
    check_ends,
    checked_cost,
    not_a_move,
    not_a_position,
    raised_tier_error,
)
from kibitz.solve.memory.explore_compiled import measured
from kibitz.solve.memory.valuation import ValueTooLargeError
from kibitz.system.memory_limit import in_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.core.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.gpu.gpu_functions import Functions
    from kibitz.solve.rows import CardRow

SLOTS_OF_A_TIER = 1 << 22  # initially
NO_ENDS = (0, -1)  # range of worths if there are no ends to write
FEW_EDGES = 1 << 23
RESERVED_BYTES = 2 << 30  # bytes of device memory reserved for the driver


class TooLargeForCard(KibitzError):
    """A game that does not fit into device memory."""


class Sizes(NamedTuple):
    """Batch sizes; the defaults are for a GPU, tests use small ones.

    `slots` is the initial number, `edges` the number generated at a time, and `load` the maximum
    load of the table. A game of more than `at_once` classes is solved by tiers, if it defines them.
    There are at most `most_slots` slots, whose numbers take four bytes.
    """

    slots: int = 1 << 27
    edges: int = 1 << 26
    load: float = 0.8
    threads: int = 256
    blocks: int = 1 << 16
    memory: float | None = None
    keep_moves: bool = True
    at_once: int = 1 << 28
    most_slots: int = 1 << 32


@dataclass
class Span:
    """The moves of some positions: `stream[begins[t] : begins[t + 1]]`, each preceded by itself.

    `marks` are those of the moves, if moves differ. If `shared`, its rows are parts of longer ones.
    """

    count: int
    total: int
    begins: Any
    stream: Any = None
    marks: Any = None
    shared: bool = False


class ClassSet:
    """The set of known positions in the order of discovery, up to symmetry or not.

    `keys` is the table, `order` the slots of the first `known` positions, of which the first
    `expanded` have been expanded; `codes` are values by slot; `spans` hold the stored moves.

    With a `level`, positions of that tier are expanded and those of lower ones only found; `codes`
    then mark the targets of moves among these. When it is `closed`, no move leads to new positions.
    `beside` is the number of bytes of device memory used by others.
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
        self.measuring = True  # whether to estimate the game if it does not fit
        self.beside = beside
        free = device.free()
        free -= min(RESERVED_BYTES, 0.1 * free)
        self.allowed = free if sizes.memory is None else min(sizes.memory - beside, free)
        valued = mirrored and level == gpu_kernels.ALL
        self.keep_moves = sizes.keep_moves and valued
        self.marked = valued and (rules.same_mover is not None or rules.cost is not None)
        self.spans: list[Span] = []
        self.first_moves: Span | None = None  # rows that the first spans share
        self.expanded = self.known = self.layer_end = self.edges = 0
        self.edges_at_once = sizes.edges
        while self.edges_at_once * 64 > self.allowed and self.edges_at_once > 1 << 16:
            self.edges_at_once //= 2
        self.made = device.empty(0, np.int64)
        self.scratch = device.empty(0, np.uint32)
        self.marks = device.empty(0, np.int16)  # of moves that are not kept
        self.counters = device.cuda().to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        self.wide = wide
        self.slots = 0
        self._empty_table(0)

    # The table

    @property
    def a_slot(self) -> int:
        """The size of a slot in bytes: its key, its rank in the order of discovery, its code."""
        return 8 + 4 + self.code_bytes

    @property
    def code_bytes(self) -> int:
        """The size of a code; a sum of costs may exceed a code before a better one is found."""
        objective = self.rules.objective
        if not objective.by_steps:
            return 4 if objective.costs else objective.code_bytes
        return 2 if self.wide else 1

    def code_row(self, length: int) -> CardRow:
        """Return an array for codes in device memory."""
        return device.empty(length, f"int{8 * self.code_bytes}")

    def _empty_table(self, slots: int) -> None:
        import numpy as np

        self.slots = slots
        self.keys = device.empty(slots, np.int64)
        self.order = device.empty(int(slots * self.sizes.load) + 1, np.uint32)
        self.codes = self.code_row(slots)
        self.launch(gpu_kernels.fill, slots, self.keys, gpu_kernels.FREE)
        undecided = self.rules.objective.undecided if self.level == gpu_kernels.ALL else 0
        self.launch(gpu_kernels.fill, slots, self.codes, undecided)

    def launch(self, kernel: Any, work: int, *arguments: Any, blocks: int | None = None) -> None:
        """Run a kernel on `work` items."""
        sizes = self.sizes
        wanted = -(-work // sizes.threads)
        self.functions.launch(
            kernel, sizes.threads, min(wanted, sizes.blocks, blocks or wanted), *arguments
        )

    def room(self) -> int:
        """Return the number of positions that the table can still take."""
        sizes = self.sizes
        return sizes.most_slots if self.closed else int(self.slots * sizes.load) - self.known

    def spare(self) -> float:
        """Return the number of bytes of device memory that may still be allocated."""
        rows = [self.keys, self.order, self.codes, self.made, self.scratch, self.marks]
        spans = [span for span in (self.first_moves, *self.spans) if span and not span.shared]
        rows += [row for span in spans for row in (span.begins, span.stream, span.marks)]
        return self.allowed - float(sum(row.nbytes for row in rows if row is not None))

    def seed(self, positions: Any) -> None:
        """Make these the first known positions, each once."""
        self.seed_row(device.cuda().to_device(positions), len(positions))

    def seed_row(self, row: Any, count: int) -> None:
        """Do the same for the first `count` of a row in device memory."""
        slots = self.sizes.slots
        if self.level != gpu_kernels.ALL:  # there may be many small tiers
            slots = min(slots, SLOTS_OF_A_TIER)
        usual = int(min(slots, self.allowed / 4 / self.a_slot))
        if not self.grow_table(max(usual, int(2 * count / self.sizes.load)), count):
            raise self.too_large()
        self.launch(gpu_kernels.enter, count, row, count, self.keys, self.order, self.counters)
        self.read_counters()

    def grow_table(self, wanted: int, least: int) -> bool:
        """Enlarge the table to `wanted` slots, or as close to that as memory allows.

        Return whether it is larger now and has space for `least` positions. If not, moves are no
        longer stored: freeing them did not help either.
        """
        import numpy as np

        while True:
            spare = self.spare() - 4 * self.slots  # the map from old slots
            slots = min(wanted, int(min(spare / self.a_slot, self.sizes.most_slots))) // 4 * 4
            if slots > 1.2 * self.slots and int(slots * self.sizes.load) > self.known + least:
                break
            if self.slots == self.sizes.most_slots or not self.forget_moves():
                return False
        old, old_codes, order = self.keys, self.codes, self.order
        old_slots = self.slots
        self._empty_table(slots)
        if old_slots:
            moved = device.empty(old_slots, np.uint32)
            self.launch(gpu_kernels.rehash, old_slots, old, self.keys, old_codes, self.codes, moved)
            self.launch(gpu_kernels.renumber, self.known, order, self.known, moved)
            self.order[: self.known].copy_to_device(order[: self.known])
            for span in self.spans:
                self.launch(gpu_kernels.renumber, span.total, span.stream, span.total, moved)
        return True

    def free_memory(self) -> None:
        """Free the memory of the table and of the moves."""
        self.keys = self.order = self.codes = device.FREED
        self.spans, self.first_moves = [], None

    def forget_moves(self) -> bool:
        """Stop storing moves, to free their memory; return whether there were any."""
        held = bool(self.spans)
        self.spans, self.first_moves = [], None
        self.keep_moves = False
        return held

    def too_large(self) -> TooLargeForCard:
        """Return the error for a game that does not fit, with an estimate if possible."""
        most = int(self.sizes.most_slots * self.sizes.load)
        if 1.2 * self.slots >= self.sizes.most_slots or self.known > most:
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
        """Return the minimum number of bytes needed: current arrays and a larger table."""
        table = self.known / self.sizes.load * self.a_slot
        larger = self.slots * (1.2 * self.a_slot + 4) or table
        return max(table, self.beside + self.allowed - self.spare() + larger)

    # Exploring

    def advance(self) -> Span:
        """Expand the next positions: a whole layer, or as many as the limits allow."""
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
            if wanted and self.grow_table(self.larger(least), least):
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
        """Return the next number of slots, with space for at least `more` positions."""
        usual = self.slots * (4 if self.slots < 1 << 26 else 2)
        return max(usual, int(1.3 * (self.known + more) / self.sizes.load))

    def join_spans(self) -> None:
        """Merge many small spans into one: starting a kernel takes longer than running it."""
        if self.first_moves is not None and self.spans[-1].shared:
            self.first_moves.count, self.first_moves.total = self.expanded, self.edges
            self.spans = [self.first_moves]

    def _share(self, span: Span, first: int) -> bool:
        """Put a span, the moves of positions from `first` on, into shared rows, if it is small.

        Allocating memory takes longer than filling it, too.
        """
        import numpy as np

        if self.closed or self.edges + span.total > min(FEW_EDGES, self.edges_at_once):
            return False
        shared = self.first_moves
        if shared is None:
            length = min(FEW_EDGES, self.edges_at_once)
            if self.edges or (10 if self.marked else 8) * length > self.spare():
                return False
            marks = device.empty(length, np.int16) if self.marked else self.marks
            rows = device.empty(length + 1, np.uint32), device.empty(length, np.uint32), marks
            shared = self.first_moves = Span(0, 0, *rows)
        end = self.edges + span.total
        if end > shared.stream.size:
            return False
        span.stream, span.shared = shared.stream[self.edges : end], True
        span.marks = shared.marks[self.edges : end] if self.marked else shared.marks
        count = span.count + 1
        self.launch(gpu_kernels.shift, count, span.begins, count, self.edges, shared.begins, first)
        return True

    def counted(self, order: Any, first: int, last: int) -> Span:
        """Return the span for the moves of some positions, not yet filled; ends get codes."""
        import numpy as np

        count = last - first
        counts, begins = device.empty(count, np.uint32), device.empty(count + 1, np.uint32)
        objective = self.rules.objective
        worths = (objective.least_worth, objective.most_worth) if self.mirrored else NO_ENDS
        self.launch(
            gpu_kernels.count, count, order, first, last, self.keys, self.functions.rows, counts,
            self.codes, *worths, int(not self.rules.goals_are_terminal), self.level, self.counters,
        )  # fmt: skip
        return Span(count, running_sums(counts, begins), begins)

    def make_moves(self, span: Span, order: Any, first: int, last: int, *, keep: bool) -> None:
        """Fill a span; new positions are added to the known ones."""
        import numpy as np

        marks = span.total if self.marked else 0
        if keep and 4 * span.total + 2 * marks > self.spare():
            self.forget_moves()
            keep = False
        self.made = self._room(self.made, span.total)
        if keep:
            try:
                if not self._share(span, first):
                    span.stream = device.empty(span.total, np.uint32)
                    span.marks = device.empty(marks, np.int16) if marks else self.marks
            except MemoryError:
                self.forget_moves()
                keep = False
        if not keep:
            self.scratch = self._room(self.scratch, span.total)
            self.marks = self._room(self.marks, marks)
            span.stream, span.marks = self.scratch, self.marks
        rows = self.functions.rows
        self.launch(
            gpu_kernels.write_moves, span.count, order, first, last, self.keys, rows, span.begins,
            span.stream, self.made,
        )  # fmt: skip
        self.launch(
            gpu_kernels.link, span.total, span.total, self.keys, rows, span.stream, self.made,
            span.marks, int(self.marked), int(self.mirrored), self.order, self.counters,
        )  # fmt: skip
        if self.level != gpu_kernels.ALL:
            self.launch(
                gpu_tier_kernels.mark, span.total, span.total, span.stream, self.made, self.codes
            )
        self.read_counters()

    def _room(self, row: CardRow, length: int) -> CardRow:
        """Return a row, or another in its place if it is shorter than that."""
        if row.size >= length:
            return row
        return device.empty(max(length, self.edges_at_once), row.dtype)

    def buffers(self, length: int) -> tuple[CardRow, CardRow]:
        """Return arrays for so many moves and for the positions they belong to."""
        self.made = self._room(self.made, length)
        self.scratch = self._room(self.scratch, length)
        return self.made, self.scratch

    def read_counters(self) -> tuple[int, int]:
        """Update the counts; reject invalid rules; return the numbers of decided and deciding."""
        known, fault, position, decided, deciding = map(int, self.counters.copy_to_host())
        if fault:
            self.refuse(fault, position)
        self.known = known
        return decided, deciding

    def refuse(self, fault: int, position: int) -> None:
        """Raise the error for a violation of the contract at a position."""
        rules = self.rules
        if fault == gpu_kernels.NOT_A_MOVE:
            wrong = next((move for move in rules.moves(position) if move < 0), "a negative number")
            raise not_a_move(rules, wrong, position)
        if fault == gpu_kernels.NOT_A_COST:
            for move in rules.moves(position):
                checked_cost(rules, rules.cost_of(position, move), position)
        if fault == gpu_kernels.RAISED:
            raise raised_tier_error(rules, self.level)
        if fault == gpu_kernels.TOO_LONG:
            raise ValueTooLargeError
        if fault == gpu_kernels.NOT_A_POSITION:
            children = [rules.play(position, move) for move in rules.moves(position)]
            beyond = (child for child in children if not 0 <= child < 1 << 63)
            raise not_a_position(rules, next(beyond, "a negative number"))
        check_ends(rules, [position], [0], [rules.worth(position)])
        raise ValueTooLargeError
