"""`./test` around the tests: a browser is there, or one sentence says what lacks; and the times."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from tests.house.test_bare_machine import NOBODY, as_user, call, program
from tests.house.test_launcher import HOME, copy_to
from tests.support.browser import WITHOUT
from tests.support.console import PATIENCE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

LOOK = [sys.executable, str(HOME / "scripts" / "chromium.py")]
LDD = "#!/bin/sh\necho 'libatomic.so.1 => not found'\n"


def look(
    tools: Path, user: Sequence[str] = (), env: Mapping[str, str] | None = None
) -> tuple[int, str]:
    """Look for the browser where only these tools are; return the status and what is said."""
    tools.mkdir(exist_ok=True)
    done = call([*user, *LOOK], {"PATH": str(tools), **(env or {})})
    assert done.stdout == ""
    return done.returncode, done.stderr


def test_without_a_browser_and_without_apt(tmp_path: Path) -> None:
    status, said = look(tmp_path / "tools")
    assert (status, said.count("\n")) == (1, 1)
    assert "Chromium is missing (" in said
    assert "apt-get install chromium-headless-shell libatomic1" in said
    assert f"{WITHOUT}=1" in said


def test_only_root_installs_packages(tmp_path: Path) -> None:
    user = [as_user(NOBODY)[0].replace("setpriv", "/usr/bin/setpriv"), *as_user(NOBODY)[1:]]
    status, said = look(tmp_path / "tools", user)
    assert (status, said.count("\n")) == (1, 1)
    assert "only root may install packages" in said


@pytest.mark.skipif(os.geteuid() != 0, reason="only root may install packages")
@pytest.mark.parametrize("browser", ["chromium-headless-shell", "chromium"])
def test_what_is_missing_is_installed_and_tried(tmp_path: Path, browser: str) -> None:
    """The lists of packages are out of date at first; and what is installed does not start."""
    tools, log = tmp_path / "tools", tmp_path / "log"
    program(
        tools / "apt-get",
        f"""#!/bin/sh
echo "$@" >>{log}
case $* in
*update*) : >{tmp_path}/updated ;;
*" {browser} "*) [ -e {tmp_path}/updated ] || exit 100
   printf '#!/bin/sh\\nexit 1\\n' >{tools}/{browser}; /bin/chmod +x {tools}/{browser} ;;
*) exit 100 ;;
esac
""",
    )
    status, said = look(tools)
    calls = [line.split("--no-install-recommends ")[1] for line in log.read_text().splitlines()]
    usual, other = (f"install {one} libatomic1" for one in ("chromium-headless-shell", "chromium"))
    assert calls == [usual, "update", usual] + [other] * (browser == "chromium")
    installing, sentence = said.splitlines()
    assert status == 1
    assert installing.startswith("Installing chromium-headless-shell and libatomic1")
    assert f"{tools}/{browser} does not start" in sentence


def test_a_library_that_the_driver_lacks_is_named(tmp_path: Path) -> None:
    program(tmp_path / "tools" / "ldd", LDD)
    program(tmp_path / "tools" / "chromium", "#!/bin/sh\n")
    status, said = look(tmp_path / "tools")
    assert (status, said.count("\n")) == (1, 1)
    assert "Playwright's driver lacks libatomic.so.1" in said


def test_without_a_browser_on_purpose(tmp_path: Path) -> None:
    """The tests of the page are skipped, and the reason is there to be printed."""
    status, said = look(tmp_path / "tools", env={WITHOUT: "1"})
    assert (status, said.count("\n")) == (0, 1)
    tests = HOME / "tests" / "web" / "page" / "test_web_access.py"
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-rs", "-p", "no:cacheprovider", "-k", "dark", tests],
        env={**os.environ, WITHOUT: "1", "PYTEST_DEBUG_TEMPROOT": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert f"{WITHOUT} is set" in done.stdout
    assert "passed" not in done.stdout.splitlines()[-1]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """Return a clone in which a browser is missing, and whose tools only say their names."""
    folder = copy_to(tmp_path / "clone")
    tools = folder / ".venv" / "bin"
    program(tools / "python", "#!/bin/sh\necho looked >&2; exit 1\n")
    for tool in ("ruff", "mypy", "mkdocs", "pytest"):
        program(tools / tool, f"#!/bin/sh\necho {tool}\n")
    (folder / ".venv" / "ready-test").write_text(f"{folder}\n")
    return folder


def test_a_whole_run_without_a_browser_stops_before_it_begins(clone: Path) -> None:
    done = call([str(clone / "test")], {"PATH": "/usr/bin:/bin"})
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "looked\n")


def test_a_run_of_some_tests_goes_on_without_a_browser(clone: Path) -> None:
    done = call(
        [str(clone / "test"), "tests/solve/search/test_search.py"], {"PATH": "/usr/bin:/bin"}
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "pytest\n", "looked\n")


def test_a_whole_run_says_how_long_each_part_took(clone: Path) -> None:
    program(clone / ".venv" / "bin" / "python", "#!/bin/sh\n")  # a browser is there
    program(clone / ".venv" / "bin" / "mkdocs", "#!/bin/sh\nexit 1\n")
    done = call([str(clone / "test")], {"PATH": "/usr/bin:/bin"})
    *_, took = done.stdout.partition("== took\n")
    *parts, how = [line.split(" s  ") for line in took.splitlines()]
    assert [name for _, name in parts] == [
        "installing", "browser", "formatting", "lint", "page types", "docs",
        "other Pythons", "tests", "types",
    ]  # fmt: skip
    assert all(int(seconds) >= 0 for seconds, _ in parts)
    assert (done.returncode, how) == (1, ["FAILED: docs"])


def test_a_quick_run_looks_for_no_browser(clone: Path) -> None:
    program(clone / ".venv" / "bin" / "pytest", '#!/bin/sh\necho "$@"\n')
    done = call([str(clone / "test"), "quick", "-k", "notation"], {"PATH": "/usr/bin:/bin"})
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "--quick -n 2 -p no:schemathesis -k notation\n"
