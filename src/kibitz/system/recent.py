"""Bounded cache that evicts its oldest entries."""

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
    """A dictionary that holds at most `most` entries or, with `weigh`, values of that total weight.

    The entries stored first are evicted first. The newest entry stays, whatever its weight.
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
