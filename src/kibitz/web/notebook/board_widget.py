"""Widget for notebooks: a match on the board of the page, played by clicking and dragging.

`page/notebook/notebook_board.js` is its other half. What it shows are the views and opinions that
the server sends to the page, and code is compiled in the background, as there. Requests come as a
trait, because marimo runs the cells that use a widget again when a trait changes, and not after a
custom message.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import TYPE_CHECKING, Any
from weakref import WeakMethod

import anywidget
import traitlets

from kibitz.api.match import Match
from kibitz.language.errors import KibitzError
from kibitz.language.languages import language_for
from kibitz.oracle.compilations import code_here
from kibitz.play.session import Session
from kibitz.questions.answering import as_json, language
from kibitz.questions.app_state import AppState
from kibitz.questions.commentary import opinion
from kibitz.questions.game_views import board_of
from kibitz.questions.match_views import seen
from kibitz.solve.effort import Effort
from kibitz.web.notebook.page_bundle import widget_module
from kibitz.web.page_words import catalogue

if TYPE_CHECKING:
    from collections.abc import Callable

OPINION_SECONDS = 1.0  # as on the page, unless the oracle's effort says more


class NotebookBoard(anywidget.AnyWidget):
    """A match on a board that can be clicked. Moves are made in `match` itself.

    `position`, `moves` and `link` are synchronised with the notebook, and so is `outcome`: a
    dictionary with `outcome`, `distance`, `margin`, `words` and `tone` as in the JSON API, or None
    if `values` is false. They change with every move and cannot be set.
    """

    _esm = widget_module()
    position = traitlets.Unicode(read_only=True).tag(sync=True)
    moves = traitlets.List(traitlets.Unicode(), read_only=True).tag(sync=True)
    link = traitlets.Unicode(read_only=True).tag(sync=True)
    outcome = traitlets.Dict(allow_none=True, read_only=True).tag(sync=True)
    _values = traitlets.Bool().tag(sync=True)
    _words = traitlets.Dict().tag(sync=True)
    _board = traitlets.Dict().tag(sync=True)
    _view = traitlets.Dict().tag(sync=True)
    _opinion = traitlets.Dict().tag(sync=True)
    _asked = traitlets.Dict().tag(sync=True)

    def __init__(self, match: Match, *, values: bool = True) -> None:
        self.match = match
        self._language = language(language_for(None).code)
        self._state = AppState(terminal=False)
        self._state.language = self._language
        board = board_of(match.game, self._language)
        self._key = board["key"]
        code = self._language.code
        words = {} if code == "en" else catalogue(code)
        super().__init__(_values=values, _words={"code": code, "words": words}, _board=board)
        self.show()
        self.judge()

    # What the match calls

    def show(self, error: str = "") -> None:
        """Show the current match, and the error of the last request, if any."""
        match = self.match
        view = self._told(seen(match._match, self._language, match.called, self._key))
        with self.hold_sync():
            self.set_trait("position", match.position.text)
            self.set_trait("moves", [str(move) for move in match.moves])
            self.set_trait("link", match.link)
            # The same view after an error is another answer.
            self._view = {**view, "error": error, "answers": self._asked.get("id")}

    def judge(self) -> None:
        """Give the opinion on the match as it is now."""
        if not self._values:
            self.set_trait("outcome", None)
            return
        match, oracle = self.match, self.match._session.oracle
        session = Session(match._match, oracle.within(self._effort().begun()))
        said = self._told(opinion(session, self._state))
        if not session.outcome.exact:
            self._want_code()
        with self.hold_sync():
            self.set_trait("outcome", dict(said["value"]))
            self._opinion = {"match": match.link, "opinion": said}

    def _want_code(self) -> None:
        """Have the rules compiled; then the event loop judges again, if there is one to do so."""
        with suppress(RuntimeError):
            loop, method = asyncio.get_running_loop(), WeakMethod(self.deepen)
            code_here().want(self.match.game, lambda: deepen_in(loop, method))

    def deepen(self) -> None:
        """Work on the position once more, with code that has been compiled meanwhile."""
        session = self.match._session
        session.oracle.deepen(session.match.position, self._effort())
        self.judge()

    def _told(self, said: object) -> Any:
        """Return an answer as JSON, in the language of the notebook."""
        return json.loads(as_json(said, self._language))

    def _effort(self) -> Effort:
        effort = self.match._session.oracle.effort
        if effort.seconds is not None:
            return effort
        return effort.replace(seconds=OPINION_SECONDS, compile=False)

    # What the notebook asks for

    @traitlets.observe("_asked")
    def _answer(self, change: dict[str, Any]) -> None:
        """Execute a request: a move, undo, redo, or a jump to a ply."""
        asked, match = change["new"], self.match
        if not asked:
            return
        if asked.get("match") != match.link:
            self.show()  # another cell has changed the match meanwhile
            return
        try:
            if "play" in asked:
                match.play(str(asked["play"]))
            elif "ply" in asked:
                match._jump(int(asked["ply"]))
            elif asked.get("turns") == -1:
                match.undo()
            else:
                match.redo()
        except KibitzError as error:
            self.show(str(self._language.tell(error)))
            self.judge()


def deepen_in(loop: asyncio.AbstractEventLoop, method: WeakMethod[Callable[[], None]]) -> None:
    """Call a method in an event loop, while both are there."""
    deepen = method()
    if deepen is not None and not loop.is_closed():
        loop.call_soon_threadsafe(deepen)
