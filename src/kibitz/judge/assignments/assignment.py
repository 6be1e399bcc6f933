"""Assignment: the parts of a package, for one of the five classics or a game in a file.

The parts of a package are in `packages/`, listed in a TOML file. Programs are assembled from parts,
so that each is self-contained. A wrong program is the accepted one with a few edits, or a file of
its own.
"""

import asyncio
import os
import re
import tomllib
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import import_module
from random import Random
from typing import Any, NamedTuple

from kibitz.judge.assignments import trial
from kibitz.judge.assignments.mutants import Mutant, mutants
from kibitz.judge.cases.case import TRIES, Case, drawn_from
from kibitz.language.errors import KibitzError, one_of, quoted
from kibitz.rules.game_name import GameName
from kibitz.system.child import Child, ChildEnded, python

ASSIGNMENTS = ("solitaire", "luffarschack", "joc", "triangle", "lgame")
BATCH, MOST_DRAWN = 50, 10_000  # number of cases
PARTS = os.path.abspath(f"{__file__}/../../packages")


class Program(NamedTuple):
    """A right or wrong program of a package, and the verdict that it must get.

    `verdict` is the name of its folder: `accepted`, `wrong_answer`, `run_time_error` or
    `time_limit_exceeded`. `why` says what is wrong with it.
    """

    file: str
    text: str
    verdict: str
    why: str = ""


class Assignment(ABC):
    """One assignment: its statements, its cases and its programs.

    `about` is what its TOML says: `interactive`, `time_limit`, `title` by language, and the parts
    of each program. `gaps` are texts for the gaps of the parts. `source` is the text of a game in a
    file, and `choice` its parameters. `shown` is the name in the package.
    """

    name: str
    about: dict[str, Any]
    gaps: dict[str, str]
    source: str | None = None
    choice = ""

    @property
    def shown(self) -> str:
        """The name for publication: without the local folders of a file."""
        return os.path.basename(self.name)

    @abstractmethod
    def cases(self, seed: int) -> tuple[list[Case], list[Case]]:
        """Return the sample cases, and secret ones of all kinds."""

    @abstractmethod
    def others(self, seed: int) -> Iterable[list[Case]]:
        """Return more secret cases, in batches, on demand."""

    @abstractmethod
    def draw(self, random: Random) -> Case | None:
        """Return one random case, None if the drawn position is unsuitable."""

    @abstractmethod
    def statement(self, language: str) -> str:
        """Return the statement in one of the languages of its title, as Markdown."""

    @property
    def interactive(self) -> bool:
        """Whether the problem is interactive."""
        return bool(self.about["interactive"])

    def validator(self, kind: str) -> str:
        """Return the validator of inputs (`input`) or of outputs (`output`)."""
        return self.joined(self.about[f"{kind}_validator"])

    def programs(self, seed: int) -> list[Program]:
        """Return the correct programs, and programs with typical mistakes."""
        made = []
        for parts in self.about["accepted"]:
            file = parts[-1].replace("/", "_")
            made.append(Program(file, self.joined(parts), "accepted"))
        for mistake in self.about["mistake"]:
            text = part(mistake["file"]) if "file" in mistake else made[0].text
            for old, new in mistake.get("edits", ()):
                assert text.count(old) == 1, (mistake["name"], old)
                text = text.replace(old, new)
            text = f"# {mistake['why']}\n{text}"
            made.append(Program(f"{mistake['name']}.py", text, mistake["verdict"], mistake["why"]))
        return made

    def mutants(self) -> Iterator[Mutant]:
        """Return mutants of the correct program, without those that are left out."""
        known = {mutant.change for mutant, _ in self.left_out()}
        return (one for one in mutants(self.right) if one.change not in known)

    def left_out(self) -> list[tuple[Mutant, str]]:
        """Return mutants that are known to be equivalent, or not to terminate, with the reason."""
        return [
            (Mutant("", one["before"], one["after"], ""), one["why"])
            for one in self.about.get("left_out", ())
        ]

    @property
    def right(self) -> str:
        """The correct program from which mutants are made."""
        return self.joined(self.about["accepted"][0])

    def try_out(
        self, programs: list[str], cases: list[Case], chosen: int, enough: int
    ) -> tuple[list[int], list[tuple[str, int]]]:
        """Run `trial.try_all` in a process of its own."""
        farewell = "".join(f"{line}\n" for line in self.about.get("farewell", ()))
        asked = {
            "validator": self.validator("output"),
            "right": self.right,
            "cases": [(case.given, case.answer, case.given + farewell) for case in cases],
            "programs": programs,
            "chosen": chosen,
            "enough": enough,
        }
        try:
            found, results = asyncio.run(result_of(asked))
            return found, results
        except ChildEnded as error:
            if error.status == trial.NOT_RIGHT:
                raise KibitzError(
                    "{name} cannot be an assignment: its rules do not work without Kibitz",
                    name=self.name,
                ) from None
        if len(programs) < 2:  # a program crashed the trial
            return [], [(trial.ENDLESS, 0) for _ in programs]
        half = len(programs) // 2
        found, results = self.try_out(programs[:half], cases, chosen, enough)
        if len(results) == half:
            more, rest = self.try_out(programs[half:], cases, chosen, enough)
            found, results = [*dict.fromkeys(found + more)], results + rest
        return found, results

    def joined(self, parts: list[str], others: dict[str, str] | None = None) -> str:
        """Return a program assembled from parts, with its gaps filled, some of them by `others`."""
        return self.filled("\n\n".join(map(part, parts)), others)

    def filled(self, text: str, others: dict[str, str] | None = None) -> str:
        """Return a text with its gaps filled."""
        gaps = {**self.gaps, **(others or {})}
        if not gaps:
            return text
        return re.sub("|".join(map(re.escape, gaps)), lambda gap: gaps[gap[0]], text)


class Classic(Assignment):
    """One of the five classics; a module of the same name draws its cases."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.about = tomllib.loads(part(f"{name}/assignment.toml"))
        self._maker = import_module(f"kibitz.judge.cases.{name}_cases")
        self.gaps = self._maker.tables() if hasattr(self._maker, "tables") else {}

    def cases(self, seed: int) -> tuple[list[Case], list[Case]]:
        return cases_of_classic(self.name, seed)

    def others(self, seed: int) -> Iterable[list[Case]]:
        for first in range(TRIES, TRIES + MOST_DRAWN, BATCH):
            drawn = (
                drawn_from(f"{seed}/{number}", self.draw) for number in range(first, first + BATCH)
            )
            yield [case for case in drawn if case is not None]

    def draw(self, random: Random) -> Case | None:
        case: Case | None = self._maker.draw(random)
        return case

    def statement(self, language: str) -> str:
        return part(f"{self.name}/problem.{language}.md")

    def try_out(
        self, programs: list[str], cases: list[Case], chosen: int, enough: int
    ) -> tuple[list[int], list[tuple[str, int]]]:
        if not hasattr(self._maker, "known_faults"):
            return super().try_out(programs, cases, chosen, enough)
        judge = self._maker.known_faults()
        judge.cases = [case.given for case in cases]
        return trial.try_all(judge, programs, len(cases), chosen, enough)


async def result_of(asked: dict[str, Any]) -> Any:
    """Return the result of a trial in a process of its own, the same with every seed of hashes."""
    command = python("kibitz.judge.assignments.trial")
    async with Child(command, environment={"PYTHONHASHSEED": "0"}) as child:
        (result,) = [said async for said in child.ask(asked)]
    return result


@cache
def cases_of_classic(name: str, seed: int) -> tuple[list[Case], list[Case]]:
    """Return the cases of a classic; drawing them takes seconds."""
    samples, secrets = import_module(f"kibitz.judge.cases.{name}_cases").cases(seed)
    return samples, secrets


def assignment(name: str, language: str = "en") -> Assignment:
    """Return the assignment of that name: one of the five classics, or a game in a file.

    The statement of a game in a file is in English and in this language.
    """
    if name in ASSIGNMENTS:
        return Classic(name)
    if GameName(name).file is None:
        raise KibitzError(
            "there is no assignment {name}; choose {names}, or a game in a file (./mygame.py)",
            name=quoted(name),
            names=one_of(ASSIGNMENTS),
        )
    from kibitz.judge.cases.own_game_cases import (
        OwnAssignment,  # imports a solver, which the classics do not need
    )

    return OwnAssignment(name, language)


def part(path: str) -> str:
    """Return the text of a part shipped with Kibitz."""
    with open(os.path.join(PARTS, path), encoding="utf-8") as file:
        return file.read()
