"""The JSON interface: what each address answers. Everything it needs comes with the `AppState`."""

from collections.abc import Callable, Coroutine
from datetime import date
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Path, Query, Request, Response
from fastapi.routing import APIRoute

from kibitz.play.gamefile import BrokenRules, blame, is_of_file
from kibitz.play.language import LANGUAGES
from kibitz.play.match import HUMAN, Match, MatchError
from kibitz.play.opponents import OPPONENTS, Opponent
from kibitz.play.picture import picture as svg_of
from kibitz.play.record import link_of, match_from
from kibitz.rules.errors import KibitzError, NotationError, UnknownGame
from kibitz.rules.game import Game
from kibitz.web import puzzles, shapes, views
from kibitz.web.app_state import AppState
from kibitz.web.opinion import command, opinion
from kibitz.web.words import PageLanguage, catalogue, wanted

WRONG: dict[int | str, dict[str, Any]] = {
    400: {"model": shapes.Fault, "description": "the request cannot be read"},
    404: {"model": shapes.Fault, "description": "there is no such game"},
    409: {"model": shapes.Fault, "description": "a table must be built first"},
    413: {"model": shapes.Fault, "description": "the request is too long"},
    422: {"model": shapes.Fault, "description": "what is asked cannot be done, and why"},
    429: {"model": shapes.Fault, "description": "too much is under way already"},
}
Handler = Callable[[Request], Coroutine[Any, Any, Response]]

GameName = Annotated[
    str,
    Path(
        max_length=shapes.LONGEST_NAME,
        description="the name of a game, such as `noughts` or `peg:english,vacancy=d4`",
        examples=["noughts", "lgame", "peg:triangle"],
    ),
]
PositionText = Annotated[
    str,
    Path(
        max_length=shapes.LONGEST_POSITION,
        description="a position on one line, or `start`",
        examples=["start", "XO.-.X.-..."],
    ),
]


class Route(APIRoute):
    """An address; what goes wrong in the file of a game is said in a sentence."""

    def get_route_handler(self) -> Handler:
        answer = super().get_route_handler()

        async def told(request: Request) -> Response:
            try:
                return await answer(request)
            except Exception as error:
                if not is_of_file(error):
                    raise
                raise BrokenRules("{blame}", blame=blame(error)) from error

        return told


router = APIRouter(prefix="/api", responses=WRONG, route_class=Route)


def state_of(request: Request) -> AppState:
    """Return what the application keeps between requests."""
    state = request.app.state.state
    assert isinstance(state, AppState)
    return state


def language_of(
    accept_language: Annotated[str, Header(max_length=2000)] = "en",
) -> PageLanguage:
    """Return the language that the caller reads."""
    return wanted(accept_language)


TheState = Annotated[AppState, Depends(state_of)]
Speaks = Annotated[PageLanguage, Depends(language_of)]


def position_in(game: Game, text: str) -> int:
    """Return the position that a text in an address stands for."""
    return game.rules.start if text == "start" else game.parse(text)


@router.get("/games", tags=["games"])
def games(state: TheState, language: Speaks) -> shapes.Games:
    """Every game, its variants and parameters."""
    return shapes.Games(
        games=views.all_families(state.games, language), opponents=[*OPPONENTS], languages=LANGUAGES
    )


@router.get("/games/{name}", tags=["games"])
def game(name: GameName, state: TheState, language: Speaks) -> shapes.Board:
    """One game: its board, its pieces and its start."""
    return views.board_of(state.games.game(name), language)


@router.get("/games/{name}/positions/{position}", tags=["positions"])
def position(
    name: GameName, position: PositionText, state: TheState, said: Speaks
) -> shapes.Position:
    """A position with its value and every move with its own, best first.

    Where the value cannot be told within a second or two, it is `null` and `command` says what to
    run instead.
    """
    found = state.games.game(name)
    at = position_in(found, position)
    judge = state.judges.judge(found)
    value = judge.value(at)
    moves = judge.moves(at)
    return shapes.Position(
        game=found.name,
        position=found.text(at),
        cells=found.pieces(at),
        over=not moves,
        value=views.value_shape(found.rules, value, said),
        moves=views.judged_moves(found, at, mover_of_text(found, at), moves, said),
        command=command(state.games.at_terminal(found.name), found.text(at))
        if value is None
        else None,
    )


def mover_of_text(game: Game, position: int) -> int:
    """Return who is to move as the text of a position calls them."""
    return Match(game, position).first


@router.get("/games/{name}/solutions/{position}", tags=["positions"])
def solution(
    name: GameName, position: PositionText, state: TheState, said: Speaks
) -> shapes.Solution:
    """A shortest solution, or between two players a line in which nobody errs."""
    found = state.games.game(name)
    at = position_in(found, position)
    judge = state.judges.judge(found)
    line = judge.line(at)
    if line is None:
        raise TooFar(
            "this needs more than a moment; run {command}",
            command=command(state.games.at_terminal(found.name), found.text(at)),
        )
    value = judge.value(at)
    texts, places = [], []
    here = at
    for move in line:
        texts.append(found.move_text(here, move))
        here = found.rules.play(here, move)
        places.append(found.text(here))
    return shapes.Solution(
        game=found.name,
        position=found.text(at),
        value=views.value_shape(found.rules, value, said),
        line=texts,
        positions=places,
        ends=next(found.rules.moves(here), None) is None,
    )


class TooFar(KibitzError):
    """A question that may take minutes or hours."""


@router.get(
    "/games/{name}/positions/{position}/picture.svg",
    tags=["positions"],
    response_class=Response,
    responses={200: {"content": {"image/svg+xml": {"schema": {"type": "string"}}}}},
)
def picture(
    name: GameName,
    position: PositionText,
    state: TheState,
    mover: Annotated[int | None, Query(ge=0, le=1, description="who is to move")] = None,
) -> Response:
    """A picture of a position."""
    found = state.games.game(name)
    drawn = svg_of(found, position_in(found, position), mover)
    return Response(drawn, media_type="image/svg+xml")


@router.get("/games/{name}/puzzles", tags=["puzzles"])
def difficulty(name: GameName, state: TheState) -> shapes.Difficulty:
    """How many puzzles of each number of moves there are, mirror images counted once."""
    return puzzles.difficulty(state.games.game(name), state.shelf)


@router.get("/games/{name}/puzzle", tags=["puzzles"])
def puzzle(
    name: GameName,
    state: TheState,
    distance: Annotated[int | None, Query(ge=1, le=1000, description="moves it takes")] = None,
    seed: Annotated[str | None, Query(max_length=40, description="the same, the same one")] = None,
) -> shapes.Puzzle:
    """A puzzle from the table of a game, by the number of moves of its shortest solution."""
    return puzzles.any_puzzle(state.games.game(name), state.shelf, distance, seed)


@router.get("/games/{name}/daily", tags=["puzzles"])
def daily(
    name: GameName,
    state: TheState,
    day: Annotated[date | None, Query(description="such as 2026-01-31; else today (UTC)")] = None,
) -> shapes.Puzzle:
    """The puzzle of the day, the same for everyone, harder towards Sunday."""
    return puzzles.daily(state.games.game(name), state.shelf, day or puzzles.today())


@router.get("/games/{name}/table", tags=["tables"])
def table(name: GameName, state: TheState, language: Speaks) -> shapes.Build:
    """How far the table of a game is."""
    return state.table_state(state.games.game(name), language)


@router.post("/games/{name}/table", tags=["tables"])
def build(name: GameName, state: TheState, language: Speaks) -> shapes.Build:
    """Build the table of a game in the background, if that does not take hours."""
    return state.build(state.games.game(name), language)


@router.post("/new", tags=["matches"])
def new(choice: shapes.Choice, state: TheState, language: Speaks) -> shapes.MatchView:
    """A new match: a game, who plays it, and perhaps a position to begin with."""
    found = state.games.game(choice.game)
    start = None if choice.start is None else position_in(found, choice.start)
    return views.seen(with_players(Match(found, start), choice.players), language)


def with_players(match: Match, players: list[str]) -> Match:
    """Return a match with these players at the board; puzzles have none but you."""
    if match.for_two and players:
        if len(players) != 2 or not set(players) <= {HUMAN, *OPPONENTS}:
            raise MatchError(
                "the players of this game are {seats} of {known}",
                seats=2,
                known=", ".join((HUMAN, *OPPONENTS)),
            )
        match.players = tuple(players)
    return match


@router.post("/match", tags=["matches"])
def match(do: shapes.MatchAction, state: TheState, language: Speaks) -> shapes.MatchView:
    """A match from its text, after one thing is done with it: a move, a jump, or a reply."""
    found = match_from(do.match, state.games.game)
    if do.players is not None:
        with_players(found, do.players)
    if do.jump is not None:
        found.jump(do.jump)
    if do.play is not None:
        found.play(found.game.parse_move(found.position, do.play))
    if do.reply and found.player != HUMAN and not found.over:
        judge = state.judges.judge(found.game)
        found.play(Opponent(found.player, judge).choose(found.position))
    return views.seen(found, language)


@router.post("/opinion", tags=["matches"])
def judged(ask: shapes.Ask, state: TheState, language: Speaks) -> shapes.Opinion:
    """What the kibitzer says of a match."""
    found = match_from(ask.match, state.games.game)
    return opinion(found, state.judges.judge(found.game), state.games, language)


@router.post("/check", tags=["matches"])
def check(edited: shapes.Edited, state: TheState, language: Speaks) -> shapes.Checked:
    """Say at once what is wrong with a position, or return the match that begins with it."""
    found = state.games.game(edited.game)
    for sign in edited.cells:
        if sign not in found.signs:
            raise UnknownGame(
                "{sign} stands for nothing in this game; the signs are {signs}",
                sign=repr(sign)[:20],
                signs=" ".join(found.signs),
            )
    cells, beside = edited.cells, found.beside(found.rules.start)
    if len(cells) == len(found.board):
        cells = cells + beside
    if len(cells) != len(found.board) + len(beside):
        raise UnknownGame("this board has {right} places", right=len(found.board))
    where: list[int] = []

    def refuse(sentence: str, cell: int = 0, **details: object) -> NotationError:
        where.append(cell)
        return NotationError(sentence, "", 0, **details)

    try:
        position = found.position_of(cells, refuse)
    except NotationError as error:
        sentence = language.say(error.sentence, **error.details)
        return shapes.Checked(error=sentence, cell=where[-1] if where else None)
    return shapes.Checked(position=found.text(position), match=link_of(Match(found, position)))


@router.get("/words/{code}", tags=["page"])
def words(code: Annotated[str, Path(max_length=10)]) -> dict[str, str]:
    """The sentences of the page in a language."""
    if code not in LANGUAGES:
        raise UnknownGame("there is no such language; {known}", known=", ".join(LANGUAGES))
    return catalogue(code)
