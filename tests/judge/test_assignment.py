"""Problem packages: what the judges' own tools say about them, and what the validators promise."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.judge.assignments.problem_package import ASSIGNMENTS, CURRENT, LEGACY, write_package
from kibitz.judge.assignments.problem_package import package as made
from kibitz.judge.cases.case import Case, drawn_from, pick
from kibitz.language.errors import KibitzError
from tests.support.scope import EVERYTHING

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("tables_apart")]
package = cache(made)
BIN = Path(sys.executable).parent
# Both tools run Python by pypy3 by default.
LANGUAGES = """\
python3:
  name: Python 3
  priority: 850
  files: '*.py *.py3'
  compile: 'python3 -m py_compile {files}'
  run: 'python3 "{mainfile}"'
"""
# With one of these set, BAPCtools colours what it prints, to a file as well.
COLOURED = ("CI", "GITLAB_CI")
SEED = 18  # with it, cases of all kinds are found soon
LANGUAGES_BUT_ENGLISH = ("el", "et", "fr", "ro", "sv")


def run_tool(words: list[str], folder: Path) -> subprocess.CompletedProcess[str]:
    """Run one of the tools there, or skip where it or a compiler is missing."""
    tool = shutil.which(words[0], path=f"{BIN}{os.pathsep}{os.environ['PATH']}")
    if tool is None:
        pytest.skip(f"{words[0]} is not installed")
    if shutil.which("g++") is None:
        pytest.skip("g++ is not installed")
    return subprocess.run(
        [tool, *words[1:]],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        env={
            **{name: value for name, value in os.environ.items() if name not in COLOURED},
            "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}",
            "XDG_CONFIG_HOME": str(folder),
        },
    )


# Each takes 5 to 20 seconds, so a usual run has each tool look at one package.
EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = {"nim": f"{EXAMPLES / 'nim.py'}:heaps=22"}
if EVERYTHING:
    OWN |= {name: f"{EXAMPLES / name}.py" for name in ("hanoi", "lights", "dodgem", "misere")}
    # A `Layout`, costs, points and a final score.
    OWN |= {name: f"{EXAMPLES / name}.py" for name in ("hexapawn", "bridge")}
    OWN["dots"] = f"{EXAMPLES / 'dots_and_boxes.py'}:rows=1,columns=2"
    OWN["nothree"] = f"{EXAMPLES / 'no_three_in_line.py'}:side=3"
VERIFIED = [*OWN, *ASSIGNMENTS] if EVERYTHING else [*OWN]
RUN = [*OWN, *ASSIGNMENTS] if EVERYTHING else ["solitaire"]


@pytest.mark.parametrize("name", VERIFIED)
def test_verifyproblem_finds_no_error(name: str, tmp_path: Path) -> None:
    (tmp_path / "problemtools").mkdir()
    (tmp_path / "problemtools" / "languages.yaml").write_text(LANGUAGES)
    write_package(OWN.get(name, name), str(tmp_path / name), LEGACY, 1, "sv")
    parts = ["config", "data", "validators", "submissions"]  # statements need LaTeX
    done = run_tool(["verifyproblem", "-p", *parts, "--", name], tmp_path)
    assert f"{name} tested: 0 errors" in done.stdout + done.stderr, done.stdout + done.stderr
    for file in (tmp_path / name / "submissions").glob("*/*"):
        assert f"{file.parent.name}/{file.name} " in done.stdout + done.stderr


@pytest.mark.parametrize("name", RUN)
def test_bapctools_runs_every_program_as_expected(name: str, tmp_path: Path) -> None:
    (tmp_path / "languages.yaml").write_text(LANGUAGES)
    write_package(OWN.get(name, name), str(tmp_path / name), CURRENT, 1, "sv")
    cases = [file for file in (tmp_path / name / "data").rglob("*") if file.is_file()]
    before = {file: file.read_text() for file in cases}
    # It warns of spaces in a sample dialogue, since boards have some: the README says so.
    dialogue = any(file.suffix == ".interaction" for file in cases)
    options = ["--no-test-case-sanity-checks"] if dialogue else []
    assert all(option in (tmp_path / name / "README.md").read_text() for option in options)
    done = run_tool(["bt", "run", "--no-bar", *options], tmp_path / name)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "generated" in done.stdout + done.stderr
    assert {file: file.read_text() for file in cases} == before
    for file in (tmp_path / name / "submissions").glob("*/*"):
        assert f"{file.parent.name}/{file.name}:" in done.stdout + done.stderr


def test_a_seed_settles_the_data() -> None:
    first, again, other = (made("solitaire", CURRENT, seed) for seed in (1, 1, 2))
    assert first == again
    assert first != other


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_the_generator_draws_each_case_again(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = package(name, CURRENT, SEED)
    entries = re.findall(r"(\S+): .*draw.py ([0-9/]+)", files["generators/generators.yaml"])
    draw = import_module(f"kibitz.judge.cases.{name}_cases")
    drawn = [drawn_from(seed, draw.draw) for _, seed in entries]
    for kind, count in draw.WANTED.items():  # more, where some mistake would get through
        of_kind = [one for one in drawn if one and (one.name.startswith(kind) or kind in one.shows)]
        assert len(of_kind) >= count, kind
    case, seed = entries[-1]
    (tmp_path / "draw.py").write_text(files["generators/draw.py"])
    for path in (f"{BIN}{os.pathsep}{os.environ['PATH']}", ""):  # with Kibitz, and without
        monkeypatch.setenv("PATH", path)
        subprocess.run([sys.executable, "-I", "draw.py", seed], cwd=tmp_path, check=True)
        for ending in ("in", "ans"):
            written = tmp_path / f"testcase.{ending}"
            assert written.read_text() == files[f"data/secret/{case}.{ending}"]
            written.unlink()


def test_a_grade_that_is_not_found_is_an_error() -> None:
    with pytest.raises(KibitzError, match="no case of the kind rare"):
        pick(1, {"usual": 1, "rare": 1}, lambda random: Case("usual", "", ""), tries=10)


def test_a_sample_dialogue_is_what_program_and_judge_say() -> None:
    files = package("luffarschack", CURRENT, SEED)
    sample = next(path for path in files if path.endswith(".interaction"))
    lines = files[sample].splitlines()
    assert {line[0] for line in lines} == {"<", ">"}
    reported = [line[1:] for line in lines if line[0] == "<"]
    assert reported == [*files[sample.replace(".interaction", ".in")].splitlines(), ""]
    assert lines[:7] == ["<classic", "> ____", *[">|   |"] * 3, "> ---", ">Player X's turn"]
    assert lines[-2].endswith("has won!")


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_a_validator_needs_nothing_but_python(name: str, tmp_path: Path) -> None:
    files = package(name, LEGACY, SEED)
    given = next(text for path, text in files.items() if path.endswith(".in"))
    program = tmp_path / "validate.py"
    program.write_text(files["input_validators/validate.py"])
    command = [sys.executable, "-I", "-S", str(program)]
    for text, status in ((given, 42), (given + "7 7 7\n", 43), ("", 43)):
        done = subprocess.run(command, input=text, text=True, check=False)
        assert done.returncode == status, text


def judged(name: str, given: str, known: str, output: str, folder: Path) -> int:
    """Return the exit status of a validator of files."""
    files = package(name, LEGACY, SEED)
    for file, text in (("in", given), ("ans", known)):
        (folder / file).write_text(text)
    (folder / "validate.py").write_text(files["output_validators/validate.py"])
    command = [sys.executable, "-I", "-S", "validate.py", "in", "ans", "."]
    return subprocess.run(command, cwd=folder, input=output, text=True, check=False).returncode


@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("4 deplasari\nP-r P-d P-r P-u\n", 42),
        ("4 DEPLASARI  P-r\n\nP-d P-r P-u", 42),
        ("4 deplasari\nP-r P-d P-r\n", 43),
        ("4 deplasari\nP-r P-d P-r P-l\n", 43),
        ("6 deplasari\n2-l 2-r P-r P-d P-r P-u\n", 43),
        ("Fara solutie\n", 43),
        ("", 43),
    ],
)
def test_joc_is_judged(output: str, status: int, tmp_path: Path) -> None:
    known = "4 deplasari\nP-r P-d P-r P-u\n"
    assert judged("joc", "1 0 4 1 1 2 3 3 0 4\n", known, output, tmp_path) == status


@pytest.mark.parametrize(
    ("output", "status"),
    [
        ("x...\n*###\n*#..\n**x.\n", 42),  # the example of the classics' page
        ("x##.\n*#..\n*#x.\n**..\n", 43),  # nothing moved
        (".###\n*..#\n*.xx\n**..\n", 43),  # legal, but does not win
        ("x...\n*###\n*#..\n**.x\n", 43),
        ("No winning move\nDraw\n", 43),
        ("x...\n", 43),
    ],
)
def test_lgame_is_judged(output: str, status: int, tmp_path: Path) -> None:
    given, known = "x##.\n*#..\n*#x.\n**..\n", "x...\n*###\n*#..\n**x.\n"
    assert judged("lgame", given, known, output, tmp_path) == status


def test_the_classic_program_itself_is_accepted(tmp_path: Path) -> None:
    files = package("solitaire", LEGACY, SEED)
    for file in ("in", "ans"):
        text = next(text for path, text in files.items() if path.endswith(f".{file}"))
        (tmp_path / file).write_text(text)
    (tmp_path / "validate.py").write_text(files["output_validators/validate.py"])
    with subprocess.Popen(
        [sys.executable, "-m", "kibitz", "classic", "solitaire"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as program:
        done = subprocess.run(
            [sys.executable, "-I", "-S", "validate.py", "in", "ans", "."],
            cwd=tmp_path,
            stdin=program.stdout,
            stdout=program.stdin,
            check=False,
        )
    assert done.returncode == 42


def test_nothing_is_written_over(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes").write_text("keep")
    for folder, reason in (
        ("mine", "is there already"),
        ("My-Joc", "lower-case letters and digits"),
    ):
        assert main(["assignment", "joc", "-o", str(tmp_path / folder)]) == 2
        assert reason in capsys.readouterr().err
    assert [file.name for file in tmp_path.rglob("*")] == ["mine", "notes"]
    assert main(["assignment", "joc", "-o", str(tmp_path / "joc")]) == 0
    assert (tmp_path / "joc" / "problem.yaml").exists()
    assert sorted(os.listdir(tmp_path)) == ["joc", "mine"]


@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_statements_are_there_in_all_languages(name: str) -> None:
    files = package(name, LEGACY, SEED)
    texts = {path: text for path, text in files.items() if path.startswith("problem_statement/")}
    assert set(texts) == {
        f"problem_statement/problem.{language}.tex" for language in ("en", *LANGUAGES_BUT_ENGLISH)
    }
    codes = [set(re.findall(r"\\texttt{([^}]*)}", text)) for text in texts.values()]
    # What is in parentheses defines a term. “(flush)” is the English word for a translated one.
    defined = [
        len(re.findall(r"\((?!flush\))", re.sub(r"\\texttt{[^}]*}", "", text)))
        for text in texts.values()
    ]
    assert len(set(defined)) == 1
    for text, named in zip(texts.values(), codes, strict=True):
        assert named == codes[0]  # what a program must print is the same in each
        assert text.startswith("\\problemname{")
        for word in ("itemize", "verbatim"):
            assert text.count(f"\\begin{{{word}}}") == text.count(f"\\end{{{word}}}")
