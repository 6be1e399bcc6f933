"""Questions: how handlers declare them, and the answer to one as it is sent.

The signature of a handler says what a question takes, and within which limits. From it are derived
routes, request bodies and the OpenAPI description (`web/server/routes.py`), the addresses that the
page uses (`web/page_files.py`) and its types (`scripts/page_types.py`).

An answer is a status, a content type and bytes. Most answers have one part. One about a match has
several, each sent before the next is computed. `answer` is the interface for transports: the
server's worker processes call it, and so does the backend of a static site in the browser.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeVar, cast, get_args, get_origin

from kibitz.language.errors import KibitzError, Name, PlayerName, Sentence, phrase, quoted
from kibitz.language.languages import LANGUAGES, Language
from kibitz.questions.app_state import AppState
from kibitz.questions.refusals import CANNOT_BE_DONE, error_of_file, fault_of, status_of

if TYPE_CHECKING:
    from inspect import Parameter, Signature

Answer = tuple[int, str, bytes]
IN_A_MATCH = re.compile(r"^\W*kibitz[\s+]*|[\s+;].*", re.DOTALL)  # all but the name of the game

JSON = "application/json"
LINES = "application/x-ndjson"  # newline-delimited JSON, one line for each part
SVG = "image/svg+xml"
HALF_A_CHARACTER = phrase(
    "a text of this game contains half a character (a lone surrogate): {text}"
)

Handler = TypeVar("Handler", bound=Callable[..., Any])
Shape = TypeVar("Shape")


# Declaration


class Limits:
    """Limits of an argument, as `Annotated` holds them: with the names that pydantic uses."""

    def __init__(self, **given: Any) -> None:
        self.given = given


class DeclaredQuestion:
    """A question, declared by decorating its handler with an address, such as `GET /games`.

    The handler takes the state, and by name what the question is asked with. `tag` is its group in
    the OpenAPI description, and `body` the name of its request body there; questions that take the
    same may share it. A question that `solves` has a deadline.
    """

    name: str
    handler: Callable[..., Any]

    def __init__(self, address: str, tag: str, body: str = "", *, solves: bool = False) -> None:
        self.method, self.path = address.split()
        self.tag = tag
        self.body = body
        self.solves = solves

    def __call__(self, handler: Handler) -> Handler:
        self.name, self.handler = handler.__name__, handler
        QUESTIONS[self.name] = self
        return handler

    @cached_property
    def _signature(self) -> Signature:
        from inspect import signature  # answers need none of this

        return signature(self.handler, eval_str=True)

    @property
    def arguments(self) -> list[Parameter]:
        """What it takes, with types that have limits."""
        return [*self._signature.parameters.values()][1:]

    @property
    def in_parts(self) -> bool:
        """Whether its answer comes in parts."""
        return get_origin(self._signature.return_annotation) is Iterator

    @property
    def answer(self) -> Any:
        """The type of its answer, or of a part of it."""
        whole = self._signature.return_annotation
        return get_args(whole)[0] if self.in_parts else whole


question = DeclaredQuestion
QUESTIONS: dict[str, DeclaredQuestion] = {}


def game_in(details: Mapping[str, Any]) -> str:
    """Return the name in a question of the game that it is about, "" if it is about none."""
    named = details.get("name") or details.get("game")
    return str(named or IN_A_MATCH.sub("", str(details.get("match", ""))))


# Answers


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
    import kibitz.questions.handlers  # noqa: F401  # it declares the questions

    state.language = speaks = language(code)
    try:
        said = QUESTIONS[question].handler(state, **details)
        if isinstance(said, str):
            yield 200, SVG, said.encode()
        elif isinstance(said, dict):
            yield 200, JSON, as_json(said, speaks)
        else:
            for part in said:
                yield 200, LINES, as_json(part, speaks)
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
    return status, JSON, as_json(fault_of(said), language(code), "replace")


def shape(kind: type[Shape], thing: object, /, **fields: Any) -> Shape:
    """Return an answer of a kind about a thing: these fields, and its attributes for the others."""
    declared: Any = kind
    filled = {*declared.__required_keys__, *fields}
    names = [name for name in declared.__annotations__ if name in filled]
    whole = {name: fields[name] if name in fields else getattr(thing, name) for name in names}
    return cast("Shape", whole)


def as_json(said: object, language: Language, unwritable: str = "strict") -> bytes:
    """Return an answer as JSON in UTF-8, with every sentence in it translated.

    `unwritable` is the error handler for lone surrogates.
    """

    def translated(words: object) -> object:
        if isinstance(words, Sentence | KibitzError):
            return language.tell(words)
        raise TypeError(f"this is no part of an answer: {words!r}")

    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"), default=translated)
    return text.encode(errors=unwritable)
