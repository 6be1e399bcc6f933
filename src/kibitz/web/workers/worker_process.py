"""Process that answers questions for the server; its arguments are RETAINED LOW_PRIORITY FILE….

With LOW_PRIORITY 1 it runs at a higher nice value. It reads a line of JSON for each question. For
each part of the answer it writes a line `[status, kind, length]` and that many bytes, and after the
last one a line `[full, read]`. `full` is true if it holds more than RETAINED bytes: then the server
replaces it, so that memory stays bounded. `read` are the files that games in files have read, for
the server to watch. If the question has a game to `load`, its compiled code is loaded next. After a
reply of an opponent it goes on searching until the next line arrives, for some seconds at most. A
line that arrives before an answer is complete, such as `{}`, cancels the rest of it: the work ends
soon, and its results are kept. When it has read a question it writes a line `[false]`, and
`[true]` if it prepares the answer by work that happens once for a game: the server waits for that.
"""

import contextlib
import json
import os
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
from kibitz.web.workers.files_read import Reading
from kibitz.web.workers.parent_death import bind_to_parent, held_by

NICENESS = 10  # nice value of a low-priority process
NO_MEMORY = phrase("there is not enough memory to answer this")
INTERNAL = phrase("This is a bug in Kibitz: {error}")


def main(retained: int, low_priority: int, files: Sequence[str]) -> int:
    """Answer questions until the server ends."""
    if low_priority and hasattr(os, "nice"):
        os.nice(NICENESS)
    lines, output = bind_to_parent()
    reading = Reading()
    reading.record()
    state: AppState | KibitzError

    prepares = False

    def report(state: bool) -> None:
        output.write(json.dumps([state]).encode() + b"\n")
        output.flush()

    def look_up(phase: str, done: int, total: int | None) -> None:
        """End the work on a question when the next line has come; report the first preparation."""
        nonlocal prepares
        if lines.waiting:
            raise KeyboardInterrupt
        if phase == PREPARING and not prepares:
            report(prepares := True)

    try:
        state = AppState(games=Collection(files), progress=look_up)
    except KibitzError as error:  # a file that was changed, and is broken now
        state = error
    with contextlib.suppress(ImportError):
        import numpy as numpy  # noqa: PLC0414  # before a question waits for it
    for line in lines:
        asked = json.loads(line)
        if not asked:
            continue  # the cancelled work has ended by now
        report(prepares := False)
        with contextlib.suppress(KeyboardInterrupt):
            for status, kind, body in answer_to(asked, state):
                output.write(json.dumps([status, kind, len(body)]).encode() + b"\n" + body)
                output.flush()
        output.write(json.dumps([held_by() > retained, reading.new()]).encode() + b"\n")
        output.flush()
        if asked.get("load") and isinstance(state, AppState):
            load(state, asked["load"])
        if isinstance(state, AppState):
            with contextlib.suppress(KeyboardInterrupt, Exception):  # the next answer says what
                state.ponder(retained)
    return 0


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
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]))
