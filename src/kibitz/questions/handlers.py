"""Questions of the API and their handlers: plain values in, a dictionary out.

A handler whose answer comes in parts is a generator of dictionaries. What a handler takes, and its
docstring, are also the OpenAPI description of its question.

Handlers do not depend on the transport. The server calls them in its worker processes; a static
site calls them in the browser. Rarely used modules are imported on first use, so that a click is
answered quickly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Annotated, Literal, TypeVar

from kibitz.games.game_facts import variant
from kibitz.language.errors import UnknownGame, quoted
from kibitz.language.languages import LANGUAGES
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import link_of, match_from
from kibitz.play.move_reader import read_move
from kibitz.play.opponents import OPPONENTS
from kibitz.play.session import Session
from kibitz.questions import answers, game_views, match_views
from kibitz.questions.answering import Limits, question, shape
from kibitz.questions.app_state import AppState
from kibitz.questions.commentary import opinion as opinion_on
from kibitz.questions.refusals import TooFar
from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.oracle.oracle import Oracle
    from kibitz.play.posed_puzzle import Puzzle

Found = TypeVar("Found")

LONGEST = 400  # characters of a name or a position
FOR_REPLY = 0.5  # share of the time of a request; the rest is for the opinion
# Seconds of the rounds of a search, each longer, so that quick results are shown soon.
SEARCHING = [Effort(seconds=1 << n, memory=640 << 20) for n in range(6)]

GameText = Annotated[
    str,
    Limits(
        max_length=LONGEST,
        description="the name of a game, such as `noughts` or `peg:english,vacancy=d4`",
        examples=["noughts", "lgame", "peg:triangle"],
    ),
]
PositionText = Annotated[
    str,
    Limits(
        max_length=LONGEST,
        description="a position on one line, or `start`",
        examples=["start", "XO.-.X.-..."],
    ),
]
GameInBody = Annotated[str, Limits(min_length=1, max_length=LONGEST)]
MatchText = Annotated[str, Limits(min_length=1, max_length=60_000)]
MoveText = Annotated[str, Limits(max_length=80)]
Key = Annotated[str, Limits(max_length=40)]
# Of both sides.
Players = Annotated[list[Annotated[str, Limits(max_length=20)]], Limits(max_length=2)]
Names = Annotated[list[Annotated[str, Limits(max_length=80)]], Limits(max_length=2)]


# Games and positions


@question("GET /games", "games")
def games(state: AppState) -> answers.Games:
    """Every game, its variants and parameters."""
    from kibitz.games.kinds import FIRST

    return answers.Games(
        games=game_views.all_families(state.games, state.language),
        first=[*FIRST],
        kinds=game_views.all_kinds(state.language),
        opponents=[*OPPONENTS],
        seated=game_views.seated(OPPONENTS),
        languages=LANGUAGES,
    )


@question("GET /games/{name}", "games")
def game(state: AppState, name: GameText) -> answers.BoardSchema:
    """One game: its board, its pieces and its start."""
    return game_views.board_of(state.games.game(name), state.language)


@question("GET /games/{name}/about", "games")
def about(state: AppState, name: GameText) -> answers.AboutSchema:
    """What a newcomer should know of a game: its aim, its rules, how to move."""
    return game_views.about_of(state.games.game(name), state.games, state.language)


@question("GET /games/{name}/changes", "games")
def changes(
    state: AppState,
    name: GameText,
    seen: Annotated[str, Limits(max_length=40, description="the stamp that was seen last")] = "",
) -> answers.Examined:
    """Wait until the file of a game is edited, and report what `kibitz doctor` finds in it."""
    raise UnknownGame("{name} is not a file of this server", name=quoted(name))


@question("GET /games/{name}/positions/{position}", "positions", solves=True)
def position(state: AppState, name: GameText, position: PositionText) -> answers.PositionSchema:
    """A position with its value and every move with its own, best first.

    If the value is not known within a second or two, it is `null` and `command` says what to
    run instead.
    """
    found = state.games.game(name)
    at = position_in(found, position)
    session = Session(MatchState(found, at), state.oracles.of(found))
    outcome, moves = session.outcome, session.moves()
    command = state.command("solve", found.name, found.text(at))
    return answers.PositionSchema(
        game=found.name,
        position=found.text(at),
        cells=found.pieces(at),
        over=not moves,
        value=match_views.value_of(outcome),
        moves=match_views.judged_moves(session, moves),
        command=command if outcome.tone == "unknown" else None,
    )


@question("GET /games/{name}/solutions/{position}", "positions", solves=True)
def solution(state: AppState, name: GameText, position: PositionText) -> answers.SolutionSchema:
    """A shortest solution or, between two players, a line of best moves."""
    found = state.games.game(name)
    at = position_in(found, position)
    oracle = state.oracles.of(found)
    line = oracle.line(at, whole=not found.rules.two_players)
    if line is None:
        raise too_far(state, found, at)
    steps = list(found.line_of(at, line))
    return answers.SolutionSchema(
        game=found.name,
        position=found.text(at),
        value=match_views.value_of(oracle.outcome(at)),
        line=[text for text, _ in steps],
        positions=[found.text(here) for _, here in steps],
        ends=found.rules.is_over(steps[-1][1] if steps else at),
    )


@question("GET /games/{name}/positions/{position}/picture.svg", "positions")
def picture(
    state: AppState,
    name: GameText,
    position: PositionText,
    mover: Annotated[int | None, Limits(ge=0, le=1, description="who is to move")] = None,
) -> str:
    """A picture of a position."""
    from kibitz.drawing.picture import picture as svg_of  # the page draws its boards itself

    found = state.games.game(name)
    return svg_of(found, position_in(found, position), mover)


def position_in(game: BaseGame, text: str) -> PositionId:
    """Parse the position in an address."""
    return game.rules.start if text == "start" else game.parse(text)


def session_in(state: AppState, match: str) -> Session:
    """Return the match with this text, with its oracle."""
    found = match_from(match, state.games.game)
    return Session(found, state.oracles.of(found.game), state.seed)


def too_far(state: AppState, game: BaseGame, position: int) -> TooFar:
    """Return the error for a position that needs more time, with the command to run."""
    command = state.command("solve", game.name, game.text(position))
    if command is None:
        return TooFar("this needs more than a moment")
    return TooFar("this needs more than a moment; run {command}", command=command)


# Puzzles and tables


@question("GET /games/{name}/puzzles", "puzzles", solves=True)
def difficulty(state: AppState, name: GameText) -> answers.Difficulty:
    """How many puzzles of each number of moves there are, mirror images counted once.

    Puzzles that ask for a single move are not counted.
    """
    from kibitz.play.puzzle_finder import lengths

    counts = {str(moves): count for moves, count in posing(state, name, lengths).items()}
    return answers.Difficulty(game=state.games.game(name).name, counts=counts)


@question("GET /games/{name}/puzzle", "puzzles", solves=True)
def puzzle(
    state: AppState,
    name: GameText,
    difficulty: Annotated[
        Literal["easy", "medium", "hard"] | None, Limits(description="how hard it is")
    ] = None,
    distance: Annotated[int | None, Limits(ge=1, le=1000, description="number of moves")] = None,
    seed: Annotated[
        str | None, Limits(max_length=40, description="the same seed gives the same puzzle")
    ] = None,
) -> answers.PuzzleSchema:
    """A puzzle of a game, without its answer: the same that `kibitz puzzle` gives."""
    from kibitz.play.puzzle_finder import find_puzzle

    drawn = seed or str(random.getrandbits(64))
    found = posing(state, name, lambda oracle: find_puzzle(oracle, difficulty, drawn, distance))
    return match_views.posed(found, state.language)


@question("GET /games/{name}/daily", "puzzles", solves=True)
def daily(
    state: AppState,
    name: GameText,
    day: Annotated[
        str | None,
        Limits(pattern=r"^\d{4}-\d\d-\d\d$", description="such as 2026-01-31; else today (UTC)"),
    ] = None,
) -> answers.PuzzleSchema:
    """The puzzle of the day, the same for everyone, getting harder towards Sunday."""
    from kibitz.play.puzzle_finder import day_named, puzzle_of_day, today

    on = day_named(day) if day else today()
    found = posing(state, name, lambda oracle: puzzle_of_day(oracle, on))
    return match_views.posed(found, state.language, on)


@question("POST /posed", "puzzles", "Ask", solves=True)
def posed(state: AppState, match: MatchText) -> answers.PuzzleSchema:
    """The puzzle that a match begins with, without its answer.

    Request:

    A match to judge.
    """
    return match_views.posed(puzzle_in(state, match), state.language)


@question("POST /judge", "puzzles", "PuzzleAnswer", solves=True)
def judge(state: AppState, match: MatchText, move: MoveText | None = None) -> answers.JudgedSchema:
    """Judge a move as the answer to the puzzle that a match begins with; without a move, give it.

    A wrong move comes with its refutation.

    Request:

    A match that begins with a puzzle, and the move that answers it.

    If no move is given, the answer is revealed.
    """
    found = puzzle_in(state, match)
    game, here = found.game, found.position
    made = found.right[0].move if move is None else read_move(game, here, move)
    return shape(answers.JudgedSchema, found.judge(made), move=game.move_text(here, made))


def puzzle_in(state: AppState, match: str) -> Puzzle:
    """Return the puzzle that a match begins with; raise an error if there is none."""
    from kibitz.play.posed_puzzle import are_known, puzzle_at

    session = session_in(state, match)
    oracle, start = session.oracle, session.match.start
    found = puzzle_at(oracle, start)
    if found is not None:
        return found
    if oracle.outcome(start).known and are_known(oracle.moves(start)):
        from kibitz.play.puzzle_finder import NoPuzzle

        raise NoPuzzle("this position is not a puzzle")
    raise too_far(state, session.game, start)


def posing(state: AppState, name: str, find: Callable[[Oracle], Found]) -> Found:
    """Find puzzles of a game; an error names the command that makes its table."""
    from kibitz.play.puzzle_finder import NoTable

    game = state.games.game(name)
    try:
        return find(state.oracles.of(game))
    except NoTable as error:
        command = state.command("table", game.name)
        if command is None:
            raise NoTable("its table has to be built first", table=True) from None
        details = {**error.details, "command": command, "table": True}
        raise NoTable(error.sentence, **details) from None


@question("GET /games/{name}/table", "tables")
def table(state: AppState, name: GameText) -> answers.Build:
    """How far the table of a game has been built."""
    from kibitz.solve.store.table_store import find_table

    found = state.games.game(name)
    kept = find_table(found.name, found.rules, state.store) is not None
    return {**answers.NOT_BUILT, "game": found.name, "state": "ready" if kept else "none"}


@question("POST /games/{name}/table", "tables")
def build(state: AppState, name: GameText) -> answers.Build:
    """Build the table of a game in the background, if that does not take hours."""
    from kibitz.solve.structure import can_make_table, table_takes

    kept = table(state, name)
    rules = state.games.game(name).rules
    if kept["state"] == "ready":
        return kept
    if not can_make_table(rules):
        raise TooFar("the table of this board cannot be built in a browser")
    if table_takes(rules) == "hours":
        command = state.command("table", kept["game"])
        if command is None:
            raise TooFar("building this table takes a long time and gigabytes of memory")
        raise TooFar(
            "building this table takes a long time and gigabytes of memory; run {command}",
            command=command,
        )
    return kept


@question("DELETE /games/{name}/table", "tables")
def cancel(state: AppState, name: GameText) -> answers.Build:
    """Stop building the table of a game; a table that is finished stays."""
    return table(state, name)


# Matches


@question("POST /new", "matches", "Choice")
def new(
    state: AppState,
    game: GameInBody,
    players: Players = [],  # noqa: B006  # never changed
    start: Annotated[str, Limits(max_length=LONGEST)] | None = None,
    names: Names = [],  # noqa: B006  # never changed
    variant: Annotated[str, Limits(max_length=80)] = "",
    parameters: Annotated[
        dict[Key, Annotated[str, Limits(max_length=LONGEST)]], Limits(max_length=20)
    ] = {},  # noqa: B006  # never changed
    known_board: Key = "",
) -> answers.MatchView:
    """A new match: a game, who plays it and, optionally, a starting position.

    Request:

    A new game: its name, who plays, and a position to begin with.

    `variant` and `parameters` may be given apart from the name of the family.

    `known_board` is the key of a board that the client has: it is left out of the answer.
    """
    apart = bool(variant or parameters)
    found = state.games.game(GameName.of(game, variant, parameters) if apart else game)
    begin = None if start is None else position_in(found, start)
    match = MatchState(found, begin, players if found.rules.two_players else (), names=names)
    called = Session(match, state.oracles.of(found)).called()
    return match_views.seen(match, state.language, called, known_board)


@question("POST /match", "matches", "MatchAction")
def match(
    state: AppState,
    match: MatchText,
    play: MoveText | None = None,
    jump: Annotated[int, Limits(ge=0, le=100_000)] | None = None,
    line: Annotated[int, Limits(ge=1, le=100_000)] | None = None,
    reply: bool = False,
    players: Players | None = None,
    opinion: bool = False,
    names: Names | None = None,
    again: bool = False,
    known_board: Key = "",
) -> Iterator[answers.MatchPart]:
    """A match given as text, after one action: a move, a jump to a ply, or the opponent’s reply.

    The answer is lines of JSON, each sent as soon as it is known: the match after the move or the
    jump, the match after the reply, and the opinion. If something goes wrong after the first line,
    the last line is `{"error": "…"}`.

    Request:

    One action on a match; without an action, the match is only shown.

    `players` and `names` replace those of the match.

    `jump` goes to a ply of a line: of the one on the board, unless `line` names another.

    `reply` lets the opponent move afterwards, if it is its turn. `opinion` asks what the kibitzer
    says of the match then.

    `again` begins a new match where this one began.

    `known_board` is the key of a board that the client has: it is left out of the answer.
    """
    found = match_from(match, state.games.game)
    if again:
        found = MatchState(found.game, found.start, found.players, found.first, found.names)
    if players is not None and found.for_two:
        found.players = tuple(players)
    if names is not None:
        found.names = tuple(names)
    if jump is not None or line is not None:
        found.jump(jump, line)
    session = Session(found, state.oracles.of(found.game), state.seed)

    def view() -> answers.ViewPart:
        return {"view": match_views.seen(found, state.language, session.called(), known_board)}

    for move in [] if play is None else play.split() or [play]:
        session.play(move)
    yield view()
    with state.share(FOR_REPLY):
        replied = reply and session.reply()
    if replied:
        yield view()
        if not session.oracle.only_looks_up:
            state.pondered = (found.game, found.position)
    if opinion:
        yield answers.OpinionPart(opinion=opinion_on(session, state))


@question("POST /opinion", "matches", "Ask", solves=True)
def opinion(state: AppState, match: MatchText) -> answers.Opinion:
    """What the kibitzer says of a match.

    Request:

    A match to judge.
    """
    return opinion_on(session_in(state, match), state)


@question("POST /search", "matches", "Ask")
def search(state: AppState, match: MatchText) -> Iterator[answers.OpinionPart]:
    """Search the position of a match for about a minute, reporting what has been proved so far.

    Each line of JSON is an opinion that says more than the one before. The search ends when
    everything is known, or when the client hangs up.

    Request:

    A match to judge.
    """
    session = session_in(state, match)
    for _ in session.deepening(rounds(state, session.game)):
        yield answers.OpinionPart(opinion=opinion_on(session, state))


def rounds(state: AppState, game: BaseGame) -> Iterator[Effort]:
    """Yield the efforts of a search; between two, load code that was compiled meanwhile."""
    from kibitz.oracle.compile_ahead import load_kernels

    compiles = state.oracles.effort.compile
    for effort in SEARCHING:
        yield effort.replace(compile=compiles)
        compiles = compiles or load_kernels(game.rules)


@question("POST /check", "matches", "Edited")
def check(
    state: AppState,
    game: GameInBody,
    cells: Annotated[
        list[Annotated[str, Limits(min_length=1, max_length=4)]], Limits(max_length=400)
    ],
    mover: Annotated[int, Limits(ge=0, le=1)] | None = None,
) -> answers.Checked:
    """Return the match that begins with a position, or an error that says what is wrong with it.

    Request:

    The signs on the cells of a board, then the signs beside it, from which a position is made.

    If the signs beside the board are left out, those of the starting position are used. `mover` is
    who begins, 0 or 1; if it is left out, the pieces decide.
    """
    from kibitz.play.board_editing import WrongBoard, match_on

    found = state.games.game(game)
    try:
        match = match_on(found, cells, mover, state.games.game)
    except WrongBoard as error:
        nothing = {"position": "", "match": "", "variant": "", "mover": None}
        return shape(answers.Checked, error, error=error, **nothing)
    return answers.Checked(
        error="",
        cell=None,
        position=match.game.text(match.position),
        match=link_of(match),
        variant=variant(match.game, state.language),
        mover=match.mover if match.for_two else None,
    )
