"""Other versions of Python, and Python in a browser, give rules the same identities."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.own_games import EXAMPLES, HOME, REACHING

GAMES = [
    *("lgame", "noughts", "noughts:any", "noughts:oldest", "lockout:helpers=3", "peg:triangle"),
    *(f"{name}.py" for name in ("chomp", "eight", "four", "hanoi", "lights", "morris", "nim")),
]

REPORT = """
import sys
import kibitz
from kibitz.games.gamefile import module_of
from kibitz.solve.store import fingerprint_syntax
from kibitz.solve.store.fingerprint import identity, identity_of_code

for name in {games!r}:
    print(name, identity(kibitz.game({folder!r} + name if "." in name else name).rules))
print(identity_of_code(module_of({file!r}).rule))
print([key[0].co_name for key, found in fingerprint_syntax._known.items() if found is None])
"""

IN_A_BROWSER = """
import {{ loadPyodide }} from {pyodide!r};
const python = await loadPyodide();
for (const folder of {folders!r}) {{
    python.FS.mkdirTree(folder);
    python.FS.mount(python.FS.filesystems.NODEFS, {{ root: folder }}, folder);
}}
python.runPython({report});
"""


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return a program that prints identities; the functions it had to take as bytecode last."""
    file = tmp_path_factory.mktemp("rules") / "rule.py"
    file.write_text(REACHING)
    return REPORT.format(games=GAMES, folder=f"{EXAMPLES}{os.sep}", file=str(file))


def said_by(words: list[str]) -> list[str]:
    done = subprocess.run(
        words,
        capture_output=True,
        text=True,
        check=True,
        timeout=120,
        env={**os.environ, "PYTHONPATH": str(HOME / "src")},
    )
    return done.stdout.splitlines()


@pytest.fixture(scope="module")
def here(report: str) -> list[str]:
    return said_by([sys.executable, "-c", report])


def test_nothing_is_taken_as_bytecode_here(here: list[str]) -> None:
    assert len(here) == len(GAMES) + 2
    assert here[-1] == "[]"


def python_of(minor: int) -> str | None:
    """Return a Python 3 of that version that runs, if there is one on the path or from pyenv."""
    kept = Path.home().glob(f".pyenv/versions/3.{minor}.*/bin/python")
    for python in filter(None, [shutil.which(f"python3.{minor}"), *map(str, kept)]):
        if subprocess.run([python, "-c", ""], check=False, capture_output=True).returncode == 0:
            return python
    return None


@pytest.mark.parametrize("minor", [11, 12, 13, 14, 15])
def test_another_python_agrees(minor: int, report: str, here: list[str]) -> None:
    python = python_of(minor)
    if python is None:
        pytest.skip(f"there is no Python 3.{minor} here")
    assert said_by([python, "-c", report]) == here


def test_python_in_a_browser_agrees(report: str, here: list[str], tmp_path: Path) -> None:
    package = os.environ.get("KIBITZ_PYODIDE")
    if not package or shutil.which("node") is None:
        pytest.skip("KIBITZ_PYODIDE names no folder of Pyodide's npm package, or there is no node")
    program = tmp_path / "report.mjs"
    rules = tmp_path.parent  # pytest's folder, with all folders of this session
    program.write_text(
        IN_A_BROWSER.format(
            pyodide=str(Path(package).absolute() / "pyodide.mjs"),
            folders=[str(HOME / "src"), str(EXAMPLES), str(rules)],
            report=f"`import sys\nsys.path.insert(0, {str(HOME / 'src')!r})\n{report}`",
        )
    )
    assert said_by(["node", str(program)]) == here
