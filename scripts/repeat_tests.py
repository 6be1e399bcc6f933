"""Runs the tests that use a cluster or a browser many times on a busy machine.

    .venv/bin/python scripts/repeat_tests.py [TIMES [ARGUMENT OF PYTEST ...]]

While they run, four processes do nothing but keep the processor busy. What pytest prints is shown
only of runs that fail; the last line says how many passed. Arguments of pytest replace the choice
of tests, which is `-m "browser or cluster"` otherwise.
"""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
TESTS = ["-m", "browser or cluster"]
USUAL_TIMES = 20
BUSY_PROCESSES = 4
KEEP_BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"


def main(times: int, arguments: list[str]) -> int:
    """Run them that many times; return the exit status."""
    passed = 0
    with ExitStack() as stack:
        for _ in range(BUSY_PROCESSES):
            busy = stack.enter_context(subprocess.Popen([sys.executable, "-c", KEEP_BUSY]))
            stack.callback(busy.kill)
        for number in range(1, times + 1):
            began = time.monotonic()
            done = subprocess.run(
                [sys.executable, "-m", "pytest", "-n", "6", *arguments],
                cwd=HOME, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
            )  # fmt: skip
            passed += done.returncode == 0
            if done.returncode:
                print(done.stdout)
            how = "failed" if done.returncode else "passed"
            seconds = time.monotonic() - began
            print(f"run {number} of {times} {how} in {seconds:.0f} s", flush=True)
    print(f"{passed} of {times} runs passed")
    return 0 if passed == times else 1


if __name__ == "__main__":
    words = sys.argv[1:]
    try:
        sys.exit(main(int(words[0]) if words else USUAL_TIMES, words[1:] or TESTS))
    except KeyboardInterrupt:
        sys.exit(130)
    except ValueError:
        sys.exit(f"not a number of times: {words[0]}")
