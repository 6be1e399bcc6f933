"""Rules on a `Layout` against the same rules with shifts and masks by hand: CPU time of solving.

    python benchmarks/layout.py [ROUNDS]

The game is noughts and crosses on 4 x 4, four in a row. Both are compiled before, the rounds
alternate, and the least time of each counts; the last line is the ratio.
"""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

from kibitz import Board, Layout, Rules, cells, mirrors
from kibitz.solve.memory.in_memory import solve

if TYPE_CHECKING:
    from collections.abc import Iterator

BOARD = Board.rectangle(4, 4)
LINES = BOARD.lines(4)


def has_line(pieces: int) -> bool:
    for line in LINES:  # noqa: SIM110  # any() over a generator does not compile
        if pieces & line == line:
            return True
    return False


def by_hand() -> Rules:
    def moves(position: int) -> Iterator[int]:
        mine, theirs = position & 65535, position >> 16
        if not has_line(theirs):
            for cell in range(16):
                if not (mine | theirs) >> cell & 1:
                    yield cell

    def play(position: int, move: int) -> int:
        return position >> 16 | (position & 65535 | 1 << move) << 16

    def worth(position: int) -> int:
        return -1 if has_line(position >> 16) else 0

    canonical, orbit = mirrors(BOARD.symmetries(), 0, 16)
    return Rules(
        aim="win", start=0, moves=moves, play=play, worth=worth, canonical=canonical, orbit=orbit
    )


def on_layout() -> Rules:
    layout = Layout(BOARD, cells("mine", "X"), cells("theirs", "O"))
    mine_in, theirs_in, pack = layout.mine, layout.theirs, layout.pack

    def moves(position: int) -> Iterator[int]:
        mine, theirs = mine_in(position), theirs_in(position)
        if not has_line(theirs):
            for cell in range(16):
                if not (mine | theirs) >> cell & 1:
                    yield cell

    def play(position: int, move: int) -> int:
        return pack(theirs_in(position), mine_in(position) | 1 << move)

    def worth(position: int) -> int:
        return -1 if has_line(theirs_in(position)) else 0

    return Rules(
        aim="win",
        start=pack(0, 0),
        moves=moves,
        play=play,
        worth=worth,
        canonical=layout.canonical,
        orbit=layout.orbit,
    )


def main(rounds: int) -> None:
    games = {"by hand": by_hand(), "layout": on_layout()}
    least = dict.fromkeys(games, float("inf"))
    for turn in range(rounds + 1):
        for name, rules in games.items():
            begin = time.process_time()
            found = solve(rules)
            took = time.process_time() - begin
            if turn:  # the first compiles
                least[name] = min(least[name], took)
    print(f"{len(found.positions):,} positions up to symmetry")
    for name, took in least.items():
        print(f"{name:<10}{took:8.3f} s")
    print(f"ratio     {least['layout'] / least['by hand']:8.3f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 5)
