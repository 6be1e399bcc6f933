"""`kibitz problems`: list every problem of a board from one vacancy to one peg."""

from __future__ import annotations

from kibitz.cli.options import JSON, MEMORY, Argument, Command, effort_of, flag
from kibitz.cli.output import Bar, json_text, width_of
from kibitz.games.registry import game_named
from kibitz.language.errors import Sentence, phrase, plural
from kibitz.solve.engines import REPORTS, load

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace
    from typing import Any

    from kibitz.language.languages import Language

SOLVABLE = {True: phrase("solvable"), False: phrase("not solvable"), None: phrase("unknown")}


COMMAND = Command(
    phrase(
        "List every problem of a peg solitaire board, up to symmetry: one hole is empty at the "
        "start, one peg is left at the end. Sequences are the ways to solve it, moves the "
        "fewest; a chain of jumps by one peg counts as one move."
    ),
    Argument("game", phrase("such as peg:english or peg:triangle,side=6")),
    JSON,
    flag("--solvable-only", phrase("do not count sequences and moves (quicker)")),
    MEMORY,
)


def main(chosen: Namespace) -> int:
    """Print the problems of a board up to symmetry."""
    language = chosen.language
    effort, count = effort_of(chosen), not chosen.solvable_only
    with Bar(language) as bar:
        problems_of = load(REPORTS["problems"])
        found = problems_of(game_named(chosen.game), effort.watch(bar), count=count)
    print(json_text(found) if chosen.json else in_lines(found, language))
    return 0


def in_lines(found: list[dict[str, Any]], language: Language) -> str:
    """Return a table of the problems that the position class allows, and the number of others."""
    say = language.say
    feasible = [one for one in found if one["feasible"]]
    rows = [(say("vacancy"), say("finish"), "", say("sequences"), say("moves"))]
    for one in feasible:
        counts = (one["sequences"], one["moves"])
        sequences, moves = ("" if n is None else language.manner.number(n) for n in counts)
        solvable = say(SOLVABLE[one["solvable"]])
        rows.append((one["vacancy"], one["finish"], solvable, sequences, moves))
    columns = zip(*rows, strict=True)
    a, b, c, d, e = map(width_of, columns, (9, 8, 14, 32, 7))
    lines = [
        f"{one:<{a}}{two:<{b}}{three:<{c}}{four:>{d}}{five:>{e}}"
        for one, two, three, four, five in rows
    ]
    problems = plural(
        "{count} problem up to symmetry", "{count} problems up to symmetry", len(feasible)
    )
    impossible = plural(
        "{count} more is impossible by its position class",
        "{count} more are impossible by their position class",
        len(found) - len(feasible),
    )
    summary = Sentence(
        "{problems}, {solvable} solvable; {impossible}",
        problems=problems,
        solvable=sum(bool(one["solvable"]) for one in feasible),
        impossible=impossible,
    )
    return "\n".join([*lines, str(language.tell(summary))])
