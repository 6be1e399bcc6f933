"""Files in the current folder are data: no command takes one for a module of Python."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import httpx
import pytest

from kibitz.cli import COMMANDS
from tests.support.console import PATIENCE, environment
from tests.support.own_games import changed
from tests.support.planted import plant
from tests.support.serving import address_in

if TYPE_CHECKING:
    from collections.abc import Sequence

HOME = Path(__file__).parents[2]
COMMAND = str(Path(sys.executable).parent / "kibitz")  # as pip installs it
LAUNCHED = [sys.executable, "-P", "-m", "kibitz"]  # as ./kibitz starts it

HELPED = changed(("CELLS = 5", "from beside import CELLS"))  # a game with a module beside it

JOC = "3 1 0 0 0 4"
RUNS: list[tuple[str, str, int]] = [  # words, standard input, exit status (1: a wrong program)
    ("play noughts", "b2\nquit\n", 0),
    ("games nim", "", 0),
    ("solve noughts", "", 0),
    ("solve ./large.py", "", 0),
    ("solve ./helped.py", "", 0),
    ("table ./large.py --fresh", "", 0),
    ("table peg:triangle --fresh", "", 0),
    ("tables", "", 0),
    ("export noughts --to positions.csv", "", 0),
    ("tasks noughts --count 2 --to tasks.jsonl", "", 0),
    ("verify noughts", "", 0),
    ("problems peg:triangle", "", 0),
    ("puzzle noughts", "\n", 0),
    ("poster noughts", "", 0),
    ("new mine.py", "", 0),
    ("doctor ./helped.py", "", 0),
    ("classic joc joc.in -", "", 0),
    ("check joc joc.in joc.out", "", 0),
    ("assignment joc -o package", "", 0),
    ("grade joc handed-in --sandbox none --csv marks.csv --jobs 2", "", 1),
    ("grade solitaire dialogues --sandbox none", "", 1),
    ("completion bash", "", 0),
    ("mcp ./helped.py", "", 0),
]
ELSEWHERE = {"web": "below", "site": "tests/support/sites.py makes the site in such a folder"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with such files, and with what the commands need."""
    folder = tmp_path_factory.mktemp("current")
    plant(folder)
    (folder / "large.py").write_text(changed(("CELLS = 5", "CELLS = 20")))
    (folder / "helped.py").write_text(HELPED)
    (folder / "beside.py").write_text("CELLS = 6\n")
    (folder / "joc.in").write_text(JOC)
    (folder / "joc.out").write_text("Fara solutie\n")
    for place, program in (("handed-in", "print('Fara solutie')"), ("dialogues", "print('.')")):
        (folder / place).mkdir()
        (folder / place / "ada.py").write_text(program)
    return folder


def run(
    start: Sequence[str], words: str, typed: str, folder: Path
) -> subprocess.CompletedProcess[str]:
    env = environment({"KIBITZ_CACHE": str(folder / "tables"), "KIBITZ_LANG": "en"})
    del env["PYTHONPATH"]  # kibitz is installed
    return subprocess.run(
        [*start, *words.split()],
        input=typed, cwd=folder, env=env,
        capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip


def test_every_command_is_tried() -> None:
    assert {words.split()[0] for words, _, _ in RUNS} | set(ELSEWHERE) == set(COMMANDS)


@pytest.mark.parametrize(("words", "typed", "status"), RUNS, ids=[words for words, _, _ in RUNS])
def test_no_file_of_the_current_folder_runs(
    words: str, typed: str, status: int, folder: Path
) -> None:
    done = run(LAUNCHED, words, typed, folder)
    assert not (folder / "ran").exists()
    assert (done.returncode, "Traceback" in done.stderr) == (status, False), done.stderr


@pytest.mark.parametrize("start", [COMMAND, str(HOME / "kibitz")], ids=["installed", "launcher"])
def test_every_way_to_start_ignores_it(start: str, folder: Path) -> None:
    run([start], "--version", "", folder)  # the launcher may have to install something first
    done = run([start], "solve noughts", "", folder)
    assert not (folder / "ran").exists()
    assert (done.returncode, done.stderr) == (0, "")


def test_the_server_and_its_workers_ignore_it(folder: Path) -> None:
    words = [*LAUNCHED, "web", "./helped.py", "--no-browser", "--port", "0"]
    env = {**os.environ, "KIBITZ_CACHE": str(folder / "tables"), "KIBITZ_LANG": "en"}
    env.pop("PYTHONPATH", None)
    with subprocess.Popen(words, cwd=folder, env=env, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = address_in(server.stdout.readline())
            answer = httpx.get(f"{address}/api/games/noughts/positions/...-...-...", timeout=60)
        finally:
            server.kill()
    assert not (folder / "ran").exists()
    assert answer.status_code == 200, answer.text


def test_modules_beside_a_game_are_imported_and_shadow_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two games with modules of the same name in two folders each get their own."""
    import kibitz

    monkeypatch.chdir(tmp_path)
    for name, cells in (("one", 3), ("two", 4)):
        place = tmp_path / name
        place.mkdir()
        (place / "game.py").write_text(f"import csv\n{HELPED}")
        (place / "beside.py").write_text(f"CELLS = {cells}\n")
        (place / "csv.py").write_text("raise SystemExit\n")
    before = list(sys.path)
    found = [kibitz.game(f"./{name}/game.py").start.text for name in ("one", "two")]
    assert found == ["...", "...."]
    assert sys.path == before
    assert "beside" not in sys.modules


def starts_of_python(file: Path) -> list[ast.List | ast.Tuple]:
    """Return the commands in a file that begin with this Python."""
    commands = [
        n for n in ast.walk(ast.parse(file.read_text())) if isinstance(n, ast.List | ast.Tuple)
    ]
    pythons = ("sys.executable", "PYTHON", "str(python)", "python")
    return [
        n
        for n in commands
        if len(n.elts) > 1
        and ast.unparse(n.elts[0]) in pythons
        and isinstance(n.elts[1], ast.Constant)
    ]


def test_every_python_that_is_started_ignores_it() -> None:
    files = [*(HOME / "src").rglob("*.py"), HOME / "scripts" / "install.py"]
    found = [(file.name, command) for file in files for command in starts_of_python(file)]
    assert len(found) > 5
    for name, command in found:
        assert ast.unparse(command.elts[1]) in ("'-P'", "'-I'"), f"{name}: {ast.unparse(command)}"
