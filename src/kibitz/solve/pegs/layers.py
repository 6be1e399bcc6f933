"""The game from one position, layer by layer: what can be reached, where it ends, what wins.

A jump played backwards is a jump of the complement (pegs and holes exchanged), so a position can
be reached from the start exactly if the start's complement can be reached from its own complement:
the reachable positions too are a dense set, filled by the same sweep. From the centre of the
English board to the centre it is even the same set, read backwards.

Positions up to symmetry are counted by Burnside's lemma: the mean, over the symmetries, of the
number of positions that a symmetry leaves in place. Few positions are symmetric, so this costs
next to nothing.
"""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from kibitz.rules.errors import KibitzError
from kibitz.solve.pegs import dense, sweep
from kibitz.solve.pegs.bits import count_ones, kernel, linear_map, look_up, lowest_one
from kibitz.solve.pegs.coordinates import LOW

if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.solve.pegs.bits import Numbers, Words
    from kibitz.solve.pegs.dense import DenseSet
    from kibitz.solve.pegs.pegboard import PegBoard, Progress
    from kibitz.solve.pegs.sweep import Layout

KINDS = 3  # what is counted of each layer: reachable positions, dead ends, winnable ones


class Layer(NamedTuple):
    """What is known of the positions after so many jumps; `classes` are up to symmetry."""

    jumps: int
    classes: int
    positions: int
    dead_classes: int
    dead_positions: int
    winnable_classes: int
    winnable_positions: int


class Game:
    """The sets of positions of one game: those that can be reached, and those that win.

    `reachable` and `winning` are of the class of the start. A position wins if it can be reduced to
    one peg, in the hole `finish` if that is given.
    """

    def __init__(
        self,
        board: PegBoard,
        start: int,
        finish: int | None = None,
        *,
        progress: Progress | None = None,
    ) -> None:
        self.board = board
        self.start = board.position(start)
        self.finish = None if finish is None else board.hole(finish)
        if not start:
            raise KibitzError("there is no peg on the board")
        complements = [board.full ^ start]
        backwards = dense.reducible(board, complements, progress=progress)
        targets = dense.single_pegs(board, start, finish)
        self.winning = (
            backwards
            if targets == complements
            else dense.winning(board, start, finish, most_pegs=start.bit_count(), progress=progress)
        )
        self.reachable = complement(backwards)

    def symmetric_start(self) -> tuple[tuple[int, ...], ...]:
        """Return the symmetries of the whole game: they leave start and finish in place."""
        return self.board.fixing(self.start, self.finish)


def complement(positions: DenseSet) -> DenseSet:
    """Return the set of the complements of a set's positions."""
    board, coordinates = positions.board, positions.coordinates
    member = board.full ^ coordinates.position(0, positions.constants)
    words = sweep.reversed_set(positions.words, 1 << len(coordinates.low))
    return dense.DenseSet(board, member, whole=coordinates.whole, words=words)


@kernel
def count_layers(
    reachable: Words,
    winning: Words,
    layout: Layout,
    parities: int,
    first_top: int,
    end_top: int,
) -> Numbers:
    """Return [kind, pegs]: how many positions of these rows are reachable, dead, winnable."""
    mask, top_need, top_peg, mid_jumps = layout[3:7]
    mid_parity, top_parity, peg_mask = layout[9], layout[10], layout[12]
    bits_of_mid = len(layout[8]) - 2
    counts = np.zeros((KINDS, 128), np.int64)
    jumps = np.empty(mid_jumps.shape[1], np.uint64)
    for top in range(first_top, end_top):
        row_parities = sweep.top_parities(top, parities, top_parity)
        sweep.top_jumps(top, top_need, top_peg, jumps)
        top_pegs = np.int64(count_ones(np.uint64(top)))
        for at in range(1 << bits_of_mid):
            mid = np.uint64(at)
            here = np.uint64(top << bits_of_mid) + mid
            word = reachable[here]
            if word == 0:
                continue
            pegs = top_pegs + np.int64(count_ones(mid))
            word_parities = np.uint64(row_parities ^ mid_parity[mid])
            dead = word
            for part in range(np.uint64(len(jumps))):
                possible = jumps[part] & mid_jumps[mid, part]
                while possible and dead:
                    jump = lowest_one(possible) | part << np.uint64(6)
                    possible &= possible - np.uint64(1)
                    dead &= ~mask[jump, word_parities]
            won = word & winning[here]
            for more in range(peg_mask.shape[1]):
                these = peg_mask[word_parities, np.uint64(more)]
                counts[0, pegs + more] += np.int64(count_ones(word & these))
                if dead:
                    counts[1, pegs + more] += np.int64(count_ones(dead & these))
                if won:
                    counts[2, pegs + more] += np.int64(count_ones(won & these))
    return counts


@kernel
def count_symmetric(
    reachable: Words,
    winning: Words,
    cycles: Words,
    index_of: Words,
    invariant: Words,
    parities: Words,
    pegs: Words,
    touched: Words,
    first: int,
    end: int,
) -> Numbers:
    """Return [kind, pegs] for the positions made of whole cycles of one symmetry.

    Their numbers, from `first` on, say in binary which cycles they have. `invariant` and `parities`
    are the sets of holes, and the parity on each, that tell the class.
    """
    counts = np.zeros((KINDS, 128), np.int64)
    for number in range(first, end):
        position = look_up(cycles, np.uint64(number))
        right = True
        for i in range(len(invariant)):
            right &= count_ones(position & invariant[i]) & np.uint64(1) == parities[i]
        if not right:
            continue
        index = look_up(index_of, position)
        if reachable[index >> np.uint64(LOW)] >> (index & np.uint64(63)) & np.uint64(1):
            count = count_ones(position)
            counts[0, count] += 1
            if winning[index >> np.uint64(LOW)] >> (index & np.uint64(63)) & np.uint64(1):
                counts[2, count] += 1
            for jump in range(len(pegs)):
                if position & touched[jump] == pegs[jump]:
                    break
            else:
                counts[1, count] += 1
    return counts


def counts_in_full(reachable: DenseSet, winning: DenseSet) -> Numbers:
    """Return [kind, pegs] over all positions."""
    parities, fixed = reachable.constants
    rows = reachable.rows(2)
    with ThreadPoolExecutor(len(rows)) as threads:
        parts = threads.map(
            lambda row: count_layers(
                reachable.words, winning.words, reachable.layout, parities, *row
            ),
            rows,
        )
        counts = sum(parts, np.zeros((KINDS, 128), np.int64))
    return np.roll(counts, fixed.bit_count(), axis=1)


def counts_left_in_place(
    reachable: DenseSet, winning: DenseSet, symmetry: Sequence[int]
) -> Numbers:
    """Return [kind, pegs] over the positions that a symmetry leaves in place."""
    board, coordinates = reachable.board, reachable.coordinates
    parities, fixed = reachable.constants
    cycles, seen = [], set()
    for hole in range(board.holes):
        cycle = 0
        while hole not in seen:
            seen.add(hole)
            cycle |= 1 << hole
            hole = symmetry[hole]  # noqa: PLW2901 - walk along the cycle
        if cycle:
            cycles.append(cycle)
    sets = [members for _, members in coordinates.pivots] + [
        1 << hole for hole in coordinates.fixed
    ]
    odd = [parities >> i & 1 for i in range(len(coordinates.pivots))]
    odd += [fixed >> hole & 1 for hole in coordinates.fixed]
    cycle_map, index_map = linear_map(cycles), linear_map(coordinates.hole_images())
    numbers = 1 << len(cycles)
    step = max(1 << 16, numbers // 4)
    with ThreadPoolExecutor(2) as threads:
        parts = threads.map(
            lambda first: count_symmetric(
                reachable.words,
                winning.words,
                cycle_map,
                index_map,
                np.array(sets, np.uint64),
                np.array(odd, np.uint64),
                np.array(board.pegs, np.uint64),
                np.array(board.touched, np.uint64),
                first,
                min(first + step, numbers),
            ),
            range(0, numbers, step),
        )
        return sum(parts, np.zeros((KINDS, 128), np.int64))


def counts_up_to_symmetry(
    reachable: DenseSet, winning: DenseSet, symmetries: Sequence[Sequence[int]], full: Numbers
) -> Numbers:
    """Return [kind, pegs] up to symmetries that leave both sets in place, given those in full."""
    total = full.copy()
    for symmetry in symmetries:
        total += counts_left_in_place(reachable, winning, symmetry)
    return total // (len(symmetries) + 1)


def layers(
    board: PegBoard,
    start: int,
    finish: int | None = None,
    *,
    game: Game | None = None,
    progress: Progress | None = None,
) -> list[Layer]:
    """Return what is known of each layer of a game, from the start on.

    Classes are up to all symmetries of the board (that leave the finish in place), as the rules
    count them; positions are those that can really be reached.
    """
    game = game or Game(board, start, finish, progress=progress)
    full = counts_in_full(game.reachable, game.winning)
    # Only a symmetry that leaves the class of the start in place can map one of its positions to
    # another one.
    keeping = [g for g in board.fixing(hole=finish) if game.reachable.holds(board.image(start, g))]
    images = {board.full ^ board.image(start, g) for g in keeping} | {board.full ^ start}
    if len(images) == 1:
        classes = counts_up_to_symmetry(game.reachable, game.winning, keeping, full)
    else:
        merged = complement(dense.reducible(board, images, progress=progress))
        classes = counts_up_to_symmetry(
            merged, game.winning, keeping, counts_in_full(merged, game.winning)
        )
    result = []
    for pegs in range(start.bit_count(), 0, -1):
        if not full[0, pegs]:
            break
        pairs = [int(part[kind, pegs]) for kind in range(KINDS) for part in (classes, full)]
        result.append(Layer(start.bit_count() - pegs, *pairs))
    return result
