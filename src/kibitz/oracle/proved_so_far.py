"""What is proved about a position while it is worked on, for displays of progress.

A table proves nothing about its start until it is complete, and its building may take minutes.
Meanwhile an oracle of its own searches the position, for a small share of the time.
"""

from __future__ import annotations

import time

from kibitz.objectives.outcomes import Bound
from kibitz.oracle.oracle import Oracle
from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.core import PositionId
    from kibitz.language.errors import Sentence
    from kibitz.objectives.outcomes import Outcome

FIRST = 0.3  # seconds of the first search; each one after it takes twice as long
SHARE = 0.05  # of the time, at most, for the searches after the first


class ProvedSoFar:
    """What an oracle that is at work has proved about a position, or a short search beside it.

    Call it from the thread that works. It is meant for work that takes longer than a second: the
    first call may take 0.3 s.
    """

    def __init__(self, oracle: Oracle, position: PositionId) -> None:
        self._oracle = oracle
        self._position = position
        self._aside: Oracle | None = None
        self._found: Outcome | None = None
        self._seconds = FIRST
        self._due = 0.0  # on the monotonic clock

    @property
    def outcome(self) -> Outcome | None:
        """The outcome or bound that is proved; None if nothing is."""
        known = self._oracle.outcome(self._position, Effort.lookup_only)
        if known.known:
            return known
        found = self._searched(known)
        if isinstance(known, Bound) and isinstance(found, Bound):
            return known.narrowed(found)
        return found or (known if known.proved else None)

    def words(self) -> Sentence | None:
        """Return it in words; None if nothing is proved."""
        outcome = self.outcome
        return None if outcome is None else outcome.words

    def _searched(self, known: Outcome) -> Outcome | None:
        """Return what the searches beside the work have proved; make the next one if it is due.

        None is made where the work itself proves bounds, as every search and peg solver does.
        """
        settled = self._found is not None and self._found.known
        now = time.monotonic()
        if known.proved or settled or now < self._due or self._oracle.rules.structure is not None:
            return self._found
        if self._aside is None:  # the sources of the oracle at work are in use
            self._aside = Oracle(self._oracle.game, self._oracle.knowledge.store, Effort())
        found = self._aside.outcome(self._position, Effort(seconds=self._seconds, compile=False))
        if found.proved:
            self._found = found
        self._seconds *= 2
        self._due = now + self._seconds / SHARE
        return self._found
