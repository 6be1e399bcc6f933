"""Control groups (version 2): kernel accounting and limits for all processes of a program.

They are used if a group was delegated: this process is alone in a group in which it may create
others. If it is not, systemd is asked for such a group, as by `systemd-run --user --scope -p
Delegate=yes`. Without systemd and elsewhere, the keeper's figures are used.
"""

from __future__ import annotations

import os
import subprocess
import time
from contextlib import suppress
from itertools import count
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from kibitz.judge.grading.sandbox import RunLimits

NEEDED = ("memory", "pids")
ROOT, OWN = "/sys/fs/cgroup", "/proc/self/cgroup"
AROUND = 64 << 20  # bytes for the keeper and the page cache
SYSTEMD = "org.freedesktop.systemd1"
MANAGER = (SYSTEMD, "/org/freedesktop/systemd1", f"{SYSTEMD}.Manager")
START = ("StartTransientUnit", "ssa(sv)a(sa(sv))")  # name, mode, properties, more units
PATIENCE = 3.0  # seconds
JOIN = 'echo $$ >"$0" && exec "$@"'  # joins before it starts anything, so that all is counted


class Used(NamedTuple):
    """CPU seconds of a group, and whether a process was killed for lack of memory."""

    cpu: float
    out_of_memory: bool


class ControlGroup:
    """The group of one run."""

    def __init__(self, path: str, limits: RunLimits) -> None:
        self.path = path
        os.mkdir(path)
        self.write("memory.max", limits.memory + AROUND)
        self.write("pids.max", limits.processes + 16)
        with suppress(OSError):  # where the system has no swap
            self.write("memory.swap.max", 0)

    def write(self, name: str, value: int) -> None:
        """Write a control file of the group."""
        with open(os.path.join(self.path, name), "w") as file:
            file.write(str(value))

    def numbers(self, name: str) -> dict[str, int]:
        """Parse a control file of names and numbers; empty if it cannot be read."""
        try:
            with open(os.path.join(self.path, name)) as file:
                return {word: int(value) for word, value in (line.split() for line in file)}
        except (OSError, ValueError):
            return {}

    def joined_by(self, words: Sequence[str]) -> list[str]:
        """Return the arguments that start a command in the group."""
        return ["/bin/sh", "-c", JOIN, os.path.join(self.path, "cgroup.procs"), *words]

    @property
    def used(self) -> Used:
        """The resources used so far."""
        cpu = self.numbers("cpu.stat").get("usage_usec", 0) / 1e6
        return Used(cpu, self.numbers("memory.events").get("oom_kill", 0) > 0)

    def close(self) -> None:
        """Kill the remaining processes of the group, and remove it."""
        with suppress(OSError):
            self.write("cgroup.kill", 1)
        with suppress(OSError):
            os.rmdir(self.path)  # if a process is still exiting, it is removed with its parent


class Groups:
    """Creates a group for each run, below a delegated one."""

    def __init__(self, home: str) -> None:
        self.home = home
        self.next = count()

    def group(self, limits: RunLimits) -> ControlGroup:
        """Return a new group."""
        return ControlGroup(os.path.join(self.home, f"run-{next(self.next)}"), limits)


def groups_for_runs(root: str = ROOT, own: str = OWN) -> Groups | None:
    """Return where groups can be created, in a group that systemd delegates if need be."""
    return delegated(root, own) or (delegated(root, own) if moved_to_scope(root, own) else None)


def moved_to_scope(root: str, own: str) -> bool:
    """Let systemd move this process to a new scope with delegated groups; return whether it did."""
    if not os.path.exists(os.path.join(root, "cgroup.controllers")):
        return False  # not version 2, or only beside version 1
    scope, me = f"kibitz-{os.getpid()}-{time.monotonic_ns()}.scope", str(os.getpid())
    words = ["busctl", "--user" if os.getuid() else "--system", "--quiet"]
    words += ["--allow-interactive-authorization=no", "call", *MANAGER, *START, scope, "fail"]
    words += ["2", "PIDs", "au", "1", me, "Delegate", "b", "true", "0"]
    try:
        subprocess.run(words, capture_output=True, timeout=PATIENCE, check=True)
        begin = time.monotonic()
        while time.monotonic() < begin + PATIENCE:  # the answer comes before the move
            with open(own) as file:
                if scope in file.read():
                    return True
            time.sleep(0.01)
    except (OSError, subprocess.SubprocessError):
        pass
    return False


def delegated(root: str = ROOT, own: str = OWN) -> Groups | None:
    """Return the folder in which groups can be created, None if none was delegated.

    This process moves to a group of its own there, since a group with children may hold none.
    """
    try:
        with open(own) as file:
            (path,) = [line.strip()[3:] for line in file if line.startswith("0::")]
        home = os.path.join(root, path.lstrip("/"))
        with open(os.path.join(home, "cgroup.controllers")) as file:
            if not set(NEEDED) <= set(file.read().split()):
                return None
        with open(os.path.join(home, "cgroup.procs")) as file:
            if file.read().split() != [str(os.getpid())]:
                return None
        judge = os.path.join(home, "judge")
        os.makedirs(judge, exist_ok=True)
        with open(os.path.join(judge, "cgroup.procs"), "w") as file:
            file.write(str(os.getpid()))
        with open(os.path.join(home, "cgroup.subtree_control"), "w") as file:
            file.write(" ".join(f"+{name}" for name in NEEDED))
    except (OSError, ValueError):
        return None
    return Groups(home)
