"""Generators of secret cases, each reproducible from the seed in its entry."""

import json
import os
from pprint import pformat

from kibitz.judge.assignments.assignment import Assignment, assignment
from kibitz.judge.assignments.package_readme import meaning
from kibitz.judge.cases.case import Case, drawn_from
from kibitz.language.errors import KibitzError, quoted

PROGRAM = '''\
"""Draws a case: draw.py SEED writes testcase.in and testcase.ans into this folder.

Kibitz draws it. Where the command kibitz is missing, only the cases of this package can be had.
"""

import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
NAME = {name}
KEPT = {kept}

seed = sys.argv[1]
if shutil.which("kibitz"):
    command = ["kibitz", "assignment", NAME, "-o", ".", "--draw", seed]
    subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
elif seed in KEPT:
    for ending, text in zip(("in", "ans"), KEPT[seed]):
        with open("testcase." + ending, "w", encoding="utf-8", newline="\\n") as file:
            file.write(text)
else:
    sys.exit("install Kibitz to draw another case")
'''
EMPTY_ANSWER = """\
with open("testcase.ans", "w") as file:
    pass  # the judge of a dialogue needs no answer
"""
GAME = "game.py"  # the copy of a game in a file for the generator


def generators(
    made: Assignment, samples: dict[str, dict[str, str]], secrets: list[Case], quiet: bool
) -> dict[str, str]:
    """Return the generator program, and its configuration for BAPCtools.

    `samples` are the files of each sample by their suffixes; they are literal, not generated.
    With `quiet`, answers are empty.
    """
    name, needed = repr(made.name), ["draw.py"]
    files = {}
    if made.source is not None:
        choice = f":{made.choice}" if made.choice else ""
        name = f"os.path.join(HERE, {GAME!r}) + {choice!r}"
        needed.append(GAME)
        files[f"generators/{GAME}"] = made.source
    kept = {case.drawn: (case.given, "" if quiet else case.answer) for case in secrets}
    program = PROGRAM.format(name=name, kept=pformat(kept))
    files["generators/draw.py"] = program + (EMPTY_ANSWER if quiet else "")
    solution = made.about["accepted"][0][-1].replace("/", "_")
    # JSON is a subset of YAML, and needs no care with quotes and spaces.
    lines = [
        "version: 2025-12",
        f"solution: /submissions/accepted/{solution}",
        f"generators: {json.dumps({'draw.py': needed})}",
        "data:",
        "  sample:",
        "    data:",
        *(f"      {case}: {in_json(parts)}" for case, parts in samples.items()),
        "  secret:",
        "    data:",
        *(f"      {case.name}: {in_json(entry(case))}" for case in secrets),
    ]
    files["generators/generators.yaml"] = "\n".join(lines) + "\n"
    return files


def entry(case: Case) -> dict[str, str]:
    """Return the BAPCtools entry of a case."""
    yaml = f"description: {json.dumps(meaning(case.name))}\n"
    return {"generate": f"draw.py {case.drawn}", "yaml": yaml}


def in_json(parts: dict[str, str]) -> str:
    """Return an entry on one line."""
    return json.dumps(parts, ensure_ascii=False)


def write_case(name: str, folder: str, seed: str) -> list[str]:
    """Draw a case and write `testcase.in` and `testcase.ans` in a folder; return their paths."""
    case = drawn_from(seed, assignment(name).draw)
    if case is None:
        raise KibitzError("seed {seed} makes no case; choose another seed", seed=quoted(seed))
    written = []
    for ending, text in (("in", case.given), ("ans", case.answer)):
        written.append(os.path.join(folder, f"testcase.{ending}"))
        try:
            with open(written[-1], "w", encoding="utf-8", newline="\n") as file:
                file.write(text)
        except OSError as error:
            raise KibitzError(
                "{path} cannot be written: {reason}", path=written[-1], reason=error.strerror
            ) from None
    return written
