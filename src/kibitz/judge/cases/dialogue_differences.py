"""First difference between a dialogue and that of the classic program, side by side."""

import re
import subprocess
import sys
from functools import cache
from typing import NamedTuple

from kibitz.judge.cases.dialogue_moments import position_after, rules
from kibitz.judge.cases.exact_answers import DrawnPosition
from kibitz.judge.grading.graded_assignment import Graded
from kibitz.judge.grading.reasons import line_of, moment
from kibitz.language.errors import Sentence

GIVES_UP = "^C"  # the packages' word for a key press
QUESTION = ":"
ESCAPES = re.compile(r"\x1b(?:\[[0-9;?]*[A-Za-z]|[()][0-9A-B]|[A-Za-z=>])")
PATIENCE = 20


class Difference(NamedTuple):
    """One turn of a dialogue, of the classic program and of the student's.

    `position` is the board at that time, if it is known.
    """

    expected: str
    said: str
    position: DrawnPosition | None = None


@cache
def classic(name: str, given: str) -> str:
    """Return the output of the classic program for these answers."""
    lines = given.splitlines()
    words = [sys.executable, "-P", "-m", "kibitz", "classic", name]
    if name == "luffarschack":
        words += ["--variant", lines.pop(0)]
        lines.append("")
    lines = [line for line in lines if line != GIVES_UP]
    done = subprocess.run(
        words,
        input="".join(f"{line}\n" for line in lines).encode(),
        capture_output=True,
        timeout=PATIENCE,
        check=False,
    )
    return text_of(done.stdout)


def text_of(output: bytes) -> str:
    """Decode an output; invalid bytes differ from all valid text, and escape sequences are gone."""
    return ESCAPES.sub("", output.decode("utf-8", "backslashreplace"))


def turn(output: str, number: int) -> str:
    """Return the output after an answer, up to the next question; the last turn is -1."""
    turns = output.split(QUESTION)
    if number >= len(turns):
        return ""
    ending = "" if number in (-1, len(turns) - 1) else QUESTION
    return turns[number].lstrip(" ") + ending


def loose_difference(
    name: str, case: Graded, output: bytes, said: Sentence
) -> tuple[Sentence, Difference | None]:
    """Return the validator's complaint in the words of both programs, and the turn.

    The validator ignores spaces and case; the result quotes the original lines.
    """
    number = moment(said)
    if number is None:
        return said, None
    both = Difference(
        turn(classic(name, case.given), number),
        turn(text_of(output), number),
        position_after(name, case.given, number),
    )
    details = dict(said.details)
    for gap, there in (("right", both.expected), ("found", both.said)):
        for line in there.splitlines():
            if details.get(gap) == line_of("".join(line.split()).lower()):
                details[gap] = line_of(line)
                break
    return Sentence(said.sentence, **details), both


def wrong_before_waiting(
    name: str, case: Graded, output: bytes, *, course: bool = False
) -> Sentence | None:
    """Return the mistake of a program in its last turn, None if there is none.

    A program that ends the game too early waits for input without a question, while the judge
    waits for the question. That is a wrong answer, not a time-out.
    """
    known = rules(name)
    dialogue, answers, turns = known["Dialogue"](), case.given.splitlines(), text_of(output)
    dialogue.course = course
    *asked, last = turns.split(QUESTION)
    for answer in answers[: dialogue.silent]:
        dialogue.receive(answer)
    expected = dialogue.opening()
    for answer in answers[dialogue.silent : dialogue.silent + len(asked)]:
        expected = dialogue.receive(answer)
    found_lines = [meaning for meaning in map(known["meaning_of"], last.split("\n")) if meaning]
    for right, found in zip([*expected, None], found_lines, strict=False):
        if not known["fits"](right, found):
            line = right[0] if isinstance(right, tuple) else right
            return Sentence(
                "after {after}: expected {right}, the program says {found}",
                turn=len(asked),
                after=after(name, case, len(asked)),
                right=line_of(line) if line else Sentence("nothing"),
                found=line_of(found),
            )
    return None


def after(name: str, case: Graded, number: int) -> Sentence:
    """Return the time of an output in words: after an answer, or at the start."""
    answers = case.given.splitlines()[1 if name == "luffarschack" else 0 :]
    if not 0 < number <= len(answers):
        return Sentence("the start")
    return Sentence("answer {number} ({answer})", number=str(number), answer=answers[number - 1])
