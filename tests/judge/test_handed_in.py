"""The drawn cases tell right programs from wrong ones, whoever wrote them and in which language."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

from kibitz.judge.assignments.assignment import ASSIGNMENTS, assignment
from tests.support.handed_in import BUILDS, first_failures, right_programs, wrong_programs
from tests.support.scope import EVERYTHING

if TYPE_CHECKING:
    from pathlib import Path

    from tests.support.handed_in import HandIn

pytestmark = [pytest.mark.long, pytest.mark.usefixtures("tables_apart")]
SEEDS = (1, 2, 18, 411, 2026111701) if EVERYTHING else (18,)
WRONG = 1 if EVERYTHING else 6  # one in so many is tried
RIGHT = 1 if EVERYTHING else 3


def failures(name: str, seed: int, programs: list[HandIn], folder: Path) -> list[str | None]:
    """Return the first case that each program fails, None for none; of the drawn cases alone."""
    missing = [BUILDS[one.language][0] for one in programs if one.language in BUILDS]
    if any(shutil.which(compiler) is None for compiler in missing):
        pytest.skip(f"one of {', '.join(missing)} is not installed")
    samples, secrets = assignment(name).cases(seed)
    return first_failures(name, programs, [*samples, *secrets], folder)


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_every_wrong_program_fails_a_drawn_case(name: str, seed: int, tmp_path: Path) -> None:
    programs = wrong_programs(name)[::WRONG]
    found = failures(name, seed, programs, tmp_path)
    passed = [
        (one.file, one.why) for one, case in zip(programs, found, strict=True) if case is None
    ]
    assert not passed


@pytest.mark.timeout(3600)
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("name", ASSIGNMENTS)
def test_every_right_program_passes_all_cases(name: str, seed: int, tmp_path: Path) -> None:
    programs = right_programs(name)[::RIGHT]
    found = failures(name, seed, programs, tmp_path)
    assert dict(zip((one.file for one in programs), found, strict=True)) == dict.fromkeys(
        one.file for one in programs
    )


def test_there_are_enough_of_each() -> None:
    for name in ASSIGNMENTS:
        wrong = wrong_programs(name)
        assert len(wrong) >= 20
        assert {one.language for one in wrong} >= {".c", ".java", ".py"} - (
            {".py"} if name in ("luffarschack", "triangle") else set()
        )
