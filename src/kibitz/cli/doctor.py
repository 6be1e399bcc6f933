"""`kibitz doctor`: check the rules of a game, and say in plain words what is wrong and where."""

from __future__ import annotations

from kibitz.cli.parser import Parser
from kibitz.conformance import PROMISES, examine
from kibitz.play.naming import game as game_named
from kibitz.play.plural import plural
from kibitz.rules.simple_game import BrokenGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def main(words: Sequence[str]) -> int:
    """Print each promise of a game and whether it keeps it; return 0 if it keeps all, else 1."""
    parser = Parser(
        "doctor",
        "Check that a game keeps its promises: that its rules are deterministic, its moves legal, "
        "its positions readable, its symmetries true, and that it compiles. Exits with 0 if all "
        "is well, with 1 if not.",
    )
    parser.add_argument("game", help="a file such as ./mygame.py, or any name; see kibitz games")
    try:
        game = game_named(parser.parse_args(words).game)
    except BrokenGame as error:
        print(error)
        return 1
    broken = reached = 0
    for promise, wrong in examine(game):
        reached += 1
        broken += wrong is not None
        print(f"  {'ok   ' if wrong is None else 'WRONG'}  {promise}", flush=True)
        if wrong is not None:
            print("         " + str(wrong).replace("\n", "\n         "))
    if broken:
        left = len(PROMISES) - reached
        later = "; put this right, and the others are looked at" if left else ""
        print(f"{game.name}: {plural(broken, 'promise')} broken{later}")
        return 1
    print(f"{game.name} keeps all its promises")
    return 0
