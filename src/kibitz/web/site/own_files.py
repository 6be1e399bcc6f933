"""Games that a visitor writes in the browser: loaded from their text, and examined.

Their files stay in the browser. An endless loop of the rules is found by compiled code, which stops
after a number of steps and knows the line; where rules are not compiled, the page ends the worker.
"""

from __future__ import annotations

import os
import time
from typing import TYPE_CHECKING

from kibitz.conformance.complaint import Complaint, Place, about_file
from kibitz.language.errors import Sentence, phrase
from kibitz.rules.simple_game import BrokenGame
from kibitz.solve.array_backend import arrays, on_machine, use_machine

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from kibitz.games.collection import Collection
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.rules import Rules
    from kibitz.web.site.code_of_games import CodeOfGames

LOADING = phrase("the game can be loaded")
SECONDS = 3.0  # for positions to be sampled
TRIED = 200  # positions that are tried first, compiled
SPACE = 1 << 16  # moves of these
FUEL = 1 << 27  # steps of loops for that: less than a second


class OwnFiles:
    """The files that were given, in a folder, as games of a collection."""

    def __init__(self, folder: str, games: Collection) -> None:
        self._folder = folder
        self._games = games
        self._errors: dict[str, BrokenGame] = {}

    def put(self, name: str, text: str) -> None:
        """Add a file, or replace it; an error in it is kept until it is asked about."""
        os.makedirs(self._folder, exist_ok=True)
        path = os.path.join(self._folder, os.path.basename(name))
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        self._errors.pop(name, None)
        use_machine(None)
        try:
            self._games.reload(path)
        except BrokenGame as error:
            self._errors[name] = error

    def error_of(self, game: str) -> BrokenGame | None:
        """Return why the file of a game cannot be used; None if it can."""
        return self._errors.get(game.partition(":")[0])

    def examine(self, name: str, code: CodeOfGames) -> Iterator[dict[str, Any]]:
        """Yield steps, complaints and notes about a file, and at the end whether it is sound."""
        from kibitz.conformance import Subject, examined

        def said(wrong: Complaint) -> dict[str, Any]:
            here = wrong.where if wrong.where and self._is_in(name, wrong.where) else None
            words = wrong.sentence if here else wrong.words
            line = here.line if here else None
            return {"line": line, "words": words, "remedy": wrong.remedy or ""}

        yield {"step": Sentence(LOADING)}
        error = self.error_of(name)
        if error is not None:
            yield {"complaint": said(about_file(error))}
            yield {"sound": False}
            return
        game = self._games.game(name)
        stopped = stopped_at(game.rules, code)
        if stopped is not None:
            yield {"complaint": said(stopped)}
            yield {"sound": False}
            return
        use_machine(None)
        subject = Subject(game, until=time.monotonic() + SECONDS)
        sound = True
        for promise, wrong in examined(subject, lambda _: None, compiled=False):
            yield {"step": Sentence(promise)}
            if wrong is not None:
                sound = False
                yield {"complaint": said(wrong)}
        if sound:
            yield from self._notes(game, code, said)
        yield {"sound": sound}

    def _notes(self, game: BaseGame, code: CodeOfGames, said: Any) -> Iterator[dict[str, Any]]:
        """Yield whether the rules run compiled."""
        from kibitz.solve.compiling.not_compiled import SLOWER

        reason = code.reason(game)
        if reason is None:
            yield {"compiled": code.use(game)}
            return
        where = None
        if "line" in reason.details:
            path = os.path.join(self._folder, str(reason.details["path"]))
            where = Place(path, int(str(reason.details["line"])))
        words = Sentence(SLOWER, reason=reason)
        yield {"note": said(Complaint(words, where)), "compiled": False}

    def _is_in(self, name: str, place: Place) -> bool:
        """Return whether a place is in a file of a visitor."""
        return os.path.basename(place.path) == name


def stopped_at(rules: Rules, code: CodeOfGames) -> Complaint | None:
    """Return where compiled rules stop in the first positions; None if they do not."""
    from kibitz.engines.wasm.emitter.emitted_module import first_emitted
    from kibitz.engines.wasm.emitter.failures import CompiledCodeFailed, NotEmitted
    from kibitz.solve.store.fingerprint import NotOfRules

    try:
        machine = code.trial_machine(first_emitted(rules, FUEL))
    except (NotEmitted, NotOfRules):
        return None
    if machine is None:
        return None
    try:
        with on_machine(machine):
            try_out(rules)
    except CompiledCodeFailed as error:
        line = error.details.get("line")
        if line is None:  # the interpreter says more, for example where a function calls itself
            return None
        return Complaint(error.words, Place(str(error.details["path"]), int(str(line))))
    return None


def try_out(rules: Rules) -> None:
    """List the moves of the first positions in compiled code."""
    from kibitz.solve.compiling.compiled import kernel
    from kibitz.solve.memory.game_kernels import expand

    listed = kernel(expand, rules)
    children = arrays().zeros(SPACE, "int64")
    met = {rules.start}
    waiting = [rules.start]
    while waiting and len(met) < TRIED:
        here = arrays().of(waiting[:TRIED], "int64")
        degrees, worths = (arrays().zeros(len(here), "int32") for _ in range(2))
        _, filled = listed(here, 0, len(here), False, children, degrees, worths)
        after = children[: max(0, filled)].tolist()
        waiting = [each for each in dict.fromkeys(after) if each not in met and each >= 0]
        met.update(waiting)
