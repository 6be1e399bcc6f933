"""Puzzles of a game, by the name of the game."""

from __future__ import annotations

from datetime import date
from os import PathLike
from random import getrandbits

from kibitz.api.game import Game
from kibitz.api.game import game as game_named
from kibitz.play.posed_puzzle import Puzzle
from kibitz.play.puzzle_finder import find_puzzle, puzzle_of_day


def puzzle(
    game: Game | str | PathLike[str],
    difficulty: str | None = None,
    *,
    distance: int | None = None,
    seed: str | None = None,
    day: date | None = None,
) -> Puzzle:
    """Return a puzzle of a game, or that of a day: what `kibitz puzzle` and the page give.

    `difficulty` is `easy`, `medium` or `hard`, `distance` how many moves the best line has. The
    same seed gives the same puzzle again.

    Examples:
        >>> import kibitz
        >>> puzzle = kibitz.puzzle("noughts", "easy", seed="1")
        >>> puzzle.judge(puzzle.right[0].move).right
        True
    """
    oracle = game_named(game).oracle
    if day is not None:
        return puzzle_of_day(oracle, day)
    return find_puzzle(oracle, difficulty, seed or str(getrandbits(64)), distance)
