"""Hash table of the classes of a game in device memory, and the moves of its positions.

A class is identified by its slot in the table of keys. When the table grows, slots change, and
everything that refers to slots is renumbered: the order of discovery and the stored moves.

Memory is checked before it is allocated. If the moves of all positions do not fit, none are stored,
and they are generated again whenever they are needed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, NamedTuple

from kibitz.engines.gpu import device, gpu_kernels, gpu_tier_kernels, placement_kernels
from kibitz.engines.gpu.gpu_functions import Functions
from kibitz.engines.gpu.prefix_sums import running_sums
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.compiling.compiled import available
from kibitz.solve.effort import Meter
from kibitz.solve.invalid_rules import (
    check_ends,
    checked_cost,
    not_a_move,
    not_a_position,
    raised_tier_error,
)
from kibitz.solve.memory.explore_compiled import measured
from kibitz.solve.memory.valuation import ValueTooLargeError
from kibitz.solve.rows import CardRow
from kibitz.system.memory_limit import in_words

SLOTS_OF_A_TIER = 1 << 22  # initially
NO_ENDS = (0, -1)  # range of worths if there are no ends to write
MOVES_EACH = 4  # moves of a position, and itself, for which there is usually space
RESERVED_BYTES = 2 << 30  # bytes of device memory reserved for the driver


class TooLargeForCard(KibitzError):
    """A game that does not fit into device memory."""


class Sizes(NamedTuple):
    """Batch sizes; the defaults are for a GPU, tests use small ones.

    `slots` is the initial number, `edges` the number generated at a time, and `load` the maximum
    load of the table. Thin layers of up to `joined` moves are valued in one launch. A game of more
    than `at_once` classes is solved by tiers, if it defines them.
    There are at most `most_slots` slots, whose numbers take four bytes.
    """

    slots: int = 1 << 27
    edges: int = 1 << 26
    load: float = 0.8
    threads: int = 256
    blocks: int = 1 << 16
    memory: float | None = None
    keep_moves: bool = True
    joined: int = 1 << 24
    at_once: int = 1 << 28
    most_slots: int = 1 << 32


@dataclass
class Span:
    """The moves of some positions: `stream[begins[t] : begins[t + 1]]`, each preceded by itself.

    `marks` are those of the moves, if moves differ.
    """

    count: int
    total: int
    begins: Any
    stream: Any = None
    marks: Any = None

    def rows(self) -> list[Any]:
        """Return the rows in device memory."""
        rows = (self.begins, self.stream, self.marks)
        return [row for row in rows if row is not None]


class ClassSet:
    """The set of known positions in the order of discovery, up to symmetry or not.

    `keys` is the table, `order` the slots of the first `known` positions, of which the first
    `expanded` have been expanded; `codes` are values by slot, and `spans` the moves, if they are
    stored.

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
        self.expanded = self.known = self.layer_end = self.edges = 0
        self.edges_at_once = sizes.edges
        while self.edges_at_once * 64 > self.allowed and self.edges_at_once > 1 << 16:
            self.edges_at_once //= 2
        self.made = device.empty(0, np.int64)
        self.scratch = device.empty(0, np.uint32)
        self.marks = device.empty(0, np.int16)  # of moves that are not kept
        self.counts = device.empty(0, np.uint32)
        self.begins = device.empty(0, np.uint32)  # of moves that are not kept
        self.picked = device.empty(0, np.uint32)  # positions whose moves are made again
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
        rows = [self.keys, self.order, self.codes, self.counts, self.begins, self.picked]
        rows += [self.made, self.scratch, self.marks]
        rows += [row for span in self.spans for row in span.rows()]
        return self.allowed - float(sum(row.nbytes for row in rows))

    def seed(self, positions: Any) -> None:
        """Make these the first known positions, each once."""
        self.seed_row(device.cuda().to_device(positions), len(positions))

    def seed_row(self, row: Any, count: int) -> None:
        """Do the same for the first `count` of a row in device memory."""
        self._make_room(count)
        self.launch(gpu_kernels.enter, count, row, count, self.keys, self.order, self.counters)
        self.read_counters()

    def seed_placements(self, placed: int) -> None:
        """Make the canonical ones of so many placements the first known positions."""
        import numpy as np

        rows = self.functions.rows
        counters = device.cuda().to_device(np.zeros(gpu_kernels.COUNTERS, np.int64))
        self.launch(
            placement_kernels.place_all, placed, placed, 1, self.keys, rows, self.order, counters
        )
        self._make_room(int(counters.copy_to_host()[gpu_kernels.KNOWN]))
        self.launch(
            placement_kernels.place_all, placed, placed, 0, self.keys, rows, self.order,
            self.counters,
        )  # fmt: skip
        self.read_counters()

    def _make_room(self, count: int) -> None:
        """Make a table for so many positions and those after them."""
        slots = self.sizes.slots
        if self.level != gpu_kernels.ALL:  # there may be many small tiers
            slots = min(slots, SLOTS_OF_A_TIER)
        usual = int(min(slots, self.allowed / 4 / self.a_slot))
        if not self.grow_table(max(usual, int(2 * count / self.sizes.load)), count):
            raise self.too_large()

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
        self.spans = []

    def free_buffers(self) -> None:
        """Free the arrays that moves are made in, when there are none to make."""
        self.made = self.scratch = self.counts = self.begins = self.picked = device.FREED

    def forget_moves(self) -> bool:
        """Stop storing moves, to free their memory; return whether there were any."""
        held = bool(self.spans)
        self.spans = []
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
            span = self.counted(self.order, first, last, keep=self.keep_moves)
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
        self.read_counters()
        if self.keep_moves:
            self.spans.append(span)
        self.expanded = last
        self.edges += span.total
        return span

    def larger(self, more: int) -> int:
        """Return the next number of slots, with space for at least `more` positions."""
        usual = self.slots * (4 if self.slots < 1 << 26 else 2)
        return max(usual, int(1.3 * (self.known + more) / self.sizes.load))

    def sweeps(self) -> list[Span]:
        """Return the moves of all positions as they are to be visited, the last found first.

        Where codes spread from the last layer to the first, each layer is visited separately.
        Elsewhere thin layers are visited in one launch: starting one takes longer than they do.
        """
        each = self.sizes.joined // max(1, len(self.spans))
        thin = [span for span in self.spans if span.total <= each]
        fits = sum(row.nbytes for span in thin for row in span.rows()) < self.spare()
        if self.rules.objective.by_distance and len(thin) > 1 and fits:
            self.spans = [self._joined(thin), *(span for span in self.spans if span.total > each)]
        return self.spans[::-1]

    def _joined(self, spans: list[Span]) -> Span:
        import numpy as np

        count, total = sum(span.count for span in spans), sum(span.total for span in spans)
        begins, stream = device.empty(count + 1, np.uint32), device.empty(total, np.uint32)
        marks = device.empty(total, np.int16) if self.marked else self.marks
        at = edge = 0
        for span in spans:
            self.launch(gpu_kernels.shift, span.count + 1, span.begins, edge)
            begins[at : at + span.count + 1].copy_to_device(span.begins)
            stream[edge : edge + span.total].copy_to_device(span.stream)
            if self.marked:
                marks[edge : edge + span.total].copy_to_device(span.marks)
            at, edge = at + span.count, edge + span.total
        return Span(count, total, begins, stream, marks)

    def counted(self, order: Any, first: int, last: int, *, keep: bool) -> Span:
        """Return the span for the moves of some positions, not yet filled; ends get codes.

        If it is not kept, the next one takes its rows.
        """
        import numpy as np

        count = last - first
        self.counts = counts = self._room(self.counts, count, MOVES_EACH)
        if keep:
            begins = device.empty(count + 1, np.uint32)
        else:
            self.begins = begins = self._room(self.begins, count + 1, MOVES_EACH)
        objective = self.rules.objective
        worths = (objective.least_worth, objective.most_worth) if self.mirrored else NO_ENDS
        self.launch(
            gpu_kernels.count, count, order, first, last, self.keys, self.functions.rows, counts,
            self.codes, *worths, int(not self.rules.goals_are_terminal), self.level, self.counters,
        )  # fmt: skip
        return Span(count, running_sums(counts, count, begins), begins)

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

    def _room(self, row: CardRow, length: int, moves: int = 1) -> CardRow:
        """Return a row of at least this length: the given one or, if it is shorter, a new one.

        A new row has one element for every `moves` moves of a batch.
        """
        if row.size >= length:
            return row
        return device.empty(max(length, self.edges_at_once // moves), row.dtype)

    def room_to_pick(self, length: int) -> CardRow:
        """Return an array for so many positions whose moves are made again."""
        self.picked = self._room(self.picked, length, MOVES_EACH)
        return self.picked

    def buffers(self, length: int) -> tuple[CardRow, CardRow]:
        """Return arrays for so many moves and for the positions they belong to."""
        self.made = self._room(self.made, length)
        self.scratch = self._room(self.scratch, length)
        return self.made, self.scratch

    def read_counters(self) -> tuple[int, int, int]:
        """Update the counts; reject invalid rules; return the counters of a sweep."""
        self.found = found = [int(count) for count in self.counters.copy_to_host()]
        if found[gpu_kernels.FAULT]:
            self.refuse(found[gpu_kernels.FAULT], found[gpu_kernels.FAULT_AT])
        self.known = found[gpu_kernels.KNOWN]
        decided, deciding, following = found[gpu_kernels.DECIDED :]
        return decided, deciding, following

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
