"""Solutions with the fewest moves, where a chain of jumps by one peg is one move, with proof.

A chain continues only from the hole where the last jump ended, so the state of a game is a position
and a hole. But continuing with any other peg costs one move, and one more move allows any peg; so
for each position it suffices to store the fewest moves to it and the set of holes where the last
peg can have landed by then: one word. Each layer is computed from the layer before, over all
reachable positions that can still be won, which proves the result minimal.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from kibitz.engines.pegs.figures.counting import finishes, ranked_winnable, steps
from kibitz.engines.pegs.figures.peg_game import PegGame
from kibitz.engines.pegs.figures.places import VACANT, JumpSteps, LayerShare, find_neighbours
from kibitz.engines.pegs.figures.ranked import Ranked
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.sets.bits import Words, kernel
from kibitz.engines.pegs.sets.peg_images import image
from kibitz.language.errors import phrase

Bytes = NDArray[np.uint8]

FEWEST_MOVES = phrase("fewest moves")
UNKNOWN = 255


class ShortestSolution(NamedTuple):
    """A solution with the fewest moves: each move is the list of its jumps."""

    moves: int
    chains: list[list[int]]


@kernel
def extend(
    moves: Bytes,
    landed: Words,
    share: LayerShare,
    permutations: Words,
    jumps: Words,
    steps: JumpSteps,
) -> None:
    """Compute the fewest moves to each of these members, and the holes where the last peg landed.

    The source is the table of positions with one more peg, to which a reversed jump leads.
    `permutations` are the symmetries of `share.images`.
    """
    members, images = share.members, share.images
    pegs, touched = steps.pegs, steps.touched
    one = np.uint64(1)
    scratch = np.empty((3, len(pegs) + 1), np.uint64)
    for own in range(np.uint64(share.first), np.uint64(share.end)):
        position = members[own]
        if position == np.uint64(VACANT):
            continue
        found, _ = find_neighbours(share, steps, position, scratch)
        for at in range(found):
            number, jump = scratch[0, at], scratch[1, at]
            before = position ^ touched[jump]
            landing = pegs[jump]
            symmetry = np.uint64(0)
            while image(images, before, symmetry) != members[number]:
                symmetry += one
            there = permutations[symmetry, jumps[jump, 0]]
            cost = moves[number] + (1 if landed[number] >> there & one == 0 else 0)
            if cost < moves[own]:
                moves[own] = cost
                landed[own] = landing
            elif cost == moves[own]:
                landed[own] |= landing


class FewestMoves:
    """The fewest moves from the start of a game to each position that can still be won."""

    def __init__(self, game: PegGame, ranked: Ranked | None = None) -> None:
        self.game = game
        self.ranked = ranked = ranked or ranked_winnable(game)
        self.moves = ranked.storage.zeros(len(ranked.members), np.uint8)
        self.moves[:] = UNKNOWN
        self.landed = ranked.storage.zeros(len(ranked.members), np.uint64)
        permutations = np.array(ranked.symmetries, np.uint64)
        jumps = np.array(game.board.jumps, np.uint64).reshape(-1, 3)
        taken_back = steps(game.board, forwards=True)
        at = ranked.number(game.start)
        if at < 0:
            return
        self.moves[at] = 0
        for pegs in ranked.layers(FEWEST_MOVES, game.progress, increasing=False):
            ranked.layer(
                pegs,
                pegs + 1,
                lambda share: extend(
                    self.moves, self.landed, share, permutations, jumps, taken_back
                ),
            )

    def to(self, position: int) -> int | None:
        """Return the fewest moves to a position, None if it is not winnable or not reached."""
        number = self.ranked.number(position)
        return None if number < 0 or self.moves[number] == UNKNOWN else int(self.moves[number])

    def landings(self, position: int) -> int:
        """Return the possible holes of the last peg after the fewest moves, as a bit set."""
        symmetry = self.ranked.to_least(position)
        landed = int(self.landed[self.ranked.number(position)])
        return sum(1 << hole for hole, there in enumerate(symmetry) if landed >> there & 1)

    def solution(self, finish: int) -> ShortestSolution | None:
        """Return a solution with the fewest moves that ends in a hole, None if there is none."""
        position, board = 1 << finish, self.game.board
        total = self.to(position)
        if total is None:
            return None
        jumps = self._backwards(board, position)
        chains: list[list[int]] = []
        for jump in jumps:
            if chains and board.jumps[chains[-1][-1]][2] == board.jumps[jump][0]:
                chains[-1].append(jump)
            else:
                chains.append([jump])
        if len(chains) != total:
            raise AssertionError("a shortest solution has as many moves as it should")
        return ShortestSolution(total, chains)

    def _backwards(self, board: PegBoard, position: int) -> list[int]:
        """Return the jumps of a shortest path to a position."""
        jumps: list[int] = []
        moves = self.to(position)
        hole: int | None = None  # the required hole of the last peg, if the chain continues
        while position != self.game.start:
            landings = self.landings(position) if hole is None else 1 << hole
            for jump, (start, _, to) in enumerate(board.jumps):
                touched = board.touched[jump]
                if not landings >> to & 1 or position & touched != 1 << to:
                    continue
                before = self.to(position ^ touched)
                if before is None:
                    continue
                goes_on = self.landings(position ^ touched) >> start & 1
                if before + (0 if goes_on else 1) == moves:
                    hole = start if goes_on else None
                    position ^= touched
                    moves = before
                    jumps.append(jump)
                    break
            else:
                raise AssertionError("every position was reached from another")
        return jumps[::-1]


def fewest_moves(game: PegGame, ranked: Ranked | None = None) -> ShortestSolution | None:
    """Return a solution of a game with the fewest moves, None if it has no solution."""
    found = FewestMoves(game, ranked)
    ends = [(found.to(1 << hole) or 0, hole) for hole in finishes(game)]
    return found.solution(min(ends)[1]) if ends else None
