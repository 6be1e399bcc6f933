"""Makes sure that the browser of the tests starts: Chromium, driven by Playwright.

Where a package is missing, and this is root on a system with apt-get, it is installed. Prints one
sentence, and exits with 1, where the browser cannot be started after that. With
`KIBITZ_WITHOUT_BROWSER=1` nothing is looked for; the tests of the page are then skipped.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

WITHOUT = "KIBITZ_WITHOUT_BROWSER"
# The first one is Chromium without its windows: the same pages for a third of the work.
PROGRAMS = ("chromium-headless-shell", "chromium", "chromium-browser")
DRIVER_NEEDS = "libatomic1"  # for the Node.js inside Playwright
PACKAGES = ("chromium-headless-shell", DRIVER_NEEDS)
PACKAGES_ELSEWHERE = ("chromium", DRIVER_NEEDS)  # not every system has the first
# The first ones are what a root user needs; the others keep it from looking for a network.
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def main() -> int:
    """Return 0 if the browser starts or is not wanted, else 1."""
    if os.environ.get(WITHOUT):
        print(f"{WITHOUT} is set: the tests of the page are skipped.", file=sys.stderr)
        return 0
    missing = lacking()
    if missing:
        why_not = install()
        missing = lacking()
        if missing and why_not:
            missing = f"{missing} ({why_not})"
    missing = missing or failure()
    if missing:
        print(
            f"kibitz: the tests of the page need a browser, and {missing}; "
            f"install it (apt-get install {' '.join(PACKAGES)}), "
            f"or set {WITHOUT}=1 to skip these tests",
            file=sys.stderr,
        )
    return bool(missing)


def program() -> str | None:
    """Return where Chromium is."""
    return next(filter(None, map(shutil.which, PROGRAMS)), None)


def lacking() -> str:
    """Return what is missing to start Chromium, "" if nothing."""
    if program() is None:
        return "Chromium is missing"
    libraries = missing_libraries(driver())
    return f"Playwright's driver lacks {', '.join(libraries)}" if libraries else ""


def driver() -> str:
    """Return where the Node.js is that Playwright runs in."""
    import playwright

    return str(Path(playwright.__file__).parent / "driver" / "node")


def missing_libraries(file: str) -> list[str]:
    """Return the shared libraries that a program needs and the system does not have."""
    if shutil.which("ldd") is None:
        return []
    said = subprocess.run(["ldd", file], capture_output=True, text=True, check=False).stdout
    return [line.split()[0] for line in said.splitlines() if "not found" in line]


def install() -> str:
    """Install the packages; return why that cannot be done, "" if it was."""
    if os.geteuid() != 0:
        return "only root may install packages"
    if shutil.which("apt-get") is None:
        return "there is no apt-get to install it with"
    packages = [DRIVER_NEEDS] if program() else PACKAGES
    print(f"Installing {' and '.join(packages)} for the tests of the page.", file=sys.stderr)
    # The lists of packages may be missing, as in a fresh container, or out of date.
    for words in (
        ["install", *packages],
        ["update"],
        ["install", *packages],
        ["install", *PACKAGES_ELSEWHERE],
    ):
        done = subprocess.run(
            ["apt-get", "-y", "-qq", "--no-install-recommends", *words],
            env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=False,
        )
        if words[0] == "install" and not done.returncode:
            return ""
    said = done.stderr.decode(errors="replace").strip().splitlines() or ["nothing"]
    return f"apt-get says: {said[-1]}"


def failure() -> str:
    """Start the browser once, as the tests do; return what went wrong, "" if nothing did."""
    from playwright.sync_api import Error, sync_playwright

    try:
        with sync_playwright() as playwright:
            playwright.chromium.launch(executable_path=program(), args=FLAGS).close()
    except Error as error:
        return f"{program()} does not start: {error.message.splitlines()[0]}"
    return ""


if __name__ == "__main__":
    sys.exit(main())
