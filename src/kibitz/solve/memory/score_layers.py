"""Layer-by-layer solver for games in which every move clears one bit of the position.

In such a game (such as peg solitaire) a position can occur only in its own layer, after the same
number of moves. So new positions are compared with their own layer only, and no moves are stored:
on the way back, the moves of a layer are generated again and the values of the next layer looked
up. Whether a game has this property is not declared but checked, move by move, during exploration.
"""

from __future__ import annotations

from kibitz.solve.compiling.compiled import kernel
from kibitz.solve.invalid_rules import check_ends, check_expanded
from kibitz.solve.memory import backward, game_kernels, numbering
from kibitz.solve.memory.explore_compiled import (
    FEWEST_SLOTS,
    ExploreBuffers,
    number_of_slots,
    room_for_more,
    slots_for,
)
from kibitz.solve.memory.explore_interpreted import EXPLORING
from kibitz.solve.memory.move_graph import same_position
from kibitz.solve.memory.valuation import VALUING
from kibitz.solve.row_backend import rows
from kibitz.system.thread_pool import spans

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.rules import Rules
    from kibitz.solve.effort import Meter
    from kibitz.solve.memory.move_graph import Graph
    from kibitz.solve.rows import Row
    from kibitz.system.thread_pool import Team


class LayerSolver:
    """Explores the layers down to the last one, and computes the scores on the way up.

    Both ways, complete layers are stored in the graph and not computed again.
    """

    def __init__(self, rules: Rules, graph: Graph, team: Team, watch: Meter) -> None:
        self.rules = rules
        self.graph = graph
        self.team = team
        self.watch = watch
        self.expand = kernel(game_kernels.expand, rules)
        self.look_up = kernel(numbering.look_up)
        self.all_buffers = [ExploreBuffers() for _ in range(team.size)]

    def down(self) -> bool:
        """Find all layers; return whether the game has layers."""
        layers = self.graph.layers
        if layers is None:
            return False
        if not layers:
            layers.append(one_position((self.rules.canonical or same_position)(self.rules.start)))
        while len(layers[-1]):
            self.watch(EXPLORING, sum(map(len, layers)), None)
            following = self.following(layers[-1], mirrored=True)
            if following is None:
                self.graph.layers = None
                return False
            layers.append(following)
        return True

    def following(self, layer: Row, *, mirrored: bool) -> Row | None:
        """Return the layer after the given one, None if a move does not clear exactly one bit."""
        import numpy as np

        fewer = int(layer[0]).bit_count() - 1
        all_have = kernel(numbering.all_have)
        hands = self.team.size if len(layer) > self.watch.effort.pace.span else 1
        shares = [Share(share, hands, self.watch) for share in range(hands)]
        degrees, worths = np.empty((2, len(layer)), dtype=np.int32)
        for parts in self._batches(layer):
            self.watch.need(0)
            filled = self.team.run(
                self._children, [(layer, mirrored, degrees, worths, *part) for part in parts]
            )
            for count, (_, _, buffers) in zip(filled, parts, strict=True):
                if not all_have(fewer, buffers.children, 0, count):
                    return None
                self.team.run(Share.add_new, [(share, buffers.children, count) for share in shares])
        self.watch.need(16 * sum(share.known for share in shares))
        return np.sort(np.concatenate([share.positions[: share.known] for share in shares]))

    def _batches(self, layer: Row) -> Iterator[list[tuple[int, int, ExploreBuffers]]]:
        """Yield batches of a layer for all threads, each with buffers for the children."""
        span = self.watch.effort.pace.span
        for first in range(0, len(layer), self.team.size * span):
            last = min(len(layer), first + self.team.size * span)
            parts = spans(first, last, self.team.size, span // 4)
            yield [(*part, buffers) for part, buffers in zip(parts, self.all_buffers, strict=False)]

    def _children(
        self,
        layer: Row,
        mirrored: bool,
        degrees: Row,
        worths: Row,
        first: int,
        last: int,
        buffers: ExploreBuffers,
    ) -> int:
        """Write the children of positions and return their number."""
        while True:
            stopped, filled = self.expand(
                layer, first, last, mirrored, buffers.children, degrees, worths
            )
            check_expanded(self.rules, layer, stopped, filled)
            if stopped == last:
                return int(filled)
            buffers.double()

    def up(self) -> tuple[Row, Row]:
        """Return all positions and their codes."""
        import numpy as np

        layers, codes = self.graph.layers, self.graph.layer_codes
        assert layers
        layers = layers[:-1]
        total = sum(map(len, layers))
        while len(codes) < len(layers):
            below = layers[-len(codes)] if codes else layers[-1][:0]
            below_codes = codes[-1] if codes else np.empty(0, dtype=np.int16)
            self.watch(VALUING, sum(map(len, codes)), total)
            codes.append(self._codes(layers[-1 - len(codes)], below, below_codes))
        self.watch.need(10 * total)
        return np.concatenate(layers), np.concatenate(codes[::-1])

    def _codes(self, layer: Row, below: Row, below_codes: Row) -> Row:
        import numpy as np

        self.watch.need(4 * number_of_slots(len(below)) + 10 * len(layer))
        slots = slots_for(below, len(below))
        degrees, worths = np.zeros((2, len(layer)), dtype=np.int32)
        codes = np.empty(len(layer), dtype=np.int16)
        best = kernel(backward.best_of_children, objective=self.rules.objective)

        def value(first: int, last: int, buffers: ExploreBuffers) -> None:
            filled = self._children(layer, True, degrees, worths, first, last, buffers)
            self.look_up(buffers.children, 0, filled, below, slots, buffers.numbers)
            best(first, last, degrees, worths, buffers.numbers, below_codes, codes)

        for parts in self._batches(layer):
            self.team.run(value, parts)
        check_ends(self.rules, layer, degrees, worths)
        return codes


def one_position(position: int) -> Row:
    """Return an array of one position."""
    import numpy as np

    return np.array([position], dtype=np.int64)


class Share:
    """The part of a new layer that one thread collects: positions selected by their hash."""

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
