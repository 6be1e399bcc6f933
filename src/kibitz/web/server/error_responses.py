"""Error responses of the server: one sentence, in the client's language."""

from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.routing import Match, Route

from kibitz.language.errors import KibitzError, Sentence, phrase
from kibitz.questions.answering import refusal, wanted
from kibitz.questions.refusals import status_of
from kibitz.web.server.pages import FILES, pages
from kibitz.web.server.routes import router

# Sentences about invalid requests, by the prefix of pydantic's error type.
FORMS = {
    "missing": phrase("{place} is missing"),
    "extra_forbidden": phrase("{place} is not accepted here"),
    "json_invalid": phrase("the request is not valid JSON"),
    "string_too_long": phrase("{place} is too long; the most characters allowed: {max_length}"),
    "too_long": phrase("{place} is too long; the most entries allowed: {max_length}"),
    "string_too_short": phrase("{place} is empty"),
    "string_pattern": phrase("{place} is not a date like 2026-01-31"),  # nothing else has one
    "string": phrase("{place} is not a text"),
    "int": phrase("{place} is not a whole number"),
    "greater_than_equal": phrase("{place} is less than {ge}"),
    "less_than_equal": phrase("{place} is more than {le}"),
    "bool": phrase("{place} is neither true nor false"),
    "list": phrase("{place} is not a list"),
    "": phrase("{place} does not have the form described"),
}
THE_REQUEST = Sentence("the request")
LONGEST_PLACE = 80
ADDRESSES = {
    400: phrase("this request cannot be read"),  # too deep, or with a number that is too long
    404: phrase("there is nothing at this address"),
    405: phrase("this address does not accept that method"),
}


def refused(
    request: Request, status: int, said: KibitzError | Sentence, **headers: str
) -> Response:
    """Return the response that refuses a request, in the language of the client."""
    code = wanted(request.headers.get("accept-language", "en")).code
    status, kind, body = refusal(status, said, code)
    return Response(body, status, headers, kind)


async def refuse(request: Request, error: Exception) -> Response:
    """Return the response to an error of Kibitz."""
    assert isinstance(error, KibitzError)
    return refused(request, status_of(error), error)


async def refuse_form(request: Request, error: Exception) -> Response:
    """Return the response to a request that fails validation."""
    assert isinstance(error, RequestValidationError)
    return refused(request, 422, wrong_form(error.errors()[0]))


def wrong_form(fault: Any) -> Sentence:
    """Return the sentence for one of pydantic's errors."""
    parts = [str(part) for part in fault["loc"] if part not in ("body", "query", "path")]
    kind = next(kind for kind in FORMS if fault["type"].startswith(kind))
    place = ".".join(parts)[:LONGEST_PLACE] or THE_REQUEST
    return Sentence(FORMS[kind], **{**fault.get("ctx", {}), "place": place})


async def refuse_address(request: Request, error: Exception) -> Response:
    """Return the response to an unknown path or a wrong method; a page for a browser."""
    assert isinstance(error, HTTPException)
    if error.status_code == 404 and "text/html" in request.headers.get("accept", ""):
        page = FILES["pages/not_found.html"]
        return Response(page.content, 404, media_type=page.kind)
    sentence = Sentence(ADDRESSES.get(error.status_code, error.detail))
    headers = dict(error.headers or {})
    if error.status_code == 405:
        headers["Allow"] = ", ".join(sorted(methods_at(request)))
    return refused(request, error.status_code, sentence, **headers)


def methods_at(request: Request) -> set[str]:
    """Return the methods that a path allows."""
    found: set[str] = set()
    for route in (*router.routes, *pages.routes):
        assert isinstance(route, Route)
        if route.matches(request.scope)[0] is not Match.NONE:
            found |= route.methods or set()
    return found or {"GET"}  # the OpenAPI description itself
