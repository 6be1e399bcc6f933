"""What outlives a request wherever requests are answered: games, tables, and what is known."""

from __future__ import annotations

from kibitz.play.collection import Collection
from kibitz.play.oracle import USUAL
from kibitz.play.oracles import Oracles
from kibitz.solve.shelf import Shelf

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.solve.effort import Effort
    from kibitz.solve.graph import Progress


class AppState:
    """The games that may be asked about, the shelf their tables lie on, and an oracle for each.

    With a seed, opponents always choose the same among moves that they may make. `progress` is
    called while something is solved or searched, and may end that. `effort` is what each oracle may
    do for a question.
    """

    def __init__(
        self,
        shelf: Shelf | None = None,
        games: Collection | None = None,
        seed: int | None = None,
        progress: Progress | None = None,
        effort: Effort = USUAL,
    ) -> None:
        self.seed = seed
        self.shelf = shelf or Shelf()
        self.games = games or Collection()
        self.oracles = Oracles(self.shelf, effort, progress=progress)
