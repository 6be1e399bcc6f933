"""Time to the first answer: every game, at the terminal, on the page, on the site and in Python.

    .venv/bin/python benchmarks/first_answer.py now.json [--interface INTERFACE]... [--game GAME]...
        [--question QUESTION]... [--limit SECONDS] [--thinks SECONDS] [--source FOLDER]
    .venv/bin/python benchmarks/first_answer.py --table before.json now.json

For each game it measures how long a person waits for three things: the reply of an opponent to the
first move (*easy* and *perfect*), the first proven bound of the start, and its exact outcome.
*Cold* is a new process with empty folders for tables and compiled code, and a browser that has
never seen the site. *Warm* is the same again with what the cold one has left there.

- terminal: `kibitz play`, until it has printed the reply and ended; `kibitz solve --seconds 1` for
  the bound, and without a limit for the exact outcome. The start of Python counts.
- page: the requests of the page to a server that has just started; the bound and the exact outcome
  count from the opening of the page, the reply from the click, `--thinks` seconds after that.
- site: the page of `kibitz site` in Chromium; the time counts from a click when Python has started
  (`site_visits.py` measures that).
- python: `Match.play` and `Position.outcome` in a process that has imported `kibitz`.

A question that takes longer than the limit is stopped. Each figure is written to the file when it
is known. Figures that the file has are not measured again, so a run can be stopped and continued.
`--source` measures another checkout.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import statistics
import sys
import tempfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

INTERFACES = ("terminal", "page", "site", "python")
STATES = ("cold", "warm")
QUESTIONS = ("easy", "perfect", "bound", "exact")
WORDS = {
    "easy": "easy replies",
    "perfect": "perfect replies",
    "bound": "first bound",
    "exact": "exact outcome",
}
ALSO = ("peg:english", "four:rows=6,columns=7")  # games that the defaults leave out
HERE = os.path.dirname(os.path.abspath(__file__))

Figures = dict[
    str, float | None
]  # seconds by interface, state, game and question; None: over the limit


def main() -> int:
    """Measure, or print the table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("files", nargs="+", help="where figures are kept")
    parser.add_argument("--table", action="store_true", help="print figures as Markdown")
    parser.add_argument("--interface", action="append", choices=INTERFACES)
    parser.add_argument("--game", action="append")
    parser.add_argument("--question", action="append", choices=QUESTIONS[:3])
    parser.add_argument("--limit", type=float, default=10.0)
    parser.add_argument("--thinks", type=float, default=0.0)
    parser.add_argument("--source", default=os.path.dirname(HERE))
    chosen = parser.parse_args()
    if chosen.table:
        print_tables([read(file) for file in chosen.files])
        return 0
    code = os.path.join(os.path.abspath(chosen.source), "src")
    sys.path.insert(0, code)
    os.environ["PYTHONPATH"] = code
    file = chosen.files[0]
    figures = read(file)
    for interface in chosen.interface or INTERFACES:
        for key, seconds in measured(interface, chosen, figures):
            figures[key] = seconds
            said = f"> {chosen.limit:g}" if seconds is None else f"{seconds:.2f}"
            print(f"{key:<60}{said:>8} s", flush=True)
            with open(file + ".part", "w", encoding="utf-8") as out:
                json.dump(figures, out, indent=0)
            os.replace(file + ".part", file)
    return 0


def read(file: str) -> Figures:
    """Return the figures of a file; none if it does not exist."""
    if not os.path.exists(file):
        return {}
    with open(file, encoding="utf-8") as text:
        figures: Figures = json.load(text)
    return figures


def measured(
    interface: str, chosen: argparse.Namespace, known: Figures
) -> Iterator[tuple[str, float | None]]:
    """Yield what is measured by one way, each figure with its key."""
    import first_answer_ways
    import kibitz
    from kibitz.catalogue import registry

    with first_answer_ways.WAYS[interface](chosen.limit, chosen.thinks) as way:
        for name in chosen.game or [*registry.names(), *ALSO]:
            game = kibitz.game(name)
            for question in chosen.question or QUESTIONS[:3]:
                if question != "bound" and not game.rules.two_players:
                    continue
                if f"{interface}/warm/{name}/{question}" in known:
                    continue
                with tempfile.TemporaryDirectory() as cache, way.fresh(cache):
                    for state in STATES:
                        key = f"{interface}/{state}/{name}/"
                        if question == "bound":
                            bound, exact = way.bounds(name)
                            yield key + "exact", exact
                            yield key + "bound", bound
                        else:
                            first = first_move(game)
                            yield key + question, way.reply(name, question, first)


def first_move(game: Any) -> str:
    """Return the first legal move after which it is the opponent's turn."""
    rules, start = game.rules, game.start
    return str(
        next(move for move in start.moves if not rules.moves_again(start.number, move.number))
    )


# Tables


def print_tables(runs: list[Figures]) -> None:
    """Print a summary of all runs, and the cold figures of every game in the last one."""
    print("| interface | question | state | games | median | 95 % | most | within 1 s |")
    print("|---|---|---|---|---|---|---|---|")
    for interface in INTERFACES:
        for question in QUESTIONS:
            for state in STATES:
                cells = [summary(run, interface, state, question) for run in runs]
                if any(any(cell) for cell in cells):
                    joined = [
                        " → ".join(dict.fromkeys(parts)) for parts in zip(*cells, strict=True)
                    ]
                    print(f"| {interface} | {WORDS[question]} | {state} | {' | '.join(joined)} |")
    last = runs[-1]
    names = list(dict.fromkeys(key.split("/")[2] for key in last))
    print("\n| game | " + " | ".join(INTERFACES) + " |\n|---" * (1 + len(INTERFACES)) + "|")
    for name in names:
        figures = [
            " · ".join(shown(last, f"{interface}/cold/{name}/{question}") for question in QUESTIONS)
            for interface in INTERFACES
        ]
        print(f"| {name} | {' | '.join(figures)} |")


def summary(run: Figures, interface: str, state: str, question: str) -> list[str]:
    """Return the number of games, median, 95th percentile, maximum, and those below a second."""
    found = [
        math.inf if seconds is None else seconds
        for key, seconds in run.items()
        if key.startswith(f"{interface}/{state}/") and key.endswith(f"/{question}")
    ]
    if not found:
        return [""] * 5
    found.sort()
    almost = found[math.ceil(0.95 * len(found)) - 1]
    quick = sum(seconds < 1 for seconds in found)
    figures = (statistics.median_high(found), almost, found[-1])
    return [str(len(found)), *map(in_words, figures), str(quick)]


def shown(run: Figures, key: str) -> str:
    """Return one figure; a dash if there is none."""
    return "–" if key not in run else in_words(math.inf if run[key] is None else run[key] or 0.0)


def in_words(seconds: float) -> str:
    """Return seconds with two digits that count."""
    return "> limit" if seconds == math.inf else f"{seconds:.2g}"


if __name__ == "__main__":
    sys.exit(main())
