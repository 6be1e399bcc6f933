"""Process that answers questions for the server; its arguments are LOW_PRIORITY FILE….

A part of what it tells is `{"prepares": false}` when it has read a question, `{"prepares": true}`
if it prepares the answer by work that happens once for a game (the server waits for that),
`{"answer": [status, kind, text]}` for each part of the answer, and `{"read": …}` with the files
that games in files have read, for the server to watch.

After the answer, it loads the compiled code of the game to `load`, unless it has done so. After a
reply of an opponent it goes on searching until it is asked again, for some seconds at most.
"""

import contextlib
import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import kibitz.web.page_words  # noqa: F401  # it answers a question
from kibitz.games.collection import Collection
from kibitz.language.errors import KibitzError, Sentence, phrase
from kibitz.questions.answering import Answer, answer, refusal
from kibitz.questions.app_state import AppState
from kibitz.questions.refusals import CANNOT_BE_DONE, status_of
from kibitz.solve.effort import PREPARING
from kibitz.system.parent import Parent
from kibitz.web.workers.files_read import Reading

NO_MEMORY = phrase("there is not enough memory to answer this")
INTERNAL = phrase("This is a bug in Kibitz: {error}")


def main(low_priority: bool, files: Sequence[str]) -> None:
    """Answer questions until the server ends."""
    parent = Parent(low_priority=low_priority)
    reading = Reading()
    reading.record()
    state: AppState | KibitzError
    prepares = False
    loaded = {""}

    def look_up(phase: str, done: int, total: int | None) -> None:
        """End the work on a question when the next line has come; report the first preparation."""
        nonlocal prepares
        if parent.waiting:
            raise KeyboardInterrupt
        if phase == PREPARING and not prepares:
            prepares = True
            parent.tell({"prepares": True})

    try:
        state = AppState(games=Collection(files), progress=look_up)
    except KibitzError as error:  # a file that was changed, and is broken now
        state = error
    with contextlib.suppress(ImportError):
        import numpy as numpy  # noqa: PLC0414  # before a question waits for it
    for asked in parent:
        prepares = False
        parent.tell({"prepares": False})
        with contextlib.suppress(KeyboardInterrupt):
            for status, kind, body in answer_to(asked, state):
                parent.tell({"answer": [status, kind, body.decode()]})
        parent.tell({"read": reading.new()})
        parent.tell(None)
        if isinstance(state, AppState):
            if asked["load"] not in loaded:
                loaded.add(asked["load"])
                load(state, asked["load"])
            with contextlib.suppress(Exception):  # the next answer says what
                state.ponder(asked["retained"])


def load(state: AppState, game: str) -> None:
    """Load the compiled code of a game; what goes wrong here, an answer will say."""
    from kibitz.oracle.compile_ahead import load_kernels

    with contextlib.suppress(Exception, KeyboardInterrupt):
        load_kernels(state.games.game(game).rules)


def answer_to(asked: Mapping[str, Any], state: AppState | KibitzError) -> Iterator[Answer]:
    """Yield the parts of the answer to one question; any error becomes a sentence."""
    code = asked["code"]
    if isinstance(state, KibitzError):
        yield refusal(status_of(state), state, code)
        return
    state.begin(asked.get("seconds"), compiles=asked.get("compile", True))
    for name in asked["renew"]:
        state.oracles.renew(name)
    try:
        yield from answer(state, asked["question"], code, asked["details"])
    except MemoryError:
        yield refusal(CANNOT_BE_DONE, Sentence(NO_MEMORY), code)
    except Exception as error:
        said = f"{type(error).__name__}: {error}"[:200]
        yield refusal(500, Sentence(INTERNAL, error=said), code)


if __name__ == "__main__":
    main(sys.argv[1] == "1", sys.argv[2:])
