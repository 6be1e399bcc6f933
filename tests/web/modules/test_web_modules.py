"""The modules of the page that need no browser, tested by Node.js: one file of tests for each."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from functools import cache
from pathlib import Path

import pytest

from kibitz.web.page_files import question_module

HERE = Path(__file__).parent
LEAST = 20  # older versions are no longer maintained
WAIT = 120


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command in the folder of the tests."""
    served = {**os.environ, "QUESTIONS": question_module()}
    return subprocess.run(
        command, check=False, cwd=HERE, env=served, capture_output=True, text=True, timeout=WAIT
    )


@cache
def node() -> str | None:
    """Return the Node.js of this machine, None if there is none or an old one."""
    found = shutil.which("node")
    version = re.match(r"v(\d+)", run(found, "--version").stdout) if found else None
    return found if version is not None and int(version[1]) >= LEAST else None


@pytest.mark.parametrize("file", sorted(HERE.glob("*.test.mjs")), ids=lambda file: file.name)
def test_modules_of_the_page(file: Path) -> None:
    program = node()
    if program is None:
        pytest.skip(f"there is no Node.js {LEAST} or newer")
    said = run(program, "--import", "./served.mjs", "--test", "--test-reporter=tap", file.name)
    assert said.returncode == 0, said.stdout + said.stderr
    assert int(re.findall(r"^# pass (\d+)$", said.stdout, re.MULTILINE)[-1]) > 0
