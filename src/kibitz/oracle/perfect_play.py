"""Strategy of one player of a game: a best move in every position that the other can reach.

The positions are listed once each, mirror images together, in the order in which they are met.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from kibitz.language.errors import KibitzError, plural
from kibitz.oracle.answer import outcome_for_mover
from kibitz.oracle.oracle import Oracle
from kibitz.rules import ClassId, MoveId, PositionId
from kibitz.rules.objectives.outcomes import Outcome

MOST_POSITIONS = 4_000
MOST_REPLIES = 250_000
MOST_COMPARED = 40  # best moves of a position that are compared


class Reply(NamedTuple):
    """What the other player may do: moves in turn, usually one, and the position after them.

    `end` is the outcome for the player of the strategy if the game is over, else None. There are no
    moves if the player of the strategy moves again.
    """

    moves: tuple[MoveId, ...]
    to: PositionId
    end: Outcome | None


class ChosenMove(NamedTuple):
    """A position, the move that the strategy makes in it, and every reply to that.

    `move` is None at the start if the other player begins. `end` is the outcome if the move ends
    the game.
    """

    position: PositionId
    move: MoveId | None
    after: PositionId
    replies: list[Reply]
    end: Outcome | None = None


class PlayerStrategy:
    """A best move in every position that can come up if it is followed.

    `player` is the player who follows it, 0 or 1, and `outcome` that of the start for this player.
    `choices` are the positions, mirror images once; a start at which the other player moves is the
    first of them.
    """

    def __init__(self, oracle: Oracle, *, begins: bool) -> None:
        self.oracle = oracle
        self.game = oracle.game
        self.rules = oracle.rules
        first = self.game.mover(self.rules.start)
        self.player = first if begins else 1 - first
        self.choices: list[ChosenMove] = []
        self._numbers: dict[ClassId, int] = {}
        self._following: dict[ClassId, frozenset[ClassId]] = {}
        self._replies = 0
        known = self.known_outcome(self.rules.start)
        self.outcome = known if begins else known.for_other()
        self._find(begins)

    def number_of(self, position: PositionId) -> int:
        """Return the index of a position, or of its mirror image, among the choices."""
        return self._numbers[self.rules.class_of(position)]

    def choice_in(self, position: PositionId) -> ChosenMove:
        """Return the choice in a position whose mirror image may be the one that is listed."""
        listed = self.choices[self.number_of(position)]
        if listed.position == position:
            return listed
        wanted = self.rules.class_of(listed.after)
        move = next(
            move
            for move in self.rules.moves(position)
            if self.rules.class_of(self.rules.play(position, move)) == wanted
        )
        return self._choice(position, move)

    def known_outcome(self, position: PositionId) -> Outcome:
        """Return the outcome of a position; raise an error if it is not known."""
        outcome = self.oracle.outcome(position)
        if not outcome.known:
            raise self.not_known(position)
        return outcome

    def not_known(self, position: PositionId) -> KibitzError:
        """Return the error for a position whose outcome or best moves are not known."""
        return KibitzError(
            "the best move in {position} of {name} is not known; {command} may find it",
            position=self.game.text(position),
            name=self.game.name,
            command=f"kibitz table {self.game.name}",
        )

    def _find(self, begins: bool) -> None:
        start = self.rules.start
        waiting: list[PositionId] = []
        if begins:
            self._number(start, waiting)
        else:
            opening = ChosenMove(start, None, start, list(self._replies_in(start)))
            self._numbers[self.rules.class_of(start)] = 0
            self.choices.append(opening)
            for reply in opening.replies:
                self._meet(reply, waiting)
        for position in waiting:  # it grows
            choice = self._choice(position, self._move_in(position))
            self.choices.append(choice)
            for reply in choice.replies:
                self._meet(reply, waiting)

    def _meet(self, reply: Reply, waiting: list[PositionId]) -> None:
        if reply.end is None:
            self._number(reply.to, waiting)

    def _number(self, position: PositionId, waiting: list[PositionId]) -> None:
        kind = self.rules.class_of(position)
        if kind not in self._numbers:
            self._numbers[kind] = len(self._numbers)
            waiting.append(position)
        if len(self._numbers) > MOST_POSITIONS:
            raise self.too_large()

    def too_large(self) -> KibitzError:
        """Return the error for a strategy that no sheet can hold."""
        return KibitzError(
            plural(
                "a strategy of {name} has more than {count} position, too many for one sheet",
                "a strategy of {name} has more than {count} positions, too many for one sheet",
                min(MOST_POSITIONS, len(self._numbers) - 1),
                name=self.game.name,
            )
        )

    def _move_in(self, position: PositionId) -> MoveId:
        """Return a best move, of several one after which the fewest new positions can come up."""
        self.known_outcome(position)
        best = self.oracle.ending_moves(position) or self.oracle.best(position)
        if not best:
            raise self.not_known(position)
        numbers = self._numbers
        return min(
            best[:MOST_COMPARED],
            key=lambda move: sum(kind not in numbers for kind in self._kinds_after(position, move)),
        )

    def _kinds_after(self, position: PositionId, move: MoveId) -> frozenset[ClassId]:
        after = self.rules.play(position, move)
        again = self.rules.moves_again(position, move)
        kind = self.rules.class_of(after)
        if again or self.rules.is_over(after):
            return frozenset([kind] if again else [])
        if kind not in self._following:
            replies = self._replies_in(after)
            kinds = {self.rules.class_of(reply.to) for reply in replies if reply.end is None}
            self._following[kind] = frozenset(kinds)
        return self._following[kind]

    def _choice(self, position: PositionId, move: MoveId) -> ChosenMove:
        after = self.rules.play(position, move)
        if self.rules.is_over(after):
            end = outcome_for_mover(self.rules, position, move, self.oracle.outcome(after))
            return ChosenMove(position, move, after, [], end)
        if self.rules.moves_again(position, move):
            return ChosenMove(position, move, after, [Reply((), after, None)])
        return ChosenMove(position, move, after, list(self._replies_in(after)))

    def _replies_in(self, position: PositionId, made: tuple[MoveId, ...] = ()) -> Iterator[Reply]:
        """Yield all that the other player may do, who is to move."""
        for move in self.rules.moves(position):
            self._replies += 1
            if self._replies > MOST_REPLIES:
                raise self.too_large()
            to = self.rules.play(position, move)
            moves = (*made, move)
            if self.rules.is_over(to):
                theirs = outcome_for_mover(self.rules, position, move, self.oracle.outcome(to))
                yield Reply(moves, to, theirs.for_other())
            elif self.rules.moves_again(position, move):
                yield from self._replies_in(to, moves)
            else:
                yield Reply(moves, to, None)
