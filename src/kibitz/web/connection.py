"""Connections that nobody uses make room for others."""

from __future__ import annotations

from uvicorn.protocols.http.h11_impl import H11Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    import asyncio
    from typing import Any

SECONDS = 30.0  # for the head of a request to arrive, and for an answer to be read
MOST = 400  # connections, well below the number of files that a process may open


class PromptConnection(H11Protocol):
    """A connection that is closed if it is silent for long, or if others need its place."""

    most = MOST
    seconds = SECONDS

    def __init__(self, *details: Any, **named: Any) -> None:
        super().__init__(*details, **named)
        self.idle_since: float | None = None  # None while a request is answered
        self._limit: asyncio.TimerHandle | None = None
        self._unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()
        idle = [one for one in self.connections if getattr(one, "idle_since", None) is not None]
        if len(self.connections) > self.most and len(idle) > 1:
            min(idle, key=lambda one: one.idle_since).transport.abort()  # type: ignore[union-attr]

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def handle_events(self) -> None:
        super().handle_events()
        if self.cycle is not None and not self.cycle.response_complete:
            self._stop_waiting()

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
        """Wait for the head of a request, but not for ever."""
        self._stop_waiting()
        self.idle_since = self.loop.time()
        self._limit = self.loop.call_later(self.seconds, self.transport.abort)

    def _stop_waiting(self) -> None:
        self.idle_since = None
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None
