"""Makes an opening book of a game of two players: proves its first plies, and verifies the book.

    .venv/bin/python scripts/make_book.py four:rows=6,columns=7 four.proofs --plies 8

Every position within so many plies is proved to be won, drawn or lost, the start first, then all
positions after one ply, and so on; with `--exact`, the distances of the first plies are proved too.
It stops when all is proved, or after `--seconds`, and can be stopped at any time: called again with
the same file of proofs, it goes on from there. A line a minute says how far it is.

Then what is proved so far is written as a book into the folder of tables (KIBITZ_CACHE), with
`--ship` into the package; Kibitz looks it up in both. The book is read again and verified: every
position must follow from those after it, and `--sample` positions at the last ply are searched
again (-1: all).
"""

from __future__ import annotations

import argparse
import math
import os
import sys
import time

from book_making import BookMaker, Checkpoint
from opening_tree import OpeningTree
from verify_book import verify_book

from kibitz.games.registry import game_named
from kibitz.solve.effort import Effort
from kibitz.solve.store.opening_book import OpeningBook
from kibitz.solve.store.table_store import BOOK, SHIPPED, TableStore, kept_name
from kibitz.system.thread_pool import cores

OCTETS = 16  # of an entry of the transposition table


def arguments() -> argparse.Namespace:
    """Return the arguments of the command."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game")
    parser.add_argument("proofs", help="checkpoint: read first, then appended to")
    parser.add_argument("--plies", type=int, default=8)
    parser.add_argument("--exact", type=int, default=-1, help="plies with proved distances")
    parser.add_argument("--seconds", type=float, default=None, help="0: prove nothing more")
    parser.add_argument("--threads", type=int, default=cores())
    parser.add_argument("--memory", type=float, default=1, help="GiB for the transposition table")
    parser.add_argument("--every", type=float, default=60, help="seconds between two lines")
    parser.add_argument("--ship", action="store_true", help="write the book into the package")
    parser.add_argument("--sample", type=int, default=20, help="positions that are searched again")
    return parser.parse_args()


def counts(tree: OpeningTree) -> str:
    """Return how many positions of each ply are decided, and how many with their distance."""
    parts = []
    for ply, positions in enumerate(tree.plies):
        exactly = sum(tree.question(one, exact=True) is None for one in positions)
        decided = sum(tree.question(one, exact=False) is None for one in positions)
        parts.append(f"{ply}: {decided:,} ({exactly:,}) of {len(positions):,}")
    return "; ".join(parts)


def prove(given: argparse.Namespace, tree: OpeningTree, maker: BookMaker) -> None:
    """Prove the remaining positions, until all are proved or the time ends."""
    begin = time.monotonic()
    entries = 1 << int(math.log2(given.memory * 2**30 / OCTETS))
    printed = 0.0

    def progress() -> None:
        nonlocal printed
        now = time.monotonic() - begin
        if now >= printed + given.every:
            printed = now
            speed = f"{maker.searched:,} positions in {maker.asked:,} searches"
            print(f"{now:.0f} s, {speed}; {counts(tree)}", flush=True)

    maker.make(Effort(seconds=given.seconds, memory=math.inf), given.threads, entries, progress)


def is_sound(path: str, book: OpeningBook | None, sample: int | None) -> bool:
    """Verify a book that was read from a file, and print the result."""
    if book is None or not len(book):
        print(f"{path} has no positions of these rules")
        return False

    def progress(done: int, total: int) -> None:
        print(f"\r{done} of {total} searched again", end="", file=sys.stderr)

    report = verify_book(book, Effort(), sample, progress=progress)
    print(f"{os.path.getsize(path):,} bytes, {len(book):,} positions: {path}")
    print(f"{report.follow:,} follow from others, {report.searched:,} were searched")
    print(f"{report.again:,} of these were searched again; wrong: {len(report.wrong)}")
    return not report.wrong


def main() -> int:
    """Prove, write and verify; return 1 if the book is wrong, 3 if it is not complete."""
    given = arguments()
    game = game_named(given.game)
    rules = game.rules
    tree = OpeningTree(rules, given.plies)
    maker = BookMaker(rules, tree, Checkpoint(given.proofs, rules), given.exact)
    print(f"proved already: {counts(tree)}", flush=True)
    if given.seconds != 0:
        prove(given, tree, maker)
        print(f"proved: {counts(tree)}", flush=True)
    store = TableStore(SHIPPED if given.ship else "")
    path = store.path(kept_name(game.name, rules), BOOK)
    OpeningBook(rules, tree.results()).write(path)
    sample = None if given.sample < 0 else given.sample
    if not is_sound(path, OpeningBook.read(path, rules), sample):
        return 1
    return 3 * any(tree.question(one, exact=False) is not None for one in tree.plies[-1])


if __name__ == "__main__":
    sys.exit(main())
