"""One question, as JSON says it, and its answer as it is sent: status, kind and bytes.

This is all that a transport needs: the server's worker processes call it, and so can a page without
a server, inside the browser.
"""

from __future__ import annotations

import json

from kibitz.rules.errors import KibitzError
from kibitz.web.faults import error_of_file, fault_of, status_of
from kibitz.web.handlers import HANDLERS
from kibitz.web.words import language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from kibitz.web.app_state import AppState

    Answer = tuple[int, str, bytes]

JSON = "application/json"
SVG = "image/svg+xml"


def answer(state: AppState, question: str, code: str, details: Mapping[str, Any]) -> Answer:
    """Return the answer to a question in a language; a sentence where it cannot be answered."""
    speaks = language(code)
    try:
        said = HANDLERS[question](state, speaks, **details)
    except KibitzError as error:
        return status_of(error), JSON, as_json(fault_of(error, speaks))
    except Exception as error:
        sentence = error_of_file(error)
        if sentence is None:
            raise
        return 422, JSON, as_json(fault_of(sentence, speaks))
    return (200, SVG, said.encode()) if isinstance(said, str) else (200, JSON, as_json(said))


def as_json(said: object) -> bytes:
    """Return something as JSON in UTF-8, as short as it can be."""
    return json.dumps(said, ensure_ascii=False, separators=(",", ":")).encode()
