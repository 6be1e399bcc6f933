"""Question for a worker process, with the parts of its answer that have arrived."""

import asyncio
import json
import math
import re
from collections.abc import Callable, Collection, Mapping
from typing import Any

from kibitz.questions.answering import LINES, Answer

Emit = Callable[[Answer], object]

IN_A_MATCH = re.compile(r"^\W*kibitz[\s+]*|[\s+;].*", re.DOTALL)  # all but the name of the game
MARGIN = 0.3  # seconds reserved for serialising and sending an answer


class Question:
    """A client's question, its language and deadline; `begun` is when it was sent to a process."""

    def __init__(self, name: str, code: str, details: Mapping[str, Any], client: str = "") -> None:
        self.name = name
        self.code = code
        self.client = client
        self.details = details
        self.until = math.inf  # in the time of the event loop
        self.compiles = True  # a compiler may be started
        self.loads = (
            False  # compiled code of the game is on the disk, to be loaded after the answer
        )
        self.begun: float | None = None
        # A process starts, or prepares the answer by work that happens once for a game.
        self.prepares = False
        self._allowed = math.inf  # seconds that the process got

    @property
    def game(self) -> str:
        """The name of the game, "" if the question concerns none."""
        named = self.details.get("name") or self.details.get("game")
        return str(named or IN_A_MATCH.sub("", self.details.get("match", "")))

    def replace(self, **details: Any) -> "Question":
        """Return a copy of the question with some details changed."""
        return Question(self.name, self.code, {**self.details, **details}, self.client)

    def line(self, renew: Collection[str]) -> bytes:
        """Return the line that is sent to a process now; `renew` are games with new tables."""
        self.begun = asyncio.get_running_loop().time()
        left = None if self.until == math.inf else max(0.0, self.until - self.begun - MARGIN)
        asked = {"question": self.name, "code": self.code, "details": self.details}
        self._allowed = math.inf if left is None else left
        compiled = {"compile": self.compiles, "load": self.game if self.loads else ""}
        message = {**asked, **compiled, "seconds": left, "renew": sorted(renew)}
        return json.dumps(message).encode() + b"\n"

    def report(self, *, prepares: bool) -> None:
        """Take note that a process has read the question, so its time begins, or prepares."""
        self.prepares = prepares
        if not prepares:
            now = asyncio.get_running_loop().time()
            self.until = max(self.until, now + self._allowed + MARGIN)


class PartTracker:
    """Forwards the parts of an answer to `emit`, and tracks which have been sent.

    The answer about a match can be resumed: `rest` is the question about the remaining parts, and
    `after` forwards only those.
    """

    def __init__(self, emit: Emit) -> None:
        self.failed = False
        self.complete = False
        self._emit = emit
        self._views = 0  # the match, and the match after the reply
        self._match = ""
        self._round = 0

    def __call__(self, part: Answer) -> None:
        """Forward a part."""
        status, kind, body = part
        self.failed = status != 200
        in_parts = kind == LINES and not self.failed
        view = json.loads(body).get("view") if in_parts else None
        if view is not None:
            self._views += 1
            self._match = view["match"]
        self.complete = view is None
        self._emit(part)

    def rest(self, question: "Question") -> "Question":
        """Return the question about the remaining parts."""
        if not self._views:
            return question.replace()
        reply = question.details.get("reply") and self._views == 1
        details = {"match": self._match, "reply": reply, "opinion": question.details.get("opinion")}
        return Question(question.name, question.code, details, question.client)

    def after(self) -> Emit:
        """Return a callback that forwards the remaining parts; it replaces earlier callbacks."""
        self._round += 1
        mine = self._round
        known = self._views > 0  # the first part shows the match again

        def emit(part: Answer) -> None:
            nonlocal known
            if mine == self._round and (not known or part[0] != 200):
                self(part)
            known = False

        return emit

    def close(self) -> None:
        """Ignore further parts of the questions asked so far."""
        self._round += 1
