"""`Rules`: the contract between a game and the solvers, front ends and agents.

A position and a move are non-negative integers below 2**63 whose bits only the game interprets. The
functions of a `Rules` are pure. They run in the interpreter and, unchanged, compiled by Numba, so
they use integers, tuples of integers and loops only.
"""

from __future__ import annotations

from kibitz.rules import ClassId, PositionId
from kibitz.rules.objectives.objective import objective_for

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Literal, NoReturn, Protocol

    from kibitz.rules import MoveId
    from kibitz.rules.objectives.objective import Aim, Objective

    class Structure(Protocol):
        """What rules declare for an engine of its own (`solve/engines.py` names the engine)."""

        least_score: int  # no end has a lower one

        @property
        def parts(self) -> tuple[object, ...]:
            """The distinguishing parts, for fingerprints of rules."""
            ...


RENAMED = {
    "before": "predecessors",
    "ends": "goals",
    "goals_go_on": "goals_are_terminal, with the opposite value",
    "least": "lower_bound",
    "longest": "max_game_length",
    "maybe_least": "may_be_canonical",
    "moves_below": "distinct_moves",
}
POSITION_BITS = 63
SOURCE = "__source__"  # attribute of a module that holds its source text


class Men:
    """Structure of a game of men on points, for solvers that use it.

    A position is the bit set of the men of the player to move, then that of the other's, then the
    rest: `mine | theirs << points | rest << 2 * points`. `symmetries` are all permutations of the
    points that map the board to itself, the identity left out. `blocks` lists all possible (tier,
    men of the player to move, men of the other, rest). Every placement of these numbers of men is a
    position of the game, reachable or not.
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
    """The legal moves of a game, its end, and the worth of the end.

    The game itself; all that follows its first five is optional:

    - `aim`: what `worth` means (below).
    - `start`: the initial position.
    - `moves(position)` yields the legal moves in a fixed order, and none in a terminal position.
    - `play(position, move)` is the position after a legal move.
    - `worth(position)` is the value of a terminal position.
    - `same_mover(position, move)` is true if the player who makes a move moves again after it. The
      position that `play` returns and its worth are then from the same player's point of view. It
      is None if two players always alternate, and in a puzzle.
    - `placements()` yields every position of a game without a single start (each placement of the
      pieces is its own puzzle), including all symmetric images; it is None if the positions of the
      game are those reachable from `start`.

    The aims, each with what belongs to it alone:

    - `"win"`: two players take turns. 1, 0 or -1: won, drawn or lost for the player to move.
      Positions are stored as that player sees them (mine, theirs).
      If a player may move again, `same_mover` is required.
      `impartial` is True if both always have the same moves, a player without a move loses, and no
      position repeats: then positions have Grundy values.
    - `"score"`: two players, and by how much one wins counts: the margin of the player to move, any
      integer of 31 bits, negative if that player has fewer points. Positions may repeat, and
      endless play counts 0.
    - `"shortest"`: a puzzle to be solved in as few moves as possible. 1 if it is solved, else 0.
      It is defined for every position, and a solved position is terminal, unless
      `goals_are_terminal` is False: then a solved position may have moves, and its successors
      belong to the game and are counted; a match still ends once it is solved.
      `cost(position, move)` is the cost of a move, 1 to 1,000; without it, each costs 1. The least
      total cost is best.
    - `"lowest"`: a puzzle whose end has a score, and the least is best; it counts as solved at the
      score `solved_at` and below.
    - `"highest"`: the same, and the greatest is best; it counts as solved at the score `solved_at`
      and above.

    `score_words` is the wording of a score or a margin, such as `"{count} coins"`, or its singular
    and plural, `("{count} coin", "{count} coins")`; None shows the number alone.

    Symmetry:

    - `canonical(position)` is the canonical form of a position, the least of its images under the
      symmetries; it is None if the board has no symmetry.
    - `orbit(position)` is the number of different images of a position, itself included; without
      it, counting all images requires exploring without symmetry.
    - `may_be_canonical(position)` is a quick test: 0 if a position is certainly not canonical, else
      1. It avoids calls of `canonical` in the enumeration of placements, and is not used otherwise.

    Hints for searches, which tables do not use:

    - `wins(position)` is 1 if some move of a non-terminal position wins at once, else 0.
    - `order(position, move)` is a move-ordering key, the greater the more promising.
    - `lower_bound(position)` with the aim `"shortest"` is a lower bound of the number of moves to a
      solution, or of their total cost: 0 if solved, and no move decreases it by more than its cost
      (a consistent heuristic). It may be -1 if there is no solution; then it is -1 after every
      move. With the aim `"lowest"`, no end with a lower score can be reached, and no move decreases
      it; with `"highest"`, `upper_bound(position)` says that no end with a higher score can be
      reached, and no move increases it. Either may be -1 if no end can be reached.
    - `predecessors(position)` yields every position from which one move leads to this one, and
      `goals()` every solved position, with the aim `"shortest"`; a game defines both or neither.
    - `max_game_length` is an upper bound of the number of moves of a game from any position.

    Layout of positions and moves:

    - `distinct_moves` is an exclusive upper bound of all move numbers in all positions.
    - `tier(position)` is a non-negative integer that no move increases and that is the same for all
      images of a position, such as the number of pieces left or of empty squares. A game with tiers
      is solved tier by tier, in far less memory; the table is the same.
    - `placement_at(index)` is the placement with an index from 0 on, in any order, and -1 for an
      index beyond the last. A GPU lists the placements with it.
    - `jumps` describes a game whose moves are all jumps of a peg (`games/peg_boards.py`).
    - `men` describes a game of men on points, for solvers that rank and unrank its positions
      instead of storing them.
    """

    aim: Aim
    objective: Objective
    start: PositionId
    moves: Callable[[int], Iterator[MoveId]]
    play: Callable[[int, int], PositionId]
    worth: Callable[[int], int]
    same_mover: Callable[[int, int], bool] | None
    placements: Callable[[], Iterator[PositionId]] | None
    # its aim
    impartial: bool
    goals_are_terminal: bool
    cost: Callable[[int, int], int] | None
    solved_at: int
    score_words: str | tuple[str, str] | None
    # symmetry
    canonical: Callable[[int], ClassId] | None
    orbit: Callable[[int], int] | None
    may_be_canonical: Callable[[int], int] | None
    # hints for searches
    wins: Callable[[int], int] | None
    order: Callable[[int, int], int] | None
    lower_bound: Callable[[int], int] | None
    upper_bound: Callable[[int], int] | None
    predecessors: Callable[[int], Iterator[PositionId]] | None
    goals: Callable[[], Iterator[PositionId]] | None
    max_game_length: int | None
    # layout
    distinct_moves: int | None
    tier: Callable[[int], int] | None
    placement_at: Callable[[int], int] | None
    jumps: Any
    men: Men | None

    def __new__(cls, **parts: Any) -> Rules:
        """Reject the former name of a parameter, with an error that gives the new one."""
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
        same_mover: Callable[[int, int], bool] | None = None,
        placements: Callable[[], Iterator[int]] | None = None,
        # its aim
        impartial: bool = False,
        goals_are_terminal: bool = True,
        cost: Callable[[int, int], int] | None = None,
        solved_at: int = 0,
        score_words: str | tuple[str, str] | None = None,
        # symmetry
        canonical: Callable[[int], int] | None = None,
        orbit: Callable[[int], int] | None = None,
        may_be_canonical: Callable[[int], int] | None = None,
        # hints for searches
        wins: Callable[[int], int] | None = None,
        order: Callable[[int, int], int] | None = None,
        lower_bound: Callable[[int], int] | None = None,
        upper_bound: Callable[[int], int] | None = None,
        predecessors: Callable[[int], Iterator[int]] | None = None,
        goals: Callable[[], Iterator[int]] | None = None,
        max_game_length: int | None = None,
        # layout
        distinct_moves: int | None = None,
        tier: Callable[[int], int] | None = None,
        placement_at: Callable[[int], int] | None = None,
        jumps: Structure | None = None,
        men: Men | None = None,
    ) -> None:
        least_score = 0 if jumps is None else jumps.least_score
        played_for = objective_for(aim, solved_at, score_words, cost is not None, least_score)
        if played_for.needs_goal and solved_at < 1:
            raise ValueError(f"the aim {aim} needs solved_at: the score that counts as solved")
        if same_mover is not None and played_for.players == 1:
            raise ValueError("same_mover belongs to a game of two players, not to a puzzle")
        if (not goals_are_terminal or cost is not None) and not played_for.counts_moves:
            raise ValueError("goals_are_terminal and cost belong to a puzzle with the aim shortest")
        two_by_turns = played_for.players == 2 and played_for.by_distance and same_mover is None
        if impartial and not two_by_turns:
            raise ValueError("a game is impartial if two players take turns, with the aim win")
        if (predecessors is None) != (goals is None):
            raise ValueError("predecessors and goals belong together: give both or neither")
        for name, hint in (("lower_bound", lower_bound), ("upper_bound", upper_bound)):
            if hint is not None and name != played_for.bound_name:
                raise ValueError(f"{name} does not belong to a game with the aim {aim}")
        given = {**locals(), "aim": played_for.name}
        for name in PARTS:
            object.__setattr__(self, name, given[name])
        object.__setattr__(self, "objective", played_for)

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError("rules never change; replace() returns changed ones")

    @property
    def two_players(self) -> bool:
        """Whether two players take turns; otherwise it is a puzzle."""
        return self.objective.players == 2

    @property
    def solved_whole(self) -> bool:
        """Whether its puzzles ask for a whole solution: any placement is one."""
        counts_moves = self.objective.counts_moves and self.cost is None
        return counts_moves and self.placements is not None

    @property
    def bound(self) -> Callable[[int], int] | None:
        """The bound of the best outcome of a position: `lower_bound` or `upper_bound`."""
        return self.lower_bound or self.upper_bound  # only one of them belongs to an aim

    @property
    def structure(self) -> Structure | None:
        """The declared structure of the game, for solvers that use it."""
        declared: Structure | None = self.jumps
        return declared

    def mover_after(self, mover: int, position: int, move: int) -> int:
        """Return the player to move (0 or 1) after a move of `mover`; 0 in a puzzle."""
        if not self.two_players:
            return 0
        return mover if self.moves_again(position, move) else 1 - mover

    def is_over(self, position: int) -> bool:
        """Return whether a match ends here: no move is left, or the puzzle is solved."""
        if not self.goals_are_terminal and self.worth(position) == 1:
            return True
        return next(iter(self.moves(position)), None) is None

    def class_of(self, position: int) -> ClassId:
        """Return the least of a position's mirror images."""
        return self.canonical(position) if self.canonical else ClassId(PositionId(position))

    def cost_of(self, position: int, move: int) -> int:
        """Return the cost of a move: 1, unless the rules define it."""
        return 1 if self.cost is None else self.cost(position, move)

    def moves_again(self, position: int, move: int) -> bool:
        """Return whether the player who makes a move moves again after it."""
        return self.same_mover is not None and bool(self.same_mover(position, move))

    def replace(self, **changes: Any) -> Rules:
        """Return the same rules with some parameters changed."""
        return Rules(**{**self._parts(), **changes})

    def _parts(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in PARTS}

    def __reduce__(self) -> tuple[Callable[[dict[str, Any]], Rules], tuple[dict[str, Any]]]:
        return _of_parts, (self._parts(),)

    def starting_at(self, position: int) -> Rules:
        """Return the same rules with another initial position."""
        return self.replace(start=position)


PARTS = tuple(name for name in Rules.__annotations__ if name != "objective")


def _of_parts(parts: dict[str, Any]) -> Rules:
    return Rules(**parts)
