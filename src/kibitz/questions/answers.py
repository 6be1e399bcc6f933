"""Answers to questions, as the OpenAPI description shows them.

They are plain dictionaries, so that handlers need neither FastAPI nor pydantic. `Words` are a text,
or a sentence or an error that is translated when an answer is sent.
"""

import sys
from typing import TYPE_CHECKING, Literal, NotRequired

from kibitz.rules.objectives.objective import AIMS

if sys.version_info >= (3, 12):
    from typing import TypedDict
else:
    from typing_extensions import TypedDict  # pydantic needs this one here, and brings it along

if TYPE_CHECKING:
    from kibitz.language.errors import KibitzError, Sentence
    from kibitz.rules.objectives.objective import Aim

    Words = str | Sentence | KibitzError
else:
    Aim, Words = Literal[AIMS], str

BuildState = Literal["none", "building", "ready", "failed"]
Tone = Literal["good", "even", "bad", "unknown"]


class FaultSchema(TypedDict):
    """What is wrong with a request, in one sentence, and what to run instead where that helps.

    `table` is true where the request can be fulfilled once the table of the game is built.

    `game` and `family` are what a match names that cannot be read.
    """

    error: Words
    command: NotRequired[str]
    table: NotRequired[bool]
    game: NotRequired[str]
    family: NotRequired[str]


class Value(TypedDict):
    """What perfect play reaches. `outcome` is `null` where it is unknown.

    `margin` is by how many points the player to move wins, where players count points.

    `tone` orders outcomes for the player to move: `good`, `even`, `bad` or
    `unknown`.
    """

    outcome: str | int | None
    distance: int | None
    margin: int | None
    words: Words
    tone: Tone


class OptionSchema(TypedDict):
    """A value that a parameter can have, and its display name."""

    name: str
    title: str


class ParameterSchema(TypedDict):
    """Something that a game lets you choose."""

    name: str
    title: str
    meaning: str
    kind: Literal["number", "choice", "cell", "text"]
    default: int | str
    least: int | None
    most: int | None
    choices: list[OptionSchema]
    only: list[str]


class CapturedSchema(TypedDict):
    """A captured piece, and where it lies beside the board."""

    sign: str
    tint: str
    x: float
    y: float
    scale: float


class WidePieceSchema(TypedDict):
    """A piece that covers several cells: {d} in its body is replaced by its outline.

    A stud is drawn on each cell, and caps on the first and the last cell and in the middle.
    """

    body: str
    stud: str
    caps: list[str]


class DrawingSchema(TypedDict):
    """How a board is drawn: parts of SVG that are put where the cells are.

    `ground` is the board with nothing on it. `turns` are the transforms of pieces, `frames` and
    `targets` the outlines of cells and of what can be hit of them, `order` the cells from below to
    above, and `groups` the cells that are pointed at as one; `turns`, `order` and `groups` are
    empty where all cells are alike. `stores` are the places of the signs below the board that are
    drawn on it.

    `shapes` are the forms of cells that shape the pieces on them, such as `triangle X`. `wide` are
    the pieces that cover several cells; the outline of one has each of the `joints` whose cells it
    covers. If it is `steered`, the arrow keys make moves.
    """

    width: float
    height: float
    step: float
    round: bool
    night: bool
    points: list[tuple[float, float]]
    ground: str
    pieces: dict[str, str]
    tints: list[str]
    wide: dict[str, WidePieceSchema]
    shapes: list[str]
    joints: list[tuple[list[int], str]]
    turns: list[str]
    frames: list[str]
    targets: list[str]
    order: list[int]
    groups: list[int]
    stores: list[tuple[float, float]]
    steered: bool


class ChoiceSchema(TypedDict):
    """The variant and the parameters in the name of a game."""

    variant: str
    parameters: dict[str, str]


class BoardSchema(TypedDict):
    """A game's board: where its cells lie in a drawing made of characters, and their names.

    `solved_whole` says whether the whole solution is asked for in its puzzles.

    `choice` is the variant and the parameters in its name, and `base` its name without a start.

    `match` is the text of a new match between people.

    `emblems` are the signs of a piece of each player, none where the players share their pieces.
    `surroundings` are words about each cell for screen readers, such as walls at its sides; empty
    where there are none.

    `key` identifies the board: it differs between languages, and after an edit of the game’s file.
    """

    key: str
    name: str
    family: str
    match: str
    choice: ChoiceSchema
    base: str
    title: str
    variant: str
    heading: str
    aim: Aim
    players: list[str]
    signs: list[str]
    wide: list[str]
    lattice: str
    places: list[list[int]]
    names: list[str]
    goals: list[int]
    start: str
    solved_whole: bool
    called: dict[str, str]
    emblems: list[str]
    surroundings: list[str]
    drawing: DrawingSchema


class StartSchema(TypedDict):
    """A game, and the text of a new match of it between people."""

    name: str
    choice: ChoiceSchema
    match: str


class Variant(TypedDict):
    """One variant of a family; `example` is the name of a game of it, if it needs no parameter.

    `board`, `cells` and `blocks` show that game.

    `instead` is a game to suggest where this one cannot be solved from its start.

    `seats` is who plays, unless another choice is made: a person on a side that does not lose by
    best play, as far as is known, and an opponent.
    """

    name: str
    title: str
    words: str
    example: str | None
    board: BoardSchema | None
    cells: list[str]
    blocks: list[list[int]]
    instead: StartSchema | None
    seats: list[str]


class FactSchema(TypedDict):
    """A value with its label."""

    label: str
    words: str


class ComplaintSchema(TypedDict):
    """What `kibitz doctor` says about a file, with the line and what to do, if that is known."""

    check: str
    sentence: Words
    line: int | None
    remedy: Words


class Examined(TypedDict):
    """The state of a game’s file: its `stamp` changes whenever the file is edited."""

    stamp: str
    complaints: list[ComplaintSchema]


class Shown(TypedDict):
    """A position as a picture: the match that begins there, its board and what stands on it."""

    match: str
    board: BoardSchema
    cells: list[str]
    blocks: list[list[int]]


class KnownSchema(TypedDict):
    """What is known exactly of a game, and a position of it that takes the most moves."""

    game: str
    title: str
    facts: list[FactSchema]
    hardest: Shown | None


class AboutSchema(TypedDict):
    """What a newcomer should know of a game: its aim, its rules, how to move.

    `pointing` is for a mouse or a finger, `writing` for a keyboard.

    `instead` is a game to suggest where this one cannot be solved from its start.
    """

    game: str
    title: str
    variant: str
    kind: str
    aim: Words
    rules: list[Words]
    pointing: Words
    writing: Words
    instead: StartSchema | None
    history: str
    known: list[KnownSchema]


class KindSchema(TypedDict):
    """A kind of games, its display name, and the group of kinds that it belongs to."""

    name: str
    title: str
    group: str


class FamilySchema(TypedDict):
    """Games of one kind; `own` if they are not part of Kibitz but in a file or another package.

    `aliases` are other names of the game, in any language. `example` is the game that lists offer.
    """

    name: str
    title: str
    summary: str
    aliases: list[str]
    kind: str
    heading: str
    aim: Aim
    own: bool
    example: str
    board: BoardSchema
    cells: list[str]
    blocks: list[list[int]]
    variants: list[Variant]
    parameters: list[ParameterSchema]


class Games(TypedDict):
    """All games, and the opponents. `first` are families for a first visit.

    `seated` is what is added to the text of a new match, by its players, such as `human easy`.
    """

    games: list[FamilySchema]
    first: list[str]
    kinds: list[KindSchema]
    opponents: list[str]
    seated: dict[str, str]
    languages: dict[str, str]


class InHandSchema(TypedDict):
    """A piece in hand: its sign, where it is drawn, and the `kind` by which moves name it."""

    sign: str
    kind: str
    x: float
    y: float
    scale: float


class HandSchema(TypedDict):
    """The pieces that a player, 0 or 1, has in hand; `label` is written at `at`."""

    owner: int
    label: str
    words: str
    at: tuple[float, float]
    held: list[InHandSchema]


class MoveSchema(TypedDict):
    """A legal move: how it is written, the cells to point at, and where it leads.

    `hand` is the kind of piece that it takes from the hand of the player; empty if it takes none.

    `piece` is the sign of a piece that covers several cells and is put down in the first step.
    `any_order` says that the steps may be taken in any order. `taken` are the signs of the pieces
    that leave their cells, for the button of a move without steps.
    """

    move: str
    steps: list[list[int]]
    any_order: bool
    piece: str
    hand: str
    taken: list[str]
    position: str


class RunSchema(TypedDict):
    """Several moves of one piece in a direction, written with spaces between them."""

    move: str
    steps: list[list[int]]


class ImmobileSchema(TypedDict):
    """Why the pieces on some cells cannot move, in words."""

    words: str
    cells: list[int]


class JudgedMove(TypedDict):
    """A legal move and its value for the player who makes it; `best` if none is better."""

    move: str
    steps: list[list[int]]
    position: str
    value: Value
    best: bool


class PositionSchema(TypedDict):
    """A position, its value, and its moves, best first."""

    game: str
    position: str
    cells: list[str]
    over: bool
    value: Value
    moves: list[JudgedMove]
    command: str | None


class SolutionSchema(TypedDict):
    """A line of best moves, and the position after each of them."""

    game: str
    position: str
    value: Value
    line: list[str]
    positions: list[str]
    ends: bool


class PuzzleSchema(TypedDict):
    """A puzzle without its answer.

    `kind` is `move` where the only move that keeps the outcome is asked for, and `solve` where the
    whole solution is. `difficulty` is `easy`, `medium` or `hard`. `distance` is the number of moves
    of the best line; it is `null` for a draw.

    `match` is the match that begins with it, `day` the day it belongs to, if any.
    """

    game: str
    position: str
    kind: Literal["move", "solve"]
    question: Words
    difficulty: str
    difficulty_words: str
    distance: int | None
    day: str | None
    match: str


class JudgedSchema(TypedDict):
    """Judgement of a move as the answer to a puzzle, and the best line after it.

    `comment` says what the move does, `words` also whether it is right.

    After a wrong move, `line` is its refutation; it is empty where no solution is left.
    """

    move: str
    right: bool
    words: Words
    comment: Words
    line: list[str]


class Difficulty(TypedDict):
    """How many puzzles a game has for each number of moves.

    It is empty for puzzles that ask for a single move: those are searched for, not counted.
    """

    game: str
    counts: dict[str, int]


class Build(TypedDict):
    """How far the table of a game has been built.

    `fraction` is how much of the whole work is done, from 0 to 1; it is `null` where that is not
    known yet. `done` and `total` count what this phase does.

    `expected` is an estimate of how many positions the game has; it is `null` without one.

    `memory` is how many bytes building may take; it is 0 unless the table is being built.
    """

    game: str
    state: BuildState
    phase: str
    done: int
    total: int | None
    fraction: float | None
    expected: int | None
    memory: int
    error: Words


NOT_BUILT = Build(
    game="",
    state="none",
    phase="",
    done=0,
    total=None,
    fraction=None,
    expected=None,
    memory=0,
    error="",
)


class LineSchema(TypedDict):
    """A line of a match: its moves, and after how many moves of which other line it branches off.

    `of` is the number of that other line, 0 for the main line.
    """

    number: int
    of: int
    after: int
    moves: list[str]


class MatchView(TypedDict):
    """A match as the page shows it.

    `board` is left out if the request names it as `known_board`.

    `history` are the moves of the line on the board, which is number `line` of all `lines`. `match`
    holds them all; `link` is short enough for a link and may hold only the line on the board.

    `runs` are several moves of one piece at once, `reasons` say why pieces cannot move.

    `movers` says who is to move at each ply, 0 for the first player, also where one moves twice.

    `ending_tone` says how well it has ended, as the tone of a verdict does; it is empty before the
    end.

    `person` is the side of the only person against a computer. Where two people play, it is
    `null` and `ending_tone` is empty. `names` are those of both sides. `harder` is the next level
    of the opponent. `finished` says that the moves of the line end the game.
    """

    match: str
    link: str
    text: str
    board: NotRequired[BoardSchema]
    position: str
    cells: list[str]
    blocks: list[list[int]]
    captured: list[CapturedSchema]
    marks: list[str]
    beside: list[str]
    stored: list[str]
    below: list[str]
    hands: list[HandSchema]
    runs: list[RunSchema]
    reasons: list[ImmobileSchema]
    moves: list[MoveSchema]
    history: list[str]
    line: int
    lines: list[LineSchema]
    ply: int
    mover: int
    movers: list[int]
    players: list[str]
    called: list[str]
    names: list[str]
    person: int | None
    harder: str | None
    to_move: str
    over: bool
    finished: bool
    human_won: bool
    decisive: list[int]
    ending: Words
    ending_tone: Literal["", "good", "even", "bad", "unknown"]
    repeated: int


class Point(TypedDict):
    """The value at one ply, for the first player or the puzzler, and what the last move did.

    `level` is its height in the graph from 0 to 1, `null` where the value is unknown.

    `comment` says what the move that led here did to the outcome. `mark` is `?!`, `?` or `??` if it
    was a mistake.
    """

    ply: int
    value: Value
    level: float | None
    mark: Literal["", "?!", "?", "??"]
    comment: Words


class VerdictSchema(TypedDict):
    """The value of a position for people: a headline, a detail, and a tone.

    The tone is for the same player in the whole match: the only person who plays, else the player
    who begins. `viewpoint` is the name of that player, empty in a game for one.
    """

    head: Words
    detail: Words
    tone: Tone
    viewpoint: str


class MoveGroupSchema(TypedDict):
    """A group of moves with the same effect on the value: the next `count` of `moves`."""

    words: Words
    tone: Tone
    count: int


class Hint(TypedDict):
    """A hint in words, and the move that it recommends, if any."""

    move: str | None
    words: Words


class MistakeSchema(TypedDict):
    """A mistake in a finished match: the number of the move, and a better one, if it is known."""

    ply: int
    better: str | None


class ReviewSchema(TypedDict):
    """The review of a finished match: one line, which may be empty, and the mistakes it counts."""

    words: Words
    mistakes: list[MistakeSchema]


class ReasonSchema(TypedDict):
    """Why a puzzle can no longer be solved, and what shows it: a number for each cell of the board.

    `kind` is whether the numbers are weights or denote three colours.
    """

    words: Words
    kind: Literal["", "weights", "colours"]
    cells: list[int]


class Opinion(TypedDict):
    """What the kibitzer says of a match.

    `last_good` is the last ply, as far as is known, at which a now unsolvable puzzle could still be
    solved; `doubtful` says that the value of some later ply is unknown. Where a value is unknown,
    `table` says how long it takes to build the table that would give it. `search` says whether a
    search may find out more.
    """

    verdict: VerdictSchema
    value: Value
    moves: list[JudgedMove]
    groups: list[MoveGroupSchema]
    hint: Hint
    graph: list[Point]
    review: ReviewSchema | None
    last_good: int | None
    doubtful: bool
    made: int
    least: int | None
    reason: ReasonSchema | None
    command: str | None
    table: Literal["", "seconds", "minutes", "hours"]
    search: bool


class ViewPart(TypedDict):
    """A part of an answer about a match: the match itself."""

    view: MatchView


class OpinionPart(TypedDict):
    """A part of an answer about a match: what the kibitzer says of it."""

    opinion: Opinion


MatchPart = ViewPart | OpinionPart


class Checked(TypedDict):
    """What is wrong with edited cells, or the match that begins with them.

    If the pieces belong to another variant, the match is of that variant. `mover` is the player who
    begins.
    """

    error: Words
    cell: int | None
    position: str
    match: str
    variant: str
    mover: int | None
