"""Programs that mean harm end as verdicts, leave nothing behind and learn nothing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kibitz.judge.grading.cgroup import ControlGroup, Groups, delegated, groups_for_runs
from kibitz.judge.grading.grading import Grader
from kibitz.judge.grading.sandbox import (
    MIB,
    NONE,
    RunLimits,
    Sandbox,
    find_sandbox,
    use_groups,
)
from kibitz.judge.grading.seccomp import number_of
from kibitz.judge.grading.submissions import submissions_in
from kibitz.judge.reporting.grade_report import Report
from kibitz.language.languages import Language
from tests.support.judging import CASE, Judge, best, mark_of, running

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.judge.grading.grade_results import CaseResult

LIMITS = RunLimits(1, 128 * MIB, processes=20)
QUICK = LIMITS._replace(time=0.2)


@pytest.fixture(scope="module", params=["best", "none"])
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Return the best sandbox there is, then none, which is what many machines have."""
    found = best()
    if request.param == "none":
        if not found.bwrap:
            pytest.skip("that is the best there is")
        return find_sandbox(NONE)
    return found


@pytest.fixture
def run(sandbox: Sandbox, tmp_path: Path) -> Callable[..., CaseResult]:
    def run(text: str, limits: RunLimits = LIMITS, *, ending: str = ".py") -> CaseResult:
        handed_in = tmp_path / "in"
        handed_in.mkdir(exist_ok=True)
        (handed_in / f"{mark_of(tmp_path)}{ending}").write_text(text)
        grader = Grader(Judge(), sandbox, limits)  # type: ignore[arg-type]
        grader.grade(submissions_in(str(handed_in)).submissions, lambda *_: None)
        (sheet,) = grader.sheets
        assert not running(mark_of(tmp_path))
        return sheet.result(CASE)

    return run


def apart(sandbox: Sandbox) -> None:
    """Skip where programs run with the rights of the grading user."""
    if not (sandbox.bwrap or sandbox.own_users):
        pytest.skip("bubblewrap does not work here, and programs run as this very user")


def test_a_right_answer_is_right(run: Callable[..., CaseResult]) -> None:
    result = run("print('right')")
    assert (result.verdict, result.points) == ("AC", 1)
    assert result.memory > MIB


def test_a_fork_bomb_ends(run: Callable[..., CaseResult], sandbox: Sandbox) -> None:
    if not sandbox.limits_processes:
        pytest.skip("the system does not limit the processes of this user")
    text = (
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"
    )
    assert run(text, QUICK).verdict in ("RTE", "TLE", "MLE")


def test_endless_output_ends(run: Callable[..., CaseResult]) -> None:
    result = run("import sys\nwhile True:\n    sys.stdout.write('right\\n' * 1000)\n")
    assert (result.verdict, str(result.reason)) == ("OLE", "wrote more than 1 MiB")


def test_ten_gigabytes_are_refused(run: Callable[..., CaseResult]) -> None:
    assert run("print(len(bytearray(10 << 30)))").verdict == "MLE"
    slowly = "all = []\nwhile True:\n    all.append(bytearray(b'x' * (8 << 20)))\n"
    assert run(slowly).verdict == "MLE"


def test_sleeping_for_ever_ends(run: Callable[..., CaseResult]) -> None:
    result = run("import time\ntime.sleep(10**6)\n", QUICK)
    assert result.verdict == "TLE"


def test_computing_for_ever_ends(run: Callable[..., CaseResult]) -> None:
    result = run("while True:\n    pass\n", QUICK)
    assert (result.verdict, str(result.reason)) == ("TLE", "still running after 0.2 s")


def test_a_daemon_does_not_stay(run: Callable[..., CaseResult]) -> None:
    text = (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        os.close(1)\n        os.close(2)\n        time.sleep(10**6)\n    os._exit(0)\n"
        "os.wait()\nprint('right')\n"
    )
    assert run(text).verdict == "AC"  # and nothing of it runs


def test_the_judge_is_not_killed(run: Callable[..., CaseResult], sandbox: Sandbox) -> None:
    apart(sandbox)
    text = "import os\nfor one in (os.getppid(), PID, -1):\n    try:\n        os.kill(one, 9)\n"
    text += "    except OSError:\n        pass\nprint('right')\n"
    assert run(text.replace("PID", str(os.getpid()))).verdict in ("AC", "RTE")
    assert run("print('right')").verdict == "AC"


def test_nothing_is_read_or_written_outside(
    run: Callable[..., CaseResult], sandbox: Sandbox, tmp_path: Path
) -> None:
    apart(sandbox)
    secret, mine = tmp_path / "secret", tmp_path / "written"
    secret.write_text("right")
    secret.chmod(0o600)
    text = f"try:\n    print(open({str(secret)!r}).read())\nexcept OSError:\n    pass\n"
    assert run(text).verdict == "WA"
    homes = [str(mine), "/usr/written", "/written", os.path.expanduser("~/written")]
    text = f"for name in {homes!r}:\n    try:\n        open(name, 'w').write('x')\n"
    text += "        print('wrote', name)\n    except OSError:\n        pass\nprint('right')\n"
    assert run(text).verdict == "AC"
    assert not mine.exists()
    big = "file = open('big', 'wb')\nwhile True:\n    file.write(b'x' * (1 << 20))\n"
    assert run(big).verdict == "RTE"


def test_there_is_no_network_and_no_helper(
    run: Callable[..., CaseResult], sandbox: Sandbox
) -> None:
    if not sandbox.bwrap:
        pytest.skip("bubblewrap does not work here")
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = server.getsockname()
        text = f"import socket\ntry:\n    socket.create_connection({address!r}, 1)\n"
        assert run(text + "except OSError:\n    print('right')\n").verdict == "AC"
    assert run("try:\n    import kibitz\nexcept ImportError:\n    print('right')\n").verdict == "AC"


def test_tricks_in_the_folder(sandbox: Sandbox, tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("print('right')\n")
    handed_in = tmp_path / "in"
    (handed_in / "inner").mkdir(parents=True)
    (handed_in / "pipe").mkdir()
    (handed_in / "link.py").symlink_to(secret)
    (handed_in / "away").symlink_to(tmp_path)
    (handed_in / "inner" / "main.py").symlink_to(secret)
    os.mkfifo(handed_in / "pipe" / "main.py")
    (handed_in / "<b>bold\x1b[2J.py").write_text("print('right')\n")
    (handed_in / os.fsdecode(b"\xff.py")).write_text("print('right')\n")
    grader = Grader(Judge(), sandbox, LIMITS)  # type: ignore[arg-type]
    grader.grade(submissions_in(str(handed_in)).submissions, lambda *_: None)
    found = {sheet.student: sheet for sheet in grader.sheets}
    verdicts = {name: sheet.verdict for name, sheet in found.items()}
    strange = "<b>bold\ufffd[2J"
    refused = {"link": "CE", "away": "CE", "inner": "CE", "pipe": "CE"}
    assert verdicts == refused | {strange: "AC", "\ufffd": "AC"}
    page = Report(Judge(), Language()).overview(grader.sheets)  # type: ignore[arg-type]
    assert "<b>" not in page
    assert "\x1b" not in page


def test_a_person_can_stop_it(sandbox: Sandbox, tmp_path: Path) -> None:
    mark = mark_of(tmp_path)
    (tmp_path / f"a-{mark}.py").write_text("print('right')\n")
    (tmp_path / f"b-{mark}.py").write_text("import time\nprint(1, flush=True)\ntime.sleep(10**6)\n")
    grader = Grader(Judge(), sandbox, LIMITS._replace(time=100), jobs=2)  # type: ignore[arg-type]

    def stop(phase: str, done: int, total: int | None) -> None:
        if phase == "running":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        grader.grade(submissions_in(str(tmp_path)).submissions, stop)
    assert not running(mark)
    assert threading.active_count() < 20
    assert [sheet.verdict for sheet in grader.sheets] == ["AC", "NG"]


BUSY = (
    "import os, signal, time\n"
    "def work(seconds):\n"
    "    end = time.process_time() + seconds\n"
    "    while time.process_time() < end:\n"
    "        pass\n"
)
CHAINED = (  # each process works a little, leaves a child behind, and ends
    f"{BUSY}read, write = os.pipe()\n"
    "if os.fork() == 0:\n"
    "    os.close(read)\n"
    "    for _ in range(100):\n"
    "        work(0.05)\n"
    "        if os.fork():\n"
    "            os._exit(0)\n"
    "    os._exit(0)\n"
    "os.close(write)\nos.read(read, 1)\nprint('right')\n"
)
UNWAITED = (  # children that end without being waited for take their figures with them
    f"{BUSY}signal.signal(signal.SIGCHLD, signal.SIG_IGN)\n"
    "for _ in range(100):\n"
    "    read, write = os.pipe()\n"
    "    if os.fork() == 0:\n"
    "        work(SECONDS)\n"
    "        os._exit(0)\n"
    "    os.close(write)\n    os.read(read, 1)\n    os.close(read)\n"
    "print('right')\n"
)


@pytest.mark.parametrize(
    "text",
    [CHAINED, UNWAITED.replace("SECONDS", "0.15"), UNWAITED.replace("SECONDS", "0.04")],
    ids=["chained", "unwaited", "unwaited-short"],
)
def test_the_time_of_every_descendant_counts(text: str, run: Callable[..., CaseResult]) -> None:
    result = run(text, LIMITS._replace(time=0.8))
    assert (result.verdict, str(result.reason)) == ("TLE", "still running after 0.8 s")
    assert result.cpu > 0.8


IN_C = """
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
static int work(void *given) {
    struct timespec now;
    do
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < *(int *)given);
    _exit(0);
}
"""
WITHOUT_FIGURES = {  # a child that shares the memory of its parent has no page faults
    "clone": """
int main(void) {
    int milliseconds = 40, ends[2];
    char end;
    signal(SIGCHLD, SIG_IGN);
    for (int n = 0; n < 40; n++) {
        if (pipe(ends) || clone(work, (char *)malloc(65536) + 65536, CLONE_VM | SIGCHLD,
                                &milliseconds) < 0)
            return 1;
        close(ends[1]);
        (void)!read(ends[0], &end, 1);
        close(ends[0]);
    }
    puts("right");
}
""",
    "vfork": """
int main(void) {
    int milliseconds = 40;
    for (int n = 0; n < 40; n++) {
        signal(SIGCHLD, SIG_DFL);
        if (fork() == 0)  // its page faults hide that those of the next child are missing
            _exit(0);
        wait(NULL);
        signal(SIGCHLD, SIG_IGN);
        if (vfork() == 0)
            work(&milliseconds);
    }
    puts("right");
}
""",
}
LAST_THREAD = """
static void *hold(void *given) {
    usleep(20000);
    char *held = malloc(300 << 20);
    if (!held)
        exit(1);
    memset(held, 1, 300 << 20);
    puts("right");
    fflush(stdout);
    STAY
    exit(held[5] - 1);
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, hold, NULL);
    pthread_exit(NULL);
}
"""
needs_gcc = pytest.mark.skipif(not shutil.which("gcc"), reason="not installed here: gcc")


@needs_gcc
@pytest.mark.parametrize(
    ("kind", "reason"),
    [("clone", "ended with status 1"), ("vfork", "still running after 0.3 s")],
)
def test_children_that_share_memory_are_refused_or_count(
    kind: str, reason: str, run: Callable[..., CaseResult]
) -> None:
    result = run(IN_C + WITHOUT_FIGURES[kind], LIMITS._replace(time=0.3), ending=".c")
    assert str(result.reason) == reason


@needs_gcc
@pytest.mark.parametrize("stay", ["sleep(100);", ""], ids=["stays", "ends"])
def test_memory_counts_after_the_end_of_the_first_thread(
    stay: str, run: Callable[..., CaseResult]
) -> None:
    result = run(IN_C + LAST_THREAD.replace("STAY", stay), ending=".c")
    assert (result.verdict, result.points) == ("MLE", 0)
    assert result.memory > LIMITS.memory


HOLD = "import ctypes, mmap, os, socket, time\nlibc, MIB = ctypes.CDLL(None), 1 << 20\n"
HELD = "print('right', flush=True)\ntime.sleep(100)\n"
OUTSIDE_OF_PROCESSES = {
    "memfd": "for _ in range(12):\n    assert os.write(os.memfd_create(''), bytes(15 * MIB))\n",
    "shmget": "assert libc.shmget(0, 256 * MIB, 0o1600) >= 0\n",
    "namespace": (
        "user, group = os.getuid(), os.getgid()\n"
        "assert libc.unshare(0x10020000) == 0\n"
        "open('/proc/self/setgroups', 'w').write('deny')\n"
        "open('/proc/self/uid_map', 'w').write(f'0 {user} 1')\n"
        "open('/proc/self/gid_map', 'w').write(f'0 {group} 1')\n"
        "assert libc.mount(b'x', b'/tmp', b'tmpfs', 0, None) == 0\n"
        "for number in range(12):\n"
        "    assert open(f'/tmp/{number}', 'wb').write(bytes(15 * MIB))\n"
    ),
    "clone": (
        "assert libc.syscall(CLONE, 0x10000011, 0, 0, 0, 0) >= 0\n"  # with a user namespace
    ),
    "shared": (
        "held = [mmap.mmap(-1, 32 * MIB) for _ in range(8)]\n"
        "for one in held:\n"
        "    for at in range(0, 32 * MIB, 4096):\n        one[at] = 1\n"
        "    one.madvise(mmap.MADV_DONTNEED)\n"
    ),
    "zero": "held = mmap.mmap(os.open('/dev/zero', os.O_RDWR), 32 * MIB)\n",
    "files": (
        "for folder in ('/tmp', '/dev/shm'):\n"
        "    for _ in range(4):\n"
        "        one = os.open(folder, os.O_TMPFILE | os.O_RDWR, 0o600)\n"  # without a name
        "        assert os.write(one, bytes(15 * MIB)) == 15 * MIB\n"
        "own = bytearray(b'x') * (20 * MIB)\n"
    ),
    "sockets": (
        "held = []\n"
        "for _ in range(4):\n"
        "    if os.fork() == 0:\n"
        "        for _ in range(100):\n"
        "            held.append(socket.socketpair())\n"
        "            held[-1][0].setblocking(False)\n"
        "            held[-1][0].send(bytes(200000))\n"
        "        time.sleep(100)\n"
    ),
}


@pytest.mark.parametrize("kind", OUTSIDE_OF_PROCESSES)
def test_memory_outside_of_processes_counts_or_is_refused(
    kind: str, run: Callable[..., CaseResult], sandbox: Sandbox
) -> None:
    if not sandbox.bwrap and kind in ("zero", "files", "sockets"):
        pytest.skip("bubblewrap does not work here")
    text = HOLD + OUTSIDE_OF_PROCESSES[kind] + HELD
    result = run(text.replace("CLONE", str(number_of("clone", os.uname().machine))))
    if kind in ("files", "sockets"):
        assert (result.verdict, result.memory > LIMITS.memory) == ("MLE", True)
    else:
        assert (result.verdict, result.output) == ("RTE", "")


def test_right_programs_may_use_processes_threads_and_files(run: Callable[..., CaseResult]) -> None:
    text = (
        "import subprocess, sys, tempfile, threading\n"
        "from multiprocessing import get_context\n"
        "if __name__ == '__main__':\n"
        "    with get_context('fork').Pool(3) as pool:\n"
        "        assert pool.map(abs, [-1, -2, -3]) == [1, 2, 3]\n"
        "    subprocess.run([sys.executable, '-S', '-c', 'pass'], check=True)\n"
        "    assert subprocess.run('cat < /dev/null | sort', shell=True).returncode == 0\n"
        "    thread = threading.Thread(target=print)\n    thread.start()\n    thread.join()\n"
        "    with tempfile.TemporaryFile() as file:\n        file.write(bytes(1 << 20))\n"
        "    print('right')\n"
    )
    result = run(text, LIMITS._replace(time=10, memory=512 * MIB))
    assert (result.verdict, result.complaints) == ("AC", "")


IN_OTHER_LANGUAGES = {
    "gcc": {
        "main.c": """
#define _GNU_SOURCE
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static char *words[] = {"/bin/true", NULL};
static void *work(void *given) { return given; }
int main(void) {
    pthread_t thread;
    void *made = NULL;
    int status = 1;
    pid_t child;
    if (pthread_create(&thread, NULL, work, words) || pthread_join(thread, &made) || !made)
        return 1;
    if (posix_spawn(&child, words[0], NULL, NULL, words, NULL) || waitpid(child, &status, 0) < 0)
        return 2;
    if ((child = vfork()) == 0) {
        execv(words[0], words);
        _exit(3);
    }
    if (waitpid(child, &status, 0) < 0 || status || system("true"))
        return 4;
    return puts("right") < 0;
}
"""
    },
    "javac": {
        "Main.java": """
public class Main {
    public static void main(String[] words) throws Exception {
        Thread thread = new Thread(() -> System.out.println("right"));
        thread.start();
        thread.join();
        System.exit(new ProcessBuilder("true").start().waitFor());
    }
}
"""
    },
    "node": {
        "run": "exec node $(dirname $0)/main.js\n",
        "main.js": """
const { Worker } = require('worker_threads');
const { execSync, spawn } = require('child_process');
execSync('true');
spawn('true').on('exit', () => {
    new Worker("require('fs').writeSync(1, 'right')", { eval: true });
});
""",
    },
    "rustc": {
        "main.rs": """
fn main() {
    let done = std::process::Command::new("true").status().unwrap();
    let said = std::thread::spawn(|| "right").join().unwrap();
    assert!(done.success());
    println!("{said}");
}
"""
    },
    "go": {
        "main.go": """
package main

import ("fmt"; "os/exec")

func main() {
    said := make(chan string)
    go func() { said <- "right" }()
    if exec.Command("true").Run() == nil {
        fmt.Println(<-said)
    }
}
"""
    },
}


@pytest.mark.parametrize("tool", IN_OTHER_LANGUAGES)
def test_threads_and_children_work_in_every_language(tool: str, tmp_path: Path) -> None:
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"not installed here: {tool}")
    if not all(parent.stat().st_mode & 1 for parent in Path(path).resolve().parents):
        pytest.skip(f"the folder of {tool} is closed to other users")
    for name, text in IN_OTHER_LANGUAGES[tool].items():
        (tmp_path / "in" / tool).mkdir(parents=True, exist_ok=True)
        (tmp_path / "in" / tool / name).write_text(text)
    grader = Grader(Judge(), best(), RunLimits(10, 512 * MIB))  # type: ignore[arg-type]
    grader.grade(submissions_in(str(tmp_path / "in")).submissions, lambda *_: None)
    (sheet,) = grader.sheets
    result = sheet.result(CASE)
    assert (result.verdict, result.complaints) == ("AC", "")


def test_control_groups_are_used_only_where_they_are_delegated(tmp_path: Path) -> None:
    home, own = tmp_path / "cgroup" / "mine", tmp_path / "own"
    home.mkdir(parents=True)
    own.write_text("1:name=systemd:/elsewhere\n0::/mine\n")
    me = str(os.getpid())
    files = {"cgroup.controllers": "cpu memory pids", "cgroup.procs": f"{me}\n"}

    def tried(**changed: str) -> Groups | None:
        for name, text in {**files, **changed}.items():
            (home / name).write_text(text)
        return delegated(str(tmp_path / "cgroup"), str(own))

    assert tried(**{"cgroup.controllers": "cpu"}) is None
    assert tried(**{"cgroup.procs": f"1\n{me}\n"}) is None  # others would have to move as well
    assert not (home / "judge").exists()
    groups = tried()
    assert groups
    assert (home / "judge" / "cgroup.procs").read_text() == me
    assert (home / "cgroup.subtree_control").read_text() == "+memory +pids"
    own.write_text("4:memory:/mine\n")
    assert delegated(str(tmp_path / "cgroup"), str(own)) is None


def test_systemd_is_asked_for_a_control_group(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root, own = tmp_path / "cgroup", tmp_path / "own"
    own.write_text("0::/user.slice/session-1.scope\n")
    root.mkdir()
    (root / "cgroup.controllers").touch()
    stub = tmp_path / "busctl"
    stub.write_text(
        "#!/bin/sh\nset -eu\nfor word; do case $word in kibitz-*.scope) scope=$word;; esac; done\n"
        f'echo "$@" >{tmp_path}/asked\nmkdir {root}/$scope\n'
        f"echo cpu memory pids >{root}/$scope/cgroup.controllers\n"
        f"echo $PPID >{root}/$scope/cgroup.procs\necho 0::/$scope >{own}\n"
    )
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    assert groups_for_runs(str(root), str(own)) is None  # it cannot be run
    stub.chmod(0o755)
    groups = groups_for_runs(str(root), str(own))
    assert groups
    asked = (tmp_path / "asked").read_text()
    scope = os.path.basename(groups.home)
    assert asked.endswith(
        f"Manager StartTransientUnit ssa(sv)a(sa(sv)) {scope} fail "
        f"2 PIDs au 1 {os.getpid()} Delegate b true 0\n"
    )


def test_control_groups_that_do_not_work_are_not_used(sandbox: Sandbox, tmp_path: Path) -> None:
    use_groups(sandbox, Groups(str(tmp_path / "removed")))
    assert sandbox.groups is None


GRADED_IN_GROUPS = """
import sys
from kibitz.judge.grading.cgroup import groups_for_runs
from kibitz.judge.grading.grading import Grader
from kibitz.judge.grading.sandbox import MIB, RunLimits, use_groups
from kibitz.judge.grading.submissions import submissions_in
from tests.support.judging import Judge, best
sandbox = best()
use_groups(sandbox, groups_for_runs())
if sandbox.groups is None:
    sys.exit("no control groups")
grader = Grader(Judge(), sandbox, RunLimits(1, 128 * MIB))
grader.grade(submissions_in(sys.argv[1]).submissions, lambda *_: None)
print(*(f"{sheet.student}:{sheet.verdict}" for sheet in grader.sheets))
"""


def test_control_groups_of_this_machine_count_everything(tmp_path: Path) -> None:
    tests = {
        "good": "print('right')\n",
        "memory": "held = bytearray(b'x') * (400 << 20)\nprint('right')\n",
        "time": UNWAITED.replace("SECONDS", "0.02"),
    }
    for name, text in tests.items():
        (tmp_path / f"{name}.py").write_text(text)
    done = subprocess.run(
        [sys.executable, "-c", GRADED_IN_GROUPS, str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        timeout=100,
    )
    if "no control groups" in done.stderr:
        pytest.skip("no control groups of version 2 can be had here")
    assert done.stdout.split() == ["good:AC", "memory:MLE", "time:TLE"], done.stderr


def test_what_a_control_group_counts_is_the_truth(
    run: Callable[..., CaseResult], sandbox: Sandbox
) -> None:
    class Kept(Groups):
        """Groups in a plain folder: the figures are written there, not counted."""

        cpu = killed = 0
        made = Path()

        def group(self, limits: RunLimits) -> ControlGroup:
            made = super().group(limits)
            cpu, killed = (self.cpu, self.killed) if limits.memory == LIMITS.memory else (0, 0)
            Path(made.path, "cpu.stat").write_text(f"usage_usec {cpu}\nuser_usec 1\n")
            Path(made.path, "memory.events").write_text(f"max 3\noom_kill {killed}\n")
            self.made = Path(made.path)
            return made

    with tempfile.TemporaryDirectory() as folder:
        groups = Kept(folder)
        sandbox.groups = groups
        try:
            for cpu, killed, verdict in ((0, 0, "AC"), (1_900_000, 0, "TLE"), (0, 1, "MLE")):
                groups.cpu, groups.killed = cpu, killed
                assert run("print('right')").verdict == verdict
                most = (groups.made / "memory.max").read_text()
                assert LIMITS.memory < int(most) <= LIMITS.memory + 64 * MIB
                assert (groups.made / "cgroup.procs").read_text().strip().isdigit()
                assert (groups.made / "cgroup.kill").read_text() == "1"
        finally:
            sandbox.groups = None
