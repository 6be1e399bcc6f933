"""What is true of a position: its exact value, its best moves, and what a move gave away.

It comes from the table of the game: the kept one, or one made now if the game turns out small
enough. Where there is none, everything is unknown; nothing is guessed. `kibitz table GAME` makes
and keeps tables of games that are too large to be solved in passing. The table of a large peg board
knows which positions can be won, and not what the others are worth: these stay unknown.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import islice

from kibitz.play import tables
from kibitz.solve.answer import UNKNOWN, Value, code_before, goodness, value_of
from kibitz.solve.pegs import whole_board
from kibitz.solve.pegs.table import PegTable
from kibitz.solve.shelf import Shelf
from kibitz.solve.table import Table

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.play.tables import GameTable
    from kibitz.rules.contract import Aim, Rules
    from kibitz.rules.game import Game

    Find = Callable[[int], int | None]

MOST_PLACEMENTS = 4_000_000  # some seconds of work, compiled
MOST_POSITIONS = 500_000  # up to symmetry
REMEMBERED = 1 << 17  # positions whose values are kept at hand
NOT_WON = -1  # the code of a position that ends worse than solved, who knows how much worse


class TooLarge(Exception):
    """A game whose table would take longer than somebody who wants to play will wait."""


class Regret:
    """What a move gave away, in two parts, both 0 for a best move.

    `given` is what it gave away of the result: of two players, 1 from a win to a draw or from a
    draw to a loss, and 2 from a win to a loss; of a puzzle to be solved, 1 if it could be solved
    before and cannot be after; of a score, how much worse the best end within reach has become
    (infinite if no end can be reached any more).

    `delay` is how many moves it cost while the result stayed the same: a win that comes so many
    plies later, a loss that comes so many sooner, a solution so many moves longer.
    """

    __slots__ = ("delay", "given")

    def __init__(self, given: float, delay: float) -> None:
        self.given = float(given)
        self.delay = float(delay)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Regret):
            return NotImplemented
        return (self.given, self.delay) == (other.given, other.delay)

    def __hash__(self) -> int:
        return hash((self.given, self.delay))

    def __repr__(self) -> str:
        return f"<gave away {self.given:g}, and {self.delay:g} moves>"


class Truth:
    """The truth about one game."""

    def __init__(self, game: Game) -> None:
        self.rules = game.rules
        self.known = known_values(game)
        self._code = lru_cache(maxsize=REMEMBERED)(self._find)

    def value(self, position: int) -> Value:
        """Return what perfect play reaches, for the player to move, or `unknown`."""
        code = self._code(position)
        if code is None or self._is_vague(code):
            return Value(UNKNOWN, None)
        return value_of(self.rules.aim, code)

    def optimal(self, position: int) -> list[int] | None:
        """Return the moves that give nothing away, none if the game is over; None if unknown."""
        codes = self._codes(position)
        if codes is None:
            return None
        best = self._best(codes)
        return (
            None if self._is_vague(best) else [move for move, code in codes.items() if code == best]
        )

    def regret(self, position: int, move: int) -> Regret | None:
        """Return what a legal move gives away, None if unknown."""
        best, after = self._code(position), self._code(self.rules.play(position, move))
        if best is None or after is None:
            return None
        made = code_before(self.rules.aim, after)
        if self._is_vague(best):  # what cannot be solved may still end well or badly
            codes = self._codes(position)
            best = NOT_WON if codes is None else self._best(codes)
        if self._is_vague(best) or self._is_vague(made):
            return None
        return regret(self.rules.aim, best, made)

    def _best(self, codes: dict[int, int]) -> int:
        """Return the best of some codes; 0 if the game is over and there are none."""
        known = [code for code in codes.values() if not self._is_vague(code)]
        best = min(known, key=lambda code: goodness(self.rules.aim, code), default=0)
        return NOT_WON if codes and not known else best

    def _is_vague(self, code: int) -> bool:
        return self.rules.aim == "fewest" and code == NOT_WON

    def _find(self, position: int) -> int | None:
        """Return the code of a position, None if unknown; an end is worth what the rules say."""
        code = self.known(position) if self.known else None
        if (code is None or self._is_vague(code)) and is_over(self.rules, position):
            return end_code(self.rules.aim, self.rules.worth(position))
        return code

    def _codes(self, position: int) -> dict[int, int] | None:
        """Return what each legal move is worth to the player who makes it."""
        rules = self.rules
        codes = {}
        if self._code(position) is None:
            return None
        for move in rules.moves(position):
            code = self._code(rules.play(position, move))
            if code is None:
                return None
            codes[move] = code_before(rules.aim, code)
        return codes


def regret(aim: Aim, best: int, made: int) -> Regret:
    """Return what was given away by making a move of one code where there was one of the best."""
    if aim == "win":
        given = sign(best) - sign(made)
        return Regret(given, 0 if given else abs(best - made))
    if aim == "shortest":
        given = int(bool(best)) - int(bool(made))
        return Regret(given, 0 if given else made - best)
    if bool(best) != bool(made):
        return Regret(float("inf"), 0)
    return Regret(made - best, 0)


def sign(code: int) -> int:
    """Return 1, 0 or -1."""
    return (code > 0) - (code < 0)


def known_values(game: Game, shelf: Shelf | None = None) -> Find | None:
    """Return what finds the code of a position; None if no table is at hand or soon made."""
    shelf = shelf or Shelf()
    kept = tables.find(game, shelf)
    if kept is not None:
        return kept.find if isinstance(kept.answers, Table) else winning_only(game, shelf, kept)
    if game.rules.jumps is not None and whole_board.find(shelf, game.rules.jumps) is not None:
        return winning_only(game, shelf, None)
    if not is_modest(game):
        return None
    try:
        return tables.table_of(game, progress=give_up, shelf=shelf).find
    except TooLarge:
        return None


def winning_only(game: Game, shelf: Shelf, kept: GameTable | None) -> Find:
    """Return what finds the code of a position that can be won, by a table that knows just that."""
    assert game.rules.jumps is not None
    whole = whole_board.find(shelf, game.rules.jumps)
    table = kept.answers if kept is not None else None
    solved = 1 + game.rules.solved_at

    def find(position: int) -> int | None:
        wins = table.wins(position) if isinstance(table, PegTable) else None
        if wins is None and whole is not None:
            wins = whole.wins(position)
        return None if wins is None else solved if wins else NOT_WON

    return find


def is_modest(game: Game) -> bool:
    """Tell whether it is worth trying to solve a game whole in passing."""
    rules = game.rules
    if rules.jumps is not None and rules.jumps.holes > tables.MOST_HOLES:
        return False
    if rules.placements is None:
        return True
    return not any(True for _ in islice(rules.placements(), MOST_PLACEMENTS, None))


def give_up(phase: str, done: int, total: int | None) -> None:
    """Follow how solving goes on, and stop it when the game turns out too large."""
    if phase == "exploring" and done > MOST_POSITIONS:
        raise TooLarge


def is_over(rules: Rules, position: int) -> bool:
    """Tell whether no move is left."""
    return next(iter(rules.moves(position)), None) is None


def end_code(aim: Aim, worth: int) -> int:
    """Return the code of a finished position of that worth."""
    return worth + 1 if aim == "fewest" else worth
