"""Who wins, and how soon: every position that two players can reach from one, in plain Python.

First the positions are explored, one of each set of mirror images; then values run backwards from
the ends. Positions without a value in the end are those where neither side can force anything:
they are drawn, however long the play goes in circles.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.contract import Rules

# The value of a position in one number: a win in n plies is n + 1, a loss in n plies -(n + 1).
DRAW = 0


class Verdicts:
    """The value, for the player to move, of every position reachable from where it was asked."""

    def __init__(self, rules: Rules, codes: dict[int, int]) -> None:
        self._canonical = rules.canonical
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, position: int) -> int:
        """Return the code of a position: above 0 won, below 0 lost, 0 drawn."""
        return self._codes[self._canonical(position) if self._canonical else position]


def judge(rules: Rules, position: int) -> Verdicts:
    """Return the values of a position and of all that can follow it, under rules of aim `"win"`."""
    positions, successors = _explore(rules, position)
    codes = _value(rules, positions, successors)
    return Verdicts(rules, dict(zip(positions, codes, strict=True)))


def _explore(rules: Rules, position: int) -> tuple[list[int], list[list[int]]]:
    """Return the positions up to symmetry, and for each the indices of what can follow."""
    moves, play, canonical = rules.moves, rules.play, rules.canonical
    index_of: dict[int, int] = {}  # of every position met, mirror images included
    positions: list[int] = []

    def index(met: int) -> int:
        least = canonical(met) if canonical else met
        if least not in index_of:
            index_of[least] = len(positions)
            positions.append(least)
        index_of[met] = index_of[least]
        return index_of[met]

    index(position)
    successors = []
    for here in positions:  # grows while it is walked
        follow = set()
        for move in moves(here):
            there = play(here, move)
            found = index_of.get(there)
            follow.add(index(there) if found is None else found)
        successors.append(list(follow))
    return positions, successors


def _value(rules: Rules, positions: list[int], successors: list[list[int]]) -> list[int]:
    """Return the code of each position, from the ends backwards, nearest first."""
    codes = [DRAW] * len(positions)
    predecessors: list[list[int]] = [[] for _ in positions]
    undecided = [len(follow) for follow in successors]
    layer = []
    for here, follow in enumerate(successors):
        for there in follow:
            predecessors[there].append(here)
        if not follow:
            codes[here] = rules.worth(positions[here])
            if codes[here]:
                layer.append(here)
    distance = 0
    while layer:
        distance += 1
        reached = []
        for there in layer:
            lost = codes[there] < 0
            for here in predecessors[there]:
                if codes[here]:
                    continue
                undecided[here] -= 1
                if lost:
                    codes[here] = distance + 1
                    reached.append(here)
                elif not undecided[here]:
                    codes[here] = -(distance + 1)
                    reached.append(here)
        layer = reached
    return codes
