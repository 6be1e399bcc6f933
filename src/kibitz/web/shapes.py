"""The shapes of what the interface takes and gives, as its OpenAPI description shows them."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

LONGEST_NAME = 400
LONGEST_POSITION = 400
LONGEST_MATCH = 60_000
MOST_CELLS = 400

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
MatchText = Annotated[str, Field(min_length=1, max_length=LONGEST_MATCH)]


class Fault(BaseModel):
    """What is wrong with a request, in one sentence, and what to run instead where that helps."""

    error: str
    command: str | None = None
    cell: int | None = None


class Value(BaseModel):
    """What perfect play reaches. `outcome` is `null` where it is unknown.

    `tone` orders outcomes for whoever is to move: `good`, `even`, `bad` or
    `unknown`.
    """

    outcome: str | int | None
    distance: int | None
    words: str
    tone: Literal["good", "even", "bad", "unknown"]


class Option(BaseModel):
    """A word that a parameter can be, and what it is called."""

    name: str
    title: str


class Parameter(BaseModel):
    """Something that a game lets you choose."""

    name: str
    title: str
    meaning: str
    kind: Literal["number", "choice", "cell", "text"]
    default: int | str
    least: int | None = None
    most: int | None = None
    choices: list[Option] = []
    only: list[str] = []


class Variant(BaseModel):
    """One variant of a family; `example` is the name of a game of it, if it needs no parameter."""

    name: str
    title: str
    words: str
    example: str | None


class Board(BaseModel):
    """A game's board: where its cells lie in a drawing made of characters, and their names."""

    name: str
    family: str
    title: str
    aim: Literal["win", "shortest", "fewest"]
    players: list[str]
    signs: list[str]
    wide: list[str]
    lattice: str
    places: list[tuple[int, int]]
    names: list[str]
    goals: list[int]
    start: str
    placed: bool


class Family(BaseModel):
    """Games of one kind."""

    name: str
    title: str
    summary: str
    aim: Literal["win", "shortest", "fewest"]
    example: str
    board: Board
    cells: list[str]
    variants: list[Variant]
    parameters: list[Parameter]


class Games(BaseModel):
    """Every game there is, and who plays against you."""

    games: list[Family]
    opponents: list[str]
    languages: dict[str, str]


class Move(BaseModel):
    """A legal move: how it is written, the cells to point at, and where it leads.

    `piece` is the sign of a piece that covers several cells and is put down in the first step.
    `any_order` says that the steps may be taken in any order.
    """

    move: str
    steps: list[list[int]]
    any_order: bool
    piece: str
    position: str


class JudgedMove(BaseModel):
    """A legal move and its value for who makes it; `best` if none is better."""

    move: str
    steps: list[list[int]]
    position: str
    value: Value
    best: bool


class Position(BaseModel):
    """A position, its value, and its moves, best first."""

    game: str
    position: str
    cells: list[str]
    over: bool
    value: Value
    moves: list[JudgedMove]
    command: str | None = None


class Solution(BaseModel):
    """A line in which nobody errs, and the position after each of its moves."""

    game: str
    position: str
    value: Value
    line: list[str]
    positions: list[str]
    ends: bool


class Puzzle(BaseModel):
    """A puzzle, the number of moves of its shortest solution, and how many are like it."""

    game: str
    position: str
    distance: int
    helpers: int
    alike: int
    day: str | None = None
    match: str


class Difficulty(BaseModel):
    """How many puzzles of a game need so many moves."""

    game: str
    counts: dict[int, int]


class Build(BaseModel):
    """How far the table of a game is."""

    game: str
    state: Literal["none", "building", "ready", "failed"]
    phase: str = ""
    done: int = 0
    total: int | None = None
    error: str = ""


class MatchAction(BaseModel):
    """One thing to do with a match; without any, it is only shown."""

    model_config = ConfigDict(extra="forbid")

    match: MatchText
    play: Annotated[str, Field(max_length=80)] | None = None
    jump: Annotated[int, Field(ge=0, le=100_000)] | None = None
    reply: bool = False
    players: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=2)] | None = (
        None
    )


class MatchView(BaseModel):
    """A match as the page shows it."""

    match: str
    text: str
    board: Board
    position: str
    cells: list[str]
    marks: list[str]
    beside: list[str]
    below: list[str]
    moves: list[Move]
    history: list[str]
    ply: int
    mover: int
    players: list[str]
    called: list[str]
    to_move: str
    over: bool
    ending: str
    repeated: int


class Point(BaseModel):
    """The value at one ply, for the first player or the puzzler.

    `level` is its height in the graph from 0 to 1, `null` where the value is unknown. `blunder`
    says that the move made here threw something away, and `lost` what.
    """

    ply: int
    value: Value
    level: float | None
    blunder: bool = False
    lost: str = ""


class Opinion(BaseModel):
    """What the kibitzer says of a match.

    `last_good` is the last ply from which a puzzle that is lost now could be solved, as far as that
    is known; `doubtful` says that the value of some later one is not. Where a value is unknown,
    `table` says how long the table takes that would tell it.
    """

    value: Value
    moves: list[JudgedMove]
    graph: list[Point]
    last_good: int | None
    doubtful: bool
    made: int
    least: int | None
    reason: str
    command: str | None
    table: Literal["", "seconds", "minutes", "hours"]


class Ask(BaseModel):
    """A match to judge."""

    model_config = ConfigDict(extra="forbid")

    match: MatchText


class Edited(BaseModel):
    """Signs on the cells of a board, then those beside it, to be made a position.

    Where those beside it are left out, they are those of the start.
    """

    model_config = ConfigDict(extra="forbid")

    game: Name
    cells: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=4)]], Field(max_length=MOST_CELLS)
    ]


class Checked(BaseModel):
    """What is wrong with edited cells, or the match that begins with them."""

    error: str = ""
    cell: int | None = None
    position: str = ""
    match: str = ""


class Choice(BaseModel):
    """A new game: its name, who plays, and a position to begin with."""

    model_config = ConfigDict(extra="forbid")

    game: Name
    players: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=2)] = []
    start: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None
