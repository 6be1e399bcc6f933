"""`./kibitz` on a fresh copy of the sources, as a newcomer has it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

import kibitz
from tests.support.planted import plant

if TYPE_CHECKING:
    from collections.abc import Mapping

HOME = Path(__file__).parents[2]
PARTS = ["kibitz", "test", "scripts", "locks", "src", "pyproject.toml", "README.md", "LICENSE"]
INSTALLING = "Installing kibitz"


def copy_to(folder: Path) -> Path:
    """Copy what a clone holds and the launcher needs."""
    folder.mkdir()
    ignored = shutil.ignore_patterns("__pycache__", "*.mo")
    for part in PARTS:
        if (HOME / part).is_dir():
            shutil.copytree(HOME / part, folder / part, ignore=ignored)
        else:
            shutil.copy(HOME / part, folder / part)
    return folder


def start(
    script: Path,
    *words: str,
    path: str = "",
    cwd: Path | None = None,
    variables: Mapping[str, str] | None = None,
) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [str(script), *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=cwd,
        env={**os.environ, "PATH": path or os.environ["PATH"], **(variables or {})},
    )


def result(process: subprocess.Popen[str]) -> tuple[int, str, str]:
    out, err = process.communicate(timeout=600)
    return process.returncode, out, err


@pytest.fixture(scope="module")
def offline(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the variables by which an install takes its packages from a folder of wheels."""
    wheels = tmp_path_factory.mktemp("wheels")
    locks = [word for name in ("build", "web") for word in ("-r", HOME / "locks" / f"{name}.txt")]
    fetch = [sys.executable, "-m", "pip", "download", "-q", "--no-deps", "--require-hashes"]
    subprocess.run([*fetch, "-d", wheels, *locks], check=True)
    pip = {"PIP_CONFIG_FILE": os.devnull, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels)}
    return pip | {"UV_OFFLINE": "1", "UV_FIND_LINKS": str(wheels)}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory, offline: dict[str, str]) -> Path:
    """Return a copy that two first calls at once have installed, without a network."""
    folder = copy_to(tmp_path_factory.mktemp("fresh") / "a clone")
    beside = tmp_path_factory.mktemp("current")
    ran = plant(beside)
    both = [start(folder / "kibitz", "--version", cwd=beside, variables=offline) for _ in range(2)]
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
        called = start(clone / ".venv" / "bin" / words[0], *words[1:], "--lang", "fr", "games")
        assert "À deux joueurs" in result(called)[1]


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


def test_a_package_that_is_not_the_locked_one_is_refused(
    tmp_path: Path, offline: dict[str, str]
) -> None:
    folder = copy_to(tmp_path / "clone")
    (wheel,) = Path(offline["PIP_FIND_LINKS"]).glob("hatchling-*.whl")
    pin = f"hatchling=={wheel.name.split('-')[1]} --hash=sha256:{'0' * 64}\n"
    (folder / "locks" / "build.txt").write_text(pin)
    status, out, err = result(start(folder / "kibitz", "--version", variables=offline))
    assert (status, out) == (2, "")
    assert "hash" in err.lower()
    assert "kibitz: the install failed" in err
    assert not (folder / ".venv" / "ready").exists()


INSTALLER = """#!/bin/sh
echo "$@" >>"$0.called"
[ "$1" = venv ] || exit 0
for venv; do :; done  # the last word
mkdir -p "$venv/bin"
printf '#!/bin/sh\\necho from %s\\n' "$venv" >"$venv/bin/python"
echo "$venv/bin" >"$venv/bin/pip"
chmod +x "$venv/bin/python"
"""


@pytest.mark.parametrize("newest", [False, True])
def test_what_is_installed(newest: bool, tmp_path: Path) -> None:
    """The locked packages or, on request and beside them, the newest; again if a lock changes.

    A catalogue that changes is only compiled.
    """
    folder = copy_to(tmp_path / "clone")
    uv = tmp_path / "tools" / "uv"
    uv.parent.mkdir()
    uv.write_text(INSTALLER)
    uv.chmod(0o755)
    path = f"{uv.parent}:{Path(sys.executable).parent}:/usr/bin:/bin"
    venv = folder / (".venv-newest" if newest else ".venv")
    variables = {"KIBITZ_NEWEST": "1" if newest else ""}

    def call() -> list[str]:
        """Call it; return what it has installed by that."""
        called = uv.with_name("uv.called")
        called.write_text("")
        answer = result(start(folder / "kibitz", path=path, variables=variables))
        assert answer[0] == 0, answer
        assert answer[1].endswith(f"from {venv}\n"), answer
        lines = called.read_text().splitlines()
        return [line.partition("bin/python ")[2] for line in lines if line.startswith("pip")]

    locked = "--no-deps --no-build-isolation"
    expected = (
        [f"-e {folder}[web]"]
        if newest
        else [
            f"{locked} --require-hashes -r {folder}/locks/build.txt",
            f"{locked} --require-hashes -r {folder}/locks/web.txt",
            f"{locked} -e {folder}",
        ]
    )
    assert call() == expected
    assert call() == []
    catalogue = folder / "src" / "kibitz" / "locale" / "fr" / "LC_MESSAGES" / "kibitz.po"
    catalogue.write_text('msgid "yes"\nmsgstr "oui"\n')
    os.utime(catalogue, (soon := (venv / "ready").stat().st_mtime + 1, soon))
    assert call() == []
    assert b"oui" in catalogue.with_suffix(".mo").read_bytes()
    later = (venv / "ready").stat().st_mtime + 10
    os.utime(folder / "locks" / "web.txt", (later, later))
    assert call() == expected
