"""Every code block of the docs and the README runs, and prints what stands below it.

- A `python` block is run; the blocks of a page share their names. If it begins with the name of a
  file (`# cram.py`), it is written to that file instead. If it begins with `# needs kibitz[…]`, it
  is run if that extra is installed, and only parsed otherwise.
- A `sh` block is run in a folder of the page's own, `kibitz` and `./kibitz` being the command. If
  it begins with `# takes minutes`, it is only parsed.
- Of a `console` block, each `kibitz web` is started, must say where it is, and is ended; the rest
  is only shown.
- A block without a language below a `sh` block is what that prints. `…` stands for anything: on a
  line of its own for any lines, within a line for the rest of it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import command_pages
import pytest

import kibitz
from tests.support.judging import option
from tests.support.own_games import HOME

PAGES = [HOME / "README.md", *sorted((HOME / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LONG = "# takes minutes\n"
# The module of each extra that the tests do not install.
EXTRAS = {
    "inspect": "inspect_ai",
    "reasoning-gym": "reasoning_gym",
    "verifiers": "verifiers",
}
MOST_LONG = 4  # blocks that are only parsed
MOST_IN_A_LINE = 118  # characters of an entry of the changelog
LONGEST = 240  # seconds, for a block that has got stuck


def blocks(page: Path) -> list[tuple[str, str, bool]]:
    """Return the language and text of each block, and whether it directly follows another."""
    text = page.read_text()
    found = []
    end = -1
    for block in BLOCK.finditer(text):
        found.append((block[1], block[2], block.start() == end + 1))
        end = block.end()
    return found


def pattern(shown: str) -> str:
    """Return what output must match to be as shown."""
    lines = [
        "(?:.*\n)*?" if line == "…" else re.escape(line).replace("…", ".*") + "\n"
        for line in shown.splitlines()
    ]
    return "".join(lines)


@pytest.mark.timeout(600)  # a page is many commands
@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_block_runs(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("KIBITZ_CACHE", str(tmp_path / "tables"))
    command = tmp_path / "kibitz"
    start = f"{sys.executable} -P -m kibitz"
    sandboxed = ""
    if re.search("kibitz (grade|check)", page.read_text()) and option():  # no bubblewrap
        said = f'said=$({start} "$@" {" ".join(option())})'
        shown = 'said=$(echo "$said" | sed "/^There is no sandbox/d; /^Programs are judged as/d")'
        sandboxed = f"case $1 in grade | check) {said}; status=$?; {shown}\n"
        sandboxed += 'if [ -n "$said" ]; then printf "%s\\n" "$said"; fi; exit $status;; esac\n'
    command.write_text(f'#!/bin/sh\n{sandboxed}exec {start} "$@"\n')
    command.chmod(0o755)
    names: dict[str, object] = {}
    printed = ""
    for language, text, follows in blocks(page):
        if language == "python":
            run_python(text, names)
        elif language == "sh":
            printed = run_shell(text, tmp_path)
        elif language == "console":
            for line in text.splitlines():
                if "kibitz web" in line:
                    start_and_end(line.partition("#")[0], tmp_path)
        elif language == "" and follows:
            assert re.fullmatch(pattern(text), printed), (
                f"{text}\nis not what is printed:\n{printed}"
            )


def run_python(text: str, names: dict[str, object]) -> None:
    file = re.match(r"# (\w+\.py)\n", text)
    if file:
        with open(file[1], "w", encoding="utf-8") as written:
            written.write(text)
        return
    code = compile(text, "a block", "exec")
    needs = re.match(r"# needs kibitz\[(.+)\]\n", text)
    if needs is None or find_spec(EXTRAS[needs[1]]) is not None:
        exec(code, names)


def start_and_end(line: str, folder: Path) -> None:
    """Start a server as a page says, but on any port and without a browser, and end it."""
    _, *words = line.split()
    started = subprocess.Popen(
        [str(folder / "kibitz"), *words, "--no-browser", "--port", "0"],
        cwd=folder,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert started.stdout is not None
    try:
        assert started.stdout.readline().startswith("Kibitz is running at http://127.0.0.1:")
    finally:
        started.send_signal(signal.SIGINT)
        started.communicate(timeout=LONGEST)


def run_shell(text: str, folder: Path) -> str:
    started = subprocess.Popen(
        ["sh", "-n" if text.startswith(LONG) else "-e", "-c", text],
        cwd=folder,
        env={**os.environ, "PATH": f"{folder}:{Path(sys.executable).parent}:{os.environ['PATH']}"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        out, err = started.communicate(timeout=LONGEST)
    except subprocess.TimeoutExpired:
        os.killpg(started.pid, signal.SIGKILL)  # with all that it started
        raise
    expected = 1 if "check joc" in text else 0  # a wrong answer is what that block shows
    assert started.returncode == expected, f"{text}\n{err}"
    return out


def test_few_blocks_are_only_parsed() -> None:
    long = [text for page in PAGES for _, text, _ in blocks(page) if text.startswith(LONG)]
    assert len(long) <= MOST_LONG


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "CHANGELOG.md"])
def test_links_of_pages_outside_the_site_lead_somewhere(page: str) -> None:
    """Those within it are checked where it is built."""
    for link in re.findall(r"\]\(([^)\s]+)\)", (HOME / page).read_text()):
        path, _, anchor = link.partition("#")
        if not link.startswith("http"):
            assert (HOME / path).exists(), link
            assert not anchor, f"{link}: nothing checks that the heading is there"


def test_an_entry_of_the_changelog_is_one_line() -> None:
    lines = (HOME / "CHANGELOG.md").read_text().splitlines()
    above = ["", *lines]  # the line above each: a heading is below an empty one
    for line, before in zip(lines, above, strict=False):
        if line.startswith("- "):
            assert len(line) <= MOST_IN_A_LINE, line
            assert line.endswith("."), line
        elif line and not line.startswith("#"):
            assert not before, f"the second line of an entry: {line}"


def test_no_page_has_marks_of_a_merge() -> None:
    marks = re.compile(r"^(?:<{7}|={7}|>{7})(?: .*)?$", re.MULTILINE)
    texts = {page: page.read_text() for page in (*PAGES, HOME / "CHANGELOG.md")}
    assert [page.name for page, text in texts.items() if marks.search(text)] == []


def sections(page: str) -> dict[str, str]:
    """Return what a page says below each heading of the second level."""
    _, *parts = re.split(r"^## (.+)\n", (HOME / "docs" / page).read_text(), flags=re.MULTILINE)
    return dict(zip(parts[::2], parts[1::2], strict=True))


def test_the_page_of_commands_is_what_their_options_say() -> None:
    assert command_pages.PAGE.read_text() == command_pages.page(), "run scripts/command_pages.py"


def test_the_page_of_the_api_has_all_that_is_exported() -> None:
    documented = re.findall(
        r"^::: kibitz\.(\w+)$", (HOME / "docs/api.md").read_text(), re.MULTILINE
    )
    assert sorted([*documented, "__version__"]) == sorted(kibitz.__all__)


def test_the_page_of_installation_names_every_extra() -> None:
    said = sections("install.md")["What needs which extra"]
    with open(HOME / "pyproject.toml", "rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert sorted(re.findall(r"^\| `([\w-]+)` ", said, re.MULTILINE)) == sorted(extras)
