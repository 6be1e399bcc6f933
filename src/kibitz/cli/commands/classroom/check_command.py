"""`kibitz check`: check a program for one of the five courses, or an answer in a file."""

from __future__ import annotations

from kibitz.classics import answer_check
from kibitz.cli.options import JSON, Argument, Command
from kibitz.cli.output import json_text
from kibitz.judge.assignments.problem_package import ASSIGNMENTS, SEED
from kibitz.judge.grading.sandbox import BWRAP, KINDS, MIB, RunLimits, find_sandbox
from kibitz.language.errors import KibitzError, Sentence, listed, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Namespace

    from kibitz.judge.grading.grade_results import CaseResult
    from kibitz.judge.grading.graded_assignment import Graded

MEMORY = 512 * MIB
NO_ANSWER = "…"  # the program fails before it asks


SANDBOX = Argument(
    "--sandbox",
    phrase("none: run programs without protection, where bubblewrap does not work"),
    choices=KINDS,
    default=BWRAP,
)
COMMAND = Command(
    phrase(
        "Judge a program for one of the five courses, or an answer: any shortest solution is "
        "right, and any winning move. Exits with 0 if all is right, with 1 if it is not, with "
        "2 if it cannot be judged."
    ),
    Argument("assignment", phrase("the assignment of the course"), choices=ASSIGNMENTS),
    Argument("program", phrase("the program, a file or a folder; or the input of an answer")),
    Argument(
        "output",
        Sentence(
            "the answer to that input, for {names}; one of the two files may be - for standard "
            "input",
            names=listed(answer_check.JUDGES),
        ),
        nargs="?",
    ),
    SANDBOX,
    JSON,
)


def main(chosen: Namespace) -> int:
    """Print `correct` and return 0, or the reason why not and 1."""
    language = chosen.language
    found = check_answer(chosen) if chosen.output is not None else check_program(chosen)
    reason = found.pop("reason")
    if chosen.json:
        correct = reason is None
        print(json_text({"correct": correct, "reason": reason and str(reason), **found}))
    else:
        print(language.say(answer_check.CORRECT) if reason is None else language.tell(reason))
    return 0 if reason is None else 1


def check_answer(chosen: Namespace) -> dict[str, object]:
    """Return the reason against the answer in a file, None if it is right."""
    if chosen.assignment not in answer_check.JUDGES:
        raise KibitzError(
            "{name} is a dialogue: give the program alone, not files", name=chosen.assignment
        )
    if chosen.program == chosen.output == "-":
        raise KibitzError("only one of the two files can be standard input")
    reason = answer_check.reason_against(chosen.assignment, chosen.program, chosen.output)
    return {"reason": reason}


def check_program(chosen: Namespace) -> dict[str, object]:
    """Run a program on the cases of its assignment, up to the first that it fails.

    Return the reason and the input of that case, and the convention that was used.
    """
    import os

    from kibitz.cli.output import Bar
    from kibitz.judge.grading.grade_results import PASSED
    from kibitz.judge.grading.graded_assignment import GradedAssignment
    from kibitz.judge.grading.grading import Grader
    from kibitz.judge.grading.reasons import AS_SAID
    from kibitz.judge.grading.submissions import Submission
    from kibitz.judge.grading.untrusted_folders import workplace

    if not os.path.exists(chosen.program):
        raise KibitzError("there is no file or folder {name}", name=chosen.program)
    with workplace() as home:
        folder = os.path.join(home, "judge")
        os.mkdir(folder, 0o700)
        sandbox = find_sandbox(chosen.sandbox)
        assignment = GradedAssignment(chosen.assignment, SEED, folder)
        limits = RunLimits(assignment.time, MEMORY)
        grader = Grader(assignment, sandbox, limits, to_first_failure=True)
        with Bar(chosen.language, unit=phrase("runs")) as bar:
            grader.grade([Submission(os.path.basename(chosen.program), chosen.program)], bar)
    (sheet,) = grader.sheets
    known = {"convention": sheet.convention or None}
    if sheet.failed:
        raise KibitzError(AS_SAID, said=complaint(sheet.failed))
    for case, result in sheet.results.items():
        if result.verdict not in PASSED:
            given = shown_input(chosen.assignment, case, result)
            return {"reason": complaint(result, given), "input": given, **known}
    return {"reason": None, **known}


def complaint(result: CaseResult, given: str = "") -> Sentence:
    """Return what is wrong in one sentence, with the input that shows it."""
    from kibitz.judge.grading.grade_results import VERDICTS

    words = Sentence(VERDICTS[result.verdict])
    if result.words:
        words = Sentence("{verdict}: {reason}", verdict=words, reason=result.words)
    return Sentence("{wrong} (input: {input})", wrong=words, input=given) if given else words


def shown_input(name: str, case: Graded, result: CaseResult) -> str:
    """Return the input of a case on one line; of a dialogue, the answers up to the failure."""
    from kibitz.judge.grading.reasons import moment

    lines = case.given.splitlines()
    if name in answer_check.JUDGES:
        return " / ".join(lines)
    first = 1 if name == "luffarschack" else 0  # the variant
    turn = moment(result.reason) if result.reason else None
    answers = lines[first:] if turn is None or turn < 0 else lines[first : first + turn]
    return ", ".join(answers) or NO_ANSWER
