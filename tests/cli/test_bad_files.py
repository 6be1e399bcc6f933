"""Whatever a file is, to read or to write: no traceback, no lost file, one clear sentence."""

from __future__ import annotations

import os
import stat
import subprocess
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_bad_input import ANSWER, FILE_PROGRAMS, GOOD, LINES
from tests.support.console import (
    PATIENCE,
    command,
    environment,
    run,
    run_in_shell,
    the_sentence,
)

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

BAD_CONTENT = {**LINES, "nothing": b"", "NULs": b"\0" * 5000, "2 million bytes": b"1 " * 1_000_000}


@pytest.mark.parametrize("program", FILE_PROGRAMS)
@pytest.mark.parametrize("content", BAD_CONTENT)
def test_bad_content_of_a_file(program: str, content: str, tmp_path: Path) -> None:
    source, target = FILE_PROGRAMS[program]
    (tmp_path / source).write_bytes(BAD_CONTENT[content])
    (tmp_path / target).write_text("as it was")
    before = (tmp_path / target).stat()
    done = run(f"classic {program}", cwd=tmp_path)
    assert the_sentence(done)
    assert done.stdout == b""
    assert (tmp_path / target).read_text() == "as it was"
    assert (tmp_path / target).stat().st_ino == before.st_ino
    assert (tmp_path / target).stat().st_mtime_ns == before.st_mtime_ns
    assert sorted(os.listdir(tmp_path)) == sorted([source, target])
    from_stdin = run(f"classic {program} - -", BAD_CONTENT[content])
    assert the_sentence(from_stdin)
    assert from_stdin.stdout == b""


@pytest.fixture(params=FILE_PROGRAMS)
def program(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def folder(program: str, tmp_path: Path) -> Iterator[Path]:
    """Give a folder with a good input named `in`; see that nothing half-written stays in it."""
    (tmp_path / "in").write_bytes(GOOD[program])
    yield tmp_path
    left = [name for _, _, names in os.walk(tmp_path) for name in names]
    assert not [name for name in left if "part" in name or "tmp" in name]


def test_a_directory_as_input(program: str, folder: Path) -> None:
    (folder / "out").write_text("as it was")
    assert "." in the_sentence(run(f"classic {program} . out", cwd=folder))
    assert (folder / "out").read_text() == "as it was"


def test_an_input_that_cannot_be_reached(program: str, folder: Path) -> None:
    (folder / "loop").symlink_to("loop")
    for name in ("in/in", "nowhere/in", "loop", "x" * 300):
        the_sentence(run(["classic", program, name, "out"], cwd=folder))
        assert not (folder / "out").exists()


def test_an_empty_name(program: str, folder: Path) -> None:
    the_sentence(run(["classic", program, "", "out"], cwd=folder))
    the_sentence(run(["classic", program, "in", ""], cwd=folder))
    assert os.listdir(folder) == ["in"]


@pytest.mark.parametrize("target", ["there", "nowhere/out", "in/out", "/proc/kibitz-out", "/"])
def test_an_output_that_cannot_be_made(program: str, folder: Path, target: str) -> None:
    (folder / "there").mkdir()
    (folder / "there" / "kept").write_text("as it was")
    sentence = the_sentence(run(f"classic {program} in {target}", cwd=folder))
    assert target in sentence
    assert (folder / "there" / "kept").read_text() == "as it was"
    assert (folder / "in").read_bytes() == GOOD[program]
    assert sorted(os.listdir(folder)) == ["in", "there"]


def test_a_disk_that_fills_up_while_writing(program: str, folder: Path) -> None:
    (folder / "out").write_text("as it was")
    done = run_in_shell('ulimit -f 0; "$@"', f"classic {program} in out", cwd=folder)
    assert "out" in the_sentence(done)
    assert (folder / "out").read_text() == "as it was"
    assert sorted(os.listdir(folder)) == ["in", "out"]
    (folder / "out").unlink()
    done = run_in_shell('ulimit -f 0; "$@"', f"classic {program} in out", cwd=folder)
    assert "out" in the_sentence(done)
    assert os.listdir(folder) == ["in"]


@pytest.mark.parametrize("there", [True, False])
def test_a_symlink_as_output_stays_one(program: str, folder: Path, there: bool) -> None:
    (folder / "other").mkdir()
    if there:
        (folder / "other" / "real").write_text("as it was")
    (folder / "out").symlink_to("other/real")
    assert run(f"classic {program} in out", cwd=folder).returncode == 0
    assert os.readlink(folder / "out") == "other/real"
    assert (folder / "other" / "real").read_bytes() == ANSWER[program]
    assert os.listdir(folder / "other") == ["real"]


def test_the_mode_of_an_existing_output_stays(program: str, folder: Path) -> None:
    (folder / "out").write_text("as it was")
    for mode in (0o600, 0o640, 0o666):
        (folder / "out").chmod(mode)
        assert run(f"classic {program} in out", cwd=folder).returncode == 0
        assert stat.S_IMODE((folder / "out").stat().st_mode) == mode
    assert (folder / "out").read_bytes() == ANSWER[program]


def test_a_new_output_has_the_usual_mode(program: str, folder: Path) -> None:
    for mask, mode in (("022", 0o644), ("077", 0o600)):
        done = run_in_shell(f'umask {mask}; "$@"', f"classic {program} in out{mask}", cwd=folder)
        assert done.returncode == 0
        assert stat.S_IMODE((folder / f"out{mask}").stat().st_mode) == mode


def test_input_and_output_may_be_one_file(program: str, folder: Path) -> None:
    assert run(f"classic {program} in in", cwd=folder).returncode == 0
    assert (folder / "in").read_bytes() == ANSWER[program]


@pytest.mark.parametrize("target", ["/dev/stdout", "/dev/fd/1"])
def test_dev_stdout_as_output(program: str, folder: Path, target: str) -> None:
    through_pipe = run(f"classic {program} in {target}", cwd=folder)
    assert (through_pipe.returncode, through_pipe.stderr) == (0, b"")
    assert through_pipe.stdout == ANSWER[program]


def test_dev_stdout_that_is_a_file(program: str, folder: Path) -> None:
    script = '{ echo before; "$@"; echo after; } > result'
    done = run_in_shell(script, f"classic {program} in /dev/stdout", cwd=folder)
    assert done.stderr == b""
    text = (folder / "result").read_bytes()
    assert text.count(ANSWER[program]) == 1
    assert text.endswith(b"after\n")


def test_dev_stdin_as_input(program: str, folder: Path) -> None:
    done = run(f"classic {program} /dev/stdin -", GOOD[program], cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER[program], b"")


def test_a_fifo_as_input(program: str, folder: Path) -> None:
    os.mkfifo(folder / "fifo")
    script = 'cat in > fifo & "$@"; wait'
    done = run_in_shell(script, f"classic {program} fifo -", cwd=folder)
    assert (done.returncode, done.stdout, done.stderr) == (0, ANSWER[program], b"")


def test_names_that_look_like_options(program: str, folder: Path) -> None:
    (folder / "-in").write_bytes(GOOD[program])
    done = run(["classic", program, "--", "-in", "-out"], cwd=folder)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (folder / "-out").read_bytes() == ANSWER[program]
    the_sentence(run(["classic", program, "-in"], cwd=folder))


def test_a_name_with_braces_and_bad_bytes(program: str, folder: Path) -> None:
    the_sentence(run(["classic", program, "{0}{name}", "out"], cwd=folder))
    done = subprocess.run(
        [os.fsencode(word) for word in command(["classic", program])] + [b"\xff\xfe"],
        capture_output=True,
        cwd=folder,
        env=environment(),
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1
