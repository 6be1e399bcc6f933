"""`./kibitz` on a fresh copy of the sources, as a newcomer has it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import kibitz
from tests.support.planted import plant

HOME = Path(__file__).parents[2]
PARTS = ["kibitz", "test", "scripts", "src", "pyproject.toml", "README.md", "LICENSE"]
INSTALLING = "Installing kibitz"


def copy_to(folder: Path) -> Path:
    """Copy what a clone holds and the launcher needs."""
    folder.mkdir()
    ignored = shutil.ignore_patterns("__pycache__")
    for part in PARTS:
        if (HOME / part).is_dir():
            shutil.copytree(HOME / part, folder / part, ignore=ignored)
        else:
            shutil.copy(HOME / part, folder / part)
    return folder


def start(
    script: Path, *words: str, path: str = "", cwd: Path | None = None
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(script), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PATH": path or os.environ["PATH"]},
    )


def result(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a copy that two first calls at once have installed."""
    folder = copy_to(tmp_path_factory.mktemp("fresh") / "a clone")
    beside = tmp_path_factory.mktemp("current")
    ran = plant(beside)
    both = [start(folder / "kibitz", "--version", cwd=beside) for _ in range(2)]
    results = [result(process) for process in both]
    version = f"kibitz {kibitz.__version__}\n"
    assert [(status, out) for status, out, _ in results] == [(0, version), (0, version)], results
    assert "".join(err for *_, err in results).count(INSTALLING) == 1
    assert not ran.exists()
    return folder


def test_later_calls_only_start_it(clone: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(clone / "kibitz")
    placement = tmp_path / "placement"
    placement.write_text("3 1 0 0 0 4")
    for script in (clone / "kibitz", link):
        called = start(script, "classic", "joc", "placement", "-", cwd=tmp_path)
        assert result(called) == (0, "Fara solutie\n", "")


def test_the_command_is_installed_too(clone: Path) -> None:
    for words in (["kibitz"], ["python", "-m", "kibitz"]):
        called = start(clone / ".venv" / "bin" / words[0], *words[1:], "--version")
        assert result(called) == (0, f"kibitz {kibitz.__version__}\n", "")


def test_without_python_it_says_so(tmp_path: Path) -> None:
    folder = copy_to(tmp_path / "clone")
    tools = tmp_path / "tools"
    tools.mkdir()
    old = tools / "python3"
    old.write_text("#!/bin/sh\nexit 1\n")  # as an older Python answers the launcher's question
    old.chmod(0o755)
    status, out, err = result(start(folder / "kibitz", path=str(tools)))
    assert (status, out) == (2, "")
    assert err == "kibitz: Python 3.11 or newer is needed, and none was found on the PATH\n"


def test_uv_is_used_where_it_is(tmp_path: Path) -> None:
    folder = copy_to(tmp_path / "clone")
    tools = tmp_path / "tools"
    tools.mkdir()
    uv = tools / "uv"
    uv.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/called\necho no network >&2\nexit 7\n')
    uv.chmod(0o755)
    path = f"{tools}:{Path(sys.executable).parent}:/usr/bin:/bin"
    status, out, err = result(start(folder / "kibitz", path=path))
    assert (status, out) == (2, "")
    assert "no network" in err
    assert err.splitlines()[-1].startswith("kibitz: the install failed in this step: uv venv")
    assert (tmp_path / "called").read_text().startswith("venv ")
    assert not (folder / ".venv" / "ready").exists()
