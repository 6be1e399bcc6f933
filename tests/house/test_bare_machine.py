"""The two commands where something usual is missing: each works, or says one sentence."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.house.test_launcher import HOME, INSTALLING, copy_to
from tests.support.console import PATIENCE, run, the_sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = 65534
STRANGER = 54321  # a user whom the system does not know
# Stands for Python, venv and pip: it makes an "environment" whose Python says how it was called.
START = "import sys; from kibitz.__main__ import main; sys.exit(main())"
FAKE_PYTHON = """#!/bin/sh
[ "$1" = -I ] && exit 0
mkdir -p "$3/bin" || exit 1
echo "Installing kibitz into $3" >&2
printf '#!/bin/sh\\necho "$@"; echo "$PYTHONPYCACHEPREFIX"\\n' >"$3/bin/python"
chmod +x "$3/bin/python"
echo "${1%/scripts/*}" >"$3/ready"
"""


def program(path: Path, text: str) -> Path:
    """Write a program."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    path.chmod(0o755)
    return path


def as_user(user: int) -> list[str]:
    """Return what stands before a command that is run as another user."""
    if os.geteuid() != 0 or shutil.which("setpriv") is None:
        pytest.skip("only root can become another user, with setpriv")
    return ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups"]


def call(
    words: list[str], env: dict[str, str], cwd: Path | None = None
) -> subprocess.CompletedProcess[str]:
    """Run with this environment and nothing else."""
    return subprocess.run(
        words,
        env=env,
        cwd=cwd,
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


@pytest.fixture
def shared() -> Iterator[Path]:
    """Return a folder that everybody may read, which pytest's are not."""
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)
        yield Path(folder)


@pytest.fixture
def read_only(shared: Path) -> Path:
    """Return a checkout that its user may not write to, and a Python beside it."""
    folder = copy_to(shared / "a clone")
    program(shared / "tools" / "python3", FAKE_PYTHON)
    subprocess.run(["chmod", "-R", "a+rX,a-w", folder], check=True)
    return folder


def environment_of(read_only: Path, **more: str) -> dict[str, str]:
    return {"PATH": f"{read_only.parent / 'tools'}:/usr/bin:/bin", **more}


def test_a_read_only_checkout_is_installed_into_the_cache(read_only: Path) -> None:
    own = read_only.parent / "own"
    own.mkdir()
    user = as_user(NOBODY)
    os.chown(own, NOBODY, NOBODY)
    env = environment_of(read_only, HOME=str(own))
    venv = own / ".cache" / "kibitz" / "checkouts" / str(read_only).lstrip("/") / ".venv"
    first, second = (call([*user, str(read_only / "kibitz"), "games"], env) for _ in range(2))
    assert (first.returncode, first.stderr) == (0, f"{INSTALLING} into {venv}\n")
    assert (second.returncode, second.stderr) == (0, "")
    assert first.stdout == second.stdout == f"-P -c {START} games\n{venv}/bytecode\n"
    assert not (read_only / ".venv").exists()


def test_a_read_only_checkout_that_is_installed_is_used_as_it_is(read_only: Path) -> None:
    user = as_user(NOBODY)  # root may write everywhere
    venv = read_only / ".venv"
    program(venv / "bin" / "python", "#!/bin/sh\necho used\n")
    (venv / "ready").write_text(f"{read_only}\n")
    done = call([*user, str(read_only / "kibitz")], environment_of(read_only))
    assert (done.returncode, done.stdout, done.stderr) == (0, "used\n", "")


def test_bytecode_is_kept_whatever_the_environment_says(tmp_path: Path) -> None:
    """Images for containers often say otherwise; then each start compiles every module again."""
    folder = copy_to(tmp_path / "clone")
    venv = folder / ".venv"
    program(venv / "bin" / "python", "#!/bin/sh\necho ${PYTHONDONTWRITEBYTECODE-written}\n")
    (venv / "ready").write_text(f"{folder}\n")
    done = call([str(folder / "kibitz")], {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"})
    assert (done.returncode, done.stdout) == (0, "written\n")


def test_a_read_only_checkout_and_no_home(read_only: Path) -> None:
    done = call([*as_user(NOBODY), str(read_only / "kibitz")], environment_of(read_only))
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "neither HOME nor XDG_CACHE_HOME" in done.stderr


def test_the_tests_do_not_run_in_a_read_only_checkout(read_only: Path) -> None:
    env = environment_of(read_only, HOME="/nowhere")
    done = call([*as_user(NOBODY), str(read_only / "test")], env)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "copy it to a folder of your own" in done.stderr


def test_python_without_ensurepip(tmp_path: Path) -> None:
    folder = copy_to(tmp_path / "clone")
    blocked = tmp_path / "blocked"
    blocked.mkdir()
    (blocked / "sitecustomize.py").write_text('import sys; sys.modules["ensurepip"] = None\n')
    program(tmp_path / "tools" / "python3", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    env = {"PATH": str(tmp_path / "tools"), "PYTHONPATH": str(blocked)}
    done = call([str(folder / "kibitz")], env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines()[-1].endswith("apt-get install python3-venv")
    assert done.stderr.count("kibitz: ") == 1


@pytest.mark.parametrize("said", ["Failed to establish a new connection", "dns error: failed"])
def test_without_a_network(said: str, tmp_path: Path) -> None:
    """These are the words of pip and of uv."""
    folder = copy_to(tmp_path / "clone")
    program(tmp_path / "tools" / "uv", f"#!/bin/sh\necho {said!r} >&2\nexit 1\n")
    program(tmp_path / "tools" / "python3", f'#!/bin/sh\nexec {sys.executable} "$@"\n')
    done = call([str(folder / "kibitz")], {"PATH": str(tmp_path / "tools")})
    assert (done.returncode, done.stdout) == (2, "")
    installing, sentence = done.stderr.splitlines()
    assert installing.startswith(INSTALLING)
    assert sentence.startswith("kibitz: the install needs the network")


@pytest.mark.parametrize("locale", ["", "C", "POSIX", "xx_YY.ISO-8859-1"])
def test_any_locale(locale: str, tmp_path: Path) -> None:
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(HOME / "src"), "LC_ALL": locale}
    done = call([sys.executable, "-m", "kibitz", "classic", "triangle"], env, tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("    ⓪ \n   ① ② \n")


def test_no_home_and_an_unknown_user(shared: Path) -> None:
    """A folder for tables must be named; what needs none works."""
    source = shutil.copytree(HOME / "src", shared / "src")
    env = {"PATH": "/usr/bin:/bin", "PYTHONPATH": str(source)}
    user = as_user(STRANGER)
    python = [*user, sys.executable, "-m", "kibitz"]
    if call([*user, sys.executable, "-c", "import platformdirs"], env).returncode:
        pytest.skip("this Python is not for everybody")
    done = call([*python, "table", "noughts"], env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == (
        "kibitz: there is no home folder to keep tables in; set KIBITZ_CACHE to a folder\n"
    )
    done = call([*python, "classic", "joc", "/dev/null", "-"], env)
    assert "home" not in done.stderr


def test_an_example_that_there_is_not() -> None:
    assert the_sentence(run("new --example nin")) == (
        "there is no example “nin”; did you mean nim?"
    )


@pytest.mark.parametrize(
    ("words", "name"), [("morris", "morris"), ("cars", "dodgem"), ("nmi", "nim")]
)
def test_a_game_like_an_example(words: str, name: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    said = run(f"new {path} --like {words}").stdout.decode()
    assert f"The nearest example is {name}: " in said
    assert path.read_text() == (HOME / "examples" / f"{name}.py").read_text()


def test_it_says_what_was_found_and_what_was_not(tmp_path: Path) -> None:
    said = run(["new", str(tmp_path / "mine.py"), "--like", "pawns zorg"]).stdout.decode()
    assert said.startswith("Nothing was found for “zorg”.\nThe nearest example is ")
    assert "Other examples found: " in said
    assert {"breakthrough", "hexapawn"} <= set(re.findall(r"\w+", said))


def test_no_example_is_like_that(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    assert the_sentence(run(f"new {path} --like xyzzy")) == (
        "no example is like “xyzzy”; kibitz new --example lists them"
    )
    assert not path.exists()


def test_the_workflow_runs_the_two_commands_and_no_others() -> None:
    workflow = (HOME / ".github" / "workflows" / "test.yml").read_text()
    assert re.findall(r"- run: (.*)", workflow) == ["./kibitz", "./test"]
