"""What stands before the application: slow, silent and idle connections."""

from __future__ import annotations

import asyncio
import json
import socket
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from kibitz.web.server.connections import PromptConnection
from kibitz.web.server.request_guard import Guard
from kibitz.web.server.web_server import configuration
from tests.support.serving import running

if TYPE_CHECKING:
    from collections.abc import MutableMapping
    from contextlib import AbstractContextManager

    Message = MutableMapping[str, Any]

WAIT = 60


async def hello(scope: Any, receive: Any, send: Any) -> None:
    """Answer anything, after the body has arrived; to /begin and /flood without an end."""
    if scope["type"] == "http":
        while (await receive()).get("more_body"):
            pass
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"hello", "more_body": True})
        gone = asyncio.ensure_future(receive())
        while scope["path"] == "/flood" and not gone.done():
            await send({"type": "http.response.body", "body": bytes(1 << 16), "more_body": True})
            await asyncio.sleep(0)
        if scope["path"] in ("/begin", "/flood"):
            await gone
            GONE.set()
        await send({"type": "http.response.body", "body": b""})


def saying_hello(connection: type[PromptConnection]) -> AbstractContextManager[int]:
    """Serve that over connections of a kind; yields the port."""
    return running(configuration(hello, connection))


GONE = threading.Event()  # the client of such an answer


class Few(PromptConnection):
    """Few connections at a time, each for as long as it likes."""

    most = 5
    seconds = 10.0**6


class Hasty(PromptConnection):
    """Connections that must say soon what they want."""

    seconds = 0.2


def test_idle_connections_do_not_block_others() -> None:
    with saying_hello(Few) as port:
        idle = [socket.create_connection(("127.0.0.1", port), timeout=WAIT) for _ in range(20)]
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=WAIT).text == "hello"
        assert idle[0].recv(1) == b""  # who waited longest had to go
        for one in idle:
            one.close()


def test_where_all_are_being_answered_the_next_is_refused() -> None:
    """The answers to the first ones wait for ever; the new one has a status, and no place."""

    class Counted(Few):
        said = 0

        def say_refused(self) -> None:
            Counted.said += 1

    with saying_hello(Counted) as port:
        lines = [socket.create_connection(("127.0.0.1", port), timeout=WAIT) for _ in range(5)]
        for line in lines:
            line.sendall(b"GET /begin HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
            assert line.recv(12) == b"HTTP/1.1 200"
        assert Counted.said == 0
        assert httpx.get(f"http://127.0.0.1:{port}/", timeout=WAIT).status_code == 503
        assert Counted.said == 1
        for line in lines:
            line.close()


@pytest.mark.parametrize("begun", [b"", b"GET / HT", b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: "])
def test_silence_is_not_waited_for(begun: bytes) -> None:
    with (
        saying_hello(Hasty) as port,
        socket.create_connection(("127.0.0.1", port), timeout=WAIT) as line,
    ):
        line.sendall(begun)
        with suppress(ConnectionResetError):
            assert line.recv(1) == b""


def test_a_connection_that_was_used_is_not_kept_for_ever() -> None:
    with (
        saying_hello(Hasty) as port,
        socket.create_connection(("127.0.0.1", port), timeout=WAIT) as line,
    ):
        line.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nG")
        reported = b""
        try:
            while part := line.recv(1000):
                reported += part
        except ConnectionResetError:
            pass
        assert reported.startswith(b"HTTP/1.1 200")


def test_an_answer_that_is_not_read_ends() -> None:
    with (
        saying_hello(Hasty) as port,
        socket.create_connection(("127.0.0.1", port), timeout=WAIT) as line,
    ):
        GONE.clear()
        line.sendall(b"GET /flood HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert GONE.wait(WAIT)


def test_a_body_that_does_not_arrive_is_refused() -> None:
    async def receive() -> Message:
        await asyncio.Event().wait()
        raise AssertionError("nothing ever arrives")

    reported: list[Message] = []

    async def send(message: Message) -> None:
        reported.append(message)

    headers = [(b"host", b"127.0.0.1"), (b"content-length", b"5")]
    scope = {"type": "http", "path": "/", "headers": headers}
    asyncio.run(Guard(hello, seconds=0.05)(scope, receive, send))
    assert reported[0]["status"] == 408
    assert json.loads(reported[1]["body"])["error"] == "this request took too long to arrive"
