"""Peg solitaire in words: why a position cannot be won, and solutions in the fewest moves."""

from __future__ import annotations

from kibitz.rules.errors import KibitzError, Sentence, listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.game import Game
    from kibitz.solve.graph import Progress


def why_not(game: Game, position: int, most: int | None = None) -> Sentence | None:
    """Return why a position that cannot be won cannot, in one sentence; None if none is short.

    `most` may limit the work (see `solve/pegs/reasons.py`).
    """
    from kibitz.solve.pegs.reasons import reason

    jumps = game.rules.jumps
    assert jumps is not None
    found = reason(jumps, position, most)
    if found is None:
        return None
    names = game.board.names
    if found.by_class:
        if jumps.finish is None:
            return Sentence("the rule of three shows that the game cannot end with one peg")
        return Sentence(
            "the rule of three shows that the game cannot end with one peg in {hole}",
            hole=names[jumps.finish],
        )
    parts = []
    for hole in found.pagodas:
        has, needs = found.weights(hole)
        parts.append(f"{names[hole]} ({has} < {needs})")
    return Sentence(
        "a pagoda function shows that the position has too little weight for a last peg in {holes}",
        holes=listed(parts),
    )


def fewest_moves(
    game: Game, position: int, progress: Progress | None = None
) -> list[list[int]] | None:
    """Return a solution in the fewest moves, each the list of the jumps of one peg.

    None if there is no solution. That fewer are not enough is proved by having seen all positions
    that can be reached and still be won.
    """
    from kibitz.solve.pegs import fewest
    from kibitz.solve.pegs.layers import Game as Layered
    from kibitz.solve.pegs.table import board_of

    jumps = game.rules.jumps
    if jumps is None:
        raise KibitzError(
            "{name} is not peg solitaire, so its moves are not chains of jumps", name=game.name
        )
    layered = Layered(board_of(jumps), position, jumps.finish, progress=progress)
    found = fewest.fewest_moves(layered, progress=progress)
    if found is None:
        return None
    for jump in (jump for chain in found.chains for jump in chain):
        assert jump in game.rules.moves(position), "a line that was found is legal"
        position = game.rules.play(position, jump)
    assert game.rules.worth(position) == 1, "a solution ends with one peg where it should be"
    return found.chains


def chain_text(game: Game, chain: list[int]) -> str:
    """Return the jumps of one peg as the holes it visits: `f4-d4-d2`."""
    jumps = game.rules.jumps
    assert jumps is not None
    holes = [jumps.jumps[chain[0]][0], *(jumps.jumps[jump][2] for jump in chain)]
    return "-".join(game.board.names[hole] for hole in holes)
