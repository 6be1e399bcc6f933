"""The MCP server, asked by the official client over standard input and output."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest

import kibitz
from kibitz.rules.objectives.outcomes import Win
from tests.support.naive import has_line
from tests.support.own_games import SOUND

pytest.importorskip("mcp", reason="needs kibitz[mcp]")

from mcp import ClientSession, StdioServerParameters, stdio_client

from kibitz.adapters.mcp import EFFORT, MOST_SECONDS, GameTools, server

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from pathlib import Path


def ask(conversation: Callable[[ClientSession], Awaitable[Any]], *words: str) -> Any:
    """Return what a conversation with `kibitz mcp` returns."""

    async def run() -> Any:
        command = StdioServerParameters(
            command=sys.executable, args=["-m", "kibitz", "mcp", *words]
        )
        async with (
            stdio_client(command) as (reading, writing),
            ClientSession(reading, writing) as session,
        ):
            await session.initialize()
            return await conversation(session)

    return anyio.run(run)


def test_a_client_lists_the_tools_and_asks_each_of_them() -> None:
    async def talk(session: ClientSession) -> dict[str, Any]:
        tools = (await session.list_tools()).tools
        said: dict[str, Any] = {"tools": {one.name: one.description for one in tools}}
        questions: dict[str, dict[str, Any]] = {
            "games": {"search": "solitaire"},
            "rules": {"game": "noughts"},
            "solve": {"game": "noughts", "position": "XX.-OO.-..."},
            "play": {"game": "noughts", "moves": ["b2", "a1"], "opponent": "perfect"},
            "check": {"game": "noughts", "claim": "It is drawn."},
        }
        for name, arguments in questions.items():
            result = await session.call_tool(name, arguments)
            assert not result.is_error, result
            said[name] = result.structured_content
        said["error"] = await session.call_tool("solve", {"game": "nouhgts"})
        return said

    said = ask(talk)
    assert set(said["tools"]) == {"games", "rules", "solve", "play", "check"}
    assert all(said["tools"].values())
    assert "peg" in [one["name"] for one in said["games"]["result"]]
    assert said["rules"]["start"] == "...-...-..."
    assert said["solve"]["value"] == "win"
    assert said["solve"]["best_line"] == ["a3"]
    assert said["play"]["reply"] in kibitz.game("noughts").position("O..-.X.-...").best
    assert said["check"]["true"] is True
    assert said["error"].is_error
    assert "noughts" in said["error"].content[0].text, "the error suggests a name"


TOOLS = GameTools()


def test_outcomes_are_those_of_the_naive_rules() -> None:
    """Every winning move that `solve` names in one move makes a line of three."""
    said = TOOLS.solve("noughts", "XX.-OO.-...")
    wins = [move for move, words in said["moves"].items() if words == str(Win(1))]
    board = {(0, 0): "X", (0, 1): "X", (1, 0): "O", (1, 1): "O"}
    places = {f"{'abc'[row]}{column + 1}": (row, column) for row in range(3) for column in range(3)}
    lines = [name for name, at in places.items() if has_line(board | {at: "X"}, "X", 3)]
    assert wins == [name for name in lines if places[name] not in board]


@pytest.mark.parametrize(
    ("game", "claim", "about", "true"),
    [
        ("noughts", "drawn", {}, True),
        ("noughts", "won in 9", {}, False),
        ("noughts", "won in 1", {"position": "XX.-OO.-..."}, True),
        ("noughts", "won in 3", {"position": "XX.-OO.-..."}, False),
        ("noughts", "won", {"position": "XX.-OO.-..."}, True),
        ("noughts", "best", {"position": "XX.-OO.-...", "move": "a3"}, True),
        ("noughts", "keeps the outcome", {"position": "XX.-OO.-...", "move": "c1"}, False),
        ("peg:triangle", "1", {}, True),
        ("lgame", "a draw", {}, True),
        ("four:rows=7,columns=7", "won", {}, None),  # far too large for a second
    ],
)
def test_a_claim_is_checked(
    game: str, claim: str, about: dict[str, str], true: bool | None
) -> None:
    assert TOOLS.check(game, claim, **about)["true"] is true


def test_an_illegal_move_is_named_with_its_reason() -> None:
    said = TOOLS.play("noughts", ["b2", "b2"])
    assert (said["illegal"], said["at"], said["position"]) == ("b2", 1, "...-.X.-...")
    assert said["why"]


def test_no_file_is_run_unless_the_user_names_it(tmp_path: Path) -> None:
    flag = tmp_path / "run"
    file = tmp_path / "mine.py"
    text = (
        "import pathlib\nfrom kibitz import game\n"
        f"pathlib.Path({str(flag)!r}).touch()\nGAME = game('noughts')\n"
    )
    file.write_text(text)
    with pytest.raises(kibitz.KibitzError, match="is not run"):
        TOOLS.rules(str(file))
    assert not flag.exists()


def test_a_file_is_known_by_its_name_without_folders(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(SOUND)
    tools = GameTools([str(file)])
    assert "mine.py" in [one["name"] for one in tools.games()]
    for name in ("mine.py", str(file)):
        said = tools.rules(name)
        assert said["game"] == "mine.py"
        assert str(tmp_path) not in str(said | tools.solve(name))
    with pytest.raises(kibitz.KibitzError, match="is not run"):
        tools.rules("other.py")


HALF = "\ud800"  # of a character: it can be written in JSON, but is no text
WRONG = [
    ("games", {"words": "morris"}, "games takes no argument “words”; it takes search"),
    ("play", {"game": "noughts", "moves": "b2 a1"}, "the argument moves is not a list of texts"),
    ("play", {"game": "noughts", "moves": [1]}, "the argument moves.0 is not a text"),
    ("solve", {}, "the argument game is missing"),
    ("rules", {"game": ["noughts"]}, "the argument game is not a text"),
    *(("solve", {"game": game}, "there is no game") for game in (HALF, "\\" + HALF, "🂡" + HALF)),
    ("solve", {"game": "noughts", "position": HALF}, "Error executing tool solve"),
    ("play", {"game": "noughts", "moves": [HALF]}, '"illegal"'),
    ("check", {"game": "noughts", "claim": HALF}, "names no outcome"),
    ("games", {HALF: ""}, "games takes no argument"),
]


def test_wrong_arguments_get_a_sentence_and_sigterm_ends_the_server(tmp_path: Path) -> None:
    """All of it in JSON as a client may write it, which the official client cannot send."""
    about = {"protocolVersion": "2025-06-18", "capabilities": {}}
    messages: list[dict[str, Any]] = [
        {"id": 0, "method": "initialize", "params": about | {"clientInfo": CLIENT}},
        {"method": "notifications/initialized"},
    ]
    messages += [
        {"id": at, "method": "tools/call", "params": {"name": tool, "arguments": arguments}}
        for at, (tool, arguments, _) in enumerate(WRONG, 1)
    ]
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        for message in messages:
            server.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        server.stdin.flush()
        replies = [json.loads(server.stdout.readline()) for _ in range(1 + len(WRONG))]
        server.terminate()
        assert server.wait() == -signal.SIGTERM, "though it waits for input"
    said = {reply["id"]: reply["result"]["content"][0]["text"] for reply in replies if reply["id"]}
    for at, (_, _, words) in enumerate(WRONG, 1):
        assert words in said[at]
        assert "pydantic" not in said[at]


CLIENT = {"name": "test", "version": "1"}


def test_a_question_that_takes_too_long_is_answered_in_time() -> None:
    """The thread goes on until the test lets it end; the caller does not wait for it."""
    from threading import Event

    from mcp.server.mcpserver.exceptions import ToolError

    tools, ended = GameTools(), Event()

    async def run() -> None:
        with pytest.raises(ToolError, match="takes longer"):
            await tools.within_time(ended.wait)()

    try:
        anyio.run(run)
    finally:
        ended.set()
    assert EFFORT.seconds is not None
    assert EFFORT.seconds < MOST_SECONDS < 2
    assert not EFFORT.compile, "compiling takes seconds that an effort does not count"


def test_the_instructions_state_the_effort() -> None:
    assert f"{EFFORT.seconds:g} s" in str(server().instructions)
