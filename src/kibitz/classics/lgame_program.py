"""The L-game's winning move, from a file to a file (after an Estonian assignment)."""

from __future__ import annotations

from contextlib import suppress

from kibitz.games.registry import game
from kibitz.language.errors import KibitzError
from kibitz.oracle.oracle import Oracle
from kibitz.oracle.sources import FromTable
from kibitz.oracle.sources.subgame_source import FromSubgame
from kibitz.solve.effort import Effort
from kibitz.solve.store.rowfile import Damaged
from kibitz.solve.store.table_store import SHIPPED, Shipped
from kibitz.system.whole_files import read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.oracle.sources import Source

INPUT = "lgame.in"
OUTPUT = "lgame.out"
NO_WIN = "No winning move"
DRAW = "Draw"
LOSS = "Losing"
INTERPRETED = Effort(compile=False)  # starting a compiler takes longer than the answer


def oracle(shipped: str = SHIPPED) -> Oracle:
    """Return the oracle of the L-game: its shipped table, else a solver in the interpreter."""
    lgame = game("lgame")
    sources: list[Source] = [FromSubgame(lgame.rules)]
    with suppress(Damaged, OSError):
        table = Shipped(shipped).find(lgame.name, lgame.rules)
        if table is not None:
            sources.insert(0, FromTable(table))
    return Oracle(lgame, effort=INTERPRETED, sources=sources)


def answer(text: str, oracle: Oracle) -> str:
    """Return the board after the quickest winning move, else the value of the position.

    Of several quickest ones it is the first in reading order of the board.
    """
    lgame = oracle.game
    if not text.strip():
        raise KibitzError("the input is empty: it should hold four lines of four signs")
    position = lgame.parse_block(text)
    outcome = oracle.outcome(position)
    if outcome.kind == "win":
        after = (lgame.rules.play(position, move) for move in oracle.best(position))
        return min(lgame.block(there, mover=1) for there in after)
    return f"{NO_WIN}\n{LOSS if outcome.kind == 'loss' else DRAW}\n"


def main(source: str, target: str) -> int:
    """Read a position, and write the board after a winning move."""
    write_file(target, answer(read_file(source), oracle()))
    return 0
