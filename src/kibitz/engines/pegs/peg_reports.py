"""Reports on peg boards alone: the problems of a board, all its positions, the fewest moves."""

from __future__ import annotations

from kibitz.language.errors import KibitzError
from kibitz.rules import MoveId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from kibitz.engines.pegs.sets.whole_board import EveryPosition
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.solve.effort import Meter, Progress


def problems_of(game: BaseGame, meter: Meter, *, count: bool) -> list[dict[str, Any]]:
    """Return the problems of a board by the names of its holes, each counted if `count`."""
    from kibitz.engines.pegs.figures.peg_problems import problems
    from kibitz.engines.pegs.figures.peg_table import board_of, sets_in_memory

    if game.rules.jumps is None:
        raise KibitzError("{name} is not peg solitaire, so it has no such problems", name=game.name)
    meter.need(sets_in_memory(game.rules) if count else 0)
    found = problems(board_of(game.rules.jumps), sequences=count, moves=count, progress=meter)
    names = game.board.names
    return [
        {**one, "vacancy": names[one["vacancy"]], "finish": names[one["finish"]]} for one in found
    ]


def every_position(game: BaseGame, *, fresh: bool, **making: Any) -> EveryPosition:
    """Return every position of a board, decided: the set that was kept, unless `fresh`.

    `making` are parameters of `whole_board.make`.
    """
    from kibitz.engines.pegs.sets import whole_board
    from kibitz.solve.store.table_store import TableStore

    jumps, store = game.rules.jumps, TableStore()
    if jumps is None:
        raise KibitzError("{name} is not peg solitaire", name=game.name)
    kept = None if fresh else whole_board.find(store, jumps)
    return kept or whole_board.make(store, jumps, **making)


def fewest_moves(game: BaseGame, position: PositionId, progress: Progress) -> list[str] | None:
    """Return a solution in the fewest moves, each the holes that a peg visits: `f4-d4-d2`.

    None if there is no solution. Optimality is proved by visiting all reachable positions that
    can still be won.
    """
    from kibitz.engines.pegs.figures import fewest_moves as fewest
    from kibitz.engines.pegs.figures.peg_game import PegGame
    from kibitz.engines.pegs.figures.peg_table import board_of

    jumps, names = game.rules.jumps, game.board.names
    if jumps is None:
        raise KibitzError(
            "{name} is not peg solitaire, so its moves are not chains of jumps", name=game.name
        )
    layered = PegGame(board_of(jumps), position, jumps.finish, progress=progress)
    found = fewest.fewest_moves(layered)
    if found is None:
        return None
    for jump in (jump for chain in found.chains for jump in chain):
        assert MoveId(jump) in game.rules.moves(position), "a line that was found is legal"
        position = game.rules.play(position, jump)
    assert game.rules.worth(position) == 1, "a solution ends with one peg where it should be"
    visited = (
        [jumps.jumps[chain[0]][0], *(jumps.jumps[jump][2] for jump in chain)]
        for chain in found.chains
    )
    return ["-".join(names[hole] for hole in holes) for holes in visited]
