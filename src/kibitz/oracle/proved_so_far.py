"""What is proved about a position while it is worked on, for displays of progress.

A table proves nothing about its start until it is complete, and its building may take minutes.
Meanwhile an oracle of its own searches the position, for a small share of the time.
"""

from __future__ import annotations

import time
from contextlib import suppress

from kibitz.language.errors import Sentence
from kibitz.oracle.oracle import Oracle
from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.objectives.outcomes import Outcome
from kibitz.solve.effort import Effort, Exhausted
from kibitz.solve.structure import solver_of

FIRST = 0.3  # seconds of the first search; each one after it takes twice as long
SHARE = 0.05  # of the time, at most, for the searches after the first


class ProvedSoFar:
    """What an oracle that is at work has proved about a position, or a short search beside it.

    Without an oracle, as where a table is made, it is what the search has proved.

    It is meant for work that takes longer than a second: the first question may take 0.3 s. Only
    the thread that works may ask for `outcome`; another one may ask for `found`, such as a timer
    while the first one compiles, but not both at once.
    """

    def __init__(self, game: BaseGame, position: PositionId, oracle: Oracle | None = None) -> None:
        self._game = game
        self._position = position
        self._oracle = oracle
        self._aside: Oracle | None = None
        self._found: Outcome | None = None
        self._seconds = FIRST
        self._due = self._until = 0.0  # on the monotonic clock

    @property
    def outcome(self) -> Outcome | None:
        """The outcome or bound that is proved; None if nothing is."""
        if self._oracle is None:
            return self.found
        known = self._oracle.outcome(self._position, Effort.lookup_only)
        if known.known:
            return known
        found = self._found if known.proved else self.found
        outcome = known if found is None else known.narrowed(found)
        return outcome if outcome.proved else None

    def words(self, *, works: bool = True) -> Sentence | None:
        """Return it in words; None if nothing is proved.

        `works` is whether the thread that asks is the one that works.
        """
        outcome = self.outcome if works else self.found
        return None if outcome is None else outcome.words

    @property
    def found(self) -> Outcome | None:
        """What searches beside the work have proved; None if nothing. If one is due, it is made.

        There are none for games with sources of their own, which prove bounds while they work.
        """
        settled = self._found is not None and self._found.known
        now = time.monotonic()
        if settled or now < self._due or solver_of(self._game.rules).has_sources:
            return self._found
        if self._aside is None:  # the sources of the oracle at work are in use
            store = None if self._oracle is None else self._oracle.knowledge.store
            self._aside = Oracle(self._game, store, Effort(), progress=self._end_in_time)
        self._until = now + self._seconds
        with suppress(Exception):  # the work itself meets the same fault, and reports it
            effort = Effort(seconds=self._seconds, compile=False)
            found = self._aside.outcome(self._position, effort)
            self._found = found if found.proved else self._found
        self._seconds *= 2
        self._due = now + self._seconds / SHARE
        return self._found

    def _end_in_time(self, phase: str, done: int, total: int | None) -> None:
        """End a search whose time has passed.

        The clock of an effort stops while a compiler works, and one may work at the same time.
        """
        if time.monotonic() > self._until:
            raise Exhausted("seconds", done, self._seconds)
