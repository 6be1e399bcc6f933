"""Backend for a page without a server: answers questions in the browser with Pyodide.

`page/transport/python.js` calls it. It does the work of a worker process of the server.
"""

import json
import os
import random
from collections.abc import Iterator
from contextlib import suppress

from kibitz.catalogue.collection import Collection
from kibitz.language.errors import KibitzError
from kibitz.match.match_record import match_from
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore
from kibitz.solve.structure import solver_of
from kibitz.web.server.http_errors import CANNOT_BE_DONE, TooFar
from kibitz.web.workers.answer_bytes import Answer, refusal
from kibitz.web.workers.app_state import AppState
from kibitz.web.workers.worker_process import answer_to

GAMES = "games"  # the folder of games in files
ORDER = "games.json"  # the names of these files, in order
TABLES = "tables"  # stays empty: the store needs a folder
A_MOMENT = Effort(positions=50_000)  # about two seconds, without a compiler
DEADLINE = 2.0  # seconds of an answer while a match is played: the next question waits for it
WITH_SWEEP = 30.0  # the same where a sweep decides all positions: usually it takes a second
PLAYING = {"match", "opinion"}
AS_HANDLED = {"build": "may_build", "cancel": "table"}  # handlers in place of the server's builders


class PyodideBackend:
    """Games and oracles of one page; `root` is the folder of the unpacked site."""

    def __init__(self, root: str) -> None:
        with open(os.path.join(root, ORDER), encoding="utf-8") as file:
            names = json.load(file)
        self._games = os.path.join(root, GAMES)
        self._state: AppState | KibitzError
        try:
            os.chdir(self._games)
            games = Collection([f"./{name}" for name in names])
            self._state = AppState(TableStore(os.path.join(root, TABLES)), games, effort=A_MOMENT)
        except KibitzError as error:
            self._state = error

    def after_snapshot(self) -> None:
        """Restore the state that a memory snapshot lacks: current folder and random seed."""
        os.chdir(self._games)
        random.seed()

    def answer(self, line: str) -> Iterator[str]:
        """Yield the parts of the answer to a question, both as JSON: `[status, kind, text]`."""
        asked = json.loads(line)
        for status, kind, body in self._parts(asked["question"], asked["code"], asked["details"]):
            yield json.dumps([status, kind, body.decode()])

    def _parts(self, question: str, code: str, details: dict[str, object]) -> Iterator[Answer]:
        handled = AS_HANDLED.get(question, question)
        asked: dict[str, object] = {"question": handled, "code": code, "details": details}
        asked |= {"renew": (), "seconds": self._seconds(question, details)}
        for status, kind, body in answer_to(asked, self._state):
            if question == "build" and status == 200 and json.loads(body)["state"] == "none":
                yield refusal(CANNOT_BE_DONE, self._no_builder(str(details["name"])), code)
            else:
                yield status, kind, body

    def _seconds(self, question: str, details: dict[str, object]) -> float | None:
        """Return how many seconds an answer may take; None for any time."""
        if question not in PLAYING or not isinstance(self._state, AppState):
            return None
        with suppress(KibitzError):  # the answer will be the error
            game = match_from(str(details["match"]), self._state.games.game).game
            solver = solver_of(game.rules)
            if solver is not None and solver.searches:
                return WITH_SWEEP
        return DEADLINE

    def _no_builder(self, name: str) -> TooFar:
        assert isinstance(self._state, AppState)
        return TooFar(
            "a page without a server builds no tables; run {command}",
            command=f"kibitz table {self._state.games.at_terminal(name)}",
        )
