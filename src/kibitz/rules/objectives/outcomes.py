"""Outcomes: what perfect play reaches from a position, for the player to move.

    Win(5)  Draw()  Loss(4)          two players; the number counts plies
    Win()  Loss()                    two players; the number of plies is not known
    Margin(3)                        two players with points: by how many the player to move wins
    Solvable(3)  Unsolvable()        a puzzle to be solved in as few moves as possible
    Solvable(score=1)  Leaves(3)     a puzzle whose end has a score: it counts as solved, or not
    Reaches(7)                       a puzzle whose end has a score, and the highest is best
    Endless()                        no end can be reached
    Bound(best=…, worst=…)           proved bounds: not better than, not worse than
    Unknown(reason)                  nothing is proved, and why

Outcomes are immutable and ordered: the greater one is better for the player to move, so
`sorted(outcomes, reverse=True)` is best first. `str` puts an outcome into words.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from kibitz.language.errors import Sentence, phrase, plural, whole

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any, Literal, NoReturn, final

    Tone = Literal["good", "even", "bad", "unknown"]
    Kind = Literal["win", "draw", "loss", "solvable", "unsolvable", "unknown"]
    Settles = Literal["table", "time", "nothing"]
    Value = Kind | Literal["endless"] | int  # a word or the score
else:

    def final(kind: type) -> type:
        """Return the class: `typing` is slow to import."""
        return kind


FARTHEST = 1 << 62  # rank of a distance that is not known
ENDLESS = float("inf")  # regret of a move after which no end can be reached


A_SCORE = phrase("a score of {count}")


def in_moves(count: int) -> Sentence:
    """Return a number of moves, as a part of a sentence about a win, a loss or a solution."""
    return plural("in {count} move", "in {count} moves", count)


class Outcome(ABC):
    """What perfect play reaches from a position.

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
    def told_score(self) -> Sentence | int | None:
        """The best score that can be reached, in words; None if there is none, or none to tell."""
        return None

    @property
    def detail(self) -> Sentence | None:
        """What a verdict adds to whether a puzzle can be solved."""
        score = self.told_score
        return None if score is None else Sentence("{score} at best", score=score)

    def of_moves(self, count: int) -> Sentence | None:
        """Return the sentence that `count` moves lead to this, if the outcome has its own."""
        score = self.told_score
        if score is None:
            return None
        return plural(
            "{count} move leads to {score} at best",
            "{count} moves lead to {score} at best",
            count,
            score=score,
        )

    def cannot_be_solved(self, move: str) -> Sentence | None:
        """Return the sentence that a puzzle is unsolvable, with the result of its best move."""
        return None

    @property
    def only_move(self) -> Sentence | None:
        """The task of a problem whose only good move keeps this, if the outcome has its own."""
        score = self.told_score
        if score is None:
            return None
        return Sentence("Find the only move after which {score} can still be reached.", score=score)

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


# Two players


class Decided(Outcome):
    """One player wins, in `distance` plies at best play; None if that is not known."""

    __slots__ = ()
    __match_args__ = ("distance",)
    contested = True
    distance: int | None
    opposite: type[Decided]  # the kind of outcome that it is for the other player

    def __init__(self, distance: int | None = None) -> None:
        set_once(self, distance=None if distance is None else whole("distance", distance))

    @property
    def in_plies(self) -> bool:
        return self.distance is not None and self.distance > 1

    @property
    def exact(self) -> bool:
        return self.distance is not None

    def before(self, same_mover: bool = False, cost: int = 1) -> Outcome:
        return self._at(1, type(self) if same_mover else self.opposite)

    def later(self, cost: int) -> Outcome:
        return self._at(-cost, type(self))

    def for_other(self) -> Outcome:
        return self._at(0, self.opposite)

    def _at(self, plies: int, kind: type[Decided]) -> Outcome:
        """Return an outcome of that kind, so many plies farther away."""
        return kind() if self.distance is None else kind(self.distance + plies)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()" if self.distance is None else super().__repr__()


@final
class Win(Decided):
    """The player to move wins, at best in `distance` plies."""

    __slots__ = ("distance",)
    value = "win"
    tone = "good"
    given_away = phrase("that threw away the win; now {value}")
    kept = phrase("{player} to move: find the only move that keeps the win.")

    @property
    def words(self) -> Sentence:
        if self.distance is None:
            return Sentence("a win")
        if not self.distance:
            return Sentence("won")  # the game is over
        return plural("wins in {count} move", "wins in {count} moves", self.distance)

    @property
    def rank(self) -> tuple[int, ...]:
        return (6, -(FARTHEST if self.distance is None else self.distance))


@final
class Draw(Outcome):
    """Neither player can win against best play."""

    __slots__ = ()
    value = "draw"
    tone = "even"
    contested = True
    given_away = phrase("that threw away the draw; now {value}")
    kept = phrase("{player} to move: find the only move that keeps the draw.")
    result_worth = 0
    words = Sentence("a draw")
    rank = (5,)


@final
class Loss(Decided):
    """The player to move loses, and can hold out for `distance` plies."""

    __slots__ = ("distance",)
    value = "loss"
    tone = "bad"
    result_worth = -1

    @property
    def words(self) -> Sentence:
        if self.distance is None:
            return Sentence("a loss")
        if not self.distance:
            return Sentence("lost")  # the game is over
        return plural("loses in {count} move", "loses in {count} moves", self.distance)

    @property
    def rank(self) -> tuple[int, ...]:
        return (3, FARTHEST if self.distance is None else self.distance)


Win.opposite, Loss.opposite = Loss, Win


def counted(number: int, said: str | tuple[str, str] | None) -> Sentence | int:
    """Return a number with the name of what is counted, if the rules define one (`score_words`)."""
    if said is None:
        return number
    if isinstance(said, str):
        return Sentence(said, count=number)
    return plural(*said, number)


class Counted(Outcome):
    """An outcome that counts something; `said` is its name in the rules (`score_words`)."""

    __slots__ = ("said",)
    said: str | tuple[str, str] | None

    def counted(self, number: int) -> Sentence | int:
        """Return a number with the name of what is counted."""
        return counted(number, self.said)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self._fields(), self.said)


@final
class Margin(Counted):
    """The player to move ends with this many points more than the other; negative is a loss."""

    __slots__ = ("margin",)
    __match_args__ = ("margin",)
    contested = True
    margin: int

    def __init__(self, margin: int, said: str | tuple[str, str] | None = None) -> None:
        set_once(self, margin=whole("margin", margin, None), said=said)

    @property
    def value(self) -> Value:
        return "win" if self.margin > 0 else "loss" if self.margin < 0 else "draw"

    @property
    def tone(self) -> Tone:
        return "good" if self.margin > 0 else "bad" if self.margin < 0 else "even"

    @property
    def measure(self) -> int:
        return self.margin

    @property
    def points(self) -> int:
        return self.margin

    @property
    def result(self) -> tuple[object, ...]:
        return ("Margin", self.margin)

    @property
    def words(self) -> Sentence:
        if self.margin > 0:
            return Sentence("wins by {count}", count=self.counted(self.margin))
        if self.margin < 0:
            return Sentence("loses by {count}", count=self.counted(-self.margin))
        return Draw.words

    @property
    def noun(self) -> Sentence:
        """The outcome as a part of a sentence about bounds."""
        if self.margin > 0:
            return Sentence("a win by {count}", count=self.counted(self.margin))
        if self.margin < 0:
            return Sentence("a loss by {count}", count=self.counted(-self.margin))
        return Draw.words

    def before(self, same_mover: bool = False, cost: int = 1) -> Outcome:
        return self if same_mover else self.for_other()

    def for_other(self) -> Outcome:
        return Margin(-self.margin, self.said)

    def of_moves(self, count: int) -> Sentence | None:
        margin = self.counted(abs(self.margin))
        if self.margin > 0:
            return plural(
                "{count} move wins by {margin}",
                "{count} moves win by {margin}",
                count,
                margin=margin,
            )
        if self.margin < 0:
            return plural(
                "{count} move loses by {margin}",
                "{count} moves lose by {margin}",
                count,
                margin=margin,
            )
        return None

    def as_json(self) -> dict[str, Any]:
        """Return the margin too."""
        return super().as_json() | {"margin": self.margin}

    @property
    def rank(self) -> tuple[int, ...]:
        return (3, self.margin)


# Puzzles


class Priced(Outcome):
    """An outcome whose distance is a number of moves or, if moves differ in cost, a cost.

    `said` words its score, if its words are to tell it.
    """

    __slots__ = ("priced", "said")
    priced: bool
    said: str | tuple[str, str] | None

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (*self._fields(), self.priced, self.said)


@final
class Solvable(Priced):
    """The puzzle can be solved: in `distance` moves, or with the score `score`.

    `priced` is whether the distance is a cost; `said` words a score that is not the only one which
    counts as solved.
    """

    __slots__ = ("distance", "score")
    __match_args__ = ("distance", "score")
    tone = "good"
    given_away = phrase("that threw away the solution; now {value}")

    def __init__(
        self,
        distance: int | None = None,
        score: int | None = None,
        priced: bool = False,
        said: str | tuple[str, str] | None = None,
    ) -> None:
        set_once(
            self,
            distance=None if distance is None else whole("distance", distance),
            score=None if score is None else whole("score", score),
            priced=priced,
            said=said,
        )

    score: int | None

    @property
    def value(self) -> Value:
        return "solvable" if self.score is None else self.score

    @property
    def result(self) -> tuple[object, ...]:
        return ("Solvable", self.score)

    @property
    def words(self) -> Sentence:
        if self.detail is not None:
            return self.detail
        if self.distance is None:
            return Sentence("solvable")
        if not self.distance:
            return Sentence("solved")
        if self.priced:
            return Sentence("solvable at a cost of {count}", count=self.distance)
        return plural("solvable in {count} move", "solvable in {count} moves", self.distance)

    @property
    def told_score(self) -> Sentence | int | None:
        told = self.score is not None and self.said is not None
        return counted(self.score or 0, self.said) if told else None

    @property
    def exact(self) -> bool:
        return self.measure is not None

    @property
    def points(self) -> int | None:
        return None if self.score is None else -self.score

    def before(self, same_mover: bool = False, cost: int = 1) -> Outcome:
        return self._at(cost)

    def later(self, cost: int) -> Outcome:
        return self._at(-cost)

    def _at(self, cost: int) -> Outcome:
        """Return the outcome with a distance that is greater by a cost."""
        if self.distance is None:
            return self
        return Solvable(self.distance + cost, self.score, self.priced)

    def keeps(self, best: Outcome) -> bool:
        return self == best

    @property
    def rank(self) -> tuple[int, ...]:
        return (6, -(self.score or 0), -(self.distance or 0))

    def __repr__(self) -> str:
        return f"Solvable(score={self.score})" if self.distance is None else super().__repr__()


@final
class Unsolvable(Outcome):
    """The puzzle cannot be solved any more."""

    __slots__ = ()
    value = "unsolvable"
    tone = "bad"
    result_worth = 0
    words = Sentence("unsolvable")
    rank = (3,)


class Scored(Counted):
    """The best end that can be reached has this score."""

    __slots__ = ()
    __match_args__ = ("score",)
    score: int

    @property
    def value(self) -> Value:
        return self.score

    @property
    def result(self) -> tuple[object, ...]:
        return (type(self).__name__, self.score)

    @property
    def points(self) -> int:
        return self.score

    def counted(self, number: int) -> Sentence | int:
        if self.said is None:
            return Sentence(A_SCORE, count=number)
        return super().counted(number)

    @property
    def words(self) -> Sentence:
        return Sentence("{score} at best", score=self.counted(self.score))

    @property
    def told_score(self) -> Sentence | int | None:
        return self.counted(self.score)

    def cannot_be_solved(self, move: str) -> Sentence | None:
        return Sentence(
            "This cannot be solved; {move} leads to {score} at best.",
            move=move,
            score=self.counted(self.score),
        )

    @property
    def rank(self) -> tuple[int, ...]:
        return (4, self.points)


@final
class Leaves(Scored):
    """The best end that can be reached has this score, and it does not count as solved."""

    __slots__ = ("score",)
    tone = "bad"
    only_move = None

    def __init__(self, score: int, said: str | tuple[str, str] | None = None) -> None:
        set_once(self, score=whole("score", score), said=said)

    @property
    def points(self) -> int:
        return -self.score


@final
class Reaches(Scored):
    """The best end that can be reached has this score, the higher the better.

    `solved` is whether that counts as solved.
    """

    __slots__ = ("score", "solved")
    __match_args__ = ("score", "solved")
    given_away = phrase("that threw away the solution; now {value}")
    solved: bool

    def __init__(
        self, score: int, solved: bool = False, said: str | tuple[str, str] | None = None
    ) -> None:
        set_once(self, score=whole("score", score), solved=bool(solved), said=said)

    @property
    def tone(self) -> Tone:
        return "good" if self.solved else "bad"


@final
class Endless(Outcome):
    """No end can be reached, so there is no score."""

    __slots__ = ()
    value = "endless"
    tone = "bad"
    words = Sentence("endless")
    detail = Sentence("no end can be reached")
    rank = (2,)


# Partial knowledge


@final
class Bound(Outcome):
    """The outcome is not better than `best` and not worse than `worst`; None: no limit."""

    __slots__ = ("best", "worst")
    __match_args__ = ("best", "worst")
    best: Outcome | None
    worst: Outcome | None
    known = False

    def __init__(self, best: Outcome | None = None, worst: Outcome | None = None) -> None:
        set_once(self, best=best, worst=worst)

    def may_be(self, other: Outcome) -> bool:
        return self.best is None or self.best >= other or self.best.result == other.result

    @property
    def contested(self) -> bool:
        return any(one is not None and one.contested for one in (self.best, self.worst))

    @property
    def in_plies(self) -> bool:
        return any(one is not None and one.in_plies for one in (self.best, self.worst))

    @property
    def is_lost(self) -> bool:
        """Whether even its best case counts as lost or unsolved."""
        return self.best is not None and self.best.tone == "bad"

    @property
    def value(self) -> Value:
        if self.best is not None and self.best.value == "loss":
            return "loss"
        if self.worst is not None and self.worst.value == "win":
            return "win"
        if self.worst is not None and self.worst.kind == "solvable":
            return "solvable"
        return "unsolvable" if self.is_lost else "unknown"

    @property
    def tone(self) -> Tone:
        if self.is_lost:
            return "bad"
        return "good" if self.worst is not None and self.worst.tone == "good" else "unknown"

    @property
    def words(self) -> Sentence:
        if self.value == "unsolvable" and self.worst is None:
            return Sentence("unsolvable")
        return _words_between(self.worst, self.best)

    def before(self, same_mover: bool = False, cost: int = 1) -> Outcome:
        best, worst = (one and one.before(same_mover, cost) for one in (self.best, self.worst))
        turned = self.contested and not same_mover
        return Bound(worst, best) if turned else Bound(best, worst)

    def later(self, cost: int) -> Outcome:
        return Bound(*(one and one.later(cost) for one in (self.best, self.worst)))

    def narrowed(self, other: Outcome) -> Outcome:
        if not isinstance(other, Bound):
            return other if other.known else self
        bests = [one for one in (self.best, other.best) if one is not None]
        worsts = [one for one in (self.worst, other.worst) if one is not None]
        best, worst = min(bests, default=None), max(worsts, default=None)
        return best if best is not None and best == worst else Bound(best, worst)

    @property
    def decided(self) -> Outcome:
        if self.is_lost and self.best is not None:
            return self.best
        return self.worst if self.tone == "good" and self.worst is not None else self

    def as_json(self) -> dict[str, Any]:
        """Return the proved bounds too: `at_best` and `at_worst`, None if there is none."""
        ends = {"at_best": self.best, "at_worst": self.worst}
        return super().as_json() | {name: one and one.as_json() for name, one in ends.items()}

    @property
    def rank(self) -> tuple[int, ...]:
        return (1,) if self.worst is None else self.worst.rank


def _words_between(worst: Outcome | None, best: Outcome | None) -> Sentence:
    """Return the proved bounds of an outcome in words."""
    match worst, best:
        case (Win(int(most)), Win(int(least))):
            return plural(
                "wins in {least} to {count} move", "wins in {least} to {count} moves", most,
                least=least,
            )  # fmt: skip
        case (Win(int(most)), None):
            return plural("wins within {count} move", "wins within {count} moves", most)
        case (Loss(int(least)), Loss(int(most))):
            return plural(
                "loses in {least} to {count} move", "loses in {least} to {count} moves", most,
                least=least,
            )  # fmt: skip
        case (None, Loss(int(most))):
            return plural("loses within {count} move", "loses within {count} moves", most)
        case (Solvable(int(most), priced=True), Solvable(int(least))):
            return Sentence("solvable at a cost of {least} to {most}", least=least, most=most)
        case (Solvable(int(most)), Solvable(int(least))):
            return plural(
                "solvable in {least} to {count} move", "solvable in {least} to {count} moves", most,
                least=least,
            )  # fmt: skip
        case (Margin(least), Margin(most) as high) if least > 0:
            return Sentence("wins by {least} to {most}", least=least, most=high.counted(most))
        case (Margin(least) as low, Margin(most)) if most < 0:
            return Sentence("loses by {least} to {most}", least=-most, most=low.counted(-least))
        case (Margin() as low, Margin() as high):
            return Sentence("between {worst} and {best}", worst=low.noun, best=high.noun)
        case (Margin(least) as low, None):
            if least > 0:
                return Sentence("wins by at least {count}", count=low.counted(least))
            if not least:
                return Sentence("at least {outcome}", outcome=low.noun)
            return Sentence("at worst {outcome}", outcome=low.noun)
        case (None, Margin(most) as high):
            if most < 0:
                return Sentence("loses by at least {count}", count=high.counted(-most))
            return Sentence("at best {outcome}", outcome=high.noun)
        case (Loss(int(lost)), Win(int(won))):
            return plural(
                "not decided within {count} move",
                "not decided within {count} moves",
                min(lost, won) - 1,
            )
        case (Loss(int(lost)), None):
            return plural("not lost within {count} move", "not lost within {count} moves", lost - 1)
        case (None, Win(int(won))):
            return plural("not won within {count} move", "not won within {count} moves", won - 1)
        case (None, Solvable(int(least), priced=priced)):
            if priced:
                return Sentence("not solvable at a cost below {count}", count=least)
            return plural(
                "not solvable in fewer than {count} move",
                "not solvable in fewer than {count} moves",
                least,
            )
        case (
            Scored(score=one) | Solvable(score=int(one)),
            Scored(score=other) | Solvable(score=int(other)),
        ):
            least, most = sorted((one, other))
            return Sentence("a best score of {least} to {most}", least=least, most=most)
        case (None, Reaches(most)):
            return Sentence("a best score of at most {most}", most=most)
        case (None, Solvable(score=int(least))):
            return Sentence("a best score of at least {least}", least=least)
        case (None, _):
            return Sentence("at best {outcome}", outcome=best and best.words)
        case (Solvable(score=int(most), said=str() | tuple()), None):
            return Sentence("a best score of at most {most}", most=most)
        case (Reaches() as least, None):
            return Sentence("at least {outcome}", outcome=least.counted(least.score))
        case (Draw(), Win()):
            return Sentence("at least {outcome}", outcome=Draw.words)
        case (Loss(), Draw()):
            return Sentence("at best {outcome}", outcome=Draw.words)
        case (_, None):
            return Sentence("at least {outcome}", outcome=worst and worst.words)
    return Sentence(
        "between {worst} and {best}", worst=worst and worst.words, best=best and best.words
    )


@final
class Unknown(Outcome):
    """Nothing is proved; `reason` is the cause, `settled_by` what would settle it.

    That is the table of the game, more time or memory, or nothing that Kibitz has.
    """

    __slots__ = ("reason", "settled_by")
    value = "unknown"
    known = False
    proved = False
    reason: Sentence
    settled_by: Settles
    words = Sentence("unknown")
    rank = (0,)

    def __init__(self, reason: Sentence, settled_by: Settles = "table") -> None:
        set_once(self, reason=reason, settled_by=settled_by)

    def __repr__(self) -> str:
        return f"Unknown({str(self.reason)!r})"


if TYPE_CHECKING:
    # A `match` over these that forgets one is an error of types (`typing.assert_never`).
    Settled = Win | Draw | Loss | Margin | Solvable | Unsolvable | Leaves | Reaches | Endless
    AnyOutcome = Settled | Bound | Unknown


class Regret:
    """The loss of a move compared with the best one, in two parts, both 0 for a best move.

    `given` is the loss of result. Two players: 1 from a win to a draw or from a draw to a loss, 2
    from a win to a loss; with points, the decrease of the margin. A puzzle to be solved: 1 if the
    move makes it unsolvable. A score: by how much the best reachable end is worse (infinite if no
    end can be reached any more).

    `delay` is the loss of time with the same result: by how many plies a win comes later or a loss
    sooner, or by how many moves a solution is longer.
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
        return f"Regret(given={self.given:g}, delay={self.delay:g})"


def regret(best: Outcome, made: Outcome) -> Regret | None:
    """Return the regret of a move, given its outcome and that of the best one; None if unknown.

    Both are for the player who moves.
    """
    if not best.known or not made.known:
        return None
    if "endless" in (best.value, made.value):
        return Regret(0 if best == made else ENDLESS, 0)
    if best.points is not None and made.points is not None:
        return Regret(best.points - made.points, 0)
    given = best.result_worth - made.result_worth
    if given or best.distance is None or made.distance is None:
        return Regret(given, 0)
    return Regret(0, abs(made.distance - best.distance))


def finite_regrets(best: Outcome, made: Sequence[Outcome]) -> list[Regret]:
    """Return the regret of each move of a position, given the outcomes of all of them, all known.

    Play without end counts as one point worse than the worst end.
    """
    found = []
    for one in made:
        cost = regret(best, one)
        assert cost is not None, "only known outcomes can be compared"
        found.append(cost)
    worst = max((cost.given for cost in found if cost.given < ENDLESS), default=0.0) + 1
    return [cost if cost.given < ENDLESS else Regret(worst, 0) for cost in found]
