"""Sandbox for submitted programs: bubblewrap, or none on explicit request.

In bubblewrap a program sees a read-only system, its own files and an empty folder. It has no
network, no processes but its own, and nothing that belongs to the judge. `keeper.py` runs in the
sandbox and enforces the limits.
"""

import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import termios
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from typing import IO, NamedTuple

from kibitz.judge.grading.bubblewrap import KEEPER, KEEPER_IN_SANDBOX, WRITABLE, wrapping
from kibitz.judge.grading.cgroup import ControlGroup, Groups
from kibitz.judge.grading.seccomp import FILTER, number_of
from kibitz.judge.grading.untrusted_folders import remove, workplace
from kibitz.language.errors import KibitzError, Sentence

MIB = 1 << 20
KINDS = BWRAP, NONE = "bwrap", "none"
PYTHON = os.path.realpath(sys.executable)
OTHER_PYTHONS = ("/usr/local/bin/python3", "/usr/bin/python3")
USERS = range(60000, 64000)  # unused user ids, one for each program that runs
MOST_JOBS = 32
GROUPS = range(64000, 65000)  # one for each submission, so that no other can read it


class RunLimits(NamedTuple):
    """Limits of a program. `space` limits its address space; some languages reserve far more."""

    time: float
    memory: int
    processes: int = 64
    output: int = MIB
    file: int = 16 * MIB
    space: bool = True

    @property
    def wall(self) -> float:
        """Wall-clock seconds: a busy machine and a slow dialogue are not the program's fault."""
        return 2 * self.time + 1


class RunFolder(NamedTuple):
    """Folders of a program and of its run, as it sees them."""

    build: str
    folder: str


class Given(NamedTuple):
    """What a program is given besides standard input and output.

    These are arguments, files in its folder, and a terminal in place of pipes. `output` is the name
    of the file that is read when it has ended.
    """

    arguments: Sequence[str] = ()
    files: Mapping[str, str] = {}
    output: str = ""
    terminal: bool = False


class Started(NamedTuple):
    """A running program, the socket of its report, its control group and its streams.

    At a terminal, the two streams are the terminal, and there are no separate errors.
    """

    program: subprocess.Popen[bytes]
    talk: socket.socket
    group: ControlGroup | None
    typed: IO[bytes] | None
    printed: IO[bytes] | None
    errors: IO[bytes] | None


NOTHING_MORE = Given()


class Sandbox:
    """A kind of sandbox; `user` is the first of the user ids of the programs, if any."""

    def __init__(self, bwrap: str | None, *, own_users: bool) -> None:
        self.bwrap = bwrap
        self.own_users = own_users
        self.python = PYTHON  # for the programs; other users may have no access to this one
        self.groups: Groups | None = None
        self._users = USERS.start + os.getpid() * MOST_JOBS % (len(USERS) - MOST_JOBS)

    @property
    def limits_processes(self) -> bool:
        """Whether the system itself limits the number of processes."""
        return self.own_users or os.getuid() != 0

    @property
    def words(self) -> Sentence:
        """Description of the protection of this machine, and of its gaps."""
        if self.bwrap:
            return Sentence(
                "Programs run in a sandbox: no network, a read-only system, none of your files."
            )
        if self.own_users:
            return Sentence(
                "There is no sandbox. Programs run as users without rights, but they can use the "
                "network, read what every user can read, and leave files behind."
            )
        return Sentence(
            "There is no sandbox. Programs run with your rights: they can read and change your "
            "files, this judge and the marks, stop other programs, and use the network."
        )

    def user(self, slot: int) -> int | None:
        """Return the user id of a program; None for the current user."""
        return self._users + slot if self.own_users else None

    def group(self, number: int) -> int | None:
        """Return the group id that may read a submission; None if programs run as this user."""
        return GROUPS[number % len(GROUPS)] if self.own_users else None

    @contextmanager
    def place(self, build: str, slot: int) -> Iterator[RunFolder]:
        """Create an empty folder for one run, and remove it afterwards."""
        if self.bwrap:
            yield RunFolder("/build", "/tmp")
            return
        folder = tempfile.mkdtemp(prefix="kibitz-run-", dir=os.path.dirname(build))
        user = self.user(slot)
        if user is not None:
            os.chown(folder, user, user)
        try:
            yield RunFolder(build, folder)
        finally:
            remove(folder)

    def start(
        self,
        words: Sequence[str],
        build: str,
        place: RunFolder,
        limits: RunLimits,
        *,
        slot: int = 0,
        number: int = 0,
        writable: bool = False,
        tools: Sequence[str] = (),
        given: Given = NOTHING_MORE,
    ) -> Started:
        """Start a program.

        `number` is that of the submission. `tools` are folders outside of the system that it
        needs; with `writable` it may change its own folder, as a compiler must.
        """
        group = self.groups.group(limits) if self.groups else None
        mine, theirs = socket.socketpair()
        path = [
            *(os.path.join(root, "bin") for root in tools),
            "/usr/local/bin",
            "/usr/bin",
            "/bin",
        ]
        order = {
            "words": [*words, *given.arguments],
            "alone": bool(self.bwrap),
            "writable": WRITABLE if self.bwrap else (),
            "filter": FILTER.hex(),
            "keyctl": number_of("keyctl", os.uname().machine) if FILTER else 0,
            "user": self.user(slot),
            "group": self.group(number),
            "build": place.build,
            "folder": place.build if writable else place.folder,
            "links": [] if writable else without(os.listdir(build), given),
            "files": dict(given.files),
            "output": given.output,
            "most": limits.output + 1,
            "terminal": given.terminal,
            "time": limits.time,
            "wall": limits.wall,
            "memory": limits.memory,
            "processes": limits.processes,
            "limits": self.limits(limits),
            "environment": {
                "PATH": ":".join(path),
                "HOME": place.folder,
                "TMPDIR": place.folder,
                "LANG": "C.UTF-8",
                "LC_ALL": "C.UTF-8",
                "PYTHONDONTWRITEBYTECODE": "1",
                "TERM": "dumb",
            },
        }
        command = [
            PYTHON,
            "-I",
            "-S",
            KEEPER_IN_SANDBOX if self.bwrap else KEEPER,
            str(theirs.fileno()),
        ]
        if self.bwrap:
            around = wrapping(build, writable=writable, tools=tools, own_users=self.own_users)
            command = [self.bwrap, *around, *command]
        ours, stream = terminal() if given.terminal else (None, subprocess.PIPE)
        try:
            program = subprocess.Popen(
                group.joined_by(command) if group else command,
                stdin=stream,
                stdout=stream,
                stderr=stream,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
                cwd="/",
                env={},
            )
        except BaseException:
            mine.close()
            if group:
                group.close()
            if ours is not None:
                os.close(ours)
            raise
        finally:
            theirs.close()
            if ours is not None:
                os.close(stream)
        with suppress(OSError):  # if it did not start, its output has the reason
            mine.sendall(json.dumps(order).encode() + b"\n")
        if ours is None:
            return Started(program, mine, group, program.stdin, program.stdout, program.stderr)
        typed = os.fdopen(os.dup(ours), "wb", buffering=0)
        return Started(program, mine, group, typed, os.fdopen(ours, "rb", buffering=0), None)

    def limits(self, limits: RunLimits) -> dict[str, int]:
        """Return the resource limits of each process."""
        found = {
            "RLIMIT_CPU": int(limits.time) + 1,
            "RLIMIT_FSIZE": limits.file,
            "RLIMIT_NOFILE": 256,
            "RLIMIT_CORE": 1,  # with 0, a program of the system may still be started for it
            "RLIMIT_SIGPENDING": 256,  # counted for all processes of a user, also as timers
        }
        if limits.space:
            found["RLIMIT_AS"] = 4 * limits.memory
        if self.limits_processes:
            # A separate user has no other processes; else those of this user count too.
            found["RLIMIT_NPROC"] = limits.processes + 8 + (0 if self.own_users else running())
        return found


def without(names: Sequence[str], given: Given) -> list[str]:
    """Return the files of a submission that do not stand in the place of those of the judge."""
    taken = {name.lower() for name in (*given.files, given.output)}
    return [name for name in names if name.lower() not in taken]


def terminal() -> tuple[int, int]:
    """Return the judge's and the program's end of a new terminal.

    It does not repeat what is typed; of the special keys, Ctrl-C and the end of input remain.
    """
    ours, theirs = os.openpty()
    iflag, oflag, cflag, lflag, ispeed, ospeed, keys = termios.tcgetattr(theirs)
    for key in (termios.VQUIT, termios.VERASE, termios.VKILL, termios.VSUSP):
        keys[key] = b"\0"
    iflag &= ~(termios.IXON | termios.IXOFF)
    lflag &= ~(termios.ECHO | termios.ECHONL | termios.IEXTEN)
    modes = [iflag, oflag & ~termios.OPOST, cflag, lflag, ispeed, ospeed, keys]
    termios.tcsetattr(theirs, termios.TCSANOW, modes)
    return ours, theirs


def running() -> int:
    """Return the number of processes and threads of this user."""
    count, me = 0, os.getuid()
    for name in os.listdir("/proc"):
        try:
            if name.isdigit() and os.stat(f"/proc/{name}").st_uid == me:
                count += len(os.listdir(f"/proc/{name}/task"))
        except OSError:
            continue
    return count


def find_sandbox(kind: str = BWRAP) -> Sandbox:
    """Return a sandbox that passed a test; `KibitzError` with the reason if there is none."""
    if sys.platform != "linux":
        raise KibitzError("programs can be graded on Linux only; elsewhere, use a container")
    root = os.getuid() == 0
    if kind == NONE:
        for python in (PYTHON, *OTHER_PYTHONS) if root else ():
            sandbox = Sandbox(None, own_users=True)
            sandbox.python = python
            if not trouble(sandbox):
                return sandbox
        return Sandbox(None, own_users=False)
    bwrap = shutil.which("bwrap")
    if not bwrap:
        raise KibitzError(
            "nothing was run: programs are graded in bubblewrap, which is not installed "
            "(apt-get install bubblewrap); --sandbox none runs them without protection"
        )
    for own_users in (True, False) if root else (False,):
        sandbox = Sandbox(bwrap, own_users=own_users)
        hindrance = trouble(sandbox)
        if not hindrance:
            return sandbox
    raise KibitzError(
        "nothing was run: programs are graded in bubblewrap, which does not work here "
        "({reason}); --sandbox none runs them without protection",
        reason=hindrance,
    )


def use_groups(sandbox: Sandbox, groups: Groups | None) -> None:
    """Count and limit programs by control groups from now on, if that works here."""
    sandbox.groups = groups
    try:
        works = groups is None or not trouble(sandbox)
    except OSError:
        works = False
    if not works:
        sandbox.groups = None


def trouble(sandbox: Sandbox) -> str:
    """Return why a sandbox does not work here, "" if it does."""
    with workplace() as home:
        build = os.path.join(home, "build")
        os.mkdir(build)
        with sandbox.place(build, 0) as place:
            program, talk, group, *_ = sandbox.start(
                [sandbox.python, "-I", "-S", "-c", "pass"], build, place, RunLimits(20, 512 * MIB)
            )
            with program, talk:
                said = program.communicate()[1].decode("utf-8", "replace").strip()
                report = talk.recv(4096)
            if group:
                group.close()
    if report and json.loads(report)["status"] == 0:
        return ""
    return said.splitlines()[-1] if said else "it does not start"
