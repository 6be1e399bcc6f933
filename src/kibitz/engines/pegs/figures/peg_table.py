"""Table of a large peg board: the bit set of winning positions, and the figures of the game.

It holds one bit for every position of the class of the start, reachable or not: whether it can be
reduced to one peg (in the finish hole).
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kibitz.engines.pegs.pegboard import PegBoard
from kibitz.games.peg_boards import Jumps
from kibitz.language.errors import Sentence
from kibitz.rules import PositionId
from kibitz.rules.objectives.outcomes import Bound, Outcome
from kibitz.rules.rules import Rules
from kibitz.solve.effort import Meter, Progress, no_progress
from kibitz.solve.store.rowfile import RowFile, Stream
from kibitz.solve.store.table import Count, Table, whole

if TYPE_CHECKING:
    from kibitz.engines.pegs.figures.peg_game import PegGame
    from kibitz.engines.pegs.figures.set_storage import Stages
    from kibitz.solve.store.table import Text

WORD = 64
SETS = 3  # in memory at a time: both, and the source of one of them


def board_of(jumps: Jumps) -> PegBoard:
    """Return the solver's board for a peg jumping game."""
    return PegBoard(jumps.holes, jumps.jumps, jumps.symmetries)


def sets_in_memory(rules: Rules) -> int:
    """Return the number of bytes of the sets of a game: reachable and winning positions."""
    from kibitz.engines.pegs.sets.coordinates import Coordinates

    return SETS << max(0, len(Coordinates(board_of(rules.jumps)).free) - 3)


class PegTable(Table):
    """The winning positions of a class, in memory or in a file, and the figures of the game."""

    kind = "pegs"
    by_cell = ("sequences", "moves")
    lists_positions = False

    def __init__(self, rules: Rules, words: Any, figures: dict[str, Any]) -> None:
        from kibitz.engines.pegs.sets.coordinates import Coordinates

        super().__init__(rules)
        self.words = words
        self.figures = figures
        self._board = board_of(rules.jumps)
        self._symmetries = self._board.fixing(hole=rules.jumps.finish)
        self.coordinates = Coordinates(self._board)
        self._class = self.coordinates.constants(rules.start)
        self._solved = rules.objective.outcome_of_end(rules.solved_at)
        self._not_solved = Bound(best=rules.objective.outcome_of_end(rules.solved_at + 1))

    @classmethod
    def from_file(cls, rules: Rules, file: RowFile) -> PegTable:
        """Return the table in a file; raises an error if there is none."""
        table = cls(rules, file.rows["winning"], checked_figures(file.says["figures"]))
        if len(table.words) != -(-(1 << len(table.coordinates.free)) // WORD):
            raise ValueError("a set of another size")
        return table

    def __len__(self) -> int:
        return sum(layer["classes"] for layer in self.figures["layers"])

    def wins(self, position: int) -> bool | None:
        """Return whether a position can be won; None if no image of it is in the class."""
        for image in self._images(position):
            if self.coordinates.constants(image) == self._class:
                at = self.coordinates.index(image)
                return bool(int(self.words[at // WORD]) >> at % WORD & 1)
        return None

    def _images(self, position: int) -> Iterator[int]:
        """Yield a position and its images: a class may contain one of them and not another."""
        yield position
        for symmetry in self._symmetries:
            yield self._board.image(position, symmetry)

    def look_up(self, position: int) -> Outcome | None:
        won = self.wins(position)
        if won is None:
            return None
        return self._solved if won else self._not_solved

    def histogram(self) -> dict[Outcome, Count]:
        layers = self.figures["layers"]
        positions, classes, won, won_classes = (
            sum(layer[column] for layer in layers)
            for column in ("positions", "classes", "winnable_positions", "winnable_classes")
        )
        found: dict[Outcome, Count] = {
            self._solved: Count(won, won_classes),
            self._not_solved: Count(positions - won, classes - won_classes),
        }
        return {outcome: count for outcome, count in found.items() if count.positions}

    def hardest(self) -> dict[Outcome, PositionId]:
        return {}  # that would require the score of every position

    def chart(self) -> list[tuple[str, int]]:
        layers = self.figures["layers"]
        return [(f"{layer['jumps']} jumps", layer["positions"]) for layer in layers]

    def summary(self, text: Text) -> dict[str, Any]:
        """Return the counts by layer; there is no histogram because scores are not stored."""
        figures = self.figures
        positions, solvable = (
            sum(layer[column] for layer in figures["layers"])
            for column in ("positions", "winnable_positions")
        )
        start = self.look_up(self.rules.start)
        assert start is not None
        return {
            "positions": positions,
            "classes": len(self),
            "solvable": solvable,
            "unsolvable": positions - solvable,
            "histogram": None,
            "hardest": None,
            "layers": figures["layers"],
            "sequences": figures["sequences"],
            "moves": figures["moves"],
            "chance": figures["chance"],
            "start": start.as_json(),
            "seconds": self.rounded_seconds,
        }

    def verify(self, watch: Meter | None = None) -> list[Sentence]:
        from kibitz.engines.pegs.verify.verify_pegs import verify_pegs  # imported on demand

        return verify_pegs(self, watch or no_progress)

    def rows(self) -> dict[str, memoryview | Stream]:
        return {"winning": memoryview(self.words)}

    def says(self) -> dict[str, Any]:
        return {"figures": self.figures}


def checked_figures(figures: dict[str, Any]) -> dict[str, Any]:
    """Return figures from a file; raises an error if their format is invalid."""
    from kibitz.engines.pegs.figures.peg_layers import Layer

    for layer in figures["layers"]:
        if layer.keys() != set(Layer._fields):
            raise ValueError(layer)
        for number in layer.values():
            whole(number)
    for name in ("sequences", "moves"):
        for hole, number in (figures[name] or {}).items():
            whole(int(hole))
            whole(number)
    chance = figures["chance"]
    if chance is not None and not (type(chance) is float and 0 <= chance <= 1):
        raise ValueError(chance)
    return figures


def solve_pegs(
    rules: Rules, progress: Progress = no_progress, stages: Stages | None = None
) -> PegTable:
    """Return the table of a peg jumping game: the winning set, and figures by layer.

    The number of solution sequences, the fewest moves (by finishing hole, a chain of jumps counted
    as one) and the probability of winning by random jumps are None if there are too many positions.
    Finished parts are recorded in `stages` and not computed again. Its `storage` is in memory or in
    files.
    """
    from kibitz.engines.pegs.figures.peg_game import PegGame
    from kibitz.engines.pegs.figures.peg_layers import layers
    from kibitz.engines.pegs.figures.peg_problems import MOST_COUNTED_BITS
    from kibitz.engines.pegs.figures.set_storage import Stages

    jumps = rules.jumps
    stages = stages or Stages(rules)
    begin = time.perf_counter() - stages.seconds
    game = PegGame(
        board_of(jumps), rules.start, jumps.finish, progress=progress, storage=stages.storage
    )
    figures = stages.figures
    if "layers" not in figures:
        stages.note(time.perf_counter() - begin)
        found = layers(game)
        figures["layers"] = [layer._asdict() for layer in found]
        stages.note(time.perf_counter() - begin)
    if len(game.reachable.coordinates.free) <= MOST_COUNTED_BITS:
        _count(game, stages, begin)
    nothing = {"sequences": None, "moves": None, "chance": None}
    table = PegTable(rules, game.winning.words.view("int64"), nothing | figures)
    table.seconds = time.perf_counter() - begin
    return table


def _count(game: PegGame, stages: Stages, begin: float) -> None:
    """Fill in the figures that need a number for each winnable position."""
    from kibitz.engines.pegs.figures.counting import (
        chance_at_random,
        count_solutions,
        ranked_winnable,
    )
    from kibitz.engines.pegs.figures.fewest_moves import FewestMoves

    figures = stages.figures
    if "chance" in figures:
        return
    ranked = ranked_winnable(game)
    if "sequences" not in figures:
        counts = count_solutions(game, ranked)
        figures["sequences"] = {str(hole): count for hole, count in counts.items()}
        stages.note(time.perf_counter() - begin)
    if "moves" not in figures:
        fewest = FewestMoves(game, ranked)
        figures["moves"] = {hole: fewest.to(1 << int(hole)) for hole in figures["sequences"]}
        stages.note(time.perf_counter() - begin)
        del fewest  # frees its memory
    figures["chance"] = chance_at_random(game, ranked)
    stages.note(time.perf_counter() - begin)
