"""The 15-hole triangle, with a solver on Ctrl-C (after a French assignment)."""

from __future__ import annotations

import os
import sys

from kibitz.classics.classic_console import ask, on_terminal, say
from kibitz.games.peg import standard
from kibitz.language.errors import EndOfInput
from kibitz.solve.search.line_search import first_line
from kibitz.system.signals import Terminated

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Protocol

    from kibitz.games.peg import PegSolitaire

    Coup = tuple[int, int, int]

    class Plateau(Protocol):
        """The original's board: the holes in order, each with a peg (1) or empty (0)."""

        @property
        def cases(self) -> Sequence[int]: ...


CLEAR = "\x1b[H\x1b[2J"
HOLES = 15


def triangle() -> PegSolitaire:
    """Return the game of the original: 15 holes, number 12 empty."""
    return standard("triangle")


def calcule_solution(plat: Plateau | Sequence[int]) -> list[Coup] | None:
    """Return the jumps (from, over, to) that win from a board, in reverse: the last one first.

    The board is the original's, or just its 15 holes. The list is empty if the board is already
    won, and there is none (None) if it cannot be won.
    """
    cases = plat.cases if hasattr(plat, "cases") else plat
    position = sum(1 << hole for hole, content in enumerate(cases) if content)
    return solution_from(triangle(), position)


def solution_from(board: PegSolitaire, position: int) -> list[Coup] | None:
    """Return the same for a position of the triangle."""
    jumps = first_line(board.rules, position)
    return None if jumps is None else [board.jumps[jump] for jump in reversed(jumps)]


def take_hole() -> int:
    """Return the number that the player types; `ValueError` if it is not that of a hole.

    As in the original, whatever `int` reads is a number, and a negative one counts from the end.
    """
    number = int(ask(""))
    if not -HOLES <= number < HOLES:
        raise ValueError
    return number


def take_jump(board: PegSolitaire, position: int) -> tuple[int, int]:
    """Ask for a jump until it is legal; return it, and the number typed for its start.

    As in the original, a start may be negative, and a landing may not.
    """
    while True:
        try:
            say("tapez ^C pour arrêter et lancer la résolution")
            say("ou alors \n  donnez une case de départ: ", end="")
            start = take_hole()
            if not position >> start % HOLES & 1:
                say("  case de départ invalide")
                continue
            say("  donnez une case d'arrivée: ", end="")
            to = take_hole()
            if position >> to % HOLES & 1:
                say("  case d'arrivée invalide")
                continue
        except ValueError:
            continue
        for jump in board.rules.moves(position):
            if board.jumps[jump][0] == start % HOLES and board.jumps[jump][2] == to:
                return jump, start
        say("  mouvement invalide")


class TriangleScreen:
    """Shows boards: as pictures through `tycat` if it works, else as text."""

    def __init__(self) -> None:
        self.folder = ""
        self.shown = 0
        self.pictures = self._tycat()

    def _tycat(self, *files: str) -> bool:
        """Return whether `tycat` is installed and works on these files."""
        paths = os.environ.get("PATH", os.defpath).split(os.pathsep)
        if not any(os.access(os.path.join(path or ".", "tycat"), os.X_OK) for path in paths):
            return False
        import subprocess  # slow to import, and tycat is rare

        if sys.stdout:
            sys.stdout.flush()
        try:
            shown = subprocess.run(["tycat", *files], stdin=subprocess.DEVNULL, check=False)
            return shown.returncode == 0
        except OSError:
            return False

    def show(self, board: PegSolitaire, position: int) -> None:
        """Show a board, on a cleared screen if there is one."""
        if on_terminal() and os.environ.get("TERM", "dumb") != "dumb":
            say(CLEAR, end="")
        if not (self.pictures and self._picture(board, position)):
            say(board.block(position), end="")

    def _picture(self, board: PegSolitaire, position: int) -> bool:
        import tempfile

        from kibitz.classics.french_drawing import svg

        try:
            self.folder = self.folder or tempfile.mkdtemp(prefix="kibitz-")
            name = os.path.join(self.folder, f"plateau-{self.shown}.svg")
            with open(name, "w", encoding="utf-8") as file:
                file.write(svg(board, position))
        except OSError:
            return False
        self.shown += 1
        return self._tycat(name)

    def close(self) -> None:
        """Remove the pictures."""
        if self.folder:
            import shutil

            shutil.rmtree(self.folder, ignore_errors=True)


def play(board: PegSolitaire, screen: TriangleScreen) -> int:
    """Play until the game is won or the player gives up, and return the last position."""
    position = board.rules.start
    while board.rules.worth(position) > 1:
        try:
            screen.show(board, position)
            jump, start = take_jump(board, position)
        except Terminated:
            raise
        except (KeyboardInterrupt, EndOfInput):
            break
        say(f"on joue de {start} a {board.jumps[jump][2]}")
        position = board.rules.play(position, jump)
    return position


def main() -> int:
    """Play; then, if the game is not won, show how it could be."""
    board = triangle()
    screen = TriangleScreen()
    try:
        position = play(board, screen)
    finally:
        screen.close()
    if board.rules.worth(position) == 1:
        say("Gagné !!!")
        return 0
    jumps = solution_from(board, position)
    say()
    if jumps is None:
        say("pas moyen d'aller plus loin !!!")
        return 1
    say("suite de coups possible pour terminer :")
    for start, _, to in reversed(jumps):
        say(f"({start}, {to})", end=" ")
    if on_terminal():  # the shell's prompt starts on a new line
        say()
    return 0
