"""Grading of a class: exit status, JSON, statistics, edited packages, own cases, other systems."""

from __future__ import annotations

import csv
import io
import json
import re
import zipfile
from functools import cache
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest

from kibitz.cli import main
from kibitz.judge.assignments.problem_package import CURRENT, package, write
from kibitz.judge.cases.exact_answers import as_stated, case_position
from kibitz.judge.grading import graded_assignment
from kibitz.judge.grading.grade_results import CaseResult, Sheet
from kibitz.judge.grading.graded_assignment import Graded
from kibitz.judge.grading.submissions import Submission, copy, submissions_in
from kibitz.judge.reporting.class_statistics import all_passed, class_statistics
from kibitz.judge.reporting.printed_marks import lines_of_class
from kibitz.language.errors import KibitzError, Sentence
from kibitz.language.languages import Language
from tests.support.console import run, the_sentence
from tests.support.judging import option

if TYPE_CHECKING:
    from pathlib import Path

    from kibitz.judge.grading.graded_assignment import GradedAssignment

made = cache(package)
TWO = ["data/secret/001-", "data/secret/003-", "data/sample/01-"]  # cases that are kept


@pytest.fixture(autouse=True)
def apart(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the cases of an assignment once, and keep journals apart."""
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(graded_assignment, "package", made)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """Return the folder of a package of joc that a teacher has shortened to three cases."""
    folder = tmp_path / "edited"
    for path, text in made("joc", CURRENT, 1).items():
        if not path.startswith("data/") or any(path.startswith(case) for case in TWO):
            write(str(folder / path), text)
    return folder


def right() -> str:
    return made("joc", CURRENT, 1)["submissions/accepted/joc_accepted.py"]


def handed_in(folder: Path, files: dict[str, str]) -> Path:
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def graded(*words: str | Path) -> int:
    return main(["grade", *map(str, words), *option()])


def test_the_status_says_whether_everything_passed(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(tmp_path / "in", {"anna.py": right()})
    assert graded(small, folder) == 0
    handed_in(folder, {"bertil.py": "print('Fara solutie')\n", "cecilia.py": "print('1 deplas'\n"})
    capsys.readouterr()
    assert graded(small, folder, "--json") == 1
    said = json.loads(capsys.readouterr().out)
    assert (said["passed"], said["assignment"]) == (False, "edited")
    assert [one["student"] for one in said["students"]] == ["anna", "bertil", "cecilia"]
    assert said["students"][0]["points"] == said["out_of"] == 1 + 3
    assert "SyntaxError" in said["students"][2]["reason"]
    # Two programs ran; the one that always says “no solution” fails wherever there is one.
    assert [(one["ran"], one["failed"]) for one in said["cases"]] == [(2, 1), (2, 1), (2, 1)]
    reason = said["cases"][0]["reasons"][0]
    assert (reason["verdict"], reason["count"]) == ("WA", 1)
    assert reason["reason"].startswith("missed a solution of 4 moves")  # still analysed as joc


def test_a_report_shows_the_class(small: Path, tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "in", {"anna.py": right(), "bertil.py": "print('x')\n"})
    page = tmp_path / "report.html"
    assert graded(small, folder, "--report", page) == 1
    text = page.read_text()
    assert "1 of 2 programs passes every case." in text
    assert "1 of 2</td>" in text
    assert text.count("<td class='AC'") == 3
    assert not re.search(r"(src|href)=['\"](?!#)", text)  # one file, which loads nothing


CASES = [Graded(name, "", "", sample=False, points=1) for name in "ab"]


def sheet(name: str, *results: CaseResult) -> Sheet:
    found = Sheet(name)
    found.results = dict(zip(CASES, results, strict=False))
    return found


def test_reasons_of_one_kind_are_counted_together() -> None:
    fine = CaseResult("AC")
    long = [
        CaseResult("WA", reason=Sentence("{moves} too many", moves=moves)) for moves in (2, 3, 3)
    ]
    slow = CaseResult("TLE", reason=Sentence("still running"))
    sheets = [sheet("p", fine, long[0]), sheet("q", long[1], long[1]), sheet("r", slow, fine)]
    sheets += [sheet("s", long[2]), sheet("t")]
    one, other = class_statistics(CASES, sheets)
    assert [(reason.verdict, reason.programs) for reason in one.reasons] == [("WA", 2), ("TLE", 1)]
    assert (one.ran, one.failed, one.reasons[0].varied) == (4, 3, False)
    assert (other.ran, other.failed) == (3, 2)
    assert other.reasons[0].varied
    assert all_passed([sheet("p", fine, fine)])
    assert not all_passed(sheets)


def test_the_printed_summary_has_every_reason_and_what_was_not_built() -> None:
    long = CaseResult("WA", reason=Sentence("too long"))
    slow = CaseResult("TLE", reason=Sentence("still running"))
    broken = sheet("r")
    broken.failed = CaseResult("CE")
    sheets = [sheet("p", long, long), sheet("q", slow, CaseResult("AC")), broken]
    small = SimpleNamespace(cases=CASES)
    printed = lines_of_class(sheets, cast("GradedAssignment", small), Language("en"))
    assert printed == [
        "",
        "0 of 3 programs pass every case. 1 program was not built.",
        "  a: 2 of 2 fail",
        "    1 × time limit exceeded: still running",
        "    1 × wrong answer: too long",
        "  b: 1 of 2 fail",
        "    1 × wrong answer: too long",
    ]


def test_cases_of_the_teacher_are_added(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(tmp_path / "in", {"anna.py": right()})
    sample = next(
        text
        for path, text in made("joc", CURRENT, 1).items()
        if "sample/01" in path and ".in" in path
    )
    cases = handed_in(tmp_path / "cases", {"distance4-mine.in": sample})
    assert graded(small, folder, "--cases", cases, "--json") == 0
    said = json.loads(capsys.readouterr().out)
    assert said["out_of"] == 1 + 3 + 5  # 1 and the 4 moves that its name promises
    assert said["cases"][-1]["case"] == "own/distance4-mine"
    handed_in(cases, {"bad.in": "7 7 1 1\n"})
    assert graded(small, folder, "--cases", cases) == 2
    assert "bad.in is not an input of this assignment" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["grade", "joc", ".", "--seed", ""], "--seed is empty"),
        (["assignment", "joc", "-o", "new", "--seed", ""], "--seed is empty"),
        (["assignment", "joc", "-o", "new", "--seed", "x1"], "--seed is a whole number, not “x1”"),
        (["grade", ".", "."], "is not a problem package"),
        (["grade", "joc", "nowhere.zip"], "cannot be read"),
        (["grade", "joc", "nowhere", "--gradescope", "r.json"], "no file or folder nowhere"),
    ],
)
def test_what_cannot_be_graded(words: list[str], sentence: str, tmp_path: Path) -> None:
    (tmp_path / "a.py").touch()
    more = option() if words[0] == "grade" else []
    assert sentence in the_sentence(run([*words, *more], cwd=tmp_path))


def test_a_seed_is_for_packages_that_are_drawn(small: Path, tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "in", {"a.py": ""})
    words = ["grade", str(small), str(folder), "--seed", "3", *option()]
    assert "the package" in the_sentence(run(words))


MOODLE = {
    "Anna Ek_101_assignsubmission_file_/main.py": "1",
    "Anna Ek_202_assignsubmission_file_/a.py": "2",
    "Bo_Lund_7_assignsubmission_file_main.py": "3",
    "Bo_Lund_7_assignsubmission_file_help.py": "4",
    "Bo_Lund_7_assignsubmission_onlinetext_onlinetext.html": "<p>",
    "Cia_8_assignsubmission_onlinetext/onlinetext.html": "<p>",
}


def names_in(one: Submission, folder: Path) -> list[str]:
    copy(one, str(folder))
    return sorted(path.name for path in folder.rglob("*") if path.is_file())


def test_names_of_moodle_are_students(tmp_path: Path) -> None:
    found = submissions_in(str(handed_in(tmp_path / "in", MOODLE))).submissions
    assert {one.student: one.number for one in found} == {
        "Anna Ek": "101",
        "Anna Ek 202": "202",
        "Bo_Lund": "7",
        "Cia": "8",
    }
    bo = next(one for one in found if one.number == "7")
    assert names_in(bo, tmp_path / "bo") == ["help.py", "main.py"]


def test_a_zip_in_the_folder_of_a_student_is_unpacked(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "in", {"Anna_1_assignsubmission_file_/x": ""})
    (folder / "Anna_1_assignsubmission_file_" / "x").unlink()
    with zipfile.ZipFile(folder / "Anna_1_assignsubmission_file_" / "all.zip", "w") as archive:
        archive.writestr("program/main.py", "1")
        archive.writestr("program/help.py", "1")
    (one,) = submissions_in(str(folder)).submissions
    assert names_in(one, tmp_path / "out") == ["help.py", "main.py"]


def test_a_download_from_moodle_is_graded_as_it_is(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = tmp_path / "Course-Joc-1234.zip"
    with zipfile.ZipFile(whole, "w") as archive:
        archive.writestr("Anna Ek_101_assignsubmission_file_/joc.py", right())
        archive.writestr("=Bo_7_assignsubmission_file_/joc.py", "print(1)\n")
        archive.writestr("Nils_105_assignsubmission_file_/", "")
        archive.writestr("Nils_106_assignsubmission_file_/../../main.py", right())
    sheet = tmp_path / "worksheet.csv"
    assert graded(small, whole, "--moodle", sheet) == 1
    rows = list(csv.DictReader(io.StringIO(sheet.read_text())))
    # Moodle needs these three columns, and takes the number behind “Participant ”.
    assert [(row["Identifier"], row["Grade"]) for row in rows] == [
        ("Participant 7", "0.00"),
        ("Participant 101", "100.00"),
        ("Participant 105", "0.00"),
        ("Participant 106", "0.00"),
    ]
    assert "no participant numbers" not in capsys.readouterr().err
    assert "Last modified (grade)" in rows[0]
    assert rows[0]["Full name"] == "'=Bo"  # not a formula


def test_a_worksheet_without_participants_is_mentioned(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(tmp_path / "in", {"anna.py": right()})
    assert graded(small, folder, "--moodle", tmp_path / "worksheet.csv") == 0
    said = capsys.readouterr().err
    assert said.count("worksheet.csv has no rows: no participant numbers were found") == 1


def test_points_by_hand_survive_grading_again(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder, table = handed_in(tmp_path / "in", {"anna.py": right(), "bo.py": "1"}), tmp_path / "m"
    table.write_text("student;points by hand;remark\nanna;-1,5;late\nbo;;seen\ncia;2;orally; \n")
    for _ in range(2):  # the second run reads what the first has written
        assert graded(small, folder, "--csv", table, "--moodle", tmp_path / "w") == 1
        assert "anna: 2.5 of 4 (-1.5 by hand)\n" in capsys.readouterr().out
        rows = list(csv.DictReader(io.StringIO(table.read_text())))
        said = [(row["student"], row["points"], row["points by hand"]) for row in rows]
        assert said == [("anna", "2.5", "-1.5"), ("bo", "0", ""), ("cia", "2", "2")]
        assert [row["remark"] for row in rows] == ["late", "seen", "orally"]
    words = ["grade", str(small), str(folder), "--csv", str(table), *option()]
    for text, fault in (
        ("student,points by hand\nbo,many\n", "points by hand of bo are not a number: many"),
        ("a letter to my aunt\n", "is not a table of marks"),
    ):
        table.write_text(text)
        assert fault in the_sentence(run(words))
        assert table.read_text() == text


EXPORTED = """\
Student,ID,SIS User ID,SIS Login ID,Section,Quiz (11),edited (22),Final Score
,,,,,,Manual Posting,
    Points Possible,,,,,10,99,(read only)
"Ek, Anna",101,,aek,A,7,,70
"Lund, Bo",102,,bo,A,8,3,80
"Dahl, Cia",103,,cia,B,9,,90
"""


def test_points_are_written_into_a_gradebook_of_canvas(
    small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    files = {"annaek_LATE_101_50001_a.py": right(), "bo.py": right(), "Cia Dahl.py": "1"}
    folder, book = handed_in(tmp_path / "in", {**files, "nils.py": "1"}), tmp_path / "book.csv"
    book.write_text(EXPORTED)
    for _ in range(2):  # the second run reads what the first has written
        assert graded(small, folder, "--canvas", book) == 1
        assert "book.csv has no row, or several, for nils." in capsys.readouterr().err
        rows = list(csv.reader(io.StringIO(book.read_text())))
        assert [row[6] for row in rows] == ["edited (22)", "Manual Posting", "4", "4", "4", "0"]
        kept = list(csv.reader(io.StringIO(EXPORTED)))
        assert [row[:6] + row[7:] for row in rows] == [row[:6] + row[7:] for row in kept]
    assert graded(small, folder, "--canvas", tmp_path / "new.csv") == 1
    new = list(csv.reader(io.StringIO((tmp_path / "new.csv").read_text())))
    assert new[0] == ["Student", "ID", "SIS Login ID", "Section", "edited"]
    assert new[1] == ["    Points Possible", "", "", "", "4"]
    assert ["annaek", "101", "", "", "4"] in new
    book.write_text("name,points\n")
    words = ["grade", str(small), str(folder), "--canvas", str(book), *option()]
    assert "is not a gradebook of Canvas" in the_sentence(run(words))
    assert book.read_text() == "name,points\n"


def test_the_name_of_an_assignment_is_not_a_folder(
    small: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.rename(tmp_path / "joc")
    monkeypatch.chdir(tmp_path)
    whole = graded_assignment.GradedAssignment("joc", 1, str(tmp_path / "built-in"))
    edited = graded_assignment.GradedAssignment("./joc", 1, str(tmp_path / "folder"))
    assert len(whole.cases) > len(edited.cases) == len(TWO)


@pytest.mark.parametrize("feedback", ["full", "hidden"])
def test_results_for_gradescope(
    feedback: str, small: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(tmp_path / "submission", {"main.py": "print('Fara solutie')\n"})
    file = tmp_path / "results.json"
    assert graded(small, folder, "--gradescope", file, "--feedback", feedback) == 1
    said = json.loads(file.read_text())
    # Keys and types as in gradescope-autograders.readthedocs.io/en/latest/specs.
    whole: dict[str, Any] = {
        "score": (int, float),
        "stdout_visibility": str,
        "output": str,
        "tests": list,
    }
    each: dict[str, Any] = {"name": str, "status": str, "output": str, "score": (int, float)}
    each["max_score"] = (int, float)
    for part, keys in ((said, whole), *((test, each) for test in said["tests"])):
        for key, value in part.items():
            assert isinstance(value, keys[key]), key
    assert said["score"] == 0
    assert {test["status"] for test in said["tests"]} == {"failed"}
    secret = [test for test in said["tests"] if not test["name"].startswith("sample")]
    if feedback == "hidden":
        assert [test["output"] for test in secret] == ["not accepted"] * 2
        assert all("max_score" not in test for test in secret)
    else:
        assert sum(test["max_score"] for test in secret) == 4
        assert "missed a solution of" in secret[1]["output"]


def test_pictures_call_the_squares_as_the_statement_does() -> None:
    drawn = case_position("joc", "1 0 4 1\n")
    assert drawn is not None
    game, position, _ = as_stated("joc", drawn)
    on = {game.board.names[cell] for cell, sign in enumerate(game.pieces(position)) if sign != "."}
    assert on == {"1 0", "4 1"}
    assert drawn.game.board.names[0] == "a1"  # the game itself is as it was


def test_a_package_of_another_seed_or_game_has_another_uuid() -> None:
    def uuid(name: str, seed: int) -> str:
        found = re.search(r"uuid: (\S+)", made(name, CURRENT, seed)["problem.yaml"])
        assert found
        return found[1]

    assert len({uuid("joc", 1), uuid("joc", 2), uuid("solitaire", 1)}) == 3


def test_a_package_without_a_validator_is_refused(small: Path, tmp_path: Path) -> None:
    (small / "output_validator" / "validate.py").unlink()
    with pytest.raises(KibitzError, match="no validator in one file"):
        graded_assignment.GradedAssignment(str(small), 1, str(tmp_path))
