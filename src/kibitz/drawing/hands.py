"""Hands: the pieces of each player that are not on the board, and the words for them."""

from __future__ import annotations

from collections.abc import Callable

from kibitz.drawing.scene import stored_at
from kibitz.language.errors import phrase
from kibitz.rules.appearance import Appearance
from kibitz.rules.base_game import BaseGame

Held = tuple[str, float, int]  # a sign, the size of the piece, and how many there are
Plain = Callable[[str], str]  # translates a label

IN_HAND = phrase("In hand, {player}")
OWNERS = ("first", "second", "player", "other")  # the player that a label names


class Hand:
    """The pieces that one player has in hand: `owner` is 0 for the first player."""

    def __init__(self, owner: int, label: str) -> None:
        self.owner = owner
        self.label = label
        self.held: list[Held] = []

    @property
    def count(self) -> int:
        """How many pieces there are."""
        return sum(count for _, _, count in self.held)

    @property
    def words(self) -> str:
        return f"{self.label}: {self.count}"


def hands_of(
    game: BaseGame, appearance: Appearance, position: int, mover: int, plain: Plain
) -> list[Hand]:
    """Return the hands of both players."""
    signs, stored = game.pieces(position, mover), stored_at(game, position)
    names = [plain(game.player_name(at)) for at in (0, 1)]
    hands = [Hand(at, plain(IN_HAND).format(player=names[at])) for at in (0, 1)]
    labels = zip(appearance.beside, appearance.held, stored, strict=False)
    for label, sign, count in labels:
        owner = owner_of(label, mover)
        shown = sign if mover == 0 or not is_relative(label) else game.exchanged([sign])[0]
        hands[owner].held.append((shown, 1.0, appearance.count(count) or 0))
    sizes = sorted({size for size in appearance.sizes if size}) or [1.0]
    for owner, (sign, most) in enumerate(appearance.stock.items()):
        for size in sizes:
            out = sum(
                one == sign and appearance.size(cell) == size for cell, one in enumerate(signs)
            )
            hands[owner].held.append((sign, size, most - out))
    return hands


def owner_of(label: str, mover: int) -> int:
    """Return the player that a label names, 0 for the first player."""
    named = next((name for name in OWNERS if f"{{{name}}}" in label), "first")
    return {"first": 0, "second": 1, "player": mover, "other": 1 - mover}[named]


def is_relative(label: str) -> bool:
    """Return whether a label names a player by who is to move."""
    return "{player}" in label or "{other}" in label
