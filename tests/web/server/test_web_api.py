"""The JSON interface: its answers, its refusals, and a search for requests that break it."""

from __future__ import annotations

import os
import re
import subprocess
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

import httpx
import jsonschema_rs
import pytest

from kibitz.drawing.pointing import steps_of
from kibitz.games import registry
from kibitz.games.registry import game_named
from kibitz.language.languages import LANGUAGES
from kibitz.play.match_history import MatchState
from kibitz.web.page_words import catalogue, sentences
from kibitz.web.server.web_server import listen
from tests.support.console import command, environment, run, the_sentence
from tests.support.every_game import TOO_LARGE, names
from tests.support.serving import parts_of, serving

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

WAIT = 60


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[httpx.Client]:
    with (
        serving(tmp_path_factory.mktemp("tables")) as address,
        httpx.Client(base_url=address, timeout=WAIT) as client,
    ):
        yield client


def sentence_of(answer: httpx.Response, status: int) -> str:
    assert answer.status_code == status, answer.text
    said = answer.json()["error"]
    assert 5 < len(said) < 400
    return str(said)


def test_games_and_one_of_them(client: httpx.Client) -> None:
    said = client.get("/api/games").json()
    assert {one["name"] for one in said["games"]} == set(registry.names())
    board = client.get("/api/games/peg:triangle,side=6").json()
    assert len(board["names"]) == 21
    assert board["lattice"] == "triangular"


def test_a_position_with_its_value_and_moves(client: httpx.Client) -> None:
    said = client.get("/api/games/noughts/positions/XO.-.X.-...").json()
    assert (said["value"]["outcome"], said["value"]["distance"]) == ("loss", 4)
    assert [one["move"] for one in said["moves"]][:1] == ["c3"]
    assert said["moves"][0]["best"]
    assert client.get("/api/games/lgame/positions/start").json()["value"]["outcome"] == "draw"


def test_a_shortest_solution_is_legal_and_as_long_as_the_value_says(client: httpx.Client) -> None:
    said = client.get("/api/games/lockout/solutions/start").json()
    game = game_named("lockout")
    position = game.rules.start
    for text, after in zip(said["line"], said["positions"], strict=True):
        position = game.rules.play(position, game.parse_move(position, text))
        assert game.text(position) == after
    assert game.rules.worth(position) == 1
    assert said["value"]["distance"] == len(said["line"]) == 4


def test_pegs_of_a_large_board(client: httpx.Client) -> None:
    said = client.get("/api/games/peg:english/positions/start").json()
    assert said["value"]["outcome"] == 1
    assert all(one["value"]["tone"] == "good" for one in said["moves"])
    french = client.get("/api/games/peg:french/positions/start").json()
    assert french["value"]["tone"] == "bad"


def test_what_would_take_hours_says_so_and_offers_the_command(client: httpx.Client) -> None:
    answer = client.post("/api/games/peg:wiegleb/table")
    assert "run kibitz table peg:wiegleb" in sentence_of(answer, 409)
    assert answer.json()["command"] == "kibitz table peg:wiegleb"
    said = client.get(f"/api/games/{TOO_LARGE}/positions/start").json()
    assert said["value"]["outcome"] is None
    assert said["command"].startswith(f"kibitz solve {TOO_LARGE} ")
    solutions = client.get(f"/api/games/{TOO_LARGE}/solutions/start")
    assert "run kibitz solve" in sentence_of(solutions, 409)


def test_an_unknown_value_says_how_long_its_table_takes(client: httpx.Client) -> None:
    """The English board needs none: every value is known. A larger board takes hours."""
    lost = "kibitz+peg:english;moves+F4U+C4D+D6L+F5U+E7L+E4U+E2R+G3U+G5L+E4R+D3D"
    large = "kibitz+peg:drawn,board=oooooo-oooooo-oo.ooo-oooooo-oooooo-oooooo"
    known = {
        "kibitz+noughts": "",
        lost: "",
        f"kibitz+{TOO_LARGE}": "minutes",
        f"{large};start+oooooo-oooooo-.o....-..o..o-......-o.....": "hours",
    }
    for match, takes in known.items():
        said = client.post("/api/opinion", json={"match": match}).json()
        assert said["table"] == takes
        assert takes == "" or said["value"]["tone"] == "unknown"


def test_puzzles_of_a_large_game_need_a_table_which_is_built_in_the_background(
    client: httpx.Client,
) -> None:
    name = "lockout:goal=a2"  # which is not its own mirror image
    missing = client.get(f"/api/games/{name}/puzzle")
    assert "is not built yet" in sentence_of(missing, 409)
    assert missing.json()["command"].startswith("kibitz table lockout:")
    state = client.post(f"/api/games/{name}/table").json()
    while state["state"] == "building":
        assert client.get("/api/games/noughts").status_code == 200  # play goes on
        state = client.get(f"/api/games/{name}/table").json()
    assert state["state"] == "ready", state
    assert client.get(f"/api/games/{name}/puzzle").json()["kind"] == "solve"


def test_puzzles_by_length_and_by_day(client: httpx.Client) -> None:
    name = "lockout:helpers=2,goal=b2"  # so small that its table is made at once
    counts = client.get(f"/api/games/{name}/puzzles").json()["counts"]
    for distance in counts:
        said = client.get(f"/api/games/{name}/puzzle?distance={distance}").json()
        solution = client.get(f"/api/games/{name}/solutions/{said['position']}").json()
        assert len(solution["line"]) == int(distance) == said["distance"]
    one, same = (client.get(f"/api/games/{name}/puzzle?distance=3&seed=x").json() for _ in "ab")
    assert one == same
    day = f"/api/games/{name}/daily?day=2026-11-15"
    assert client.get(day).json() == client.get(day).json()
    assert client.get(day).json()["day"] == "2026-11-15"
    assert "the longest takes" in sentence_of(
        client.get(f"/api/games/{name}/puzzle?distance=900"), 409
    )
    start = {"match": "kibitz+noughts"}
    assert "not a puzzle" in sentence_of(client.post("/api/judge", json=start), 409)


def test_a_match_is_played_judged_and_taken_back(client: httpx.Client) -> None:
    described = client.get("/api/openapi.json").json()
    given = described["paths"]["/api/match"]["post"]["responses"]["200"]["content"]
    line = given["application/x-ndjson"]["schema"]
    seen = client.post("/api/new", json={"game": "noughts", "players": ["human", "perfect"]}).json()

    def done(**what: object) -> list[Any]:
        parts = parts_of(client.post("/api/match", json={"match": seen["match"], **what}))
        for part in parts:
            jsonschema_rs.validate({**line, "components": described["components"]}, part)
        return parts

    made, replied, judged = done(play="a1", reply=True, opinion=True)
    assert (made["view"]["history"], made["view"]["to_move"]) == (["a1"], "perfect")
    seen = replied["view"]
    assert seen["history"] == ["a1", "b2"]  # the only move that draws
    asked = client.post("/api/opinion", json={"match": seen["match"]}).json()
    assert judged == {"opinion": asked}
    assert [part["view"]["ply"] for part in done(reply=True)] == [2]  # it is a person's turn
    (part,) = done(jump=0)
    assert (part["view"]["ply"], len(part["view"]["history"])) == (0, 2)
    said = client.post("/api/opinion", json={"match": "kibitz+noughts;moves+a1+a2"}).json()
    assert [point["mark"] for point in said["graph"]] == ["", "", "?"]
    assert said["value"]["outcome"] == "win"


def test_a_match_that_cannot_be_read_names_its_game(client: httpx.Client) -> None:
    for name in ("noughts:rows=4", "noughts:nonsense"):
        said = client.post("/api/opinion", json={"match": f"kibitz+{name};moves+z9"}).json()
        assert (said["game"], said["family"]) == (name, "noughts")
    assert "game" not in client.post("/api/opinion", json={"match": "chess"}).json()


def test_a_link_begins_a_match_between_the_players_that_it_names(client: httpx.Client) -> None:
    seated = client.get("/api/games").json()["seated"]
    begun = client.get("/api/games/noughts").json()["match"]
    for players in ("human easy", "perfect human"):
        said = client.post("/api/match", json={"match": begun + seated[players]}).json()
        assert said["view"]["players"] == players.split()


def test_edited_cells_are_checked(client: httpx.Client) -> None:
    cells = list("XX.......")
    said = client.post("/api/check", json={"game": "noughts", "cells": cells}).json()
    assert "X moves first" in said["error"]
    cells[8] = "O"
    said = client.post("/api/check", json={"game": "noughts", "cells": cells}).json()
    assert said == {
        "error": "",
        "cell": None,
        "position": "XX.-...-..O",
        "match": "kibitz+noughts;start+XX.-...-..O",
        "variant": "",
        "mover": 1,
    }
    sentence_of(client.post("/api/check", json={"game": "noughts", "cells": ["Z"] * 9}), 404)


@pytest.mark.parametrize("name", names())
def test_pointing_tells_the_moves_apart(name: str) -> None:
    """For every game there is: no two legal moves are pointed at in the same way."""
    game = game_named(name)
    match = MatchState(game)
    for ply in range(12):
        moves = list(game.rules.moves(match.position))
        if not moves:
            break
        ways = [steps_of(game, match.position, move, match.mover) for move in moves]
        assert all(ways)
        assert all(all(step) or step for way in ways for step in way)
        assert len({str(way) for way in ways}) == len(moves)
        match.play(moves[(7 * ply + 3) % len(moves)])


BAD: list[tuple[str, str, Any, int]] = [
    ("GET", "/api/games/chess", None, 404),
    ("GET", "/api/games/noughts/positions/XXX", None, 409),
    ("GET", "/api/games/noughts/positions/%00%1b[2J", None, 409),
    ("GET", "/api/games/noughts:rows=99999999999999999999/positions/start", None, 404),
    ("GET", "/api/games/peg:drawn,board=" + "o" * 64 + "/positions/start", None, 404),
    ("GET", "/api/games/peg:..%2F..%2Fetc%2Fpasswd", None, 404),
    ("GET", "/api/games/lockout/daily?day=2026-13-01", None, 409),
    ("GET", "/api/nothing", None, 404),
    ("GET", "/page/..%2f..%2fapp.py", None, 404),
    ("POST", "/api/match", {"match": "kibitz noughts", "play": "z9"}, 409),
    ("POST", "/api/match", {"match": "x" * 200_000}, 413),
    ("POST", "/api/new", {"game": "noughts", "players": ["me", "you"]}, 409),
]


@pytest.mark.parametrize(("method", "path", "body", "status"), BAD)
def test_bad_requests_get_a_sentence(
    client: httpx.Client, method: str, path: str, body: Any, status: int
) -> None:
    sentence_of(client.request(method, path, json=body), status)


def test_refusals_are_in_the_language_of_the_caller(client: httpx.Client) -> None:
    path = "/api/games/noughts/positions/XXX"
    said = {
        code: client.get(path, headers={"Accept-Language": code}).json()["error"]
        for code in LANGUAGES
    }
    assert len(set(said.values())) == len(LANGUAGES)


def test_a_wrong_method_is_told_the_right_ones(client: httpx.Client) -> None:
    for method in ("OPTIONS", "PUT"):
        answer = client.request(method, "/api/games/noughts/table")
        assert answer.headers["allow"] == "DELETE, GET, POST"
    assert client.post("/api/games").headers["allow"] == "GET"
    assert client.post("/api/openapi.json").headers["allow"] == "GET"


FROM = "Sec-Fetch-Site"
LINK = {"Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}


@pytest.mark.parametrize(
    ("path", "headers", "status"),
    [
        ("/api/games", {FROM: "cross-site"}, 403),  # an image tag on another page
        ("/api/games", {FROM: "same-site"}, 403),  # a page of another server on this machine
        ("/api/games", {FROM: "cross-site", **LINK}, 403),
        ("/play", {FROM: "cross-site", **LINK}, 200),  # a link to a match
        ("/play", {FROM: "cross-site", **LINK, "Sec-Fetch-Dest": "iframe"}, 403),
        ("/page/core/dom.js", {FROM: "cross-site", "Sec-Fetch-Mode": "no-cors"}, 403),
        ("/api/games", {FROM: "same-origin"}, 200),
        ("/api/games", {FROM: "none", **LINK}, 200),  # typed by a person
    ],
)
def test_no_other_page_may_ask(
    client: httpx.Client, path: str, headers: dict[str, str], status: int
) -> None:
    assert client.get(path, headers=headers).status_code == status


def test_only_this_machine_and_its_own_pages_may_ask(client: httpx.Client) -> None:
    assert "127.0.0.1" in sentence_of(client.get("/", headers={"Host": "evil.example"}), 403)
    sentence_of(client.get("/api/games", headers={"Host": "127.0.0.1.evil.example:80"}), 403)
    port = client.base_url.port
    here = f"127.0.0.1:{port}"
    for origin in ("http://evil.example", f"x://{here}", f"file://{here}", here, "null", ""):
        elsewhere = {"Origin": origin, "Host": here}
        sentence_of(client.post("/api/new", json={"game": "noughts"}, headers=elsewhere), 403)
    for scheme in ("http", "https"):
        own = {"Origin": f"{scheme}://{here}", "Host": here}
        assert client.post("/api/new", json={"game": "noughts"}, headers=own).status_code == 200
    assert client.get("/api/games", headers={"Host": f"localhost:{port}"}).status_code == 200
    assert "access-control-allow-origin" not in client.get("/api/games").headers


def test_pages_may_load_only_what_is_here(client: httpx.Client) -> None:
    for path in ("/", "/play"):
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        loaded = re.sub('<meta property="og:image"[^>]*>', "", answer.text)  # for other programs
        assert not re.search(r"<script(?![^>]*src=)|<style|\son\w+=|\sstyle=|https?://", loaded)


def test_a_long_body_without_a_length_is_refused(client: httpx.Client) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(300):
            yield b"x" * 1000

    answer = client.post("/api/new", content=endless())
    assert answer.status_code == 413


def test_many_clients_at_once(client: httpx.Client) -> None:
    def one(number: int) -> int:
        path = ["/", "/api/games/noughts/positions/start", "/api/words/el"][number % 3]
        return client.get(path).status_code

    with ThreadPoolExecutor(50) as many:
        assert set(many.map(one, range(100))) == {200}


@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_every_sentence_of_the_page_is_translated(code: str) -> None:
    fields = re.compile(r"\{\w+\}")
    said = {one: str(words) for one, words in catalogue(code).items()}
    for sentence in sentences():
        assert sorted(fields.findall(said[sentence])) == sorted(fields.findall(sentence))
    alike = [sentence for sentence in sentences() if said[sentence] == sentence]
    assert len(alike) <= 6, alike
    greek = [sentence for sentence in sentences() if re.search("[α-ω]", said[sentence].lower())]
    assert (len(greek) > 100) == (code == "el"), greek[:3]


# The command


def test_a_port_in_use_and_wrong_ports() -> None:
    with listen(0) as taken:
        port = taken.getsockname()[1]
        said = the_sentence(run(f"web --no-browser --port {port}"))
        assert said.startswith(f"port {port} is in use; kibitz web --port ")
    assert "a port is a number" in the_sentence(run("web --port 70000"))


def test_the_server_says_where_it_is_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    import signal

    process = subprocess.Popen(
        command("web --no-browser --port 0"),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment({"KIBITZ_CACHE": str(tmp_path)}),
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address = re.findall(r"http://127\.0\.0\.1:\d+/", line)[0]
    assert httpx.get(address, timeout=WAIT).status_code == 200
    os.kill(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=WAIT)
    assert (out, err) == ("Kibitz has stopped.\n", "")
    assert process.returncode == 0
