"""Kibitz beside OpenSpiel and easyAI on noughts and crosses, plain and `any`, in one run.

    python benchmarks/peers.py

Every attempt is a process of its own with a limit of time, so that one that recurses without end,
or never ends, is recorded and not suffered. The seconds are of the solving alone, except where
"cold" is written: there, Kibitz and whatever it needs is imported too. What values every position
must count as many won, drawn and lost as Kibitz does.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from typing import TYPE_CHECKING, Any

import report
from peer_attempts import ATTEMPTS, FOR_CYCLES_ONLY

if TYPE_CHECKING:
    from collections.abc import Iterable

MOST_SECONDS = 60
VARIANTS = ("classic", "any")
ROUNDS = 3


def attempt(name: str, variant: str, environment: dict[str, str]) -> dict[str, Any]:
    """Return what an attempt finds, or how it fails."""
    here = os.path.dirname(os.path.abspath(__file__))
    command = [sys.executable, os.path.join(here, "peer_attempts.py"), name, variant]
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            text=True,
            timeout=MOST_SECONDS,
            env=os.environ | environment,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return {"failure": f"stopped after {MOST_SECONDS} s"}
    if done.returncode:
        words = (done.stderr.strip().splitlines() or [f"exit code {done.returncode}"])[-1]
        return {"failure": words[:100]}
    found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return found


def best(name: str, variant: str) -> dict[str, Any]:
    """Return the fastest of several attempts, the first failure if one fails."""
    rounds = []
    for _ in range(ROUNDS):
        with tempfile.TemporaryDirectory() as empty:
            fresh = {"NUMBA_CACHE_DIR": empty} if name == "kibitz, cold, compiling" else {}
            rounds.append(attempt(name, variant, fresh))
        if "failure" in rounds[-1]:
            return rounds[-1]
        if rounds[-1]["seconds"] > MOST_SECONDS / 10:
            break
    return min(rounds, key=lambda found: float(found["seconds"]))


def agree(founds: Iterable[dict[str, Any]]) -> bool:
    """Return whether all that count positions by their values count the same."""
    return len({tuple(found["counts"]) for found in founds if found.get("counts")}) == 1


def main() -> None:
    """Print the table."""
    for variant in VARIANTS:
        names = [name for name in ATTEMPTS if variant == "any" or name not in FOR_CYCLES_ONLY]
        founds = {name: best(name, variant) for name in names}
        warm = founds["kibitz, compiled, warm"]["seconds"]
        print(f"noughts and crosses, {variant}")
        for name, found in founds.items():
            if "failure" in found:
                print(f"  {name:56}{found['failure']}")
                report.add("peers", f"{variant}: {name}", "fails", found["failure"])
                continue
            ratio = found["seconds"] / warm
            said = found.get("says") or "won {}, drawn {}, lost {}".format(*found["counts"])
            took = report.milliseconds(found["seconds"])
            print(f"  {name:56}{took:>12}{ratio:>10.1f}  {said}")
            other = f"kibitz, warm: {report.milliseconds(warm)}"
            report.add("peers", f"{variant}: {name}", took, other, ratio)
        if not agree(founds.values()):
            sys.exit(f"{variant}: not all count the same")


if __name__ == "__main__":
    main()
