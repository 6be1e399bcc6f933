"""Options of bubblewrap: the visible parts of the system, and private mounts."""

from __future__ import annotations

import os
import sys
from glob import glob

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MIB = 1 << 20
KEEPER = os.path.join(os.path.dirname(__file__), "keeper.py")
INSIDE = "/keeper.py"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store")
# Of /etc, only what programs need to start; never the accounts and keys of this machine.
ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime")
ROOM = 64 * MIB  # what a program may write in its folder
ROOMS = ("/tmp", "/dev/shm")


def wrapping(build: str, *, writable: bool, tools: Sequence[str], own_users: bool) -> list[str]:
    """Return the words that put a command into bubblewrap; it lies in the folder `build`."""
    words = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    words.append("--as-pid-1")  # the keeper, which no program inside can end then
    if own_users:
        for right in ("SETUID", "SETGID", "KILL"):  # for the keeper; the program has none
            words += ["--cap-add", f"CAP_{right}"]
    else:
        words.append("--unshare-user")
    for folder in SYSTEM:
        if os.path.islink(folder):
            words += ["--symlink", os.readlink(folder), folder]
        else:
            words += ["--ro-bind-try", folder, folder]
    words += ["--dir", "/etc"]  # what leads to something must be open to everybody
    for path in (*(f"/etc/{name}" for name in ETC), *glob("/etc/java*")):
        words += ["--ro-bind-try", path, path]
    for root in {sys.base_prefix, *tools}:
        words += shown(root)
    words += hidden([*SYSTEM, sys.base_prefix, *tools])
    sized = ["--perms", "1777", "--size", str(ROOM), "--tmpfs"]
    words += ["--proc", "/proc", "--dev", "/dev"]
    # Pages that are mapped from /dev/zero belong to nobody, as those of a memfd do.
    words += ["--ro-bind", "/dev/null", "/dev/zero"]
    words += [word for room in ROOMS for word in (*sized, room)]
    words += ["--bind" if writable else "--ro-bind", build, "/build"]
    words += ["--ro-bind", KEEPER, INSIDE, "--chdir", "/tmp"]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/", "--"]


def shown(root: str) -> list[str]:
    """Return words that show a folder outside of the system, on a way that everybody may go."""
    if is_within(root, SYSTEM):
        return []
    above = os.path.dirname(root)
    words: list[str] = []
    while above != "/":
        words[:0] = ["--dir", above]
        above = os.path.dirname(above)
    return [*words, "--ro-bind", root, root]


def hidden(seen: Sequence[str]) -> list[str]:
    """Return words that cover Kibitz itself: it would be the best of helpers."""
    home = os.path.realpath(f"{__file__}/../../..")
    return ["--tmpfs", home, "--remount-ro", home] if is_within(home, seen) else []


def is_within(path: str, folders: Sequence[str]) -> bool:
    """Return whether a path lies in one of these folders."""
    real = [os.path.realpath(folder) for folder in folders]
    return any(os.path.commonpath([path, folder]) == folder for folder in real)
