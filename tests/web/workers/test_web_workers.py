"""The processes behind the server: limits, cancellation, and that none outlives it."""

from __future__ import annotations

import asyncio
import json
import os
import select
import signal
import socket
import sys
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from kibitz.games.collection import Collection
from kibitz.games.registry import game_named
from kibitz.oracle.compilations import FAILED, UNDER_WAY, Compilations
from kibitz.oracle.compile_ahead import KEPT, NOT_NEEDED
from kibitz.oracle.named_tables import table_of
from kibitz.oracle.oracle import USUAL
from kibitz.oracle.sources.subgame_source import FromSubgame
from kibitz.questions.refusals import TooBusy
from kibitz.solve.store.table_store import TableStore
from kibitz.web.server.application import inner_application
from kibitz.web.server.fair_queue import Turns
from kibitz.web.workers.builder_process import BuildReport
from kibitz.web.workers.pending_questions import Question
from kibitz.web.workers.table_builders import Builders, Building, BuildLimits
from kibitz.web.workers.worker_pool import PoolLimits, Worker, Workers
from tests.support.console import run
from tests.support.every_game import TOO_LARGE
from tests.support.own_games import EXAMPLES, SOUND, changed, line_of
from tests.support.serving import UNHURRIED, ServerProcess, parts_of, serving

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from kibitz.questions.answering import Answer

WAIT = 60
PLAYED = "    return position | 1 << move"
UNSEEN = "print.__self__.__import__"  # how a rule reaches what Kibitz refuses where it sees it
LOOPING = changed((PLAYED, f"    while position:\n        pass\n{PLAYED}"))
# Without an end too, but at rest: enough where a limit has to pass.
PAUSE = f"    signal = {UNSEEN}('signal')\n    while position:\n        signal.pause()\n"
PAUSING = changed((PLAYED, PAUSE + PLAYED))
GREEDY = PAUSING.replace("signal.pause()", "kept = b'x' * (400 << 20)\n        signal.pause()")
DYING = changed((PLAYED, f"    if position:\n        {UNSEEN}('os')._exit(3)\n{PLAYED}"))
RAISED = "        raise ValueError('so far')"
FAILING = changed((PLAYED, f"    if position:\n{RAISED}\n{PLAYED}"))
DEEP = "{} position & (position - 1):"  # at positions with two marks
NOUGHTS = "kibitz+noughts;moves+a1"


def written(folder: Path, **texts: str) -> list[str]:
    """Write files of games; return their paths."""
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text)
    return [str(folder / f"{name}.py") for name in texts]


@asynccontextmanager
async def pool(folder: Path, *files: str, **limits: Any) -> AsyncIterator[Workers]:
    """Yield the processes of a server without shipped tables, which end at the end of the block."""
    store = TableStore(str(folder), shipped="")
    workers = Workers(store, Collection(files), PoolLimits(**{"answering": UNHURRIED, **limits}))
    yield workers
    await workers.stop()


def judged(address: str, match: str) -> httpx.Response:
    return httpx.post(f"{address}/api/opinion", json={"match": match}, timeout=WAIT)


# Limits


# What rules do wrong, within which limits, and what is said of it.
FAULTS: dict[str, tuple[str, dict[str, Any], str]] = {
    "time": (PAUSING, {"seconds": 2.0}, "this took more than 2 s and was stopped"),
    "memory": (
        *(GREEDY, {"memory": 300 << 20}),
        "this took more than 300 MB of memory and was stopped",
    ),
    "death": (DYING, {}, "the process that should answer this has ended"),
    "rules": (FAILING, {}, f"{{file}}, line {line_of(FAILING, RAISED)}: ValueError: so far"),
}


@pytest.fixture(scope="module", params=FAULTS)
def faulty(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[tuple[str, str]]:
    """Serve rules that go wrong at the next move, and deep ones that do so two moves on."""
    rules, given, said = FAULTS[request.param]
    limits = PoolLimits(answering=UNHURRIED, **given)
    deep = rules.replace("while position:", DEEP.format("while")).replace(
        "if position:", DEEP.format("if")
    )
    folder = tmp_path_factory.mktemp("faulty")
    with serving(folder, *written(folder, mine=rules, deep=deep), limits=limits) as address:
        yield address, said


def test_what_goes_too_far_is_stopped_and_told(faulty: tuple[str, str]) -> None:
    address, said = faulty
    for question in ("opinion", "match"):  # one that solves, one that does not
        body = {"match": "kibitz+mine.py;moves+a1"}
        answer = httpx.post(f"{address}/api/{question}", json=body, timeout=WAIT)
        assert answer.status_code == 409
        assert os.path.basename(answer.json()["error"]) == said.format(file="mine.py")
    assert judged(address, NOUGHTS).json()["value"]["outcome"] == "draw"


# Compilation


def test_a_game_is_compiled_once_in_the_background(tmp_path: Path) -> None:
    """Its processes are stood for by programs that answer at once, or end."""
    ends = {"small": NOT_NEEDED, "large": KEPT, "broken": None}
    log = tmp_path / "started"
    program = (
        f"import json; (name, files), ends = json.loads(input()), {ends}\n"
        f"print(name, file=open({str(log)!r}, 'a'))\n"
        "ends[name] and print(json.dumps(ends[name]), 'null', sep='\\n')"
    )
    loaded: list[str] = []

    async def ask() -> dict[str, list[bool]]:
        workers = Workers(TableStore(str(tmp_path)), Collection())
        compilations = workers.compilations = Compilations(loaded.append)
        compilations.command = [sys.executable, "-c", program]
        worker = Worker(workers.limits, str(tmp_path), workers.watch, compilations)

        def may_compile(game: str) -> list[bool]:
            names = ("match", "search", "puzzle")
            questions = [Question(name, "en", {"match": f"kibitz+{game}"}) for name in names]
            return [worker.compiled(question)["compile"] for question in questions]

        for game in [*ends, *ends, ""]:
            compilations.want(game)
            assert game == "" or may_compile(game) == [False, False, True]
        while compilations.busy:
            await asyncio.sleep(0)
        return {game: may_compile(game) for game in ends}

    assert asyncio.run(ask()) == {
        "small": [False, True, True],
        "large": [False, True, True],
        "broken": [True, True, True],
    }
    assert (sorted(log.read_text().split()), loaded) == (sorted(ends), ["large"])


def test_no_visitor_has_a_file_compiled(tmp_path: Path) -> None:
    """A name of a file that the server does not offer is no name of a game."""
    (tmp_path / "mine.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n{SOUND}")

    async def ask() -> str:
        workers = Workers(TableStore(str(tmp_path)), Collection())
        workers.compilations.want(str(tmp_path / "mine.py"))
        while workers.compilations.busy:
            await asyncio.sleep(0.01)
        return workers.compilations.state_of(str(tmp_path / "mine.py"))

    assert asyncio.run(ask()) == FAILED
    assert not (tmp_path / "ran").exists()


def test_an_opinion_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    """The process that solves loads code that another process has compiled."""
    messages: list[dict[str, Any]] = []

    async def ask() -> None:
        async with pool(tmp_path, solving=1) as workers:
            (worker,) = workers.solving
            asked = Question("opinion", "en", {"match": "kibitz+teeko"})
            for state in (UNDER_WAY, KEPT):
                workers.compilations._states["teeko"] = state
                messages.append(worker.compiled(asked))

    asyncio.run(ask())
    assert [message["compile"] for message in messages] == [False] * 2
    assert [message["load"] for message in messages] == ["", "teeko"]


# Deadlines

# At positions with three marks, without an end: the next moves can be shown, and nothing is solved.
NINE = changed(("CELLS = 5", "CELLS = 9"))
THREE = PAUSE.replace("while position:", "while bin(position).count('1') > 2:")
STUCK = NINE.replace(PLAYED, THREE + PLAYED)
UNTIL_THEN = """    os, time = print.__self__.__import__('os'), print.__self__.__import__('time')
    while bin(position).count('1') > 2 and not os.path.exists({flag!r}):
        time.sleep(0.01)
"""


def test_at_the_deadline_there_is_an_answer_though_the_work_goes_on(tmp_path: Path) -> None:
    """The one process that solves is at it for ever; a request gets what can be looked up."""
    limits = PoolLimits(solving=1, answering=0.5, seconds=10.0**6)
    with serving(tmp_path, *written(tmp_path, mine=STUCK), limits=limits) as address:
        first = judged(address, "kibitz+mine.py").json()
        assert (first["value"]["tone"], len(first["moves"])) == ("unknown", 9)
        there = f"{address}/api/games/mine.py"
        start = httpx.get(f"{there}/positions/start", timeout=WAIT).json()
        assert start["command"].startswith("kibitz solve ")
        refused = httpx.get(f"{there}/solutions/start", timeout=WAIT)
        assert refused.status_code == 409
        assert refused.json()["error"] == "this takes longer than the 0.5 s allowed"
        body = {"match": "kibitz+mine.py;players+human+perfect", "play": "a1"}
        with following(address, **body, reply=True, opinion=True) as parts:
            made, replied, opinion = parts
        assert (made["view"]["ply"], replied["view"]["ply"]) == (1, 2)
        assert (opinion["opinion"]["made"], len(replied["view"]["history"])) == (2, 2)
        assert replied["view"]["history"][0] == "a1"
        assert judged(address, NOUGHTS).json()["value"]["outcome"] == "draw"  # in its table


def test_work_that_was_not_done_in_time_goes_on(tmp_path: Path) -> None:
    """The process is not replaced; what holds it up here stands for a compiler."""
    flag = tmp_path / "flag"
    waiting = NINE.replace(PLAYED, UNTIL_THEN.format(flag=str(flag)) + PLAYED)
    files = written(tmp_path, mine=waiting)

    async def ask() -> tuple[Any, Any, list[int | None]]:
        async with pool(tmp_path, *files, solving=1, answering=1.0, seconds=10.0**6) as workers:
            (worker,) = workers.solving
            await worker.start()
            process = worker.child.pid
            first = await asked(workers, "opinion", match="kibitz+mine.py")
            flag.touch()
            while (last := await asked(workers, "opinion", match="kibitz+mine.py")) == first:
                pass
            same = [process, worker.child.pid]
        return first, last, same

    first, last, (before, after) = asyncio.run(ask())
    assert first["value"]["tone"] == "unknown"
    assert last["value"]["outcome"] == "win"  # take the middle, and mirror what the other does
    assert before == after


def test_clients_take_turns() -> None:
    """One client asks six times, then two others once each; a client that gives up is skipped."""

    async def serve() -> list[str]:
        turns = Turns(["place"])
        await turns.take("first", len)
        served: list[str] = []

        async def ask(client: str) -> None:
            await turns.take(client, len)
            served.append(client)
            turns.give("place")

        asked = [asyncio.ensure_future(ask(client)) for client in [*["six"] * 6, "one", "two"]]
        given_up = asyncio.ensure_future(ask("gone"))
        await asyncio.sleep(0)
        assert turns.waiting == 9
        given_up.cancel()
        turns.give("place")
        await asyncio.gather(*asked)
        assert (turns.waiting, turns.free) == (0, ["place"])
        return served

    assert asyncio.run(serve()) == ["six", "one", "two", *["six"] * 5]


def test_a_place_that_comes_too_late_is_given_to_the_next() -> None:
    async def serve() -> int:
        turns = Turns(["place"])
        await turns.take("first", len)
        gone = asyncio.ensure_future(turns.take("gone", len))
        await asyncio.sleep(0)
        turns.give("place")
        gone.cancel()
        await asyncio.wait({gone})
        await turns.take("next", len)
        return len(turns.free)

    assert asyncio.run(serve()) == 0


def test_a_search_ends_when_others_wait(tmp_path: Path) -> None:
    """The first one would never end by itself."""

    async def ask() -> tuple[list[Answer], Any]:
        files = written(tmp_path, mine=STUCK)
        async with pool(tmp_path, *files, searching=0.0, ending=0.1, seconds=10.0**6) as workers:
            reported: list[Answer] = []
            endless = workers.answer(
                "search", "en", {"match": "kibitz+mine.py"}, reported.append, "one"
            )
            _, soon = await asyncio.gather(
                endless, asked(workers, "search", match="kibitz+noughts")
            )
        return reported, soon

    reported, soon = asyncio.run(ask())
    assert reported == []
    assert soon["opinion"]["verdict"]["head"] == "Draw"


def test_an_answer_is_waited_for_while_a_process_prepares(tmp_path: Path) -> None:
    """The process reports that it prepares, and answers long after the deadline."""
    late = tmp_path / "late.py"
    late.write_text(
        "import select\n"
        "input()\n"
        "print('{\"prepares\": true}', flush=True)\n"
        "select.select([], [], [], 1)\n"
        'print(\'{"answer": [200, "application/json", "ready"]}\\nnull\', flush=True)\n'
        "input()\n"
    )

    async def ask() -> list[Answer]:
        async with pool(tmp_path, solving=1, answering=0.1, preparing=UNHURRIED) as workers:
            workers.solving[0].child.command = [sys.executable, str(late)]
            await workers.start()
            answers: list[Answer] = []
            await workers.answer("opinion", "en", {"match": "kibitz+noughts"}, answers.append)
        return answers

    assert asyncio.run(ask()) == [(200, "application/json", b"ready")]


def test_moves_are_shown_while_others_solve(tmp_path: Path) -> None:
    """The one process that solves is at it for ever; a move and a reply need no solving."""
    limits = PoolLimits(solving=1, seconds=10.0**6, answering=UNHURRIED)
    with (
        serving(tmp_path, *written(tmp_path, mine=PAUSING), limits=limits) as address,
        hanging(address, "kibitz+mine.py;moves+a1"),
    ):
        body = {"match": NOUGHTS, "play": "b2"}
        (part,) = parts_of(httpx.post(f"{address}/api/match", json=body, timeout=WAIT))
        assert part["view"]["history"] == ["a1", "b2"]
        against = {"match": "kibitz+noughts;players+human+perfect", "play": "a1"}
        with following(address, **against, reply=True, opinion=True) as parts:
            assert next(parts)["view"]["history"] == ["a1"]
            assert next(parts)["view"]["history"] == ["a1", "b2"]  # the only move that draws


def test_what_had_to_wait_for_others_is_told_once(tmp_path: Path) -> None:
    """The one process that solves is at something else when it is asked; the board moves first."""

    async def ask() -> list[Any]:
        async with pool(tmp_path, solving=1) as workers:
            reported: list[Any] = []
            details = {"match": "kibitz+noughts;players+human+perfect", "play": "a1", "reply": True}
            await asyncio.gather(
                asked(workers, "opinion", match="kibitz+lgame"),
                workers.answer("match", "en", {**details, "opinion": True}, reported.append),
            )
        return [json.loads(body) for _, _, body in reported]

    made, replied, judged = asyncio.run(ask())
    assert (made["view"]["ply"], replied["view"]["ply"]) == (1, 2)
    assert judged["opinion"]["made"] == 2


@contextmanager
def following(address: str, **body: object) -> Iterator[Iterator[Any]]:
    """Ask for a match; yield the parts as they come, and hang up at the end."""
    with httpx.stream("POST", f"{address}/api/match", json=body, timeout=WAIT) as answer:
        assert answer.status_code == 200
        yield map(json.loads, answer.iter_lines())


def test_what_goes_wrong_after_the_first_part_is_a_part(faulty: tuple[str, str]) -> None:
    """The move is shown, the opinion on it does not come."""
    address, said = faulty
    with following(address, match="kibitz+deep.py", play="a1", opinion=True) as parts:
        shown, error = parts
    assert shown["view"]["history"] == ["a1"]
    assert os.path.basename(error["error"]) == said.format(file="deep.py")


class hanging:  # noqa: N801  # reads like a function
    """Ask for an opinion and wait for nothing; hang up at the end."""

    def __init__(self, address: str, match: str) -> None:
        host, port = address.removeprefix("http://").split(":")
        body = json.dumps({"match": match})
        self.line = socket.create_connection((host, int(port)))
        self.line.sendall(
            f"POST /api/opinion HTTP/1.1\r\nHost: {host}:{port}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n{body}".encode()
        )

    def __enter__(self) -> None:
        pass

    def __exit__(self, *_: object) -> None:
        self.line.close()


@pytest.fixture(scope="module")
def looping(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Let one process solve, without a limit: the next is answered only if it is freed."""
    limits = PoolLimits(solving=1, seconds=10.0**6, patience=0.0, answering=UNHURRIED)
    deep = LOOPING.replace("while position:", DEEP.format("while"))
    folder = tmp_path_factory.mktemp("looping")
    with serving(folder, *written(folder, mine=LOOPING, deep=deep), limits=limits) as address:
        yield address


def test_hanging_up_ends_the_work(looping: str) -> None:
    for _ in range(3):
        with hanging(looping, "kibitz+mine.py;moves+a1"):
            assert httpx.get(f"{looping}/api/games/noughts", timeout=WAIT).is_success
    assert judged(looping, NOUGHTS).status_code == 200


def test_hanging_up_after_the_first_part_ends_the_work(looping: str) -> None:
    with following(looping, match="kibitz+deep.py", play="a1", opinion=True) as parts:
        assert next(parts)["view"]["history"] == ["a1"]
    assert judged(looping, NOUGHTS).status_code == 200


def test_a_search_proves_more_and_more_and_ends_when_no_client_waits(tmp_path: Path) -> None:
    """The process ends the work and not itself, so it remembers what it has proved."""
    four = "kibitz+four.py:rows=6,columns=8;moves+f4"

    async def ask() -> tuple[Any, Any, list[int | None]]:
        async with pool(tmp_path, str(EXAMPLES / "four.py")) as workers:
            reported: asyncio.Queue[Answer] = asyncio.Queue()
            long = workers.answer("search", "en", {"match": four}, reported.put_nowait)
            searching = asyncio.ensure_future(long)
            _, _, first = await reported.get()
            process = workers.searching.child.pid
            searching.cancel()
            await asyncio.wait({searching})
            soon = await asked(workers, "search", match="kibitz+noughts")
            same = [process, workers.searching.child.pid]
        return json.loads(first), soon, same

    first, soon, (before, after) = asyncio.run(ask())
    assert first["opinion"]["search"]
    assert first["opinion"]["value"]["words"].startswith("not decided within ")
    assert soon["opinion"]["verdict"]["head"] == "Draw"
    assert not soon["opinion"]["search"]
    assert before is not None
    assert before == after


def test_an_edited_file_is_read_anew_by_all(tmp_path: Path) -> None:
    (file,) = written(tmp_path, mine=SOUND)
    with serving(tmp_path, file) as address:
        path = f"{address}/api/games/mine.py"
        assert len(httpx.get(path, timeout=WAIT).json()["names"]) == 5
        Path(file).write_text(changed(("CELLS = 5", "CELLS = 4")))
        os.utime(file, (1, 1))
        assert len(httpx.get(path, timeout=WAIT).json()["names"]) == 4
        value = httpx.get(f"{path}/positions/start", timeout=WAIT).json()["value"]
        assert (value["outcome"], value["distance"]) == ("loss", 2)  # any two marks fill it
        Path(file).write_text("def game(:\n")
        os.utime(file, (2, 2))
        answer = httpx.get(path, timeout=WAIT)
        assert answer.status_code == 409
        assert "mine.py, line 1: " in answer.json()["error"]


# Who is asked


async def asked(workers: Workers, question: str, **details: Any) -> Any:
    parts: list[Answer] = []
    await workers.answer(question, "en", details, parts.append)
    ((status, _, body),) = parts
    assert status == 200, body
    return json.loads(body)


def test_a_game_goes_to_the_process_that_knows_it(tmp_path: Path) -> None:
    async def ask() -> list[set[str]]:
        async with pool(tmp_path) as workers:
            for name in ("noughts", "lockout", "noughts", "lockout", "noughts"):
                await asked(workers, "position", name=name, position="start")
                await asked(workers, "opinion", match=f"kibitz+{name};at+0")
                await asked(workers, "opinion", match=f"kibitz {name}")
            return [set(worker.known) for worker in workers.solving]

    assert sorted(map(sorted, asyncio.run(ask()))) == [["lockout"], ["noughts"]]


def test_a_process_that_remembers_too_much_is_replaced(tmp_path: Path) -> None:
    """Here one byte is too much: each question is answered by another process."""

    async def ask() -> list[tuple[int | None, str]]:
        async with pool(tmp_path, solving=1, retained=1) as workers:
            reported = []
            for _ in range(3):
                (worker,) = workers.solving
                await worker.start()
                process = worker.child.pid
                said = await asked(workers, "position", name="noughts", position="XO.-.X.-...")
                reported.append((process, said["value"]["outcome"]))
        return reported

    reported = asyncio.run(ask())
    assert [outcome for _, outcome in reported] == ["loss"] * 3
    assert len({pid for pid, _ in reported}) == 3


def test_what_was_solved_first_is_dropped_first() -> None:
    """Each position of one mark is the start of a part of its own; only so much is kept."""
    rules = game_named("noughts").rules.replace(canonical=None)
    few, many = (FromSubgame(rules, kept=kept) for kept in (5_000, 10**9))
    for move in list(rules.moves(rules.start)) * 2:
        position = rules.play(rules.start, move)
        assert few.ask(position, USUAL, None) == many.ask(position, USUAL, None)
        assert len(few.remembered) == 1 or sum(map(len, few.remembered)) <= 5_000
    assert 0 < len(few.remembered) < len(many.remembered) <= 9


# Builders

AT_WORK = (sys.executable, "-c", "input(); input()")


def builders(folder: Path, *command: str, **limits: Any) -> Builders:
    """Return the builders of a server; with a command, it stands for the process that builds."""
    store, limits = TableStore(str(folder), shipped=""), {"unasked": UNHURRIED, **limits}
    many = Builders(store, lambda name: None, limits=BuildLimits(**limits))
    many.command = [*command] or many.command
    return many


async def built(building: Building) -> tuple[str, str]:
    """Wait for the end of a build; return its state and error."""
    assert building.task is not None
    await asyncio.wait({building.task})
    return building.state, str(building.error)


def test_tables_are_built_two_at_a_time_and_can_be_cancelled(tmp_path: Path) -> None:
    async def build() -> None:
        many = builders(tmp_path, *AT_WORK)
        begun = [await many.start(name) for name in ("a", "b", "a")]
        assert begun[0] is begun[2]
        with pytest.raises(TooBusy):
            await many.start("c")
        for building in begun:
            while building.child.pid is None:
                await asyncio.sleep(0)
        await many.cancel("a")
        assert many.find("a") is None
        assert await begun[0].child.end() == -signal.SIGKILL
        await many.start("c")
        await many.stop()
        assert await begun[1].child.end() == -signal.SIGKILL

    asyncio.run(build())


def test_a_builder_ends_well_and_that_is_told(tmp_path: Path) -> None:
    async def build() -> tuple[str, str, list[str]]:
        reported: list[str] = []
        many = Builders(TableStore(str(tmp_path), shipped=""), reported.append)
        building = await many.start("noughts:any,pieces=2")
        await built(building)
        return building.state, str(building.error), reported

    assert asyncio.run(build()) == ("ready", "None", ["noughts:any,pieces=2"])


def test_a_table_that_cannot_be_kept_is_told(tmp_path: Path) -> None:
    """Here because its folder is a file; so it is on a full disk."""
    (tmp_path / "file").touch()

    async def build() -> tuple[str, str]:
        return await built(await builders(tmp_path / "file").start("noughts:rows=2"))

    state, error = asyncio.run(build())
    assert state == "failed"
    assert "cannot be kept" in error


def test_a_table_that_is_too_large_is_refused(tmp_path: Path) -> None:
    async def build() -> tuple[str, str]:
        return await built(await builders(tmp_path, memory=1 << 30).start(TOO_LARGE))

    _, said = asyncio.run(build())
    assert said.startswith("this table is larger than a page should build: about ")
    assert said.endswith(f" of memory; run kibitz table {TOO_LARGE}")


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"memory": 20 << 20}, "this took more than 20 MB of memory and was stopped"),
        ({"unasked": 0.0}, "no page waited for this table any more"),
    ],
)
def test_a_builder_is_ended_and_says_why(tmp_path: Path, limits: dict[str, Any], said: str) -> None:
    async def build() -> tuple[str, str]:
        greedy = (sys.executable, "-c", "kept = b'x' * (100 << 20); input(); input()")
        return await built(await builders(tmp_path, *greedy, **limits).start("a"))

    assert asyncio.run(build()) == ("failed", said)


def test_the_tables_of_visitors_are_limited_and_those_of_the_user_stay(tmp_path: Path) -> None:
    writes = (
        "import json, os; name, _, _ = json.loads(input()); "
        "name = os.path.join(os.environ['KIBITZ_CACHE'], name + '.table'); "
        "open(name, 'wb').write(bytes(1_000)); print('null')"
    )
    (tmp_path / "mine.table").write_bytes(bytes(5_000))

    async def build(*names: str) -> set[str]:
        """Build tables as one run of the server; return those that are kept then."""
        many = builders(tmp_path, sys.executable, "-c", writes, stored=2_500)
        for name in names:
            await built(await many.start(name))
        return {path.stem for path in tmp_path.glob("*.table")}

    assert asyncio.run(build("a", "b")) == {"mine", "a", "b"}
    assert asyncio.run(build("c", "mine", "d")) == {"mine", "c", "d"}
    (tmp_path / "visitors.json").write_text("[")
    assert asyncio.run(build("e")) == {"mine", "c", "d", "e"}


def test_a_table_is_ready_when_all_may_look_for_it(tmp_path: Path) -> None:
    """A table that lies there is not ready before its builder has ended and reported that."""
    store = TableStore(str(tmp_path), shipped="")
    table_of("noughts", store=store)

    async def ask() -> list[str]:
        app = inner_application(store)
        app.state.builders = Builders(store, app.state.workers.renew)
        app.state.builders.command = [*AT_WORK]
        await app.state.builders.start("noughts")
        reported = []
        inside = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=inside, base_url="http://localhost") as client:
            reported.append((await client.get("/api/games/noughts/table")).json()["state"])
            await app.state.builders.cancel("noughts")
            reported.append((await client.get("/api/games/noughts/table")).json()["state"])
        await app.state.workers.stop()
        return reported

    assert asyncio.run(ask()) == ["building", "ready"]


def test_cancelling_over_the_interface(tmp_path: Path) -> None:
    with serving(tmp_path) as address:
        path = f"{address}/api/games/noughts:rows=4,columns=4,line=4/table"
        assert httpx.post(path, timeout=WAIT).json()["state"] == "building"
        assert httpx.delete(path, timeout=WAIT).json()["state"] == "none"
        assert httpx.get(path, timeout=WAIT).json()["state"] == "none"


def test_progress_never_goes_back() -> None:
    reported: list[float | None] = []
    report = BuildReport(lambda said: reported.append(said["fraction"]), pause=-1.0)
    for phase, total in (("exploring", None), ("sweep", 96), ("sweep", 6), ("counting", 32)):
        for done in range((total or 50) + 1):
            report(phase, done, total)
    known = [fraction for fraction in reported if fraction is not None]
    assert reported[:51] == [None] * 51
    assert known == sorted(known)
    assert len(set(known)) > 100
    assert known[-1] < 1


# None outlives the server


def children_of(server: ServerProcess) -> list[int]:
    found: list[int] = []
    for thread in Path(f"/proc/{server.pid}/task").iterdir():
        found += map(int, (thread / "children").read_text().split())
    return found


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    with ServerProcess(tmp_path, *written(tmp_path, mine=LOOPING)) as server:
        yield server


# Where a game has its number of cells from: a module that another one imports, and a file of data.
HERE = "import os, sys\nFOLDER = os.path.dirname(__file__)\n"
BY_MODULES = changed(("CELLS = 5", f"{HERE}sys.path.insert(0, FOLDER)\nfrom middle import CELLS"))
BY_DATA = changed(
    ("CELLS = 5", f"{HERE}with open(FOLDER + '/size.txt') as file:\n    CELLS = int(file.read())")
)


def test_what_a_file_reads_is_read_anew_by_all(tmp_path: Path) -> None:
    """The page says what `kibitz solve` says: of five cells the first player wins, of four not."""

    def save(cells: int) -> None:
        for name, text in (("size.py", f"CELLS = {cells}"), ("size.txt", str(cells))):
            (tmp_path / name).write_text(text)
            os.utime(tmp_path / name, (cells, cells))

    def said(name: str) -> tuple[int, str]:
        start: Any = {"value": {"outcome": None}}
        while start["value"]["outcome"] is None:  # processes that start anew may miss the deadline
            start = httpx.get(f"{games}/{name}/positions/start", timeout=WAIT).json()
        return len(start["cells"]), start["value"]["outcome"]

    save(5)
    (tmp_path / "middle.py").write_text("from size import CELLS")
    files = written(tmp_path, modules=BY_MODULES, data=BY_DATA)
    with ServerProcess(tmp_path / "tables", *files) as served:
        names = [os.path.basename(file) for file in files]
        games = f"{served.address}/api/games"
        changes = f"{games}/modules.py/changes"
        assert [said(name) for name in names] == [(5, "win")] * 2
        before = httpx.get(changes, timeout=WAIT).json()["stamp"]
        save(4)
        assert [said(name) for name in names] == [(4, "loss")] * 2
        after = httpx.get(changes, params={"seen": before}, timeout=WAIT).json()
        assert (after["stamp"] == before, after["complaints"]) == (False, [])
    for file in files:
        solved = run(["solve", file, "--json"], env={"KIBITZ_CACHE": str(tmp_path / "tables")})
        assert json.loads(solved.stdout)["value"] == "loss"


@pytest.mark.skipif(not hasattr(os, "pidfd_open"), reason="this system names no process for good")
def test_workers_and_builders_end_with_a_killed_server(server: ServerProcess) -> None:
    table = f"{server.address}/api/games/noughts:rows=4,columns=4,line=4/table"
    assert httpx.post(table, timeout=WAIT).json()["state"] == "building"
    with hanging(server.address, "kibitz+mine.py;moves+a1"):
        assert httpx.get(f"{server.address}/api/games/noughts", timeout=WAIT).is_success
        children = children_of(server)
        assert len(children) == 6  # two solve; one shows, searches, builds, compiles
        ends = [os.pidfd_open(child) for child in children]
        server.kill()
        for end in ends:
            assert select.select([end], [], [], WAIT)[0], "a process outlives the server"
            os.close(end)


def test_ctrl_c_ends_the_server_though_a_game_loops(server: ServerProcess) -> None:
    with hanging(server.address, "kibitz+mine.py;moves+a1"):
        assert httpx.get(f"{server.address}/api/games/noughts", timeout=WAIT).is_success
        os.kill(server.pid, signal.SIGINT)
        assert server.wait(WAIT) == 0


def test_sigterm_tells_the_clients_that_the_server_is_shutting_down(server: ServerProcess) -> None:
    """One waits for its answer, another for more lines of a search."""
    host, port = server.address.removeprefix("http://").split(":")

    def asking(address: str, match: str) -> socket.socket:
        body = json.dumps({"match": match})
        head = f"POST /api/{address} HTTP/1.1\r\nHost: {host}:{port}\r\nConnection: close\r\n"
        head += f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        line = socket.create_connection((host, int(port)), timeout=WAIT)
        line.sendall((head + body).encode())
        return line

    searching = asking("search", "kibitz+four:rows=6,columns=8;moves+f4")
    with searching, searching.makefile("rb") as lines:
        first = next(line for line in lines if b"opinion" in line)
        waiting = asking("opinion", "kibitz+mine.py;moves+a1")
        with waiting, waiting.makefile("rb") as answer:
            assert httpx.get(f"{server.address}/api/games/noughts", timeout=WAIT).is_success
            server.terminate()
            head, _, body = answer.read().partition(b"\r\n\r\n")
        last = lines.read()
    error = {"error": "the server is shutting down"}
    assert head.startswith(b"HTTP/1.1 503 ")
    assert json.loads(body) == error
    assert json.loads(first)["opinion"]["search"]
    assert json.dumps(error, separators=(",", ":")).encode() in last
    assert server.wait(WAIT) == 143
