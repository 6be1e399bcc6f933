"""Schemas of request bodies, validated by pydantic; used by the server only."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

LONGEST_NAME = 400
LONGEST_POSITION = 400
LONGEST_MATCH = 60_000
MOST_CELLS = 400

Name = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME)]
Word = Annotated[str, Field(max_length=40)]
Parameter = Annotated[str, Field(max_length=LONGEST_NAME)]
BoardKey = Annotated[str, Field(max_length=40)]
MatchText = Annotated[str, Field(min_length=1, max_length=LONGEST_MATCH)]


# Of both sides, "" for one without a name.
Names = Annotated[list[Annotated[str, Field(max_length=80)]], Field(max_length=2)]


class Body(BaseModel):
    """A request body without other fields."""

    model_config = ConfigDict(extra="forbid")


class MatchAction(Body):
    """One action on a match; without an action, the match is only shown.

    `players` and `names` replace those of the match.

    `jump` goes to a ply of a line: of the one on the board, unless `line` names another.

    `reply` lets the opponent move afterwards, if it is its turn. `opinion` asks what the kibitzer
    says of the match then.

    `again` begins a new match where this one began.

    `known_board` is the key of a board that the client has: it is left out of the answer.
    """

    match: MatchText
    play: Annotated[str, Field(max_length=80)] | None = None
    jump: Annotated[int, Field(ge=0, le=100_000)] | None = None
    line: Annotated[int, Field(ge=1, le=100_000)] | None = None
    reply: bool = False
    players: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=2)] | None = (
        None
    )
    names: Names | None = None
    opinion: bool = False
    again: bool = False
    known_board: BoardKey = ""


class Ask(Body):
    """A match to judge."""

    match: MatchText


class PuzzleAnswer(Body):
    """A match that begins with a puzzle, and the move that answers it.

    If no move is given, the answer is revealed.
    """

    match: MatchText
    move: Annotated[str, Field(max_length=80)] | None = None


class Edited(Body):
    """The signs on the cells of a board, then the signs beside it, from which a position is made.

    If the signs beside the board are left out, those of the starting position are used. `mover` is
    who begins, 0 or 1; if it is left out, the pieces decide.
    """

    game: Name
    cells: Annotated[
        list[Annotated[str, Field(min_length=1, max_length=4)]], Field(max_length=MOST_CELLS)
    ]
    mover: Annotated[int, Field(ge=0, le=1)] | None = None


class Choice(Body):
    """A new game: its name, who plays, and a position to begin with.

    `variant` and `parameters` may be given apart from the name of the family.

    `known_board` is the key of a board that the client has: it is left out of the answer.
    """

    game: Name
    players: Annotated[list[Annotated[str, Field(max_length=20)]], Field(max_length=2)] = []
    start: Annotated[str, Field(max_length=LONGEST_POSITION)] | None = None
    names: Names = []
    variant: Annotated[str, Field(max_length=80)] = ""
    parameters: Annotated[dict[Word, Parameter], Field(max_length=20)] = {}
    known_board: BoardKey = ""
