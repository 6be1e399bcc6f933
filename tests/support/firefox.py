"""Firefox, driven by WebDriver BiDi: JSON over a WebSocket of its own, without another program.

https://www.w3.org/TR/webdriver-bidi/ and RFC 6455.
"""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROGRAMS = ("firefox-esr", "firefox")
PATIENCE = 90.0  # seconds for what comes at once, unless the machine is busy
BETWEEN = 0.1  # seconds between two looks
ADDRESS = re.compile(r"WebDriver BiDi listening on ws://127\.0\.0\.1:(\d+)")
# A first start would open pages, and ask for a network.
CHOICES = """
user_pref("app.normandy.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.page", 0);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,");
"""

MIDDLE = """((element) => {
  if (!element) return null;
  element.scrollIntoView({ block: "center", behavior: "instant" });
  const { x, y, width, height } = element.getBoundingClientRect();
  return { x: x + width / 2, y: y + height / 2 };
})(document.querySelector(%s))"""


def program() -> str | None:
    """Return where Firefox is."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


class WebSocket:
    """A client that sends and receives texts."""

    def __init__(self, port: int, path: str) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=PATIENCE)
        key = base64.b64encode(os.urandom(16)).decode()
        asked = (
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self.socket.sendall(asked.encode())
        self.incoming = self.socket.makefile("rb")
        assert b" 101 " in self.incoming.readline()
        while self.incoming.readline().strip():
            pass

    def close(self) -> None:
        """End the connection."""
        self.incoming.close()
        self.socket.close()

    def send(self, text: str) -> None:
        """Send one text; a client has to mask what it sends."""
        content, mask = text.encode(), os.urandom(4)
        size = len(content)
        if size < 126:
            head = struct.pack("!BB", 0x81, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", 0x81, 0xFE, size)
        else:
            head = struct.pack("!BBQ", 0x81, 0xFF, size)
        masked = bytes(one ^ mask[at % 4] for at, one in enumerate(content))
        self.socket.sendall(head + mask + masked)

    def receive(self) -> str:
        """Return the next text, which may come in several frames."""
        content = b""
        while True:
            first, size = self.incoming.read(2)
            if size == 126:
                (size,) = struct.unpack("!H", self.incoming.read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self.incoming.read(8))
            content += self.incoming.read(size)
            if first & 0x80:
                return content.decode()


class Firefox:
    """One tab."""

    def __init__(self, port: int) -> None:
        self.commands = 0
        self.websocket = WebSocket(port, "/session")
        self.version: str = self.ask("session.new", capabilities={})["capabilities"][
            "browserVersion"
        ]
        self.tab: str = self.ask("browsingContext.create", type="tab")["context"]

    def ask(self, method: str, **params: object) -> Any:
        """Send a command, and return its result."""
        self.commands += 1
        asked = {"id": self.commands, "method": method, "params": params}
        self.websocket.send(json.dumps(asked))
        while True:
            said = json.loads(self.websocket.receive())
            if said.get("id") == self.commands:
                assert said["type"] == "success", said
                return said["result"]

    def open(self, address: str) -> None:
        """Load a page."""
        self.ask("browsingContext.navigate", context=self.tab, url=address, wait="complete")

    def evaluate(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript in the page; a promise is awaited."""
        found = self.ask(
            "script.evaluate",
            expression=f"(async () => JSON.stringify((await ({expression})) ?? null))()",
            target={"context": self.tab},
            awaitPromise=True,
        )
        assert found["type"] == "success", found["exceptionDetails"]["text"]
        return json.loads(found["result"]["value"])

    def wait(self, expression: str) -> Any:
        """Return the value of an expression as soon as it is true."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            found = self.evaluate(expression)
            if found:
                return found
            time.sleep(BETWEEN)
        raise AssertionError(f"{expression} did not become true")

    def click(self, selector: str) -> None:
        """Click in the middle of an element that is there, or comes."""
        middle = self.wait(MIDDLE % json.dumps(selector))
        moved = {"type": "pointerMove", "x": int(middle["x"]), "y": int(middle["y"])}
        pressed = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        mouse = {"type": "pointer", "id": "mouse", "actions": [moved, *pressed]}
        self.ask("input.performActions", context=self.tab, actions=[mouse])


@contextmanager
def firefox(folder: Path) -> Iterator[Firefox]:
    """Start Firefox with a profile in a folder."""
    path = program()
    assert path is not None
    (folder / "user.js").write_text(CHOICES)
    process = subprocess.Popen(
        [path, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "HOME": str(folder), "MOZ_HEADLESS": "1"},
    )
    try:
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            found = ADDRESS.search(line)
            if found:
                break
        else:
            raise AssertionError(said)
        tab = Firefox(int(found[1]))
        yield tab
        tab.websocket.close()
    finally:
        process.terminate()
        process.wait()
        assert process.stderr is not None
        process.stderr.close()
