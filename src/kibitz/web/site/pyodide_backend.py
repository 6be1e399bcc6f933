"""Backend for a page without a server: answers questions in the browser with Pyodide.

`page/transport/python.js` calls it. It does the work of a worker process of the server.
"""

import json
import os
import random
import re
from collections.abc import Iterator
from typing import Any

from kibitz.catalogue.collection import Collection
from kibitz.language.errors import KibitzError
from kibitz.solve.effort import Effort, Pace
from kibitz.solve.store.table_store import TableStore
from kibitz.web.site.code_of_games import CodeOfGames
from kibitz.web.server.http_errors import CANNOT_BE_DONE, TooFar
from kibitz.web.workers.answer_bytes import Answer, refusal
from kibitz.web.workers.app_state import AppState
from kibitz.web.workers.worker_process import answer_to

GAMES = "games"  # the folder of games in files
ORDER = "games.json"  # the names of these files, in order
TABLES = "tables"  # stays empty: the store needs a folder
A_MOMENT = Effort(positions=50_000)  # about two seconds, without compiled code
# About a second with it. The size of a game is not estimated, which needs NumPy.
COMPILED = Effort(positions=500_000).at(Pace(measured=1 << 62))
MATCH = re.compile(r"kibitz\+([^;]+)")  # the game in the text of a match
DEADLINE = 2.0  # seconds of an answer while a match is played: the next question waits for it
PLAYING = {"match", "opinion"}
AS_HANDLED = {"build": "may_build", "cancel": "table"}  # handlers in place of the server's builders


class PyodideBackend:
    """Games and oracles of one page; `root` is the folder of the unpacked site."""

    def __init__(self, root: str) -> None:
        with open(os.path.join(root, ORDER), encoding="utf-8") as file:
            names = json.load(file)
        self._games = os.path.join(root, GAMES)
        self._code = CodeOfGames(root)
        self._state: AppState | KibitzError
        try:
            os.chdir(self._games)
            games = Collection([f"./{name}" for name in names])
            store = TableStore(os.path.join(root, TABLES))
            self._state = AppState(store, games, effort=A_MOMENT)
            self._compiled = AppState(store, games, effort=COMPILED)
        except KibitzError as error:
            self._state = error

    def after_snapshot(self) -> None:
        """Restore the state that a memory snapshot lacks: current folder, random seed and code."""
        os.chdir(self._games)
        random.seed()
        self._code.forget()
        if isinstance(self._state, AppState):
            self._compiled.oracles.clear()

    def wanted(self, line: str) -> str:
        """Return the files of compiled code that a question needs and that are not loaded."""
        return json.dumps(self._code.wanted(self._game_of(json.loads(line)["details"])))

    def load(self, name: str, content: Any) -> None:
        """Load a file of compiled code, given as a buffer of JavaScript."""
        self._code.load(name, content.to_bytes())

    def _game_of(self, details: dict[str, Any]) -> str | None:
        """Return the name of the game that a question is about; None if there is none."""
        found = MATCH.match(str(details.get("match", "")))
        name = found[1] if found else details.get("name") or details.get("game")
        if not name or isinstance(self._state, KibitzError):
            return None
        try:
            return self._state.games.game(str(name)).name
        except KibitzError:  # the answer says what is wrong
            return None

    def answer(self, line: str) -> Iterator[str]:
        """Yield the parts of the answer to a question, both as JSON: `[status, kind, text]`."""
        asked = json.loads(line)
        for status, kind, body in self._parts(asked["question"], asked["code"], asked["details"]):
            yield json.dumps([status, kind, body.decode()])

    def _parts(self, question: str, code: str, details: dict[str, object]) -> Iterator[Answer]:
        handled = AS_HANDLED.get(question, question)
        asked: dict[str, object] = {"question": handled, "code": code, "details": details}
        asked |= {"renew": (), "seconds": DEADLINE if question in PLAYING else None}
        compiled = self._code.use(self._game_of(details))
        for status, kind, body in answer_to(asked, self._compiled if compiled else self._state):
            if question == "build" and status == 200 and json.loads(body)["state"] == "none":
                yield refusal(CANNOT_BE_DONE, self._no_builder(str(details["name"])), code)
            else:
                yield status, kind, body

    def _no_builder(self, name: str) -> TooFar:
        assert isinstance(self._state, AppState)
        return TooFar(
            "a page without a server builds no tables; run {command}",
            command=f"kibitz table {self._state.games.at_terminal(name)}",
        )
