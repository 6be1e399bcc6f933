"""Nothing of the kernel that outlives a program, or is shared with others, serves a hand-in."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from kibitz.judge.grading.sandbox import KINDS, NONE
from kibitz.judge.grading.seccomp import FILTER, REFUSED, number_of

ROOT = Path(__file__).parents[2]
ORDINARY = 61234  # a user id without rights
OTHER_PYTHON = "/usr/bin/python3"  # one that every user may run
TEACHERS, LEFT, SOCKET = "kibitz:teacher", "kibitz:left", "\0kibitz-teacher"
FILE = "/usr/bin/env"  # of the system; the teacher holds a lock on it
SESSION, USER = -3, -4  # the numbers of keyrings
ADD, SEARCH, JOIN, UNLINK = "add_key", 10, 1, 9

CALLS = f"""
import ctypes, fcntl, mmap, os, resource, socket, struct
NUMBERS = {{name: number for name, number in NAMED}}
libc = ctypes.CDLL(None, use_errno=True)
def call(name, *words):
    words = [word.encode() if isinstance(word, str) else word for word in words]
    words = [word if isinstance(word, (bytes, ctypes.Array)) else ctypes.c_long(word)
             for word in words]
    return libc.syscall(NUMBERS[name], *words)
def key(ring, name):
    return call("keyctl", {SEARCH}, ring, "user", name, 0) >= 0
def forget(ring, name):
    return call("keyctl", {UNLINK}, call("keyctl", {SEARCH}, ring, "user", name, 0), ring) == 0
def plant(ring):
    return call("{ADD}", "user", "{LEFT}", "x", 1, ring) >= 0
"""
# What must not succeed, as expressions. Each is tried in two runs, one after the other.
ATTEMPTS = {
    "the teacher's session keyring": f"key({SESSION}, '{TEACHERS}')",
    "the teacher's user keyring": f"key({USER}, '{TEACHERS}')",
    "a key of the run before": f"key({USER}, '{LEFT}')",
    "a new key of the session": f"plant({SESSION})",
    "a new key of the user": f"plant({USER})",
    "a requested key": f"call('request_key', 'user', '{TEACHERS}', 0, {USER}) >= 0",
    "semaphores": "call('semget', 0, 1, 0o600) >= 0",
    "shared memory": "call('shmget', 0, 4096, 0o600) >= 0",
    "the shared memory of the teacher": "call('shmctl', 0, 14, bytes(200)) >= 0",  # SHM_INFO
    "a queue": "call('msgget', 0, 0o600) >= 0",
    "a queue by its name": "call('mq_open', '/kibitz', 0o102, 0o600, 0) >= 0",
    "a lock of the teacher": "locked(lambda: fcntl.flock(system, fcntl.LOCK_EX | fcntl.LOCK_NB))",
    "a lock": "taken(lambda: fcntl.lockf(system, fcntl.LOCK_SH | fcntl.LOCK_NB))",
    "a lock of an open file": "taken(lambda: fcntl.fcntl(system, 37, lock(fcntl.F_RDLCK)))",
    "a lease": "fcntl.fcntl(own, fcntl.F_SETLEASE, fcntl.F_RDLCK) == 0",
    "notes on a folder": "fcntl.fcntl(os.open('/usr', 0), fcntl.F_NOTIFY, 1) == 0",
    "inotify": "libc.inotify_init1(0) >= 0",
    "fanotify": "libc.fanotify_init(0x200, 0) >= 0",
    "performance counters": "call('perf_event_open', event, 0, -1, -1, 0) >= 0",
    "a map of the kernel": "call('bpf', 0, bpf_map, 72) >= 0",
    "the log of the kernel": "libc.klogctl(10, None, 0) >= 0",
    "the host of a virtual machine": "socket.socket(40, socket.SOCK_STREAM)",
    "packets": "socket.socket(17, socket.SOCK_DGRAM)",
    "algorithms": "socket.socket(38, socket.SOCK_SEQPACKET)",
    "what was read before": "os.preadv(system, [bytearray(1)], 0, os.RWF_NOWAIT) >= 0",
    "huge pages": "mapped(0x40022) != 1",  # 1: EPERM; without any it is another error
    "many timers": "all(libc.timer_create(1, None, bytearray_of(8)) == 0 for _ in range(400))",
    "a core": "resource.getrlimit(resource.RLIMIT_CORE)[1] != 1",
}
WITH_NAMESPACES_OR_LANDLOCK = {
    "an abstract socket": f"socket.socket(socket.AF_UNIX).connect({SOCKET!r}) is None",
}
IN_BUBBLEWRAP = {
    "the names of keys": "'kibitz' in open('/proc/keys').read()",
    "the number of keys": "open('/proc/key-users').read()",
    "a terminal": "os.openpty()",
}
PROBE = f"""{CALLS}
system, own = os.open("{FILE}", os.O_RDONLY), os.open("own", os.O_RDONLY | os.O_CREAT)
event = (ctypes.c_uint64 * 16)(1 | 128 << 32, 1, 0, 0, 0, 0x61)  # the clock of this task
bpf_map = (ctypes.c_uint32 * 18)(2, 4, 4, 1)
def bytearray_of(size):
    return (ctypes.c_char * size)()
def lock(kind):
    return struct.pack("hhqqi4x", kind, 0, 0, 0, 0)
def locked(attempt):
    try:
        attempt()
    except BlockingIOError:
        return True
def taken(attempt):
    attempt()
    if os.fork() == 0:
        os._exit(struct.unpack("hhqqi4x", fcntl.fcntl(system, 5, lock(fcntl.F_WRLCK)))[0] != 2)
    return os.wait()[1]
def mapped(flags):
    libc.mmap.restype = ctypes.c_void_p
    ctypes.set_errno(1)
    libc.mmap(None, ctypes.c_size_t(1 << 21), 3, flags, -1, ctypes.c_long(0))
    return ctypes.get_errno()
if os.path.exists("/keeper.py"):
    ATTEMPTS |= WITH_NAMESPACES_OR_LANDLOCK | IN_BUBBLEWRAP
elif libc.syscall(444, None, ctypes.c_long(0), 1) >= 6:  # the version of Landlock
    ATTEMPTS |= WITH_NAMESPACES_OR_LANDLOCK
right = True
for name, attempt in ATTEMPTS.items():
    try:
        succeeded = eval(attempt)
    except OSError:
        succeeded = False
    if succeeded:
        right = False
        print(name, flush=True)
if right:
    print("right")
"""
# A teacher with a secret in the kernel, who grades the probe twice in each kind of sandbox.
TEACHER = f"""{CALLS}
import json, sys
from kibitz.judge.grading.grading import Grader
from kibitz.judge.grading.sandbox import MIB, RunLimits, find_sandbox
from kibitz.judge.grading.submissions import submissions_in
from kibitz.language.errors import KibitzError
from tests.support.judging import CASE, Judge
# The tests have a session of their own as well; containers may refuse all of this.
rings = ({SESSION}, {USER}) if call("keyctl", {JOIN}, 0) >= 0 else ()
keys = [call("{ADD}", "user", "{TEACHERS}", "secret", 6, ring) for ring in rings]
held = open("{FILE}")
fcntl.flock(held, fcntl.LOCK_EX)
here = socket.socket(socket.AF_UNIX)
here.bind({SOCKET!r})
here.listen()
said = {{"keys": min(keys, default=1)}}
try:
    for kind in sys.argv[2:]:
        try:
            sandbox = find_sandbox(kind)
        except KibitzError as error:
            said[kind] = str(error)
            continue
        said[kind] = []
        for _ in range(2):
            grader = Grader(Judge(), sandbox, RunLimits(5, 256 * MIB))
            grader.grade(submissions_in(sys.argv[1]).submissions, lambda *_: None)
            (sheet,) = grader.sheets
            result = sheet.result(CASE)
            said[kind].append([result.verdict, result.output, result.complaints])
        said[kind].append([ring for ring in rings if forget(ring, "{LEFT}")])
finally:
    for ring in rings:
        forget(ring, "{TEACHERS}")
print(json.dumps(said))
"""


def graded_by(user: int | None, folder: Path) -> dict[str, Any]:
    """Return what the hand-ins of a folder did when this user graded them."""
    words = [sys.executable]
    if user is not None:
        words = ["setpriv", f"--reuid={user}", f"--regid={user}", "--clear-groups", OTHER_PYTHON]
        if python(words, "import kibitz.judge.grading.grading").returncode:
            pytest.skip("no other user can run Kibitz here")
    done = python(words, with_numbers(TEACHER), str(folder), *KINDS)
    assert done.returncode == 0, done.stderr
    said: dict[str, Any] = json.loads(done.stdout)
    return said


def python(words: list[str], text: str, *more: str) -> subprocess.CompletedProcess[str]:
    """Run a program."""
    return subprocess.run(
        [*words, "-c", text, *more],
        cwd="/",
        env={"PATH": "/usr/bin:/bin", "PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def with_numbers(text: str) -> str:
    """Return a program that knows the numbers of the calls."""
    numbers = {name: number_of(name, os.uname().machine) for name in REFUSED}
    return text.replace("NAMED", f"{list(numbers.items())!r}", 1)


@pytest.mark.parametrize("user", [None, ORDINARY], ids=["this-user", "ordinary"])
def test_nothing_outlives_a_run_or_is_shared(user: int | None, tmp_path: Path) -> None:
    if not FILTER:
        pytest.skip("there is no filter for this machine")
    if user is not None and (os.getuid() or not shutil.which("setpriv")):
        pytest.skip("only root can become another user")
    for folder in [tmp_path, *tmp_path.parents]:  # the other user reads the hand-in
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o011)
    handed_in = tmp_path / "in"
    handed_in.mkdir()
    handed_in.chmod(0o755)
    attempts = (ATTEMPTS, WITH_NAMESPACES_OR_LANDLOCK, IN_BUBBLEWRAP)
    names = "ATTEMPTS, WITH_NAMESPACES_OR_LANDLOCK, IN_BUBBLEWRAP"
    (handed_in / "probe.py").write_text(f"{names} = {attempts!r}\n{with_numbers(PROBE)}")
    said = graded_by(user, handed_in)
    assert said.pop("keys") > 0
    for kind in KINDS:
        if isinstance(said[kind], str):  # bubblewrap does not work here
            assert kind != NONE
            continue
        *results, found = said[kind]
        assert results == [["AC", "right\n", ""]] * 2, kind
        assert found == []
