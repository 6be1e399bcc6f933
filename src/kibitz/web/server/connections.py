"""Closes the oldest idle connection when the limit is reached.

A connection is idle until a whole request has arrived, and again after the response.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 30.0  # seconds for the head of a request to arrive, and for a response to be read
MOST_CONNECTIONS = 400  # connections, if the limit of open files allows it
RESERVE = 64  # open files for workers, builders, tables, and connections that are being closed
AT_ONCE = 8  # backlog: connections accepted before surplus ones are closed
BUSY = b"HTTP/1.1 503 Service Unavailable\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"


class PromptConnection(H11Protocol):
    """A connection that is closed after a timeout, or if it is idle and the limit is reached.

    If no connection is idle, the new one is refused, and `say_refused` is called.
    """

    most = MOST_CONNECTIONS
    seconds = SECONDS

    def __init__(self, *details: Any, **named: Any) -> None:
        super().__init__(*details, **named)
        self.idle_since: float | None = None  # None while a request that has arrived is answered
        self._limit: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        others = [one for one in self.connections if isinstance(one, PromptConnection)]
        others = [one for one in others if one is not self and not one.transport.is_closing()]
        if len(others) < self.most:
            return
        self.say_refused()
        idle = {one: one.idle_since for one in others if one.idle_since is not None}
        if idle:
            min(idle, key=idle.__getitem__).transport.abort()
        else:
            transport.write(BUSY)
            transport.close()

    def say_refused(self) -> None:
        """Report that there are too many connections."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            since = self.idle_since if self.cycle.more_body else None
            self._stop_waiting()
            self.idle_since = since  # the guard limits the time for a body

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self._wait()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self.seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        if self._unread is not None:
            self._unread.cancel()

    def _wait(self) -> None:
        """Wait for the head of a request, with a timeout."""
        self._stop_waiting()
        self.idle_since = self.loop.time()
        self._limit = self.loop.call_later(self.seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        self.idle_since = None
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


def most_connections() -> int:
    """Return the limit of connections, given the limit of open files of this process."""
    try:
        import resource
    except ImportError:  # such a system has no such limit
        return MOST_CONNECTIONS
    allowed = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
    if allowed == resource.RLIM_INFINITY:
        return MOST_CONNECTIONS
    return max(1, min(MOST_CONNECTIONS, max(allowed - RESERVE, allowed // 4)))
