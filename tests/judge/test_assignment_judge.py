"""What a package proves: its validators answer to any bytes, and its cases catch every mistake."""

from __future__ import annotations

import re
import subprocess
import sys
from functools import cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

import pytest

from kibitz.judge.assignments import trial
from kibitz.judge.assignments.assignment import assignment
from kibitz.judge.assignments.mutants import Mutant, mutants
from kibitz.judge.assignments.problem_package import ASSIGNMENTS, LEGACY, package
from kibitz.judge.cases.case_selection import MOST_MUTANTS, Selection, choose
from kibitz.judge.cases.lgame_cases import known_faults
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from collections.abc import Iterator

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("tables_apart")]
EXAMPLES = Path(__file__).parents[2] / "examples"
OWN = {
    "nim": f"{EXAMPLES / 'nim.py'}:heaps=234",
    "hanoi": str(EXAMPLES / "hanoi.py"),
    "chomp": str(EXAMPLES / "chomp.py"),
}
NAMES = {name: name for name in ASSIGNMENTS} | OWN
MUTATED = 10_000 if EVERYTHING else 80
SEEDS = (1, 18, 2026) if EVERYTHING else (18,)
# What programs print, and what none would: digits that are none, and far too much of something.
ODD = [
    *("²", "٠", "４", "➊", "Ⅳ", "½", "\ufeff", "\u2028", "İ", "ß", "ﬁ", "K"),
    *("\0", "\x1c", "\x85", "-0", "+1", "1_0", "0x1", "1e9", "nan", "9" * 5000, "(" * 20_000),
    *("(1, 3)", ":", "|", "-", "Fara solutie", "No winning move", "unsolvable", "win", "draw"),
]
BYTES = [b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xf0\x9f\x98", b"", *(one.encode() for one in ODD)]
files = cache(package)


@pytest.fixture(scope="module", autouse=True)
def _chosen_once() -> Iterator[None]:
    """What a package chooses and what tests look at is worked out once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "kibitz.judge.assignments.problem_package.choose",
            lambda made, seed: choice(made.name, seed),
        )
        yield


def choice(name: str, seed: int) -> Selection:
    """Return what is chosen for a package."""
    return chosen_for(assignment(NAMES.get(name, name)).name, seed)


@cache
def chosen_for(name: str, seed: int) -> Selection:
    return choose(assignment(name), seed)


def mutated(random: Random, answer: bytes) -> bytes:
    """Return an answer with a few things changed."""
    for _ in range(random.randint(1, 4)):
        pieces = re.split(rb"(\s+)", answer) if random.random() < 0.7 else [answer]
        at = random.randrange(len(pieces))
        cut = random.randint(0, len(pieces[at]))
        odd = random.choice(BYTES)
        pieces[at] = random.choice(
            [
                odd,
                pieces[at][:cut] + odd + pieces[at][cut:],
                pieces[at][:cut] + bytes([random.randrange(256)]) + pieces[at][cut + 1 :],
                pieces[at][:cut],
                pieces[at][cut:],
                pieces[at] * random.randint(0, 3),
                random.choice(pieces),
            ]
        )
        answer = b"".join(pieces)
    return answer


def answers(name: str, folder: Path) -> list[tuple[list[str], bytes]]:
    """Return the words for the validator in some cases, each with an answer that is accepted."""
    made = assignment(NAMES[name])
    farewell = "".join(f"{line}\n" for line in made.about.get("farewell", ()))
    program = compile(made.right, "program", "exec")
    given = {}
    for path, text in files(NAMES[name], LEGACY, 18).items():
        if path.startswith("data/secret/") and path.endswith((".in", ".ans")):
            (folder / Path(path).name).write_text(text)
            given[Path(path).name] = text
    found = []
    for case in sorted(name for name in given if name.endswith(".in"))[:: 1 if EVERYTHING else 4]:
        ended, output = trial.run(program, given[case] + farewell)
        assert ended == trial.FINE
        paths = [str(folder / case), str(folder / case.replace(".in", ".ans"))]
        found.append((["validate", *paths], output))
    return found


@pytest.mark.parametrize("name", NAMES)
def test_a_validator_accepts_or_rejects_any_bytes(name: str, tmp_path: Path) -> None:
    text = files(NAMES[name], LEGACY, 18)["output_validators/validate.py"]
    validator = compile(text, "validate", "exec")
    right, random = answers(name, tmp_path), Random(name)
    rejected = 0
    for words, output in right:
        assert trial.exit_status(validator, words, output) == trial.ACCEPTED
    for _ in range(MUTATED):
        words, output = random.choice(right)
        wrong = mutated(random, output)
        status = trial.exit_status(validator, words, wrong)
        assert status in (trial.ACCEPTED, trial.REJECTED), wrong
        rejected += status == trial.REJECTED
    assert MUTATED * 0.3 < rejected < MUTATED
    # What was run here is what is shipped: as a program of its own it says the same.
    (tmp_path / "validate.py").write_text(text)
    for odd in (b"", *BYTES[:6]):
        words, output = right[0]
        command = [sys.executable, "-I", "-S", str(tmp_path / "validate.py"), *words[1:]]
        done = subprocess.run(command, input=odd + output, capture_output=True, check=False)
        assert done.returncode == trial.exit_status(validator, words, odd + output)


@pytest.mark.parametrize("name", NAMES)
def test_an_input_validator_accepts_or_rejects_any_bytes(name: str, tmp_path: Path) -> None:
    made = files(NAMES[name], LEGACY, 18)
    validator = compile(made["input_validators/validate.py"], "validate", "exec")
    given = [text.encode() for path, text in made.items() if re.match(r"data/.*\.in$", path)]
    random = Random(name)
    for text in given:
        assert trial.exit_status(validator, ["validate"], text) == trial.ACCEPTED
    for _ in range(MUTATED // 3):
        wrong = mutated(random, random.choice(given))
        status = trial.exit_status(validator, ["validate"], wrong)
        assert status in (trial.ACCEPTED, trial.REJECTED), wrong


@pytest.mark.parametrize(
    ("name", "before", "after"),
    [
        ("joc", b"0 deplasari", "² deplasari".encode()),
        ("joc", b"0 deplasari", "٠ deplasari".encode()),
        ("triangle", b"(", "(²".encode()),
        ("triangle", b"(", "(٠".encode()),
        ("hanoi", b"0\n\n", "²\n\n".encode()),
        ("hanoi", b"0\n\n", "٠\n\n".encode()),
    ],
)
def test_only_ascii_digits_are_digits(
    name: str, before: bytes, after: bytes, tmp_path: Path
) -> None:
    validator = compile(
        files(NAMES[name], LEGACY, 18)["output_validators/validate.py"], "validate", "exec"
    )
    solved = [one for one in answers(name, tmp_path) if before in one[1]]
    for words, output in solved:
        wrong = output.replace(before, after, 1)
        assert trial.exit_status(validator, words, wrong) == trial.REJECTED
    assert solved


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", NAMES)
def test_every_mutant_fails_a_secret_case(name: str, seed: int) -> None:
    chosen = choice(name, seed)
    secrets = {case.name for case in chosen.secrets}
    caught = [one for one, _ in chosen.caught if isinstance(one, Mutant)]
    assert len(caught) >= MOST_MUTANTS
    assert len({one.text for one in caught}) == len(caught)
    assert {case for _, case in chosen.caught} <= secrets
    kept = {one.file for one in chosen.programs if one.verdict != trial.FINE}
    assert kept == {one.file for one, _ in chosen.caught if not isinstance(one, Mutant)}
    if name in ASSIGNMENTS:  # of a game in a file, some mistakes cannot be made
        mistakes = {f"{one['name']}.py" for one in assignment(name).about["mistake"]}
        assert mistakes <= {one.file for one in chosen.programs}
        left_out = [reason for one, reason in chosen.left_out]
        assert not [reason for reason in left_out if reason.startswith("is right in ")]


# What once got full marks at some seed.
@pytest.mark.parametrize(
    ("name", "mistakes"),
    [
        ("solitaire", {"too_long"}),
        ("triangle", {"ends_in_12"}),
        ("joc", {"helper_6_stays", "gives_up", "only_p_later"}),
        ("lgame", {"two_rounds", "three_rounds", "first_not_turned_over", "mirror_images"}),
    ],
)
@pytest.mark.parametrize("seed", SEEDS)
def test_programs_that_once_had_full_marks_fail(
    name: str, mistakes: set[str], seed: int, tmp_path: Path
) -> None:
    """They run as a judge runs them, on the case that the README names."""
    chosen = choice(name, seed)
    made = assignment(name)
    (tmp_path / "validate.py").write_text(made.validator("output"))
    for mistake in mistakes:
        program, case = next(
            (one, case)
            for one, case in chosen.caught
            if not isinstance(one, Mutant) and one.file == f"{mistake}.py"
        )
        failed = next(one for one in chosen.secrets if one.name == case)
        (tmp_path / "program.py").write_text(program.text)
        (tmp_path / "in").write_text(failed.given)
        (tmp_path / "ans").write_text(failed.answer)
        python = [sys.executable, "-I", "-S"]
        done = subprocess.run(
            [*python, "program.py"],
            cwd=tmp_path,
            input=failed.given.encode(),
            capture_output=True,
            check=True,
        )
        judged = subprocess.run(
            [*python, "validate.py", "in", "ans", "."],
            cwd=tmp_path,
            input=done.stdout,
            stdout=subprocess.DEVNULL,
            check=False,
        )
        assert judged.returncode == trial.REJECTED


def test_the_readme_names_the_case_that_catches_each_mutant() -> None:
    chosen, text = choice("joc", 18), files("joc", LEGACY, 18)["README.md"]
    rows = [line for line in text.splitlines() if line.endswith("` |") and line.count(" | ") == 3]
    for one, case in chosen.caught:
        said = one.kind if isinstance(one, Mutant) else f"`{one.file}`"
        assert any(row.startswith(f"| {said} |") and f"`{case}`" in row for row in rows)
    for one, reason in chosen.left_out:
        assert isinstance(one, Mutant)
        assert f"`` {one.after} `` | {reason} |" in text


def test_mutants_have_one_mistake_each() -> None:
    right = "def f(a):\n    if a < 3 and a:\n        return a + 1\n    return 0\n"
    made = {one.text for one in mutants(right)}
    for part, wrong in (
        ("a < 3", "a <= 3"),
        ("a < 3", "a < 2"),
        ("a < 3 and a", "a < 3 or a"),
        ("a < 3 and a", "a < 3"),
        ("a < 3 and a", "False"),
        ("a + 1", "a - 1"),
    ):
        assert right.replace(part, wrong).strip() in made
    assert right.strip() not in made
    assert [one.text for one in mutants(right)] == [one.text for one in mutants(right)]


def test_a_program_that_does_not_end_is_stopped() -> None:
    made = assignment("joc")
    samples, _ = made.cases(1)
    endless = "while True:\n    pass\n"
    crash = "def f():\n    f()\nf()\n"
    _, results = made.try_out([endless, crash, made.right], samples, len(samples), 0)
    assert [verdict for verdict, _ in results] == [trial.ENDLESS, trial.CRASHED, trial.FINE]


def test_the_faults_of_the_lgame_are_those_of_its_programs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`scripts/lgame_faults.py` must be run again if this fails."""
    monkeypatch.chdir(tmp_path)
    made, known = assignment("lgame"), known_faults()
    cases = choice("lgame", 18).secrets
    judge = trial.Trial(
        made.validator("output"), made.right, [[one.given, one.answer, one.given] for one in cases]
    )
    known.cases = [one.given for one in cases]
    tried = choice("lgame", 18).caught[:: 1 if EVERYTHING else 30]
    for number, (program, _) in enumerate(tried):
        case = number % len(cases)
        assert judge.verdict(program.text, case)[0] == known.verdict(program.text, case)[0]
    assert len(tried) > 2
