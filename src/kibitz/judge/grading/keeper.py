"""Runs one program within limits and reports the result; needs only Python.

`sandbox.py` starts it as a script, within the sandbox if there is one. Its argument is the file
descriptor of a socket, from which it reads the order, one line of JSON, and to which it writes the
report. When the other end of the socket is closed, the program is killed: nothing outlives the
judge.
"""

import base64
import json
import os
import resource
import select
import signal
import stat
import sys
import time
from contextlib import suppress
from typing import Any, NamedTuple, NoReturn

Order = dict[str, Any]

CLOCK = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
ADOPT_ORPHANS = 36  # PR_SET_CHILD_SUBREAPER
KEEP_OUT = 4  # PR_SET_DUMPABLE
NO_NEW_RIGHTS = 38  # PR_SET_NO_NEW_PRIVS
FILTER = 22, 2  # PR_SET_SECCOMP, SECCOMP_MODE_FILTER
NEW_SESSION = 1  # KEYCTL_JOIN_SESSION_KEYRING
RULES, RESTRICT = 444, 446  # landlock_create_ruleset, landlock_restrict_self
OWN_ONLY = 3  # abstract sockets and signals reach only processes of the same run
SOCKET_BUFFERS = 2 * 212992  # bytes that a socket can buffer, in both directions
INODE = 1024  # kernel bytes for each file in memory
LONGEST_GAP = 0.1  # seconds charged for a process that ended unseen
NOT_FOUND = 127
ENDED = b"Z"  # the state of a process whose first thread has ended
IDLE = 0.1  # share of the wall-clock time: a program with less CPU time is waiting
PATIENCE = 5


class Process(NamedTuple):
    """A process as /proc shows it: seconds, page faults and bytes.

    `waited` figures are those of children that ended and were waited for.
    """

    parent: int
    cpu: float
    waited_cpu: float
    faults: int
    waited_faults: int
    memory: int


class Account:
    """The time and memory of a program and of all its descendants."""

    def __init__(self, order: Order) -> None:
        self.alone: bool = order["alone"]
        self.writable: list[str] = order["writable"]
        self.sockets = self.open_sockets()  # processes of the system itself
        self.cpu = 0.0
        self.memory = 0
        self.peak = 0
        self.count = 0
        self.lost = 0.0
        self.seen: dict[tuple[int, int], Process] = {}
        self.kept = 0, 0.0
        self.time = time.monotonic()
        self.gone: tuple[list[Process], tuple[int, float], float] = [], (0, 0.0), 0.0

    def look(self) -> None:
        """Account for the running processes, and for those that ended since the last call.

        The figures of a process that ends without being waited for (its parent ignores SIGCHLD)
        are lost. It is detected because its page faults or its time are missing from the sums of
        the others, and is charged as it was last seen, and for the time since. That is decided one
        call later: a process that ends during a call is in neither list. One that shared the memory
        of its parent (vfork) may have no page faults, but one that was waited for has some. The
        times in /proc are rounded down.
        """
        mine = processes(self.alone)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        kept = used.ru_minflt + sum(one.waited_faults for one in mine.values())
        kept_cpu = used.ru_utime + used.ru_stime + sum(one.waited_cpu for one in mine.values())
        ended, before, gap = self.gone
        faults = sum(max(1, one.faults) for one in ended)
        cpu = sum(one.cpu - 2 / CLOCK for one in ended)
        if kept - before[0] < faults or kept_cpu - before[1] < cpu:
            self.lost += sum(one.cpu + gap for one in ended)
        now = time.monotonic()
        gap = min(now - self.time, LONGEST_GAP)
        self.gone = [one for key, one in self.seen.items() if key not in mine], self.kept, gap
        self.seen, self.kept, self.time = mine, (kept, kept_cpu), now
        self.count = len(mine)
        self.cpu = sum(one.cpu for one in mine.values()) + kept_cpu + self.lost
        self.memory = sum(one.memory for one in mine.values()) + self.held()
        self.peak = max(self.peak, self.memory, used.ru_maxrss * 1024)

    def held(self) -> int:
        """Return the bytes that no process reports: files in memory, and the buffers of sockets."""
        held = (self.open_sockets() - self.sockets) * SOCKET_BUFFERS
        for folder in self.writable:
            about = os.statvfs(folder)
            held += (about.f_blocks - about.f_bfree) * about.f_frsize
            held += (about.f_files - about.f_ffree) * INODE
        return held

    def open_sockets(self) -> int:
        """Return the number of sockets, 0 without a network namespace of its own."""
        if not self.alone:
            return 0
        with open("/proc/self/net/sockstat", "rb") as file:
            return int(file.readline().split()[2])


def main() -> None:
    """Execute the order."""
    talk = int(sys.argv[1])
    os.set_inheritable(talk, False)
    line = b""
    while not line.endswith(b"\n"):
        piece = os.read(talk, 1 << 16)
        if not piece:
            return
        line += piece
    order: Order = json.loads(line)
    if not order["alone"]:
        process_control(ADOPT_ORPHANS, 1)  # orphaned processes become our children
    process_control(KEEP_OUT, 0)  # the program cannot reach the socket through /proc
    process_control(NO_NEW_RIGHTS, 1)  # disables sudo and other setuid programs
    account = Account(order)
    begin = time.monotonic()
    child = os.fork()
    if child == 0:
        become(order)
    nothing = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):  # else the end of the program's own copy would not be detected
        os.dup2(nothing, stream)
    why = watch(order, child, talk, begin, account)
    wall = time.monotonic() - begin
    if why:
        os.kill(child, signal.SIGKILL)
    status = os.waitpid(child, 0)[1]
    end_the_rest(order["alone"])
    for _ in range(2):  # processes that ended since the last call
        account.look()
    if os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGXCPU:
        why = "time"
    if why == "wall" and account.cpu > IDLE * wall:
        why = "time"
    if account.peak > order["memory"]:
        why = why or "memory"
    if account.cpu > order["time"]:
        why = why or "time"
    report = {
        "why": why,
        "status": os.waitstatus_to_exitcode(status),
        "cpu": account.cpu,
        "own": time.process_time(),
        "wall": wall,
        "memory": account.peak,
        "file": file_in(order["folder"], order["output"], order["most"]),
    }
    said = json.dumps(report).encode()
    while said:
        said = said[os.write(talk, said) :]


def file_in(folder: str, name: str, most: int) -> str | None:
    """Return the file that the program wrote, in base 64 and cut after so many bytes.

    It is None if there is none. Upper and lower case mean the same; a link is not followed.
    """
    for entry in os.listdir(folder) if name else ():
        with suppress(OSError):
            if entry.lower() == name.lower():
                number = os.open(
                    os.path.join(folder, entry), os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK
                )
                with open(number, "rb") as file:
                    if stat.S_ISREG(os.fstat(number).st_mode):
                        return base64.b64encode(file.read(most)).decode()
    return None


def process_control(option: int, value: int) -> None:
    """Call prctl, which Python does not offer."""
    import ctypes

    ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def separate(keyctl: int) -> None:
    """Give this process a session keyring of its own, and sockets and signals that stay inside.

    A system that has no keyrings or no Landlock of that version has refused them already.
    """
    import ctypes

    call = ctypes.CDLL(None).syscall
    call(keyctl, NEW_SESSION, None)
    rules = (ctypes.c_uint64 * 3)(0, 0, OWN_ONLY)
    made = call(RULES, rules, ctypes.sizeof(rules), 0)
    if made >= 0:
        call(RESTRICT, made, 0)
        os.close(made)


def refuse(program: str) -> None:
    """Install a seccomp filter, for this process and its descendants."""
    import ctypes

    class Filter(ctypes.Structure):
        _fields_ = (("length", ctypes.c_ushort), ("program", ctypes.c_void_p))

    code = bytes.fromhex(program)
    text = ctypes.create_string_buffer(code, len(code))
    made = Filter(len(code) // 8, ctypes.addressof(text))
    if ctypes.CDLL(None).prctl(*FILTER, ctypes.byref(made), 0, 0):
        raise OSError(0, "this system does not filter system calls")


def become(order: Order) -> NoReturn:
    """Execute the program in this process, with fewer rights and within its limits."""
    with suppress(OSError), open("/proc/self/oom_score_adj", "w") as file:
        file.write("1000")  # the preferred victim of the out-of-memory killer
    try:
        if order["terminal"]:
            os.login_tty(os.dup(0))  # a session of its own, with Ctrl-C
        else:
            os.setsid()
        os.umask(0o022)
        for name, limit in order["limits"].items():
            number = getattr(resource, name)
            most = resource.getrlimit(number)[1]
            least = limit if most == resource.RLIM_INFINITY else min(limit, most)
            resource.setrlimit(number, (least, least))
        if order["user"] is not None:
            os.setgroups([])
            os.setresgid(order["group"], order["group"], order["group"])
            os.setresuid(order["user"], order["user"], order["user"])
        os.chdir(order["folder"])
        for name in order["links"]:  # its files are in its working directory
            os.symlink(os.path.join(order["build"], name), name)
        for name, text in order["files"].items():
            with open(name, "x", encoding="utf-8", newline="") as file:
                file.write(text)
        for number in (signal.SIGPIPE, signal.SIGINT):  # a background process ignores Ctrl-C
            signal.signal(number, signal.SIG_DFL)
        if order["filter"]:
            separate(order["keyctl"])
            refuse(order["filter"])
        os.execve(order["words"][0], order["words"], order["environment"])
    except OSError as error:
        os.write(2, f"{order['words'][0]}: {error.strerror}\n".encode())
    finally:
        os._exit(NOT_FOUND)


def watch(order: Order, child: int, talk: int, begin: float, account: Account) -> str:
    """Wait for the end of the program; return why it must be stopped, "" if it ended itself."""
    streams = [talk]
    with suppress(OSError):  # an old kernel: the end is detected a little later
        streams.append(os.pidfd_open(child))
    pause = 0.01
    while True:
        ready = select.select(streams, [], [], pause)[0]
        if has_ended(child):
            return ""
        if talk in ready:
            return "stopped"
        account.look()
        wall = time.monotonic() - begin
        if account.count > order["processes"]:
            return "processes"
        if account.cpu > order["time"]:
            return "time"
        # A working program gets more wall-clock time: the machine may be busy with others.
        if wall > (PATIENCE * order["wall"] if account.cpu > IDLE * wall else order["wall"]):
            return "wall"
        if account.memory > order["memory"]:
            return "memory"
        pause = min(pause * 1.5, 0.06)


def has_ended(child: int) -> bool:
    """Return whether the program has ended; reap its orphaned children that have ended."""
    while ended := os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT | os.WNOHANG):
        if ended.si_pid == child:
            return True
        os.waitpid(ended.si_pid, 0)
    return False


def processes(alone: bool) -> dict[tuple[int, int], Process]:
    """Return each process of the program, by its number and the time of its start.

    With a PID namespace of its own, these are all processes but this one; otherwise, the
    descendants of this one.
    """
    found: dict[int, tuple[int, Process]] = {}
    for name in os.listdir("/proc"):
        if not name.isdigit():
            continue
        try:
            with open(f"/proc/{name}/stat", "rb") as file:
                words = file.read().rpartition(b")")[2].split()
        except OSError:
            continue  # it has ended meanwhile
        if words[0] == ENDED:
            words[21] = str(held_by_threads(name)).encode()
        parent, faults, waited_faults, user, system, waited_user, waited_system, start, memory = (
            int(words[place]) for place in (1, 7, 8, 11, 12, 13, 14, 19, 21)
        )
        cpu, waited = (user + system) / CLOCK, (waited_user + waited_system) / CLOCK
        one = Process(parent, cpu, waited, faults, waited_faults, memory * PAGE)
        found[int(name)] = start, one
    mine, me = {}, os.getpid()
    for number, (start, one) in found.items():
        elder = one.parent
        while not alone and elder in found and elder != me:
            elder = found[elder][1].parent
        if number != me if alone else elder == me:
            mine[number, start] = one
    return mine


def held_by_threads(name: str) -> int:
    """Return the pages of a process whose first thread has ended: its own entry shows none."""
    pages = 0
    with suppress(OSError):
        for thread in os.listdir(f"/proc/{name}/task"):
            with suppress(OSError), open(f"/proc/{name}/task/{thread}/statm", "rb") as file:
                pages = max(pages, int(file.read().split()[1]))
    return pages


def end_the_rest(alone: bool) -> None:
    """Kill the remaining processes; all are stopped first, so that none escapes by forking."""
    for sign in (signal.SIGSTOP, signal.SIGKILL):
        seen: set[int] = set()
        while left := {number for number, _ in processes(alone)} - seen:
            for number in left:
                with suppress(OSError):
                    os.kill(number, sign)
            seen |= left
    with suppress(OSError):
        while os.waitpid(-1, 0)[0]:
            pass


if __name__ == "__main__":
    main()
