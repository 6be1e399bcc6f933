"""Positions of the English peg board, and the interfaces that can be asked about them."""

from __future__ import annotations

import io
import random
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stdout
from pathlib import Path
from typing import Any, NamedTuple

GAME = "peg:english"
FEWEST, MOST = 3, 21  # random moves
UNKNOWN = "unknown"


class Asked(NamedTuple):
    """A position: its number, and the moves that lead to it."""

    number: int
    moves: list[str]

    @property
    def match(self) -> str:
        """The match that has come to it."""
        return f"kibitz+{GAME};moves+{'+'.join(self.moves)}"


def sample(count: int, seed: int = 33) -> list[Asked]:
    """Return positions after random moves that are not over."""
    import kibitz

    game, draw = kibitz.game(GAME), random.Random(seed)
    found: list[Asked] = []
    while len(found) < count:
        here, made = game.start, []
        for _ in range(draw.randint(FEWEST, MOST)):
            if here.is_over:
                break
            move = draw.choice(list(here.moves))
            made.append(str(move))
            here = move.position
        if not here.is_over:
            found.append(Asked(here.number, made))
    return found


# Interfaces: each yields, for every position, the words or values of it and of its moves.


def by_python(positions: list[Asked]) -> Iterator[list[str]]:
    """Ask the Python API."""
    import kibitz

    game = kibitz.game(GAME)
    for asked in positions:
        here = game.position(asked.number)
        yield [str(here.outcome), *(str(move.outcome) for move in here.moves)]


def by_session(positions: list[Asked]) -> Iterator[list[str]]:
    """Ask the session of a match in the terminal."""
    import kibitz
    from kibitz.oracle.oracle import Oracle
    from kibitz.play.match_history import MatchState
    from kibitz.play.session import Session

    game = kibitz.game(GAME)
    oracle = Oracle(game)
    for asked in positions:
        session = Session(MatchState(game, asked.number), oracle)
        yield [str(session.outcome), *(str(option.outcome) for option in session.moves())]


def by_dialogue(positions: list[Asked]) -> Iterator[list[str]]:
    """Give the command `moves` in a dialogue."""
    import kibitz
    from kibitz.cli.dialogue import Dialogue
    from kibitz.cli.terminal import Terminal
    from kibitz.language.languages import Language
    from kibitz.oracle.oracle import Oracle
    from kibitz.play.match_history import MatchState

    game = kibitz.game(GAME)
    oracle, screen = Oracle(game), Terminal({})
    for asked in positions:
        paper = io.StringIO()
        talk = Dialogue(MatchState(game, asked.number), screen, Language("en"), oracle=oracle)
        with redirect_stdout(paper):
            talk.step("moves")
        yield paper.getvalue().splitlines()


def by_server(positions: list[Asked]) -> Iterator[list[str]]:
    """Ask what the page asks of a server that has just started."""
    import httpx

    from tests.support.serving import ServerProcess, parts_of

    with tempfile.TemporaryDirectory() as cache, ServerProcess(Path(cache)) as server:
        for asked in positions:
            body = {"match": asked.match, "reply": False, "opinion": True}
            *_, last = parts_of(httpx.post(f"{server.address}/api/match", json=body, timeout=60))
            yield tones(last["opinion"])


def by_gymnasium(positions: list[Asked]) -> Iterator[list[str]]:
    """Begin an episode of the environment at each position."""
    from kibitz.adapters.gymnasium import PuzzleEnv

    env = PuzzleEnv(GAME)
    for asked in positions:
        _, info = env.reset(options={"position": asked.number})
        best = info["optimal"]
        yield [str(info["value"]), UNKNOWN if best is None else str(len(best))]


def by_mcp(positions: list[Asked]) -> Iterator[list[str]]:
    """Call the tool `solve` of the MCP server."""
    import kibitz
    from kibitz.adapters.mcp import GameTools

    tools, game = GameTools(), kibitz.game(GAME)
    for asked in positions:
        said = tools.solve(GAME, game.position(asked.number).text)
        yield [said["outcome"], *said["moves"].values()]


Interface = Callable[[list[Asked]], Iterator[list[str]]]
HERE: dict[str, Interface] = {
    "python": by_python,
    "session": by_session,
    "dialogue": by_dialogue,
    "page": by_server,
    "gymnasium": by_gymnasium,
    "mcp": by_mcp,
}


def tones(opinion: dict[str, Any]) -> list[str]:
    """Return what an opinion of the page says about a position and its moves."""
    values = [opinion["value"], *(move["value"] for move in opinion["moves"])]
    return [UNKNOWN if value["tone"] == UNKNOWN else value["words"] for value in values]


def unknown(said: list[str]) -> int:
    """Return how many of the outcomes are unknown."""
    return sum(UNKNOWN in one.lower() for one in said)
