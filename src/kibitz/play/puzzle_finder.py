"""Finder of puzzles by difficulty, by length, and of the daily puzzle.

They are picked from the table of a game. Without a table that lists positions, they are picked from
random play; the daily puzzle is not, because what is known without a table may differ between
machines.
"""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime
from itertools import islice
from time import monotonic

from kibitz.language.errors import KibitzError, one_of, plural, quoted
from kibitz.oracle.answer import outcome_for_mover
from kibitz.oracle.oracle import Oracle
from kibitz.play.posed_puzzle import (
    DIFFICULTIES,
    EASY,
    HARD,
    MEDIUM,
    Puzzle,
    SolveIt,
    puzzle_at,
)
from kibitz.rules import PositionId
from kibitz.rules.objectives.outcomes import Solvable
from kibitz.solve.store.table import Table
from kibitz.solve.store.table_store import kept_name
from kibitz.solve.structure import lists_positions

# From Monday to Sunday: the difficulty, and the number of moves of a whole solution.
OF_THE_WEEK = ((EASY, 3), (EASY, 4), (MEDIUM, 5), (MEDIUM, 6), (MEDIUM, 7), (HARD, 8), (HARD, 10))
OF_THE_DAY = "lockout"  # the game whose daily puzzle is shown where no game is named
MOST_TRIED = 2_000  # positions, for one puzzle
MOST_UNKNOWN = 12  # of them
MOST_SECONDS = 15.0  # seconds of a search without a table
LONGEST_WALK = 200  # moves
DETOURS = 0.3  # how often a line switches to an equally good one


class Wish:
    """Criteria for a puzzle: difficulty and number of moves; None for any.

    With `lenient`, a puzzle of another difficulty is accepted if there is no better one.
    """

    __slots__ = ("difficulty", "distance", "lenient")

    def __init__(
        self, difficulty: str | None, distance: int | None, *, lenient: bool = False
    ) -> None:
        self.difficulty = difficulty
        self.distance = distance
        self.lenient = lenient

    def fits(self, difficulty: str, moves: int) -> bool:
        """Return whether a puzzle of this difficulty and number of moves meets the criteria."""
        return self.difficulty in (None, difficulty) and self.distance in (None, moves)

    def chance(self, oracle: Oracle, seed: str) -> random.Random:
        """Return the random generator; the same seed picks the same puzzle."""
        name = kept_name(oracle.game.name, oracle.rules)
        return random.Random(f"{name} {self.difficulty} {self.distance} {seed}")


class NoPuzzle(KibitzError):
    """There is no puzzle of the kind that was asked for."""


class NoTable(NoPuzzle):
    """The table to pick puzzles from is missing and takes long to build."""


def find_puzzle(
    oracle: Oracle,
    difficulty: str | None = None,
    seed: str = "",
    distance: int | None = None,
    *,
    seconds: float = MOST_SECONDS,
) -> Puzzle:
    """Return a puzzle of a game that meets the criteria; deterministic for a given seed.

    Without a table, a search for one that asks for a single move takes at most so many `seconds`.
    """
    if difficulty not in (None, *DIFFICULTIES):
        raise KibitzError(
            "no such difficulty: {name}; choose {known}",
            name=difficulty,
            known=one_of(DIFFICULTIES),
        )
    wish = Wish(difficulty, distance)
    if oracle.rules.solved_whole:
        return _placed(oracle, wish, seed)
    return _only_move(oracle, wish, seed, seconds)


def puzzle_of_day(oracle: Oracle, day: date) -> Puzzle:
    """Return the puzzle of a day, the same for all users: harder towards Sunday if possible."""
    difficulty, moves = OF_THE_WEEK[day.weekday()]
    seed = day.isoformat()
    if oracle.rules.solved_whole:
        known = by_distance(_needed(oracle, table_of(oracle)))
        shorter = max((one for one in known if one <= moves), default=None)
        return find_puzzle(oracle, None, seed, shorter)
    if lists_positions(oracle.rules):
        oracle.prepare()
        _needed(oracle, oracle.table)
    return _only_move(oracle, Wish(difficulty, None, lenient=True), seed)


def today() -> date:
    """Return the current day in UTC, which selects the daily puzzle."""
    return datetime.now(UTC).date()


def day_named(word: str) -> date:
    """Return the day that a text such as 2026-01-31 names."""
    try:
        return date.fromisoformat(word)
    except ValueError:
        raise KibitzError("not a date like 2026-01-31: {word}", word=quoted(word)) from None


def lengths(oracle: Oracle) -> dict[int, int]:
    """Return how many puzzles take each number of moves, mirror images counted once.

    Puzzles that ask for one move are not counted: each is found by a search.
    """
    if not oracle.rules.solved_whole:
        return {}
    return by_distance(_needed(oracle, table_of(oracle)))


def by_distance(table: Table) -> dict[int, int]:
    """Return how many positions of a table are so many moves from being solved, from 1 on."""
    return {
        outcome.distance: count.classes
        for outcome, count in table.histogram().items()
        if outcome.distance
    }


def table_of(oracle: Oracle) -> Table | None:
    """Return a table that lists positions, built now if the effort allows; else None."""
    oracle.prepare()
    table = oracle.table
    return table if table is not None and table.lists_positions else None


def _needed(oracle: Oracle, table: Table | None) -> Table:
    if table is None:
        raise NoTable(
            "the puzzles of {name} come from its table, which is not built yet; run {command}",
            name=oracle.game.name,
            command=f"kibitz table {oracle.game.name}",
        )
    return table


# Puzzles that ask for a whole solution


def _placed(oracle: Oracle, wish: Wish, seed: str) -> Puzzle:
    """Return a placement of so many moves; without a number, every length is equally likely."""
    table = _needed(oracle, table_of(oracle))
    chance = wish.chance(oracle, seed)
    counts = by_distance(table)
    fitting = [moves for moves in sorted(counts) if wish.fits(difficulty_of(moves), moves)]
    if wish.distance is None:
        fitting = [moves for moves in fitting if moves > 1] or fitting
    if not fitting:
        raise _none_of(oracle, wish, max(counts, default=0))
    moves = chance.choice(fitting)
    wanted = chance.randrange(counts[moves])
    position = next(islice(table.with_outcome(Solvable(moves)), wanted, None))
    found = puzzle_at(oracle, position)
    assert found is not None, "its outcome is in the table"
    return found


def difficulty_of(moves: int) -> str:
    """Return the difficulty of a puzzle of so many moves."""
    return next((name for name, most in SolveIt.most_points.items() if moves <= most), HARD)


# Puzzles that ask for one move


def _only_move(oracle: Oracle, wish: Wish, seed: str, seconds: float = MOST_SECONDS) -> Puzzle:
    """Return the first puzzle that meets the criteria among random positions."""
    table = table_of(oracle)
    chance = wish.chance(oracle, seed)
    other: Puzzle | None = None
    unknown = 0
    until = monotonic() + seconds
    for position in islice(_candidates(oracle, table, chance), MOST_TRIED):
        found = puzzle_at(oracle, position)
        if found is None:
            unknown += not oracle.outcome(position).known
        elif wish.fits(found.difficulty, found.depth):
            return found
        elif other is None and wish.lenient:
            other = found
        late = oracle.is_late
        if late and (table is not None or other is not None):
            break
        if unknown == MOST_UNKNOWN or late or (table is None and monotonic() > until):
            _needed(oracle, None)
    if other is None:
        raise _none_of(oracle, wish)
    return other


def _candidates(oracle: Oracle, table: Table | None, chance: random.Random) -> Iterator[PositionId]:
    """Yield candidate positions without end: of a table, or of random play.

    Of a random play, only the later half is used, of which more is known.
    """
    while table is not None:
        yield table.position_at(chance.randrange(len(table)))
    walk = _at_random if oracle.rules.two_players else _solving
    while True:
        passed = walk(oracle, chance)
        later = passed[len(passed) // 2 :]
        chance.shuffle(later)
        yield from later


def _at_random(oracle: Oracle, chance: random.Random) -> list[PositionId]:
    """Return the positions of a random play."""
    rules = oracle.rules
    passed = [rules.start]
    for _ in range(LONGEST_WALK):
        moves = list(rules.moves(passed[-1]))
        if not moves:
            break
        passed.append(rules.play(passed[-1], chance.choice(moves)))
    return passed


def _solving(oracle: Oracle, chance: random.Random) -> list[PositionId]:
    """Return the positions of a best line that sometimes switches to an equally good one.

    To value every move, as a search does for lost ones, would take far longer.
    """
    rules = oracle.rules
    passed = [rules.start]
    line = oracle.line(rules.start) or []
    while line and len(passed) < LONGEST_WALK:
        here = passed[-1]
        if chance.random() < DETOURS:
            other = chance.choice(list(rules.moves(here)))
            to = rules.play(here, other)
            if outcome_for_mover(rules, here, other, oracle.outcome(to)) == oracle.outcome(here):
                line = [other, *(oracle.line(to) or [])]
        passed.append(rules.play(here, line.pop(0)))
    return passed


def _none_of(oracle: Oracle, wish: Wish, longest: int | None = None) -> NoPuzzle:
    """Return the error for criteria that no puzzle meets."""
    name = oracle.game.name
    if wish.distance is None or longest is None:
        return NoPuzzle("no puzzle was found in {name}", name=name)
    return NoPuzzle(
        plural(
            "{name} has no puzzle of {count} move; the longest takes {longest}",
            "{name} has no puzzle of {count} moves; the longest takes {longest}",
            wish.distance,
            name=name,
            longest=longest,
        )
    )
