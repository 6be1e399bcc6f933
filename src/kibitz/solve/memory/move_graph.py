"""The graph of a game's moves as far as it is explored: what can be kept and taken up again."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.solve.estimate import Estimate
    from kibitz.solve.rows import EitherRow

    Progress = Callable[[str, int, int | None], None]


def no_progress(phase: str, done: int, total: int | None) -> None:
    """Report progress to nobody."""


def never() -> bool:
    """Return False."""
    return False


def same_position(position: int) -> int:
    """Return the position: `canonical` of rules without symmetry."""
    return position


def constant_one(position: int) -> int:
    """Return 1: `orbit` of rules without symmetry, `may_be_canonical` of rules that do not say."""
    return 1


class Tiers:
    """How far solving by tiers has come; it can be pickled and taken up again.

    `found` are the positions of complete tiers, ascending, `codes` the values of those that have
    been valued. `leads` says to which lower tiers the moves of a tier lead. `seeds` are positions
    of tiers whose turn has not come.
    """

    def __init__(self) -> None:
        self.found: dict[int, EitherRow] = {}
        self.codes: dict[int, EitherRow] = {}
        self.leads: dict[int, set[int]] = {}
        self.seeds: dict[int, EitherRow] = {}

    @property
    def positions(self) -> int:
        """How many positions are in complete tiers."""
        return sum(map(len, self.found.values()))


class Graph:
    """Positions in the order of their discovery, their moves, and how far exploring has come.

    `reached` is the number of positions expanded, of positions known and of moves found; what the
    rows hold beyond these numbers does not count. It changes in one step, so a graph is whole
    whenever exploring is interrupted: keep it (it can be pickled) and hand it in again.

    `degrees` are the numbers of moves of the expanded positions, `worths` what the finished ones
    among them are worth (of all, where solved positions go on), `targets` the numbers of the
    positions that the moves lead to, `costs` what they cost where that differs. The rows
    are lists while the interpreter explores (`compact` is False) and arrays after that.

    `layers` are the positions after 0, 1, 2, … moves, as far as they are complete, of a game that
    is explored that way, and `layer_codes` their values, from the last layer backwards; None
    where the game turned out not to allow it.

    `tiers` are the same for a game that is solved tier by tier.

    `placed` is the number of all placements, mirror images included, of a game that has them.

    `estimate` is how large the game seems to be, once that has been estimated.
    """

    def __init__(self) -> None:
        self.compact = False
        self.seeded = False
        self.placed = 0
        self.positions: EitherRow = []
        self.degrees: EitherRow = []
        self.worths: EitherRow = []
        self.targets: EitherRow = []
        self.costs: EitherRow = []
        self.reached = (0, 0, 0)
        self.layers: list[EitherRow] | None = []
        self.layer_codes: list[EitherRow] = []
        self.tiers = Tiers()
        self.estimate: Estimate | None = None

    @property
    def begun(self) -> bool:
        """Say whether anything has been explored."""
        return self.seeded or bool(self.tiers.seeds) or self.found > 0

    @property
    def finished(self) -> bool:
        """Say whether every known position has been expanded."""
        expanded, known, _ = self.reached
        return self.seeded and expanded == known

    @property
    def found(self) -> int:
        """How many positions have been found, in whichever way the game is explored."""
        return max(self.reached[1], self.tiers.positions, sum(map(len, self.layers or ())))

    def seed(self, positions: EitherRow) -> None:
        """Make these the first positions known."""
        self.positions = positions
        self.reached = (0, len(positions), 0)
        self.seeded = True

    def trim(self) -> None:
        """Cut off what lies beyond what is reached."""
        expanded, known, edges = self.reached
        self.positions = self.positions[:known]
        self.degrees = self.degrees[:expanded]
        self.worths = self.worths[:expanded]
        self.targets = self.targets[:edges]
        self.costs = self.costs[:edges]

    def give_up_moves(self) -> None:
        """Forget positions and moves: the game is explored tier by tier instead."""
        self.compact, self.seeded = True, False
        self.positions, self.degrees, self.worths, self.targets = [], [], [], []
        self.costs = []
        self.reached = (0, 0, 0)

    def make_compact(self) -> None:
        """Turn the lists into arrays, for compiled code to go on with."""
        import numpy as np

        self.trim()
        self.positions = np.asarray(self.positions, dtype=np.int64)
        self.degrees = resized(np.array(self.degrees, dtype=np.int32), len(self.positions))
        self.worths = resized(np.array(self.worths, dtype=np.int32), len(self.positions))
        self.targets = np.array(self.targets, dtype=np.int32)
        self.costs = np.array(self.costs, dtype=np.int32)
        self.compact = True


def is_sorted(positions: EitherRow) -> bool:
    """Say whether positions in an array are in ascending order, as tiers and placements are."""
    return bool((positions[:-1] < positions[1:]).all())


def resized(row: EitherRow, length: int) -> EitherRow:
    """Return an array of that length that begins with the row, the rest undefined."""
    import numpy as np

    longer = np.empty(length, dtype=row.dtype)
    longer[: len(row)] = row[:length]
    return longer
