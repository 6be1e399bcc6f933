"""Tries kibitz on every supported Python that this machine has, besides the one that runs this.

An interpreter is looked for on the PATH, among pyenv's versions and among uv's. Each one found gets
an environment of its own, `.venv-3.12`, kept for the next time, and runs a few commands, compiled
code among them. What could not be tried is named, with the reason.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HOME = Path(__file__).resolve().parent.parent
CLASSIFIER = re.compile(r'"Programming Language :: Python :: (3\.\d+)"')
PLACES = (
    "~/.pyenv/versions/{version}.*/bin/python3",
    "~/.local/share/uv/python/cpython-{version}.*/bin/python3",
)
FINE = "installs, solves, compiles, verifies"
# A command, and what it prints: figures that are known from elsewhere.
TRIALS = (
    (["solve", "noughts", "XO.-.X.-..."], "c3 b1 a3 b3"),
    (["table", "lgame", "--fresh"], "2,296"),
    (["verify", "lgame"], "the table of lgame is right"),
    (["new", "--example", "nim", "{folder}/nim.py"], "nim.py is a game"),
    (["doctor", "{folder}/nim.py"], "keeps all its promises"),
)


def main() -> int:
    """Try each; return 1 if one fails."""
    this = f"{sys.version_info.major}.{sys.version_info.minor}"
    failed = False
    for version in supported():
        python = interpreter(version)
        if version == this:
            print(f"Python {version}: the tests run on it")
        elif python is None:
            print(f"Python {version}: skipped, none on the PATH, in pyenv or in uv")
        else:
            wrong = trial(version, python)
            failed = failed or bool(wrong)
            print(f"Python {version}: {wrong or FINE}", flush=True)
    return failed


def supported() -> list[str]:
    """Return the versions that pyproject.toml promises."""
    return CLASSIFIER.findall((HOME / "pyproject.toml").read_text(encoding="utf-8"))


def interpreter(version: str) -> str | None:
    """Return a Python of that version that starts, if there is one."""
    ask = f"import sys; sys.exit(sys.version_info[:2] != ({version.replace('.', ', ')}))"
    for python in candidates(version):
        if not subprocess.run([python, "-c", ask], capture_output=True, check=False).returncode:
            return python
    return None


def candidates(version: str) -> Iterator[str]:
    """Yield where a Python of that version may be; a name on the PATH may be pyenv's empty shim."""
    on_path = shutil.which(f"python{version}")
    if on_path:
        yield on_path
    for place in PLACES:
        pattern = os.path.expanduser(place.format(version=version)).lstrip("/")
        yield from map(str, sorted(Path("/").glob(pattern)))


def trial(version: str, python: str) -> str:
    """Install kibitz under that Python and use it; return what went wrong, "" if nothing did."""
    venv = HOME / f".venv-{version}"
    installed = subprocess.run([python, HOME / "scripts" / "install.py", "", venv], check=False)
    if installed.returncode:
        return "the install failed"
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "KIBITZ_CACHE": folder, "KIBITZ_LANG": "en"}
        for template, expected in TRIALS:
            words = [word.format(folder=folder) for word in template]
            done = subprocess.run(
                [venv / "bin" / "kibitz", *words],
                env=env,
                capture_output=True,
                encoding="utf-8",
                check=False,
            )
            if done.returncode or expected not in done.stdout:
                return f"kibitz {' '.join(words)} failed:\n{done.stdout}{done.stderr}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
