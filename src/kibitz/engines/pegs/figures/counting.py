"""Exact numbers of ways to play, and the probability of winning at random.

The number of solutions of a position is the sum over the positions after its jumps. The numbers
exceed 2**63 (the central English game can be played in 577,116,156,815,309,849,672 ways), so a
count is two words, and the kernels report an overflow.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from kibitz.engines.pegs.figures.peg_game import PegGame, intersection
from kibitz.engines.pegs.figures.places import (
    VACANT,
    JumpSteps,
    LayerShare,
    find_neighbours,
    number_of,
)
from kibitz.engines.pegs.figures.ranked import Ranked
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.bits import Words, kernel
from kibitz.engines.pegs.sets.dense import DenseSet
from kibitz.engines.pegs.sets.peg_images import class_size, least_image
from kibitz.language.errors import KibitzError, phrase

CHANCE = phrase("chance")


@kernel
def add_up(counts: Words, share: LayerShare, steps: JumpSteps, stuck: int) -> bool:
    """Add to the count of each of these members the counts of those one step away.

    `counts` are [number, low and high word]. A member without any step counts `stuck`. Return
    whether a count overflowed.
    """
    scratch = np.empty((3, len(steps.pegs) + 1), np.uint64)
    overflow = False
    for own in range(np.uint64(share.first), np.uint64(share.end)):
        position = share.members[own]
        if position == np.uint64(VACANT):
            continue
        low, high = np.uint64(0), np.uint64(0)
        found, possible = find_neighbours(share, steps, position, scratch)
        for at in range(found):
            other = scratch[0, at]
            low += counts[other, 0]
            carry = np.uint64(low < counts[other, 0])
            high += counts[other, 1]
            overflow |= high < counts[other, 1]
            high += carry
            overflow |= high < carry
        if possible == 0:
            low = np.uint64(stuck)
        if low or high:
            counts[own, 0] = low
            counts[own, 1] = high
    return overflow


@kernel
def mean_chance(chances: NDArray[np.float64], share: LayerShare, steps: JumpSteps) -> None:
    """Set the probability of each of these members to the mean of those after its jumps."""
    scratch = np.empty((3, len(steps.pegs) + 1), np.uint64)
    for own in range(np.uint64(share.first), np.uint64(share.end)):
        position = share.members[own]
        if position == np.uint64(VACANT):
            continue
        total = 0.0
        found, possible = find_neighbours(share, steps, position, scratch)
        for at in range(found):
            total += chances[scratch[0, at]]
        if total > 0:
            chances[own] = total / possible


@kernel
def join_halves(
    counts: Words, share: LayerShare, full: np.uint64
) -> tuple[np.uint64, np.uint64, np.uint64]:
    """Return the sum of count times count of the complement over the positions of these classes.

    The result is three words, the lowest first. All counts must fit into one word.
    """
    members, images = share.members, share.images
    half, low_half = np.uint64(32), np.uint64(0xFFFFFFFF)
    low, middle, high = np.uint64(0), np.uint64(0), np.uint64(0)
    for own in range(np.uint64(share.first), np.uint64(share.end)):
        position = share.members[own]
        if position == np.uint64(VACANT):
            continue
        other = number_of(
            members, share.next_first, share.next_end, least_image(images, position ^ full)
        )
        if other < 0:
            continue
        a, b = counts[own, 0], counts[other, 0]
        # The product of two words, computed from their halves.
        crossed = (a >> half) * (b & low_half) + ((a & low_half) * (b & low_half) >> half)
        carried = (a & low_half) * (b >> half) + (crossed & low_half)
        product_low = a * b
        product_high = (a >> half) * (b >> half) + (crossed >> half) + (carried >> half)
        for _ in range(class_size(images, position)):
            low += product_low
            carry = np.uint64(low < product_low)
            middle += product_high
            high += np.uint64(middle < product_high)
            middle += carry
            high += np.uint64(middle < carry)
    return low, middle, high


class Counts:
    """Exact counts, one for each class of a ranked set."""

    def __init__(self, ranked: Ranked) -> None:
        self.ranked = ranked
        self.words = ranked.storage.zeros((len(ranked.members), 2), np.uint64)

    def __getitem__(self, position: int) -> int:
        number = self.ranked.number(position)
        if number < 0:
            return 0
        return int(self.words[number, 0]) | int(self.words[number, 1]) << 64

    def __setitem__(self, position: int, count: int) -> None:
        self.words[self.ranked.number(position), 0] = count

    def fill(self, game: PegGame, *, forwards: bool, stuck: int = 0, least_pegs: int = 0) -> None:
        """Compute the counts of all other members by numbers of pegs, from those already set."""
        between, ranked = steps(game.board, forwards=forwards), self.ranked
        phase = phrase("counting forwards") if forwards else phrase("counting backwards")
        passes = ranked.layers(phase, game.progress, increasing=not forwards, least=least_pegs)
        for pegs in passes:
            overflow = ranked.layer(
                pegs,
                pegs + 1 if forwards else pegs - 1,
                lambda share: add_up(self.words, share, between, stuck),
            )
            if any(overflow):
                raise KibitzError("there are more than 2 to the power of 128 ways to play")


def steps(board: PegBoard, *, forwards: bool) -> JumpSteps:
    """Return the steps of a count: jumps reversed, or jumps."""
    touched = np.array(board.touched, np.uint64)
    pegs = np.array(board.pegs, np.uint64)
    return JumpSteps(touched ^ pegs if forwards else pegs, touched)


def winnable(game: PegGame) -> DenseSet:
    """Return the positions of a game that are reachable and can still be won."""
    return intersection(game.reachable, game.winning, game.storage)


def ranked_winnable(game: PegGame, least_pegs: int = 0) -> Ranked:
    """Return the winnable positions up to `game.symmetric_start()`, ranked.

    Those with fewer than `least_pegs` pegs may be missing.
    """
    if game.classes is None:
        return Ranked(winnable(game), game.symmetric_start(), game.storage)
    classes = game.classes[np.bitwise_count(game.classes) >= least_pegs]
    return Ranked.listed(game.board, classes, game.symmetric_start())


def finishes(game: PegGame) -> list[int]:
    """Return the possible holes of the last peg of a won game."""
    holes = range(game.board.holes) if game.finish is None else [game.finish]
    return [h for h in holes if 1 << h in game.winning and game.reaches(1 << h)]


def count_from_both_ends(game: PegGame, ranked: Ranked | None = None) -> int | None:
    """Return the number of solution sequences of a game that is its own complement.

    Finishing from a position is reaching its complement in reverse, so half of the positions
    suffice. None if a count overflows one word.
    """
    full = game.board.full
    pegs = full.bit_count() // 2
    ranked = ranked or ranked_winnable(game, pegs)
    counts = Counts(ranked)
    counts[game.start] = 1
    counts.fill(game, forwards=True, least_pegs=pegs)
    first, end = ranked.table(pegs)[0], ranked.table(full.bit_count() - pegs)[1]
    if counts.words[first:end, 1].any():
        return None
    parts = ranked.layer(
        pegs,
        full.bit_count() - pegs,
        lambda share: join_halves(counts.words, share, np.uint64(full)),
    )
    return sum(int(word) << 64 * at for part in parts for at, word in enumerate(part))


def count_solutions(game: PegGame, ranked: Ranked | None = None) -> dict[int, int]:
    """Return the number of solution sequences by finishing hole.

    `ranked` may be passed if it is known: the winnable positions up to `game.symmetric_start()`.
    """
    ends = finishes(game)
    if game.serves_both and ends:
        found = count_from_both_ends(game, ranked)
        if found is not None:
            return {ends[0]: found}
    counts = Counts(ranked or ranked_winnable(game))
    if ends:
        counts[game.start] = 1
        counts.fill(game, forwards=True)
    return {hole: counts[1 << hole] for hole in ends}


def count_games(game: PegGame) -> int:
    """Return the number of ways to play the game until no jump is left, won or not."""
    counts = Counts(Ranked(game.reachable, game.symmetric_start(), game.storage))
    counts.fill(game, forwards=False, stuck=1)
    return counts[game.start]


def chance_at_random(game: PegGame, ranked: Ranked | None = None) -> float:
    """Return the probability of winning if every jump is chosen uniformly at random.

    The result is a floating-point number: as a fraction it would have thousands of digits.
    """
    ranked = ranked or ranked_winnable(game)
    chances = ranked.storage.zeros(len(ranked.members), np.float64)
    for hole in finishes(game):
        chances[ranked.number(1 << hole)] = 1.0
    jumps = steps(game.board, forwards=False)
    for pegs in ranked.layers(CHANCE, game.progress, increasing=True):
        ranked.layer(pegs, pegs - 1, lambda share: mean_chance(chances, share, jumps))
    number = ranked.number(game.start)
    return float(chances[number]) if number >= 0 else 0.0
