"""Server of the Model Context Protocol: games, rules, exact outcomes, moves and claims as tools.

    kibitz mcp

Every question is answered within `EFFORT`, and within `MOST_SECONDS` in any case. What is not
proved by then is unknown: nothing is guessed. No file is run but those that the user names.
"""

import os
import re
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps
from threading import Lock, Thread
from typing import Any, TypeVar

import anyio
from anyio import to_thread
from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp.types import CallToolResult, InputRequiredResult
from pydantic import ValidationError

from kibitz.api.game import Game, with_positions
from kibitz.api.position import Answer, Position
from kibitz.games.collection import Collection
from kibitz.games.kinds import all_games
from kibitz.games.registry import family, same_file
from kibitz.language.errors import (
    Enumeration,
    KibitzError,
    NotationError,
    Sentence,
    phrase,
    quoted,
)
from kibitz.language.languages import Language
from kibitz.oracle.oracle import Oracle
from kibitz.play.opponents import OPPONENTS, Opponent
from kibitz.rules.base_game import BaseGame
from kibitz.rules.game_name import GameName
from kibitz.rules.objectives.outcomes import Outcome
from kibitz.solve.effort import Effort
from kibitz.system.recent import Recent
from kibitz.tasksets.questions import questions_for
from kibitz.tasksets.reply import outcome_in
from kibitz.tasksets.task_prompt import rules_text

EFFORT = Effort(seconds=1.0, memory=1 << 30, compile=False)
REPLY = Effort(seconds=0.5, memory=1 << 30, compile=False)  # of an opponent
MOST_SECONDS = 1.9  # for a call, whatever happens
MOST_GAMES = 16  # kept in memory
MOST_MOVES = 1_000  # of a line that is played
INSTRUCTIONS = (
    "Exact outcomes of small board games and puzzles. A game is named as in `games`, with "
    "parameters after a colon: noughts, peg:triangle, four:rows=5. A position is written on one "
    "line, as the tools return it; without one, the start is meant. An outcome is for the player "
    f"to move. Every answer is proved within {EFFORT.seconds:g} s; what is not is called unknown, "
    "and never guessed."
)

T = TypeVar("T")

# Sentences about wrong arguments, by the prefix of pydantic's error type.
WRONG = {
    "missing": phrase("the argument {name} is missing"),
    "string": phrase("the argument {name} is not a text"),
    "list": phrase("the argument {name} is not a list of texts"),
}
# In JSON: what stands for itself (a backslash, a character of two parts), or a half of such a
# character, which is no text and makes the library drop a request without an answer.
HALVES = re.compile(
    rb"(\\\\|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2})|\\u[dD][89a-fA-F][0-9a-fA-F]{2}"
)
NO_CHARACTER = rb"\ufffd"


class GameTools:
    """The tools, for all shipped games and for those in `files`, by their names without folders."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._offered = Collection(files)
        self._games: Recent[str, Game] = Recent(MOST_GAMES)
        self._one_at_a_time = Lock()

    # Each tool is named after what it does; its docstring is what a model reads.

    def games(self, search: str = "") -> list[dict[str, Any]]:
        """List the games: name, what it is, how many players. `search` selects by words."""
        words, english = search.split(), Language()
        found = [one for one in all_games() if not words or one.has(words, english)]
        own = [{"name": name, "summary": "a game in a file"} for name in self._offered.files]
        return [{"name": one.name, "summary": one.summary} for one in found] + own

    def rules(self, game: str) -> dict[str, Any]:
        """Return the rules of a game, how moves are written, its start and its parameters."""
        found = self._game(game)
        name = GameName(str(found.name))
        parameters: dict[str, Any] = {}
        variants: list[str] = []
        if name.file is None:
            known = family(name.family)
            variants = sorted(known.variants)
            parameters = {
                one.name: {"default": one.default, "bounds": one.bounds}
                for one in known.parameters.values()
            }
        return {
            "game": str(found.name),
            "rules": rules_text(found),
            "players": found.rules.objective.players,
            "start": found.start.text,
            "board": str(found.start),
            "example_moves": [str(move) for move in found.start.moves[:3]],
            "variants": variants,
            "parameters": parameters,
        }

    def solve(self, game: str, position: str = "") -> dict[str, Any]:
        """Return the exact outcome of a position, every move with its own, and a best line."""
        here = self._position(game, position)
        answer = Answer.by(here.game.oracle, here)
        line = answer.line
        return {
            **_position_json(here),
            **_outcome_json(answer.outcome),
            "moves": {str(move): str(move.outcome) for move in answer.moves},
            "best_line": None if line is None else [str(move) for move in line],
        }

    def play(
        self, game: str, moves: list[str], position: str = "", opponent: str = ""
    ) -> dict[str, Any]:
        """Make moves and return the position after them, or the illegal move and the reason.

        With an opponent (perfect, hard, easy or random), it makes the next move.
        """
        here = self._position(game, position)
        if len(moves) > MOST_MOVES:
            raise KibitzError("at most {count} moves are played at once", count=MOST_MOVES)
        for at, move in enumerate(moves):
            try:
                here = here.play(move)
            except NotationError as error:
                return {**_position_json(here), "illegal": move, "at": at, "why": str(error)}
        reply = None
        if opponent and not here.is_over:
            if opponent not in OPPONENTS or not here.game.rules.two_players:
                raise KibitzError("there is no opponent {name} here", name=quoted(opponent))
            chosen = Opponent(opponent, here.game.oracle, None, REPLY).choose(here.number)
            reply = here.move(chosen)
            here = reply.position
        legal = [] if here.is_over else [str(move) for move in here.moves]
        return {
            **_position_json(here),
            "reply": None if reply is None else str(reply),
            "legal_moves": legal,
        }

    def check(self, game: str, claim: str, position: str = "", move: str = "") -> dict[str, Any]:
        """Check a claim about a position or, if one is given, about a move in it.

        A claim is “won”, “won in 5”, “drawn”, “lost by 2”, “solvable in 7”, “unsolvable” or a best
        score such as “3”, for the player to move; about a move, also “best” or “keeps the outcome”.
        `true` is null if that is not known.
        """
        here = self._position(game, position)
        oracle, best = here.game.oracle, None
        if move:
            made = here.move(move)
            outcome, best = made.outcome, oracle.outcome(here.number)
        else:
            outcome = oracle.outcome(here.number)
        true = self._is_true(here, claim, outcome, best)
        said = {"claim": claim, "true": true, **_outcome_json(outcome)}
        return said if best is None else {**said, "best": _outcome_json(best)}

    def _is_true(
        self, here: Position, claim: str, outcome: Outcome, best: Outcome | None
    ) -> bool | None:
        words = claim.lower().split()
        if best is not None and words and words[0] in ("best", "keeps"):
            if not (outcome.known and best.known):
                return None
            return outcome.is_best(best) if words[0] == "best" else outcome.keeps(best)
        questions = questions_for(here.game.rules.objective)
        kind, number = outcome_in(claim)
        found = questions.check_statement(outcome, kind, number)
        if found is None:
            raise KibitzError("the claim {claim} names no outcome", claim=quoted(claim))
        right, exact = found
        if outcome.exact:
            return exact if number is not None else right
        if outcome.kind == "unknown" or not questions.can_state(outcome):
            return None
        return None if right and number is not None else right  # proved, but not its number

    # What they need

    def _game(self, name: str) -> Game:
        found = self._games.get(name)
        if found is None:
            found = with_positions(self._trusted(name))
            found.oracle = Oracle(found, effort=EFFORT)
            self._games[name] = found
        return found

    def _trusted(self, name: str) -> BaseGame:
        """Return the game with that name; a file that the user named may have its path, too."""
        asked = GameName(name)
        if asked.file is not None and asked.file not in self._offered.files:
            called = (own for own, path in self._offered.files.items() if same_file(name, path))
            known = next(called, None)
            if known is None:
                raise KibitzError(
                    "the file {name} is not run: name it when you start kibitz mcp",
                    name=quoted(name),
                )
            asked = asked.replace_family(known)
        return self._offered.game(asked)

    def _position(self, game: str, position: str) -> Position:
        found = self._game(game)
        return found.position(position) if position else found.start

    def within_time(self, tool: Callable[..., T]) -> Callable[..., Awaitable[T]]:
        """Return a tool that is called in a thread, and raises an error if it takes too long."""

        @wraps(tool)
        async def timed(**arguments: Any) -> T:
            def answered() -> T:
                if not self._one_at_a_time.acquire(timeout=MOST_SECONDS):
                    raise KibitzError("an earlier question is still being worked on")
                try:
                    return tool(**arguments)
                finally:
                    self._one_at_a_time.release()

            try:
                with anyio.fail_after(MOST_SECONDS):
                    return await to_thread.run_sync(answered, abandon_on_cancel=True)
            except TimeoutError:
                raise ToolError(f"this takes longer than {MOST_SECONDS:g} s") from None
            except KibitzError as error:
                raise ToolError(str(error)) from None

        return timed


def _position_json(position: Position) -> dict[str, Any]:
    return {
        "position": position.text,
        "board": str(position),
        "to_move": position.turn,
        "over": position.is_over,
    }


def _outcome_json(outcome: Outcome) -> dict[str, Any]:
    said: dict[str, Any] = {"outcome": str(outcome), **outcome.as_json()}
    if outcome.reason is not None:
        said["reason"] = str(outcome.reason)
    return said


class ToolServer(MCPServer[Any]):
    """A server that says in a sentence what is wrong with the arguments of a call."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Any = None
    ) -> CallToolResult | InputRequiredResult:
        for tool in await self.list_tools():
            accepted = list(tool.input_schema["properties"])
            unknown = next((word for word in arguments if word not in accepted), None)
            if tool.name == name and unknown is not None:
                raise ToolError(
                    str(
                        Sentence(
                            "{tool} takes no argument {name}; it takes {names}",
                            tool=name,
                            name=quoted(unknown),
                            names=Enumeration(accepted, "and"),
                        )
                    )
                )
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(str(wrong_argument(error.__cause__))) from None
            raise


def wrong_argument(error: ValidationError) -> Sentence:
    """Return the sentence for the first of pydantic's errors."""
    fault = error.errors()[0]
    kind = next((kind for kind in WRONG if fault["type"].startswith(kind)), "string")
    return Sentence(WRONG[kind], name=".".join(map(str, fault["loc"])))


def without_halves(line: bytes) -> bytes:
    """Return a line of JSON with halves of characters replaced, which are no text."""
    return HALVES.sub(lambda found: found[1] or NO_CHARACTER, line)


def pass_whole_characters() -> None:
    """Let standard input pass through `without_halves` from now on."""
    reading, writing = os.pipe()
    source = os.dup(0)
    os.dup2(reading, 0)
    os.close(reading)

    def copy() -> None:
        with open(source, "rb") as lines, open(writing, "wb") as passed:
            for line in lines:
                passed.write(without_halves(line))
                passed.flush()

    Thread(target=copy, daemon=True).start()


def server(files: Sequence[str] = ()) -> MCPServer[Any]:
    """Return a server with the tools; games in `files` are offered, too."""
    tools, made = GameTools(files), ToolServer("kibitz", instructions=INSTRUCTIONS)

    for tool in (tools.games, tools.rules, tools.solve, tools.play, tools.check):
        made.add_tool(tools.within_time(tool))
    return made
