"""Match in progress, with its complete history.

It holds all state that undo must restore: the start, the moves and how many of them are made.
Moves that were taken back are kept as a variation when another is played instead. The state of a
front end, such as a half-made move, a cursor or an open menu, is not part of it.

The moves are a tree:

               ┌─ a2 ── b1        line 1, the main line: c3 a2 b1
    start ─ c3 ┤
               └─ b2 ── a1        line 2, which leaves it after move 1: c3 b2 a1

The first move made in a position continues its line; every other one begins a new line. Lines are
numbered in the order in which a text has them: `c3 a2 (b2 a1) b1`.
"""

from __future__ import annotations

from kibitz.language.errors import KibitzError, listed, plural
from kibitz.play.opponents import OPPONENTS
from kibitz.rules import MoveId, PositionId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from kibitz.rules.base_game import BaseGame

HUMAN = "human"
LONGEST_NAME = 24  # of a person, in characters
MOST_MOVES = 5000  # of all lines together


class Node:
    """A position, the move that led to it, and its children."""

    __slots__ = ("children", "move", "mover", "parent", "ply", "position")

    def __init__(
        self, position: PositionId, move: int = -1, parent: Node | None = None, mover: int = 0
    ) -> None:
        self.position = position
        self.move = MoveId(move)
        self.parent = parent
        self.mover = mover  # who is to move in it
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.children: list[Node] = []

    def child(self, move: int) -> Node | None:
        """Return the position that a move led to; None if it was not made here."""
        return next((one for one in self.children if one.move == move), None)

    def path(self) -> list[Node]:
        """Return every position from the start to this one."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    def rest(self) -> list[Node]:
        """Return the positions that follow on the same line."""
        found: list[Node] = []
        here = self
        while here.children:
            here = here.children[0]
            found.append(here)
        return found


class Line:
    """A line of the tree: its number, the line that it leaves, and its own positions.

    `of` is 0 for the main line.
    """

    __slots__ = ("nodes", "number", "of")

    def __init__(self, number: int, of: int, nodes: list[Node]) -> None:
        self.number = number
        self.of = of
        self.nodes = nodes

    def tried(self) -> Iterator[Node]:
        """Yield the first position of every line that leaves this one, in order."""
        for node in self.nodes if self.number == 1 else self.nodes[1:]:
            assert node.parent is not None
            yield from node.parent.children[1:]


def lines_of(start: Node) -> list[Line]:
    """Return every line, in the order of their numbers."""
    lines = [Line(1, 0, start.rest())]
    open_lines = [(1, lines[0].tried())]
    while open_lines:
        number, tried = open_lines[-1]
        first = next(tried, None)
        if first is None:
            open_lines.pop()
            continue
        lines.append(Line(len(lines) + 1, number, [first, *first.rest()]))
        open_lines.append((len(lines), lines[-1].tried()))
    return lines


class MatchError(KibitzError):
    """A move that cannot be made, or a text that is not a match."""


class MatchState:
    """The moves of a game from its start, and the ply that is on the board.

    `moves` are those of the line that is on the board. Those beyond `ply` can be redone. `players`
    are the first and the second player: `human` or the name of an opponent; a puzzle has one
    player. `first` is the player who begins, if the start does not determine it. `names` are those
    of the people on both sides, where they have any.
    """

    def __init__(
        self,
        game: BaseGame,
        start: int | None = None,
        players: Sequence[str] = (),
        first: int | None = None,
        names: Sequence[str] = (),
    ) -> None:
        self.game = game
        self.start = game.rules.start if start is None else PositionId(start)
        self.first = game.mover(self.start) if first is None else first
        self._seats = 2 if game.rules.two_players else 1
        self.players = tuple(players) or (HUMAN,) * self._seats
        self.names = tuple(names)
        self.root = Node(self.start, mover=self.first if self._seats == 2 else 0)
        self._path = [self.root]  # the line on the board, to its end
        self._made = 0  # moves of all lines together
        self.ply = 0

    def __repr__(self) -> str:
        return f"<match of {self.game.name}, ply {self.ply} of {len(self._path) - 1}>"

    @property
    def players(self) -> tuple[str, ...]:
        """Who plays first and second: `human` or the name of an opponent."""
        return self._players

    @players.setter
    def players(self, players: tuple[str, ...]) -> None:
        known = (HUMAN, *OPPONENTS) if self._seats == 2 else (HUMAN,)
        if len(players) != self._seats or not set(players) <= set(known):
            raise MatchError(
                plural(
                    "this game needs {count} player: {known}",
                    "this game needs {count} players, each one of: {known}",
                    self._seats,
                    known=listed(known),
                )
            )
        self._players = players

    @property
    def names(self) -> tuple[str, ...]:
        """Names of the people on both sides, "" for one without a name; () if there are none."""
        return self._names

    @names.setter
    def names(self, names: tuple[str, ...]) -> None:
        given = tuple(" ".join(name.split()) for name in names)
        if not any(given):
            given = ()
        elif len(given) != self._seats:
            raise MatchError(
                plural("this game needs {count} name", "this game needs {count} names", self._seats)
            )
        if any(len(name) > LONGEST_NAME or not name.isprintable() for name in given):
            raise MatchError(
                "a name has at most {count} characters, all of them printable", count=LONGEST_NAME
            )
        self._names = given

    def name_of(self, side: int) -> str:
        """Return the name of the person on a side, 0 or 1; else that of the side, such as `X`."""
        return (self._names[side] if self._names else "") or self.game.player_name(side)

    # State

    @property
    def position(self) -> PositionId:
        """The position on the board."""
        return self._path[self.ply].position

    @property
    def positions(self) -> tuple[PositionId, ...]:
        """Every position from the start to the end of the line, including those to redo."""
        return tuple(node.position for node in self._path)

    @property
    def moves(self) -> tuple[MoveId, ...]:
        """Every move of the line, including those to redo."""
        return tuple(node.move for node in self._path[1:])

    @property
    def lines(self) -> list[Line]:
        """Every line of the match; the first is the main line."""
        return lines_of(self.root)

    @property
    def line(self) -> int:
        """The number of the line on the board."""
        ends = (line.number for line in self.lines if line.nodes[-1:] == self._path[-1:])
        return next(ends, 1)

    @property
    def mover(self) -> int:
        """Who is to move: 0 the first player, 1 the second. In a puzzle always 0."""
        return self.mover_at(self.ply)

    def mover_at(self, ply: int) -> int:
        """Return who is to move at that ply."""
        return self._path[ply].mover

    @property
    def for_two(self) -> bool:
        """Whether two players take turns."""
        return self._seats == 2

    @property
    def player(self) -> str:
        """The player to move: `human` or the name of an opponent."""
        return self.players[self.mover]

    @property
    def viewpoint(self) -> int:
        """The player for whom a verdict is good or bad: the only person, else the one who begins.

        In a puzzle for two players that is the one who is to find the answer.
        """
        return self.root.mover if self.person is None else self.person

    @property
    def person(self) -> int | None:
        """The side of the only person, against a computer or alone; None if there is none."""
        people = [side for side, player in enumerate(self.players) if player == HUMAN]
        return people[0] if len(people) == 1 else None

    @property
    def faces_computer(self) -> bool:
        """Whether one person plays against a computer."""
        return self.for_two and self.person is not None

    @property
    def finished(self) -> bool:
        """Whether the line on the board ends with the end of the game."""
        return self.game.rules.is_over(self._path[-1].position)

    @property
    def over(self) -> bool:
        """Whether no move is left."""
        return self.game.rules.is_over(self.position)

    @property
    def winner(self) -> int | None:
        """The winner, 0 or 1; None if there is none yet."""
        worth = self.game.rules.worth(self.position) if self.for_two and self.over else 0
        if not worth:
            return None
        return self.mover if worth > 0 else 1 - self.mover

    @property
    def occurrences(self) -> int:
        """How often the position on the board has occurred with the same player to move."""
        here = self._path[self.ply]
        seen = self._path[: self.ply + 1]
        return sum((one.position, one.mover) == (here.position, here.mover) for one in seen)

    @property
    def repeats(self) -> bool:
        """Whether a position has occurred twice so far with the same player to move."""
        seen = {(one.position, one.mover) for one in self._path[: self.ply + 1]}
        return len(seen) <= self.ply

    # Changes

    def play(self, move: int) -> None:
        """Make a legal move. Unless it is the move to redo, the line becomes another variation."""
        node = self.add(self._path[self.ply], move)
        self.ply += 1
        if self._path[self.ply : self.ply + 1] != [node]:
            self._path[self.ply :] = [node, *node.rest()]

    def add(self, before: Node, move: int) -> Node:
        """Return the position that a legal move leads to; it becomes one of the match."""
        known = before.child(move)
        if known is not None:
            return known
        if MoveId(move) not in self.game.rules.moves(before.position):
            raise MatchError("this move cannot be played here")
        if self._made == MOST_MOVES:
            raise MatchError(
                plural(
                    "a match has at most {count} move",
                    "a match has at most {count} moves",
                    MOST_MOVES,
                )
            )
        self._made += 1
        rules, here = self.game.rules, before.position
        mover = rules.mover_after(before.mover, here, move)
        before.children.append(Node(rules.play(here, move), move, before, mover))
        return before.children[-1]

    def undo(self, plies: int = 1) -> None:
        """Take back the last `plies` moves."""
        self.jump(self.ply - plies)

    def redo(self, plies: int = 1) -> None:
        """Make the next `plies` moves that were taken back again."""
        self.jump(self.ply + plies)

    def jump(self, ply: int | None = None, line: int | None = None) -> None:
        """Go to any ply, else to the end, of any line, else of the one on the board."""
        path = self._path if line is None else self._path_of(line)
        ply = len(path) - 1 if ply is None else ply
        if not 0 <= ply < len(path):
            raise MatchError(
                "this match has the plies 0 to {last}, not {ply}", last=len(path) - 1, ply=ply
            )
        self._path, self.ply = path, ply

    def _path_of(self, number: int) -> list[Node]:
        lines = self.lines
        if not 1 <= number <= len(lines):
            raise MatchError(
                "this match has the lines 1 to {last}, not {line}", last=len(lines), line=number
            )
        return [self.root, *lines[number - 1].nodes][-1].path()

    def move_text(self, ply: int) -> str:
        """Return the move made at that ply of the line as a player of the game writes it."""
        return self.text_to(self._path[ply + 1])

    def text_to(self, node: Node) -> str:
        """Return the move that led to a position as a player of the game writes it."""
        assert node.parent is not None
        return self.game.move_text(node.parent.position, node.move)
