"""A dictionary of bounded size that forgets its oldest entries."""

from __future__ import annotations

from collections import OrderedDict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    Key = TypeVar("Key")
    Value = TypeVar("Value")
else:
    Key = Value = object


class Recent(OrderedDict[Key, Value]):
    """Holds at most so much: entries, or what `weigh` says of their values together.

    The entry that was stored the longest ago goes first, so of entries that were stored one after
    the other, those that remain are the last. The newest stays, whatever it weighs.
    """

    def __init__(self, most: int, weigh: Callable[[Value], int] | None = None) -> None:
        super().__init__()
        self.most = most
        self.weigh = weigh

    def __setitem__(self, key: Key, value: Value) -> None:
        super().__setitem__(key, value)
        self.move_to_end(key)
        while len(self) > 1 and self._weight() > self.most:
            self.popitem(last=False)

    def _weight(self) -> int:
        return len(self) if self.weigh is None else sum(map(self.weigh, self.values()))
