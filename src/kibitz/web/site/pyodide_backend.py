"""Backend for a page without a server: answers questions in the browser with Pyodide.

`page/transport/python.js` calls it. It does the work of a worker process of the server.
"""

import json
import os
import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from typing import Any

from kibitz.engines.pegs.peg_scores import QUICK_SETS
from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, Sentence, without_commands
from kibitz.language.languages import Language
from kibitz.questions.answering import JSON, Answer, as_json, game_in, refusal
from kibitz.questions.answers import NOT_BUILT
from kibitz.questions.app_state import AppState
from kibitz.questions.refusals import CANNOT_BE_DONE
from kibitz.solve.effort import Effort
from kibitz.solve.store.table_store import TableStore, find_table, kept_name
from kibitz.solve.table_making import make
from kibitz.web.site.code_of_games import CodeOfGames
from kibitz.web.site.compiled_games import SHARED
from kibitz.web.site.own_files import OwnFiles
from kibitz.web.workers.builder_process import BuildReport, failure
from kibitz.web.workers.worker_process import answer_to

GAMES = "games"  # the folder of games in files
ORDER = "games.json"  # the names of these files, in order
OWN = "own"  # that of games that the visitor has written
EXAMINE = "examine"  # the question about one of these; a server has no such question
TABLES = "tables"  # tables that were built in this browser
INTERPRETED = Effort(positions=50_000)  # about two seconds, without compiled code
COMPILED = Effort(positions=500_000)  # about a second with it
FOR_TABLE = Effort(positions=300_000)  # a minute without compiled code
FOR_COMPILED_TABLE = Effort(positions=20_000_000)
# Seconds of an answer while a match is played. A search goes on from there, and what happens once
# for a game is not counted: loading code, or the sweep that decides a peg board.
DEADLINE = 0.5
PLAYING = {"match", "opinion"}
BETWEEN = 0.1  # seconds
MOST_MEMORY = 256 << 20  # bytes, for a search after a reply
# Modules that answers about most games need: importing them takes half a second in a browser.
AHEAD = (
    *("kibitz.api.own_game", "kibitz.conformance"),
    *("kibitz.drawing.hands", "kibitz.drawing.wide_pieces"),
    *(
        f"kibitz.rules.objectives.{one}"
        for one in ("highest", "lowest", "score", "shortest", "win")
    ),
    *("kibitz.oracle.sources.search_sources", "kibitz.oracle.sources.subgame_source"),
    *(f"kibitz.solve.memory.{one}" for one in ("in_memory", "puzzle_search", "tiers")),
    "kibitz.solve.memory.valuation",
    *("kibitz.solve.search.puzzle_distance", "kibitz.solve.search.two_player_search"),
    *("kibitz.engines.wasm.emitter.emitted_module", "kibitz.engines.wasm.machine"),
)


IsLast = Callable[[], bool]


def always() -> bool:
    """Return True: without a way to look, no newer question is seen."""
    return True


class PyodideBackend:
    """Games and oracles of one page; `root` is the folder of the unpacked site.

    `new_host` makes an instance of WebAssembly, by default one of the tab. `between` is the time in
    seconds between two looks for a newer question, `deadline` that for an answer while playing.
    """

    def __init__(
        self,
        root: str,
        new_host: Callable[[], Any] | None = None,
        between: float = BETWEEN,
        deadline: float = DEADLINE,
    ) -> None:
        with open(os.path.join(root, ORDER), encoding="utf-8") as file:
            names = json.load(file)
        self._games = os.path.join(root, GAMES)
        self._code = CodeOfGames(root, new_host)
        self._with_table: set[str] = set()  # games that have one here
        self._is_last: IsLast = always
        self._between = between
        self._deadline = deadline
        self._looked = 0.0  # the time of the last look for a newer question
        self._state: AppState | KibitzError
        try:
            os.chdir(self._games)
            games = Collection([f"./{name}" for name in names])
            store = TableStore(os.path.join(root, TABLES))
            self._state = AppState(store, games, None, self._look_up, INTERPRETED, terminal=False)
            self._compiled = AppState(store, games, None, self._look_up, COMPILED, terminal=False)
            self._own = OwnFiles(os.path.join(root, OWN), games)
        except KibitzError as error:
            self._state = error

    def before_snapshot(self) -> None:
        """Import what most questions need, so that a memory snapshot has it.

        The rules of one game are compiled, too: then the source of the kernels is parsed.
        """
        for name in AHEAD:
            import_module(name)
        if isinstance(self._state, AppState):
            from kibitz.engines.wasm.emitter.emitted_module import emitted

            emitted(self._state.games.game("noughts").rules)

    def after_snapshot(self) -> None:
        """Restore the state that a memory snapshot lacks: current folder, random seed and code."""
        os.chdir(self._games)
        random.seed()
        self._looked = 0.0  # the clock is restarted
        self._code.forget()
        QUICK_SETS.clear()  # their memory is not part of the snapshot
        if isinstance(self._state, AppState):
            self._compiled.oracles.clear()

    def wanted(self, line: str) -> str:
        """Return the files that a question needs: of compiled code, and of the table of its game.

        Those that are loaded are left out, and code where a table is there: it knows every answer.
        """
        details = json.loads(line)["details"]
        name = self._game_of(details)
        if name is None or isinstance(self._state, KibitzError):
            shared = [] if self._code.has_shared or "file" not in details else [SHARED]
            return json.dumps({"code": shared, "table": None})
        game, store = self._state.games.game(name), self._state.store
        try:
            if name not in self._with_table and find_table(name, game.rules, store) is not None:
                self._with_table.add(name)
            table = os.path.basename(store.path(kept_name(name, game.rules)))
        except KibitzError:  # rules without a fingerprint
            return json.dumps({"code": [], "table": None})
        if name in self._with_table:
            return json.dumps({"code": [], "table": None})
        return json.dumps({"code": self._code.wanted(game), "table": table})

    def load(self, name: str, content: Any) -> None:
        """Load a file of compiled code, given as a buffer of JavaScript."""
        self._code.load(name, content.to_bytes())

    def put(self, name: str, text: str) -> None:
        """Add the file of a game that the visitor has written, or replace it."""
        if isinstance(self._state, AppState):
            self._own.put(name, text)
            self._with_table.clear()
            self._state.oracles.clear()
            self._compiled.oracles.clear()

    def _game_of(self, details: dict[str, Any]) -> str | None:
        """Return the name of the game that a question is about; None if there is none."""
        name = game_in(details)
        if not name or isinstance(self._state, KibitzError):
            return None
        try:
            return self._state.games.game(name).name
        except KibitzError:  # the answer says what is wrong
            return None

    def answer(self, line: str, is_last: IsLast = always) -> Iterator[str]:
        """Yield the parts of the answer to a question, both as JSON: `[status, kind, text]`.

        `is_last` returns whether no newer question waits. As soon as one does, the work ends, its
        results are kept, and `null` is the last part.
        """
        asked = json.loads(line)
        with self._watching(is_last):
            parts = self._parts(asked["question"], asked["code"], asked["details"])
        while True:
            try:
                with self._watching(is_last):
                    status, kind, body = next(parts)
            except StopIteration:
                return
            except KeyboardInterrupt:
                yield "null"
                return
            yield json.dumps([status, kind, body.decode()])

    def ponder(self, is_last: IsLast) -> None:
        """Continue proving where an opponent has replied, until a newer question waits."""
        if isinstance(self._state, KibitzError):
            return
        for state in (self._state, self._compiled):
            if state.pondered is not None:
                self._code.use(state.pondered[0])
                with self._watching(is_last), suppress(KeyboardInterrupt, Exception):
                    state.ponder(MOST_MEMORY)
                state.pondered = None

    @contextmanager
    def _watching(self, is_last: IsLast) -> Iterator[None]:
        """Look for a newer question within the block, and name no command in sentences.

        A snapshot of memory holds no `is_last`.
        """
        self._is_last = is_last
        try:
            with without_commands():
                yield
        finally:
            self._is_last = always

    def _look_up(self, phase: str, done: int, total: int | None) -> None:
        """End the work on a question when a newer one waits."""
        now = time.monotonic()
        if now - self._looked < self._between:
            return
        self._looked = now
        if not self._is_last():
            raise KeyboardInterrupt

    def build(self, line: str, post: Callable[[str], object]) -> str:
        """Build the table of a game; return the name of its file, "" if that failed.

        The question is `{"code", "name"}`. `post` is called with the states of the build, as JSON.
        """
        asked = json.loads(line)
        name, language = asked["name"], Language(asked["code"])
        if isinstance(self._state, KibitzError):
            return ""
        game, store = self._state.games.game(name), self._state.store
        compiled = self._code.use(game)
        effort = FOR_COMPILED_TABLE if compiled else FOR_TABLE

        def say(said: dict[str, Any], error: Sentence | str = "") -> None:
            state = "failed" if error else "building"
            whole = {**NOT_BUILT, "game": name, "state": state, **said, "error": error}
            post(as_json(whole, language).decode())

        def build() -> None:
            report = BuildReport(say)
            report.watch = effort.watch(report)
            make(game.name, game.rules, store, progress=report.watch, effort=effort)

        why = failure(build, None)
        if why is not None:
            with without_commands():
                say({}, why)
            return ""
        return os.path.basename(store.path(kept_name(game.name, game.rules)))

    def keep(self, name: str, content: Any) -> None:
        """Write the file of a table, given as a buffer of JavaScript, where it is looked for."""
        assert isinstance(self._state, AppState)
        folder = self._state.store.folder
        os.makedirs(folder, exist_ok=True)
        with open(os.path.join(folder, os.path.basename(name)), "wb") as file:
            file.write(content.to_bytes())

    def _parts(self, question: str, code: str, details: dict[str, object]) -> Iterator[Answer]:
        asked: dict[str, object] = {"question": question, "code": code, "details": details}
        if isinstance(self._state, KibitzError):
            return answer_to({**asked, "renew": ()}, self._state)
        if question == EXAMINE:
            return self._examined(str(details["file"]), Language(code))
        wrong = self._own.error_of(game_in(details))
        if wrong is not None:
            return iter([refusal(CANNOT_BE_DONE, wrong, code)])
        name = self._game_of(details)
        asked |= {"renew": (), "seconds": self._deadline if question in PLAYING else None}
        game = None if name is None else self._state.games.game(name)
        compiled = self._code.use(game)
        return answer_to(asked, self._compiled if compiled else self._state)

    def _examined(self, file: str, language: Language) -> Iterator[Answer]:
        """Yield what is wrong with a file of the visitor."""
        for said in self._own.examine(file, self._code):
            yield 200, JSON, as_json(said, language)
