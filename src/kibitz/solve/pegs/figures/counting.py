"""Exact numbers of ways to play, and the probability of winning at random.

The number of solutions of a position is the sum over the positions after its jumps. The numbers
exceed 2**63 (the central English game can be played in 577,116,156,815,309,849,672 ways), so a
count is two words, and the kernels report an overflow.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from kibitz.language.errors import KibitzError, phrase
from kibitz.solve.pegs.figures.adding import add_up, join_halves, mean_chance
from kibitz.solve.pegs.figures.peg_game import intersection
from kibitz.solve.pegs.figures.ranked import Ranked

if TYPE_CHECKING:
    from kibitz.solve.memory.move_graph import Progress
    from kibitz.solve.pegs.figures.peg_game import PegGame
    from kibitz.solve.pegs.pegboard import PegBoard
    from kibitz.solve.pegs.sets.bits import Words
    from kibitz.solve.pegs.sets.dense import DenseSet

CHANCE = phrase("chance")


class Counts:
    """Exact counts, one for each class of a ranked set."""

    def __init__(self, ranked: Ranked) -> None:
        self.ranked = ranked
        self.words = ranked.room.zeros((len(ranked.members), 2), np.uint64)

    def __getitem__(self, position: int) -> int:
        number = self.ranked.number(position)
        if number < 0:
            return 0
        return int(self.words[number, 0]) | int(self.words[number, 1]) << 64

    def __setitem__(self, position: int, count: int) -> None:
        self.words[self.ranked.number(position), 0] = count

    def fill(
        self,
        board: PegBoard,
        *,
        forwards: bool,
        stuck: int = 0,
        least_pegs: int = 0,
        progress: Progress | None = None,
    ) -> None:
        """Compute the counts of all other members by numbers of pegs, from those already set."""
        pegs, touched = steps(board, forwards=forwards)
        ranked = self.ranked
        phase = phrase("counting forwards") if forwards else phrase("counting backwards")
        passes = ranked.layers(phase, progress, increasing=not forwards)
        passes = [pegs for pegs in passes if pegs >= least_pegs]
        for done, layer in enumerate(passes):
            overflow = ranked.layer(
                layer,
                layer + 1 if forwards else layer - 1,
                lambda first, end, next_first, next_end: add_up(
                    self.words,
                    ranked.members,
                    first,
                    end,
                    next_first,
                    next_end,
                    ranked.images,
                    pegs,
                    touched,
                    stuck,
                ),
            )
            if any(overflow):
                raise KibitzError("there are more than 2 to the power of 128 ways to play")
            if progress is not None:
                progress(phase, done + 1, len(passes))


def steps(board: PegBoard, *, forwards: bool) -> tuple[Words, Words]:
    """Return the steps of a count: jumps reversed, or jumps."""
    touched = np.array(board.touched, np.uint64)
    pegs = np.array(board.pegs, np.uint64)
    return (touched ^ pegs, touched) if forwards else (pegs, touched)


def winnable(game: PegGame) -> DenseSet:
    """Return the positions of a game that are reachable and can still be won."""
    return intersection(game.reachable, game.winning, game.room)


def ranked_winnable(game: PegGame, least_pegs: int = 0) -> Ranked:
    """Return the winnable positions up to `game.symmetric_start()`, ranked.

    Those with fewer than `least_pegs` pegs may be missing.
    """
    if game.classes is None:
        return Ranked(winnable(game), game.symmetric_start(), game.room)
    classes = game.classes[np.bitwise_count(game.classes) >= least_pegs]
    return Ranked.listed(game.board, classes, game.symmetric_start())


def finishes(game: PegGame) -> list[int]:
    """Return the possible holes of the last peg of a won game."""
    holes = range(game.board.holes) if game.finish is None else [game.finish]
    return [h for h in holes if 1 << h in game.winning and game.reaches(1 << h)]


def count_from_both_ends(
    game: PegGame, ranked: Ranked | None = None, progress: Progress | None = None
) -> int | None:
    """Return the number of solution sequences of a game that is its own complement.

    Finishing from a position is reaching its complement in reverse, so half of the positions
    suffice. None if a count overflows one word.
    """
    full = game.board.full
    pegs = full.bit_count() // 2
    ranked = ranked or ranked_winnable(game, pegs)
    counts = Counts(ranked)
    counts[game.start] = 1
    counts.fill(game.board, forwards=True, progress=progress, least_pegs=pegs)
    first, end = ranked.table(pegs)[0], ranked.table(full.bit_count() - pegs)[1]
    if counts.words[first:end, 1].any():
        return None
    parts = ranked.layer(
        pegs,
        full.bit_count() - pegs,
        lambda first, end, next_first, next_end: join_halves(
            counts.words,
            ranked.members,
            first,
            end,
            next_first,
            next_end,
            ranked.images,
            np.uint64(full),
        ),
    )
    return sum(int(word) << 64 * at for part in parts for at, word in enumerate(part))


def count_solutions(
    game: PegGame,
    *,
    ranked: Ranked | None = None,
    forwards: bool = True,
    progress: Progress | None = None,
) -> dict[int, int]:
    """Return the number of solution sequences by finishing hole, counted from either end.

    `ranked` may be passed if it is known: the winnable positions up to `game.symmetric_start()`.
    """
    if forwards and game.serves_both and (ends := finishes(game)):
        found = count_from_both_ends(game, ranked, progress)
        if found is not None:
            return {ends[0]: found}
    ranked = ranked or ranked_winnable(game)
    ends = finishes(game)
    if forwards:
        counts = Counts(ranked)
        if ends:
            counts[game.start] = 1
            counts.fill(game.board, forwards=True, progress=progress)
        return {hole: counts[1 << hole] for hole in ends}
    result = {}
    for hole in ends:
        if hole in result:
            continue
        # All images of a finish are counted together, and each has an equal share.
        same = sorted({symmetry[hole] for symmetry in ranked.symmetries})
        counts = Counts(ranked)
        counts[1 << hole] = 1
        if game.start != 1 << hole:
            counts.fill(game.board, forwards=False, progress=progress)
        result.update({other: counts[game.start] // len(same) for other in same})
    return dict(sorted(result.items()))


def count_games(game: PegGame) -> int:
    """Return the number of ways to play the game until no jump is left, won or not."""
    counts = Counts(Ranked(game.reachable, game.symmetric_start(), game.room))
    counts.fill(game.board, forwards=False, stuck=1)
    return counts[game.start]


def chance_at_random(
    game: PegGame, *, ranked: Ranked | None = None, progress: Progress | None = None
) -> float:
    """Return the probability of winning if every jump is chosen uniformly at random.

    The result is a floating-point number: as a fraction it would have thousands of digits.
    """
    ranked = ranked or ranked_winnable(game)
    chances = ranked.room.zeros(len(ranked.members), np.float64)
    for hole in finishes(game):
        chances[ranked.number(1 << hole)] = 1.0
    pegs, touched = steps(game.board, forwards=False)
    passes = ranked.layers(CHANCE, progress, increasing=True)
    for done, layer in enumerate(passes):
        ranked.layer(
            layer,
            layer - 1,
            lambda first, end, next_first, next_end: mean_chance(
                chances,
                ranked.members,
                first,
                end,
                next_first,
                next_end,
                ranked.images,
                pegs,
                touched,
            ),
        )
        if progress is not None:
            progress(CHANCE, done + 1, len(passes))
    number = ranked.number(game.start)
    return float(chances[number]) if number >= 0 else 0.0
