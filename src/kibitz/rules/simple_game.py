"""Games defined in one file by rules and a board; the notation is derived.

A file defines a game if it has a function `game` that returns an `OwnGame`. The keyword parameters
of that function, integers or strings, are the parameters of the game: `def game(rows=4)` defines
`./mygame.py:rows=5` too.
"""

from __future__ import annotations

from kibitz.language.errors import NotationError, UnknownGame, listed, phrase, with_command
from kibitz.rules.base_game import EMPTY, ROW_END, BaseGame
from kibitz.rules.family import START, Family, Parameter
from kibitz.rules.game_text import GameText
from kibitz.rules.layout import Layout
from kibitz.rules.reach import Reach
from kibitz.rules.symmetry import least_image, orbit_size, set_of_cells

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from kibitz.rules import PositionId
    from kibitz.rules.appearance import Appearance
    from kibitz.rules.base_game import Refuse, Sign
    from kibitz.rules.board import Board
    from kibitz.rules.family import Values
    from kibitz.rules.rules import Rules

    Maker = Callable[..., BaseGame]
    Symmetries = Sequence[Sequence[int]]

MAKER = "game"
KIND = "KIND"
ALIASES = "ALIASES"
OFFERED = "OFFERED"
LARGEST_PARAMETER = 999
MOVES_NAMED = 8
PASS = "pass"
HOLE = "_"  # where a board of squares has none, to the left of one


class BrokenGame(UnknownGame):
    """A file or a package that defines no valid game; an English message for its author."""


class SimpleGame(BaseGame):
    """Rules, a board and the pieces on it; everything else is derived.

    `kibitz.OwnGame` documents its parameters, and adds positions.
    """

    def __init__(
        self,
        rules: Rules,
        board: Board,
        pieces: Callable[[int], Sequence[str]] | Layout,
        *,
        signs: Sequence[str] = (),
        sides: Sequence[str] = (),
        position_of: Callable[[list[str]], int] | None = None,
        move_text: Callable[[int, int], str] | None = None,
        points: Callable[[int, int], Sequence[int]] | None = None,
        title: str = "",
        players: Sequence[str] = (),
        goals: Sequence[int] = (),
        blocks: Callable[[list[str]], Sequence[Sequence[int]]] | None = None,
        appearance: Appearance | None = None,
        tray: bool = False,
        called: Mapping[str, str] | None = None,
        decisive: Callable[[int], Sequence[int]] | None = None,
    ) -> None:
        super().__init__("", rules, board)
        self.check_rules()
        if players and len(players) != 2:
            raise ValueError(
                f"players are the names of two players, such as “AB”, not of {len(players)}: rules "
                "cannot express a game of more than two"
            )
        if isinstance(pieces, Layout):
            signs = signs or pieces.signs
            position_of = position_of or pieces.position_of
            pieces = pieces.pieces
        self.goals = tuple(goals)
        self.title = title
        self.signs = checked_signs(signs)
        self.sides = tuple(sides)
        if self.sides and (len(self.sides) != 2 or not set(self.sides) <= set(self.signs)):
            raise ValueError("sides are the two signs of the players, such as “XO”")
        self.names_players = bool(players or self.sides)
        if self.names_players:
            first, second = players or self.sides
            self.players = (first, second)
        if appearance:
            for cell, side in (*appearance.walled, *appearance.gaps):
                if cell not in range(len(board)):
                    raise ValueError(
                        f"an appearance names {cell} {side}, and there is no such cell"
                    )
        self.author_pieces = pieces
        self.author_position_of = position_of
        self.author_move_text = move_text
        self.author_points = points
        self.author_blocks = blocks
        self.appearance = appearance
        self.tray = tray
        self.called = called or {}
        self.author_decisive = decisive
        self.reach = Reach(rules)
        self._beside: int | None = None

    def check_rules(self) -> None:
        """Refuse rules that cannot be trusted, before they are asked anything."""

    # Pieces

    def all_signs(self, position: int, mover: int | None = None) -> list[str]:
        """Return the sign on each cell, followed by those beside the board."""
        signs = list(self.author_pieces(position))
        if mover == 1 and self.sides:
            return self.exchanged(signs)
        return signs

    def sign_numbers(self) -> Layout | None:
        layout = getattr(self.author_pieces, "__self__", None)
        is_its = isinstance(layout, Layout) and self.author_pieces == layout.pieces
        return layout if is_its else None

    def exchanged(self, signs: Sequence[str]) -> list[str]:
        if not self.sides:
            return list(signs)
        first, second = self.sides
        return [{first: second, second: first}.get(sign, sign) for sign in signs]

    def pieces(self, position: int, mover: int | None = None) -> list[str]:
        return self.all_signs(position, mover)[: len(self.board)]

    def beside(self, position: int) -> list[str]:
        return self.all_signs(position)[len(self.board) :]

    def signs_beside(self) -> list[Sequence[str]]:
        layout = self.sign_numbers()
        return super().signs_beside() if layout is None else layout.signs_beside

    def to_move(self, position: int) -> int | None:
        labels = self.beside(position)[:1] if self.names_players else []
        return self.players.index(labels[0]) if labels and labels[0] in self.players else None

    @property
    def covers(self) -> bool:
        return self.author_blocks is not None

    def blocks(self, pieces: Sequence[str]) -> list[list[int]]:
        if self.author_blocks is None:
            return []
        return [list(cells) for cells in self.author_blocks(list(pieces)) if cells]

    def decisive(self, position: int) -> Sequence[int]:
        return self.author_decisive(position) if self.author_decisive else ()

    @property
    def rows_with_holes(self) -> Sequence[Sequence[int | None]]:
        """The cells of each row, None for a hole; cells at places of their own have none."""
        placed = self.board.edges or (self.appearance is not None and self.appearance.at)
        return self.board.rows if placed else self.board.rows_with_holes

    @property
    def has_holes(self) -> bool:
        """Whether the notation of positions shows holes."""
        return any(None in row for row in self.rows_with_holes)

    def widths(self) -> list[int]:
        if self._beside is None:
            self._beside = len(self.beside(self.rules.start))
        return super().widths() + [self._beside] * (self._beside > 0)

    # Notation

    def text(self, position: int) -> str:
        signs = self.all_signs(position)
        rows = [
            "".join(HOLE if cell is None else signs[cell] for cell in row)
            for row in self.rows_with_holes
        ]
        beside = "".join(signs[len(self.board) :])
        return ROW_END.join([*rows, beside] if beside else rows)

    def block(self, position: int, mover: int | None = None) -> str:
        beside = self.beside(position)
        return super().block(position, mover) + ("".join(beside) + "\n" if beside else "")

    def spell(self, text: str, at: int, row: str) -> list[Sign]:
        if HOLE not in row or not self.has_holes:
            return super().spell(text, at, row)
        holes = [(at + here, HOLE) for here, sign in enumerate(row) if sign == HOLE]
        return sorted([*super().spell(text, at, row.replace(HOLE, " ")), *holes])

    def assemble(self, text: str, rows: Sequence[Sequence[Sign]]) -> PositionId:
        """Return the position with these rows; holes may be left out."""
        plain = [[one for one in row if one[1] != HOLE] for row in rows]
        for number, (row, signs) in enumerate(zip(rows, plain, strict=True)):
            shape = "".join(HOLE if sign == HOLE else EMPTY for _, sign in row).rstrip(HOLE)
            right = "".join(
                HOLE if cell is None else EMPTY
                for own in self.rows_with_holes[number : number + 1]
                for cell in own
            )
            if len(signs) < len(row) and shape != right:
                raise NotationError(
                    "row {row} of this board has its holes elsewhere: {right}",
                    text,
                    row[0][0],
                    row=number + 1,
                    right=right,
                )
        return super().assemble(text, plain)

    def position_of(self, pieces: Sequence[str], refuse: Refuse) -> int:
        wanted = list(pieces)
        if self.author_position_of is None:
            return self._looked_up(wanted, refuse)
        try:
            position = self.author_position_of(wanted)
            right = type(position) is int and self.all_signs(position) == wanted
        except Exception as error:  # any failure means that the text is invalid
            raise refuse("this is not a position of this game") from error
        if not right:
            raise refuse("this is not a position of this game")
        return position

    def _looked_up(self, wanted: list[str], refuse: Refuse) -> int:
        found = self.reach.find(tuple(wanted), lambda position: tuple(self.all_signs(position)))
        if found is not None:
            return found
        if self.reach.complete:
            raise refuse("this position cannot be reached in this game")
        raise refuse(
            "this is not among the first {most} positions of the game; with position_of in its "
            "file, any position could be read",
            most=self.reach.most,
        )

    def move_text(self, position: int, move: int) -> str:
        if self.author_move_text is not None:
            return str(self.author_move_text(position, move))
        before = self.pieces(position, 0)
        after = self.pieces(
            self.rules.play(position, move), self.rules.mover_after(0, position, move)
        )
        left: list[str] = []
        entered: list[str] = []
        for name, old, new in zip(self.board.names, before, after, strict=True):
            if old != new:
                (left if new == EMPTY else entered).append(name)
        return "-".join(",".join(names) for names in (left, entered) if names) or PASS

    @property
    def has_derived_notation(self) -> bool:
        return self.author_move_text is None

    def plain_move(self, text: str) -> str:
        """Return the normalised notation; U′ and U' of a cube are the same as U3, three turns."""
        return super().plain_move(text).replace("′", "3").replace("’", "3").replace("'", "3")

    def points(self, position: int, move: int) -> Sequence[int] | None:
        return self.author_points(position, move) if self.author_points else None

    def objection(self, position: int, text: str) -> NotationError:
        moves = [self.move_text(position, move) for move in self.rules.moves(position)]
        if not moves:
            return NotationError("the game is over", text)
        more = ["…"] if len(moves) > MOVES_NAMED else []
        return NotationError(
            "this move cannot be played here; choose from: {moves}",
            text,
            moves=listed(moves[:MOVES_NAMED] + more),
        )


def checked_signs(signs: Sequence[str]) -> tuple[str, ...]:
    """Return the signs of a game, or raise a ValueError if they are ambiguous."""
    for sign in signs:
        if sign != EMPTY and not (sign.isascii() and sign.isalnum()):
            raise ValueError(f"a sign is made of letters and digits, or is “.”, not “{sign}”")
    if len(set(signs)) < len(signs):
        raise ValueError("two signs are the same")
    return tuple(signs)


def mirrors(
    symmetries: Symmetries, *shifts: int
) -> tuple[Callable[[int], int] | None, Callable[[int], int] | None]:
    """Return `canonical` and `orbit` for positions that consist of bit sets of cells.

    Each set begins at one of `shifts`; `symmetries` are permutations of the cells that form a group
    together with the identity, which is left out: `board.symmetries()`, or a single reflection.
    Bits outside these sets, such as the side to move, are unchanged.

    Examples:
        >>> import kibitz
        >>> canonical, orbit = kibitz.mirrors(kibitz.Board.rectangle(3, 3).symmetries(), 0)
        >>> canonical(0b100), orbit(0b100)  # a corner: the least of its four images
        (1, 4)
    """
    if not symmetries:
        return None, None
    cells = len(symmetries[0])
    fields = [field for shift in shifts for field in set_of_cells(shift, symmetries, cells)]
    return least_image(fields), orbit_size(fields)


def family_of(name: str, source: Any, origin: str) -> Family:
    """Return the family of games defined by a module with a function `game`, or by such a function.

    The first line of its docstring is their summary, and the part before a colon their title;
    `game_text.py` says what the other parts are. `KIND` is their group in lists, `ALIASES` are
    other names of the game, `OFFERED` the parameters that lists offer. `origin` is its source in
    error messages.
    """
    maker = source if callable(source) else getattr(source, MAKER, None)
    if not callable(maker):
        raise BrokenGame(
            with_command(
                phrase(
                    "{origin} has no function game() that returns a kibitz.OwnGame; "
                    "kibitz new FILE writes one to start from"
                ),
                phrase("{origin} has no function game() that returns a kibitz.OwnGame"),
                origin=origin,
            )
        )
    about = (getattr(source, "__doc__", None) or maker.__doc__ or "").strip()
    meanings = GameText(about).parameters
    summary = about.split("\n")[0].rstrip(".") or name
    title = summary.partition(": ")[0]

    def build(values: Values) -> BaseGame:
        chosen = {
            each: values.whole(each) if parameter.bounds else values.text(each)
            for each, parameter in family.parameters.items()
            if each in named
        }
        try:
            made = maker(**chosen)
        except ValueError as error:  # the author's message about a parameter
            raise BrokenGame("{origin}: {error}", origin=origin, error=error) from error
        if not isinstance(made, BaseGame):
            raise BrokenGame("game() in {origin} does not return a kibitz.OwnGame", origin=origin)
        made.title = getattr(made, "title", "") or title
        made.description = made.description or about
        made.chosen = {each: (value, named[each].meaning) for each, value in chosen.items()}
        return made

    named = {parameter.name: parameter for parameter in parameters_of(maker, origin)}
    for each, parameter in named.items():
        parameter.meaning = meanings.get(each, parameter.meaning)
    kind, aliases, offered = (str(getattr(source, one, "")) for one in (KIND, ALIASES, OFFERED))
    family = Family(
        name,
        summary,
        build,
        parameters=named.values(),
        kind=kind,
        aliases=aliases,
        offered=offered,
    )
    return family


def parameters_of(maker: Maker, origin: str) -> list[Parameter]:
    """Return the parameters of a game: those of the function that builds it."""
    import inspect

    found: list[Parameter] = []
    for each in inspect.signature(maker).parameters.values():
        if each.name.lower() in {START, *(one.name.lower() for one in found)}:
            raise BrokenGame(
                "the parameter {each} of game() in {origin} needs another name: {taken} is taken",
                each=each.name,
                origin=origin,
                taken=each.name.lower(),
            )
        if type(each.default) is int:
            bounds = (-LARGEST_PARAMETER, LARGEST_PARAMETER)
            found.append(Parameter(each.name, "a whole number", each.default, bounds, (), only=""))
        elif isinstance(each.default, str):
            found.append(Parameter(each.name, "a word", each.default, None, (), only=""))
            found[-1].as_typed = True
        else:
            raise BrokenGame(
                "the parameter {each} of game() in {origin} needs a default: "
                "a whole number or a text",
                each=each.name,
                origin=origin,
            )
    return found
