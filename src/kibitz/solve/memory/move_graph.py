"""Graph of the explored positions and moves of a game, which can be saved and resumed."""

from __future__ import annotations

from kibitz.solve.array_backend import arrays

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.arrays import Ints
    from kibitz.solve.estimate import Estimate


def never() -> bool:
    """Return False."""
    return False


class Tiers:
    """State of solving by tiers; it can be pickled and resumed.

    `found` are the positions of complete tiers, ascending, `codes` the values of evaluated ones.
    `lower_tiers` are those that the moves of a tier lead to. `seeds` are positions of tiers not
    yet explored.
    """

    def __init__(self) -> None:
        self.found: dict[int, Ints] = {}
        self.codes: dict[int, Ints] = {}
        self.lower_tiers: dict[int, set[int]] = {}
        self.seeds: dict[int, Ints] = {}

    @property
    def positions(self) -> int:
        """The number of positions in complete tiers."""
        return sum(map(len, self.found.values()))


class Graph:
    """Positions in the order of discovery, their moves, and the progress of exploration.

    `reached` is the number of positions expanded, of positions known and of moves found; arrays
    beyond these numbers are undefined. It changes atomically, so a graph is consistent whenever
    exploration is interrupted, and can be pickled and resumed.

    `degrees` are the numbers of moves of the expanded positions, `worths` the worth of terminal
    ones among them (of all, if solved positions go on), `targets` the numbers of the positions
    after the moves, `costs` their costs if these differ. The arrays are lists while the interpreter
    explores (`compact` is False) and arrays after that.

    `tiers` are the same for a game that is solved tier by tier.

    `placed` is the number of all placements, mirror images included, of a game that has them.

    `estimate` is the estimated size of the game, if there is one yet.
    """

    def __init__(self) -> None:
        self.compact = False
        self.seeded = False
        self.placed = 0
        self.positions: Ints = []
        self.degrees: Ints = []
        self.worths: Ints = []
        self.targets: Ints = []
        self.costs: Ints = []
        self.reached = (0, 0, 0)
        self.tiers = Tiers()
        self.estimate: Estimate | None = None

    @property
    def begun(self) -> bool:
        """Return whether anything has been explored."""
        return self.seeded or bool(self.tiers.seeds) or self.found > 0

    @property
    def finished(self) -> bool:
        """Return whether every known position has been expanded."""
        expanded, known, _ = self.reached
        return self.seeded and expanded == known

    @property
    def found(self) -> int:
        """The number of positions found, by any method of exploration."""
        return max(self.reached[1], self.tiers.positions)

    def seed(self, positions: Ints) -> None:
        """Make these the first known positions."""
        self.positions = positions
        self.reached = (0, len(positions), 0)
        self.seeded = True

    def trim(self) -> None:
        """Truncate the arrays to `reached`."""
        expanded, known, edges = self.reached
        self.positions = self.positions[:known]
        self.degrees = self.degrees[:expanded]
        self.worths = self.worths[:expanded]
        self.targets = self.targets[:edges]
        self.costs = self.costs[:edges]

    def give_up_moves(self) -> None:
        """Discard positions and moves: the game is explored tier by tier instead."""
        self.compact, self.seeded = True, False
        self.positions, self.degrees, self.worths, self.targets = [], [], [], []
        self.costs = []
        self.reached = (0, 0, 0)

    def make_compact(self) -> None:
        """Convert the lists to arrays, for compiled code."""
        make = arrays()
        self.trim()
        self.positions = make.of(self.positions, "int64")
        self.degrees = make.resized(make.of(self.degrees, "int32"), len(self.positions))
        self.worths = make.resized(make.of(self.worths, "int32"), len(self.positions))
        self.targets = make.of(self.targets, "int32")
        self.costs = make.of(self.costs, "int32")
        self.compact = True
