"""The MCP server, asked by the official client over standard input and output."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import anyio
import pytest

import kibitz
from kibitz.rules.objectives.outcomes import Win
from tests.support.naive import has_line

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


def test_a_question_that_takes_too_long_is_answered_in_time() -> None:
    """The thread goes on until the test lets it end; the caller does not wait for it."""
    from threading import Event

    from mcp.server.mcpserver.exceptions import ToolError

    tools, ended = GameTools(), Event()

    async def run() -> None:
        with pytest.raises(ToolError, match="takes longer"):
            await tools.within_time(ended.wait)

    try:
        anyio.run(run)
    finally:
        ended.set()
    assert EFFORT.seconds is not None
    assert EFFORT.seconds < MOST_SECONDS < 2
    assert not EFFORT.compile, "compiling takes seconds that an effort does not count"


def test_the_instructions_state_the_effort() -> None:
    assert f"{EFFORT.seconds:g} s" in str(server().instructions)
