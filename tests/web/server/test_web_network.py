"""`kibitz web` in a network, where a code is asked for, and links that lead to a site."""

from __future__ import annotations

import asyncio
import json
import os
import socket
import subprocess
import sys
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from playwright.sync_api import expect

from kibitz.cli import main as kibitz
from kibitz.web.server.access_code import MOST_WRONG, AccessCode, new_code
from tests.support.browser import MOUSE, PATIENCE, Hand, pages, press
from tests.support.serving import ServerProcess, address_in, serving

if TYPE_CHECKING:
    from collections.abc import Iterator

    from playwright.sync_api import Browser

OWN = Path("examples/nim.py").resolve()
SITE = "https://school.example/games"


class Network:
    """A server that was started with an address: what it printed, and a client without a code."""

    def __init__(self, address: str, code: str) -> None:
        self.address = address
        self.code = code

    @contextmanager
    def client(self, code: str = "") -> Iterator[httpx.Client]:
        """Yield a client that has typed a code, if one is given."""
        with httpx.Client(base_url=self.address, timeout=PATIENCE) as client:
            if code:
                assert client.post("/api/enter", json={"code": code}).status_code == 200
            yield client


@pytest.fixture(scope="module")
def network(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Network]:
    folder = tmp_path_factory.mktemp("tables")
    with ServerProcess(folder, str(OWN), "--host", "127.0.0.1") as server:
        yield Network(server.address, server.line().split()[-1])


def test_without_the_code_there_is_only_the_page_that_asks_for_it(network: Network) -> None:
    with network.client() as client:
        for path in ("/", "/play", "/nowhere"):
            asked = client.get(path)
            assert (asked.status_code, 'id="access-code"' in asked.text) == (401, True)
        for path in ("/api/games", "/api/openapi.json"):
            assert client.get(path).json() == {
                "error": "this server asks for a code first: open its start page"
            }
        assert client.post("/api/match", json={"match": "kibitz+noughts"}).status_code == 401
        assert client.get("/page/styles/base.css").status_code == 200
        client.cookies.set("kibitz", "guessed")
        assert client.get("/api/games").status_code == 401


def test_the_code_is_typed_once(network: Network) -> None:
    with network.client() as client:
        for wrong in ('{"code": "wrong"}', '{"code": 5}', '{"code": "\\ud800"}', "{"):
            answer = client.post("/api/enter", content=wrong)
            assert (answer.status_code, answer.json()["error"]) == (403, "this is not the code")
        entered = client.post("/api/enter", json={"code": f" {network.code.upper()} "})
        assert {"HttpOnly", "SameSite=lax"} <= set(entered.headers["set-cookie"].split("; "))
        assert client.get("/").status_code == 200
        games = [one["name"] for one in client.get("/api/games").json()["games"]]
        assert games[0] == "nim.py"


def test_who_has_the_code_names_no_file(network: Network) -> None:
    with network.client(network.code) as client:
        assert client.get("/api/games/nim.py").status_code == 200
        for name in (str(OWN), "./examples/nim.py", "examples/hanoi.py"):
            answer = client.post("/api/new", json={"game": name})
            assert answer.status_code in (404, 409), name


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "localhost"},
        {"Host": "school.example"},
        {"Origin": "http://school.example"},
        {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "cors"},
    ],
    ids=str,
)
def test_another_name_and_another_page_are_refused(
    network: Network, headers: dict[str, str]
) -> None:
    with network.client(network.code) as client:
        assert client.get("/api/games", headers=headers).status_code == 403
        assert client.post("/api/enter", json={}, headers=headers).status_code == 403


async def inside(scope: Any, receive: Any, send: Any) -> None:
    """Stand for the application, which is not reached without the code."""
    raise AssertionError("the application was reached")


def test_a_code_is_not_tried_often() -> None:
    async def try_out() -> list[int]:
        code = new_code()
        door = httpx.ASGITransport(AccessCode(inside, code), client=("192.168.1.30", 5000))
        other = httpx.ASGITransport(door.app, client=("192.168.1.31", 5000))
        reported = []
        async with httpx.AsyncClient(transport=door, base_url="http://192.168.1.20") as client:
            for typed in (*["wrong"] * MOST_WRONG, code):
                answer = await client.post("/api/enter", json={"code": typed})
                reported.append(answer.status_code)
        async with httpx.AsyncClient(transport=other, base_url="http://192.168.1.20") as client:
            reported.append((await client.post("/api/enter", json={"code": code})).status_code)
        return reported

    assert asyncio.run(try_out()) == [403] * MOST_WRONG + [429, 200]


def test_simultaneous_codes_are_counted_one_by_one() -> None:
    """All bodies are under way before the first one has arrived; the right code comes late."""

    async def try_out() -> list[int]:
        code = new_code()
        door = AccessCode(inside, code)
        all_asked = asyncio.Event()
        waiting = 0

        async def enter(typed: str) -> int:
            reported: list[int] = []

            async def receive() -> Any:
                nonlocal waiting
                waiting += 1
                if waiting == 300:
                    all_asked.set()
                await all_asked.wait()
                return {"type": "http.request", "body": json.dumps({"code": typed}).encode()}

            async def send(message: Any) -> None:
                if message["type"] == "http.response.start":
                    reported.append(message["status"])

            scope: dict[str, Any] = {"type": "http", "method": "POST", "path": "/api/enter"}
            scope |= {"client": ("192.168.1.30", 5000), "query_string": b"", "headers": []}
            await door(scope, receive, send)
            return reported[0]

        guesses = ["wrong"] * 200 + [code] + ["wrong"] * 99
        return await asyncio.gather(*map(enter, guesses))

    assert Counter(asyncio.run(try_out())) == {403: MOST_WRONG, 429: 300 - MOST_WRONG}


DEEP = b"[" * 90_000


def test_deep_json_is_refused_with_a_sentence(network: Network) -> None:
    with network.client(network.code) as client:
        described = client.get("/api/openapi.json").json()["paths"]
        posts = [path for path, methods in described.items() if "requestBody" in str(methods)]
        assert len(posts) > 5
        for path in posts:
            answer = client.post(path, content=DEEP, headers={"content-type": "application/json"})
            said = (answer.status_code, answer.json())
            assert said == (400, {"error": "this request cannot be read"}), path
        answer = client.post("/api/enter", content=DEEP)
        assert (answer.status_code, answer.json()["error"]) == (403, "this is not the code")


ALLOWED = 128  # open files


def test_half_sent_requests_use_up_no_files(tmp_path: Path) -> None:
    """More half-sent requests than a process may open files: others are served, at once."""
    command = [sys.executable, "-c", STARVED, str(ALLOWED)]
    environment = {**os.environ, "KIBITZ_CACHE": str(tmp_path), "KIBITZ_LANG": "en"}
    lines: list[socket.socket] = []
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        try:
            assert server.stdout is not None
            network = Network(
                address_in(server.stdout.readline()),
                server.stdout.readline().split()[-1],
            )
            host, port = network.address.removeprefix("http://").split(":")
            half = f"POST /api/enter HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Length: 9\r\n\r\n{{"
            for _ in range(2 * ALLOWED):
                lines.append(socket.create_connection((host, int(port)), timeout=PATIENCE))
                lines[-1].sendall(half.encode())
            with network.client(network.code) as client:
                assert client.get("/api/games/noughts").status_code == 200
                match = {"match": "kibitz+noughts"}
                assert client.post("/api/opinion", json=match).status_code == 200
        finally:
            server.terminate()
            for line in lines:
                line.close()
        _, said = server.communicate(timeout=PATIENCE)
    assert said.count("Too many connections (the most allowed: 64).") == 1  # said once a run
    assert "out of system resource" not in said  # as asyncio says when no file is left


STARVED = """
import resource, sys
from kibitz.cli import main
resource.setrlimit(resource.RLIMIT_NOFILE, (int(sys.argv[1]),) * 2)
sys.exit(main(["web", "--no-browser", "--port", "0", "--host", "127.0.0.1"]))
"""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("--host 0.0.0.0", "means every address"),
        ("--host ::", "means every address"),
        ("--host 203.0.113.7", "203.0.113.7 is not an address of this machine"),
        ("--host classroom", "there is no address called “classroom”"),
        ("--site school.example", "begins with http:// or https://"),
    ],
)
def test_a_wrong_address_is_one_sentence(
    words: str, said: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    known = socket.getaddrinfo

    def lookup(host: str, *details: Any, **more: Any) -> Any:
        if host == "classroom":
            raise socket.gaierror(socket.EAI_NONAME, "unknown")
        return known(host, *details, **more)

    monkeypatch.setattr(socket, "getaddrinfo", lookup)
    assert kibitz(["web", "--no-browser", "--port", "0", *words.split()]) == 2
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_the_page_asks_for_the_code_and_goes_on(browser: Browser, network: Network) -> None:
    for page in pages(browser):
        page.goto(f"{network.address}/play#kibitz+noughts;moves+b2")
        page.locator("#access-code").fill("wrong")
        page.keyboard.press("Enter")
        expect(page.locator("#said")).to_have_text("this is not the code")
        page.locator("#access-code").fill(network.code)
        page.keyboard.press("Enter")
        page.wait_for_selector("html[data-ply='1']")  # of the match in the address


def test_a_link_says_where_it_works(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path / "tables", site=SITE, against="server") as address:
        for page in pages(browser):
            Hand(page, MOUSE, address).open("kibitz+noughts;moves+b2")
            press(page, "#files")
            expect(page.locator("#link-where")).to_contain_text("on this computer only")
            page.locator("#copy-elsewhere").click()
            there = f"{SITE}/play.html#kibitz+noughts;moves+b2"
            expect(page.locator("#link")).to_have_value(there)
