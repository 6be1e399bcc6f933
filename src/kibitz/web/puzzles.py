"""Puzzles from the table of a game whose every placement is one: by difficulty, and one a day."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from hashlib import blake2b
from itertools import islice

from kibitz.play.match import Match
from kibitz.play.record import link_of
from kibitz.rules.errors import plural
from kibitz.solve.making import find
from kibitz.solve.outcome import Solvable
from kibitz.web import shapes
from kibitz.web.faults import NoPuzzle, NoTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.game import Game
    from kibitz.solve.shelf import Shelf
    from kibitz.solve.table import Table

# The slides of the puzzle of the day, from an easy Monday to a hard Sunday.
OF_THE_WEEK = (3, 4, 5, 6, 7, 8, 10)


def table_for(game: Game, shelf: Shelf) -> Table:
    """Return the kept table of a game whose placements are puzzles."""
    if game.rules.aim != "shortest" or game.rules.placements is None:
        raise NoPuzzle("{name} has no puzzles to pick from", name=game.name)
    found = find(game.name, game.rules, shelf)
    if found is None:
        raise NoTable(
            "the puzzles of {name} come from its table, which is not built yet", name=game.name
        )
    return found


def by_distance(table: Table) -> dict[int, int]:
    """Return how many puzzles take each number of moves, from 1 on, mirror images counted once."""
    return {
        outcome.distance: count.classes
        for outcome, count in table.histogram().items()
        if outcome.distance
    }


def difficulty(game: Game, shelf: Shelf) -> shapes.Difficulty:
    """Return how many puzzles there are of each number of moves."""
    counts = by_distance(table_for(game, shelf))
    return shapes.Difficulty(
        game=game.name, counts={str(distance): count for distance, count in counts.items()}
    )


def puzzle(game: Game, shelf: Shelf, distance: int, seed: str, day: str | None) -> shapes.Puzzle:
    """Return a puzzle that takes `distance` moves; the same seed picks the same one."""
    table = table_for(game, shelf)
    counts = by_distance(table)
    alike = counts.get(distance, 0)
    if not alike:
        raise NoPuzzle(
            plural(
                "{name} has no puzzle of {count} move; the longest takes {longest}",
                "{name} has no puzzle of {count} moves; the longest takes {longest}",
                distance,
                name=game.name,
                longest=max(counts, default=0),
            )
        )
    wanted = int.from_bytes(blake2b(f"{game.name} {seed}".encode(), digest_size=8).digest()) % alike
    position = next(islice(table.with_outcome(Solvable(distance)), wanted, None))
    match = Match(game, position)
    return shapes.Puzzle(
        game=game.name,
        position=game.text(position),
        distance=distance,
        helpers=sum(sign != "." for sign in game.pieces(position)) - 1,
        alike=alike,
        day=day,
        match=link_of(match),
    )


def any_puzzle(game: Game, shelf: Shelf, distance: int | None, seed: str | None) -> shapes.Puzzle:
    """Return a puzzle; what is not said is left to chance."""
    if distance is None:
        known = [distance for distance in by_distance(table_for(game, shelf)) if distance > 1]
        distance = random.choice(known) if known else 1
    return puzzle(game, shelf, distance, seed or str(random.getrandbits(64)), None)


def today() -> date:
    """Return the day that the puzzle of the day goes by, the same everywhere on Earth."""
    return datetime.now(UTC).date()


def daily(game: Game, shelf: Shelf, day: date) -> shapes.Puzzle:
    """Return the puzzle of a day: the same for everyone, harder towards Sunday."""
    counts = by_distance(table_for(game, shelf))
    wanted = OF_THE_WEEK[day.weekday()]
    distance = max((known for known in counts if known <= wanted), default=1)
    return puzzle(game, shelf, distance, day.isoformat(), day.isoformat())
