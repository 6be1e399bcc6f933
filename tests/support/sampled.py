"""Game under examination, for the tests of the conformance checks."""

from __future__ import annotations

from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING

from kibitz.conformance import Subject
from kibitz.rules.reach import reached
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from kibitz.rules.base_game import BaseGame

FEWER = 200  # positions from the start on; `kibitz doctor` looks at ten times as many


class Sampled(Subject):
    """A game with fewer positions near its start; its random play is as long as ever."""

    @cached_property
    def near(self) -> list[int]:
        return list(dict.fromkeys([*islice(reached(self.rules), FEWER), *self.walk]))


def examined(game: BaseGame) -> Subject:
    """Return a game to examine. `KIBITZ_TEST_ALL=1` looks at as many positions as the doctor."""
    return Subject(game) if EVERYTHING else Sampled(game)
