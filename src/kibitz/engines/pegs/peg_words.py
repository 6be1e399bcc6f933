"""Why a peg position cannot be won, in words."""

from __future__ import annotations

from kibitz.language.errors import Sentence, all_of, listed
from kibitz.solve.structure import Why

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.engines.pegs.impossibility import Reason
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame


def why_not(game: BaseGame, position: PositionId, most: int | None = None) -> Why | None:
    """Return why a position cannot be won; None if there is no short reason.

    `most` may limit the work (see `engines/pegs/impossibility.py`).
    """
    from kibitz.engines.pegs.impossibility import reason

    jumps = game.rules.jumps
    found = reason(jumps, position, most)
    if found is None:
        return None
    return _by_colours(game, position) if found.by_class else _by_weights(game, found)


def _by_weights(game: BaseGame, found: Reason) -> Why:
    names = game.board.names
    parts = []
    for hole in found.pagodas:
        has, needs = found.weights(hole)
        parts.append(f"{names[hole]} ({has} < {needs})")
    words = Sentence(
        "a pagoda function shows that the position has too little weight for a last peg in {holes}",
        holes=listed(parts),
    )
    first, *others = found.pagodas
    shown = Sentence(
        "Each peg is worth the number of its hole. No jump raises the total, which is already "
        "too low for a last peg in {hole}.",
        hole=names[first],
    )
    if others:
        shown = Sentence(
            "{reason} Other numbers show the same for {holes}.",
            reason=shown,
            holes=all_of(names[hole] for hole in others),
        )
    return Why(words, shown, "weights", found.pagodas[first])


def _by_colours(game: BaseGame, position: PositionId) -> Why:
    jumps = game.rules.jumps
    finish = jumps.finish
    words = (
        Sentence("the rule of three shows that the game cannot end with one peg")
        if finish is None
        else Sentence(
            "the rule of three shows that the game cannot end with one peg in {hole}",
            hole=game.board.names[finish],
        )
    )
    for colours in three_colourings(game):
        odd = [sum(position >> hole & 1 for hole in _of(colours, one)) % 2 for one in range(3)]
        if len(set(odd)) == 1:
            shown = Sentence(
                "Every jump changes the number of pegs on all three colours by one. Here they are "
                "all even or all odd, and stay so; a last peg would make one of them differ."
            )
            return Why(words, shown, "colours", colours)
        apart = odd.index(1) if sum(odd) == 1 else odd.index(0)
        if finish is not None and colours[finish] != apart:
            shown = Sentence(
                "Every jump changes the number of pegs on all three colours by one. So the colour "
                "that is odd among even ones, or even among odd ones, stays the same, and {hole} "
                "has another colour.",
                hole=game.board.names[finish],
            )
            return Why(words, shown, "colours", colours)
    return Why(words)


def _of(colours: Sequence[int], colour: int) -> list[int]:
    return [hole for hole, one in enumerate(colours) if one == colour]


def three_colourings(game: BaseGame) -> list[list[int]]:
    """Return the ways to colour the diagonals of a board so that a jump meets all three colours.

    There are two on most square boards and one on triangles.
    """
    jumps = game.rules.jumps
    found = []
    for down, right in ((1, 1), (1, 2), (0, 1), (1, 0)):
        colours = [(down * row + right * column) % 3 for row, column in game.board.places]
        if all(len({colours[hole] for hole in jump}) == 3 for jump in jumps.jumps):
            found.append(colours)
    return found
