"""Search against tables: the same outcome at random positions of every game that has a table.

    .venv/bin/python benchmarks/agreement.py [POSITIONS [GAME …]]

For each game a table is made in memory. POSITIONS of its positions (10,000 by default) are drawn at
random and searched, each without any table. A line for each game says how many outcomes are equal,
how many are bounds (with the true outcome between them; a draw that goes on for ever is one), and
how many are wrong. The exit status is 1 if one is wrong.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path
from time import perf_counter
from typing import TYPE_CHECKING

import kibitz
from kibitz.engines.pegs.peg_sources import FromPegSearch
from kibitz.oracle.sources import Ends
from kibitz.oracle.sources.puzzle_sources import FromDistanceSearch
from kibitz.oracle.sources.search_source import FromSearch
from kibitz.rules import ClassId, PositionId
from kibitz.rules.objectives.outcomes import Bound, Unknown
from kibitz.solve.effort import Effort
from kibitz.solve.memory.in_memory import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.objectives.outcomes import Outcome
    from kibitz.rules.rules import Rules
    from kibitz.solve.structure import Source

EXAMPLES = Path(__file__).parent.parent / "examples"
GAMES = (
    "noughts",
    "noughts:any",
    "noughts:oldest",
    "noughts:rows=3,columns=4,line=3",
    "lgame",
    "lockout:helpers=1",
    "lockout:helpers=2",
    "lockout:helpers=3",
    "lockout:helpers=4",
    "peg:triangle",
    "nim.py",
    "morris.py",
    "mens_morris.py:men=3",
    "dodgem.py",
    "hanoi.py",
    "eight.py",  # from both ends
    "klotski.py",
    "lights.py",
    "four.py",
    "chomp.py",
    "misere.py",
    "rush_hour.py",
    "domineering.py",
    "hex.py",
    "othello.py",
    "bridge.py:times=123456789",  # with costs
    "no_three_in_line.py",
)
FOR_EVER = Effort(positions=5_000)  # for a position of a game that may never end
PATIENT = Effort()


def from_both_ends(rules: Rules) -> Rules:
    """Return the 8-puzzle with what leads to a position: slides back, and the end."""
    solved = sum(tile << 4 * cell for cell, tile in enumerate((*range(1, 9), 0)))

    def before(position: int) -> Iterator[int]:
        gap = 0
        while position >> 4 * gap & 15:
            gap += 1
        for cell in range(9):
            if abs(cell // 3 - gap // 3) + abs(cell % 3 - gap % 3) == 1:
                tile = position >> 4 * cell & 15
                origin = position - (tile << 4 * cell) + (tile << 4 * gap)
                if origin != solved:
                    yield origin

    return rules.replace(predecessors=before, goals=lambda: iter([solved]))


def source_for(rules: Rules) -> Source:
    if rules.structure is not None:
        return FromPegSearch(rules, rules.structure)
    return FromSearch(rules) if rules.two_players else FromDistanceSearch(rules)


def judged(said: Outcome | None, true: Outcome) -> str:
    if said is None or isinstance(said, Unknown):
        return "unknown"
    if isinstance(said, Bound):
        holds = (said.best is None or true <= said.best) and (
            said.worst is None or true >= said.worst
        )
        return "bounds" if holds else "wrong"
    return "equal" if said == true else "wrong"


def main(words: list[str]) -> int:
    count = int(words[0]) if words else 10_000
    status = 0
    for name in words[1:] or GAMES:
        rules = kibitz.game(str(EXAMPLES / name) if ".py" in name else name).rules
        table = solve(rules)
        if name == "eight.py":
            rules = from_both_ends(rules)
        positions = [ClassId(PositionId(int(position))) for position in table.positions]
        chance = random.Random(20)
        ends, source = Ends(rules), source_for(rules)
        loops = rules.two_players and rules.max_game_length is None
        effort = FOR_EVER if loops else PATIENT
        tally = dict.fromkeys(("equal", "bounds", "unknown", "wrong"), 0)
        begin = perf_counter()
        for position in chance.choices(positions, k=count):
            code = table.code(position)
            assert code is not None
            said = ends.ask(position, effort, None) or source.ask(position, effort, None)
            tally[judged(said, rules.objective.outcome(code))] += 1
        taken = perf_counter() - begin
        counts = ", ".join(f"{number:,} {what}" for what, number in tally.items() if number)
        print(f"{name}: {counts} of {len(positions):,} positions, {taken:.0f} s", flush=True)
        status |= tally["wrong"] > 0
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
