"""First difference between a dialogue and that of the classic program, side by side."""

from __future__ import annotations

import subprocess
import sys
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

from kibitz.judge.cases.dialogue_moments import rules, sight_after
from kibitz.judge.grading.reasons import line_of, moment
from kibitz.language.errors import Sentence, quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from kibitz.judge.cases.exact_answers import DrawnPosition
    from kibitz.judge.grading.graded_assignment import Graded

GIVES_UP = "^C"  # the packages' word for what a person does by a key
QUESTION = ":"
# Where the classic says this, each program has words of its own.
OWN_WORDS = ("No piece of yours to pick up there", "Only your piece that has lain longest")
ANY_SOLUTION = "suite de coups possible pour terminer "  # one of many; the validator judges it
VISIBLE = str.maketrans({" ": "␣", "\t": "⇥", "\r": "␍", "\n": "⏎"})
PATIENCE = 20


class Difference(NamedTuple):
    """One turn of a dialogue, as the classic program and as the student's have it.

    `sight` is how the board stands then, if it can be told.
    """

    expected: str
    said: str
    sight: DrawnPosition | None = None


@cache
def classic(name: str, given: str) -> str:
    """Return all that the classic program says when it is given these answers."""
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
    """Return an output as text in which bytes that are none differ from all that is."""
    return output.decode("utf-8", "backslashreplace")


def turn(output: str, number: int) -> str:
    """Return what is said after an answer, up to the next question; the last turn is -1."""
    turns = output.split(QUESTION)
    if number >= len(turns):
        return ""
    ending = "" if number in (-1, len(turns) - 1) else QUESTION
    return turns[number].lstrip(" ") + ending


def loose_difference(
    name: str, case: Graded, output: bytes, said: Sentence
) -> tuple[Sentence, Difference | None]:
    """Return what the validator complains about in the words of both programs, and the turn.

    The validator compares without spaces and capitals; people would rather read the lines.
    """
    number = moment(said)
    if number is None:
        return said, None
    both = Difference(
        turn(classic(name, case.given), number),
        turn(text_of(output), number),
        sight_after(name, case.given, number),
    )
    details = dict(said.details)
    for gap, there in (("right", both.expected), ("found", both.said)):
        for line in there.splitlines():
            if details.get(gap) == line_of("".join(line.split()).lower()):
                details[gap] = line_of(line)
                break
    return Sentence(said.sentence, **details), both


def wrong_before_waiting(name: str, case: Graded, output: bytes) -> Sentence | None:
    """Return what a program said wrongly in its last turn, None if nothing.

    Who takes the game to be over too early waits for input without a question, and the judge
    waits for the question. That is a wrong answer, not one that takes too long.
    """
    known = rules(name)
    dialogue, answers, turns = known["Dialogue"](), case.given.splitlines(), text_of(output)
    *asked, last = turns.split(QUESTION)
    for answer in answers[: dialogue.silent]:
        dialogue.hear(answer)
    expected = dialogue.opening()
    for answer in answers[dialogue.silent : dialogue.silent + len(asked)]:
        expected = dialogue.hear(answer)
    told = [meaning for meaning in map(known["meaning_of"], last.split("\n")) if meaning]
    for right, found in zip([*expected, None], told, strict=False):
        if right != found:
            return Sentence(
                "after {after}: expected {right}, the program says {found}",
                turn=len(asked),
                after=after(name, case, len(asked)),
                right=line_of(right) if right else Sentence("nothing"),
                found=line_of(found),
            )
    return None


def exact_difference(
    name: str, case: Graded, output: bytes
) -> tuple[Sentence, Difference] | tuple[None, None]:
    """Return where the bytes first differ from those of the classic program."""
    right, said = classic(name, case.given), text_of(output)
    before = ""
    for number, (one, other) in enumerate(
        zip_longest(right.split(QUESTION), said.split(QUESTION), fillvalue="")
    ):
        free = before.endswith(ANY_SOLUTION) or any(words in one for words in OWN_WORDS)
        before = one
        if one == other or free:
            continue
        lines = zip_longest(one.splitlines(True), other.splitlines(True), fillvalue="")
        expected, found = next(pair for pair in lines if pair[0] != pair[1])
        words = Sentence(
            "after {after}, the bytes differ: expected {right}, the program says {found}",
            after=after(name, case, number),
            right=shown(expected),
            found=shown(found),
        )
        sight = sight_after(name, case.given, number)
        return words, Difference(turn(right, number), turn(said, number), sight)
    return None, None


def after(name: str, case: Graded, number: int) -> Sentence:
    """Return in words when something was said: after an answer, or at the start."""
    answers = case.given.splitlines()[1 if name == "luffarschack" else 0 :]
    if not 0 < number <= len(answers):
        return Sentence("the start")
    return Sentence("answer {number} ({answer})", number=str(number), answer=answers[number - 1])


def shown(line: str) -> object:
    """Return a line with its spaces and its end made visible."""
    return quoted(line.translate(VISIBLE)) if line else Sentence("nothing")
