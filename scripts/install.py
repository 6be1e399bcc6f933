"""Makes an environment and installs kibitz into it: `install.py [EXTRA [VENV]]`.

EXTRA is "test" for what the tests need, or "". VENV is `.venv` beside this folder unless another
is named. Uses `uv` where it is on the PATH, else `venv` and `pip`. The packages are those of
`locks/`, verified by their hashes, or the newest ones if `KIBITZ_NEWEST` is set. Two calls at once
wait for each other, and a call that was broken off leaves nothing that a later one takes for
finished.
"""

from __future__ import annotations

import fcntl
import importlib.util
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from compile_catalogues import FOLDER, compile_all

HOME = Path(__file__).resolve().parent.parent
NEWEST = "KIBITZ_NEWEST"
NO_NETWORK = re.compile(
    "Failed to establish a new connection|Temporary failure in name resolution"
    "|Name or service not known|Network is unreachable|Connection refused"
    "|dns error|tcp connect error|error sending request",
    re.IGNORECASE,
)


def main(venv: Path, extra: str) -> None:
    """Install, unless that is done; compile the catalogues that have changed."""
    ready = venv / (f"ready-{extra}" if extra else "ready")
    venv.parent.mkdir(parents=True, exist_ok=True)
    with venv.with_name(f"{venv.name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not is_current(ready, [HOME / "pyproject.toml", lock_file(extra)]):
            print(f"Installing kibitz into {shown(venv)}; this is done once.", file=sys.stderr)
            install(venv, extra)
        compile_all(FOLDER if os.access(FOLDER, os.W_OK) else venv / "share" / "locale")
        for stamp in {ready, venv / "ready"}:
            stamp.write_bytes(stamp_text())


def shown(venv: Path) -> str:
    """Return how to call an environment: by its name if it is in this checkout."""
    return venv.name if venv.parent == HOME else str(venv)


def stamp_text() -> bytes:
    """Return what a finished install says, the same in every locale: where it was made from."""
    return os.fsencode(HOME) + b"\n"


def lock_file(name: str) -> Path:
    """Return the file that locks what an extra needs; without one, that of the page."""
    return HOME / "locks" / f"{name or 'web'}.txt"  # what the README shows works at once


def is_current(ready: Path, sources: list[Path]) -> bool:
    """Return whether a finished install is newer than what it was made from, and made for here."""
    if not ready.exists():
        return False
    if ready.stat().st_mtime <= max(source.stat().st_mtime for source in sources):
        return False
    return ready.read_bytes() == stamp_text()


def install(venv: Path, extra: str) -> None:
    """Make the environment and install the package into it."""
    python = venv / "bin" / "python"
    uv = shutil.which("uv")
    if not uv and importlib.util.find_spec("ensurepip") is None:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        sys.exit(
            f"kibitz: this Python {version} cannot make an environment, because its ensurepip "
            "module is missing; on Debian and Ubuntu: apt-get install python3-venv"
        )
    for stamp in venv.glob("ready*"):
        stamp.unlink()
    if not is_current_python(python):
        shutil.rmtree(venv, ignore_errors=True)
        if uv:
            run([uv, "venv", "-q", "-p", sys.executable, str(venv)])
        else:
            run([sys.executable, "-P", "-m", "venv", str(venv)])
    if uv:
        command = [uv, "pip", "install", "-q", "-p", str(python)]
    else:
        quiet = ["-q", "--disable-pip-version-check", "--no-warn-script-location"]
        command = [str(python), "-P", "-m", "pip", "install", *quiet]
    if os.environ.get(NEWEST):
        run([*command, "-e", f"{HOME}[{lock_file(extra).stem}]"])
    else:
        command += ["--no-deps", "--no-build-isolation"]  # the locks name everything
        for name in ("build", extra):
            run([*command, "--require-hashes", "-r", str(lock_file(name))])
        run([*command, "-e", str(HOME)])
    # Where Python may not write bytecode, every start would compile the sources anew.
    run([str(python), "-P", "-m", "compileall", "-q", str(HOME / "src")])


def is_current_python(python: Path) -> bool:
    """Return whether the environment is there, works, and was made in this folder."""
    scripts = [python.parent / name for name in ("kibitz", "pip")]
    place = os.fsencode(python.parent)
    made_here = any(place in script.read_bytes() for script in scripts if script.exists())
    return made_here and not subprocess.run([python, "-P", "-c", ""], check=False).returncode


def run(command: list[str]) -> None:
    """Run one step; what it says is shown only if it fails."""
    done = subprocess.run(command, capture_output=True, check=False)
    if done.returncode == 0:
        return
    said = (done.stdout + done.stderr).decode(errors="replace")
    if NO_NETWORK.search(said):
        sys.exit(
            "kibitz: the install needs the network, and the Python packages cannot be fetched; "
            "call it again when the network is there"
        )
    sys.stderr.write(said)
    step = " ".join(Path(word).name for word in command[:4])
    sys.exit(f"kibitz: the install failed in this step: {step} (its own words are above)")


if __name__ == "__main__":
    extra = sys.argv[1] if len(sys.argv) > 1 else ""
    venv = Path(sys.argv[2]).absolute() if len(sys.argv) > 2 else HOME / ".venv"
    try:
        main(venv, extra)
    except KeyboardInterrupt:
        sys.exit(130)
    except OSError as error:
        sys.exit(f"kibitz: {error.filename or venv} cannot be written: {error.strerror}")
