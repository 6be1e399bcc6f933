"""Table of a game in the Python API."""

from __future__ import annotations

from functools import cached_property
from importlib import import_module
from os import fspath

from kibitz.api.position import Answer, Position
from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Effort
from kibitz.solve.store.table import Count, NotInTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from os import PathLike
    from typing import Any

    from numpy.typing import NDArray

    from kibitz.api.game import Game
    from kibitz.api.notebook import Picture
    from kibitz.api.positions import Positions
    from kibitz.oracle.oracle import Oracle
    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.solve.effort import Progress
    from kibitz.solve.store.columns import Columns
    from kibitz.solve.store.table import Table

ROWS = 1 << 14  # rows that are read at a time


class GameTable:
    """The outcome of every position of a game. A notebook shows it as a chart.

    Positions are given as themselves, as their texts or as their numbers. The table holds one of
    each set of mirror images and answers for all of them; iterating yields the one it holds.

    A pickle holds the game and the folder of the table, not the table itself.

    Examples:
        >>> import kibitz
        >>> t = kibitz.table("lgame")
        >>> t
        <table of lgame, 2,296 positions up to symmetry>
        >>> t["xAA.-.BA.-.BA.-.BBx"], t.start.outcome
        (Draw(), Draw())
        >>> t.counts
        {'win': Count(8048, 1006), 'draw': Count(10088, 1261), 'loss': Count(232, 29)}
        >>> longest = t.where(outcome="win", distance=9)
        >>> len(longest), longest[0].outcome
        (119, Win(9))
    """

    def __init__(self, game: Game, answers: Table) -> None:
        self.game = game
        self.rules = game.rules
        self.answers = answers

    def __reduce__(self) -> tuple[Any, ...]:
        from kibitz.api.tables import folder_of, reopened

        return reopened, (self.game, folder_of(self))

    def __copy__(self) -> GameTable:
        return self  # immutable

    def __deepcopy__(self, memo: object) -> GameTable:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, GameTable):
            return NotImplemented
        mine, theirs = self.answers, other.answers
        return self.game.key == other.game.key and (
            mine is theirs or (mine.kind == theirs.kind and mine.says() == theirs.says())
        )

    def __hash__(self) -> int:
        return hash(self.game.key)

    def __repr__(self) -> str:
        name = self.game.name or "an unnamed game"
        return f"<table of {name}, {len(self):,} positions up to symmetry>"

    def _repr_svg_(self) -> str:
        from kibitz.drawing.chart import bars  # for notebooks

        return bars(self.game.name, self.answers.chart())

    # One position

    def __len__(self) -> int:
        """Return the number of positions, mirror images counted once."""
        return len(self.answers)

    def __getitem__(self, position: Position | str | int) -> Outcome:
        """Return the outcome of a position; `NotInTable`, a `KeyError`, if the table lacks it."""
        outcome = self.answers.look_up(self.game.position(position).number)
        if outcome is None:
            raise NotInTable(
                "this position cannot be reached in this game, so it is not in the table"
            )
        return outcome

    def get(self, position: Position | str | int) -> Outcome | None:
        """Return the outcome of a position, None if it is not in the table."""
        return self.answers.look_up(self.game.position(position).number)

    def __contains__(self, position: Position | str | int) -> bool:
        """Return whether the table has a position; a text that cannot be read is not in it."""
        try:
            return self.get(position) is not None
        except KibitzError:
            return False

    def answer(self, position: Position | str | int) -> Answer:
        """Return the outcome of a position, its moves with theirs, and one best line."""
        self[position]  # raises an error for a position that is not in the table
        return Answer.by(self.oracle, self.game.position(position))

    @cached_property
    def oracle(self) -> Oracle:
        """An oracle that asks this table first."""
        from kibitz.oracle.oracle import Oracle

        return Oracle(self.game, table=self.answers)

    @property
    def start(self) -> Position:
        """The starting position."""
        return self.game.start

    # All of them

    def __iter__(self) -> Iterator[Position]:
        """Yield the positions, by their numbers, of mirror images the least."""
        return (position for position, _ in self.items())

    def items(self) -> Iterator[tuple[Position, Outcome]]:
        """Yield each position with its outcome."""
        game = self.game
        listed = self._columns().items(ROWS)
        return ((Position(game, number), outcome) for number, outcome in listed)

    @property
    def counts(self) -> dict[str, Count]:
        """The number of positions of each kind, in full and up to symmetry.

        The kinds are `win`, `draw` and `loss`; of a puzzle, `solvable` and `unsolvable`.
        """
        return self.answers.counts()

    @property
    def histogram(self) -> dict[Outcome, Count]:
        """The number of positions with each outcome, best first: `{Win(1): Count(…), …}`."""
        return self.answers.histogram()

    @property
    def hardest(self) -> dict[str, Position]:
        """One of the longest wins and losses, or the puzzle that takes longest, by its kind.

        Of a score, it is the biggest win and loss, or the puzzle that ends worst.
        """
        found = self.answers.hardest().items()
        return {outcome.kind: Position(self.game, self.in_play[at]) for outcome, at in found}

    @cached_property
    def in_play(self) -> dict[int, int]:
        """For each hardest position, one of its mirror images that the game can reach."""
        from kibitz.oracle.table_summary import hardest_in_play  # only needed here

        return hardest_in_play(self.answers)

    def where(
        self,
        outcome: str | Outcome | None = None,
        *,
        distance: int | Container[int] | None = None,
        score: int | Container[int] | None = None,
        margin: int | Container[int] | None = None,
    ) -> Positions:
        """Return the positions with an outcome: a kind (`win`), or one such as `kibitz.Win(5)`.

        `distance`, `score` and `margin` are numbers or something that holds numbers, such as
        `range(5, 9)`.
        """
        from kibitz.api.positions import chosen  # needs NumPy

        measures = {"distance": distance, "score": score, "margin": margin}
        return chosen(self.game, self._columns(), outcome, measures)

    def verify(self, progress: Progress | None = None) -> list[str]:
        """Check the table against the rules alone, with code that shares nothing with the solver.

        Returns what was checked, a sentence each; raises an error if something is wrong.
        """
        return [str(said) for said in self.answers.verify(Effort().watch(progress))]

    def graph(
        self, position: Position | str | int | None = None, plies: int = 2, widest: int = 6
    ) -> Picture:
        """Draw the game tree below a position (else the start), with the value of each move."""
        from kibitz.api.notebook import value_graph  # imported on first use

        shown = self.start if position is None else self.game.position(position)
        return value_graph(self.oracle, shown, plies, widest)

    # As arrays

    def _columns(self) -> Columns:
        columns = self.answers.columns()
        if columns is None:
            raise KibitzError(
                "the table of {name} does not list its positions", name=self.game.name
            )
        return columns

    @property
    def positions(self) -> NDArray[Any]:
        """The numbers of the positions, ascending: a NumPy array."""
        numbers: NDArray[Any] = self.to_numpy()["position"]
        return numbers

    @property
    def outcomes(self) -> NDArray[Any]:
        """The outcomes in the same order: the columns of `to_numpy` without the positions."""
        columns = self._columns()
        outcomes: NDArray[Any] = columns.whole()[["value", columns.measure]]
        return outcomes

    def to_numpy(self) -> NDArray[Any]:
        """Return the table as a structured array, a row for each position.

        `position` is its number. `value` is 1, 0 or -1: won, drawn or lost for the player to move;
        of a puzzle, 1 or 0: solvable or not. `distance` is the number of moves and, where only the
        end counts, `score` the best score; -1 where there is none. Where two players count points,
        `margin` is by how many the player to move wins, less than 0 for a loss.
        """
        return self._columns().whole()

    def to_pandas(self, texts: bool = False) -> Any:
        """Return the table as a pandas DataFrame, with the columns of `to_numpy`.

        `outcome` is added, the value in words, and with `texts` also `text`, the position. What
        does not exist is missing (`NA`), not -1.
        """
        columns = self._as_columns(texts)
        pandas = _installed("pandas")
        frame = pandas.DataFrame(columns)
        frame["outcome"] = frame["outcome"].astype("category")
        known = self._columns()
        measure, wide = known.measure, f"Int{8 * int(known.wide[1:])}"
        frame[measure] = frame[measure].astype(wide).mask(frame[measure] == known.nothing)
        return frame

    def to_polars(self, texts: bool = False) -> Any:
        """Return the table as a Polars DataFrame, with the columns of `to_pandas`."""
        columns = self._as_columns(texts)
        polars = _installed("polars")
        known = self._columns()
        measure = polars.col(known.measure)
        return polars.DataFrame(columns).with_columns(
            polars.col("outcome").cast(polars.Categorical),
            polars.when(measure != known.nothing).then(measure),
        )

    def export(self, path: str | PathLike[str]) -> dict[str, Any]:
        """Write the table to a `.parquet`, `.csv` or `.npz` file, as `kibitz export` does.

        Each position has its planes, its outcome, that of every action and the best actions; a page
        beside the file says what its columns mean. Returns a summary.
        """
        from kibitz.export.export_files import export  # imported on first use

        return export(self.game, self.answers, fspath(path))

    def _as_columns(self, texts: bool) -> dict[str, Any]:
        import numpy as np

        columns = self._columns()
        whole = columns.whole()
        least = min(columns.kinds)
        names = np.array([columns.kinds[value] for value in sorted(columns.kinds)])
        text = {"text": [self.game.text(n) for n in whole["position"].tolist()]} if texts else {}
        return {
            "position": whole["position"],
            **text,
            "value": whole["value"],
            "outcome": names[whole["value"] - least],
            columns.measure: whole[columns.measure],
        }


def _installed(package: str) -> Any:
    """Return an optional package."""
    try:
        return import_module(package)
    except ImportError:
        raise KibitzError(
            "this needs the package {package}: pip install {package}", package=package
        ) from None
