"""Answer of one JSON question, as it is sent: status, content type and bytes.

Most answers have one part. One about a match has several, each sent before the next is computed.

It is the interface for transports: the server's worker processes call it, and so does the backend
of a static site in the browser.
"""

import json
from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any

from kibitz.language.errors import KibitzError, Name, PlayerName, Sentence, phrase, quoted
from kibitz.language.languages import LANGUAGES, Language
from kibitz.questions.app_state import AppState
from kibitz.questions.handlers import HANDLERS
from kibitz.questions.refusals import CANNOT_BE_DONE, error_of_file, fault_of, status_of

Answer = tuple[int, str, bytes]

JSON = "application/json"
LINES = "application/x-ndjson"  # newline-delimited JSON, one line for each part
SVG = "image/svg+xml"
HALF_A_CHARACTER = phrase(
    "a text of this game contains half a character (a lone surrogate): {text}"
)


class PageLanguage(Language):
    """A language in which the names of variants, parameters and players are translated too."""

    def plain(self, words: str) -> str:
        return super().plain(words.drawn if isinstance(words, PlayerName) else words)

    def tell(self, said: object) -> object:
        return self.plain(said) if isinstance(said, Name | PlayerName) else super().tell(said)


@lru_cache
def language(code: str) -> PageLanguage:
    """Return a language by its code; English if there is none of that code."""
    return PageLanguage(code if code in LANGUAGES else "en")


def wanted(header: str) -> PageLanguage:
    """Return the preferred available language of an Accept-Language header."""
    for part in header[:200].split(","):
        code = part.partition(";")[0].strip().partition("-")[0].lower()
        if code in LANGUAGES:
            return language(code)
    return language("en")


def answer(
    state: AppState, question: str, code: str, details: Mapping[str, Any]
) -> Iterator[Answer]:
    """Yield the parts of the answer to a question in a language, each as soon as it is known.

    If it cannot be answered, or not completely, the last part is a sentence with the reason.
    """
    speaks = language(code)
    try:
        said = HANDLERS[question](state, speaks, **details)
        if isinstance(said, str):
            yield 200, SVG, said.encode()
        elif isinstance(said, dict):
            yield 200, JSON, as_json(said)
        else:
            for part in said:
                yield 200, LINES, as_json(part)
    except KibitzError as error:
        yield refusal(status_of(error), error, code)
    except UnicodeEncodeError as error:
        text = str(error.object)[max(0, error.start - 10) :][:20]
        yield refusal(CANNOT_BE_DONE, Sentence(HALF_A_CHARACTER, text=quoted(text)), code)
    except Exception as error:
        sentence = error_of_file(error)
        if sentence is None:
            raise
        yield refusal(CANNOT_BE_DONE, sentence, code)


def refusal(status: int, said: KibitzError | Sentence, code: str) -> Answer:
    """Return the answer that refuses a question, in a language."""
    return status, JSON, as_json(fault_of(said, language(code)), "replace")


def as_json(said: object, unwritable: str = "strict") -> bytes:
    """Return a value as JSON in UTF-8; `unwritable` is the error handler for lone surrogates."""
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors=unwritable)
