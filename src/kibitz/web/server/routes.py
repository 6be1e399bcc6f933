"""Routes of the JSON API: each validates a request and passes it on.

The responses are made by `handlers.py`.
"""

from typing import Annotated, Any, Literal

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response

from kibitz.questions import answers
from kibitz.questions.answering import LINES, wanted
from kibitz.web.server import request_bodies
from kibitz.web.server.dispatch import Asking

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

GameName = Annotated[
    str,
    Path(
        max_length=request_bodies.LONGEST_NAME,
        description="the name of a game, such as `noughts` or `peg:english,vacancy=d4`",
        examples=["noughts", "lgame", "peg:triangle"],
    ),
]
PositionText = Annotated[
    str,
    Path(
        max_length=request_bodies.LONGEST_POSITION,
        description="a position on one line, or `start`",
        examples=["start", "XO.-.X.-..."],
    ),
]


def named(shape: type) -> dict[str, Any]:
    """Return a reference to a schema by its name."""
    return {"$ref": f"#/components/schemas/{shape.__name__}"}


def part(name: str, shape: type) -> dict[str, Any]:
    """Return the schema of a part of a response: an object with one field."""
    return {"type": "object", "properties": {name: named(shape)}, "required": [name]}


LINE = {  # parts of the response about a match
    "anyOf": [
        part("view", answers.MatchView),
        part("opinion", answers.Opinion),
        named(answers.FaultSchema),
    ]
}
IN_LINES: dict[int | str, dict[str, Any]] = {200: {"content": {LINES: {"schema": LINE}}}}

router = APIRouter(prefix="/api", responses=WRONG)


def asking(
    request: Request, accept_language: Annotated[str, Header(max_length=2000)] = "en"
) -> Asking:
    """Return the dispatcher for a request, in the language of the client."""
    return Asking(request, wanted(accept_language).code)


Ask = Annotated[Asking, Depends(asking)]


@router.get("/games", tags=["games"], response_model=answers.Games)
async def games(ask: Ask) -> Response:
    """Every game, its variants and parameters."""
    return await ask("games")


@router.get("/games/{name}", tags=["games"], response_model=answers.BoardSchema)
async def game(name: GameName, ask: Ask) -> Response:
    """One game: its board, its pieces and its start."""
    return await ask("game", name=name)


@router.get("/games/{name}/about", tags=["games"], response_model=answers.AboutSchema)
async def about(name: GameName, ask: Ask) -> Response:
    """What a newcomer should know of a game: its aim, its rules, how to move."""
    return await ask("about", name=name)


@router.get("/games/{name}/changes", tags=["games"], response_model=answers.Examined)
async def changes(
    name: GameName,
    ask: Ask,
    seen: Annotated[str, Query(max_length=40, description="the stamp that was seen last")] = "",
) -> Response:
    """Wait until the file of a game is edited, and report what `kibitz doctor` finds in it."""
    return await ask.changes(name, seen)


@router.get(
    "/games/{name}/positions/{position}", tags=["positions"], response_model=answers.PositionSchema
)
async def position(name: GameName, position: PositionText, ask: Ask) -> Response:
    """A position with its value and every move with its own, best first.

    If the value is not known within a second or two, it is `null` and `command` says what to
    run instead.
    """
    return await ask("position", name=name, position=position)


@router.get(
    "/games/{name}/solutions/{position}", tags=["positions"], response_model=answers.SolutionSchema
)
async def solution(name: GameName, position: PositionText, ask: Ask) -> Response:
    """A shortest solution or, between two players, a line of best moves."""
    return await ask("solution", name=name, position=position)


@router.get(
    "/games/{name}/positions/{position}/picture.svg",
    tags=["positions"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
async def picture(
    name: GameName,
    position: PositionText,
    ask: Ask,
    mover: Annotated[int | None, Query(ge=0, le=1, description="who is to move")] = None,
) -> Response:
    """A picture of a position."""
    return await ask("picture", name=name, position=position, mover=mover)


@router.get("/games/{name}/puzzles", tags=["puzzles"], response_model=answers.Difficulty)
async def difficulty(name: GameName, ask: Ask) -> Response:
    """How many puzzles of each number of moves there are, mirror images counted once.

    Puzzles that ask for a single move are not counted.
    """
    return await ask("difficulty", name=name)


@router.get("/games/{name}/puzzle", tags=["puzzles"], response_model=answers.PuzzleSchema)
async def puzzle(
    name: GameName,
    ask: Ask,
    difficulty: Annotated[
        Literal["easy", "medium", "hard"] | None, Query(description="how hard it is")
    ] = None,
    distance: Annotated[int | None, Query(ge=1, le=1000, description="number of moves")] = None,
    seed: Annotated[
        str | None, Query(max_length=40, description="the same seed gives the same puzzle")
    ] = None,
) -> Response:
    """A puzzle of a game, without its answer: the same that `kibitz puzzle` gives."""
    return await ask("puzzle", name=name, difficulty=difficulty, distance=distance, seed=seed)


@router.get("/games/{name}/daily", tags=["puzzles"], response_model=answers.PuzzleSchema)
async def daily(
    name: GameName,
    ask: Ask,
    day: Annotated[
        str | None,
        Query(pattern=r"^\d{4}-\d\d-\d\d$", description="such as 2026-01-31; else today (UTC)"),
    ] = None,
) -> Response:
    """The puzzle of the day, the same for everyone, getting harder towards Sunday."""
    return await ask("daily", name=name, day=day)


@router.post("/posed", tags=["puzzles"], response_model=answers.PuzzleSchema)
async def posed(asked: request_bodies.Ask, ask: Ask) -> Response:
    """The puzzle that a match begins with, without its answer."""
    return await ask("posed", **asked.model_dump())


@router.post("/judge", tags=["puzzles"], response_model=answers.JudgedSchema)
async def judge(answer: request_bodies.PuzzleAnswer, ask: Ask) -> Response:
    """Judge a move as the answer to the puzzle that a match begins with; without a move, give it.

    A wrong move comes with its refutation.
    """
    return await ask("judge", **answer.model_dump())


@router.get("/games/{name}/table", tags=["tables"], response_model=answers.Build)
async def table(name: GameName, ask: Ask) -> Response:
    """How far the table of a game has been built."""
    return await ask.table(name)


@router.post("/games/{name}/table", tags=["tables"], response_model=answers.Build)
async def build(name: GameName, ask: Ask) -> Response:
    """Build the table of a game in the background, if that does not take hours."""
    return await ask.build(name)


@router.delete("/games/{name}/table", tags=["tables"], response_model=answers.Build)
async def cancel(name: GameName, ask: Ask) -> Response:
    """Stop building the table of a game; a table that is finished stays."""
    return await ask.cancel(name)


@router.post("/new", tags=["matches"], response_model=answers.MatchView)
async def new(choice: request_bodies.Choice, ask: Ask) -> Response:
    """A new match: a game, who plays it and, optionally, a starting position."""
    return await ask("new", **choice.model_dump())


@router.post("/match", tags=["matches"], response_class=Response, responses=IN_LINES)
async def match(do: request_bodies.MatchAction, ask: Ask) -> Response:
    """A match given as text, after one action: a move, a jump to a ply, or the opponent’s reply.

    The answer is lines of JSON, each sent as soon as it is known: the match after the move or the
    jump, the match after the reply, and the opinion. If something goes wrong after the first line,
    the last line is `{"error": "…"}`.
    """
    return await ask.in_parts("match", **do.model_dump())


@router.post("/opinion", tags=["matches"], response_model=answers.Opinion)
async def opinion(about: request_bodies.Ask, ask: Ask) -> Response:
    """What the kibitzer says of a match."""
    return await ask("opinion", match=about.match)


@router.post("/search", tags=["matches"], response_class=Response, responses=IN_LINES)
async def search(about: request_bodies.Ask, ask: Ask) -> Response:
    """Search the position of a match for about a minute, reporting what has been proved so far.

    Each line of JSON is an opinion that says more than the one before. The search ends when
    everything is known, or when the client hangs up.
    """
    return await ask.in_parts("search", match=about.match)


@router.post("/check", tags=["matches"], response_model=answers.Checked)
async def check(edited: request_bodies.Edited, ask: Ask) -> Response:
    """Return the match that begins with a position, or an error that says what is wrong with it."""
    return await ask("check", **edited.model_dump())


@router.get("/words/{code}", tags=["page"], response_model=dict[str, str | list[str]])
async def words(code: Annotated[str, Path(max_length=10)], ask: Ask) -> Response:
    """The sentences of the page in a language."""
    return await ask("words", code=code)
