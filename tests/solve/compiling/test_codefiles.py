"""Damaged files of compiled code are as good as none, and there is an end to their number."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import threading
import time
from itertools import cycle
from typing import TYPE_CHECKING

import pytest

from kibitz.oracle.compile_ahead import KEPT, NOT_NEEDED
from kibitz.solve.compiling.code_files import (
    LONGEST_UNUSED,
    LONGEST_WRITING,
    UNFINISHED,
    CodeFiles,
    are_kept,
    tidy,
)
from tests.support.own_games import changed

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytest.importorskip("numba")

DATA = {"code": b"machine code" * 100, "of": (1, 2, 3)}
KEY = ("int64", "processor")

DAMAGES: dict[str, Callable[[bytes], bytes]] = {
    "empty": lambda content: b"",
    "cut in the digest": lambda content: content[:7],
    "cut after the digest": lambda content: content[:32],
    "cut in the middle": lambda content: content[: len(content) // 2],
    "without its last byte": lambda content: content[:-1],
    "with a byte more": lambda content: content + b"\0",
    "garbage": lambda content: b"\x80\x05garbage" * 50,
    "zeros": lambda content: bytes(len(content)),
    "one bit changed": lambda content: content[:200] + bytes([content[200] ^ 4]) + content[201:],
}


def one_file(folder: Path) -> Path:
    (file,) = folder.iterdir()
    return file


@pytest.mark.parametrize("damage", DAMAGES)
def test_a_damaged_file_is_no_file(damage: str, tmp_path: Path) -> None:
    files = CodeFiles(str(tmp_path), "module.function", 1)
    files.save(KEY, DATA)
    assert files.load(KEY) == DATA
    file = one_file(tmp_path)
    file.write_bytes(DAMAGES[damage](file.read_bytes()))
    assert files.load(KEY) is None
    assert not file.exists()
    files.save(KEY, DATA)
    assert files.load(KEY) == DATA


def test_other_keys_versions_and_functions_have_other_files(tmp_path: Path) -> None:
    folder = str(tmp_path)
    CodeFiles(folder, "module.function", 1).save(KEY, DATA)
    assert CodeFiles(folder, "module.function", 1).load((*KEY, 1)) is None
    assert CodeFiles(folder, "module.function", 2).load(KEY) is None
    assert CodeFiles(folder, "module.other", 1).load(KEY) is None
    assert CodeFiles(folder, "module.function", 1).load(KEY) == DATA
    assert are_kept(folder, "function")
    assert not are_kept(folder, "other")


def test_a_folder_that_cannot_be_used_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    for folder in (tmp_path / "missing", tmp_path / "file"):
        files = CodeFiles(str(folder), "module.function", 1)
        files.save(KEY, DATA)
        assert files.load(KEY) is None
        files.flush()
        assert not are_kept(str(folder), "function")
    files = CodeFiles(str(tmp_path), "module.function", 1)
    os.mkdir(files.path(KEY))  # a folder where the file belongs
    files.save(KEY, DATA)
    assert files.load(KEY) is None
    assert sorted(os.listdir(tmp_path)) == sorted(["file", os.path.basename(files.path(KEY))])


def test_many_at_once_read_nothing_or_the_whole(tmp_path: Path) -> None:
    files = CodeFiles(str(tmp_path), "module.function", 1)
    large = bytes(range(256)) * 4000
    found: list[object] = []

    def work() -> None:
        for _ in range(20):
            files.save(KEY, large)
            found.append(files.load(KEY))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [large] * 80
    assert len(list(tmp_path.iterdir())) == 1


def test_what_was_not_used_for_longest_goes_first(tmp_path: Path) -> None:
    files = [CodeFiles(str(tmp_path), f"module.f{n}", 1) for n in range(4)]
    for n, each in enumerate(files):
        each.save(KEY, bytes(1000))
        os.utime(each.path(KEY), (time.time() - 1000 + n,) * 2)
    assert files[0].load(KEY) is not None  # used just now
    tidy(str(tmp_path), most=2500)
    assert [each.load(KEY) is not None for each in files] == [True, False, False, True]


def test_what_is_old_goes_and_what_belongs_to_others_stays(tmp_path: Path) -> None:
    old = CodeFiles(str(tmp_path), "module.old", 1)
    old.save(KEY, DATA)
    os.utime(old.path(KEY), (time.time() - LONGEST_UNUSED - 9,) * 2)
    digest = "0123456789abcdef" * 2
    before = [f"kernels.expand_{digest}-45.py311.nbi", f"bits.f_{digest[:12]}-4.py311.1.nbc"]
    others = ["kernels.cpython-311.pyc", "theirs.f-12.py311.1.nbc", f"writing{UNFINISHED}"]
    for name in [*before, *others, f"left{UNFINISHED}"]:
        (tmp_path / name).write_bytes(b"")
    os.utime(tmp_path / f"left{UNFINISHED}", (time.time() - LONGEST_WRITING - 9,) * 2)
    new = CodeFiles(str(tmp_path), "module.new", 1)
    new.save(KEY, DATA)
    assert sorted(os.listdir(tmp_path)) == sorted([*others, os.path.basename(new.path(KEY))])


def test_a_file_under_another_name_is_no_file(tmp_path: Path) -> None:
    one, two = (CodeFiles(str(tmp_path), f"module.{name}", 1) for name in ("one", "two"))
    one.save(KEY, DATA)
    two.save(KEY, {"code": b"other"})
    os.replace(one.path(KEY), two.path(KEY))
    assert two.load(KEY) is None


def said_by(tmp_path: Path, *words: str) -> str:
    """Return what a command says, but for the seconds that it took."""
    folders = {"KIBITZ_CACHE": str(tmp_path / "tables"), "NUMBA_CACHE_DIR": str(tmp_path / "code")}
    done = subprocess.run(
        [sys.executable, "-m", "kibitz", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
        env={**os.environ, **folders},
    )
    assert (done.returncode, done.stderr) == (0, "")
    return re.sub(r"[\d.]+ s\b", "", done.stdout)


def test_commands_answer_whatever_happened_to_the_files(tmp_path: Path) -> None:
    """Every file is damaged, each in another way."""
    marks = tmp_path / "marks.py"
    marks.write_text(changed(("CELLS = 5", "CELLS = 20")))
    commands = [["table", str(marks), "--fresh"], ["solve", str(marks)]]
    before = [said_by(tmp_path, *words) for words in commands]
    assert "17,711" in before[0]  # the 22nd Fibonacci number, since no two marks are neighbours
    kept = sorted((tmp_path / "code").rglob("*.code"))
    assert kept
    for file, damage in zip(kept, cycle(reversed(DAMAGES.values())), strict=False):
        file.write_bytes(damage(file.read_bytes()))
    assert [said_by(tmp_path, *words) for words in commands] == before


# Compilation ahead

WITHOUT_A_COMPILER = """
import sys
import kibitz
for name in ("teeko", "fifteen"):
    game = kibitz.game(name)
    effort = kibitz.Effort(positions=60, seconds=3600, compile=False)
    print(kibitz.Oracle(game).outcome(game.rules.start, effort).proved)
print("numba" in sys.modules)
"""
LOADED = """
import sys
import kibitz
from kibitz.oracle.compile_ahead import load_kernels
rules = kibitz.game(sys.argv[1]).rules
print(load_kernels(rules))
"""


def python(folder: Path, *words: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "KIBITZ_CACHE": str(folder), "NUMBA_CACHE_DIR": ""},
    )


def test_bounds_are_proved_before_anything_is_compiled(tmp_path: Path) -> None:
    with python(tmp_path, "-c", WITHOUT_A_COMPILER) as asked:
        assert asked.communicate()[0].split() == ["True", "True", "False"]


def test_another_process_compiles_what_questions_need(tmp_path: Path) -> None:
    """A game in a file, whose kernels no other test has compiled."""
    file = tmp_path / "mine.py"
    file.write_text(changed(("CELLS = 5", "CELLS = 23")))
    name = str(file)
    with python(tmp_path, "-c", LOADED, name) as before:
        assert before.communicate()[0] == "False\n"
    assert not (tmp_path / "code").exists() or not list((tmp_path / "code").rglob("*.code"))
    with python(tmp_path, "-m", "kibitz.oracle.compile_ahead") as compiling:
        assert answered(compiling, "hexapawn") == NOT_NEEDED
        assert answered(compiling, name) == KEPT
    with python(tmp_path, "-c", LOADED, name) as after:
        assert after.communicate()[0] == "True\n"


def answered(compiling: subprocess.Popen[str], name: str) -> object:
    """Return what a process answers that is to compile the kernels of a game."""
    assert compiling.stdin is not None
    assert compiling.stdout is not None
    compiling.stdin.write(json.dumps([name, None]) + "\n")
    compiling.stdin.flush()
    said, _ = json.loads(compiling.stdout.readline()), compiling.stdout.readline()
    return said


QUITTING = """
import sys
import threading
from kibitz.__main__ import main
from kibitz.oracle.compilations import code_here
threading.Thread(target=threading.Event().wait).start()
code_here().loading = True
sys.argv = ["kibitz", *sys.argv[1:]]
sys.exit(main())
"""


@pytest.mark.parametrize(("words", "status"), [("games", 0), ("solve nothing-like-it", 2)])
def test_a_command_ends_while_code_is_loaded(tmp_path: Path, words: str, status: int) -> None:
    """The thread that loads would never end."""
    with python(tmp_path, "-c", QUITTING, *words.split()) as quitting:
        said, _ = quitting.communicate(timeout=120)
    assert quitting.returncode == status
    assert ("noughts" in said) == (status == 0)
