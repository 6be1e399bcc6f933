"""Options of bubblewrap: the visible parts of the system, and private mounts."""

import os
import sys
from collections.abc import Sequence
from glob import glob

MIB = 1 << 20
KEEPER = os.path.join(os.path.dirname(__file__), "keeper.py")
KEEPER_IN_SANDBOX = "/keeper.py"
SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store")
# Files of /etc that programs need to start; never the accounts and keys of this machine.
ETC = ("alternatives", "ld.so.cache", "ld.so.conf", "ld.so.conf.d", "localtime")
WRITABLE_BYTES = 64 * MIB  # bytes that a program may write to its folder
WRITABLE = ("/tmp", "/dev/shm")


def wrapping(build: str, *, writable: bool, tools: Sequence[str], own_users: bool) -> list[str]:
    """Return the arguments that run a command of the folder `build` in bubblewrap."""
    words = ["--unshare-pid", "--unshare-net", "--unshare-ipc", "--unshare-uts"]
    words += ["--unshare-cgroup-try", "--die-with-parent", "--new-session"]
    words.append("--as-pid-1")  # the keeper, which no program in the sandbox can kill
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
    words += ["--dir", "/etc"]  # parent folders must be accessible to all users
    for path in (*(f"/etc/{name}" for name in ETC), *glob("/etc/java*")):
        words += ["--ro-bind-try", path, path]
    for root in {sys.base_prefix, *tools}:
        words += shown(root)
    words += hidden([*SYSTEM, sys.base_prefix, *tools])
    sized = ["--perms", "1777", "--size", str(WRITABLE_BYTES), "--tmpfs"]
    words += ["--proc", "/proc", "--dev", "/dev"]
    # Pages mapped from /dev/zero are not charged to a process, like those of a memfd.
    words += ["--ro-bind", "/dev/null", "/dev/zero"]
    # Terminals are counted for the whole system, and keys are listed for all runs of a user.
    words += ["--tmpfs", "/dev/pts", "--remount-ro", "/dev/pts"]
    for name in ("/proc/keys", "/proc/key-users"):
        if os.path.exists(name):
            words += ["--ro-bind", "/dev/null", name]
    words += [word for folder in WRITABLE for word in (*sized, folder)]
    words += ["--bind" if writable else "--ro-bind", build, "/build"]
    words += ["--ro-bind", KEEPER, KEEPER_IN_SANDBOX, "--chdir", "/tmp"]
    return [*words, "--remount-ro", "/dev", "--remount-ro", "/", "--"]


def shown(root: str) -> list[str]:
    """Return arguments that mount a folder, with accessible parent folders."""
    if is_within(root, SYSTEM):
        return []
    above = os.path.dirname(root)
    words: list[str] = []
    while above != "/":
        words[:0] = ["--dir", above]
        above = os.path.dirname(above)
    return [*words, "--ro-bind", root, root]


def hidden(seen: Sequence[str]) -> list[str]:
    """Return arguments that hide Kibitz itself, which would give the answers."""
    home = os.path.realpath(f"{__file__}/../../..")
    return ["--tmpfs", home, "--remount-ro", home] if is_within(home, seen) else []


def is_within(path: str, folders: Sequence[str]) -> bool:
    """Return whether a path lies in one of these folders."""
    real = [os.path.realpath(folder) for folder in folders]
    return any(os.path.commonpath([path, folder]) == folder for folder in real)
