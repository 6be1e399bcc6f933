"""What a run of these tests promises: it ends, and says which test failed and what was skipped."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).parents[2]
TESTS = """
import os, time
import pytest

def test_before():
    pass

@pytest.mark.skip(reason="there is no moon")
def test_skipped():
    pass

@pytest.mark.timeout(1)
def test_endless():
    while True:
        pass

def test_between():
    pass

def test_dies():
    DYING

def test_after():
    pass
"""
# A child that outlives its parent; its number is in a file.
FORK = """
    child = os.fork()
    if child == 0:
        time.sleep(1000)
    with open(__file__ + ".child", "w") as file:
        file.write(str(child))
    os._exit(0)
"""


def run(folder: Path, *words: str, dying: str = "pass") -> tuple[int, list[str]]:
    """Run tests by the settings of this project; return the status and the lines of the output."""
    (folder / "test_those.py").write_text(TESTS.replace("DYING", dying))
    (folder / "test_others.py").write_text("def test_other():\n    pass\n")
    return run_as_it_is(folder, "-p", "no:cacheprovider", *words)


def run_as_it_is(folder: Path, *words: str) -> tuple[int, list[str]]:
    """Do so with the tests that are there, without the other plugins, which take long to load."""
    (folder / "conftest.py").write_text((HOME / "tests" / "conftest.py").read_text())
    plugins = ["-p", "xdist", "-p", "pytest_timeout"]
    # A run closes the folder of temporary files to other users; those of this run go on in theirs.
    apart = {"PYTEST_DEBUG_TEMPROOT": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", f"{HOME}/pyproject.toml", *plugins, *words, folder],
        cwd=folder,
        env={**os.environ, **apart, "COLUMNS": "300", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,  # what dies is noisy
        text=True,
        check=False,
    )
    return done.returncode, done.stdout.splitlines()


def test_a_test_without_end_is_named_and_the_run_goes_on(tmp_path: Path) -> None:
    status, lines = run(tmp_path)
    assert status == 1
    assert any("test_those.py::test_endless - Failed: Timeout" in line for line in lines)
    assert any("SKIPPED" in line and line.endswith("there is no moon") for line in lines)
    assert lines[-1].startswith("1 failed, 5 passed, 1 skipped in ")


def test_a_process_that_crashes_fails_the_run(tmp_path: Path) -> None:
    status, lines = run(tmp_path, "-n", "2", dying="os.abort()")
    assert status == 1
    assert died(lines)


def test_a_process_that_dies_is_noticed_though_a_child_of_it_lives(tmp_path: Path) -> None:
    try:
        status, lines = run(tmp_path, "-n", "2", dying=FORK)
    finally:
        os.kill(int((tmp_path / "test_those.py.child").read_text()), signal.SIGKILL)
    assert status == 1
    assert died(lines)


def died(lines: list[str]) -> bool:
    """Return whether the summary names the test whose process died."""
    failed = [line for line in lines if line.startswith("FAILED")]
    return any("test_those.py::test_dies - worker" in line for line in failed)


def test_what_uses_a_browser_or_a_cluster_is_marked(tmp_path: Path) -> None:
    (tmp_path / "test_marked.py").write_text(
        "def test_page(page): pass\n"
        "def test_browser(browser): pass\n"
        "def test_cluster(cluster): pass\n"
        "def test_address(address): pass\n"
    )
    for mark, names in (("browser", ["test_page", "test_browser"]), ("cluster", ["test_cluster"])):
        status, lines = run(tmp_path, "--collect-only", "-vv", "-m", mark)
        assert status == 0
        assert [line.strip() for line in lines if "<Function" in line] == [
            f"<Function {name}>" for name in names
        ]


def test_the_files_that_took_longest_come_first(tmp_path: Path) -> None:
    (tmp_path / "test_long.py").write_text(
        "import pytest\n@pytest.mark.timeout(1)\ndef test_endless():\n    while True: pass\n"
    )
    (tmp_path / "test_many.py").write_text("".join(f"def test_{n}(): pass\n" for n in range(20)))

    def files(*words: str) -> list[str]:
        kept = ("-o", f"cache_dir={tmp_path / 'cache'}")
        _, lines = run_as_it_is(tmp_path, *kept, "-v", "-v", *words)
        met = [line.strip()[8:-1] for line in lines if line.strip().startswith("<Module ")]
        return [Path(name).stem for name in met]

    assert files("--collect-only") == ["test_many", "test_long"]  # estimated by their number
    files("-n", "2")
    assert files("--collect-only") == ["test_long", "test_many"]  # remembered


UNITS = """
import multiprocessing, os, subprocess, sys

def test_plain():
    pass

def test_starting():
    subprocess.run([sys.executable, "--version"], check=True)

def test_forking():
    if os.fork() == 0:
        os._exit(0)

def test_spawning():
    multiprocessing.get_context("spawn").Process(target=print).start()

def test_compiling():
    try:
        import numba
    except BaseException:
        pass
"""


def test_a_quick_run_has_no_process_and_no_compiler(tmp_path: Path) -> None:
    (tmp_path / "test_units.py").write_text(UNITS)
    (tmp_path / "test_agents.py").write_text("import gymnasium\ndef test_agent(): pass\n")
    status, lines = run_as_it_is(tmp_path, "-p", "no:cacheprovider", "--quick")
    assert status == 0
    assert lines[0].startswith(".ssss ")  # test_plain and the others
    assert lines[-1].startswith("1 passed, 4 skipped in ")
    why = [line for line in lines if line.startswith("SKIPPED")]
    assert [line.split()[1] for line in sorted(why)] == ["[1]", "[3]"]
    assert ["compiler" in line for line in sorted(why)] == [True, False]


def test_a_quick_run_remembers_what_was_not_quick(tmp_path: Path) -> None:
    (tmp_path / "test_units.py").write_text(UNITS)
    remembering = ("-o", f"cache_dir={tmp_path / 'cache'}", "--quick")
    for last in ("1 passed, 4 skipped in ", "1 passed, 4 deselected in "):
        status, lines = run_as_it_is(tmp_path, *remembering)
        assert (status, lines[-1].startswith(last)) == (0, True), lines
    (tmp_path / "test_units.py").write_text(f"{UNITS}\n")
    assert run_as_it_is(tmp_path, *remembering)[1][-1].startswith("1 passed, 4 skipped in ")


EMPTY = [
    "src/kibitz/ground/soil.py", "tests/ground/test_soil.py", "tests/middle/test_way.py",
    "tests/front/test_face.py", "tests/engines/gpu/test_kernels.py", "tests/house/test_all.py",
]  # fmt: skip
CHECKOUT = dict.fromkeys(EMPTY, "") | {
    "src/kibitz/__init__.py": "from kibitz.front import face\n",
    "src/kibitz/middle/way.py": "def go():\n    from kibitz.ground import soil\n",
    "src/kibitz/front/face.py": "from kibitz.middle.way import go\n",
    "src/kibitz/engines/gpu/kernels.py": "import kibitz.ground.soil\n",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    if shutil.which("git") is None:
        pytest.skip("Git is not installed")
    for name, content in CHECKOUT.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(content)
    script = tmp_path / "scripts" / "select_tests.py"
    script.parent.mkdir()
    script.write_text((HOME / "scripts" / "select_tests.py").read_text())
    identity = ["-c", "user.name=n", "-c", "user.email=e"]
    for words in (["init", "-q", "-b", "main"], ["add", "."], [*identity, "commit", "-qm", "m"]):
        subprocess.run(["git", *words], cwd=tmp_path, check=True)
    return tmp_path


def selected(checkout: Path, *words: str) -> tuple[str, str]:
    """Return what the script prints, and what it complains about."""
    command = [sys.executable, str(checkout / "scripts" / "select_tests.py"), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout.strip(), done.stderr.strip()


def test_a_part_is_tested_with_all_that_imports_from_it(checkout: Path) -> None:
    assert selected(checkout, "front") == ("tests/front", "")
    assert selected(checkout, "middle") == ("tests/front tests/middle", "")
    assert selected(checkout, "gpu", "house") == ("tests/engines/gpu tests/house", "")
    everything = "tests/engines/gpu tests/front tests/ground tests/middle"
    assert selected(checkout, "ground") == (everything, "")
    _, wrong = selected(checkout, "roof")
    assert wrong == "./test: there is no folder roof in src/kibitz or tests"


def test_what_has_changed_is_tested(checkout: Path) -> None:
    assert selected(checkout, "--changed") == ("", "./test: nothing differs from main")
    (checkout / "README.md").write_text("new")
    (checkout / "tests" / "ground" / "test_new.py").write_text("")
    assert selected(checkout, "--changed") == ("tests/ground/test_new.py tests/house", "")
    (checkout / "src" / "kibitz" / "middle" / "way.py").write_text("")
    paths = "tests/front tests/ground/test_new.py tests/house tests/middle"
    assert selected(checkout, "--changed") == (paths, "")
