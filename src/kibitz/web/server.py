"""Runs the server on this machine alone, and opens the browser on it."""

from __future__ import annotations

import errno
import socket
import threading
import webbrowser
from urllib.parse import quote

import uvicorn

from kibitz.play.signals import Terminated
from kibitz.rules.errors import KibitzError
from kibitz.web.app import application
from kibitz.web.connection import PromptConnection

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp

    from kibitz.play.collection import Collection
    from kibitz.play.language import Language

HOST = "127.0.0.1"
BACKLOG = 128


def serve(port: int, games: Collection, language: Language, *, browser: bool) -> None:
    """Serve until Ctrl-C. The browser opens on the game that was chosen first, if one was."""
    listening = listen(port)
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    if games.chosen:
        address += f"play#kibitz+{quote(games.chosen[0], safe=':,=')}"

    def welcome() -> None:
        print(language.say("Kibitz is at {address} (Ctrl-C ends it)", address=address), flush=True)
        if browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    try:
        Server(configuration(application(games=games)), welcome).run(sockets=[listening])
    except Terminated:
        raise
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    print(language.say("Kibitz has ended."), flush=True)


class Server(uvicorn.Server):
    """A server that says when it answers and Ctrl-C ends it, by calling a function.

    Before that, an interrupt may arrive in code that ignores exceptions, and be lost.
    """

    def __init__(self, how: uvicorn.Config, welcome: Callable[[], None]) -> None:
        super().__init__(how)
        self._welcome = welcome

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._welcome()


def configuration(
    app: ASGIApp, connection: type[PromptConnection] = PromptConnection
) -> uvicorn.Config:
    """Return how an application is served, over connections of some kind."""
    return uvicorn.Config(
        app,
        http=connection,
        ws="none",
        log_level="critical",
        access_log=False,
        server_header=False,
        timeout_keep_alive=30,
        timeout_graceful_shutdown=1,
        backlog=BACKLOG,
    )


def listen(port: int) -> socket.socket:
    """Return a socket that listens on a port of this machine; 0 takes any that is free."""
    # Only of a socket that is called TCP does asyncio send answers without delay.
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((HOST, port))
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRINUSE:
            raise KibitzError(
                "port {port} is in use; kibitz web --port {other} takes another, --port 0 any",
                port=str(port),
                other=str(port + 1 if port < 65535 else port - 1),
            ) from None
        raise KibitzError(
            "port {port} cannot be used: {reason}", port=str(port), reason=error.strerror
        ) from None
    return listening
