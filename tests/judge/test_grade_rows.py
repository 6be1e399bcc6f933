"""Each hand-in is a row, whatever it is; and grading that was stopped goes on where it was."""

from __future__ import annotations

import csv
import io
import os
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import zipfile
from functools import cache
from pathlib import Path

import pytest

from kibitz.cli import main
from kibitz.judge.assignments.problem_package import package
from kibitz.judge.grading import graded_assignment as graded_module
from kibitz.judge.grading import untrusted_folders
from kibitz.judge.grading.grade_results import Sheet
from kibitz.judge.grading.grading import Grader
from kibitz.judge.grading.journal import Journal
from kibitz.judge.grading.sandbox import MIB, RunLimits
from kibitz.judge.grading.submissions import MOST_BYTES, Submission, copy, submissions_in
from kibitz.judge.grading.untrusted_folders import HOME, remove, workplace
from kibitz.judge.grading.zip_submissions import unzip_class
from kibitz.judge.reporting.grade_report import file_names
from kibitz.language.errors import KibitzError
from tests.support.judging import Judge, best, mark_of, marks_in, option, running
from tests.support.scope import EVERYTHING

LIMITS = RunLimits(5, 256 * MIB)
RIGHT = "print('right')\n"
made = cache(package)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Keep temporary files apart, so that what is left behind is seen."""
    home = tmp_path / "temporary"
    home.mkdir()
    home.chmod(0o777)
    for folder in [tmp_path, *tmp_path.parents]:  # programs may run as another user
        if folder.stat().st_uid == os.getuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o011)
    monkeypatch.setenv("TMPDIR", str(home))
    monkeypatch.setattr(tempfile, "tempdir", str(home))
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(graded_module, "package", made)
    return home


def handed_in(folder: Path, files: dict[str, str]) -> Path:
    """Write a folder of hand-ins."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder


def graded(folder: Path, journal: Journal | None = None) -> dict[str, Sheet]:
    """Grade a folder; return the sheets."""
    grader = Grader(Judge(), best(), LIMITS, jobs=2, journal=journal)  # type: ignore[arg-type]
    grader.grade(submissions_in(str(folder)).submissions, lambda *_: None)
    return {sheet.student: sheet for sheet in grader.sheets}


HOSTILE_BUILDS = {
    "files": "for number in range(700):\n    open(f'{number}', 'w').close()\n",
    "names": "for number in range(500):\n    open(f'{number:0250}', 'w').close()\n",
    "nested": "for _ in range(1200):\n    os.mkdir('dddd')\n    os.chdir('dddd')\n",
    "closed": "os.mkdir('d')\nopen('d/a', 'w').close()\nos.chmod('d', 0)\nos.chmod('.', 0)\n",
}


def test_one_hand_in_stops_no_other(
    tmp_path: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(untrusted_folders, "MOST_ENTRIES", 600)
    long = "n" * 240
    files = {
        "anna/main.py": RIGHT,
        "class.java": f"public class {'A' * 300} {{ static void main(String[] a) {{}} }}",
        "folder/Foo.java/a.txt": "",
        "folder/b.java": "public class Foo { public static void main(String[] a) {} }",
        "zoe.py": RIGHT,
        **{f"paths/{long}/{long}/{number:0200}.py": "" for number in range(490)},
    }
    for name, text in HOSTILE_BUILDS.items():
        files[f"{name}/build"] = "python3 make.py\n"
        files[f"{name}/run"] = "echo right\n"
        files[f"{name}/make.py"] = f"import os\n{text}"
    sheets = graded(handed_in(tmp_path / "in", files))
    assert list(sheets) == sorted({path.split("/")[0].split(".")[0] for path in files})
    assert {name for name, sheet in sheets.items() if sheet.verdict == "AC"} <= {
        "anna", "zoe", "names", "closed",
    }  # fmt: skip
    assert sheets["anna"].verdict == sheets["zoe"].verdict == "AC"
    for name in ("class", "folder", "paths", "files", "nested"):
        assert sheets[name].verdict == "CE", name
        assert sheets[name].failed
        assert str(sheets[name].failed.reason), name  # type: ignore[union-attr]
    assert os.listdir(own_folder) == []


def test_a_fault_of_the_judge_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def judge(self: Judge, case: object, output: bytes, feedback: str) -> int:
        if b"right" not in output:
            raise RuntimeError("that was not foreseen")
        return 42

    monkeypatch.setattr(Judge, "judge", judge)
    sheets = graded(handed_in(tmp_path / "in", {"a.py": "print('wrong')\n", "b.py": RIGHT}))
    assert [(sheet.verdict, sheet.points) for sheet in sheets.values()] == [("JE", 0), ("AC", 1)]


def test_names_that_collide_are_rows_of_their_own(tmp_path: Path) -> None:
    names = [os.fsdecode(name) for name in (b"\xff.py", b"\xfe.py", b"\xfd.py")]
    names += [
        "anna.py",
        "anna.c",
        "anna/a.py",
        "x" * 90 + "1.py",
        "x" * 90 + "2.py",
        " .py",
        "\t.py",
    ]
    found = submissions_in(str(handed_in(tmp_path / "in", dict.fromkeys(names, "")))).submissions
    assert sorted(Path(one.path).name for one in found) == sorted({n.split("/")[0] for n in names})
    assert len({one.student for one in found}) == len(found) == len(names)
    assert {"anna", "anna.c", "anna.py"} <= {one.student for one in found}


def test_what_is_skipped_is_said(tmp_path: Path) -> None:
    names = ["late.txt", "a.PY", "b.rb", "c.zip", ".hidden.py", ".DS_Store", "Thumbs.db"]
    folder = handed_in(tmp_path / "in", {**dict.fromkeys(names, ""), "__MACOSX/._a.py": ""})
    (folder / "marks.csv").write_text("")
    found = submissions_in(str(folder), [str(folder / "marks.csv")])
    assert [one.student for one in found.submissions] == ["a", "b", "c", "late"]
    assert sorted(str(line) for line in found.skipped) == [
        "skipped .DS_Store: its name begins with a dot",
        "skipped .hidden.py: its name begins with a dot",
        "skipped Thumbs.db: it is made by a system, not by a student",
        "skipped __MACOSX: it is made by a system, not by a student",
        "skipped marks.csv: it is written by this command",
    ]
    sheets = graded(folder)
    assert {name: sheet.verdict for name, sheet in sheets.items()} == {
        "a": "WA", "b": "CE", "c": "CE", "late": "CE", "marks": "CE",
    }  # fmt: skip
    assert "known endings are .py" in str(sheets["b"].failed.reason)  # type: ignore[union-attr]
    assert "cannot be unpacked" in str(sheets["c"].failed.reason)  # type: ignore[union-attr]


def zipped(path: Path, files: dict[str, str], mode: int = 0) -> Submission:
    """Write a zip, and return it as a hand-in."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in files.items():
            about = zipfile.ZipInfo(name)
            about.external_attr = mode << 16
            archive.writestr(about, text, zipfile.ZIP_DEFLATED)
    return Submission("anna", str(path))


def test_a_zip_is_a_hand_in(tmp_path: Path) -> None:
    files = {"anna/main.py": RIGHT, "anna/lib/b.PY": "", "anna/.git/x": "", "__MACOSX/anna/._b": ""}
    copy(zipped(tmp_path / "a.zip", files), str(tmp_path / "one"))
    found = [path for path in (tmp_path / "one").rglob("*") if path.is_file()]
    assert sorted(str(path.relative_to(tmp_path / "one")) for path in found) == [
        "lib/b.py",
        "main.py",
    ]
    assert (tmp_path / "one" / "main.py").read_text() == RIGHT


@pytest.mark.parametrize(
    ("files", "mode", "sentence"),
    [
        ({"../evil.py": ""}, 0, "leads out of the zip"),
        ({"/evil.py": ""}, 0, "leads out of the zip"),
        ({"a\\..\\..\\evil.py": ""}, 0, "leads out of the zip"),
        ({"C:/evil.py": ""}, 0, "leads out of the zip"),
        ({"main.py": "/etc/passwd"}, 0o120777, "is a link"),
        ({"bomb.py": "\0" * (MOST_BYTES + 1)}, 0, "more than 16 MiB"),
        ({f"{number}": "\0" * (1 << 20) for number in range(17)}, 0, "more than 16 MiB"),
        ({f"{number}": "" for number in range(501)}, 0, "more than 500 files"),
        ({"a/" * 12 + "b.py": ""}, 0, "nested too deeply"),
    ],
)
def test_a_zip_that_means_harm(
    files: dict[str, str], mode: int, sentence: str, tmp_path: Path
) -> None:
    one = zipped(tmp_path / "a.zip", files, mode)
    with pytest.raises(KibitzError, match=sentence):
        copy(one, str(tmp_path / "one"))
    assert {path.name for path in tmp_path.iterdir()} == {"a.zip", "one", "temporary"}


def test_a_damaged_or_encrypted_zip_is_refused(tmp_path: Path) -> None:
    whole = zipped(tmp_path / "a.zip", {"main.py": RIGHT * 100})
    content = bytearray(Path(whole.path).read_bytes())
    encrypted = bytearray(content)
    for at in (content.index(b"PK\3\4") + 6, content.index(b"PK\1\2") + 8):
        encrypted[at] |= 1
    content[45] ^= 0xFF
    for number, damaged in enumerate(
        [content, encrypted, content[:-30], bytearray(), bytearray(b"PK")]
    ):
        Path(whole.path).write_bytes(damaged)
        with pytest.raises(KibitzError, match="cannot be unpacked"):
            copy(whole, str(tmp_path / str(number)))


def entry(name: str, mode: int = 0, method: int = zipfile.ZIP_DEFLATED) -> zipfile.ZipInfo:
    about = zipfile.ZipInfo(name)
    about.external_attr = mode << 16
    about.compress_type = method
    return about


# The entries of a student of whom something is wrong: paths below the class, and contents.
BAD_ENTRIES: dict[str, list[tuple[zipfile.ZipInfo | str, str]]] = {
    "too large": [("eve/main.py", "\0" * (MOST_BYTES + 1))],
    "too large together": [(f"eve/{number}.py", "\0" * (MOST_BYTES // 2)) for number in range(3)],
    "too many": [(f"eve/{number}.py", "") for number in range(501)],
    "link": [(entry("eve/main.py", 0o120777), "/etc/passwd")],
    "out": [("eve/../../eve/main.py", RIGHT)],
    "out at the top": [("../eve.py", RIGHT)],
    "backslash": [("eve\\..\\..\\main.py", RIGHT)],
    "absolute": [("/eve/main.py", RIGHT)],
    "drive": [("C:\\eve\\main.py", RIGHT)],
    "deep": [("eve/" + "a/" * 12 + "main.py", RIGHT)],
    "file and folder": [("eve", RIGHT), ("eve/main.py", RIGHT)],
    "file and folder within": [("eve/a", RIGHT), ("eve/a/main.py", RIGHT)],
    "long name": [("e" * 300 + "/main.py", RIGHT)],
    "long name within": [("eve/" + "m" * 300 + ".py", RIGHT)],
    "empty part": [("eve//main.py", RIGHT)],
    "checksum": [("eve/main.py", "damaged")],
    "encrypted": [("eve/main.py", "encrypted")],
    "unknown method": [("eve/main.py", "method")],
    "empty folder": [("eve/", "")],
    "hidden": [("eve/.main.py", RIGHT)],
}
SCRIPT = "echo right # "


def class_zip(path: Path, kind: str, chance: random.Random) -> dict[str, str]:
    """Write the zip of a class, with one bad submission; return the others by their students."""
    names = chance.sample(["Anna Ek", "Bo", "Zoë", "Group: C", "d'Arc"], chance.randint(2, 4))
    good = {name: f"{SCRIPT}{chance.random()}\n" for name in names}
    entries = [(f"{name}/run", text) for name, text in good.items()] + BAD_ENTRIES[kind]
    chance.shuffle(entries)
    if chance.random() < 0.5:  # the teacher has zipped the whole folder
        entries = [("Class/", ""), *(below("Class/", about, text) for about, text in entries)]
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for about, text in entries:
            archive.writestr(about, text)
    content = bytearray(path.read_bytes())
    for at in (found.start() for found in re.finditer(rb"PK\x01\x02", content)):
        name = content[at + 46 :]
        (header,) = struct.unpack_from("<I", content, at + 42)
        if b"eve/main.py" in name[:17] and kind == "checksum":
            content[at + 16] ^= 0xFF
        elif b"eve/main.py" in name[:17] and kind == "encrypted":
            content[at + 8] |= 1
            content[header + 6] |= 1
        elif b"eve/main.py" in name[:17] and kind == "unknown method":
            content[at + 10] = content[header + 8] = 77
    path.write_bytes(content)
    return good


def below(
    folder: str, about: zipfile.ZipInfo | str, text: str
) -> tuple[zipfile.ZipInfo | str, str]:
    """Return an entry in a folder, unless its path leads out of it."""
    if isinstance(about, zipfile.ZipInfo):
        return entry(folder + about.filename, about.external_attr >> 16), text
    return about if about[0] in "/.C" else folder + about, text


@pytest.mark.long
def test_one_entry_of_a_class_zip_stops_no_other(tmp_path: Path) -> None:
    chance, kinds = random.Random(46), [*BAD_ENTRIES] * 3
    submissions: list[Submission] = []
    failed: list[bool] = []
    for number, kind in enumerate(kinds):
        good = class_zip(tmp_path / f"{number}.zip", kind, chance)
        folder = tmp_path / str(number)
        wrong = unzip_class(f"{folder}.zip", str(folder))
        found = {one.student: one for one in submissions_in(str(folder), (), wrong).submissions}
        bad = set(found) - set(good)
        assert set(good) < set(found), kind
        assert bad == {("e" * 80 if kind == "long name" else "eve")}, kind
        for student, text in good.items():
            copy(found[student], str(folder / "copy"))
            assert (folder / "copy" / "run").read_text() == text, kind
            shutil.rmtree(folder / "copy")
        if number % 5 == 0 or EVERYTHING:
            submissions += found.values()
            failed += [name in bad for name in found]
    grader = Grader(Judge(), best(), LIMITS, jobs=2)  # type: ignore[arg-type]
    grader.grade(submissions, lambda *_: None)
    for sheet, is_bad, one in zip(grader.sheets, failed, submissions, strict=True):
        assert sheet.verdict == ("CE" if is_bad else "AC"), one
        assert not is_bad or str(sheet.failed.reason)  # type: ignore[union-attr]


def test_a_class_zip_with_a_damaged_list_of_its_entries_is_one_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The list is the central directory; every byte of it is damaged, and it is cut anywhere."""
    path = tmp_path / "class.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("Anna_1_assignsubmission_file_/mäin.py", RIGHT)
    whole = path.read_bytes()
    begin = whole.index(b"PK\1\2")
    damaged = [whole[:at] for at in range(begin, len(whole))]
    damaged += [
        whole[:at] + octet + whole[at + 1 :]
        for at in range(begin, len(whole))
        for octet in (b"\0", b"\xff", b"\x80")
    ]
    refused = []
    for number, content in enumerate(damaged):
        path.write_bytes(content)
        try:
            unzip_class(str(path), str(tmp_path / str(number)))
        except KibitzError as error:
            refused.append((content, str(error)))
    assert len(refused) > len(damaged) // 2
    assert {said for _, said in refused} == {
        "this zip cannot be unpacked: it is damaged or encrypted"
    }
    for content, said in refused[:: len(refused) // 4]:
        path.write_bytes(content)
        assert main(["grade", "joc", str(path), *option()]) == 2
        assert capsys.readouterr().err.splitlines()[-1] == f"kibitz: {said}"


def test_every_sheet_has_a_file_that_can_be_written(tmp_path: Path) -> None:
    students = ["𝒜" * 63, "𝒜" * 64, "é" * 80, "a/b", "a b", "..", "?"]
    names = file_names([Sheet(student) for student in students])
    assert len(set(names)) == len(students)
    for name in names:
        (tmp_path / name).write_text("")


def test_grading_without_bubblewrap_is_refused_before_anything_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*words: object, **options: object) -> None:
        raise AssertionError(words)

    folder = handed_in(tmp_path / "in", {"a.py": RIGHT})
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(subprocess, "Popen", never)
    for words in ([], ["--sandbox", "bwrap"]):
        assert main(["grade", "joc", str(folder), *words]) == 2
        said = capsys.readouterr()
        assert not said.out
        assert said.err.count("\n") == 1
        assert "bubblewrap, which is not installed (apt-get install bubblewrap)" in said.err


def test_without_a_sandbox_the_first_line_and_the_report_say_so(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = handed_in(tmp_path / "in", {"a.py": "(\n"})
    files = [str(tmp_path / name) for name in ("report.html", "marks.csv")]
    words = ["--sandbox", "none", "--report", files[0], "--csv", files[1]]
    assert main(["grade", "joc", str(folder), *words]) == 1
    first = capsys.readouterr().out.splitlines()[0]
    assert first.startswith("There is no sandbox. Programs run ")
    assert first in Path(files[0]).read_text()
    (row,) = csv.DictReader(io.StringIO(Path(files[1]).read_text()))
    assert row["sandbox"] == "none"


@pytest.mark.skipif(os.getuid() != 0, reason="only root can run programs as other users")
def test_even_without_a_sandbox_root_keeps_students_apart(
    tmp_path: Path, own_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from kibitz.judge.grading.sandbox import NONE, find_sandbox

    spy = (
        "import glob, os\n"
        f"found = glob.glob({str(own_folder)!r} + '/*') + glob.glob({str(own_folder)!r} + '/*/*')\n"
        "me = os.path.dirname(os.path.realpath(__file__))\n"
        "found += [os.path.join(me, '..', '..', name) for name in WORDS]\n"
        "found = [name for name in found if os.path.realpath(name) != os.path.dirname(me)]\n"
        "read = [name for name in found if os.path.isdir(name) and glob.glob(name + '/*')]\n"
        "print(read or 'right')\n"
    )
    folder = handed_in(tmp_path / "in", {"a.py": RIGHT, "b.py": RIGHT})
    homes = tmp_path / "homes"
    homes.mkdir()
    grader = Grader(Judge(), find_sandbox(NONE), LIMITS)  # type: ignore[arg-type]
    made: list[str] = []
    make = grader.make_home

    def remember(program: object) -> None:
        make(program)  # type: ignore[arg-type]
        made.append(os.path.basename(program.home))  # type: ignore[attr-defined]
        if len(made) == 2:  # b learns where a is, and tries to read it
            (folder / "b.py").write_text(spy.replace("WORDS", repr(made[:1])))

    monkeypatch.setattr(grader, "make_home", remember)
    grader.grade(submissions_in(str(folder)).submissions, lambda *_: None)
    verdicts = [sheet.verdict for sheet in grader.sheets]
    assert verdicts == ["AC", "AC"], [
        str(sheet.failed and sheet.failed.reason) for sheet in grader.sheets
    ]
    assert all(len(name) == 32 for name in made)


def test_a_journal_makes_running_again_needless(tmp_path: Path) -> None:
    folder = handed_in(tmp_path / "in", {"a.py": RIGHT, "b.py": "print(input())\n"})
    path = str(tmp_path / "cache" / "grading" / "x.jsonl")
    journal = Journal(path, resume=False)
    first = graded(folder, journal)
    journal.close(finished=False)
    with open(path, "ab") as file:
        file.write(b'{"submission": "torn')
    journal = Journal(path, resume=True)
    grader = Grader(Judge(), None, LIMITS, journal=journal)  # type: ignore[arg-type]
    grader.make_home = lambda program: os.mkdir(program.home)  # type: ignore[method-assign]
    grader.grade(submissions_in(str(folder)).submissions, lambda *_: None)
    again = {sheet.student: sheet for sheet in grader.sheets}
    assert {n: s.results for n, s in again.items()} == {n: s.results for n, s in first.items()}
    assert {sheet.language for sheet in again.values()} == {"Python"}
    assert grader.resumed == 2
    (folder / "b.py").write_text(RIGHT)  # another program: what is known says nothing about it
    changed = graded(folder, journal)
    assert [sheet.verdict for sheet in changed.values()] == ["AC", "AC"]
    journal.close(finished=True)
    assert os.listdir(tmp_path / "cache" / "grading") == []
    journal = Journal(path, resume=False)
    assert journal.known == {}
    journal.close(finished=True)


SAMPLE = "1 0 4 1 1 2 3 3 0 4"
STOPPED = """
import os, signal, sys
from kibitz.cli import main
from kibitz.judge.grading.journal import Journal
from kibitz.judge.assignments.problem_package import package
add = Journal.add
def stop(self, *what):
    add(self, *what)
    os.kill(os.getpid(), {number})
Journal.add = stop
sys.exit(main(sys.argv[1:]))
"""


SIGNALS = [signal.SIGHUP, signal.SIGKILL, signal.SIGTERM, signal.SIGINT]


@pytest.mark.parametrize("number", SIGNALS if EVERYTHING else SIGNALS[:2])
def test_stopped_grading_leaves_nothing_and_goes_on(
    number: signal.Signals, tmp_path: Path, own_folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    mark = mark_of(tmp_path)
    text = (
        f"if input() == {SAMPLE!r}:\n    __import__('time').sleep(10**6)\nprint('Fara solutie')\n"
    )
    folder = handed_in(tmp_path / "in", {f"{mark}.py": text})
    marks = tmp_path / "marks.csv"
    words = ["grade", "joc", str(folder), "--csv", str(marks), "--jobs", "2", "--time", "0.4"]
    done = subprocess.run(
        [sys.executable, "-c", STOPPED.format(number=int(number)), *words, *option()],
        capture_output=True,
        text=True,
        check=False,
    )
    wait_for_end_of(mark)
    if number == signal.SIGKILL:
        assert done.returncode == -number
        assert any(name.startswith(HOME) for name in os.listdir(own_folder))
    else:
        assert done.returncode == 128 + number
        assert "Traceback" not in done.stderr
        assert os.listdir(own_folder) == []
        (row,) = csv.DictReader(io.StringIO(marks.read_text()))
        assert row["student"] == mark
        assert "NG" in row.values()
    assert main([*words, "--resume", *option()]) == 1  # the program fails some cases
    said = capsys.readouterr()
    assert "from a run that was stopped." in said.err
    assert marks_in(said.out)[0].startswith(f"{mark}: ")
    assert os.listdir(own_folder) == []
    assert os.listdir(tmp_path / "cache" / "grading") == []


def wait_for_end_of(mark: str) -> None:
    """Wait until no process with a mark runs, each for ten seconds at most."""
    for name in running(mark):
        try:
            process = os.pidfd_open(int(name))
        except OSError:
            continue
        ended = select.select([process], [], [], 10)[0]
        os.close(process)
        assert ended, name
    assert not running(mark)


def test_folders_of_killed_runs_are_removed_and_others_stay(own_folder: Path) -> None:
    abandoned = own_folder / f"{HOME}old"
    (abandoned / "deep").mkdir(parents=True)
    (abandoned / "lock").write_text("")
    with workplace() as mine, workplace() as other:
        assert {Path(mine), Path(other)} == set(own_folder.iterdir())
    assert os.listdir(own_folder) == []


def test_any_folder_can_be_removed(tmp_path: Path) -> None:
    top = tmp_path / "top"
    top.mkdir()
    back = os.open(".", os.O_RDONLY)
    os.chdir(top)
    try:
        for _ in range(1200):  # more than functions may call each other, and 6,000 letters
            os.mkdir("dddd")
            os.chdir("dddd")
    finally:
        os.fchdir(back)
        os.close(back)
    (top / "kept").mkdir()
    (top / "link").symlink_to(tmp_path)
    (top / "kept").chmod(0)
    remove(str(top))
    assert not top.exists()
    assert tmp_path.exists()
