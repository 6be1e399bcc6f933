"""All problems of a board, from one vacancy to one peg, up to symmetry."""

from __future__ import annotations

from typing import TypedDict

from kibitz.engines.pegs.figures.counting import count_solutions, ranked_winnable
from kibitz.engines.pegs.figures.fewest_moves import FewestMoves
from kibitz.engines.pegs.figures.peg_game import PegGame
from kibitz.engines.pegs.peg_search import Search, attempt, fits
from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.engines.pegs.position_classes import PositionClasses
from kibitz.engines.pegs.sets import dense
from kibitz.engines.pegs.sets.coordinates import Coordinates
from kibitz.language.errors import phrase
from kibitz.solve.effort import Progress, no_progress

VACANCIES = phrase("vacancies")
MOST_COUNTED_BITS = 29  # the English board; the counts of a larger one do not fit into memory


class Problem(TypedDict):
    """One problem. `feasible` is whether the position class allows it.

    `solvable` is None if it is unknown (a board of more than 37 holes); `sequences` and `moves` are
    None if they were not requested or there are too many positions to count them, and `moves` is
    None also if there is no solution.
    """

    vacancy: int
    finish: int
    feasible: bool
    solvable: bool | None
    sequences: int | None
    moves: int | None


def pairs(board: PegBoard) -> list[tuple[int, int]]:
    """Return pairs (vacancy, finish), the least of each class, in increasing order."""
    symmetries = [tuple(range(board.holes)), *board.symmetries]
    every = range(board.holes)
    return sorted({min((g[v], g[f]) for g in symmetries) for v in every for f in every})


def problems(
    board: PegBoard,
    *,
    sequences: bool = True,
    moves: bool = True,
    progress: Progress = no_progress,
) -> list[Problem]:
    """Return every problem up to symmetry, including those that the position class rules out.

    Sequences are counted and moves proved minimal if the board has at most 2**29 positions in a
    class (33 holes of the usual lattices); the English board takes minutes then, and a few seconds
    without them.
    """
    classes = PositionClasses(board)
    result = [
        Problem(
            vacancy=vacancy,
            finish=finish,
            feasible=feasible,
            solvable=None if feasible else False,
            sequences=None if feasible or not sequences else 0,
            moves=None,
        )
        for vacancy, finish in pairs(board)
        for feasible in [board.holes > 1 and classes.allows(board.vacancy(vacancy), finish)]
    ]
    count = (sequences or moves) and len(Coordinates(board).free) <= MOST_COUNTED_BITS
    vacancies = sorted({problem["vacancy"] for problem in result if problem["feasible"]})
    for done, vacancy in enumerate(vacancies):
        progress(VACANCIES, done, len(vacancies))
        mine = [p for p in result if p["vacancy"] == vacancy and p["feasible"]]
        if count:
            _count(board, vacancy, mine, sequences, moves, progress)
        else:
            _decide(board, vacancy, mine, progress)
    progress(VACANCIES, len(vacancies), len(vacancies))
    return result


def _count(
    board: PegBoard,
    vacancy: int,
    mine: list[Problem],
    sequences: bool,
    moves: bool,
    progress: Progress,
) -> None:
    """Fill in the problems of one vacancy, with the requested figures."""
    game = PegGame(board, board.vacancy(vacancy), progress=progress)
    ranked = ranked_winnable(game)
    counts = count_solutions(game, ranked) if sequences else {}
    fewest = FewestMoves(game, ranked) if moves else None
    for problem in mine:
        finish = problem["finish"]
        problem["solvable"] = 1 << finish in game.reachable
        if sequences:
            problem["sequences"] = counts.get(finish, 0)
        if fewest is not None and problem["solvable"]:
            problem["moves"] = fewest.to(1 << finish)


def _decide(board: PegBoard, vacancy: int, mine: list[Problem], progress: Progress) -> None:
    """Fill in whether the problems of one vacancy are solvable, without counting."""
    open_ones = []
    for problem in mine:
        search = Search(board, board.vacancy(vacancy), 1, problem["finish"])
        if attempt(search):
            problem["solvable"] = True
        elif search.complete:
            problem["solvable"] = False
        else:
            open_ones.append(problem)
    if open_ones and fits(board):
        # The complements of the positions that lead to a peg in the vacancy are reachable from it.
        backwards = dense.reducible(board, [1 << vacancy], progress=progress)
        for problem in open_ones:
            problem["solvable"] = board.vacancy(problem["finish"]) in backwards
