"""Handlers of the API: plain values in, a dictionary out.

A handler whose answer comes in parts is a generator of dictionaries.

Handlers do not depend on the transport. The server calls them in its worker processes; a static
site calls them in the browser. Rarely used modules are imported on first use, so that a click is
answered quickly.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from kibitz.games.game_facts import variant
from kibitz.language.languages import LANGUAGES, Language
from kibitz.play.match_history import MatchState
from kibitz.play.match_record import link_of, match_from
from kibitz.play.opponents import OPPONENTS
from kibitz.play.session import Session
from kibitz.questions import answers, match_views
from kibitz.questions.app_state import AppState
from kibitz.questions.commentary import opinion as opinion_on
from kibitz.questions.refusals import TooFar
from kibitz.rules import PositionId
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.solve.effort import Effort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.play.posed_puzzle import Puzzle

FOR_REPLY = 0.5  # share of the time of a request; the rest is for the opinion
# Seconds of the rounds of a search, each longer, so that quick results are shown soon.
SEARCHING = [Effort(seconds=1 << n, memory=640 << 20) for n in range(6)]


# Games and positions


def games(state: AppState, language: Language) -> answers.Games:
    """Return every game, its variants and parameters."""
    from kibitz.games.kinds import FIRST

    return answers.Games(
        games=match_views.all_families(state.games, language),
        first=[*FIRST],
        kinds=match_views.all_kinds(language),
        opponents=[*OPPONENTS],
        seated=match_views.seated(OPPONENTS),
        languages=LANGUAGES,
    )


def game(state: AppState, language: Language, name: str) -> answers.BoardSchema:
    """Return one game: its board, its pieces and its start."""
    return match_views.board_of(state.games.game(name), language)


def about(state: AppState, language: Language, name: str) -> answers.AboutSchema:
    """Return the introduction to a game: its aim, its rules, how to move."""
    from kibitz.questions.game_views import about_of

    return about_of(state.games.game(name), state.games, language)


def position(
    state: AppState, language: Language, name: str, position: str
) -> answers.PositionSchema:
    """Return a position with its value and every move with its own, best first."""
    found = state.games.game(name)
    at = position_in(found, position)
    session = Session(MatchState(found, at), state.oracles.of(found))
    outcome, moves = session.outcome, session.moves()
    return answers.PositionSchema(
        game=found.name,
        position=found.text(at),
        cells=found.pieces(at),
        over=not moves,
        value=match_views.value_shape(outcome, language),
        moves=match_views.judged_moves(session, moves, language),
        command=state.command("solve", found.name, found.text(at))
        if outcome.tone == "unknown"
        else None,
    )


def solution(
    state: AppState, language: Language, name: str, position: str
) -> answers.SolutionSchema:
    """Return a shortest solution, or for two players a line of best play as far as it is known."""
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
        value=match_views.value_shape(oracle.outcome(at), language),
        line=[text for text, _ in steps],
        positions=[found.text(here) for _, here in steps],
        ends=found.rules.is_over(steps[-1][1] if steps else at),
    )


def picture(
    state: AppState, language: Language, name: str, position: str, mover: int | None = None
) -> str:
    """Return a picture of a position, as the text of an SVG file."""
    from kibitz.drawing.picture import picture as svg_of  # the page draws its boards itself

    found = state.games.game(name)
    return svg_of(found, position_in(found, position), mover)


def position_in(game: BaseGame, text: str) -> PositionId:
    """Parse the position in an address."""
    return game.rules.start if text == "start" else game.parse(text)


def too_far(state: AppState, game: BaseGame, position: int) -> TooFar:
    """Return the error for a position that needs more time, with the command to run."""
    command = state.command("solve", game.name, game.text(position))
    if command is None:
        return TooFar("this needs more than a moment")
    return TooFar("this needs more than a moment; run {command}", command=command)


# Puzzles and tables


def difficulty(state: AppState, language: Language, name: str) -> answers.Difficulty:
    """Return the number of puzzles of each length, up to symmetry."""
    from kibitz.play.puzzle_finder import lengths

    oracle = state.oracles.of(state.games.game(name))
    with naming_its_table(state, oracle.game):
        counts = lengths(oracle)
    said = {str(moves): count for moves, count in counts.items()}
    return answers.Difficulty(game=oracle.game.name, counts=said)


def puzzle(
    state: AppState,
    language: Language,
    name: str,
    difficulty: str | None = None,
    distance: int | None = None,
    seed: str | None = None,
) -> answers.PuzzleSchema:
    """Return a puzzle of a game, without its answer."""
    from kibitz.play.puzzle_finder import find_puzzle

    oracle = state.oracles.of(state.games.game(name))
    with naming_its_table(state, oracle.game):
        found = find_puzzle(oracle, difficulty, seed or str(random.getrandbits(64)), distance)
    return match_views.posed(found, language)


def daily(
    state: AppState, language: Language, name: str, day: str | None = None
) -> answers.PuzzleSchema:
    """Return the puzzle of a day (such as 2026-01-31; else today, UTC), the same for everyone."""
    from kibitz.play.puzzle_finder import day_named, puzzle_of_day, today

    on = day_named(day) if day else today()
    oracle = state.oracles.of(state.games.game(name))
    with naming_its_table(state, oracle.game):
        found = puzzle_of_day(oracle, on)
    return match_views.posed(found, language, on)


def posed(state: AppState, language: Language, match: str) -> answers.PuzzleSchema:
    """Return the puzzle that a match begins with."""
    return match_views.posed(puzzle_in(state, match), language)


def judge(
    state: AppState, language: Language, match: str, move: str | None = None
) -> answers.JudgedSchema:
    """Check a move as the answer to the puzzle of a match; without one, return the answer."""
    found = puzzle_in(state, match)
    game, here = found.game, found.position
    made = found.right[0].move if move is None else game.parse_move(here, move)
    said = found.judge(made)
    return answers.JudgedSchema(
        move=game.move_text(here, made),
        right=said.right,
        words=str(language.tell(said.words)),
        comment=str(language.tell(said.comment)),
        line=said.line,
    )


def puzzle_in(state: AppState, match: str) -> Puzzle:
    """Return the puzzle that a match begins with; raise an error if there is none."""
    from kibitz.play.posed_puzzle import are_known, puzzle_at

    begun = match_from(match, state.games.game)
    oracle = state.oracles.of(begun.game)
    found = puzzle_at(oracle, begun.start)
    if found is not None:
        return found
    if oracle.outcome(begun.start).known and are_known(oracle.moves(begun.start)):
        from kibitz.play.puzzle_finder import NoPuzzle

        raise NoPuzzle("this position is not a puzzle")
    raise too_far(state, begun.game, begun.start)


@contextmanager
def naming_its_table(state: AppState, game: BaseGame) -> Iterator[None]:
    """Set the command for a missing table as it is typed in the folder of the server."""
    from kibitz.play.puzzle_finder import NoTable

    try:
        yield
    except NoTable as error:
        command = state.command("table", game.name)
        if command is None:
            raise NoTable("its table has to be built first", table=True) from None
        details = {**error.details, "command": command, "table": True}
        raise NoTable(error.sentence, **details) from None


def table(state: AppState, language: Language, name: str) -> answers.Build:
    """Return whether the table of a game is kept."""
    from kibitz.solve.store.table_store import find_table

    found = state.games.game(name)
    kept = find_table(found.name, found.rules, state.store) is not None
    return answers.Build(
        game=found.name,
        state="ready" if kept else "none",
        phase="",
        done=0,
        total=None,
        fraction=None,
        expected=None,
        memory=0,
        error="",
    )


def may_build(state: AppState, language: Language, name: str) -> answers.Build:
    """Return whether the table of a game is kept; refuse a game whose table takes hours."""
    from kibitz.solve.structure import can_make_table, table_takes

    kept = table(state, language, name)
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


# Matches


def new(
    state: AppState,
    language: Language,
    game: str,
    players: Sequence[str] = (),
    start: str | None = None,
    names: Sequence[str] = (),
    variant: str = "",
    parameters: Mapping[str, str] | None = None,
    known_board: str = "",
) -> answers.MatchView:
    """Return a new match: a game, who plays it, and perhaps a position to begin with.

    The variant and the parameters are part of the name of the game, or are given apart from it.
    """
    apart = bool(variant or parameters)
    found = state.games.game(GameName.of(game, variant, parameters) if apart else game)
    begin = None if start is None else position_in(found, start)
    match = MatchState(found, begin, players if found.rules.two_players else (), names=names)
    called = Session(match, state.oracles.of(found)).called()
    return match_views.seen(match, language, called, known_board)


def match(
    state: AppState,
    language: Language,
    match: str,
    play: str | None = None,
    jump: int | None = None,
    line: int | None = None,
    reply: bool = False,
    players: Sequence[str] | None = None,
    opinion: bool = False,
    names: Sequence[str] | None = None,
    again: bool = False,
    known_board: str = "",
) -> Iterator[answers.MatchPart]:
    """Yield a match from its text after a move or a jump, after the reply, and the opinion on it.

    With `again`, it is a new match that begins where this one began. `play` may be several moves,
    with spaces between them.

    The match is replayed once for all parts, and each part is sent before the next is computed.
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
    for move in [] if play is None else play.split() or [play]:
        session.play(move)
    yield answers.ViewPart(view=match_views.seen(found, language, session.called(), known_board))
    with state.share(FOR_REPLY):
        replied = reply and session.reply()
    if replied:
        yield answers.ViewPart(
            view=match_views.seen(found, language, session.called(), known_board)
        )
        if not session.oracle.only_looks_up:
            state.pondered = (found.game, found.position)
    if opinion:
        yield answers.OpinionPart(opinion=opinion_on(session, state, language))


def opinion(state: AppState, language: Language, match: str) -> answers.Opinion:
    """Return the opinion on a match."""
    found = match_from(match, state.games.game)
    return opinion_on(Session(found, state.oracles.of(found.game)), state, language)


def search(state: AppState, language: Language, match: str) -> Iterator[answers.OpinionPart]:
    """Yield the opinion on a match whenever a search has proved more."""
    found = match_from(match, state.games.game)
    session = Session(found, state.oracles.of(found.game))
    for _ in session.deepening(rounds(state, found.game)):
        yield answers.OpinionPart(opinion=opinion_on(session, state, language))


def rounds(state: AppState, game: BaseGame) -> Iterator[Effort]:
    """Yield the efforts of a search; between two, load code that was compiled meanwhile."""
    from kibitz.oracle.compile_ahead import load_kernels

    compiles = state.oracles.effort.compile
    for effort in SEARCHING:
        yield effort.replace(compile=compiles)
        compiles = compiles or load_kernels(game.rules)


def check(
    state: AppState,
    language: Language,
    game: str,
    cells: Sequence[str],
    mover: int | None = None,
) -> answers.Checked:
    """Return what is wrong with a position, or the match that begins with it."""
    from kibitz.play.board_editing import WrongBoard, match_on

    found = state.games.game(game)
    try:
        match = match_on(found, cells, mover, state.games.game)
    except WrongBoard as error:
        sentence = str(language.tell(error))
        return answers.Checked(
            error=sentence, cell=error.cell, position="", match="", variant="", mover=None
        )
    return answers.Checked(
        error="",
        cell=None,
        position=match.game.text(match.position),
        match=link_of(match),
        variant=variant(match.game, language),
        mover=match.mover if match.for_two else None,
    )


HANDLERS: dict[str, Callable[..., Any]] = {
    handler.__name__: handler
    for handler in (
        *(games, game, about, position, solution, picture),
        *(difficulty, puzzle, daily, posed, judge, table, may_build),
        *(new, match, opinion, search, check),
    )
}
