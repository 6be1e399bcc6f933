"""`kibitz verify`: check a kept or shipped table against the rules alone."""

from __future__ import annotations

from kibitz.cli.parser import Parser, effort_of
from kibitz.cli.progress import Bar
from kibitz.play.naming import game as game_named
from kibitz.play.tables import kept_name
from kibitz.rules.errors import KibitzError
from kibitz.solve.shelf import Shelf
from kibitz.solve.table import Table
from kibitz.solve.verify import Fault, verify

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.solve.effort import Watch
    from kibitz.solve.table import Answers


def main(words: Sequence[str]) -> int:
    """Print what was checked and return 0, or what is wrong and 1."""
    parser = Parser(
        "verify",
        "Check a kept or shipped table against the rules, with code that shares nothing with the "
        "solver. Exits with 0 if the table is right, with 1 if it is not.",
    )
    parser.add_argument("game", help="such as lgame; kibitz table makes its table")
    parser.add_memory()
    chosen = parser.parse_args(words)
    game = game_named(chosen.game)
    shelf, name = Shelf(), kept_name(game)
    table = shelf.find(name, game.rules)
    if table is None and shelf.shipped:
        table = shelf.shipped.find(name, game.rules)
    if table is None:
        raise KibitzError(
            "there is no table of {name} made by the present rules; kibitz table {name} makes it",
            name=game.name,
        )
    try:
        with Bar() as bar:
            said = checked(table, effort_of(chosen).watch(bar))
    except Fault as fault:
        where = "" if fault.position is None else f", at {game.text(fault.position)}"
        print(f"the table of {game.name} is wrong{where}: {fault}")
        return 1
    if table.seconds is not None:
        said.append("NOT CHECKED: how long solving took")
    print("\n".join(f"- {sentence}" for sentence in said))
    print(f"the table of {game.name} is right")
    return 0


def checked(table: Answers, watch: Watch) -> list[str]:
    """Check a table of either kind; return what was checked."""
    if isinstance(table, Table):
        return verify(table, watch)
    from kibitz.solve.pegs.table import PegTable
    from kibitz.solve.verify_pegs import verify_pegs

    assert isinstance(table, PegTable)
    return verify_pegs(table, watch)
