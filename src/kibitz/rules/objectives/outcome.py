"""Base class of outcomes; the kinds of outcomes are in `outcomes.py`."""

from __future__ import annotations

from abc import ABC, abstractmethod

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Literal, NoReturn

    from kibitz.language.errors import Sentence

    Tone = Literal["good", "even", "bad", "unknown"]
    Kind = Literal["win", "draw", "loss", "solvable", "unsolvable", "unknown"]
    Settles = Literal["table", "time", "nothing"]
    Value = Kind | Literal["endless"] | int  # a word or the score


class Outcome(ABC):
    """What perfect play reaches from a position. Its kinds are in `rules/objectives/outcomes.py`.

    `value` and `distance` are the fields of the JSON form: a word or the score, and a number of
    moves or None. `tone` selects the colour in front ends. `known` is False for `Unknown` and
    `Bound`, and `proved` for `Unknown` alone, whose `reason` and `settled_by` say why.

    Examples:
        >>> import kibitz
        >>> outcome = kibitz.game("noughts").position("XO.-.X.-...").outcome
        >>> outcome, str(outcome), outcome.kind, outcome.measure
        (Loss(4), 'loses in 4 moves', 'loss', 4)
        >>> outcome < kibitz.Draw() < kibitz.Win(5) < kibitz.Win(3)
        True
    """

    __slots__ = ()
    distance: int | None = None
    known = True
    proved = True  # whether anything is
    reason: Sentence | None = None
    settled_by: Settles | None = None
    result_worth = 1  # how good its result is: 1, 0 or -1
    given_away: str | None = None  # wording for a move that gives it away
    kept: str | None = None  # what a problem asks for whose only good move keeps it

    @property
    @abstractmethod
    def value(self) -> Value:
        """The value in JSON: a word, or the score."""

    @property
    def tone(self) -> Tone:
        """What a face shows by a colour."""
        return "unknown"

    def narrowed(self, other: Outcome) -> Outcome:
        """Return what follows from this outcome and another one of the same position."""
        return self if self.known or not other.proved else other

    @property
    def contested(self) -> bool:
        """Whether it belongs to two players."""
        return False

    @property
    def in_plies(self) -> bool:
        """Whether its words count the moves of both players."""
        return False

    @property
    @abstractmethod
    def words(self) -> Sentence:
        """The outcome as a translatable sentence."""

    @property
    def kind(self) -> Kind:
        """One word: `win`, `draw`, `loss`; `solvable` or `unsolvable` for a puzzle; `unknown`."""
        value = self.value
        if isinstance(value, str) and value != "endless":
            return value
        return "solvable" if self.tone == "good" else "unsolvable"

    @property
    def measure(self) -> int | None:
        """The distance or, where there is one, the score or the margin; else None."""
        score: int | None = getattr(self, "score", None)
        return self.distance if score is None else score

    @property
    def exact(self) -> bool:
        """Whether nothing more can be known: it is proved, with its distance if it has one."""
        return self.known

    @property
    def points(self) -> int | None:
        """How good the outcome is, the more the better; None if no score is counted."""
        return None

    @property
    def detail(self) -> Sentence | None:
        """What a verdict adds to whether a puzzle can be solved."""
        return None

    def of_moves(self, count: int) -> Sentence | None:
        """Return the sentence that `count` moves lead to this, if the outcome has its own."""
        return None

    def cannot_be_solved(self, move: str) -> Sentence | None:
        """Return the sentence that a puzzle is unsolvable, with the result of its best move."""
        return None

    @property
    def only_move(self) -> Sentence | None:
        """The task of a problem whose only good move keeps this, if the outcome has its own."""
        return None

    def before(self, same_mover: bool = False, cost: int = 1) -> Outcome:
        """Return the outcome of a move to a position with this outcome, for the player who moves.

        `same_mover` is whether the same player moves again after it, `cost` its cost.
        """
        return self

    def later(self, cost: int) -> Outcome:
        """Return the outcome with the distance that is left after a move of that cost."""
        return self

    def may_be(self, other: Outcome) -> bool:
        """Return whether it may still turn out to be as good as another: only a bound may."""
        return False

    @property
    def decided(self) -> Outcome:
        """Of a bound, the side that settles whether a puzzle can be solved; else the outcome."""
        return self

    def for_other(self) -> Outcome:
        """Return the same outcome from the point of view of the other player."""
        return self

    @property
    def result(self) -> tuple[object, ...]:
        """The outcome without distances: outcomes with the same result are equally good."""
        return (type(self).__name__,)

    def keeps(self, best: Outcome) -> bool:
        """Return whether a move with this outcome keeps the outcome `best` of its position.

        With two players only the result counts: a slower win is still a win. In a puzzle a move
        must also keep the shortest solution or the best score.
        """
        return self.known and self.result == best.result

    def is_best(self, best: Outcome) -> bool:
        """Return whether a move with this outcome is a best one, given that of its position.

        With two players a best move also keeps the distance, if that of the position is known.
        """
        return self == best or (best.distance is None and self.keeps(best))

    @property
    @abstractmethod
    def rank(self) -> tuple[int, ...]:
        """Sort key of outcomes: the better, the greater."""

    def _fields(self) -> tuple[Any, ...]:
        names: tuple[str, ...] = self.__slots__
        return tuple(getattr(self, name) for name in names)

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        raise AttributeError("an outcome never changes")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._fields()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Outcome):
            return NotImplemented
        return type(self) is type(other) and self._fields() == other._fields()

    def __hash__(self) -> int:
        return hash((type(self), self._fields()))

    def __lt__(self, other: Outcome) -> bool:
        return self.rank < rank_of(other)

    def __le__(self, other: Outcome) -> bool:
        return self.rank <= rank_of(other)

    def __gt__(self, other: Outcome) -> bool:
        return self.rank > rank_of(other)

    def __ge__(self, other: Outcome) -> bool:
        return self.rank >= rank_of(other)

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._fields()))})"

    def __str__(self) -> str:
        return str(self.words)

    def as_json(self) -> dict[str, Any]:
        """Return the value and the distance as JSON."""
        return {"value": self.value, "distance": self.distance}


def rank_of(other: object) -> tuple[int, ...]:
    """Return the sort key of an outcome that another is compared with."""
    try:
        return other.rank  # type: ignore[attr-defined,no-any-return]  # for speed
    except AttributeError:
        if isinstance(other, Outcome):
            raise
        raise TypeError(
            f"an outcome is compared with an outcome, such as kibitz.Win(5), not with {other!r}"
        ) from None


def set_once(outcome: Outcome, **fields: object) -> None:
    """Set the fields of a new outcome."""
    for name, value in fields.items():
        object.__setattr__(outcome, name, value)
