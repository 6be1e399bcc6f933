"""Tournaments between opponents, with how often each wins."""

from __future__ import annotations

from os import PathLike

from kibitz.api.game import Game
from kibitz.api.game import game as game_named
from kibitz.language.errors import KibitzError, listed, whole
from kibitz.play.match_history import MatchState
from kibitz.play.opponents import EASY, OPPONENTS, RANDOM, Opponent

MOST_REPEATED = 3  # occurrences of a position after which a game counts as drawn


class Comparison:
    """How many games the first of two opponents won, drew and lost.

    `moving_first` and `moving_second` are the same, of the games in which it made the first move
    and of the others: three numbers each. A notebook shows it as a chart.
    """

    def __init__(self, game: str, opponents: tuple[str, str]) -> None:
        self.game = game
        self.opponents = opponents
        self.moving_first = [0, 0, 0]
        self.moving_second = [0, 0, 0]

    @property
    def wins(self) -> int:
        """The games that the first opponent won."""
        return self.moving_first[0] + self.moving_second[0]

    @property
    def draws(self) -> int:
        """The drawn games."""
        return self.moving_first[1] + self.moving_second[1]

    @property
    def losses(self) -> int:
        """The games that the first opponent lost."""
        return self.moving_first[2] + self.moving_second[2]

    def __repr__(self) -> str:
        first, second = self.opponents
        return (
            f"<{first} against {second} at {self.game}: "
            f"{self.wins} won, {self.draws} drawn, {self.losses} lost>"
        )

    def _repr_svg_(self) -> str:
        from kibitz.drawing.chart import bars  # for notebooks

        first, second = self.opponents
        counts = [("won", self.wins), ("drawn", self.draws), ("lost", self.losses)]
        return bars(f"{first} against {second} at {self.game}", counts)


def compare(
    first: str,
    second: str,
    games: int = 100,
    game: Game | str | PathLike[str] = "noughts",
    *,
    seed: int | None = None,
    longest: int = 500,
) -> Comparison:
    """Play games between two opponents, who alternate in making the first move.

    The same seed makes the same games. A game counts as drawn when a position is on the board for
    the third time, or after `longest` moves.

    Examples:
        >>> import kibitz
        >>> result = kibitz.compare("perfect", "random", games=20, game="noughts", seed=1)
        >>> result.wins + result.draws, result.losses
        (20, 0)
    """
    game = game_named(game)
    games, longest = whole("games", games, 1), whole("longest", longest, 1)
    unknown = [name for name in (first, second) if name not in OPPONENTS]
    if unknown:
        raise KibitzError(
            "there is no opponent {name}; the opponents are {known}",
            name=unknown[0],
            known=listed(OPPONENTS),
        )
    if not game.rules.two_players:
        raise KibitzError("{name} is a puzzle, which is played alone", name=game.name)
    oracle = game.oracle
    thinking = [name for name in (first, second) if name not in (EASY, RANDOM)]
    if thinking and not oracle.outcome(game.rules.start).known:
        raise KibitzError(
            "the outcome of {name} is unknown, so {opponent} would not play by proved outcomes; "
            "kibitz.table({quoted}) solves it",
            name=game.name,
            opponent=thinking[0],
            quoted=repr(str(game.name)),
        )
    seeds = (None, None) if seed is None else (2 * seed, 2 * seed + 1)
    players = [
        Opponent(name, oracle, seed) for name, seed in zip((first, second), seeds, strict=True)
    ]
    result = Comparison(game.name, (first, second))
    for number in range(games):
        begins = number % 2
        winner = played(game, (players[begins], players[1 - begins]), longest)
        counts = result.moving_second if begins else result.moving_first
        counts[1 if winner is None else 0 if winner == begins else 2] += 1
    return result


def played(game: Game, players: tuple[Opponent, Opponent], longest: int) -> int | None:
    """Play one game; return the winner, 0 for the player who moves first; None for a draw."""
    match = MatchState(game)
    while not match.over and match.ply < longest and match.occurrences < MOST_REPEATED:
        player = players[(match.mover - match.first) % 2]
        match.play(player.choose(match.position, repeating=match.repeats))
    winner = match.winner
    return None if winner is None else (winner - match.first) % 2
