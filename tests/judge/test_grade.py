"""`kibitz grade`: right programs get all points, wrong ones lose them for the right reason."""

from __future__ import annotations

import ast
import csv
import io
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kibitz.cli import main
from kibitz.games.registry import game
from kibitz.judge.assignments.assignment import PARTS, part
from kibitz.judge.assignments.embedding import namespace
from kibitz.judge.assignments.problem_package import CURRENT, package
from kibitz.judge.cases.exact_answers import joc_mistake, lgame_mistake, mistake_in
from kibitz.judge.grading import graded_assignment, programming_languages
from kibitz.judge.grading.convention import JUDGE
from kibitz.judge.grading.grade_results import CaseResult, Sheet
from kibitz.judge.grading.graded_assignment import GradedAssignment, points_of
from kibitz.judge.grading.grading import Grader
from kibitz.judge.grading.reasons import moment, reason
from kibitz.judge.grading.sandbox import MIB, RunLimits, Sandbox
from kibitz.judge.grading.similarity import fingerprints_in, most_similar
from kibitz.judge.grading.submissions import submissions_in
from kibitz.judge.reporting.grade_report import Report
from kibitz.judge.reporting.hidden_feedback import hidden
from kibitz.judge.reporting.marks import marks
from kibitz.language.errors import Sentence
from kibitz.language.languages import Language
from tests.support.judging import best, marks_in, option

if TYPE_CHECKING:
    from collections.abc import Mapping

pytestmark = pytest.mark.usefixtures("tables_apart")
made = cache(package)
LIMITS = RunLimits(10, 512 * MIB)


@pytest.fixture(scope="module")
def sandbox() -> Sandbox:
    return best()


@pytest.fixture(autouse=True)
def packages_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the cases of an assignment once for all tests."""
    monkeypatch.setattr(graded_assignment, "package", made)


def planted(name: str, *wanted: str) -> dict[str, str]:
    """Return programs of a package: the right one, and wrong ones by name."""
    files = made(name, CURRENT, 1)
    right = f"submissions/accepted/{name}_accepted.py"
    wrong = {Path(path).stem: text for path, text in files.items() if "submissions/" in path}
    return {"right.py": files[right]} | {f"{one}.py": wrong[one] for one in wanted}


def grade(
    name: str,
    programs: Mapping[str, str],
    folder: Path,
    sandbox: Sandbox,
    cases: int = 4,
    limits: RunLimits = LIMITS,
) -> tuple[GradedAssignment, dict[str, Sheet]]:
    """Grade programs on the first sample and some of the secret cases."""
    handed_in, judge = folder / "handed in", folder / "judge"
    judge.mkdir(parents=True)
    for path, text in programs.items():
        (handed_in / path).parent.mkdir(parents=True, exist_ok=True)
        (handed_in / path).write_text(text)
    assignment = GradedAssignment(name, 1, str(judge), chosen=JUDGE)
    secret = [case for case in assignment.cases if not case.sample]
    assignment.cases = [assignment.cases[0], *secret[:: -(len(secret) // cases)][: cases - 1]]
    grader = Grader(assignment, sandbox, limits, jobs=2)
    grader.grade(submissions_in(str(handed_in)).submissions, lambda *_: None)
    return assignment, {sheet.student: sheet for sheet in grader.sheets}


MARKED = "<img src=x onerror=alert(1)>"


@pytest.fixture(scope="module")
def joc(
    tmp_path_factory: pytest.TempPathFactory, sandbox: Sandbox
) -> tuple[GradedAssignment, dict[str, Sheet]]:
    programs = planted("joc", "depth_first", "greedy", "crash")
    programs["typo.py"] = "print('Fara solutie'\n"
    programs["=2+3/main.py"] = (
        f"print({MARKED!r})\nimport sys\nsys.stdout.buffer.write(b'\\xff\\0')"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(graded_assignment, "package", made)
        return grade("joc", programs, tmp_path_factory.mktemp("joc"), sandbox, cases=5)


def test_right_programs_get_all_points_and_wrong_ones_a_reason(
    joc: tuple[GradedAssignment, dict[str, Sheet]],
) -> None:
    assignment, sheets = joc
    assert sheets["right"].points == assignment.out_of > 0
    assert {name: sheet.verdict for name, sheet in sheets.items()} == {
        "right": "AC",
        "depth_first": "WA",
        "greedy": "WA",
        "crash": "RTE",
        "typo": "CE",
        "=2+3": "WA",
    }
    said = {
        name: " ".join(str(result.words) for result in sheet.results.values())
        for name, sheet in sheets.items()
    }
    assert "longer than a shortest solution; move" in said["depth_first"]
    assert "missed a solution of" in said["greedy"]
    assert "has no len()" in said["crash"]
    assert "does not begin like" in said["=2+3"]
    assert sheets["typo"].failed
    assert "SyntaxError" in str(sheets["typo"].failed.reason)
    assert all(
        sheet.points < assignment.out_of for sheet in sheets.values() if sheet.verdict != "AC"
    )


def test_the_report_shows_positions_and_runs_nothing_of_a_student(
    joc: tuple[GradedAssignment, dict[str, Sheet]],
) -> None:
    assignment, sheets = joc
    page = Report(assignment, Language("sv")).overview(list(sheets.values()))
    assert "<html lang='sv'>" in page
    assert "fel svar" in page
    assert page.count("<figure>") > 3
    assert MARKED not in page
    assert MARKED.replace("<", "&lt;").replace(">", "&gt;") in page
    assert 'http-equiv="Content-Security-Policy" content="default-src \'none\'' in page
    assert not {"src=", "url(http", "@import"} & set(page.replace("img src=x", "").split())
    page.encode()  # what was not UTF-8 is not in it


def test_a_hidden_sheet_tells_only_what_was_accepted(
    joc: tuple[GradedAssignment, dict[str, Sheet]],
) -> None:
    assignment, sheets = joc
    shown, masked = hidden(assignment, list(sheets.values()))
    report = Report(shown, Language())
    whole = Report(assignment, Language()).overview(list(sheets.values()))
    secret = [case for case in assignment.cases if not case.sample]
    for sheet, mine in zip(sheets.values(), masked, strict=True):
        assert mine.points == sheet.points
        page = report.single(mine)
        first = Sheet(sheet.student)  # another program that accepts the same cases
        first.results = {
            case: result
            if case.sample
            else CaseResult("AC", result.points, cpu=2.5, memory=77 * MIB)
            if result.verdict == "AC"
            else CaseResult("TLE", reason=Sentence("still running"), cpu=9.9, memory=300 * MIB)
            for case, result in sheet.results.items()
        }
        first.language, first.failed = sheet.language, sheet.failed
        _, (other,) = hidden(assignment, [first])
        assert report.single(other) == page  # so nothing that it chooses makes a difference
        assert marks(shown, [other], "bwrap") == marks(shown, [mine], "bwrap")
        for case in secret:
            assert case.given.strip() not in page
            assert case.name not in page
            assert case.name not in marks(shown, [mine], "bwrap")
    for case in secret:
        assert case.given.strip() in whole
    assert "<svg" not in report.single(masked[list(sheets).index("greedy")])
    greedy = report.single(masked[list(sheets).index("greedy")])
    assert "case 1: <span" in greedy
    assert "not accepted" in greedy


def test_a_copy_with_other_names_is_similar(tmp_path: Path) -> None:
    right, other = (part(f"{name}/accepted.py") for name in ("joc", "lgame"))
    copied = re.sub(r"\b(state|piece|came|queue|step)\b", r"my_\1", right).replace("    ", "  ")
    programs = {"right": right, "copy": "# mine\nimport re\n" + copied, "other": other}
    found = []
    for name, text in {**programs, "empty": "", "open": '"""' * 9999 + "/*" * 9999}.items():
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.py").write_text(text)
        found.append(fingerprints_in(str(tmp_path / name)))
    pairs = most_similar(found)
    assert pairs[0] is not None
    assert pairs[1] is not None
    assert (pairs[0][0], pairs[1][0]) == (1, 0)
    assert pairs[0][1] == pairs[1][1] >= 90
    assert pairs[2:] == [None, None, None]  # a program for another task has nothing in common
    assert most_similar(found[::-1])[-1] == (3, pairs[0][1])


def test_marks_are_a_table(joc: tuple[GradedAssignment, dict[str, Sheet]]) -> None:
    assignment, sheets = joc
    rows = list(csv.DictReader(io.StringIO(marks(assignment, list(sheets.values()), "bwrap"))))
    assert [row["student"] for row in rows] == [
        "'=2+3",
        "crash",
        "depth_first",
        "greedy",
        "right",
        "typo",
    ]
    for row in rows:
        given = [int(row[case.name]) for case in assignment.cases if not case.sample]
        assert sum(given) == int(row["points"]) <= int(row["out of"]) == assignment.out_of
        for case in assignment.cases:
            if not case.sample:
                right = row[f"{case.name} verdict"] == "AC"
                assert int(row[case.name]) == (case.points if right else 0)


def test_dialogues_are_played(tmp_path: Path, sandbox: Sandbox) -> None:
    programs = planted("solitaire", "capitals_only")
    asks = "Enter peg position followed by move (L, R, U, or D): "
    assert asks in programs["right.py"]
    programs["brief.py"] = programs["right.py"].replace(asks, "Your move: ")
    assignment, sheets = grade("solitaire", programs, tmp_path, sandbox, 2)
    verdicts = {name: sheet.verdict for name, sheet in sheets.items()}
    assert verdicts == {"right": "AC", "capitals_only": "WA", "brief": "AC"}
    wrong = sheets["capitals_only"].result(assignment.cases[0])
    assert "the program says “Direction is not L or R or U or D!”" in str(wrong.reason).replace(
        "\u00a0", " "
    )
    assert wrong.difference
    assert "Direction is not" in wrong.difference.said
    assert "Direction is not" not in wrong.difference.expected
    assert wrong.difference.position
    assert wrong.difference.position.game.name == "peg:english"


def test_a_board_is_quoted_with_its_spaces_and_an_early_end_is_a_wrong_answer(
    tmp_path: Path, sandbox: Sandbox
) -> None:
    programs = planted("luffarschack")
    right = programs["right.py"]
    programs["mirrored.py"] = right.replace('"".join(row)', '"".join(row[::-1])')
    programs["early.py"] = right.replace('laid["O"]) == 9', 'laid["O"]) == 3')
    quick = LIMITS._replace(time=1)  # the early one waits until it is stopped
    assignment, sheets = grade("luffarschack", programs, tmp_path, sandbox, cases=1, limits=quick)
    (sample,) = assignment.cases
    column = int(sample.given.split()[2])  # of the first move, X's
    assert sheets["right"].verdict == "AC"
    mirrored, early = (sheets[name].result(sample) for name in ("mirrored", "early"))
    board = "".join("X" if place == column else " " for place in (1, 2, 3))
    assert mirrored.verdict == "WA"
    said = str(mirrored.reason).replace("\u00a0", " ")
    assert f"expected “|{board}|”, the program says “|{board[::-1]}|”" in said
    assert early.verdict == "WA"
    said = str(early.reason).replace("\u00a0", " ")
    assert "expected “Player O's turn”, the program says “It's a draw”" in said
    assert early.difference
    assert "It's a draw" in early.difference.said


PROGRAMS = {
    "gcc": ("main.c", '#include <stdio.h>\nint main(void) { puts("Fara solutie"); return 0; }\n'),
    "g++": ("a.cpp", '#include <iostream>\nint main() { std::cout << "Fara solutie\\n"; }\n'),
    "rustc": ("a.rs", 'fn main() { println!("Fara solutie"); }\n'),
    "go": ("a.go", 'package main\nimport "fmt"\nfunc main() { fmt.Println("Fara solutie") }\n'),
    "javac": (
        "a.java",
        "public class Joc { public static void main(String[] a) {\n"
        'System.out.println("Fara solutie"); } }\n',
    ),
    "node": ("index.js", 'require("./help.js")\n'),
    "sh": ("run", "cat answer\n"),
}


@pytest.mark.parametrize("tool", PROGRAMS)
def test_a_language_is_built_and_run(tool: str, tmp_path: Path, sandbox: Sandbox) -> None:
    path = shutil.which(tool)
    if path is None:
        pytest.skip(f"{tool} is not installed")
    if sandbox.own_users and any(
        not p.stat().st_mode & 0o001 for p in Path(path).resolve().parents
    ):
        pytest.skip(f"{tool} is in a folder that other users cannot enter")
    file, text = PROGRAMS[tool]
    programs = {f"student/{file}": text, "student/answer": "Fara solutie\n"}
    if tool == "node":  # of several files, index.js is run
        programs["student/help.js"] = 'console.log("Fara solutie")\n'
    assignment, sheets = grade("joc", programs, tmp_path, sandbox, cases=1)
    result = sheets["student"].result(assignment.cases[0])
    assert (result.verdict, str(result.words)) == ("WA", "missed a solution of 4 moves")


def test_what_is_not_installed_is_said(
    tmp_path: Path, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    programming_languages.tool.cache_clear()
    _, sheets = grade("joc", {"a.rs": "fn main() {}"}, tmp_path, sandbox, cases=1)
    programming_languages.tool.cache_clear()
    assert sheets["a"].failed
    assert str(sheets["a"].failed.reason) == "not installed here: rustc"


def test_the_cost_of_a_mistake_is_exact() -> None:
    given = "x##.\n*#..\n*#x.\n**..\n"  # the example of the classics' page
    board = game("lgame")
    replies = board.rules.moves(board.parse_block(swapped("x...\n*###\n*#..\n**x.\n")))
    assert not list(replies)  # its answer wins on the spot
    for answer, words in (
        ("No winning move\nDraw\n", "missed a win in 1 move"),
        (".###\n*..#\n*.xx\n**..\n", "threw away a win in 1 move: this move loses in 2 moves"),
    ):
        mistake = lgame_mistake(given, answer)
        assert mistake
        assert str(mistake.words) == words
    after = board.parse_block(swapped(".###\n*..#\n*.xx\n**..\n"))
    ends = [board.rules.play(after, move) for move in board.rules.moves(after)]
    assert any(not list(board.rules.moves(end)) for end in ends)  # a loss in 2 plies
    assert lgame_mistake(given, "not a board") is None
    joc = "1 0 4 1 1 2 3 3 0 4\n"
    assert joc_mistake(joc, "4 deplasari\nP-r P-d P-r P-u\n") is None
    missed = joc_mistake(joc, "Fara solutie\n")
    assert missed
    assert str(missed.words) == "missed a solution of 4 moves"


def test_a_game_in_a_file_has_exact_costs_too() -> None:
    nim = str(Path(__file__).parents[2] / "examples" / "nim.py")
    given = "oo.\n....\n.....\n"  # one heap of two: taking both wins on the spot, taking one loses
    mistakes = {
        answer: mistake_in(nim, given, answer) for answer in ("draw", "win\na-1", "win\na-2")
    }
    assert [str(mistake.words) if mistake else None for mistake in mistakes.values()] == [
        "missed a win in 1 move",
        "threw away a win in 1 move: this move loses in 2 moves",
        None,
    ]


def swapped(board: str) -> str:
    """Return a board as the other player sees it."""
    return board.translate(str.maketrans("#*", "*#"))


def test_points_follow_difficulty() -> None:
    easy, hard = points_of("02-win-in1-ways8"), points_of("09-win-in5-ways1-trap")
    assert (easy, hard) == (2, 9)
    assert points_of("01-distance0-best0") == 1
    assert points_of("10-left7-best1-of4-trap") == 1 + 7 + 1 + 2
    assert points_of("03-pegs5-slips") == 3


def test_every_sentence_of_a_validator_can_be_translated() -> None:
    parts = Path(PARTS)
    found = 0
    for file in parts.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text())):
            name = getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""
            if isinstance(node, ast.Call) and name in ("reject", "sentence", "plural"):
                said = node.args[0]
                if isinstance(said, (ast.Name, ast.Call)):
                    continue  # where these are defined, or a call of `plural`
                assert isinstance(said, ast.Constant), (file.name, node.lineno)
                swedish, one = Language("sv"), str(said.value)
                if name == "plural":
                    assert isinstance(node.args[1], ast.Constant)
                    assert swedish.forms(one, str(node.args[1].value))[0] != one
                else:
                    assert swedish.say(one) != one, one
                found += 1
    assert found > 30


def test_a_reason_is_a_line_for_people_and_one_to_translate(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = namespace(part("shared/verdict.py"))
    monkeypatch.setattr(sys, "argv", ["validate.py", "in", "ans", str(tmp_path)])
    said = "{not a gap} " + 500 * "x"
    with pytest.raises(SystemExit) as ended:
        names["reject"](
            "after {after}: expected {right}, the program says {found}",
            after=names["sentence"]("the start"),
            right=names["sentence"]("nothing"),
            found=names["quote"](said),
            turn=0,
        )
    assert ended.value.code == 43
    message = graded_assignment.remark(str(tmp_path))
    assert message.splitlines()[0] == (
        f"after the start: expected nothing, the program says '{said[:200]}'"
    )
    read = reason(message)
    assert moment(read) == 0
    assert str(Language("sv").tell(read)).startswith(
        "efter början: väntat ingenting, programmet säger"
    )
    plain = "JUDGE ERROR: the answer is better than the judge's"
    assert str(reason(plain)) == plain
    assert len(str(reason(message[:-1]))) <= 400, "a message that was cut is shown as it is"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["joc", "empty"], "there are no programs in"),
        (["joc", "missing"], "cannot be read"),
        (["chess", "full"], "chess"),
        (["joc", "full", "--report", "no/such/folder/r.html"], "cannot be written"),
        (["../joc.py", "full", "--as", "course"], "is not one of the five courses"),
        (["joc", "full", "--jobs", "0"], "--jobs must be from 1 to 32"),
        (["joc", "full", "--time", "nan"], "--time must be from"),
    ],
)
def test_what_cannot_be_graded_is_one_sentence(
    words: list[str],
    sentence: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "empty").mkdir()
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "a.py").write_text("")
    assert main(["grade", *words, *option()]) == 2
    said = capsys.readouterr()
    assert sentence in said.err
    assert said.err.count("\n") == 1
    assert not said.out


def test_the_command_writes_what_is_asked_for(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    handed_in = tmp_path / "in"
    handed_in.mkdir()
    (handed_in / "anna.py").write_text("print('Fara solutie')\n")
    files = {name: tmp_path / name for name in ("report.html", "marks.csv", "sheets")}
    words = ["--report", str(files["report.html"]), "--csv", str(files["marks.csv"])]
    words += ["--sheets", str(files["sheets"]), "--jobs", "2"]
    assert main(["grade", "joc", str(handed_in), *words, *option()]) == 1  # some cases failed
    said = capsys.readouterr()
    unsolvable = [line for line in said.out.splitlines() if "unsolvable" in line]
    assert re.match(r"anna: [1-9]\d* of ", marks_in(said.out)[0])
    assert not unsolvable
    assert "missed a solution of" in said.out
    assert "sandbox" in said.out + said.err
    assert files["report.html"].read_text().startswith("<!doctype html>")
    assert files["marks.csv"].read_text().splitlines()[1].startswith("anna,")
    assert os.listdir(files["sheets"]) == ["anna.html"]


def test_hidden_feedback_names_no_case(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    handed_in = tmp_path / "in"
    handed_in.mkdir()
    (handed_in / "anna.py").write_text("print('Fara solutie')\n")
    table = tmp_path / "marks.csv"
    words = ["--feedback", "hidden", "--csv", str(table), "--jobs", "2", *option()]
    assert main(["grade", "joc", str(handed_in), *words]) == 1
    marks, sample, *secret = marks_in(capsys.readouterr().out)
    assert re.match(r"anna: [1-9]\d* of ", marks)
    assert sample.strip().startswith("sample 01-distance4-best1: wrong answer: missed a solution")
    (row,) = csv.DictReader(io.StringIO(table.read_text()))
    verdicts = {name: verdict for name, verdict in row.items() if name.startswith("case ")}
    assert list(verdicts) == [f"case {number} verdict" for number in range(1, len(verdicts) + 1)]
    assert sorted(set(verdicts.values())) == ["AC", "NA"]
    failed = [name for name, verdict in verdicts.items() if verdict == "NA"]
    first = ", ".join(name.removesuffix(" verdict") for name in failed[:3])
    assert secret == [f"  {first} and {len(failed) - 3} more: not accepted"]
    assert [name for name in row if "distance" in name or "solvable" in name] == []


def test_the_workflow_of_the_docs_grades(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    docs = Path(__file__).parents[2] / "docs"
    flow = (docs / "grade-workflow.yml").read_text()
    assert f"```yaml\n{flow}```\n" in (docs / "teaching.md").read_text()
    yaml = pytest.importorskip("yaml")
    steps = yaml.safe_load(flow)["jobs"]["grade"]["steps"]
    (script,) = [step["run"] for step in steps if step.get("name") == "Grade"]
    command = script.replace("\\\n", " ").partition("||")[0]
    (line,) = [line.split() for line in command.splitlines() if "kibitz grade" in line]
    (tmp_path / "submissions" / "anna").mkdir(parents=True)
    (tmp_path / "submissions" / "anna" / "a.py").write_text("print('Fara solutie'\n")
    monkeypatch.chdir(tmp_path)
    assert line[line.index("--sandbox") + 1] == "bwrap"
    words = ["1" if word == '"$SEED"' else word for word in line[1:]]
    assert main([*words, *option()]) == 1
    assert script.rstrip().endswith("|| [ $? -eq 1 ]")  # marks are kept, although some failed
    assert "SyntaxError" in (tmp_path / "sheets" / "anna.html").read_text()


def test_the_workflow_of_the_docs_fetches_programs_and_nothing_else(tmp_path: Path) -> None:
    yaml = pytest.importorskip("yaml")
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    flow = yaml.safe_load((Path(__file__).parents[2] / "docs" / "grade-workflow.yml").read_text())
    assert set(flow[True]) == {"workflow_dispatch", "schedule"}  # nothing that a student starts
    (script,) = [
        step["run"] for step in flow["jobs"]["grade"]["steps"] if step.get("name") == "Fetch"
    ]
    for name in ("anna", "bertil", "cecilia"):
        home = tmp_path / "students" / name
        home.mkdir(parents=True)
        if name == "anna":
            (home / "program").mkdir()
            (home / "program" / "a.py").write_text("")
        elif name == "bertil":
            (home / "program").symlink_to("/etc")
        for words in (
            ["init", "-q"],
            ["add", "."],
            ["-c", "user.name=x", "-c", "user.email=x", "commit", "-qm", "x", "--allow-empty"],
        ):
            subprocess.run(["git", *words], cwd=home, check=True)
    lines = [f"{path.name} {path}\n" for path in sorted((tmp_path / "students").iterdir())]
    (tmp_path / "students.txt").write_text("".join([*lines, "dora /no/such/place\n"]))
    subprocess.run(
        ["bash", "-e", "-o", "pipefail", "-c", script],
        cwd=tmp_path,
        env={**os.environ, "HOME": str(tmp_path), "TOKEN": "secret"},
        check=True,
        capture_output=True,
    )
    found = {path.name: os.listdir(path) for path in (tmp_path / "submissions").iterdir()}
    assert found == {"anna": ["a.py"], "bertil": [], "cecilia": [], "dora": []}
    written = [path for path in (tmp_path / "fetched").rglob("*") if path.is_file()]
    assert not any(b"secret" in path.read_bytes() for path in written)
