"""Views of games, positions and matches, in the schemas of the API."""

from __future__ import annotations

import json
from functools import lru_cache
from hashlib import blake2b

from kibitz.drawing.inks import INKS
from kibitz.drawing.look import look_of
from kibitz.drawing.look_parts import STEP
from kibitz.drawing.pointing import MOST_KEPT, in_any_order, steps_of
from kibitz.drawing.scene import blocks_of, kind_of, scene_of, words_beside
from kibitz.games.game_facts import heading, title, variant
from kibitz.games.registry import is_own
from kibitz.language.errors import KibitzError
from kibitz.play.match_history import HUMAN, MatchState
from kibitz.play.match_record import link_of, players_in_link, text_of
from kibitz.play.opponents import harder_than
from kibitz.play.wording import at_the_end, human_won, result
from kibitz.questions import answers
from kibitz.questions.piece_views import (
    captured_pieces,
    emblems_of,
    hands_seen,
    leaving_pieces,
    reasons_of,
    runs_of,
    surroundings_of,
    taken_from_hand,
)
from kibitz.rules.base_game import EMPTY
from kibitz.rules.family import START
from kibitz.rules.game_name import GameName

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import date

    from kibitz.games.collection import Collection
    from kibitz.language.languages import Language
    from kibitz.oracle.answer import Option
    from kibitz.play.match_history import Line
    from kibitz.play.posed_puzzle import Puzzle
    from kibitz.play.session import Session
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame
    from kibitz.rules.family import Family, Parameter
    from kibitz.rules.objectives.outcomes import Outcome


MOVES_ON_CARD = 5
MOST_BOARDS = 200  # cached views, each in one language
LONGEST_LINK = 1800  # characters of a link that every program accepts


def family_of(family: Family, games: Collection, language: Language) -> answers.FamilySchema:
    """Describe a family: its variants, its parameters, and one game of it."""
    from kibitz.games import kinds  # only lists need it

    variants = [variant_of(family, name, games, language) for name in family.variants]
    example = next(one["example"] for one in variants if one["example"])
    game = games.game(example)
    return answers.FamilySchema(
        name=family.name,
        title=title(game, language),
        summary=kinds.summary_in(family.summary, language),
        aliases=family.aliases,
        kind=kinds.shown_kind(family.kind),
        heading=kinds.heading(family.kind, language),
        aim=game.rules.aim,
        own=not is_own(family.name),
        example=example,
        board=board_of(game, language),
        cells=game.pieces(shown_on_card(game)),
        blocks=blocks_of(game, game.pieces(shown_on_card(game))),
        variants=variants,
        parameters=[
            parameter_of(one, language) for one in family.parameters.values() if one.name != START
        ],
    )


def variant_of(family: Family, name: str, games: Collection, language: Language) -> answers.Variant:
    """Describe a variant, with its board if it needs no parameter."""
    found = answers.Variant(
        name=name,
        title=language.plain(name),
        words=language.plain(family.variants[name]),
        example=None,
        board=None,
        cells=[],
        blocks=[],
        instead=None,
        seats=[],
    )
    try:
        game = games.game(GameName.of(family.name, name or family.offered))
    except KibitzError:
        return found
    found["example"] = game.name
    found["board"] = board_of(game, language)
    found["cells"] = game.pieces(shown_on_card(game))
    found["blocks"] = game.blocks(found["cells"])
    found["instead"] = start_of(game.instead, games)
    if game.rules.two_players:
        from kibitz.play.seating import (
            USUAL_OPPONENT,
            seats,
            side_for_person,
        )  # only lists need it
        # Only lists need it.

        found["seats"] = list(seats(USUAL_OPPONENT, side_for_person(game)))
    return found


def start_of(name: str | None, games: Collection) -> answers.StartSchema | None:
    """Describe a game to begin with, if there is one."""
    if name is None:
        return None
    game = games.game(name)
    return answers.StartSchema(name=name, choice=choice_of(game), match=link_of(MatchState(game)))


def choice_of(game: BaseGame) -> answers.ChoiceSchema:
    """Return what was chosen for a game, by its name."""
    return answers.ChoiceSchema(variant=game.name.variant, parameters=game.name.parameters)


def seated(opponents: Iterable[str]) -> dict[str, str]:
    """Return what is added to the text of a new match if a person plays an opponent.

    The keys are the players: `human easy`, `easy human`.
    """
    pairs = [pair for one in opponents for pair in ((HUMAN, one), (one, HUMAN))]
    return {" ".join(pair): players_in_link(pair) for pair in pairs}


def shown_on_card(game: BaseGame) -> PositionId:
    """Return a typical position of a game: its start, or one in the middle of a game."""
    position = game.rules.start
    if all(sign == EMPTY for sign in game.pieces(position)):
        for ply in range(max(MOVES_ON_CARD, len(game.board.places) // 4)):
            moves = list(game.rules.moves(position))
            after = game.rules.play(position, moves[(3 * ply * ply + 4) % len(moves)])
            if game.rules.is_over(after):
                break
            position = after
    return position


def parameter_of(one: Parameter, language: Language) -> answers.ParameterSchema:
    """Describe a parameter."""
    least, most = one.bounds or (None, None)
    return answers.ParameterSchema(
        name=one.name,
        title=language.plain(one.name),
        meaning=language.plain(one.meaning),
        kind="number"
        if one.bounds
        else "cell"
        if one.names_cell
        else "choice"
        if one.choices
        else "text",
        default=one.default,
        least=least,
        most=most,
        choices=[
            answers.OptionSchema(name=word, title=language.plain(word)) for word in one.choices
        ],
        only=one.only,
    )


def all_kinds(language: Language) -> list[answers.KindSchema]:
    """Return the kinds of games, in order."""
    from kibitz.games.kinds import KINDS

    return [
        answers.KindSchema(name=kind, title=language.plain(words), group=language.plain(group))
        for kind, (group, words) in KINDS.items()
    ]


def all_families(games: Collection, language: Language) -> list[answers.FamilySchema]:
    """Describe every family that has a game to show."""
    found = []
    for family in games.families():
        try:
            found.append(family_of(family, games, language))
            json.dumps(found[-1], ensure_ascii=False).encode()
        except (KibitzError, StopIteration):
            continue  # a broken family of another package hides only itself
        except UnicodeEncodeError:
            found.pop()  # lone surrogate in the text of a game; the game's page reports it
        except Exception as error:
            from kibitz.games.gamefile import is_of_file

            if not is_of_file(error):
                raise  # else the game's page reports the error
    return found


@lru_cache(MOST_BOARDS)
def board_of(game: BaseGame, language: Language) -> answers.BoardSchema:
    """Describe a game's board."""
    name = GameName(game.name)
    without_start = {one: value for one, value in name.parameters.items() if one != START}
    board = answers.BoardSchema(
        key="",
        name=name,
        family=name.family,
        match=link_of(MatchState(game)),
        choice=choice_of(game),
        base=GameName.of(name.family, name.variant, without_start),
        title=title(game, language),
        variant=variant(game, language),
        heading=heading(game, language),
        aim=game.rules.aim,
        players=[language.plain(game.player_name(side)) for side in (0, 1)]
        if game.rules.two_players
        else [],
        signs=list(game.signs),
        wide=list(game.wide),
        lattice=game.board.lattice.name,
        places=[list(place) for place in game.board.places],
        names=list(game.board.names),
        goals=list(game.goals),
        start=game.text(game.rules.start),
        solved_whole=game.rules.solved_whole,
        called={
            sign: " ".join([language.plain(game.called[kind]), sign[len(kind) :]]).strip()
            for sign in [*game.signs, *(game.appearance.owned_signs if game.appearance else [])]
            if (kind := kind_of(sign)) in game.called
        },
        emblems=[],
        surroundings=surroundings_of(game, language),
        drawing=drawing_of(game),
    )
    if board["players"]:
        board["emblems"] = emblems_of(game, board["drawing"])
    board["key"] = blake2b(json.dumps(board).encode(), digest_size=8).hexdigest()
    return board


def drawing_of(game: BaseGame) -> answers.DrawingSchema:
    """Return the parts of a game's look."""
    look = look_of(game)
    return answers.DrawingSchema(
        width=look.width,
        height=look.height,
        step=STEP,
        round=look.round,
        night=look.marked not in INKS,
        points=look.points,
        ground=look.ground,
        pieces=look.pieces,
        tints=look.tints,
        wide={
            kind: answers.WidePieceSchema(body=one.body, stud=one.stud, caps=list(one.caps))
            for kind, one in look.wide.items()
        },
        shapes=look.shapes if any(look.shapes) else [],
        joints=look.joints,
        turns=look.turns,
        frames=look.frames,
        targets=look.targets,
        order=look.order,
        groups=look.groups,
        stores=look.stores,
        steered=look.steered,
    )


def value_shape(outcome: Outcome, language: Language) -> answers.Value:
    """Return an outcome as data and in words."""
    return answers.Value(
        outcome=None if outcome.value == "unknown" else outcome.value,
        distance=outcome.distance,
        margin=outcome.points if outcome.contested else None,
        words=str(language.tell(outcome.words)),
        tone=outcome.tone,
    )


def judged_moves(
    session: Session, moves: list[Option], language: Language
) -> list[answers.JudgedMove]:
    """Return legal moves with their outcomes; `best` marks those that keep the outcome."""
    game, position, mover = session.game, session.match.position, session.match.mover
    outcome = session.outcome
    return [
        answers.JudgedMove(
            move=game.move_text(position, option.move),
            steps=steps_of(game, position, option.move, mover),
            position=game.text(option.to),
            value=value_shape(option.outcome, language),
            best=outcome.known and option.outcome.is_best(outcome),
        )
        for option in moves
    ]


def posed(puzzle: Puzzle, language: Language, day: date | None = None) -> answers.PuzzleSchema:
    """Return a puzzle without its answer."""
    return answers.PuzzleSchema(
        game=puzzle.game.name,
        position=puzzle.text,
        kind=puzzle.kind,
        question=str(language.tell(puzzle.question)),
        difficulty=puzzle.difficulty,
        difficulty_words=language.plain(puzzle.difficulty),
        distance=puzzle.outcome.distance,
        day=None if day is None else day.isoformat(),
        match=link_of(MatchState(puzzle.game, puzzle.position)),
    )


def seen(
    match: MatchState,
    language: Language,
    called: Sequence[str] | None = None,
    known_board: str = "",
) -> answers.MatchView:
    """Return a match as the page shows it.

    `called` are names of its players, if not their own. `known_board` is the key of a board that is
    left out.
    """
    game, position, mover = match.game, match.position, match.mover
    scene = scene_of(match)
    over = match.over
    moves = () if over else game.rules.moves(position)
    player = match.player
    view = answers.MatchView(
        match=link_of(match),
        link=link_of(match, LONGEST_LINK),
        text=text_of(match),
        position=game.text(position),
        cells=[cell.sign for cell in scene.cells],
        blocks=scene.blocks,
        captured=captured_pieces(scene),
        marks=[cell.mark for cell in scene.cells],
        beside=game.beside(position),
        stored=scene.stored,
        below=[] if scene.hands else words_beside(game, scene.stored, mover, language.plain),
        hands=hands_seen(match, language),
        runs=runs_of(match),
        reasons=reasons_of(match, language),
        moves=[legal_move(game, position, move, mover) for move in moves],
        history=[match.move_text(ply) for ply in range(len(match.moves))],
        line=match.line,
        lines=[line_of(match, line) for line in match.lines],
        ply=match.ply,
        mover=mover,
        movers=[match.mover_at(ply) for ply in range(len(match.moves) + 1)],
        players=list(match.players),
        called=[language.plain(player) for player in called or match.players],
        names=[str(language.tell(match.name_of(side))) for side in (0, 1)] if match.for_two else [],
        person=match.person if match.for_two else None,
        harder=next(filter(None, map(harder_than, match.players)), None),
        to_move="" if over else player,
        over=over,
        finished=match.finished,
        human_won=human_won(match),
        decisive=scene.line,
        ending=str(language.tell(result(match))) if over else "",
        ending_tone=at_the_end(match).tone if over and match.person is not None else "",
        repeated=match.occurrences,
    )
    board = board_of(game, language)
    if board["key"] != known_board:
        view["board"] = board
    return view


def line_of(match: MatchState, line: Line) -> answers.LineSchema:
    """Return one line of a match."""
    return answers.LineSchema(
        number=line.number,
        of=line.of,
        after=line.nodes[0].ply - 1 if line.nodes else 0,
        moves=[match.text_to(node) for node in line.nodes],
    )


@lru_cache(MOST_KEPT)
def legal_move(game: BaseGame, position: int, move: int, mover: int) -> answers.MoveSchema:
    """Return a legal move and how to point at it."""
    steps = steps_of(game, position, move, mover)
    return answers.MoveSchema(
        move=game.move_text(position, move),
        steps=steps,
        any_order=in_any_order(game, position, move, mover, steps),
        piece=wide_piece(game, mover),
        hand=taken_from_hand(game, position, move, mover),
        taken=[] if steps else leaving_pieces(game, position, move, mover),
        position=game.text(game.rules.play(position, move)),
    )


def wide_piece(game: BaseGame, mover: int) -> str:
    """Return the sign of the wide piece that a move places, "" if there is none."""
    name = game.players[mover]
    return name if name in game.wide else next(iter(game.wide), "")
