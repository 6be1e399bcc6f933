"""The 15-hole triangle, after the French original.

The golden transcripts are what the original's own Python code prints (with its own correction of
`calcule_solution`), given the answers that stand in them; a script took the code out of the seed
and ran it, with `input` and `clear` marked in the output. End of input, which sends the original
round in circles, was Ctrl-C for it.
"""

from __future__ import annotations

import os
import signal
import xml.etree.ElementTree as ElementTree
from functools import cache
from typing import TYPE_CHECKING

import pytest

from kibitz.classics.triangle_program import calcule_solution
from tests.support.console import (
    Terminal,
    answers_in,
    check_piped,
    golden,
    piped,
    play_at_terminal,
    run,
    run_in_shell,
    shown,
    spawn,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

Coup = tuple[int, int, int]
Cases = tuple[int, ...]

PROGRAM = "classic triangle"
START: Cases = (1,) * 12 + (0,) + (1,) * 2
START_DRAWN = "    ⓪ \n   ① ② \n  ③ ④ ⑤ \n ⑥ ⑦ ⑧ ⑨ \n⑩ ⑪ ⓬ ⑬ ⑭ \n"
QUESTION = "tapez ^C pour arrêter et lancer la résolution\nou alors \n  donnez une case de départ: "

# Copied from the original: the neighbours of each hole, in its order of directions.
VOISINS: list[list[int | None]] = [
    [1, 2, None, None, None, None],
    [3, 4, 2, 0, None, None],
    [4, 5, None, None, 0, 1],
    [6, 7, 4, 1, None, None],
    [7, 8, 5, 2, 1, 3],
    [8, 9, None, None, 2, 4],
    [10, 11, 7, 3, None, None],
    [11, 12, 8, 4, 3, 6],
    [12, 13, 9, 5, 4, 7],
    [13, 14, None, None, 5, 8],
    [None, None, 11, 6, None, None],
    [None, None, 12, 7, 6, 10],
    [None, None, 13, 8, 7, 11],
    [None, None, 14, 9, 8, 12],
    [None, None, None, None, 9, 13],
]

TRANSCRIPTS = [
    ("triangle_won", 0),
    ("triangle_refused", 0),
    ("triangle_minus_one", 0),
    ("triangle_end_of_input", 0),
    ("triangle_not_solvable", 1),
]
INTERRUPTED = [("triangle_interrupted", 0), ("triangle_interrupted_at_arrival", 0)]


def coups(cases: Cases) -> Iterator[Coup]:
    """Yield the jumps as `recupere_coups` of the original does."""
    for depart in range(15):
        for direction, milieu in enumerate(VOISINS[depart]):
            if cases[depart] and milieu is not None and cases[milieu]:
                arrivee = VOISINS[milieu][direction]
                if arrivee is not None and not cases[arrivee]:
                    yield depart, milieu, arrivee


def joue(cases: Cases, coup: Coup) -> Cases:
    return tuple(
        content ^ (hole in coup) for hole, content in enumerate(cases)
    )  # a jump changes the three holes it touches


@cache
def recursion(cases: Cases) -> tuple[Coup, ...] | None:
    """Solve as the original's correction does: the first jump, in order, that leads to a win."""
    if sum(cases) <= 1:
        return ()
    for coup in coups(cases):
        rest = recursion(joue(cases, coup))
        if rest is not None:
            return (*rest, coup)
    return None


@cache
def reachable() -> list[Cases]:
    seen = {START}
    waiting = [START]
    for cases in waiting:  # grows while it is walked
        for coup in coups(cases):
            after = joue(cases, coup)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return waiting


@pytest.mark.parametrize(("name", "status"), TRANSCRIPTS)
def test_transcript_through_a_pipe(name: str, status: int) -> None:
    check_piped(PROGRAM, golden(name), status)


@pytest.mark.parametrize(("name", "status"), TRANSCRIPTS + INTERRUPTED)
def test_transcript_at_a_terminal(name: str, status: int) -> None:
    """All but whether the line of the solution is ended, which has a test of its own."""
    terminal = spawn(PROGRAM)
    assert play_at_terminal(terminal, golden(name)) == status
    assert terminal.screen.rstrip("\n") == shown(golden(name)).rstrip("\n")


@pytest.mark.parametrize("name", ["triangle_interrupted", "triangle_end_of_input"])
def test_the_last_line_at_a_terminal_is_ended_for_the_shell(name: str) -> None:
    """On a pipe the original's last line is not ended, and so it is here (see above)."""
    terminal = spawn(PROGRAM)
    play_at_terminal(terminal, golden(name))
    assert terminal.screen.endswith("(13, 11) (10, 12) \n")


@pytest.mark.parametrize("name", ["triangle_won", "triangle_not_solvable"])
def test_other_last_lines_at_a_terminal(name: str) -> None:
    terminal = spawn(PROGRAM)
    play_at_terminal(terminal, golden(name))
    assert terminal.screen.endswith(("Gagné !!!\n", "pas moyen d'aller plus loin !!!\n"))


def test_transcripts_hold_what_they_should() -> None:
    refused = golden("triangle_refused")
    for text in ("  case de départ invalide", "  case d'arrivée invalide", "  mouvement invalide"):
        assert f"\n{text}\n" in refused
    assert {"abc", "", "99", "15"} <= set(answers_in(refused))
    counted = golden("triangle_minus_one")  # from the end, as Python's lists do
    assert {"-1", "-3", "-12", "-16", "٧", "^D"} <= set(answers_in(counted))
    assert "\non joue de -12 a 12\n" in counted
    assert golden("triangle_won").endswith("\non joue de 10 a 12\nGagné !!!\n")
    assert golden("triangle_won").startswith(f"␌{START_DRAWN}{QUESTION}⟦3⟧\n")


def test_the_solution_in_the_transcripts_wins() -> None:
    for name in ("triangle_refused", "triangle_end_of_input", "triangle_interrupted_at_arrival"):
        text = golden(name)
        cases = START
        for line in text.splitlines():
            if line.startswith("on joue"):
                depart, arrivee = int(line.split()[3]), int(line.split()[5])
                [coup] = [c for c in coups(cases) if (c[0], c[2]) == (depart, arrivee)]
                cases = joue(cases, coup)
        solution = "".join(f"({a}, {b}) " for a, _, b in reversed(recursion(cases) or ()))
        assert text.endswith(f"\nsuite de coups possible pour terminer :\n{solution}")


def test_the_screen_is_cleared_before_every_board_on_a_terminal_only() -> None:
    terminal = spawn(PROGRAM)
    play_at_terminal(terminal, golden("triangle_won"))
    assert terminal.screen.count("␌    ⓪ \n") + terminal.screen.count("␌    ⓿ \n") == 13
    assert terminal.screen.count("␌") == 13
    assert b"\x1b" not in run(PROGRAM, piped(golden("triangle_won"))[0]).stdout


@pytest.mark.parametrize(
    "answer", ["-16", "-0x1", "15", "99", "3.0", "1e1", "ⅷ", "③", "- 1", "1 2"]
)
def test_what_is_no_hole_number_asks_again(answer: str) -> None:
    done = run(PROGRAM, f"{answer}\n")
    assert done.stdout.decode().startswith(f"{START_DRAWN}{QUESTION}{QUESTION}\nsuite de coups")
    done = run(PROGRAM, f"3\n{answer}\n")
    arrival = "  donnez une case d'arrivée: "
    assert done.stdout.decode().startswith(f"{START_DRAWN}{QUESTION}{arrival}{QUESTION}\nsuite")


def test_a_stuck_game_goes_on_asking() -> None:
    """The original asks on until the player gives up, however hopeless the board."""
    cases, answers = START, []
    while True:
        coup = next(coups(cases), None)
        if coup is None:
            break
        cases = joue(cases, coup)
        answers += [str(coup[0]), str(coup[2])]
    assert sum(cases) > 1
    done = run(PROGRAM, "".join(f"{answer}\n" for answer in answers))
    assert done.stdout.decode().endswith(f" \n{QUESTION}\npas moyen d'aller plus loin !!!\n")
    assert done.returncode == 1


# The contract of calcule_solution


def test_solution_is_in_reverse_order() -> None:
    solution = calcule_solution(START)
    assert solution is not None
    cases = START
    for coup in reversed(solution):
        assert coup in list(coups(cases))
        cases = joue(cases, coup)
    assert sum(cases) == 1
    assert solution[-1] == (3, 7, 12)
    assert len(solution) == 13


def test_solution_of_a_won_board_is_the_empty_list() -> None:
    for hole in range(15):
        assert calcule_solution([int(other == hole) for other in range(15)]) == []


def test_solution_of_a_hopeless_board_is_none() -> None:
    apart = [0] * 15
    apart[0] = apart[14] = 1
    assert calcule_solution(apart) is None
    assert calcule_solution([1] * 15) is None


def test_solution_of_the_original_s_board_which_it_leaves_alone() -> None:
    class Plateau:
        def __init__(self) -> None:
            self.cases: Sequence[int] = list(START)
            self.numero_affichage = 0

    plateau = Plateau()
    assert calcule_solution(plateau) == list(recursion(START) or ())
    assert plateau.cases == list(START)


def test_solution_is_what_the_original_s_recursion_finds() -> None:
    assert len(reachable()) == 4237  # as facts.md has it
    sample = [START, *reachable()[1::4]]
    solvable = 0
    for cases in sample:
        expected = recursion(cases)
        assert calcule_solution(cases) == (None if expected is None else list(expected)), cases
        solvable += expected is not None
    assert 100 < solvable < len(sample) - 100


# Pictures through tycat


def with_tycat(folder: Path, script: str) -> dict[str, str]:
    """Put a tycat before everything else on the PATH, and return that environment."""
    tools = folder / "bin"
    tools.mkdir()
    tycat = tools / "tycat"
    tycat.write_text(f"#!/bin/sh\n{script}\n")
    tycat.chmod(0o755)
    spool = folder / "tmp"
    spool.mkdir()
    return {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(spool)}


RECORDING = """
echo "$#" >> "$TMPDIR/../counts"
if [ $# -gt 0 ]; then
    echo "$1" >> "$TMPDIR/../names"
    stat -c %a "$(dirname "$1")" >> "$TMPDIR/../modes"
    cp "$1" "$TMPDIR/../$(basename "$1")"
    echo "[picture]"
fi
"""


def expected_picture(cases: Cases) -> list[tuple[float, float, str, str]]:
    """Return x, y, the colour and the number of each circle, by the original's formulas."""
    circles = []
    for ligne in range(5):
        for colonne in range(ligne + 1):
            indice = ligne * (ligne + 1) // 2 + colonne
            x, y = 300 + (colonne - ligne / 2) * 100, 100 + ligne * 100
            circles.append((x, y - 10.0, "white" if cases[indice] else "black", str(indice)))
    return circles


def picture_in(file: Path) -> list[tuple[float, float, str, str]]:
    svg = ElementTree.parse(file).getroot()
    assert (svg.get("width"), svg.get("height")) == ("600", "600")
    parts = list(svg)
    assert [part.tag.rpartition("}")[2] for part in parts] == ["rect", *["circle", "text"] * 15]
    read = []
    for circle, text in zip(parts[1::2], parts[2::2], strict=True):
        x, y, fill = circle.get("cx", ""), circle.get("cy", ""), circle.get("fill", "")
        assert (circle.get("r"), circle.get("stroke")) == ("20", "black")
        assert (float(text.get("x", "")), float(text.get("y", ""))) == (float(x), float(y) + 10)
        assert text.get("fill") == {"white": "black", "black": "white"}[fill]
        assert (text.get("text-anchor"), text.get("font-size")) == ("middle", "30")
        read.append((float(x), float(y), fill, text.text or ""))
    return read


def test_pictures_where_tycat_works(tmp_path: Path) -> None:
    env = with_tycat(tmp_path, RECORDING)
    transcript = golden("triangle_end_of_input")
    typed, text = piped(transcript)
    done = run(PROGRAM, typed, env=env)
    boards = transcript.split("␌")[1:]
    for board in boards:  # five lines each
        text = text.replace("".join(board.splitlines(keepends=True)[:5]), "[picture]\n")
    assert text.count("[picture]") == 2
    assert done.stdout.decode() == text
    assert (done.returncode, done.stderr) == (0, b"")

    assert (tmp_path / "counts").read_text().split() == ["0", "1", "1"]
    names = (tmp_path / "names").read_text().splitlines()
    assert len(set(names)) == 2
    first, second = (tmp_path / os.path.basename(name) for name in names)
    assert picture_in(first) == expected_picture(START)
    assert picture_in(second) == expected_picture(joue(START, (3, 7, 12)))


def test_pictures_lie_in_a_private_folder_that_is_gone_at_the_end(tmp_path: Path) -> None:
    env = with_tycat(tmp_path, RECORDING)
    folders = set()
    for _ in range(2):
        assert run(PROGRAM, env=env).returncode == 0
        name = (tmp_path / "names").read_text().splitlines()[-1]
        folder = os.path.dirname(name)
        assert os.path.dirname(folder) == env["TMPDIR"]
        assert not os.path.exists(folder)
        folders.add(folder)
    assert len(folders) == 2  # the name cannot be guessed
    modes = (tmp_path / "modes").read_text().splitlines()
    assert modes == ["700", "700"]
    assert os.listdir(env["TMPDIR"]) == []


@pytest.mark.parametrize("name", ["triangle_interrupted", "triangle_won", "triangle_not_solvable"])
def test_pictures_are_gone_however_the_game_ends(name: str, tmp_path: Path) -> None:
    env = with_tycat(tmp_path, RECORDING)
    terminal = Terminal(PROGRAM, env=env)
    for answer in answers_in(golden(name)):
        terminal.wait_for(": ")
        terminal.type(answer)
    assert terminal.finish() == (1 if name == "triangle_not_solvable" else 0)
    assert "[picture]" in terminal.screen
    assert "⓪" not in terminal.screen
    assert os.listdir(env["TMPDIR"]) == []


@pytest.mark.parametrize(
    "script",
    [
        "exit 1",  # not inside Terminology
        "[ $# -eq 0 ]",  # starts, but cannot show a file
        "kill -9 $$",
    ],
)
def test_text_where_tycat_fails(script: str, tmp_path: Path) -> None:
    env = with_tycat(tmp_path, script)
    typed, text = piped(golden("triangle_end_of_input"))
    done = run(PROGRAM, typed, env=env)
    assert done.stdout.decode() == text
    assert done.returncode == 0
    assert os.listdir(env["TMPDIR"]) == []


def test_text_where_tycat_is_no_program(tmp_path: Path) -> None:
    env = with_tycat(tmp_path, "exit 0")
    for content, mode in (("#!/bin/sh\n", 0o644), ("#!/nowhere/sh\n", 0o755)):
        (tmp_path / "bin" / "tycat").write_text(content)
        (tmp_path / "bin" / "tycat").chmod(mode)
        typed, text = piped(golden("triangle_end_of_input"))
        assert run(PROGRAM, typed, env=env).stdout.decode() == text


def test_text_where_no_picture_can_be_written(tmp_path: Path) -> None:
    env = with_tycat(tmp_path, "[ $# -eq 0 ] || echo [picture]")
    typed, text = piped(golden("triangle_end_of_input"))
    done = run_in_shell('ulimit -f 0; exec "$@"', PROGRAM, typed, env=env)
    assert done.stdout.decode() == text
    assert (done.returncode, done.stderr) == (0, b"")
    assert os.listdir(env["TMPDIR"]) == []


def test_ctrl_c_while_a_picture_is_shown_means_solve_it(tmp_path: Path) -> None:
    """Ctrl-C reaches the program while tycat runs: here tycat itself presses it."""
    env = with_tycat(tmp_path, f"[ $# -eq 0 ] || kill -{int(signal.SIGINT)} $PPID")
    done = run(PROGRAM, "", env=env)
    assert (done.returncode, done.stderr) == (0, b"")
    last = "".join(f"({a}, {b}) " for a, _, b in reversed(recursion(START) or ()))
    assert done.stdout.decode().endswith(f"\nsuite de coups possible pour terminer :\n{last}")
    assert os.listdir(env["TMPDIR"]) == []
