"""Tables of named games: found, or made and kept."""

from __future__ import annotations

from functools import cached_property

from kibitz.play.chart import bars
from kibitz.play.naming import game as game_named
from kibitz.play.picture import picture
from kibitz.play.promises import check_promises
from kibitz.rules.errors import KibitzError
from kibitz.solve import making
from kibitz.solve.answer import Answer
from kibitz.solve.making import unnoticed
from kibitz.solve.shelf import Shelf
from kibitz.solve.table import NotInTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.play.notebook import Picture
    from kibitz.play.oracle import Oracle
    from kibitz.rules.game import Game
    from kibitz.solve.effort import Effort
    from kibitz.solve.graph import Progress
    from kibitz.solve.making import Notice
    from kibitz.solve.outcome import Outcome
    from kibitz.solve.shards.resources import Resources
    from kibitz.solve.table import Table


class GameTable:
    """The table of a game; positions may be given as their text. A notebook shows it as a chart."""

    def __init__(self, game: Game, answers: Table) -> None:
        self.game = game
        self.rules = game.rules
        self.answers = answers

    def __repr__(self) -> str:
        name = self.game.name or "an unnamed game"
        return f"<table of {name}, {len(self):,} positions up to symmetry>"

    def __len__(self) -> int:
        """Return the number of positions, mirror images counted once."""
        return len(self.answers)

    def __iter__(self) -> Iterator[int]:
        """Yield the positions of the table, ascending, of mirror images the least."""
        if not self.answers.lists_positions:
            raise KibitzError(
                "the table of {name} holds one bit a position and does not list them",
                name=self.game.name,
            )
        return iter(self.answers)

    def __contains__(self, position: int | str) -> bool:
        """Tell whether a position, or a text that is one, can be reached in the game."""
        if isinstance(position, str):
            try:
                position = self.game.parse(position)
            except KibitzError:
                return False
        return position in self.answers

    def __getitem__(self, position: int | str) -> PicturedAnswer:
        """Return the value of a position, its moves with theirs, and one best line."""
        position = self._number(position)
        if position not in self.answers:
            raise NotInTable("this position cannot be reached in this game, so its table lacks it")
        return PicturedAnswer(self.game, self._oracle.answer(position))

    @cached_property
    def _oracle(self) -> Oracle:
        from kibitz.play.oracle import PATIENT, Oracle

        return Oracle(self.game, effort=PATIENT, table=self.answers)

    def graph(self, position: int | str | None = None, plies: int = 2, widest: int = 6) -> Picture:
        """Return a picture of what can follow a position (else the start), each move valued."""
        from kibitz.play.notebook import value_graph  # drawn for those who ask

        start = self.rules.start if position is None else self._number(position)
        return value_graph(self, start, plies, widest)

    def outcome(self, position: int | str) -> Outcome:
        """Return the outcome of a position."""
        return self._oracle.outcome(self._number(position))

    def value(self, position: int | str) -> Outcome:
        """Return the outcome that the table itself holds of a position."""
        outcome = self.answers.look_up(self._number(position))
        if outcome is None:
            raise NotInTable("this position cannot be reached in this game, so its table lacks it")
        return outcome

    def _number(self, position: int | str) -> int:
        return self.game.parse(position) if isinstance(position, str) else position

    def _repr_svg_(self) -> str:
        return bars(self.game.name, self.answers.chart())


class PicturedAnswer(Answer):
    """An answer that a notebook shows as a picture of the position."""

    def __init__(self, game: Game, plain: Answer) -> None:
        super().__init__(plain.position, plain.outcome, plain.moves, plain.line)
        self.game = game

    @property
    def value(self) -> str | int:
        """The outcome without its distance, as JSON says it."""
        return self.outcome.value

    @property
    def distance(self) -> int | None:
        """How many moves it takes, None where there is nothing to count."""
        return self.outcome.distance

    @property
    def text(self) -> str:
        """The position on one line."""
        return self.game.text(self.position)

    def _repr_svg_(self) -> str:
        return picture(self.game, self.position)


def table_of(
    game: Game | str,
    *,
    fresh: bool = False,
    progress: Progress | None = None,
    notice: Notice = unnoticed,
    shelf: Shelf | None = None,
    resources: Resources | None = None,
    effort: Effort | None = None,
) -> GameTable:
    """Return the table of a game: a kept or shipped one, or one solved now and kept.

    `fresh` solves again though there is a table. What goes wrong with keeping is told to `notice`
    in a sentence, and the table is returned all the same. `resources` says how to solve what does
    not fit into memory; the table is the same. `effort` limits the work otherwise: `Exhausted` is
    raised where it does not suffice.
    """
    if isinstance(game, str):
        game = game_named(game)
    shelf = shelf or Shelf()
    if not fresh:
        kept = find(game, shelf, notice)
        if kept is not None:
            return kept
    check_promises(game)
    return GameTable(
        game,
        making.make(
            game.name,
            game.rules,
            shelf,
            resources=resources,
            effort=effort,
            progress=progress,
            notice=notice,
        ),
    )


def find(game: Game, shelf: Shelf, notice: Notice = unnoticed) -> GameTable | None:
    """Return the kept table of a game, else the shipped one; None if none can be used."""
    kept = making.find(game.name, game.rules, shelf, notice)
    return None if kept is None else GameTable(game, kept)
