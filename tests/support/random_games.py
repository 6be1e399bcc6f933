"""Small random games for the tests, and their values by a naive method.

Positions are numbered from 0 and fall into tiers of `SPAN`, which no move raises. Some moves of two
players leave the same player to move; moves of a puzzle to be solved may differ in cost.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

from kibitz.rules.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Iterator

    from kibitz.rules.objectives.objective import Aim

    Edges = list[list[tuple[int, bool]]]  # of every position: where a move leads, and who is next

SPAN = 40
SCORES = tuple(range(9))
ENDS = {
    "win": (-1, -1, 0, 1),
    "score": tuple(range(-9, 10)),
    "lowest": SCORES,
    "highest": SCORES,
    "shortest": (0,) * 9 + (1,),
}
FAR = 10**6
KINDS: dict[str, dict[str, Any]] = {
    "win": {},
    "score": {"aim": "score", "forward": True},
    "score, in circles": {"aim": "score"},
    "shortest": {"aim": "shortest", "final": True},
    "shortest, goals that go on": {"aim": "shortest"},
    "cost": {"aim": "shortest", "costs": (1, 2, 3, 9)},
    "lowest": {"aim": "lowest"},
    "highest": {"aim": "highest"},
}
BEST = {"lowest": min, "highest": max}


class RandomGame:
    """Edges, and what each position is worth if it is an end; `forward` games never repeat.

    In a puzzle to be solved, solved positions have moves too, unless they are `final`.
    """

    def __init__(
        self,
        seed: int,
        count: int,
        aim: Aim = "win",
        *,
        forward: bool = False,
        costs: tuple[int, ...] = (1,),
        final: bool = False,
    ) -> None:
        chance = Random(seed)
        self.aim = aim
        self.edges: Edges = []
        for at in range(count):
            last = at if forward else min(count, (at // SPAN + 1) * SPAN)
            first = max(0, at - 2 * SPAN)
            degree = chance.choice((0, 1, 2, 3, 4)) if last > first else 0
            self.edges.append(
                [(chance.randrange(first, last), chance.random() < 0.4) for _ in range(degree)]
            )
        if not self.edges[-1]:
            self.edges[-1] = [(chance.randrange(count - 1), True)]
        self.edges[-1] += [(to, bool(to & 1)) for to in range(count - 40, count - 1)]
        self.worths = [chance.choice(ENDS[aim]) for _ in range(count)]
        self.goes_on = aim == "shortest" and not final
        if aim == "shortest":
            self.worths[-1] = 0
            if final:
                self.edges = [
                    [] if self.worths[at] else moves for at, moves in enumerate(self.edges)
                ]
        self.priced = costs != (1,)
        self.costs = [[chance.choice(costs) for _ in moves] for moves in self.edges]

    def rules(self) -> Rules:
        """Return the rules; it begins with the last position."""
        edges, ends = self.edges, tuple(self.worths)
        starts = tuple(sum(map(len, edges[:at])) for at in range(len(edges) + 1))
        targets = tuple(to for some in edges for to, _ in some)
        again = tuple(int(same) for some in edges for _, same in some)
        prices = tuple(price for some in self.costs for price in some)
        two_players = self.aim in ("win", "score")
        span = SPAN

        def moves(position: int) -> Iterator[int]:
            for move in range(starts[position + 1] - starts[position]):  # noqa: UP028
                yield move

        def play(position: int, move: int) -> int:
            return targets[starts[position] + move]

        def same_mover(position: int, move: int) -> bool:
            return again[starts[position] + move] == 1

        def cost(position: int, move: int) -> int:
            return prices[starts[position] + move]

        def worth(position: int) -> int:
            return ends[position]

        def tier(position: int) -> int:
            return position // span

        return Rules(
            aim=self.aim,
            start=len(edges) - 1,
            moves=moves,
            play=play,
            worth=worth,
            same_mover=same_mover if two_players else None,
            cost=cost if self.priced else None,
            goals_are_terminal=not self.goes_on,
            tier=tier,
            solved_at=4 if self.aim in BEST else 0,
        )

    def reachable(self) -> list[int]:
        """Return every position that can follow the start."""
        found, new = {len(self.edges) - 1}, {len(self.edges) - 1}
        while new:
            new = {to for at in new for to, _ in self.edges[at]} - found
            found |= new
        return sorted(found)

    def naive_codes(self) -> dict[int, int]:
        """Return the code of every position that can follow the start."""
        by_aim = {"win": self.duel, "score": self.margins, "shortest": self.least_costs}
        return by_aim.get(self.aim, self.scores)()

    def duel(self) -> dict[int, int]:
        """Return what can be forced within 0, 1, 2, … plies: d + 1 won, -(d + 1) lost, 0 drawn."""
        edges, positions = self.edges, self.reachable()
        codes = {at: 0 if edges[at] else self.worths[at] for at in positions}
        for plies in range(1, len(positions) + 1):
            before = dict(codes)
            for at in positions:
                mine = [before[to] if same else -before[to] for to, same in edges[at]]
                if before[at] == 0 and any(code > 0 for code in mine):
                    codes[at] = plies + 1
                elif before[at] == 0 and mine and all(code < 0 for code in mine):
                    codes[at] = -(plies + 1)
        return codes

    def scores(self) -> dict[int, int]:
        """Return 1 more than the best score of all ends that can follow each position, else 0."""
        best, positions = BEST[self.aim], self.reachable()
        ends: dict[int, set[int]] = {
            at: set() if self.edges[at] else {self.worths[at]} for at in positions
        }
        while True:
            more = {at: ends[at].union(*(ends[to] for to, _ in self.edges[at])) for at in positions}
            if more == ends:
                return {at: 1 + best(ends[at]) if ends[at] else 0 for at in positions}
            ends = more

    def least_costs(self) -> dict[int, int]:
        """Return 1 more than the least cost to a solved position, 0 if there is no way."""
        positions = self.reachable()
        solved = {at for at in positions if self.goes_on or not self.edges[at]}
        least = {at: 0 if at in solved and self.worths[at] == 1 else FAR for at in positions}
        for _ in positions:
            for at in positions:
                for (to, _), price in zip(self.edges[at], self.costs[at], strict=True):
                    least[at] = min(least[at], least[to] + price)
        return {at: cost + 1 if cost < FAR else 0 for at, cost in least.items()}

    def margins(self) -> dict[int, int]:
        """Return the margin that can be forced from each position, 0 for play without end.

        For each margin, the positions grow from which the player to move can force it (`mine`), and
        those from which the other player can (`theirs`).
        """
        positions = self.reachable()
        codes = dict.fromkeys(positions, 0)
        for least in sorted({abs(worth) for worth in self.worths} - {0}):
            mine: set[int] = set()
            theirs: set[int] = set()
            while True:
                known = len(mine) + len(theirs)
                for at in positions:
                    after = [(to in mine, to in theirs)[:: 1 if same else -1]
                             for to, same in self.edges[at]]  # fmt: skip
                    if not after:
                        after = [(self.worths[at] >= least, self.worths[at] <= -least)]
                    mine |= {at} if any(first for first, _ in after) else set()
                    theirs |= {at} if all(second for _, second in after) else set()
                if len(mine) + len(theirs) == known:
                    break
            codes |= dict.fromkeys(mine, least) | dict.fromkeys(theirs, -least)
        return codes
