"""Runs one program within limits, and tells how it went. Needs nothing but Python.

`sandbox.py` starts it as a script of its own, inside the sandbox where there is one. The order is
its only argument, in JSON; the report goes to the socket that the order names. When the other end
of that socket is closed, the program is stopped: nothing outlives the judge.
"""

from __future__ import annotations

import json
import os
import resource
import select
import signal
import sys
import time
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, NoReturn

    Order = dict[str, Any]

CLOCK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
KEEP_OUT = 4  # PR_SET_DUMPABLE
NO_NEW_RIGHTS = 38  # PR_SET_NO_NEW_PRIVS
NOT_FOUND = 127
IDLE = 0.1  # of the time on the clock: who computes less than that waits for something
PATIENCE = 5


def main() -> None:
    """Carry out the order."""
    order: Order = json.loads(sys.argv[1])
    talk: int = order["talk"]
    os.set_inheritable(talk, False)
    if not order["alone"]:
        process_control(ADOPT_ORPHANS, 1)  # what a program leaves behind stays our child
    process_control(KEEP_OUT, 0)  # the program cannot reach the socket through /proc
    process_control(NO_NEW_RIGHTS, 1)  # neither sudo nor the like helps
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        become(order)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # else nobody would notice that the program has closed its own
        os.dup2(nothing, stream)
    why = watch(order, child, talk, begin)
    wall = time.monotonic() - begin
    if why:
        os.kill(child, signal.SIGKILL)
    _, status, used = os.wait4(child, 0)
    end_the_rest(order["alone"])
    cpu = used.ru_utime + used.ru_stime
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        why = "time"
    if why == "wall" and cpu > IDLE * wall:
        why = "time"
    report = {
        "why": why or ("time" if cpu > order["time"] else ""),
        "status": os.waitstatus_to_exitcode(status),
        "cpu": cpu,
        "wall": wall,
        "memory": used.ru_maxrss * 1024,
    }
    os.write(talk, json.dumps(report).encode())


def process_control(option: int, value: int) -> None:
    """Set something about this process that Python itself does not offer."""
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def become(order: Order) -> NoReturn:
    """Turn into the program, with less rights and within its limits."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # where memory runs out, the system ends this first
    try:
        os.setsid()
        for name, limit in order["limits"].items():
            number = getattr(resource, name)
            most = resource.getrlimit(number)[1]
            least = limit if most == resource.RLIM_INFINITY else min(limit, most)
            resource.setrlimit(number, (least, least))
        if order["user"] is not None:
            os.setgroups([])
            os.setresgid(order["user"], order["user"], order["user"])
            os.setresuid(order["user"], order["user"], order["user"])
        os.chdir(order["folder"])
        for name in order["links"]:  # its own files are where it runs
            os.symlink(os.path.join(order["build"], name), name)
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)
        os.execve(order["words"][0], order["words"], order["environment"])
    except OSError as error:
        os.write(2, f"{order['words'][0]}: {error.strerror}\n".encode())
    finally:
        os._exit(NOT_FOUND)


def watch(order: Order, child: int, talk: int, begin: float) -> str:
    """Wait for the end of the program; return why it has to be stopped, "" if it ended itself."""
    streams = [talk]
    with suppress(OSError):  # an old system: then its end is noticed a little later
        streams.append(os.pidfd_open(child))
    pause = 0.01
    while True:
        ready = select.select(streams, [], [], pause)[0]
        if has_ended(child):
            return ""
        if talk in ready:
            return "stopped"
        mine = processes(order["alone"])
        wall, cpu = time.monotonic() - begin, sum(cpu for _, cpu, _ in mine)
        if len(mine) > order["processes"]:
            return "processes"
        if cpu > order["time"]:
            return "time"
        # Who works gets more time on the clock: the machine may be busy with others.
        if wall > (PATIENCE * order["wall"] if cpu > IDLE * wall else order["wall"]):
            return "wall"
        if sum(memory for _, _, memory in mine) > order["memory"]:
            return "memory"
        pause = min(pause * 1.5, 0.06)


def has_ended(child: int) -> bool:
    """Tell whether the program has ended; take leave of what it left behind and has ended too."""
    while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG):
        if ended.si_pid == child:
            return True
        os.waitpid(ended.si_pid, 0)
    return False


def processes(alone: bool) -> list[tuple[int, float, int]]:
    """Return number, seconds and bytes of each process of the program.

    Where the program has process numbers of its own, that is whoever is there beside this one;
    elsewhere, all that descend from this one.
    """
    found: dict[int, tuple[int, float, int]] = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                words = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        seconds = sum(map(int, words[11:15])) / CLOCK
        found[int(name)] = int(words[1]), seconds, int(words[21]) * PAGE
    mine, me = [], os.getpid()
    for number, (parent, seconds, memory) in found.items():
        elder = parent
        while not alone and elder in found and elder != me:
            elder = found[elder][0]
        if number != me if alone else elder == me:
            mine.append((number, seconds, memory))
    return mine


def end_the_rest(alone: bool) -> None:
    """End whatever the program has left behind; first all stop, so that none escapes by forking."""
    for sign in (signal.SIGSTOP, signal.SIGKILL):
        seen: set[int] = set()
        while left := {number for number, _, _ in processes(alone)} - seen:
            for number in left:
                with suppress(OSError):
                    os.kill(number, sign)
            seen |= left
    with suppress(OSError):
        while os.waitpid(-1, 0)[0]:
            pass


if __name__ == "__main__":
    main()
