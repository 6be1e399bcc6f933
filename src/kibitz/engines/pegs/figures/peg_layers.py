"""Counts of a peg game by number of jumps: reachable, dead and winnable positions.

Positions up to symmetry are counted by Burnside's lemma: the mean, over the symmetries, of the
number of positions that a symmetry fixes. Few positions are symmetric, so this costs almost
nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from kibitz.engines.pegs.figures.peg_game import PegGame, complement, intersection
from kibitz.engines.pegs.figures.set_storage import SetStorage
from kibitz.engines.pegs.sets import dense, sweep
from kibitz.engines.pegs.sets.bits import (
    Numbers,
    Words,
    count_ones,
    kernel,
    linear_map,
    look_up,
    lowest_one,
)
from kibitz.engines.pegs.sets.coordinates import LOW
from kibitz.engines.pegs.sets.dense import DenseSet
from kibitz.engines.pegs.sets.sweep import SweepLayout
from kibitz.system.thread_pool import Team

KINDS = 3  # counts of each layer: reachable positions, dead ends, winnable ones


class Layer(NamedTuple):
    """Counts of the positions after a number of jumps; `classes` are up to symmetry."""

    jumps: int
    classes: int
    positions: int
    dead_classes: int
    dead_positions: int
    winnable_classes: int
    winnable_positions: int


@kernel
def count_layers(
    reachable: Words,
    winning: Words,
    layout: SweepLayout,
    parities: int,
    first_top: int,
    end_top: int,
) -> Numbers:
    """Return [kind, pegs]: the numbers of reachable, dead and winnable positions of these rows."""
    mask, mid_jumps, mid_parity, peg_mask = (
        layout.mask,
        layout.mid_jumps,
        layout.mid_parity,
        layout.peg_mask,
    )
    bits_of_mid = len(layout.mid_start) - 2
    counts = np.zeros((KINDS, 128), np.int64)
    jumps = np.empty(mid_jumps.shape[1], np.uint64)
    for top in range(first_top, end_top):
        row_parities = sweep.top_parities(top, parities, layout.top_parity)
        sweep.top_jumps(top, layout.top_need, layout.top_peg, jumps)
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
    words: Words,
    cycles: Words,
    index_of: Words,
    invariant: Words,
    parities: Words,
    pegs: Words,
    touched: Words,
    first: int,
    end: int,
) -> Numbers:
    """Return [all or dead, pegs] for a set's positions that are unions of cycles of one symmetry.

    Their numbers, from `first` on, are bit sets of cycles. `invariant` and `parities` are the sets
    of holes, and the parity on each, that determine the class.
    """
    counts = np.zeros((2, 128), np.int64)
    for number in range(first, end):
        position = look_up(cycles, np.uint64(number))
        right = True
        for i in range(len(invariant)):
            right &= count_ones(position & invariant[i]) & np.uint64(1) == parities[i]
        if not right:
            continue
        index = look_up(index_of, position)
        if words[index >> np.uint64(LOW)] >> (index & np.uint64(63)) & np.uint64(1):
            count = count_ones(position)
            counts[0, count] += 1
            for jump in range(len(pegs)):
                if position & touched[jump] == pegs[jump]:
                    break
            else:
                counts[1, count] += 1
    return counts


def counts_in_full(reachable: DenseSet, winning: DenseSet, storage: SetStorage) -> Numbers:
    """Return [kind, pegs] over all positions."""
    parities, fixed = reachable.constants
    rows = reachable.rows(max(2, len(storage.slices(len(reachable.words)))))

    def count(first: int, end: int) -> Numbers:
        layout = reachable.layout
        found = count_layers(reachable.words, winning.words, layout, parities, first, end)
        storage.release()
        return found

    with Team() as team:
        counts = sum(team.run(count, rows), np.zeros((KINDS, 128), np.int64))
    return np.roll(counts, fixed.bit_count(), axis=1)


def cycles_of(symmetry: Sequence[int]) -> list[int]:
    """Return the cycles of a symmetry as sets of holes; a fixed hole is a cycle of one."""
    cycles, seen = [], set()
    for hole in range(len(symmetry)):
        cycle = 0
        while hole not in seen:
            seen.add(hole)
            cycle |= 1 << hole
            hole = symmetry[hole]  # noqa: PLW2901 - follow the cycle
        if cycle:
            cycles.append(cycle)
    return cycles


def counts_left_in_place(
    positions: DenseSet, numbers: int, cycle_map: Words, index_map: Words
) -> Numbers:
    """Return [all or dead, pegs] over the positions that are unions of cycles of one symmetry."""
    board, coordinates = positions.board, positions.coordinates
    parities, fixed = positions.constants
    sets = [members for _, members in coordinates.pivots] + [
        1 << hole for hole in coordinates.fixed
    ]
    odd = [parities >> i & 1 for i in range(len(coordinates.pivots))]
    odd += [fixed >> hole & 1 for hole in coordinates.fixed]
    step = max(1 << 16, numbers // 4)
    what = (positions.words, cycle_map, index_map)
    arrays = [np.array(each, np.uint64) for each in (sets, odd, board.pegs, board.touched)]
    pieces = [(first, min(first + step, numbers)) for first in range(0, numbers, step)]
    with Team() as team:
        parts = team.run(count_symmetric, [(*what, *arrays, *piece) for piece in pieces])
    return sum(parts, np.zeros((2, 128), np.int64))


def counts_up_to_symmetry(
    reachable: DenseSet,
    winning: DenseSet,
    symmetries: Sequence[Sequence[int]],
    full: Numbers,
    storage: SetStorage,
) -> Numbers:
    """Return [kind, pegs] up to symmetries that fix both sets, given those of all positions."""
    total = full.copy()
    index_map = linear_map(reachable.coordinates.hole_images())
    cycles = [cycles_of(symmetry) for symmetry in symmetries]
    maps = [(1 << len(each), linear_map(each), index_map) for each in cycles]
    # One set at a time, because symmetric positions are scattered over it.
    for each in maps:
        total[:2] += counts_left_in_place(reachable, *each)
    winnable = intersection(reachable, winning, storage)
    for each in maps:
        total[2] += counts_left_in_place(winnable, *each)[0]
    storage.release()
    return total // (len(symmetries) + 1)


def layers(game: PegGame) -> list[Layer]:
    """Return the counts of each layer of a game, from the start on.

    Classes are up to all symmetries of the board (that fix the finish), as the rules count them;
    positions are the reachable ones.
    """
    board, start, storage = game.board, game.start, game.storage
    full = counts_in_full(game.reachable, game.winning, storage)
    # Only a symmetry that fixes the class of the start can map one of its positions to another one.
    keeping = [
        g for g in board.fixing(hole=game.finish) if game.reachable.holds(board.image(start, g))
    ]
    images = {board.full ^ board.image(start, g) for g in keeping} | {board.full ^ start}
    if len(images) == 1:
        classes = counts_up_to_symmetry(game.reachable, game.winning, keeping, full, storage)
    else:
        merged = complement(dense.reducible(board, images, progress=game.progress), storage)
        merged_full = counts_in_full(merged, game.winning, storage)
        classes = counts_up_to_symmetry(merged, game.winning, keeping, merged_full, storage)
    result = []
    for pegs in range(start.bit_count(), 0, -1):
        if not full[0, pegs]:
            break
        pairs = [int(part[kind, pegs]) for kind in range(KINDS) for part in (classes, full)]
        result.append(Layer(start.bit_count() - pegs, *pairs))
    return result
