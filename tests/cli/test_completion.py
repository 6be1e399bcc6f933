"""Help, the manual page, and completion of commands, games and parameters, in real shells."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
import warnings
from typing import TYPE_CHECKING

import command_pages
import pexpect
import pytest

from kibitz.cli import COMMANDS
from kibitz.games import registry
from kibitz.judge.assignments.problem_package import ASSIGNMENTS
from kibitz.language.languages import LANGUAGES
from tests.support.console import PATIENCE, environment, run, the_sentence

if TYPE_CHECKING:
    from pathlib import Path

CLEAR_LINE = "\x15"  # Ctrl-U


def completed(line: str, language: str = "en") -> dict[str, str]:
    """Return how the last word of a line may go on, with meanings, as fish asks for it."""
    with tempfile.NamedTemporaryFile("r") as answer:
        asked = {"_ARGCOMPLETE": "1", "_ARGCOMPLETE_SHELL": "fish", "_ARGCOMPLETE_DFS": "\t"}
        asked |= {"_ARGCOMPLETE_STDOUT_FILENAME": answer.name, "KIBITZ_LANG": language}
        asked |= {"COMP_LINE": line, "COMP_POINT": str(len(line)), "COMP_TYPE": ""}
        words = [sys.executable, "-P", "-m", "kibitz"]
        subprocess.run(words, env=environment(asked), check=True)
        found = (each.partition("\t") for each in answer.read().split("\013") if each)
        return {word.rstrip(): meaning for word, _, meaning in found}


@pytest.mark.parametrize("command", COMMANDS)
def test_help_about_a_command_is_its_help(command: str) -> None:
    asked, option = run(f"help {command}"), run(f"{command} --help")
    assert (asked.returncode, asked.stdout) == (0, option.stdout)
    assert asked.stdout.startswith(f"usage: kibitz {command}".encode())


def test_help_in_another_language_and_about_nothing() -> None:
    assert "utilisation\u202f: kibitz play".encode() in run("help play --lang fr").stdout
    assert "utilisation\u202f: kibitz play".encode() in run("help --lang fr play").stdout
    assert run("--lang fr help classic").stdout == run("classic --help --lang fr").stdout
    assert run("help").stdout == run("--help").stdout
    assert "there is no command “pley”; did you mean play" in the_sentence(run("help pley"))
    for words in ("help noughts:any", "noughts:any"):
        assert "kibitz games noughts:any describes it" in the_sentence(run(words))


def test_commands_and_options_are_completed() -> None:
    assert list(completed("kibitz ta")) == ["table", "tasks", "tables"]
    assert list(completed("kibitz help gr")) == ["grade"]
    assert list(completed("kibitz play --ag")) == ["--against"]
    assert list(completed("kibitz play noughts --side ")) == ["first", "second"]
    assert list(completed("kibitz solve lgame --lang ")) == list(LANGUAGES)
    assert list(completed("kibitz classic luffarschack --variant o")) == ["oldest"]
    assert list(completed("kibitz grade ")) == list(ASSIGNMENTS)


def test_games_variants_and_parameters_are_completed() -> None:
    assert sorted(completed("kibitz play ")) == registry.names()
    assert list(completed("kibitz solve nou")) == ["noughts", "noughts:"]
    assert list(completed("kibitz table noughts:ol")) == ["noughts:oldest"]
    assert list(completed("kibitz web noughts:oldest,p")) == ["noughts:oldest,pieces="]
    assert not completed("kibitz web noughts:oldest,pieces=4,p")
    assert not completed("kibitz web noughts:p")  # a parameter of that variant only
    assert "peg:triangle,side=6" in completed("kibitz play peg:triangle,side=")
    assert list(completed("kibitz play peg:drawn,lattice=s")) == ["peg:drawn,lattice=square"]
    assert not completed("kibitz play nowhere:")
    assert not completed("kibitz play ./mine.py:")  # a file of a user is not run


def test_meanings_are_in_the_language_of_the_user() -> None:
    assert completed("kibitz play noughts", "fr")["noughts"].startswith("morpion")


def shell(words: list[str], folder: Path) -> pexpect.spawn[str]:
    """Start a shell that knows the command `kibitz`."""
    if not shutil.which(words[0]):
        pytest.skip(f"{words[0]} is not installed")
    command = folder / "kibitz"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -P -m kibitz "$@"\n')
    command.chmod(0o755)
    env = environment({"PATH": f"{folder}:/usr/bin:/bin", "HOME": str(folder), "TERM": "dumb"})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child = pexpect.spawn(
            words[0], words[1:], cwd=str(folder), env=env, encoding="utf-8", timeout=PATIENCE
        )
    child.delaybeforesend = None
    return child


@pytest.mark.parametrize(
    ("words", "setup"),
    [
        (["bash", "--norc", "--noprofile"], "source <(kibitz completion bash)"),
        (
            ["zsh", "-f"],
            "autoload -U compinit; compinit -u -D; source <(kibitz completion zsh)",
        ),
        (["fish", "--no-config"], "kibitz completion fish | source"),
    ],
    ids=["bash", "zsh", "fish"],
)
def test_a_real_shell_completes(words: list[str], setup: str, tmp_path: Path) -> None:
    child = shell(words, tmp_path)
    (tmp_path / "a_game.py").touch()
    try:
        child.sendline(f"{setup}; echo rea''dy")
        child.expect_exact("ready")
        for typed, whole in [
            ("kibitz pla", "kibitz play "),
            ("kibitz play noughts:ol", "kibitz play noughts:oldest"),
            ("kibitz play noughts:oldest,pie", "kibitz play noughts:oldest,pieces="),
            ("kibitz play noughts --side f", "kibitz play noughts --side first "),
            ("kibitz play ./a_g", "kibitz play ./a_game.py"),
        ]:
            child.send(f"{typed}\t")
            child.expect_exact(whole.removeprefix(typed).rstrip())
            child.send(CLEAR_LINE)
    finally:
        child.close(force=True)


def test_a_mistyped_option_is_named_with_the_nearest() -> None:
    said = the_sentence(run("play noughts --agianst perfect"))
    assert said == "kibitz play has no option “--agianst”; did you mean --against?"


def test_the_manual_page_has_every_command_and_option(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KIBITZ_LANG", "sv")  # the page is English whatever the locale
    page = command_pages.manual_page()
    for command in COMMANDS:
        assert f"\n.SS kibitz {command}" in page
        for line in run(f"{command} --help --lang en").stdout.decode().splitlines():
            word = line.split()[0] if line.startswith("  --") else ""
            assert word.rstrip(",").replace("-", "\\-") in page
    assert "print JSON, for programs" in page
    if shutil.which("groff"):
        done = subprocess.run(
            ["groff", "-man", "-ww", "-Kutf8", "-Tutf8"],
            input=page,
            capture_output=True,
            text=True,
            check=True,
        )
        assert done.stderr == ""
        assert "noughts:rows=4" in done.stdout
