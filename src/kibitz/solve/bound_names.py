"""The global names that kernels use and do not define, and the defaults of rules left out.

Before it runs, a kernel is bound to a game (`compiling/compiled.py`, `gpu/gpu_functions.py`): then
these names stand for the functions of its rules and the arithmetic of its objective
(`rules/objectives/objective.py`). Modules of kernels import all of them, for their types only.

On a GPU, the functions of rules have one more argument, the constants of the rules (`rows`).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from kibitz.rules.rules import Rules

    Function = Callable[..., Any]

    # Rules
    def moves(position: int) -> Iterator[int]: ...
    def play(position: int, move: int, *rows: Any) -> int: ...
    def worth(position: int, *rows: Any) -> int: ...
    def canonical(position: int, *rows: Any) -> int: ...
    def orbit(position: int, *rows: Any) -> int: ...
    def placements() -> Iterator[int]: ...
    def tier(position: int, *rows: Any) -> int: ...
    def same_mover(position: int, move: int, *rows: Any) -> bool: ...
    def cost(position: int, move: int, *rows: Any) -> int: ...
    def wins(position: int) -> int: ...
    def order(position: int, move: int) -> int: ...
    def bound(position: int) -> int: ...
    def predecessors(position: int) -> Iterator[int]: ...
    def may_be_canonical(position: int, *rows: Any) -> int: ...
    def placement_at(index: int, rows: Any) -> int: ...

    goals_are_terminal = True
    counts_points = False  # ends have scores or margins

    # Arithmetic of the objective
    def final(worth: int) -> int: ...
    def through(code: int, again: bool, cost: int) -> int: ...
    def better(one: int, other: int) -> bool: ...
    def holds(code: int) -> bool: ...
    def update(left: int, own: int, offer: int) -> tuple[int, int]: ...
    def priority(code: int) -> int: ...


def same_position(position: int) -> int:
    """Return the position: every position is its own canonical form."""
    return position


def constant_one(position: int) -> int:
    """Return 1: every position is its only image, and all are in one tier."""
    return 1


def take_turns(position: int, move: int) -> bool:
    """Return False: players always alternate."""
    return False


def always_one(position: int, move: int) -> int:
    """Return 1: all moves have the same cost."""
    return 1


DEFAULTS: dict[str, Function] = {
    "canonical": same_position,
    "orbit": constant_one,
    "may_be_canonical": constant_one,
    "placement_at": same_position,
    "tier": constant_one,
    "same_mover": take_turns,
    "cost": always_one,
}
OF_SYMMETRY = ("orbit", "may_be_canonical")


def with_defaults(rules: Rules) -> dict[str, Function]:
    """Return functions of rules by name, the default for each that the rules leave out.

    What rules without symmetry say of images does not count.
    """
    left_out = () if rules.canonical else OF_SYMMETRY
    return {
        name: (None if name in left_out else getattr(rules, name)) or default
        for name, default in DEFAULTS.items()
    }
