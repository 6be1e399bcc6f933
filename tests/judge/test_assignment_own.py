"""Problem packages of games in files: what is judged right, and which games are refused."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from kibitz.cli import main
from kibitz.judge.assignments.problem_package import CURRENT, LEGACY, package
from kibitz.judge.cases.own_game_cases import OwnAssignment
from kibitz.rules import PositionId
from tests.support import own_games

if TYPE_CHECKING:
    from kibitz.rules.rules import Rules

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("tables_apart")]
EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def nim(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the package of Nim with heaps of 2, 3 and 4."""
    return package(f"{EXAMPLES / 'nim.py'}:heaps=234", LEGACY, 1)


@pytest.fixture(scope="module")
def hanoi(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Return the package of the towers of Hanoi."""
    return package(str(EXAMPLES / "hanoi.py"), CURRENT, 1)


def run(program: str, folder: Path, given: str, words: tuple[str, ...] = ()) -> tuple[int, str]:
    """Run a program with nothing but Python itself; return its exit status and what it prints."""
    (folder / "program.py").write_text(program)
    command = [sys.executable, "-I", "-S", "program.py", *words]
    done = subprocess.run(
        command, cwd=folder, input=given, text=True, check=False, stdout=subprocess.PIPE
    )
    return done.returncode, done.stdout


def judged(validator: str, folder: Path, given: str, known: str, output: str) -> bool:
    """Return whether the validator of a package accepts an answer."""
    (folder / "in").write_text(given)
    (folder / "ans").write_text(known)
    status, _ = run(validator, folder, output, ("in", "ans", "."))
    assert status in (42, 43)
    return status == 42


def cases_of(files: dict[str, str]) -> dict[str, tuple[str, str]]:
    """Return input and answer of each case."""
    return {
        path: (text, files[path.removesuffix("in") + "ans"])
        for path, text in files.items()
        if path.endswith(".in")
    }


def after(position: str, move: str) -> list[int]:
    """Return the heaps after a move of Nim such as b-3."""
    heaps = [row.count("o") for row in position.split()]
    heaps["abc".index(move[0])] -= int(move[2:])
    return heaps


def nim_sum(heaps: list[int]) -> int:
    total = 0
    for heap in heaps:
        total ^= heap
    return total


def test_exactly_the_moves_to_nim_sum_zero_are_accepted(
    nim: dict[str, str], tmp_path: Path
) -> None:
    for given, known in list(cases_of(nim).values())[:4]:
        heaps = [row.count("o") for row in given.split()]
        assert known.startswith("win" if nim_sum(heaps) else "loss")
        for heap, count in enumerate(heaps):
            move = f"{'abc'[heap]}-{count or 1}"
            right = bool(nim_sum(heaps)) and count > 0 and nim_sum(after(given, move)) == 0
            validator = nim["output_validators/validate.py"]
            assert judged(validator, tmp_path, given, known, f"WIN\n{move}\n") == right


def test_all_winning_moves_are_an_answer_and_none_is_not(
    nim: dict[str, str], tmp_path: Path
) -> None:
    given, known = next(case for case in cases_of(nim).values() if case[1].startswith("win"))
    validator = nim["output_validators/validate.py"]
    for output, right in ((known, True), ("win\n", False), ("draw\n", False), ("", False)):
        assert judged(validator, tmp_path, given, known, output) == right


def test_a_shortest_solution_and_no_other_is_accepted(
    hanoi: dict[str, str], tmp_path: Path
) -> None:
    validator = hanoi["output_validator/validate.py"]
    program = hanoi["submissions/accepted/own_shortest.py"]
    given, known = next(case for path, case in cases_of(hanoi).items() if "distance3" in path)
    status, said = run(program, tmp_path, given)
    assert status == 0
    assert judged(validator, tmp_path, given, known, said)
    count, *moves = said.split()
    assert int(count) == len(moves) == 3
    for wrong in (
        ["4", *moves],
        ["2", *moves[:2]],
        ["unsolvable"],
        ["3", *moves[::-1]],
        ["5", moves[0], f"{moves[0][-1]}-{moves[0][0]}", *moves],
    ):
        assert not judged(validator, tmp_path, given, known, " ".join(wrong) + "\n")


def test_the_input_validator_knows_positions(nim: dict[str, str], tmp_path: Path) -> None:
    validator = nim["input_validators/validate.py"]
    assert run(validator, tmp_path, "oo\n...\no...\n")[0] == 42
    for wrong in ("..\n...\n....\n", ".o\n...\no...\n"):
        assert run(validator, tmp_path, wrong)[0] == 43


def test_who_moves_again_is_minded(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(own_games.TWICE)
    twice = OwnAssignment(str(tmp_path / "twice.py"))
    # Of three counters, taking one leaves the other player a win by taking two; taking two lets the
    # same player take the last.
    case = twice.case_of(PositionId(3))
    assert case is not None
    assert case.answer == "win\ntake2\n"
    right = next(one for one in twice.programs(1) if one.verdict == "accepted")
    assert run(right.text, tmp_path, case.given) == (0, case.answer)


@cache
def own(name: str) -> OwnAssignment:
    return OwnAssignment(str(EXAMPLES / name))


def best_margin(rules: Rules, position: int, known: dict[int, int]) -> int:
    """Return the margin of the player to move by trying everything."""
    if position not in known:
        moves = list(rules.moves(position))
        known[position] = rules.worth(position)
        if moves:
            again = rules.same_mover or (lambda *_: False)
            known[position] = max(
                (1 if again(position, move) else -1)
                * best_margin(rules, rules.play(position, move), known)
                for move in moves
            )
    return known[position]


of_every_kind = pytest.mark.parametrize(
    "name",
    [
        "hexapawn.py",  # a Layout
        "hanoi.py:discs=2",
        "bridge.py",  # moves of different cost; solved positions go on
        "kalah.py:holes=2,counters=2",  # points, and several moves in a row
        "no_three_in_line.py:side=3",  # the highest score
    ],
)


@of_every_kind
def test_every_kind_of_game_has_a_right_program_and_a_judge(name: str, tmp_path: Path) -> None:
    made = own(name)
    right = next(one.text for one in made.programs(1) if one.verdict == "accepted")
    validator, inputs = made.validator("output"), made.validator("input")
    known: dict[int, int] = {}
    for case in made.survey(1)[:4]:
        assert run(inputs, tmp_path, case.given)[0] == 42
        status, said = run(right, tmp_path, case.given)
        assert status == 0
        assert said.split()[:1] == case.answer.split()[:1]
        assert judged(validator, tmp_path, case.given, case.answer, said)
        number, *moves = said.split()
        no_numbers = ("", "1-", "-", "--1", "1" * 10, "²", f"{number}x\n")
        for wrong in (*no_numbers, " ".join([number, *moves, "nowhere"])):
            assert not judged(validator, tmp_path, case.given, case.answer, wrong)
        if number.lstrip("-").isdigit():
            other = " ".join([str(int(number) + 1), *moves])
            assert not judged(validator, tmp_path, case.given, case.answer, other)
        if made.game.rules.objective.by_margin:
            position = made.game.parse("-".join(case.given.split()))
            assert int(number) == best_margin(made.game.rules, position, known)


def test_the_least_cost_and_the_highest_score_are_the_published_ones(tmp_path: Path) -> None:
    # Four people who need 1, 2, 5 and 10 minutes cross in 17: examples/bridge.py names the source.
    bridge = own("bridge.py")
    case = bridge.case_of(PositionId(bridge.game.rules.start))
    assert case is not None
    assert case.answer.startswith("17\n")
    assert "cost17" in case.name
    # The fastest leads everybody: 2 + 1 + 5 + 1 + 10 = 19 minutes.
    for announced in ("19", "17"):
        answer = f"{announced} a+b a a+c a a+d\n"
        assert not judged(bridge.validator("output"), tmp_path, case.given, case.answer, answer)
    # 2n points fit on a grid of n by n for small n, and never more than two in a row.
    stones = own("no_three_in_line.py:side=3")
    case = stones.case_of(PositionId(stones.game.rules.start))
    assert case is not None
    assert case.answer.startswith("6\n")


def test_the_statement_tells_what_moves_cost() -> None:
    told = own("bridge.py").statement("en")
    assert "at a cost of" in told
    assert "whose moves cost the least in all" in told
    assert "highest score" in own("no_three_in_line.py:side=3").statement("en")


@of_every_kind
def test_a_statement_is_in_the_language_of_the_reader(name: str) -> None:
    english, swedish = map(own(name).statement, ("en", "sv"))
    assert re.findall("`[^`\n]+`", swedish) == re.findall("`[^`\n]+`", english)
    same = {*re.split(r"\. |\n", english)} & {*re.split(r"\. |\n", swedish)}
    assert not re.search("[a-z]{2}", " ".join(same))  # but for the names of cells


def test_the_text_of_an_author_stays_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "twice.py").write_text(own_games.TWICE)
    told = OwnAssignment(str(tmp_path / "twice.py")).statement("fr")
    assert "Twice: the player who takes two counters moves again." in told


def test_a_package_in_swedish_has_both_statements(nim: dict[str, str], tmp_path: Path) -> None:
    folder, name = tmp_path / "nim", f"{EXAMPLES / 'nim.py'}:heaps=234"
    assert main(["assignment", name, "-o", str(folder), "--format", LEGACY, "--lang", "sv"]) == 0
    assert "Ta den sista marken." in (folder / "problem_statement/problem.sv.tex").read_text()
    assert "--lang sv`" in (folder / "README.md").read_text()  # which makes the same package again
    assert [path for path in nim if (folder / path).read_text() != nim[path]] == ["README.md"]


@pytest.mark.parametrize("name", ["nim", "hanoi"])
def test_a_package_has_a_program_for_every_mistake_that_can_be_made(
    name: str, request: pytest.FixtureRequest
) -> None:
    files: dict[str, str] = request.getfixturevalue(name)
    programs = {path.partition("/")[2] for path in files if path.startswith("submissions/")}
    verdicts = {path.partition("/")[0] for path in programs}
    assert verdicts >= {"accepted", "wrong_answer", "run_time_error"}
    assert {"wrong_answer/greedy.py", "wrong_answer/off_by_one.py"} <= programs
    assert "wrong_answer/draw_is_loss.py" not in programs  # neither game has draws
    assert ("time_limit_exceeded/too_slow.py" in programs) == (name == "hanoi")


def test_the_statement_tells_the_rules_and_the_notation(nim: dict[str, str]) -> None:
    reported = nim["problem_statement/problem.en.tex"]
    assert "take any number of counters from one heap" in reported
    assert "Bouton" not in reported  # what is known would give the solution away
    assert re.search(r"\\texttt{[abc]-1}", reported)
    assert str(EXAMPLES) not in "".join(nim.values())


ENDLESS = '''"""Endless: neither player ever wins."""
from kibitz import Board, OwnGame, Rules

def game():
    rules = Rules(
        aim="win", start=0, moves=lambda position: iter([1]),
        play=lambda position, move: 1 - position,
        worth=lambda position: 0,
    )
    return OwnGame(rules, Board.rectangle(1, 1), lambda position: "ox"[position], signs="ox")
'''
NEEDY = own_games.TWICE.replace("import Board", "import Effort, Board")


@pytest.mark.parametrize(
    ("name", "source", "reason"),
    [
        ("nosuch", None, "there is no assignment"),
        ("peg:english", None, "there is no assignment"),
        ("endless.py", ENDLESS, "no winning move was found"),
        ("needy.py", NEEDY, "do not work without Kibitz: ImportError"),
        ("round.py", ENDLESS.replace('"win"', '"score"'), "positions may recur"),
        (
            "large.py",
            own_games.TWICE.replace("COUNT = 7", "COUNT = 300_000").replace(
                "Board.rectangle(1, COUNT)", "Board.rectangle(1, 1)"
            ),
            "more than 200,000 positions",
        ),
    ],
)
def test_what_cannot_be_an_assignment_is_told_in_a_sentence(
    name: str,
    source: str | None,
    reason: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    if source is not None:
        (tmp_path / name).write_text(source)
    assert main(["assignment", name, "-o", "new"]) == 2
    said = capsys.readouterr().err
    assert reason in said
    assert said.count("\n") == 1
    assert not (tmp_path / "new").exists()
