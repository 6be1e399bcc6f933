"""Control groups (version 2): kernel accounting and limits for all processes of a program.

They are used if a group was delegated: this process is alone in a group in which it may create
others, as after `systemd-run --user --scope -p Delegate=yes`. Otherwise the keeper's figures are
used.
"""

from __future__ import annotations

import os
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
