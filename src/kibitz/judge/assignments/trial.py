"""Runs programs on cases and reports the first case that each program fails, and how.

This is a process of its own, so no program under trial can harm the one that asks. Programs and
validator are run as they are shipped, but within this process, which takes a hundredth of the time.

Steps are counted, not seconds, so that the result of a trial is the same on every machine. One step
is one iteration of a loop or one call of a function of the program.
"""

import ast
import builtins
import io
import os
import sys
import tempfile
from contextlib import chdir, suppress
from functools import lru_cache
from types import CodeType
from typing import Protocol

from kibitz.system.parent import Parent

FINE, FAILED, CRASHED, ENDLESS = "accepted", "wrong_answer", "run_time_error", "endless"
ACCEPTED, REJECTED = 42, 43
MOST_MEMORY = 4 << 30
MOST_SECONDS = 300  # seconds, for programs that make no steps and do not end
MOST_STEPS = 1 << 62
SLOWER, FREE = 20, 1_000_000  # limit: factor for the correct program's steps, and a constant
MOST_STEPS_OF_ALL = 60_000_000  # less than a minute
MOST_STEPS_EACH = 4_000_000  # steps of a program on cases that are not in the package yet
NOT_RIGHT = 3  # exit status if the correct program is not accepted
TICK = "_tick_of_a_trial"
compiled = lru_cache(16)(compile)


class TooManyStepsError(BaseException):
    """More steps than allowed; not an `Exception`, so that no program catches it."""


class Steps:
    """Counts the steps of a program."""

    def __init__(self) -> None:
        self.made = self.most = 0

    def tick(self) -> None:
        """Count one step."""
        self.made += 1
        if self.made > self.most:
            raise TooManyStepsError


def count_steps(statements: list[ast.stmt]) -> None:
    """Insert a call that counts a step at the start of each loop and each function."""
    for one in statements:
        for field in ("body", "orelse", "finalbody"):
            count_steps(getattr(one, field, []))
        for handler in getattr(one, "handlers", ()):
            count_steps(handler.body)
        if isinstance(one, ast.For | ast.While | ast.FunctionDef):
            first = one.body[0]
            name = ast.copy_location(ast.Name(TICK, ast.Load()), first)
            call = ast.copy_location(ast.Call(name, [], []), first)
            one.body.insert(0, ast.copy_location(ast.Expr(call), first))


@lru_cache(16)
def counted(text: str, *_others: object, **_more: object) -> CodeType:
    """Compile a program so that it counts its steps."""
    tree = ast.parse(text)
    count_steps(tree.body)
    return compile(tree, "program", "exec", dont_inherit=True)


class Trial:
    """A validator and the cases for programs, each an input, an answer and the typed input."""

    def __init__(self, validator: str, right: str, cases: list[list[str]]) -> None:
        self.steps = Steps()
        setattr(builtins, TICK, self.steps.tick)
        self.validator = compile(validator, "validator", "exec", dont_inherit=True)
        self.right = counted(right)
        self.current, self.code = right, self.right
        self.cases = cases
        self.costs: dict[int, int] = {}

    def files(self, case: int) -> list[str]:
        """Return the files of a case for the validator: its input and its answer."""
        names = [f"{case}.in", f"{case}.ans"]
        if case not in self.costs:
            for name, text in zip(names, self.cases[case], strict=False):
                with open(name, "w", encoding="utf-8") as file:
                    file.write(text)
        return names

    def cost(self, case: int) -> int:
        """Return the number of steps of the correct program, which must be accepted."""
        if case not in self.costs:
            verdict, self.costs[case] = self.verdict_on(self.right, case, MOST_STEPS)
            if verdict != FINE:
                sys.exit(NOT_RIGHT)
        return self.costs[case]

    def verdict(self, program: str, case: int) -> tuple[str, int]:
        """Return the verdict on a program, and its number of steps."""
        if program != self.current:
            self.current, self.code = program, counted(program)
        return self.verdict_on(self.code, case, SLOWER * self.cost(case) + FREE)

    def verdict_on(self, program: CodeType, case: int, most: int) -> tuple[str, int]:
        """Return the verdict on a program with a limit of steps, and the number it made."""
        self.steps.made, self.steps.most = 0, most
        # A game in a file is compiled within its program: its steps are counted, too.
        ended, output = run(program, self.cases[case][2], {"compile": counted})
        made, self.steps.most = self.steps.made, MOST_STEPS
        if ended != FINE:
            return ended, made
        status = exit_status(self.validator, ["validate", *self.files(case)], output)
        if status not in (ACCEPTED, REJECTED):
            raise SystemExit(f"the validator ended with status {status}: {self.cases[case]}")
        return (FINE if status == ACCEPTED else FAILED), made


def run(program: CodeType, typed: str, names: dict[str, object] | None = None) -> tuple[str, bytes]:
    """Run a program on an input; return its result, and its output.

    `names` are its predefined global names.
    """
    output = io.BytesIO()
    kept = sys.stdin, sys.stdout
    sys.stdin = io.TextIOWrapper(io.BytesIO(typed.encode()), encoding="utf-8")
    sys.stdout = printed = io.TextIOWrapper(output, encoding="utf-8")
    try:
        try:
            exec(program, {**(names or {}), "__name__": "__main__"})
        except SystemExit as error:
            if error.code:
                return CRASHED, b""
        printed.flush()
        return FINE, output.getvalue()
    except TooManyStepsError:
        return ENDLESS, b""
    except BaseException:  # any error of the program
        return CRASHED, b""
    finally:
        sys.stdin, sys.stdout = kept


def exit_status(
    program: CodeType, words: list[str], given: bytes, names: dict[str, object] | None = None
) -> int:
    """Run a validator in this process, on complete input."""
    kept = sys.argv, sys.stdin, os.read, os.write, os.close
    rest = io.BytesIO(given)
    sys.argv = words
    sys.stdin = io.TextIOWrapper(io.BytesIO(given), encoding="utf-8")
    os.read = lambda fd, size: rest.read(size)
    os.write = lambda fd, text: len(bytes(text))
    os.close = lambda fd: None
    try:
        exec(program, {**(names or {}), "__name__": "__main__", "compile": compiled})
    except SystemExit as error:
        return int(error.code or 0)
    except BaseException:
        return 1
    finally:
        sys.argv, sys.stdin, os.read, os.write, os.close = kept
    return 0


class Judge(Protocol):
    """Provider of the verdict and the number of steps of a program on a numbered case."""

    def verdict(self, program: str, case: int) -> tuple[str, int]:
        """Return a verdict and a number of steps."""


def try_all(
    judge: Judge, programs: list[str], cases: int, chosen: int, enough: int
) -> tuple[list[int], list[tuple[str, int]]]:
    """Run programs on cases; return the additional cases chosen, and the results.

    The first `chosen` cases are in the package already. A program that passes them is run on the
    others, and the first that it fails is chosen from then on. A result is a verdict and its case,
    or the number of cases passed. Programs are run until `enough` fail, 0 for all, or the steps
    are used up.
    """
    found: list[int] = []
    results: list[tuple[str, int]] = []
    all_steps = failed = 0
    for program in programs:
        verdict, passed, steps = FINE, 0, 0
        others = [case for case in range(chosen, cases) if case not in found]
        for case in (*range(chosen), *found, *others):
            if case in others and steps > MOST_STEPS_EACH:
                break
            verdict, made = judge.verdict(program, case)
            steps += made
            if verdict != FINE:
                if verdict != ENDLESS and case in others:
                    found.append(case)
                break
            passed += 1
        results.append((verdict, passed if verdict == FINE else case))
        failed += verdict in (FAILED, CRASHED)
        all_steps += steps
        if (enough and failed >= enough) or all_steps > MOST_STEPS_OF_ALL:
            break
    return found, results


def main() -> None:
    """Answer trials with their results."""
    parent = Parent(memory=MOST_MEMORY)
    with suppress(ImportError, ValueError, OSError):  # not on every system
        import resource

        resource.setrlimit(resource.RLIMIT_CPU, (MOST_SECONDS, MOST_SECONDS))
    for asked in parent:
        with tempfile.TemporaryDirectory() as folder, chdir(folder):
            trial = Trial(asked["validator"], asked["right"], asked["cases"])
            count = len(trial.cases)
            parent.tell(try_all(trial, asked["programs"], count, asked["chosen"], asked["enough"]))
        parent.tell(None)


if __name__ == "__main__":
    main()
