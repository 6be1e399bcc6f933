"""Question for a worker process, with the parts of its answer that have arrived."""

import asyncio
import json
import math
from collections.abc import Callable, Mapping
from typing import Any

from kibitz.questions.answering import LINES, Answer, game_in

Emit = Callable[[Answer], object]

MARGIN = 0.3  # seconds reserved for serialising and sending an answer


class Question:
    """A client's question, its language and deadline; `begun` is when it was sent to a process."""

    def __init__(self, name: str, code: str, details: Mapping[str, Any], client: str = "") -> None:
        self.name = name
        self.code = code
        self.client = client
        self.details = details
        self.until = math.inf  # in the time of the event loop
        self.begun: float | None = None
        # A process starts, or prepares the answer by work that happens once for a game.
        self.prepares = False
        self._allowed = math.inf  # seconds that the process got

    @property
    def game(self) -> str:
        """The name of the game, "" if the question concerns none."""
        return game_in(self.details)

    def about(self, details: Mapping[str, Any]) -> "Question":
        """Return the question with other details."""
        return Question(self.name, self.code, details, self.client)

    def message(self) -> dict[str, Any]:
        """Return what is sent to a process now."""
        self.begun = asyncio.get_running_loop().time()
        self._allowed = max(0.0, self.until - self.begun - MARGIN)
        left = None if self.until == math.inf else self._allowed
        asked = {"question": self.name, "code": self.code, "details": self.details}
        return {**asked, "seconds": left}

    def report(self, *, prepares: bool) -> None:
        """Take note that a process has read the question, so its time begins, or prepares."""
        self.prepares = prepares
        if not prepares:
            now = asyncio.get_running_loop().time()
            self.until = max(self.until, now + self._allowed + MARGIN)


class PartTracker:
    """Forwards the parts of the answer to a question, and tracks which have been sent.

    The answer about a match can be resumed by another process.
    """

    def __init__(self, question: Question, emit: Emit) -> None:
        self.failed = False
        self.complete = False
        self._question = question
        self._emit = emit
        self._match = ""  # the one shown last
        self._replied = False
        self._latest: Emit | None = None

    def _forward(self, part: Answer) -> None:
        status, kind, body = part
        self.failed = status != 200
        view = json.loads(body).get("view") if kind == LINES and not self.failed else None
        if view is not None:
            self._replied = self._match != ""
            self._match = view["match"]
        self.complete = view is None
        self._emit(part)

    def rest(self, **details: Any) -> tuple[Question, Emit]:
        """Return the question about the remaining parts, and a callback for these.

        It replaces earlier callbacks.
        """
        asked = {**self._question.details, **details}
        if self._match:
            asked["reply"] = asked.get("reply") and not self._replied
            asked = {"match": self._match, "reply": asked["reply"], "opinion": asked.get("opinion")}
        shown = self._match != ""  # then the first part shows the match again

        def emit(part: Answer) -> None:
            nonlocal shown
            if self._latest is emit and (not shown or part[0] != 200):
                self._forward(part)
            shown = False

        self._latest = emit
        return self._question.about(asked), emit
