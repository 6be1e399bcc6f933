"""Wall-clock time of the longest call of `kibitz mcp`, for every game.

    .venv/bin/python benchmarks/mcp_calls.py [GAME...]

Each game is asked for its rules, for its start, for a position after four random moves, for a reply
and for a claim, in one process, as a client does. What is promised is two seconds; the last line
says whether that holds.
"""

from __future__ import annotations

import random
import sys
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING, Any

import anyio
from mcp.server.mcpserver.exceptions import ToolError

from kibitz.adapters.mcp import GameTools
from kibitz.games.registry import families, game
from kibitz.rules.objectives.outcomes import Solvable, Win
from kibitz.tasksets.questions import questions_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

MOST_SECONDS = 2.0
PLIES = 4


def questions(tools: GameTools, name: str) -> Iterator[tuple[str, Callable[[], Any]]]:
    """Yield the questions about a game; the moves are at random."""
    yield "rules", partial(tools.rules, name)
    yield "solve", partial(tools.solve, name)
    found, rng = game(name), random.Random(1)
    here, moves = found.rules.start, []
    for _ in range(PLIES):
        if not found.rules.is_over(here):
            move = rng.choice(list(found.rules.moves(here)))
            moves.append(found.move_text(here, move))
            here = found.rules.play(here, move)
    opponent = "perfect" if found.rules.two_players else ""
    yield "play", partial(tools.play, name, moves, "", opponent)
    yield "solve", partial(tools.solve, name, found.text(here))
    won = Win(5) if found.rules.two_players else Solvable(5)
    claim = questions_for(found.rules.objective).statement(won)
    yield "check", partial(tools.check, name, claim, found.text(here))


async def main(names: list[str]) -> int:
    """Print the longest call of each game; return whether one takes too long."""
    longest = []
    tools = GameTools()
    for name in names or [one.name for one in families()]:
        slowest, cut = (0.0, ""), 0
        for tool, question in questions(tools, name):
            begun = perf_counter()
            try:
                await tools.within_time(question)
            except ToolError as error:
                cut += "longer" in str(error) or "earlier" in str(error)
            slowest = max(slowest, (perf_counter() - begun, tool))
        longest.append((*slowest, name))
        said = f"  {cut} cut" if cut else ""
        print(f"{name:<20} {slowest[0]:6.2f} s  {slowest[1]}{said}", flush=True)
    seconds, tool, name = max(longest)
    print(f"The longest call is {tool} of {name}: {seconds:.2f} s.")
    return seconds > MOST_SECONDS


if __name__ == "__main__":
    sys.exit(anyio.run(main, sys.argv[1:]))
