"""Fair queue: clients take turns, and each client's questions keep their order."""

import asyncio
from collections import OrderedDict, deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Place = TypeVar("Place")


class Turns(Generic[Place]):
    """Fair queue for places; `free` are the free ones."""

    def __init__(self, free: list[Place]) -> None:
        self.free = free
        self.waiting = 0
        self._clients: OrderedDict[str, deque[asyncio.Future[Place]]] = OrderedDict()

    async def take(self, client: str, rank: Callable[[Place], Any]) -> Place:
        """Take a place when it is this client's turn, of several the one of the lowest rank."""
        if self.free:  # then the queue is empty
            place = min(self.free, key=rank)
            self.free.remove(place)
            return place
        turn: asyncio.Future[Place] = asyncio.get_running_loop().create_future()
        self._clients.setdefault(client, deque()).append(turn)
        self.waiting += 1
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give(turn.result())  # the place was assigned after the cancellation
            raise
        finally:
            self.waiting -= 1

    def give(self, place: Place) -> None:
        """Release a place; the client that was served longest ago is next."""
        while self._clients:
            client, turns = self._clients.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._clients[client] = turns
            if not turn.done():
                turn.set_result(place)
                return
        self.free.append(place)
