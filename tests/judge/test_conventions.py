"""Hand-ins written from the courses' own texts: right ones have all points, wrong ones a reason.

The programs are in `tests/data/handins`. That of the French course is its published correction.
"""

from __future__ import annotations

import json
import shutil
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kibitz.cli import main
from kibitz.judge.assignments.assignment import part
from kibitz.judge.assignments.embedding import namespace
from kibitz.judge.assignments.problem_package import package
from kibitz.judge.grading import graded_assignment
from kibitz.judge.grading.graded_assignment import GradedAssignment
from kibitz.judge.grading.grading import Grader
from kibitz.judge.grading.sandbox import MIB, RunLimits
from kibitz.judge.grading.submissions import submissions_in
from tests.support.judging import best, option
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Callable

    from kibitz.judge.grading.grade_results import Sheet

HANDINS = Path(__file__).parents[1] / "data" / "handins"
CORRECTION = HANDINS / "triangle" / "correction"
LIMITS = RunLimits(15, 512 * MIB)
made = cache(package)

pytestmark = pytest.mark.usefixtures("tables_apart")


@pytest.fixture(autouse=True)
def packages_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the cases of an assignment once for all tests."""
    monkeypatch.setattr(graded_assignment, "package", made)


def graded(
    name: str, folder: Path, wanted: Callable[[str], bool] = bool
) -> tuple[GradedAssignment, dict[str, Sheet]]:
    """Grade a folder as its course asks, on the sample and the cases with such a name."""
    judge = folder.parent / "judge"
    judge.mkdir()
    assignment = GradedAssignment(name, 1, str(judge))
    assignment.cases = [one for one in assignment.cases if one.sample or wanted(one.name)]
    grader = Grader(assignment, best(), LIMITS, jobs=2)
    grader.grade(submissions_in(str(folder)).submissions, lambda *_: None)
    return assignment, {sheet.student: sheet for sheet in grader.sheets}


def reasons(sheet: Sheet) -> str:
    """Return what is said about all cases of a program."""
    return "\n".join(str(result.words) for result in sheet.results.values() if result.words)


# A case for each kind of ending; all cases with KIBITZ_TEST_ALL=1.
SOME = {
    "solitaire": lambda name: "slips" in name,
    "luffarschack": lambda name: "moves9" in name,
    "joc": lambda name: "distance4" in name or "unsolvable" in name,
    "triangle": lambda name: any(word in name for word in ("left8", "lost-pegs3", "won")),
    "lgame": lambda name: "win-in1-" in name,
}


@pytest.mark.long
@pytest.mark.parametrize("name", SOME)
def test_a_right_program_from_the_course_has_all_points(name: str, tmp_path: Path) -> None:
    if name == "joc" and shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    folder = tmp_path / "in"
    shutil.copytree(HANDINS / name, folder)
    if name == "triangle":  # with the course's module, which this student did not hand in
        (folder / "alone.py").write_text((CORRECTION / "solitaire.py").read_text())
    assignment, sheets = graded(name, folder, bool if EVERYTHING else SOME[name])
    for student, sheet in sheets.items():
        assert (student, sheet.verdict, reasons(sheet)) == (student, "AC", "")
        assert sheet.points == assignment.out_of > 0
        assert sheet.convention == "course"
    if name == "luffarschack":
        offered = {
            student: {case.name.split("-")[1] for case, one in sheet.results.items() if one.cpu}
            for student, sheet in sheets.items()
        }
        assert offered["pseudokod"] == {"classic"}
        assert offered["varianter"] == {"classic", "any", "oldest"}


def changed(file: Path, *edits: tuple[str, str]) -> str:
    """Return a program with some edits."""
    text = file.read_text()
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


@pytest.mark.long
def test_the_function_of_the_course_is_called(tmp_path: Path) -> None:
    right = CORRECTION / "solitaire.py"
    append = "            resultat.append(coup)\n"
    wrong = {
        # The program turns the moves round itself, so its dialogue is right.
        "forward": [
            (append, "            resultat.insert(0, coup)\n"),
            ("in reversed(suite)", "in suite"),
        ],
        "renamed": [
            ("def calcule_solution(", "def resoudre("),
            ("suite = calcule_solution(", "suite = resoudre("),
            ("resultat = calcule_solution(", "resultat = resoudre("),
        ],
        "pairs": [
            (append, "            resultat.append((coup[0], coup[2]))\n"),
            ("for debut, _, arrivee in", "for debut, arrivee in"),
        ],
        "status": [("        sys.exit(1)\n", "        sys.exit(0)\n")],
        "killed": [
            ("        except KeyboardInterrupt:  # sur ^C\n            break\n", ""),
            (
                "        try:\n            coup = demande_coup(plat)\n",
                "        coup = demande_coup(plat)\n",
            ),
        ],
    }
    for name, edits in wrong.items():
        folder = tmp_path / "in" / name
        folder.mkdir(parents=True)
        (folder / "solitaire.py").write_text(changed(right, *edits))
        shutil.copy(CORRECTION / "plateau.py", folder)
    _, sheets = graded("triangle", tmp_path / "in", SOME["triangle"])
    said = {name: reasons(sheet) for name, sheet in sheets.items()}
    assert "in the order of play: the last one must come first" in said["forward"]
    assert "there is no function calcule_solution" in said["renamed"]
    assert "not a list of moves (from, over, to)" in said["pairs"]
    assert "ended with status 0 instead of 1" in said["status"]
    assert all(sheet.verdict != "AC" for sheet in sheets.values())


def test_only_the_file_of_the_course_counts_if_it_was_written(tmp_path: Path) -> None:
    folder = tmp_path / "in"
    for name, program in {
        "file": "open('output.txt', 'w').write('Fara solutie')\nprint('4 deplasari')\n",
        "prints": "import sys\nassert sys.stdin.read()\nprint('Fara solutie')\n",
        "stale": "print('4 deplasari')\n",
        "linked": "import os\nos.symlink('/etc/passwd', 'OUTPUT.TXT')\nprint('Fara solutie')\n",
        "wordy": "open('OUTPUT.TXT', 'w').write('Fara solutie' + ' ' * (2 << 20))\n",
    }.items():
        (folder / name).mkdir(parents=True)
        (folder / name / "joc.py").write_text(
            f"assert open('INPUT.TXT').read() == open('input.txt').read() != '1'\n{program}"
        )
    for old in ("INPUT.TXT", "OUTPUT.TXT"):
        (folder / "stale" / old).write_text("1" if old == "INPUT.TXT" else "Fara solutie")
    _, sheets = graded("joc", folder, lambda name: "unsolvable-helpers2" in name)
    found = {}
    for student, sheet in sheets.items():
        (verdict,) = {one.verdict for case, one in sheet.results.items() if not case.sample}
        found[student] = verdict, sheet.convention
    assert found == {
        "file": ("AC", "course"),
        "prints": ("AC", "judge"),
        "stale": ("WA", "judge"),
        "linked": ("AC", "judge"),
        "wordy": ("OLE", "course"),
    }


def test_what_the_greek_text_leaves_open_is_free() -> None:
    rules = namespace(part("shared/verdict.py") + part("solitaire/rules.py"))
    dialogue = rules["Dialogue"]()
    dialogue.course = True
    dialogue.receive("F4U")  # the board of the text's examples
    words = {
        "A1R": {1}, "f4u": {2}, "c4k": {3}, "A4L": {4}, "E3R": {5}, "d1r": {6}, "hahaha": {0},
        "H5L": {0, 1}, "A8L": {0, 1}, "A1X": {1, 3}, "F4X": {2, 3}, "": {0}, "44L": {0, 1},
        "A3L": {4, 5}, "F4": {0},
    }  # fmt: skip
    for answer, numbers in words.items():
        (said,) = dialogue.receive(answer)
        right = {rules["squeezed"](rules["COMPLAINTS"][number]) for number in numbers}
        assert set(said) == right, answer
    dialogue.course = False  # the statement of the package decides
    assert dialogue.receive("H5L") == [rules["squeezed"](rules["COMPLAINTS"][1])]


@pytest.mark.parametrize(
    ("name", "edits", "words"),
    [
        ("solitaire", [("Direction is not L or R or U or D!", "Wrong direction!")], "(input: "),
        ("luffarschack", [('print("Player " + player + "\'s turn")', "pass")], "player"),
        ("joc", [("if (acum[0] == 12)", "if (acum[0] == 11)")], "(input: "),
    ],
)
def test_check_names_what_is_wrong_and_the_input(
    name: str,
    edits: list[tuple[str, str]],
    words: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (right, *_) = sorted((HANDINS / name).glob("[pjt]*"))
    if right.suffix == ".cpp" and shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    program = tmp_path / right.name
    program.write_text(changed(right, *edits))
    assert main(["check", name, str(program), *option()]) == 1
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "wrong answer: " in said
    assert words in said.lower()
    assert main(["check", name, str(right), "--json", *option()]) == 0
    assert json.loads(capsys.readouterr().out) == {
        "correct": True, "reason": None, "convention": "course",
    }  # fmt: skip
