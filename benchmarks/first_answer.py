"""Time to the first answer: every game, at the terminal, on the page, on the site and in Python.

    .venv/bin/python benchmarks/first_answer.py [--interface INTERFACE]... [--game GAME]...
        [--question QUESTION]... [--limit SECONDS] [--thinks SECONDS] [--source FOLDER]

For each game it measures how long a person waits for four things: the reply of an opponent to the
first move (*easy* and *perfect*), the first proven bound of the start, and its exact outcome.
*Cold* is a new process with an empty folder for tables and compiled code. *Warm* is another process
with what the cold one has left there.

- terminal: `kibitz play`, until it has printed the reply and ended; `kibitz solve --seconds 0.5`
  for the bound, and without a limit for the exact outcome. The start of Python counts.
- page: the requests of the page to a server that has just started; the bound and the exact outcome
  count from the opening of the page, the reply from the click, `--thinks` seconds after that.
- site: the page of `kibitz site` in Chromium, one browser for all games. The time counts from a
  click when Python has started in a new tab (`site_visits.py` measures that). A tab keeps no files,
  so *warm* is the same question once more in the same tab.
- python: `Match.play` and `Position.outcome` in a process that has imported `kibitz`.

On the page and on the site, *easy* and the bound are asked in one sitting, *perfect* in another:
*easy* leaves nothing that helps.

A question that takes longer than the limit is stopped. Each figure is printed when it is known, and
at the end the 50th and 95th percentiles. `--source` measures another checkout.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

INTERFACES = ("terminal", "page", "site", "python")
STATES = ("cold", "warm")
QUESTIONS = ("easy", "perfect", "bound", "exact")
ASKED = QUESTIONS[:3]  # a question about a bound goes on to the exact outcome
WORDS = {
    "easy": "easy replies",
    "perfect": "perfect replies",
    "bound": "first bound",
    "exact": "exact outcome",
}
ALSO = ("peg:english", "four:rows=6,columns=7", "skewb:ivy=1")  # games that the defaults leave out
HERE = os.path.dirname(os.path.abspath(__file__))

Figures = dict[str, float | None]  # by interface, state, game and question; None: over the limit


def main() -> int:
    """Measure, and print the figures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--interface", action="append", choices=INTERFACES)
    parser.add_argument("--game", action="append")
    parser.add_argument("--question", action="append", choices=ASKED)
    parser.add_argument("--limit", type=float, default=2.0)
    parser.add_argument("--thinks", type=float, default=0.0)
    parser.add_argument("--source", default=os.path.dirname(HERE))
    chosen = parser.parse_args()
    code = os.path.join(os.path.abspath(chosen.source), "src")
    sys.path[:0] = [code, os.path.join(os.path.dirname(HERE), "scripts")]
    os.environ["PYTHONPATH"] = code
    figures: Figures = {}
    for interface in chosen.interface or INTERFACES:
        for key, seconds in measured(interface, chosen):
            figures[key] = seconds
            print(f"{key:<60}{in_words(seconds, chosen.limit):>8} s", flush=True)
    print("\n".join(percentiles(figures, chosen.limit)))
    return 0


def measured(interface: str, chosen: argparse.Namespace) -> Iterator[tuple[str, float | None]]:
    """Yield what is measured by one way, each figure with its key."""
    import first_answer_ways
    import kibitz
    from kibitz.games import registry

    names = chosen.game or [*registry.names(), *ALSO]
    wanted = chosen.question or ASKED
    with first_answer_ways.WAYS[interface](chosen.limit, chosen.thinks) as way:
        for name in names:
            game = kibitz.game(name)
            asked = [one for one in wanted if one == "bound" or game.rules.two_players]
            for sitting in way.sittings:
                questions = [one for one in sitting if one in asked]
                if not questions:
                    continue
                with tempfile.TemporaryDirectory() as cache, way.fresh(cache, name):
                    for state in STATES:
                        key = f"{interface}/{state}/{name}/"
                        with way.opened():
                            for question in questions:
                                if question == "bound":
                                    bound, exact = way.bounds(name)
                                    yield key + "exact", exact
                                    yield key + "bound", bound
                                else:
                                    move = first_move(game)
                                    yield key + question, way.reply(name, question, move)


def first_move(game: Any) -> str:
    """Return the first legal move after which it is the opponent's turn."""
    rules, start = game.rules, game.start
    return str(
        next(move for move in start.moves if not rules.moves_again(start.number, move.number))
    )


def percentiles(figures: Figures, limit: float) -> list[str]:
    """Return the table of the percentiles of each interface and question, in seconds."""
    lines = [
        "| interface | question | state | games | p50 | p95 | most | below 1 s |",
        "|---|---|---|--:|--:|--:|--:|--:|",
    ]
    for interface in INTERFACES:
        for question in QUESTIONS:
            for state in STATES:
                found = sorted(
                    math.inf if seconds is None else seconds
                    for key, seconds in figures.items()
                    if key.startswith(f"{interface}/{state}/") and key.endswith(f"/{question}")
                )
                if found:
                    parts = [percentile(found, part) for part in (0.5, 0.95, 1)]
                    cells = [
                        *(interface, WORDS[question], state, str(len(found))),
                        *(in_words(seconds, limit) for seconds in parts),
                        str(sum(seconds < 1 for seconds in found)),
                    ]
                    lines.append(f"| {' | '.join(cells)} |")
    return lines


def percentile(found: list[float], part: float) -> float:
    """Return the least figure that a part of the sorted figures does not exceed."""
    return found[math.ceil(part * len(found)) - 1]


def in_words(seconds: float | None, limit: float) -> str:
    """Return seconds with two digits that count."""
    if seconds is None or seconds == math.inf:
        return f"> {limit:g}"
    return f"{seconds:.2f}" if seconds < 10 else f"{seconds:.0f}"


if __name__ == "__main__":
    sys.exit(main())
