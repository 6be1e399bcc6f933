"""Selection of the cases of a package, until each wrong program fails one of them.

Wrong programs are the typical mistakes of the assignment, and mutants of its correct program. A
program that turns out to be correct, or does not end, is left out, with the reason.
"""

from itertools import islice
from typing import NamedTuple

from kibitz.judge.assignments.assignment import Assignment, Program
from kibitz.judge.assignments.mutants import Mutant
from kibitz.judge.assignments.trial import CRASHED, ENDLESS, FAILED, FINE
from kibitz.judge.cases.case import Case, numbered
from kibitz.language.errors import KibitzError

Wrong = Program | Mutant

MOST_MUTANTS = 60  # mutants that fail the cases of the package
SPARE_MUTANTS = 30  # because some turn out to be correct, or endless
TOO_SLOW = "time_limit_exceeded"
TRIED = (FAILED, CRASHED, TOO_SLOW)  # verdicts that a trial finds


class Selection(NamedTuple):
    """The cases and programs of a package, and the case that each wrong program fails.

    `caught` has each wrong program and each mutant with the name of a secret case that it fails.
    `left_out` has those that are not in the package, with the reason.
    """

    samples: list[Case]
    secrets: list[Case]
    programs: list[Program]
    caught: list[tuple[Wrong, str]]
    left_out: list[tuple[Wrong, str]]


class Sieve:
    """The wrong programs that pass all cases so far."""

    def __init__(self, made: Assignment, wrong: list[Wrong]) -> None:
        self.made = made
        self.open = wrong
        self.caught: list[tuple[Wrong, str, Case]] = []
        self.left_out: list[tuple[Wrong, str]] = []
        self.passed: dict[int, int] = {}  # how many cases, by program

    def shake(self, chosen: list[Case], others: list[Case], enough: int = 0) -> list[Case]:
        """Run each program on the chosen cases, and then on the others.

        Return those of the others that some program fails. Further programs are dropped when
        `enough` have failed.
        """
        cases = [*chosen, *others]
        texts = [one.text for one in self.open]
        found, results = self.made.try_out(texts, cases, len(chosen), enough)
        left = []
        for one, (verdict, number) in zip(self.open, results, strict=False):
            if verdict == FINE:
                left.append(one)
                self.passed[id(one)] = self.passed.get(id(one), 0) + number
            elif verdict == ENDLESS and getattr(one, "verdict", "") != TOO_SLOW:
                self.left_out.append((one, "does not end, or makes far too many steps"))
            else:
                why = TOO_SLOW if verdict == ENDLESS else verdict
                self.caught.append((one, why, cases[number]))
        self.open = left
        return [cases[number] for number in found]


def choose(made: Assignment, seed: int) -> Selection:
    """Choose cases until every wrong program and every mutant fails one of them."""
    samples, secrets = made.cases(seed)
    programs = made.programs(seed)
    named = [one for one in programs if one.verdict in TRIED]
    mutants = islice(made.mutants(), MOST_MUTANTS + SPARE_MUTANTS)
    sieve = Sieve(made, [*named, *mutants])
    sieve.shake(secrets, [], len(named) + MOST_MUTANTS)
    known = {case.given for case in (*samples, *secrets)}
    for batch in made.others(seed):
        if not sieve.open:
            break
        fresh = {case.given: case for case in batch if case.given not in known}
        known |= set(fresh)
        secrets = secrets + sieve.shake([], list(fresh.values()))
    left_out = [*made.left_out(), *sieve.left_out]
    left_out += [(one, f"is right in {sieve.passed[id(one)]:,} cases") for one in sieve.open]
    at_first = Sieve(made, list(named))  # a judge stops at the first failed case, even a sample
    at_first.shake(samples, [])
    verdicts = {id(one): verdict for one, verdict, _ in (*sieve.caught, *at_first.caught)}
    names = {case.given: name.name for case, name in zip(secrets, numbered(secrets), strict=True)}
    caught = []
    for one, _, case in sieve.caught:
        if verdicts[id(one)] == getattr(one, "verdict", verdicts[id(one)]):
            caught.append((one, names[case.given]))
        else:
            left_out.append((one, f"gets the verdict {verdicts[id(one)]}"))
    gone = {id(one) for one, _ in left_out}
    for one in programs:
        if id(one) in gone and made.source is None:  # of a game in a file, some make no difference
            raise KibitzError(
                "seed {seed} finds no case that {program} fails; choose another seed",
                seed=str(seed),
                program=one.file,
            )
    return Selection(
        numbered(samples),
        numbered(secrets),
        [one for one in programs if id(one) not in gone],
        caught,
        left_out,
    )
