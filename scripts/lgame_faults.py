"""Works out at which positions each mutant of the L-game program fails: packages/lgame/faults.txt.

Every run of such a program solves the whole game, which takes a second. So `kibitz assignment
lgame` does not run the mutants: it looks them up there. Run this again, with the number of
processes, after a change of the program, of its mistakes or of the rules that make mutants; a test
says when. It takes five minutes, and works out only what is not in the file.
"""

from __future__ import annotations

import builtins
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

from kibitz.judge.assignments import trial
from kibitz.judge.assignments.assignment import PARTS, assignment
from kibitz.judge.assignments.known_faults import digest, packed
from kibitz.judge.assignments.mutants import mutants
from kibitz.judge.cases.case_selection import MOST_MUTANTS, SPARE_MUTANTS, TRIED
from kibitz.judge.cases.lgame_cases import oracle, pool
from kibitz.rules.objectives.outcomes import Loss, Win

if TYPE_CHECKING:
    from collections.abc import Callable

JUDGES = "\nbefore = "  # the line where the validator begins to look at its files
READS = "text = "  # the line where a program begins to look at its input
FILE = os.path.join(PARTS, "lgame", "faults.txt")
MOST_STEPS = 20_000_000  # twenty times as many as the right program makes


@cache
def known() -> list[tuple[str, str]]:
    """Return the positions of the pool, each with an answer in the words of the judge."""
    found = []
    for given in pool():
        outcome = oracle().outcome(oracle().game.parse_block(given))
        words = "Losing" if isinstance(outcome, Loss) else "Draw"
        found.append(
            (given, "a win" if isinstance(outcome, Win) else f"No winning move\n{words}\n")
        )
    return found


def faults(program: str) -> tuple[str, list[bool]]:
    """Return the verdict on a program where it fails, and for each position whether it does."""
    steps = trial.Steps()
    setattr(builtins, trial.TICK, steps.tick)
    steps.most = MOST_STEPS
    head, _, tail = program.partition(f"\n{READS}")
    names: dict[str, Any] = {"__name__": "__main__"}
    judge = validator()
    try:
        exec(trial.counted(head), names)
        lost = names["lost_positions"]()
    except trial.TooManyStepsError:
        return trial.ENDLESS, [True] * len(known())
    except Exception:
        return trial.CRASHED, [True] * len(known())
    exec(compile(head, "program", "exec", dont_inherit=True), names)  # quicker: counts no steps
    names["lost_positions"] = lambda: lost
    rest = trial.counted(READS + tail)
    verdicts = []
    for given, answer in known():
        steps.made = 0
        ended, output = trial.run(rest, given, names)
        if ended == trial.ENDLESS:  # so it is at other positions; waiting there would take hours
            return ended, [True] * len(known())
        right = ended == trial.FINE and judge(given, answer, output)
        verdicts.append(ended if right or ended != trial.FINE else trial.FAILED)
    failed = [verdict != trial.FINE for verdict in verdicts]
    return next((one for one in verdicts if one != trial.FINE), trial.FINE), failed


@cache
def validator() -> Callable[[str, str, bytes], bool]:
    """Return a function that returns whether the validator of the package accepts an answer."""
    head, _, tail = assignment("lgame").validator("output").partition(JUDGES)
    names: dict[str, Any] = {"__name__": "__main__"}
    exec(compile(head, "validator", "exec"), names)
    rest = compile(JUDGES + tail, "validator", "exec")
    texts = {}
    names["text_of"] = lambda name: texts[name]

    def judge(given: str, answer: str, output: bytes) -> bool:
        texts.update({"in": given, "ans": answer})
        status = trial.exit_status(rest, ["validate", "in", "ans"], output, names)
        assert status in (trial.ACCEPTED, trial.REJECTED)
        return status == trial.ACCEPTED

    return judge


def main() -> None:
    """Work out what the file does not have."""
    lgame = assignment("lgame")
    programs = lgame.programs(0)
    candidates = islice(mutants(programs[0].text), MOST_MUTANTS + SPARE_MUTANTS)
    wrong = [*(one for one in programs if one.verdict in TRIED), *candidates]
    texts = [one.text for one in wrong]
    assert faults(programs[0].text)[0] == trial.FINE
    with open(FILE, encoding="ascii") as file:
        lines = {line.split()[0]: line for line in file}  # known already
    todo = [text for text in texts if digest(text) not in lines]
    with ProcessPoolExecutor(int(sys.argv[1])) as pool_of_workers:
        for text, (verdict, failed) in zip(todo, pool_of_workers.map(faults, todo), strict=True):
            lines[digest(text)] = f"{digest(text)} {verdict} {packed(failed)}\n"
            print(len(lines), verdict, sum(failed), flush=True)
    with open(FILE, "w", encoding="ascii") as file:
        file.writelines(lines[digest(text)] for text in texts)


if __name__ == "__main__":
    main()
