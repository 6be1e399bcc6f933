"""A process that answers questions for the server: `python -m kibitz.web.worker ROOM FILE…`.

It reads a line of JSON for each question. For each part of the answer it writes a line
`[status, kind, length]` and that many bytes, and after the last one a line `[full]`. `full` says
that it holds more than ROOM bytes by now: then the server starts another in its place, so that
memory stays bounded whatever is remembered.
"""

from __future__ import annotations

import json
import sys

from kibitz.play.collection import Collection
from kibitz.rules.errors import KibitzError, Sentence, phrase
from kibitz.web.answering import answer, refusal
from kibitz.web.app_state import AppState
from kibitz.web.faults import CANNOT_BE_DONE, status_of
from kibitz.web.lifeline import held_by, tie

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from kibitz.web.answering import Answer

NO_MEMORY = phrase("there is not enough memory to answer this")
INTERNAL = phrase("Kibitz itself made a mistake here: {error}")


def main(room: int, files: Sequence[str]) -> int:
    """Answer questions until the server ends."""
    lines, output = tie()
    state: AppState | KibitzError
    try:
        state = AppState(games=Collection(files))
    except KibitzError as error:  # a file that was changed, and is broken now
        state = error
    for line in lines:
        for status, kind, body in answer_to(json.loads(line), state):
            output.write(json.dumps([status, kind, len(body)]).encode() + b"\n" + body)
            output.flush()
        output.write(json.dumps([held_by() > room]).encode() + b"\n")
        output.flush()
    return 0


def answer_to(asked: Mapping[str, Any], state: AppState | KibitzError) -> Iterator[Answer]:
    """Yield the parts of the answer to one question; a sentence, whatever goes wrong."""
    code = asked["code"]
    if isinstance(state, KibitzError):
        yield refusal(status_of(state), state, code)
        return
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
    sys.exit(main(int(sys.argv[1]), sys.argv[2:]))
