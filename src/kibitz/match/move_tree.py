"""Tree of the moves of a match, in which variations are kept.

               ┌─ a2 ── b1        line 1, the main line: c3 a2 b1
    start ─ c3 ┤
               └─ b2 ── a1        line 2, which leaves it after move 1: c3 b2 a1

As text, that is `c3 a2 (b2 a1) b1`: variations of a move follow it in parentheses. The first move
made in a position continues its line; every other one begins a new line. Lines are numbered in the
order of their parentheses.
"""

from collections.abc import Callable, Iterator

from kibitz.core import MoveId, PositionId


class Node:
    """A position, the move that led to it, and its children."""

    __slots__ = ("children", "move", "mover", "parent", "ply", "position")

    def __init__(
        self, position: PositionId, move: int = -1, parent: "Node | None" = None, mover: int = 0
    ) -> None:
        self.position = position
        self.move = MoveId(move)
        self.parent = parent
        self.mover = mover  # who is to move in it
        self.ply: int = 0 if parent is None else parent.ply + 1
        self.children: list[Node] = []

    def child(self, move: int) -> "Node | None":
        """Return the position that a move led to; None if it was not made here."""
        return next((one for one in self.children if one.move == move), None)

    def path(self) -> list["Node"]:
        """Return every position from the start to this one."""
        found = [self]
        while found[-1].parent is not None:
            found.append(found[-1].parent)
        return found[::-1]

    def rest(self) -> list["Node"]:
        """Return the positions that follow on the same line."""
        found: list[Node] = []
        here = self
        while here.children:
            here = here.children[0]
            found.append(here)
        return found


class Line:
    """A line of the tree: its number, the line that it leaves, and its own positions.

    `of` is 0 for the main line.
    """

    __slots__ = ("nodes", "number", "of")

    def __init__(self, number: int, of: int, nodes: list["Node"]) -> None:
        self.number = number
        self.of = of
        self.nodes = nodes

    def tried(self) -> Iterator["Node"]:
        """Yield the first position of every line that leaves this one, in order."""
        for node in self.nodes if self.number == 1 else self.nodes[1:]:
            assert node.parent is not None
            yield from node.parent.children[1:]


def lines_of(start: Node) -> list[Line]:
    """Return every line, in the order of their numbers."""
    lines = [Line(1, 0, start.rest())]
    open_lines = [(1, lines[0].tried())]
    while open_lines:
        number, tried = open_lines[-1]
        first = next(tried, None)
        if first is None:
            open_lines.pop()
            continue
        lines.append(Line(len(lines) + 1, number, [first, *first.rest()]))
        open_lines.append((len(lines), lines[-1].tried()))
    return lines


def written(lines: list[Line], word: Callable[["Node"], str]) -> list[str]:
    """Return the words of a tree as text; `word` formats one move."""
    aside: dict[Node, list[str]] = {}  # the variations after the move to a position
    for line in reversed(lines):  # a line comes after the one that it leaves
        words: list[str] = []
        for node in line.nodes:
            words.append(word(node))
            words += aside.get(node, [])
        if line.of:
            words[0] = f"({words[0]}"
            words[-1] += ")"
            before = line.nodes[0].parent
            assert before is not None
            instead_of = before.children[0]
            aside[instead_of] = words + aside.get(instead_of, [])
    return words
