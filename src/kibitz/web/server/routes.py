"""Routes of the JSON API, one for each question that is declared (`questions/handlers.py`).

A route validates a request and passes it on.
"""

from collections.abc import Awaitable, Callable, Iterable, Sequence
from inspect import Parameter, Signature, getdoc
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field, create_model

import kibitz.web.page_words  # noqa: F401  # it declares a question
from kibitz.questions import answers
from kibitz.questions.answering import LINES, QUESTIONS, SVG, DeclaredQuestion, wanted
from kibitz.web.server.dispatch import Asking

REQUEST = "\n\nRequest:\n\n"  # what follows in the docstring of a handler describes the body
WRONG: dict[int | str, dict[str, Any]] = {
    status: {"model": answers.FaultSchema, "description": words}
    for status, words in {
        400: "the request cannot be read",
        403: "the request is not from a page of this server",
        404: "there is no such game",
        405: "this address does not accept that method",
        408: "the request took too long to arrive",
        409: "the request cannot be carried out, and why",
        413: "the request is too long",
        422: "the request does not have the form described",
        429: "too many requests are under way already",
    }.items()
}


def asking(
    request: Request, accept_language: Annotated[str, Header(max_length=2000)] = "en"
) -> Asking:
    """Return the dispatcher for a request, in the language of the client."""
    return Asking(request, wanted(accept_language).code)


KEYWORD = Parameter("ask", Parameter.KEYWORD_ONLY, annotation=Annotated[Asking, Depends(asking)])


def routes(questions: Iterable[DeclaredQuestion]) -> APIRouter:
    """Return the routes of questions."""
    router = APIRouter(prefix="/api", responses=WRONG)
    bodies: dict[str, type[BaseModel]] = {}
    for question in questions:
        router.add_api_route(
            question.path,
            endpoint(question, bodies),
            methods=[question.method],
            name=question.name,
            tags=[question.tag],
            description=words_of(question)[0],
            **response(question),
        )
    return router


def words_of(question: DeclaredQuestion) -> Sequence[str]:
    """Return the description of a question, and that of its request body."""
    return f"{getdoc(question.handler)}{REQUEST}".split(REQUEST)


def endpoint(
    question: DeclaredQuestion, bodies: dict[str, type[BaseModel]]
) -> Callable[..., Awaitable[Response]]:
    """Return the function that FastAPI calls with the contents of a request.

    `bodies` are the models of request bodies by their names.
    """

    async def answered(ask: Asking, body: BaseModel | None = None, **given: Any) -> Response:
        return await ask(question.name, given if body is None else body.model_dump())

    if question.body:
        taken = [KEYWORD.replace(name="body", annotation=body_of(question, bodies))]
    else:
        places = [
            Path if f"{{{one.name}}}" in question.path else Query for one in question.arguments
        ]
        taken = [
            one.replace(kind=KEYWORD.kind, annotation=limited(one.annotation, place))
            for one, place in zip(question.arguments, places, strict=True)
        ]
    answered.__signature__ = Signature([*taken, KEYWORD])  # type: ignore[attr-defined]
    return answered


def body_of(question: DeclaredQuestion, bodies: dict[str, type[BaseModel]]) -> type[BaseModel]:
    """Return the model of the request body of a question."""
    fields: dict[str, Any] = {
        one.name: (limited(one.annotation), ... if one.default is one.empty else one.default)
        for one in question.arguments
    }
    if question.body not in bodies:
        config, words = ConfigDict(extra="forbid"), words_of(question)[1]
        model = create_model(question.body, __config__=config, __doc__=words, **fields)
        bodies[question.body] = model
    known = bodies[question.body]
    assert [*known.model_fields] == [*fields], "questions that share a body take the same"
    return known


def limited(kind: Any, place: Callable[..., Any] = Field) -> Any:
    """Return a type with its limits as pydantic reads them; `place` is where the value stands."""
    parts, origin = get_args(kind), get_origin(kind)
    if origin is Annotated:
        return Annotated[limited(parts[0]), place(**parts[1].given)]
    if not parts or origin is Literal:
        return kind
    inner = tuple(map(limited, parts))
    return Union[inner] if origin in (Union, UnionType) else origin[inner]  # noqa: UP007


# Responses


def response(question: DeclaredQuestion) -> dict[str, Any]:
    """Return the response to a question as FastAPI describes it."""
    if question.in_parts:
        content = {LINES: {"schema": line(question.answer)}}
    elif question.answer is str:
        content = {SVG: {"schema": {"type": "string"}}}
    else:
        return {"response_model": question.answer}
    return {"response_class": Response, "responses": {200: {"content": content}}}


def line(answer: Any) -> dict[str, Any]:
    """Return the schema of a line: a part of an answer, or an error."""
    parts = [get_type_hints(part) for part in get_args(answer) or (answer,)]
    shown = [
        {
            "type": "object",
            "properties": {name: named(shape) for name, shape in part.items()},
            "required": [*part],
        }
        for part in parts
    ]
    return {"anyOf": [*shown, named(answers.FaultSchema)]}


def named(shape: type) -> dict[str, str]:
    """Return a reference to a schema by its name."""
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


router = routes(QUESTIONS.values())
