"""Puzzles from the table of a game whose every placement is one: by difficulty, and one a day."""

from __future__ import annotations

import random
from datetime import UTC, date, datetime
from hashlib import blake2b

from kibitz.play.match import Match
from kibitz.play.record import link_of
from kibitz.play.tables import find
from kibitz.solve.table import Table
from kibitz.web import shapes
from kibitz.web.faults import NoPuzzle, NoTable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.tables import GameTable
    from kibitz.rules.game import Game
    from kibitz.solve.shelf import Shelf

# The slides of the puzzle of the day, from an easy Monday to a hard Sunday.
OF_THE_WEEK = (3, 4, 5, 6, 7, 8, 10)


def table_for(game: Game, shelf: Shelf) -> tuple[GameTable, Table]:
    """Return the kept table of a game whose placements are puzzles."""
    if game.rules.aim != "shortest" or game.rules.placements is None:
        raise NoPuzzle("{name} has no puzzles to pick from", name=game.name)
    found = find(game, shelf)
    if found is None or not isinstance(found.answers, Table):
        raise NoTable(
            "the puzzles of {name} come from its table, which is not built yet", name=game.name
        )
    return found, found.answers


def difficulty(game: Game, shelf: Shelf) -> shapes.Difficulty:
    """Return how many puzzles there are of each number of moves, mirror images counted once."""
    _, table = table_for(game, shelf)
    classes = sorted(table.census.classes.items())
    counts = {str(code - 1): count for code, count in classes if code > 1}
    return shapes.Difficulty(game=game.name, counts=counts)


def puzzle(game: Game, shelf: Shelf, distance: int, seed: str, day: str | None) -> shapes.Puzzle:
    """Return a puzzle that takes so many moves; the same seed picks the same one."""
    _, table = table_for(game, shelf)
    alike = table.census.classes.get(distance + 1, 0)
    if not alike or distance < 1:
        longest = max(table.census.classes) - 1
        raise NoPuzzle(
            "{name} has no puzzle of {distance} moves; the longest takes {longest}",
            name=game.name,
            distance=distance,
            longest=longest,
        )
    wanted = int.from_bytes(blake2b(f"{game.name} {seed}".encode(), digest_size=8).digest()) % alike
    position = nth(table, distance + 1, wanted)
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


def nth(table: Table, code: int, number: int) -> int:
    """Return the position of that number among those of a code, in the order of the table."""
    codes = table.codes
    for at in range(len(codes)):
        if codes[at] == code:
            if number == 0:
                return int(table.positions[at])
            number -= 1
    raise AssertionError("the census counts the codes of the table")


def any_puzzle(game: Game, shelf: Shelf, distance: int | None, seed: str | None) -> shapes.Puzzle:
    """Return a puzzle; what is not said is left to chance."""
    _, table = table_for(game, shelf)
    if distance is None:
        known = [code - 1 for code in table.census.classes if code > 2]
        distance = random.choice(known) if known else 1
    return puzzle(game, shelf, distance, seed or str(random.getrandbits(64)), None)


def today() -> date:
    """Return the day that the puzzle of the day goes by, the same everywhere on Earth."""
    return datetime.now(UTC).date()


def daily(game: Game, shelf: Shelf, day: date) -> shapes.Puzzle:
    """Return the puzzle of a day: the same for everyone, harder towards Sunday."""
    _, table = table_for(game, shelf)
    longest = max(table.census.classes) - 1
    distance = min(OF_THE_WEEK[day.weekday()], longest)
    while distance > 1 and not table.census.classes.get(distance + 1):
        distance -= 1
    return puzzle(game, shelf, distance, day.isoformat(), day.isoformat())
