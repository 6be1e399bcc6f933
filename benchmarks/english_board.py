"""Random positions of the English peg board by every interface: none is unknown.

    .venv/bin/python benchmarks/english_board.py [--positions 1000] [--visits 10] [--site FOLDER]
        [--interface INTERFACE]...

The positions are reached by 3 to 21 random moves from the start. Each interface is asked about the
same ones: whether the position can be solved, and which of its moves keep that. Each begins with
nothing kept and no set decided; `page` is a server that has just started. `tab` is the page of a
static site in Chromium: in each visit, a browser context with an empty cache, it is asked about 20
positions, the first as soon as the page can be played; `--site` uses a site that was made before.
The columns are the number of positions, of unknown outcomes (positions and moves), the seconds of
the first answer and of the slowest one after it, and for the tab the most seconds to exact scores.
"""

from __future__ import annotations

import argparse
import functools
import io
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout
from http.server import ThreadingHTTPServer
from typing import Any, NamedTuple

GAME = "peg:english"
FEWEST, MOST = 3, 21  # random moves
IN_A_VISIT = 20
UNKNOWN = "unknown"
LIMIT = 60.0  # seconds


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
    from kibitz.match.match_history import MatchState
    from kibitz.match.session import Session
    from kibitz.oracle.oracle import Oracle

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
    from kibitz.match.match_history import MatchState
    from kibitz.oracle.oracle import Oracle

    game = kibitz.game(GAME)
    oracle, screen = Oracle(game), Terminal({})
    for asked in positions:
        paper = io.StringIO()
        talk = Dialogue(MatchState(game, asked.number), screen, Language("en"), oracle=oracle)
        with redirect_stdout(paper):
            talk.step("moves")
        yield paper.getvalue().splitlines()


def by_server(positions: list[Asked]) -> Iterator[list[str] | None]:
    """Ask what the page asks of a server that has just started; first yield None when it has."""
    from first_answer_ways import Page

    page = Page(LIMIT, 0)
    with tempfile.TemporaryDirectory() as cache, page.fresh(cache, GAME), page.opened():
        yield None
        for asked in positions:
            *_, last = page.visit(asked.match, time.monotonic() + LIMIT)
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


Interface = Callable[[list[Asked]], Iterator[list[str] | None]]
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


# The tab

ASK = """async ([match]) => {
  const { askInParts } = await import(new URL("page/transport/talk.js", location.href));
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1000;
  let first = null, said = null;
  for await (const { opinion } of askInParts("match", { match, reply: false, opinion: true })) {
    if (opinion) [first, said] = [seconds(), opinion];
  }
  let last = said;
  if (said.search) for await (const { opinion } of askInParts("search", { match })) last = opinion;
  return [first, said, seconds(), last];
}"""


@contextmanager
def served(folder: str | None) -> Iterator[str]:
    """Serve a site, made now if no folder is given; yield its address."""
    from site_visits import FOLDER, Compressing

    with tempfile.TemporaryDirectory() as made:
        if folder is None:
            subprocess.run(
                [sys.executable, "-m", "kibitz", "site", made + FOLDER],
                check=True,
                stdout=subprocess.DEVNULL,
            )
        else:
            os.makedirs(os.path.dirname(made + FOLDER.rstrip("/")))
            os.symlink(os.path.abspath(folder), made + FOLDER.rstrip("/"))
        handler = functools.partial(Compressing, directory=made)
        server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}{FOLDER}"
        server.shutdown()


def by_tab(positions: list[Asked], site: str) -> Iterator[tuple[float, float, int]]:
    """Visit a site; yield the seconds to an answer and to exact scores, and what was unknown."""
    import chromium
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium.program(), args=chromium.FLAGS
        )
        for at in range(0, len(positions), IN_A_VISIT):
            context = browser.new_context()
            context.set_default_timeout(120_000)
            page = context.new_page()
            page.goto(f"{site}play.html#kibitz+{GAME}")
            page.wait_for_selector("#board .cell.open")
            first = Asked(0, [positions[at].moves[0]])  # at once, before Python has started
            for asked in [first, *positions[at : at + IN_A_VISIT]]:
                if len(asked.moves) > 1:
                    page.wait_for_selector("html[data-python=ready]")
                answered, said, settled, last = page.evaluate(ASK, [asked.match])
                assert not last["search"], "the scores are exact at the end"
                yield answered, settled, unknown(tones(said))
            context.close()
        browser.close()


def main() -> int:
    """Ask about the positions, and print a row of a table for each interface."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--positions", type=int, default=1000)
    parser.add_argument("--visits", type=int, default=10)
    parser.add_argument("--site")
    parser.add_argument("--interface", action="append", choices=[*HERE, "tab"])
    chosen = parser.parse_args()
    sys.path.append(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "scripts"))
    positions = sample(chosen.positions)
    print("| interface | positions | unknown | first | slowest after it | exact scores |")
    print("|---|--:|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as nothing:
        os.environ["KIBITZ_CACHE"] = nothing
        for name in chosen.interface or [*HERE, "tab"]:
            if name == "tab":
                with served(chosen.site) as site:
                    visits = list(by_tab(positions[: chosen.visits * IN_A_VISIT], site))
                took = [answered for answered, _, _ in visits]
                lacking = sum(count for _, _, count in visits)
                exact = f"{max(settled for _, settled, _ in visits):.2f}"
            else:
                took, lacking = timed(HERE[name], positions)
                exact = ""
            row = (name, len(took), lacking, f"{took[0]:.2f}", f"{max(took[1:]):.2f}", exact)
            print(f"| {' | '.join(map(str, row))} |", flush=True)
    print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    return 0


def timed(interface: Interface, positions: list[Asked]) -> tuple[list[float], int]:
    """Return the seconds of each answer, and how many outcomes are unknown."""
    from kibitz.engines.pegs.peg_scores import QUICK_SETS

    QUICK_SETS.clear()
    took, lacking = [], 0
    begin = time.perf_counter()
    for said in interface(positions):
        if said is not None:
            took.append(time.perf_counter() - begin)
            lacking += unknown(said)
        begin = time.perf_counter()
    return took, lacking


if __name__ == "__main__":
    sys.exit(main())
