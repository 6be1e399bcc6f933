"""Programs that mean harm end as verdicts, leave nothing behind and learn nothing."""

from __future__ import annotations

import os
import socket
import threading
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kibitz.judge.graded import Graded
from kibitz.judge.grading import Grader
from kibitz.judge.report import Report
from kibitz.judge.results import Result
from kibitz.judge.sandbox import MIB, NONE, Limits, Sandbox, find_sandbox
from kibitz.judge.submissions import submissions_in
from kibitz.play.language import Language
from sandboxes import best

if TYPE_CHECKING:
    from collections.abc import Callable

LIMITS = Limits(1, 128 * MIB, processes=20)
QUICK = LIMITS._replace(time=0.2)
CASE = Graded("01-easy", "1 2\n", "", sample=False, points=1)


class Judge:
    """An assignment of one case: the answer is `right`, and nobody asks how it was found."""

    name = "solitaire"  # a dialogue: no answer of it has a cost
    interactive = False
    cases = (CASE,)
    out_of = 1

    def judge(self, case: Graded, output: bytes, feedback: str) -> int:
        return 42 if output.strip() == b"right" else 43


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
def run(sandbox: Sandbox, tmp_path: Path) -> Callable[..., Result]:
    def run(text: str, limits: Limits = LIMITS) -> Result:
        handed_in = tmp_path / "in"
        handed_in.mkdir(exist_ok=True)
        (handed_in / f"{mark_of(tmp_path)}.py").write_text(text)
        grader = Grader(Judge(), sandbox, limits)  # type: ignore[arg-type]
        grader.grade(submissions_in(str(handed_in)).submissions, lambda *_: None)
        (sheet,) = grader.sheets
        assert not running(mark_of(tmp_path))
        return sheet.result(CASE)

    return run


def mark_of(folder: Path) -> str:
    """Return a name that only the processes of one test have in their words."""
    return f"hostile-{os.getpid()}-{abs(hash(str(folder)))}"


def running(mark: str) -> list[str]:
    """Return the processes with a mark."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if mark.encode() in words:
            found.append(name)
    return found


def apart(sandbox: Sandbox) -> None:
    """Skip where programs run with the rights of whoever grades."""
    if not (sandbox.bwrap or sandbox.own_users):
        pytest.skip("bubblewrap does not work here, and programs run as this very user")


def test_a_right_answer_is_right(run: Callable[..., Result]) -> None:
    result = run("print('right')")
    assert (result.verdict, result.points) == ("AC", 1)
    assert result.memory > MIB


def test_a_fork_bomb_ends(run: Callable[..., Result], sandbox: Sandbox) -> None:
    if not sandbox.limits_processes:
        pytest.skip("the system does not limit the processes of this user")
    text = (
        "import os\nwhile True:\n    try:\n        os.fork()\n    except OSError:\n        pass\n"
    )
    assert run(text, QUICK).verdict in ("RTE", "TLE", "MLE")


def test_endless_output_ends(run: Callable[..., Result]) -> None:
    result = run("import sys\nwhile True:\n    sys.stdout.write('right\\n' * 1000)\n")
    assert (result.verdict, str(result.reason)) == ("OLE", "wrote more than 1 MiB")


def test_ten_gigabytes_are_refused(run: Callable[..., Result]) -> None:
    assert run("print(len(bytearray(10 << 30)))").verdict == "MLE"
    slowly = "all = []\nwhile True:\n    all.append(bytearray(b'x' * (8 << 20)))\n"
    assert run(slowly).verdict == "MLE"


def test_sleeping_for_ever_ends(run: Callable[..., Result]) -> None:
    result = run("import time\ntime.sleep(10**6)\n", QUICK)
    assert result.verdict == "TLE"


def test_computing_for_ever_ends(run: Callable[..., Result]) -> None:
    result = run("while True:\n    pass\n", QUICK)
    assert (result.verdict, str(result.reason)) == ("TLE", "still at work after 0.2 s")


def test_a_daemon_does_not_stay(run: Callable[..., Result]) -> None:
    text = (
        "import os, time\nif os.fork() == 0:\n    os.setsid()\n    if os.fork() == 0:\n"
        "        os.close(1)\n        os.close(2)\n        time.sleep(10**6)\n    os._exit(0)\n"
        "os.wait()\nprint('right')\n"
    )
    assert run(text).verdict == "AC"  # and nothing of it runs


def test_the_judge_is_not_killed(run: Callable[..., Result], sandbox: Sandbox) -> None:
    apart(sandbox)
    text = "import os\nfor one in (os.getppid(), PID, -1):\n    try:\n        os.kill(one, 9)\n"
    text += "    except OSError:\n        pass\nprint('right')\n"
    assert run(text.replace("PID", str(os.getpid()))).verdict in ("AC", "RTE")
    assert run("print('right')").verdict == "AC"


def test_nothing_is_read_or_written_outside(
    run: Callable[..., Result], sandbox: Sandbox, tmp_path: Path
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


def test_there_is_no_network_and_no_helper(run: Callable[..., Result], sandbox: Sandbox) -> None:
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
