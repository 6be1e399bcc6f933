# The rules of the game as its author wrote them, and the little of Kibitz that they need.
import abc
import builtins
import types

ABC, abstractmethod = abc.ABC, abc.abstractmethod
POSITION_BITS = 63


class NotationError(ValueError):
    pass


def quoted(text):
    return repr(text)


# @BOARD@


# Programs for a judge do without symmetry.
symmetry = types.SimpleNamespace(
    set_of_cells=lambda *others: [],
    number=lambda *others: None,
    least_image=lambda fields: None,
    orbit_size=lambda fields: None,
)


# @LAYOUT@


class Rules:
    def __init__(
        self,
        *,
        moves,
        play,
        worth,
        start,
        aim="",
        placements=None,
        same_mover=None,
        cost=None,
        **others,
    ):
        self.moves, self.play, self.worth = moves, play, worth
        self.start, self.placements, self.same_mover = start, placements, same_mover
        self.cost, self.highest = cost, aim == "highest"

    def cost_of(self, position, move):
        """Return the cost of a move: 1, unless the rules say otherwise."""
        return 1 if self.cost is None else self.cost(position, move)

    def side(self, position, move):
        """Return 1 if the same player is to move after a move, -1 if it is the other."""
        return 1 if self.same_mover is not None and self.same_mover(position, move) else -1


def mirrors(symmetries, *shifts):
    return None, None  # programs for a judge do without


class Appearance:
    def __init__(self, *, at=(), **others):
        self.at = at  # nothing is drawn here


class OwnGame:
    def __init__(
        self,
        rules,
        board,
        pieces,
        *,
        signs=(),
        sides=(),
        position_of=None,
        move_text=None,
        appearance=None,
        **others,
    ):
        placed = board.edges or (appearance is not None and appearance.at)
        self.rows = board.rows if placed else board.rows_with_holes
        if isinstance(pieces, Layout):
            signs = signs or pieces.signs
            position_of = position_of or pieces.position_of
            pieces = pieces.pieces
        self.rules, self.board, self.pieces = rules, board, pieces
        self.signs, self.sides = sorted(signs, key=len, reverse=True), tuple(sides)
        self.author_position_of, self.author_move_text = position_of, move_text
        self.found = {}

    def draw(self, position):
        """Return a position as lines: the rows of the board, then what stands beside it."""
        signs = list(self.pieces(position))
        rows = ["".join("_" if cell is None else signs[cell] for cell in row) for row in self.rows]
        return "\n".join([*rows, "".join(signs[len(self.board) :])]).strip("\n") + "\n"

    def read(self, text):
        """Return the position of these lines, None if there is none."""
        wanted = "\n".join(text.split()) + "\n"
        if self.author_position_of is None:
            return self.look_up(wanted)
        signs, rest = [], "".join(text.split()).replace("_", "")
        while rest:
            sign = next((sign for sign in self.signs if rest.startswith(sign)), None)
            if sign is None:
                return None
            signs.append(sign)
            rest = rest[len(sign) :]
        try:
            position = self.author_position_of(signs)
            return position if self.draw(position) == wanted else None
        except Exception:
            return None

    def look_up(self, wanted):
        """Go through the positions of the game until one looks like this."""
        waiting = list(self.rules.placements()) if PLACED else [START]
        seen = set(waiting)
        for position in waiting:
            if self.draw(position) == wanted:
                return position
            for move in self.rules.moves(position):
                after = self.rules.play(position, move)
                if after not in seen:
                    seen.add(after)
                    waiting.append(after)
        return None

    def write(self, position, move):
        """Return a move as it is written."""
        if self.author_move_text is not None:
            return str(self.author_move_text(position, move))
        before = list(self.pieces(position))
        after = list(self.pieces(self.rules.play(position, move)))
        if (
            self.sides and self.rules.side(position, move) < 0
        ):  # the other player is to move now, and the board is drawn for that one
            one, other = self.sides
            after = [{one: other, other: one}.get(sign, sign) for sign in after]
        left, entered = [], []
        for name, old, new in zip(self.board.names, before, after):
            if old != new:
                (left if new == "." else entered).append(name)
        return "-".join(",".join(names) for names in (left, entered) if names) or "pass"


def brought(name, *others):
    """Import names of Kibitz from here, and all other modules as usual."""
    if name.partition(".")[0] != "kibitz":
        return builtins.__import__(name, *others)
    known = {"Appearance": Appearance, "Board": Board, "OwnGame": OwnGame, "Rules": Rules}
    fields = {"Layout": Layout, "cell": cell, "cells": cells, "number": number}
    return types.SimpleNamespace(mirrors=mirrors, **known, **fields)


SOURCE = "@SOURCE@"
START, PLACED = "@START@", "@PLACED@"
names = {"__name__": "game", "__builtins__": {**vars(builtins), "__import__": brought}}
exec(compile(SOURCE, "game", "exec", dont_inherit=True), names)
game = names["game"](**"@CHOICE@")
rules = game.rules
