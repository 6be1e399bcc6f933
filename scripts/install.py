"""Makes .venv beside this folder and installs kibitz into it; `test` adds what the tests need.

Uses `uv` where it is on the PATH, else `venv` and `pip`. Two calls at once wait for each other,
and a call that was broken off leaves nothing that a later one takes for finished.
"""

from __future__ import annotations

import fcntl
import shutil
import subprocess
import sys
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
VENV = HOME / ".venv"


def main(extra: str) -> None:
    """Install, unless another call has just done it."""
    ready = VENV / (f"ready-{extra}" if extra else "ready")
    with (HOME / ".venv.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if is_current(ready):
            return
        print(f"Installing kibitz into {VENV.name}; this is done once.", file=sys.stderr)
        install(extra)
        for stamp in {ready, VENV / "ready"}:
            stamp.write_text(f"{HOME}\n")


def is_current(ready: Path) -> bool:
    """Tell whether a finished install is newer than what it was made from, and made for here."""
    if not ready.exists() or ready.stat().st_mtime <= (HOME / "pyproject.toml").stat().st_mtime:
        return False
    return ready.read_text().strip() == str(HOME)


def install(extra: str) -> None:
    """Make the environment and install the package into it."""
    package = f"{HOME}[{extra}]" if extra else str(HOME)
    python = VENV / "bin" / "python"
    uv = shutil.which("uv")
    for stamp in VENV.glob("ready*"):
        stamp.unlink()
    if not is_current_python(python):
        shutil.rmtree(VENV, ignore_errors=True)
        run(
            [uv, "venv", "-q", "-p", sys.executable, str(VENV)]
            if uv
            else [sys.executable, "-m", "venv", str(VENV)]
        )
    if uv:
        run([uv, "pip", "install", "-q", "-p", str(python), "-e", package])
    else:
        run(
            [
                str(python),
                "-m",
                "pip",
                "install",
                "-q",
                "--disable-pip-version-check",
                "--no-warn-script-location",
                "-e",
                package,
            ]
        )
    # Where Python is told not to write bytecode, every start would compile the sources anew.
    run([str(python), "-m", "compileall", "-q", str(HOME / "src")])


def is_current_python(python: Path) -> bool:
    """Tell whether the environment is there, works, and was made in this folder."""
    scripts = [python.parent / name for name in ("kibitz", "pip")]
    made_here = any(str(VENV) in script.read_text() for script in scripts if script.exists())
    return made_here and not subprocess.run([python, "-c", ""], check=False).returncode


def run(command: list[str]) -> None:
    """Run one step; what it says is shown only if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        step = " ".join(Path(word).name for word in command[:4])
        sys.exit(f"kibitz: the install failed in this step: {step} (its own words are above)")


if __name__ == "__main__":
    try:
        main(sys.argv[1] if len(sys.argv) > 1 else "")
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"kibitz: {error.filename or VENV} cannot be written: {error.strerror}")
