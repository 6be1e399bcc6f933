"""Write the lock files: the exact packages, with hashes, that the checkout installs.

    .venv/bin/python scripts/lock.py              # after a change in pyproject.toml or package.json
    .venv/bin/python scripts/lock.py --upgrade    # the newest of everything

`locks/*.txt` lock what scripts/install.py installs, for every supported Python on Linux and macOS.
They need `uv` on the PATH, and other arguments are given to `uv pip compile`. `package-lock.json`
locks what is made from npm packages. Nothing names the host that a package comes from.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
LOCKS = HOME / "locks"
BUILD = "build"  # what builds the project and the packages without a wheel
BUILDERS = ["editables", "setuptools"]  # hatchling asks for the first one by itself
EXTRAS = ("test-all", "test", "web")  # the largest first: the others have its versions
WITHOUT_WHEELS = ("cellpylib", "pycosat", "zss")  # packages of test-all
OPTIONS = ["--universal", "--generate-hashes", "--no-emit-package=kibitz"]
QUIET = ["-q", "--annotation-style=line", "--no-header"]


def main(arguments: list[str]) -> int:
    """Write every lock file."""
    uv, npm = shutil.which("uv"), shutil.which("npm")
    if uv is None or npm is None:
        print("this needs uv (pip install uv) and npm (it comes with Node.js)")
        return 1
    project = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=")
    builders = "\n".join([*project["build-system"]["requires"], *BUILDERS])
    command = [uv, "pip", "compile", *OPTIONS, *QUIET, f"--python-version={oldest}", *arguments]
    largest = f"locks/{EXTRAS[0]}.txt"
    for name in (*EXTRAS, BUILD):
        path = LOCKS / f"{name}.txt"
        allowed = ["--only-binary=:all:"]  # first, because pip forgets what stands before it
        if name == EXTRAS[0]:
            allowed += [f"--no-binary={package}" for package in WITHOUT_WHEELS]
        words = [*allowed, f"--output-file={path}"]
        words += [] if name == EXTRAS[0] else [f"--constraint={largest}"]
        words += ["-"] if name == BUILD else ["pyproject.toml", f"--extra={name}"]
        subprocess.run([*command, *words], cwd=HOME, input=builders, text=True, check=True)
        head = ["# scripts/lock.py writes this file; do not edit it.", *allowed]
        path.write_text("\n".join([*head, "", path.read_text()]))
    words = ["--package-lock-only", "--omit-lockfile-registry-resolved", "--no-audit", "--no-fund"]
    subprocess.run([npm, "install", *words], cwd=LOCKS, check=True)
    return 0


def install_npm_packages(npm: str, folder: Path, *options: str) -> None:
    """Install the locked npm packages into a folder and run none of their scripts."""
    for name in ("package.json", "package-lock.json"):
        shutil.copy(LOCKS / name, folder)
    command = [npm, "ci", "--ignore-scripts", "--no-audit", "--no-fund", *options]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
