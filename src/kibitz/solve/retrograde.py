"""Who wins, and how soon, in all that can follow one position: in the interpreter, nothing kept."""

from __future__ import annotations

from kibitz.solve.explore_interpreted import explore_plainly
from kibitz.solve.graph import Graph, silence
from kibitz.solve.value import codes_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.rules.contract import Rules


class Verdicts:
    """The value, for the player to move, of every position reachable from where it was asked."""

    def __init__(self, rules: Rules, codes: dict[int, int]) -> None:
        self._canonical = rules.canonical
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    def __getitem__(self, position: int) -> int:
        """Return the code of a position: win in d plies d + 1, loss in d plies -(d + 1), draw 0."""
        return self._codes[self._canonical(position) if self._canonical else position]


def judge(rules: Rules, position: int) -> Verdicts:
    """Return the values of a position and of all that can follow it, under rules of aim `"win"`."""
    graph = Graph()
    explore_plainly(rules.starting_at(position), graph, silence, None)
    codes = codes_of(graph, rules.aim, silence)
    return Verdicts(rules, dict(zip(graph.positions, codes, strict=True)))
