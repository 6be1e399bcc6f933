"""Known counts, one runner for all games; the figures and their sources are in data/counts.toml."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.support import every_game

if TYPE_CHECKING:
    from kibitz.rules import PositionId

COUNTS = tomllib.loads((Path(__file__).parents[1] / "data" / "counts.toml").read_text())["count"]


class Explored:
    """Every position reachable from a game's start, by layer of first arrival."""

    def __init__(self, name: str, layers: int | None = None) -> None:
        rules = every_game.game(name).rules
        self.rules = rules
        seen = {rules.start}
        self.layers = [[rules.start]]
        self.follow: dict[PositionId, list[PositionId]] = {}
        while self.layers[-1] and len(self.layers) != layers:
            reached = []
            for position in self.layers[-1]:
                after = [rules.play(position, move) for move in rules.moves(position)]
                self.follow[position] = after
                for there in after:
                    if there not in seen:
                        seen.add(there)
                        reached.append(there)
            self.layers.append(reached)
        self.positions = seen

    def classes(self, positions: list[PositionId]) -> int:
        canonical = self.rules.canonical
        assert canonical is not None
        return len({canonical(position) for position in positions})

    def lines(self, *, solved: bool) -> int:
        """Count the lines of play to an end (solved: to one of score 1); no move leads back."""
        ways: dict[int, int] = {}
        for layer in reversed(self.layers):
            for position in layer:
                after = self.follow[position]
                ends = not after and (not solved or self.rules.worth(position) == 1)
                ways[position] = sum(ways[there] for there in after) + ends
        return ways[self.rules.start]

    def count(self, what: str) -> Any:
        moves = [len(after) for after in self.follow.values()]
        match what:
            case "positions":
                return len(self.positions)
            case "classes":
                return self.classes(list(self.positions))
            case "finished":
                return moves.count(0)
            case "moves":
                return sum(moves)
            case "most_moves":
                return max(moves)
            case "start_moves":
                return len(self.follow[self.rules.start])
            case "solutions":
                return self.lines(solved=True)
            case "games":
                return self.lines(solved=False)
            case "layer_positions":
                return [len(layer) for layer in self.layers]
            case "layer_classes":
                return [self.classes(layer) for layer in self.layers]
        raise ValueError(what)


@cache
def explored(name: str, layers: int | None) -> Explored:
    return Explored(name, layers)


@pytest.mark.parametrize(
    ("name", "what", "known"),
    [
        (entry["game"], what, known)
        for entry in COUNTS
        for what, known in entry.items()
        if what not in ("game", "source")
    ],
)
def test_known_count(name: str, what: str, known: Any) -> None:
    layers = len(known) if isinstance(known, list) else None
    assert explored(name, layers).count(what) == known
