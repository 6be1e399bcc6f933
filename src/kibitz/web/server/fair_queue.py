"""Fair queue: clients take turns, and each client's questions keep their order."""

import asyncio
from collections import OrderedDict, deque


class Turns:
    """Fair semaphore; `free` is the number of free places."""

    def __init__(self, free: int) -> None:
        self.free = free
        self.waiting = 0
        self._clients: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def take(self, client: str) -> None:
        """Take a place when it is this client's turn."""
        if self.free:  # then the queue is empty
            self.free -= 1
            return
        turn = asyncio.get_running_loop().create_future()
        self._clients.setdefault(client, deque()).append(turn)
        self.waiting += 1
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.give()  # the place was assigned after the cancellation
            raise
        finally:
            self.waiting -= 1

    def give(self) -> None:
        """Release a place; the client that was served longest ago is next."""
        while self._clients:
            client, turns = self._clients.popitem(last=False)
            turn = turns.popleft()
            if turns:
                self._clients[client] = turns
            if not turn.done():
                turn.set_result(None)
                return
        self.free += 1
