"""Closes connections that wait long for their client, the oldest one first where there are many.

A connection waits for its client until a whole request has arrived, while a response is not read,
and after the response. uvicorn limits the connections that are answered at once.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.h11_impl import H11Protocol

SECONDS = 30.0  # seconds to wait for a client
MOST_CONNECTIONS = 400  # connections, if the limit of open files allows it
RESERVE = 64  # open files for workers, builders, tables, and connections that are being closed
AT_ONCE = 8  # backlog: connections accepted before surplus ones are closed


class PromptConnection(H11Protocol):
    """A connection that is closed after a timeout, or if it waits and there are more than `most`.

    `say_refused` is called when there are.
    """

    most = MOST_CONNECTIONS
    seconds = SECONDS

    def __init__(self, *details: Any, **named: Any) -> None:
        super().__init__(*details, **named)
        self._waiting: asyncio.TimerHandle | None = None  # for the client

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        others = [one for one in self.connections if isinstance(one, PromptConnection)]
        others = [one for one in others if not one.transport.is_closing()]
        super().connection_made(transport)
        self._note_turn()
        if len(others) >= self.most:
            self.say_refused()
            waiting = {one: one._waiting.when() for one in others if one._waiting is not None}
            if waiting:
                min(waiting, key=waiting.__getitem__).transport.abort()

    def say_refused(self) -> None:
        """Report that there are too many connections."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        self._note_turn()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._note_turn()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._note_turn()

    def resume_writing(self) -> None:
        super().resume_writing()
        self._note_turn()

    def _note_turn(self) -> None:
        """Begin or end the time for the client."""
        at_work = self.cycle is not None and not self.cycle.response_complete
        if at_work and not self.cycle.more_body and not self.flow.write_paused:
            self._stop_waiting()
        elif self._waiting is None and not self.transport.is_closing():
            self._waiting = self.loop.call_later(self.seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
            self._waiting = None


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
