"""Runs the server, on this machine only or on its network, and opens the browser."""

from __future__ import annotations

import errno
import socket
import sys
import threading
import webbrowser
from ipaddress import ip_address
from urllib.parse import quote

import uvicorn

from kibitz.language.errors import KibitzError, phrase, quoted
from kibitz.system.signals import Terminated
from kibitz.web.server.access_code import new_code
from kibitz.web.server.application import application
from kibitz.web.server.connections import AT_ONCE, SECONDS, PromptConnection, most_connections
from kibitz.web.server.request_guard import HOSTS
from kibitz.web.workers.table_builders import BuildLimits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from starlette.types import ASGIApp

    from kibitz.games.collection import Collection
    from kibitz.language.languages import Language

HOST = "127.0.0.1"
MOST_FOR_VISITORS = 4 << 30  # bytes of the tables that they have had built
BACKLOG = 128
TOO_MANY = phrase(
    "Too many connections (the most allowed: {most}). Those that wait longest for their request "
    "are closed. This is reported once."
)


def serve(
    port: int,
    games: Collection,
    language: Language,
    *,
    browser: bool,
    host: str = "",
    site: str = "",
) -> None:
    """Serve until Ctrl-C. The browser opens on the first chosen game, if there is one.

    With a host, an address or a name of this machine, others in the network reach the server; then
    everyone has to type a code that is printed here.
    """
    listening = listen(port, host or HOST)
    address = f"http://{in_address(host or HOST)}:{listening.getsockname()[1]}/"
    if games.chosen:
        address += f"play#kibitz+{quote(games.chosen[0], safe=':,=')}"
    code = new_code() if host else ""
    hosts = names_of(host, listening) if host else HOSTS
    limits = BuildLimits(stored=MOST_FOR_VISITORS) if host else None
    app = application(games=games, build_limits=limits, site=site, hosts=hosts, code=code)

    def welcome() -> None:
        print(
            language.say(
                "Kibitz is running at {address} (press Ctrl-C to stop it)", address=address
            ),
            flush=True,
        )
        if code:
            print(
                language.say("Ask everyone to type this code once: {code}", code=code), flush=True
            )
        if browser:
            threading.Thread(target=webbrowser.open, args=[address], daemon=True).start()

    try:
        how = configuration(app, bounded(language))
        Server(how, welcome).run(sockets=[listening])
    except Terminated:
        raise
    except KeyboardInterrupt:
        pass
    finally:
        listening.close()
    print(language.say("Kibitz has stopped."), flush=True)


class Server(uvicorn.Server):
    """A server that calls a function when it accepts requests and handles Ctrl-C.

    Before that, an interrupt may arrive in code that ignores exceptions, and be lost.
    """

    def __init__(self, how: uvicorn.Config, welcome: Callable[[], None]) -> None:
        super().__init__(how)
        self._welcome = welcome

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        for listening in sockets or ():
            listening.listen(BACKLOG)  # the backlog may be longer than one batch of accepts
        self._welcome()


def bounded(language: Language) -> type[PromptConnection]:
    """Return a class of connections limited by the system, which reports a surplus once."""

    class Bounded(PromptConnection):
        most = most_connections()
        said = False

        def say_refused(self) -> None:
            if not Bounded.said:
                Bounded.said = True
                print(language.say(TOO_MANY, most=self.most), file=sys.stderr, flush=True)

    return Bounded


def names_of(host: str, listening: socket.socket) -> frozenset[str]:
    """Return the host names of a server: the given name, and its IP address."""
    return frozenset({in_address(host).lower(), in_address(listening.getsockname()[0])})


def in_address(host: str) -> str:
    """Return a host as it is written in a URL."""
    return f"[{host}]" if ":" in host else host


def configuration(
    app: ASGIApp, connection: type[PromptConnection] = PromptConnection
) -> uvicorn.Config:
    """Return the configuration for serving an application over a class of connections."""
    return uvicorn.Config(
        app,
        http=connection,
        ws="none",
        log_level="critical",
        access_log=False,
        server_header=False,
        limit_concurrency=connection.most + 1,
        timeout_keep_alive=int(SECONDS),
        timeout_graceful_shutdown=1,
        backlog=AT_ONCE,
    )


def listen(port: int, host: str = HOST) -> socket.socket:
    """Return a socket that listens on a port of this machine; 0 for any free port."""
    family, place = place_of(host, port)
    # asyncio sets TCP_NODELAY only for a socket with this protocol.
    listening = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind(place)
        listening.listen(BACKLOG)
    except OSError as error:
        listening.close()
        if error.errno == errno.EADDRNOTAVAIL:
            raise KibitzError("{host} is not an address of this machine", host=host) from None
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


def place_of(host: str, port: int) -> tuple[int, Any]:
    """Return the address family of a host, and the address to bind to.

    It must be one address: requests are checked for it, so a wildcard is refused.
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise KibitzError("there is no address called {host}", host=quoted(host)) from None
    family, _, _, _, place = min(found, key=lambda one: one[0] != socket.AF_INET)
    if ip_address(str(place[0]).partition("%")[0]).is_unspecified:
        raise KibitzError(
            "{host} means every address; name one of this machine, such as 192.168.1.20",
            host=host,
        )
    return family, place
