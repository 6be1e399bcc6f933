"""Info dictionary of an environment, whose `optimal` entry is computed on demand.

The best actions depend on the value of every move, and the L-game has up to 221 of them. Most
learners never read the entry. So it is computed when it, or the whole dictionary, is read first;
positions are immutable, so the result does not depend on the time.
"""

from collections.abc import Callable, Mapping
from typing import Any

from kibitz.adapters.position_view import View
from kibitz.rules.objectives.outcomes import Regret

OPTIMAL = "optimal"


class Info(dict[str, Any]):
    """The info dictionary, with the best actions of a position."""

    __slots__ = ("_view",)

    def __init__(self, entries: Mapping[str, Any], view: View) -> None:
        super().__init__(entries)
        self._view: View | None = view

    def __missing__(self, key: str) -> Any:
        if key != OPTIMAL or self._view is None:
            raise KeyError(key)
        self._complete()
        return self[key]

    def __contains__(self, key: object) -> bool:
        return super().__contains__(key) or (key == OPTIMAL and self._view is not None)

    def get(self, key: str, default: Any = None) -> Any:
        try:
            return self[key]
        except KeyError:
            return default

    def __reduce__(self) -> tuple[type[dict[str, Any]], tuple[dict[str, Any]]]:
        return dict, (dict(self),)

    def _complete(self) -> None:
        view, self._view = self._view, None
        if view is not None:
            super().setdefault(OPTIMAL, view.optimal)


def with_values(
    entries: Mapping[str, Any], view: View, regret: Regret | None, *, to_move: bool = True
) -> dict[str, Any]:
    """Return entries and the exact values for the player to move, or for the other player.

    `regret` is that of the player's last move.
    """
    info = {
        **entries,
        "value": view.value(to_move),
        "regret": None if regret is None else regret.given,
        "delay": None if regret is None else regret.delay,
    }
    return Info(info, view) if to_move else {**info, "optimal": ()}


def completed(method: str) -> Callable[..., Any]:
    """Return a wrapper of a method of `dict` that needs every entry."""
    plain = getattr(dict, method)

    def complete(self: Info, *given: Any) -> Any:
        self._complete()
        return plain(self, *given)

    return complete


for each in (
    "__delitem__", "__eq__", "__ior__", "__iter__", "__len__", "__ne__", "__or__", "__repr__",
    "__reversed__", "__ror__", "clear", "copy", "items", "keys", "pop", "popitem", "setdefault",
    "values",
):  # fmt: skip
    setattr(Info, each, completed(each))
