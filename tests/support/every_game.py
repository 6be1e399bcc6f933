"""Games for the conformance tests: every registered game and every variant of it."""

from __future__ import annotations

import kibitz
from kibitz.conformance.subject import random_positions
from kibitz.games.registry import BUILT_IN, family

__all__ = ["TOO_LARGE", "UNUSUAL", "game", "names", "random_positions"]

# Too large to be solved in a test. One for all tests: its search takes seconds to compile.
TOO_LARGE = "noughts:rows=4,columns=5,line=5"

# Besides each variant as it comes: boards that are not square, not symmetric, not the usual size.
UNUSUAL = [
    "peg:english,finish=d4",
    "peg:english,vacancy=c1,finish=c4",
    "peg:triangle,side=4,vacancy=0",
    "peg:triangle,side=7,finish=3",
    "peg:drawn,board=ooo.-_oo-oooo-o__o",
    "peg:drawn,board=oo.oooooooooo",
    "peg:drawn,board=o_o_o-_o_._o-o_o_o-___o_o",
    "noughts:rows=4,columns=4,line=4",
    "noughts:rows=2,columns=5,line=3",
    "noughts:any,rows=4,pieces=4,line=4",
    "noughts:oldest,columns=4,pieces=2,line=2",
    "noughts:oldest,rows=4,columns=4,pieces=4,line=4",
    "lockout:helpers=1",
    "lockout:helpers=6",
    "lockout:rows=4,columns=6,goal=a1,helpers=5",
    "lockout:rows=1,columns=9,helpers=3",
    "lockout:rows=7,columns=8,helpers=12",
    "lgame:start=xBB.-AAB.-A.Bx-A...",
]


def names() -> list[str]:
    """Return the names of the games under test."""
    variants = [
        family.name + (f":{variant}" if variant else "")
        for family in map(family, BUILT_IN)
        for variant in family.variants
        if variant != "drawn"  # needs a drawing; some are among the unusual ones
    ]
    return variants + UNUSUAL


def game(name: str) -> kibitz.Game:
    """Return the game of that name."""
    return kibitz.game(name)
