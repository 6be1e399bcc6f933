"""Positions that tasks ask about: from the table of a game or, if it is large, from random play.

A game whose positions a table can list, up to `MOST_LISTED` of them, is always sampled from its
table, so a seed gives the same tasks on every machine. Outcomes are balanced: each kind of outcome
is as likely as the others.
"""

from __future__ import annotations

import hashlib
from functools import cached_property
from os import fspath

from kibitz.games.registry import game_named, last_change
from kibitz.language.errors import KibitzError
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.oracle import Oracle
from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.store.fingerprint import identity
from kibitz.system.recent import Recent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator
    from os import PathLike
    from random import Random
    from typing import Any

    from kibitz.solve.effort import Progress
    from kibitz.solve.store.table import Table

MOST_LISTED = 2_000_000  # classes
MOST_GAMES = 32  # whose positions are kept in memory
SEARCHED = 20_000  # positions of a search in a game without a table
LONGEST = 400  # plies of random play
FROM_END = 8  # plies before its end, on average, of positions in a game without a table
TRAIN, TEST = "train", "test"
SPLITS = (TRAIN, TEST)
TEST_SHARE = 0.2


class TaskPositions:
    """The positions of one game that tasks ask about, and the oracle that knows their outcomes."""

    def __init__(self, game: BaseGame, progress: Progress | None = None) -> None:
        self.game = game
        self.rules = game.rules
        self.table = _listed_table(game, progress)
        effort = Effort(positions=SEARCHED)
        self.oracle = Oracle(game, table=self.table, effort=effort)
        # What was proved for a task is proved again for its score, also where less is known.
        self.scoring = self.oracle.within(Effort(positions=MOST_LISTED))
        self.fingerprint = identity(game.rules)
        self._symmetries = game.board.symmetries() if game.rules.canonical else []
        self._chosen: dict[tuple[int, ...] | None, dict[str, Any]] = {}

    @cached_property
    def _rows(self) -> Any:
        columns = None if self.table is None else self.table.columns()
        assert columns is not None
        return columns.kinds, columns.whole(), columns.measure

    def _by_kind(self, measures: Container[int] | None) -> dict[str, Any]:
        """Return the numbers of the positions of each kind, with one of these measures."""
        import numpy as np

        kinds, rows, measure = self._rows
        column = rows[measure]
        wanted = None
        if measures is not None:
            wanted = tuple(n for n in np.unique(abs(column)).tolist() if n in measures)
        if wanted not in self._chosen:
            keep = np.ones(len(rows), bool) if wanted is None else np.isin(abs(column), wanted)
            found = {
                kind: rows["position"][keep & (rows["value"] == value)]
                for value, kind in kinds.items()
            }
            self._chosen[wanted] = {kind: at for kind, at in found.items() if len(at)}
        return self._chosen[wanted]

    def outcomes(
        self, rng: Random, measures: Container[int] | None, kinds: Container[str]
    ) -> list[str]:
        """Return those of some kinds of outcomes that occur, in random order.

        It is an empty word if the game has no table.
        """
        if self.table is None:
            return [""]
        found = sorted(kind for kind in self._by_kind(measures) if kind in kinds)
        rng.shuffle(found)
        return found

    def drawn(self, rng: Random, measures: Container[int] | None, outcome: str) -> PositionId:
        """Return a position at random, with that outcome and one of these measures."""
        if self.table is None:
            return self._played(rng)
        chosen = self._by_kind(measures)[outcome]
        return self._image(PositionId(int(chosen[rng.randrange(len(chosen))])), rng)

    def numbers(self, most: int | None, rng: Random) -> Iterator[PositionId]:
        """Yield the positions of the table, or that many of them at random."""
        _, rows, _ = self._rows
        column = rows["position"]
        many = len(column)
        chosen = (
            range(many) if most is None or most >= many else sorted(rng.sample(range(many), most))
        )
        for at in chosen:
            yield PositionId(int(column[at]))

    def _played(self, rng: Random) -> PositionId:
        rules = self.rules
        line = [rules.start]
        while len(line) < LONGEST and not rules.is_over(line[-1]):
            line.append(rules.play(line[-1], rng.choice(list(rules.moves(line[-1])))))
        return line[max(0, len(line) - 2 - int(rng.expovariate(1 / FROM_END)))]

    def _image(self, position: PositionId, rng: Random) -> PositionId:
        """Return a mirror image at random; the position itself if the turned board is not one."""
        turn = rng.choice([None, *self._symmetries])
        if turn is None:
            return position
        game = self.game
        signs = game.pieces(position)
        turned = [signs[cell] for cell in turn]
        try:
            image = game.parse("-".join("".join(turned[c] for c in row) for row in game.board.rows))
        except KibitzError:
            return position
        return image if self.rules.class_of(image) == self.rules.class_of(position) else position

    def split_of(self, position: PositionId) -> str:
        """Return `train` or `test`, the same for all mirror images and on every machine."""
        said = f"{self.fingerprint} {self.rules.class_of(position)}"
        share = int.from_bytes(hashlib.sha256(said.encode()).digest()[:4], "big") / (1 << 32)
        return TEST if share < TEST_SHARE else TRAIN


_recent: Recent[tuple[str, int], TaskPositions] = Recent(MOST_GAMES)


def positions_of(
    game: BaseGame | str | PathLike[str], progress: Progress | None = None
) -> TaskPositions:
    """Return the positions of a game; those of a few games are kept in memory."""
    if isinstance(game, BaseGame):
        if not game.name:
            raise KibitzError("a game needs a name for tasks: write it to a file")
        return _kept(str(game.name), game.path, game, progress)
    name = fspath(game)
    return _kept(name, GameName(name).file or "", None, progress)


def solved_positions(game: BaseGame | str | PathLike[str]) -> TaskPositions:
    """Return the positions of a game; an error if not all of their outcomes are known."""
    found = positions_of(game)
    if found.table is None:
        raise KibitzError(
            "{name} is too large for this: the outcomes of all its positions are needed",
            name=found.game.name,
        )
    return found


def _kept(name: str, path: str, game: BaseGame | None, progress: Progress | None) -> TaskPositions:
    key = name, last_change(path)
    found = _recent.get(key)
    if found is None:
        found = _recent[key] = TaskPositions(game or game_named(name), progress)
    return found


def _listed_table(game: BaseGame, progress: Progress | None) -> Table | None:
    """Return the table of a game if it lists its positions and is not large, else None."""
    try:
        found = table_of(game, effort=Effort(positions=MOST_LISTED), progress=progress)
    except Exhausted:
        return None
    small = found.lists_positions and len(found) <= MOST_LISTED
    return found if small and found.columns() is not None else None
