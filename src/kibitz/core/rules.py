"""The contract between a game's rules and everything that stands on them.

A position and a move are non-negative integers below 2**63; only the game knows what their bits
mean. The functions of a `Rules` are pure. They run in the interpreter and, unchanged, compiled by
Numba, so inside them there are integers, tuples of integers and loops only.
"""

from __future__ import annotations

from kibitz.core import ClassId, PositionId
from kibitz.language.sentence import plural
from kibitz.objectives import objective_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Literal, NoReturn

    from kibitz.core import MoveId
    from kibitz.language.sentence import Sentence
    from kibitz.objectives import Aim
    from kibitz.objectives.objective import Objective

RENAMED = {
    "before": "predecessors",
    "ends": "goals",
    "least": "lower_bound",
    "longest": "max_game_length",
    "maybe_least": "may_be_canonical",
    "moves_below": "distinct_moves",
}
POSITION_BITS = 63
SOURCE = "__source__"  # the name of the text that a module was run from, where it is kept


class Jumps:
    """What a game of jumps is made of, for solvers that can use it.

    A position is the set of the holes that hold a peg, one bit each. Its moves are the indices of
    `jumps`: (from, over, to) is possible where they hold peg, peg, no peg, and flips all three.
    `symmetries` are all permutations of the holes that map the board to itself, the identity left
    out; `finish` is the hole where the last peg should be (None: any).
    """

    __slots__ = ("finish", "holes", "jumps", "symmetries")

    def __init__(
        self,
        holes: int,
        jumps: Sequence[tuple[int, int, int]],
        symmetries: Sequence[Sequence[int]],
        finish: int | None,
    ) -> None:
        self.holes = holes
        self.jumps = jumps
        self.symmetries = symmetries
        self.finish = finish

    @property
    def parts(self) -> tuple[object, ...]:
        """What tells it from other structures, for digests of rules."""
        return (self.holes, self.jumps, self.symmetries, self.finish)

    def to_go(self, position: int) -> Sentence:
        """Return how many jumps a solution takes from a position."""
        left = position.bit_count() - 1
        return plural("{count} jump to go", "{count} jumps to go", left)

    def at_best(self, score: int) -> Sentence:
        """Return how many pegs stay on the board at best."""
        return plural("{count} peg left at best", "{count} pegs left at best", score)

    def unsolved(self, score: int) -> Sentence:
        """Return how a match has ended that is not solved."""
        return plural(
            "No moves are left. {count} peg remains.",
            "No moves are left. {count} pegs remain.",
            score,
        )


class Men:
    """What a game of men on points is made of, for solvers that can use it.

    A position is the points with a man of the player to move, one bit each, then those of the
    other, then the rest: `mine | theirs << points | rest << 2 * points`. `symmetries` are all
    permutations of the points that map the board to itself, the identity left out. `blocks` are
    all there can be: (tier, men of the player to move, men of the other, rest) each. Any men of
    these numbers, wherever they stand, are a position of the game; not all can be reached.
    """

    __slots__ = ("blocks", "points", "symmetries")

    def __init__(
        self,
        points: int,
        symmetries: Sequence[Sequence[int]],
        blocks: Sequence[tuple[int, int, int, int]],
    ) -> None:
        self.points = points
        self.symmetries = symmetries
        self.blocks = blocks


class Rules:
    """What is legal, when it is over, and what the end is worth.

    `start` is the position a game begins with. `moves(position)` yields the legal moves in a fixed
    order, and nothing once the game is over. `play(position, move)` returns the position after a
    legal move. `canonical(position)` returns the least of a position's mirror images; it is None
    where the board has no symmetry. `orbit(position)` returns how many different mirror images a
    position has, itself included; without it, counting positions in full takes exploring them in
    full. `placements()` yields every position of a game that has no one
    beginning (any placement of the pieces is a puzzle of its own); it is None where the positions
    of the game are those that can be reached from `start`. With a placement it yields its mirror
    images too.

    `worth(position)` says what a finished position is worth, and `aim` how to read it:

    - `"win"`: two players take turns. 1, 0 or -1: won, drawn or lost for the player to move.
      Positions are stored as that player sees them (mine, theirs).
      Where a player can be to move again, `same_mover` says so.
    - `"score"`: two players, and by how much one wins counts: the margin of the player to move, any
      whole number of 31 bits, less than 0 if that player has fewer points. No position may come
      again in such a game.
    - `"shortest"`: a puzzle to be solved in as few moves as possible. 1 if it is solved, else 0.
      It may be asked of any position, and a solved position is always finished, unless
      `goals_go_on` is True: then a solved position may have moves, and what follows it belongs to
      the game and is counted; a match still ends where it is solved. `cost(position, move)` says
      what a move costs, 1 to 1,000; without it, each costs 1. Shortest is what costs least in all.
    - `"lowest"`: a puzzle whose end has a score, and the least is best; it counts as solved at the
      score `solved_at` and below.
    - `"highest"`: the same, and the greatest is best; it counts as solved at the score `solved_at`
      and above.

    `same_mover(position, move)` is true if the player who makes a move is to move again after it.
    The position that `play` returns is then seen by the same player, and what it is worth is worth
    that to the same player. It is None where two players always take turns, and in a puzzle.

    `score_words` says what a score or a margin counts, such as `"{count} coins"`, or the forms for
    one and for several, `("{count} coin", "{count} coins")`; None leaves it at the number.

    `impartial` is True for a game of two players in which both always have the same moves, whoever
    cannot move has lost, and no position comes again: its positions have Grundy values.

    `distinct_moves` is how many numbers of moves there are: every move is below it, in whatever
    position. `max_game_length` is a number of moves that no game exceeds, wherever it begins.
    Both are None where the game does not say.

    Two hints let a search look at less; tables do without them. `wins(position)` is 1 if some move
    of an unfinished position wins at once, else 0. `order(position, move)` is a number, the greater
    the more promising the move.

    Three more are for puzzles whose aim is `"shortest"`. `lower_bound(position)` is a number of
    moves that every solution takes at least: 0 where it is solved, and no move lowers it by more
    than one. It may be -1 where there is no solution; then it is -1 after every move.
    `predecessors(position)` yields every position from which one move leads to this one, and
    `goals()` every solved position; a game gives both or neither.

    `may_be_canonical(position)` is 0 where it is seen quickly that a position is not the least of
    its mirror images, else 1. It spares `canonical` where all placements are looked at, and means
    nothing without that.

    `jumps` describes a game whose every move is a jump of a peg; None for all other games. Solvers
    and faces read it as `structure`.

    `tier(position)` is a whole number from 0 on that no move raises, and the same for all mirror
    images of a position: how many pieces are left, say, or how many squares are empty. A game that
    says it is solved tier by tier, in far less memory; the table is the same. None where the game
    does not say. `men` describes a game of men on points, for solvers that number its positions
    instead of storing them; None for all other games.
    """

    __slots__ = (
        "aim",
        "canonical",
        "cost",
        "distinct_moves",
        "goals",
        "goals_go_on",
        "impartial",
        "jumps",
        "lower_bound",
        "max_game_length",
        "may_be_canonical",
        "men",
        "moves",
        "objective",
        "orbit",
        "order",
        "placements",
        "play",
        "predecessors",
        "same_mover",
        "score_words",
        "solved_at",
        "start",
        "tier",
        "wins",
        "worth",
    )

    aim: Aim
    objective: Objective
    start: PositionId
    moves: Callable[[int], Iterator[MoveId]]
    play: Callable[[int, int], PositionId]
    worth: Callable[[int], int]
    canonical: Callable[[int], ClassId] | None
    orbit: Callable[[int], int] | None
    placements: Callable[[], Iterator[PositionId]] | None
    solved_at: int
    same_mover: Callable[[int, int], bool] | None
    goals_go_on: bool
    cost: Callable[[int, int], int] | None
    score_words: str | tuple[str, str] | None
    impartial: bool
    distinct_moves: int | None
    max_game_length: int | None
    jumps: Jumps | None
    tier: Callable[[int], int] | None
    men: Men | None
    wins: Callable[[int], int] | None
    order: Callable[[int, int], int] | None
    may_be_canonical: Callable[[int], int] | None
    lower_bound: Callable[[int], int] | None
    predecessors: Callable[[int], Iterator[PositionId]] | None
    goals: Callable[[], Iterator[PositionId]] | None

    def __new__(cls, **parts: Any) -> Rules:
        """Refuse the former name of a part, and say the new one."""
        for name in parts:
            if name in RENAMED:
                raise ValueError(f"{name} is now called {RENAMED[name]}")
        return super().__new__(cls)

    def __init__(
        self,
        *,
        aim: Aim | Literal["fewest"],
        start: int,
        moves: Callable[[int], Iterator[int]],
        play: Callable[[int, int], int],
        worth: Callable[[int], int],
        canonical: Callable[[int], int] | None = None,
        orbit: Callable[[int], int] | None = None,
        placements: Callable[[], Iterator[int]] | None = None,
        solved_at: int = 0,
        same_mover: Callable[[int, int], bool] | None = None,
        goals_go_on: bool = False,
        cost: Callable[[int, int], int] | None = None,
        score_words: str | tuple[str, str] | None = None,
        impartial: bool = False,
        distinct_moves: int | None = None,
        max_game_length: int | None = None,
        jumps: Jumps | None = None,
        tier: Callable[[int], int] | None = None,
        men: Men | None = None,
        wins: Callable[[int], int] | None = None,
        order: Callable[[int, int], int] | None = None,
        may_be_canonical: Callable[[int], int] | None = None,
        lower_bound: Callable[[int], int] | None = None,
        predecessors: Callable[[int], Iterator[int]] | None = None,
        goals: Callable[[], Iterator[int]] | None = None,
    ) -> None:
        played_for = objective_for(aim, solved_at, score_words, cost is not None)
        if played_for.needs_goal and solved_at < 1:
            raise ValueError(f"the aim {aim} needs solved_at: the score that counts as solved")
        if same_mover is not None and played_for.players == 1:
            raise ValueError("same_mover belongs to a game of two players, not to a puzzle")
        if (goals_go_on or cost is not None) and not played_for.counts_moves:
            raise ValueError("goals_go_on and cost belong to a puzzle with the aim shortest")
        two_by_turns = played_for.players == 2 and played_for.by_distance and same_mover is None
        if impartial and not two_by_turns:
            raise ValueError("a game is impartial if two players take turns, with the aim win")
        if (predecessors is None) != (goals is None):
            raise ValueError("predecessors and goals belong together: give both or neither")
        given = {**locals(), "aim": played_for.name}
        for name in PARTS:
            object.__setattr__(self, name, given[name])
        object.__setattr__(self, "objective", played_for)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("rules never change; replace() returns changed ones")

    @property
    def two_players(self) -> bool:
        """Whether two players take turns; else it is a puzzle."""
        return self.objective.players == 2

    @property
    def structure(self) -> Jumps | None:
        """What the rules declare about how the game is made, for solvers that can use it."""
        return self.jumps

    def mover_after(self, mover: int, position: int, move: int) -> int:
        """Return who is to move after a move of the player `mover`, 0 or 1; 0 in a puzzle."""
        if not self.two_players:
            return 0
        return mover if self.moves_again(position, move) else 1 - mover

    def is_over(self, position: int) -> bool:
        """Tell whether a match ends here: no move is left, or the puzzle is solved."""
        if self.goals_go_on and self.worth(position) == 1:
            return True
        return next(iter(self.moves(position)), None) is None

    def class_of(self, position: int) -> ClassId:
        """Return the least of a position's mirror images."""
        return self.canonical(position) if self.canonical else ClassId(PositionId(position))

    def cost_of(self, position: int, move: int) -> int:
        """Return what a move costs: 1, unless the rules say something else."""
        return 1 if self.cost is None else self.cost(position, move)

    def moves_again(self, position: int, move: int) -> bool:
        """Tell whether the player who makes a move is to move again after it."""
        return self.same_mover is not None and bool(self.same_mover(position, move))

    def replace(self, **changes: Any) -> Rules:
        """Return the same rules with some of their parts changed."""
        return Rules(**{**self._parts(), **changes})

    def _parts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in PARTS}

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Rules], tuple[dict[str, Any]]]:
        return _of_parts, (self._parts(),)

    def starting_at(self, position: int) -> Rules:
        """Return the same rules with another position to begin with."""
        return self.replace(start=position)


PARTS = tuple(name for name in Rules.__slots__ if name != "objective")


def _of_parts(parts: dict[str, Any]) -> Rules:
    return Rules(**parts)
