"""Limits on the work of one query: time, positions, memory, and use of the compiler.

The caller passes an `Effort`; solvers have no limits of their own. Solvers report their progress
and each large allocation in advance to a `Meter`, which raises `Exhausted` as soon as a limit is
exceeded or would be.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable

from kibitz.language.errors import KibitzError, Name, phrase, plural, whole, with_command

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar, Literal, NoReturn

    from kibitz.solve.estimate import Estimate

    Limit = Literal["seconds", "positions", "memory", "disk"]

Progress = Callable[[str, int, int | None], None]  # with a phase, the work done, and all of it


def no_progress(phase: str, done: int, total: int | None) -> None:
    """Do nothing: the default progress callback."""


OUT_OF_MEMORY = phrase(
    "{memory} of memory may be used, and this takes more ({done} positions were reached so far); "
    "kibitz solve may use more with --memory, and kibitz table solves on the disk with --memory or "
    "on a cluster with --on ray"
)
TOO_LARGE = phrase(
    "the game has about {positions} positions up to symmetry ({least} to {most}) and needs about "
    "{needed} of memory, but only {memory} may be used; kibitz solve may use more with --memory, "
    "and kibitz table solves on the disk with --memory or on a cluster with --on ray"
)
FAR_TOO_LARGE = phrase(
    "the game has more than {least} positions up to symmetry and needs more than {needed} of "
    "memory, but only {memory} may be used; kibitz solve may use more with --memory, and kibitz "
    "table solves on the disk with --memory or on a cluster with --on ray"
)
TOO_LARGE_FOR_DISK = phrase(
    "the game has about {positions} positions up to symmetry ({least} to {most}) and needs about "
    "{needed} on the disk, but only {free} are free there"
)
FAR_TOO_LARGE_FOR_DISK = phrase(
    "the game has more than {least} positions up to symmetry and needs more than {needed} on the "
    "disk, but only {free} are free there"
)
# The same where there is no command line.
ELSEWHERE = {
    OUT_OF_MEMORY: phrase(
        "{memory} of memory may be used, and this takes more ({done} positions were reached so far)"
    ),
    TOO_LARGE: phrase(
        "the game has about {positions} positions up to symmetry ({least} to {most}) and needs "
        "about {needed} of memory, but only {memory} may be used"
    ),
    FAR_TOO_LARGE: phrase(
        "the game has more than {least} positions up to symmetry and needs more than {needed} of "
        "memory, but only {memory} may be used"
    ),
}
TOO_LONG = phrase("this takes longer than the {seconds} s allowed")
# By limit: about a game whose size is known, and about one that is at least so large.
SENTENCES = {
    "memory": (TOO_LARGE, FAR_TOO_LARGE),
    "disk": (TOO_LARGE_FOR_DISK, FAR_TOO_LARGE_FOR_DISK),
}

INTERPRETED = 200  # positions of a search that may not start a compiler: a fraction of a second
MOST_INTERPRETED = 10_000  # positions that the interpreter solves before a compiler has started
LIMITS = ("compile", "memory", "positions", "seconds")


class Exhausted(KibitzError):
    """An effort is used up, or would be.

    `limit` names what ran out, `done` how many positions were reached, `allowed` what the limit
    was. `estimate` is how large the game seems to be, where that was the reason to stop before
    anything was lost; None where the work broke off midway.
    """

    def __init__(
        self,
        limit: Limit,
        done: int,
        allowed: float | None = None,
        estimate: Estimate | None = None,
    ) -> None:
        self.limit = limit
        self.done = done
        self.allowed = allowed
        self.estimate = estimate
        if limit in ("memory", "disk"):
            from kibitz.system.memory_limit import in_words

            limited = "memory" if limit == "memory" else "free"
            details: dict[str, object] = {limited: in_words(allowed or 0)}
            sentence = OUT_OF_MEMORY
            if estimate is not None:
                whole_game, far = SENTENCES[limit]
                sentence = whole_game if estimate.complete else far
                details |= estimate.details()
            elsewhere = ELSEWHERE.get(sentence, sentence)
            super().__init__(with_command(sentence, elsewhere, done=done, **details))
        elif limit == "positions":
            super().__init__(
                plural(
                    "the game has more than {count} position, the most allowed",
                    "the game has more than {count} positions, the most allowed",
                    int(allowed or done),
                )
            )
        else:
            super().__init__(TOO_LONG, seconds=allowed)

    def __reduce__(self) -> tuple[Any, ...]:
        return Exhausted, (self.limit, self.done, self.allowed, self.estimate)


class Pace:
    """Thresholds at which the engines in memory change their ways, whatever the limits are.

    `interpreted` is how many moves the interpreter explores before a compiler is started, and
    `head_start` how many seconds it searches before that. `measured` is how many positions of a
    game are explored before its size is estimated, and `span` how many positions a thread expands
    at a time.
    """

    __slots__ = ("head_start", "interpreted", "measured", "span")

    # The interpreter explores some 100,000 moves a second where positions have mirror images; to
    # import the compiler and load what it compiled earlier takes 0.4 s, to compile it 2 s, and then
    # ten million moves take a second. So after 0.2 s of the one it is time for the other.
    # A search proves a first bound in that time, and a quick one ends.
    def __init__(
        self,
        *,
        interpreted: int = 20_000,
        head_start: float = 0.25,
        measured: int = 1 << 20,
        span: int = 1 << 13,
    ) -> None:
        self.interpreted = interpreted
        self.head_start = head_start
        self.measured = measured
        self.span = span


USUAL_PACE = Pace()


class Effort:
    """Limits of one question; None is a limit that is not given.

    `seconds` do not count while a compiler gets a game ready, which happens once. `positions`
    counts positions that are explored, mirror images once. Neither is limited if it is not given.
    `memory` is in bytes and counts what this process holds in all; if it is not given, the work may
    take a share of what is free when it begins, and `math.inf` is no limit. `compile` says whether
    a compiler may be started; code that is compiled already is used in any case. One deadline
    covers several questions if they are asked with what `begun` returns.

    `Effort.unlimited` has no limit at all, not of memory either. `Effort.lookup_only` allows no
    work: what is known is looked up.

    Examples:
        >>> import kibitz
        >>> kibitz.Effort(positions=100_000).replace(seconds=2)
        Effort(compile=True, memory=None, positions=100000, seconds=2)
    """

    __slots__ = ("_until", "compile", "memory", "pace", "positions", "seconds")
    seconds: float | None
    positions: int | None
    memory: float | None
    compile: bool
    pace: Pace
    _until: float | None  # the working time at which it ends, once it has begun
    unlimited: ClassVar[Effort]
    lookup_only: ClassVar[Effort]

    def __init__(
        self,
        *,
        seconds: float | None = None,
        positions: int | None = None,
        memory: float | None = None,
        compile: bool = True,  # noqa: A002  # the field's word
    ) -> None:
        self._set(
            seconds=None if seconds in (None, math.inf) else _not_negative("seconds", seconds),
            positions=None if positions is None else whole("positions", positions),
            memory=None if memory is None else _not_negative("memory", memory),
            compile=compile,
            pace=USUAL_PACE,
            _until=None,
        )

    def _set(self, **parts: object) -> Effort:
        """Set parts of a new effort, and return it."""
        for name, value in parts.items():
            object.__setattr__(self, name, value)
        return self

    def __setattr__(self, name: str, value: object = None) -> NoReturn:
        raise AttributeError("an effort never changes; replace() returns a changed one")

    __delattr__ = __setattr__

    def __reduce__(self) -> tuple[Any, ...]:
        parts = {name: getattr(self, name) for name in self.__slots__}
        return _of_parts, (parts,)

    def __repr__(self) -> str:
        return f"Effort({', '.join(f'{name}={getattr(self, name)!r}' for name in LIMITS)})"

    def _limits(self) -> tuple[float | None, ...]:
        return (self.seconds, self.positions, self.memory, self.compile)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Effort) and self._limits() == other._limits()

    def __hash__(self) -> int:
        return hash(self._limits())

    def replace(self, **changes: float | bool | None) -> Effort:
        """Return the same effort with some limits changed; one that has begun ends when it did."""
        changed = Effort(**{name: getattr(self, name) for name in LIMITS} | changes)
        return changed._set(_until=self._until, pace=self.pace)

    def at_most(self, positions: int | None) -> Effort:
        """Return the same effort with no more than so many positions; None changes nothing."""
        if positions is None or (self.positions is not None and self.positions <= positions):
            return self
        return self.replace(positions=positions)

    def at(self, pace: Pace) -> Effort:
        """Return the same effort at another pace."""
        return self.replace()._set(pace=pace)

    def begun(self) -> Effort:
        """Return the same effort with its time running: all that is asked with it ends by then."""
        if self.seconds is None:
            return self
        return self.replace()._set(_until=working_time() + (self.left or 0.0))

    def ending_with(self, other: Effort) -> Effort:
        """Return the same effort, which ends no later than another that has begun."""
        if other._until is None:
            return self
        ending = self.replace(seconds=other.left if self.seconds is None else self.seconds)
        until = min(other._until, other._until if self._until is None else self._until)
        return ending._set(_until=until)

    @property
    def left(self) -> float | None:
        """How many seconds are left; None if they are not limited."""
        if self.seconds is None or self._until is None:
            return self.seconds
        return min(self.seconds, max(0.0, self._until - working_time()))

    @property
    def is_unlimited(self) -> bool:
        """Whether neither time nor positions are limited; memory may be."""
        return self.positions is None and self.seconds is None

    @property
    def is_small(self) -> bool:
        """Whether it allows no more positions than the interpreter solves in a moment."""
        return self.positions is not None and self.positions <= MOST_INTERPRETED

    @property
    def compiles(self) -> bool:
        """Whether a compiler may be started, and there is one."""
        from kibitz.solve.compiling.compiled import available

        return self.compile and available()

    def is_within(self, other: Effort) -> bool:
        """Return whether no limit of this effort goes beyond that of another."""
        pairs = ((self.left, other.seconds), (self.positions, other.positions))
        within = all(most is None or (own is not None and own <= most) for own, most in pairs)
        # A memory that is not given becomes an amount only when the work begins.
        memory = math.inf if self.memory is None else self.memory
        fits = self.memory == other.memory or memory <= (other.memory or 0)
        return within and fits and self.compile <= other.compile

    def share(self, part: float) -> Effort:
        """Return the effort with a part of the time left; where none is left, without any work."""
        left = self.left
        if left is None:
            return self
        if left == 0:
            return self.replace(seconds=0, positions=0, compile=False)
        return self.replace(seconds=left * part)

    def watch(self, progress: Progress | None = None) -> Meter:
        """Return a progress callback that passes on to another and keeps to these limits.

        The time begins now, unless it has begun before.
        """
        return Meter(self, progress)


def _of_parts(parts: dict[str, Any]) -> Effort:
    return Effort()._set(**parts)


def _not_negative(name: str, value: float | None) -> float:
    """Return a limit that must be a number from 0 on."""
    if not isinstance(value, (int, float)) or not value >= 0:  # nor is it NaN
        raise KibitzError(
            "{name} must be a number of at least 0, not {value}",
            name=Name(name),
            value=repr(value),
        )
    return value


def working_time() -> float:
    """Return a clock in seconds that stops while a compiler is at work.

    A limit of ten seconds is meant for the work itself, not for the one-time preparation of a game.
    """
    compiled = sys.modules.get("kibitz.solve.compiling.compiled")  # where nothing is compiled, none
    return time.monotonic() - (0.0 if compiled is None else compiled.Kernel.preparing)


A_STEP = 0.05  # seconds between two checks of limits
STEP_GROWTH = 4  # largest ratio of a step to the one before


class StepSizes:
    """Sizes of the steps of a long computation, in positions, so that each takes about `A_STEP`.

    Limits, Ctrl-C and new questions are noticed between two steps, in the interpreter, in a tab and
    in compiled code alike. `size` is that of the next step.
    """

    __slots__ = ("_begun", "_most", "size")

    def __init__(self, first: int, most: int) -> None:
        self.size = first
        self._most = most
        self._begun = 0.0

    def begin(self) -> None:
        """Note that a step begins."""
        self._begun = working_time()

    def end(self, size: int) -> None:
        """Choose the size of the next step after one of this size."""
        seconds = max(1e-6, working_time() - self._begun)
        self.size = max(1, min(self._most, STEP_GROWTH * self.size, int(size * A_STEP / seconds)))


COUNTING = phrase("counting")
SEARCHING = phrase("searching")
PREPARING = phrase("preparing")  # what happens once for a game, like compiling: not limited in time


class Meter:
    """A progress callback that raises `Exhausted` when a limit of an effort is passed.

    `expected` is about how many positions there will be, once that has been estimated.
    """

    __slots__ = ("_memory", "_progress", "_until", "effort", "expected", "reached")

    def __init__(self, effort: Effort, progress: Progress | None) -> None:
        self.effort = effort
        self.reached = 0
        self.expected: int | None = None
        self._memory = effort.memory
        self._progress = progress
        self._until = effort.begun()._until

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        """Take note of progress, and pass it on."""
        effort = self.effort
        self.reached = max(done, total or 0)
        limited = effort.positions is not None and phase != COUNTING  # there, images count too
        if limited and self.reached > (effort.positions or 0):
            raise Exhausted("positions", self.reached, effort.positions)
        if phase != PREPARING:
            self.need(0)
        if self._progress is not None:
            self._progress(phase, done, total)

    def need(self, octets: int) -> None:
        """Raise `Exhausted` unless there is time left, and that many more bytes can be had."""
        if self.left <= 0:
            raise Exhausted("seconds", self.reached, self.effort.seconds)
        if self.spare() < octets:
            raise Exhausted("memory", self.reached, self.memory)

    @property
    def left(self) -> float:
        """How many seconds are left."""
        return math.inf if self._until is None else self._until - working_time()

    def spare(self) -> float:
        """Return how many bytes more may be taken."""
        if self.memory == math.inf:
            return math.inf
        from kibitz.system.resident_memory import resident

        return self.memory - resident()

    @property
    def memory(self) -> float:
        """How many bytes this process may hold."""
        if self._memory is None:
            from kibitz.system.memory_limit import allowance

            self._memory = allowance()
        return self._memory


Effort.unlimited = Effort(memory=math.inf)
Effort.lookup_only = Effort(positions=0, compile=False)
