"""Examination of a game by `kibitz doctor`, in a process of its own with a deadline for each step.

A step that takes longer is interrupted by the process itself (which reports the line) or, if it
does not react, by killing it.
"""

from __future__ import annotations

import os
import signal
import sys

from kibitz.conformance import Complaint, Subject, examined
from kibitz.conformance.check_silence import listening_to
from kibitz.conformance.complaint import MORE_TIME, Overdue, about_error, about_file
from kibitz.conformance.oddities import oddities
from kibitz.language.errors import KibitzError, Sentence, UnknownGame, packed, phrase, unpacked
from kibitz.rules.simple_game import BrokenGame
from kibitz.system.parent import Parent

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Collection
    from typing import Any, NoReturn

    from kibitz.solve.capabilities import Engine

    Event = tuple[str, Complaint | None, bool]  # a step, what is wrong with it, if it has ended

LOADING = phrase("the game can be loaded")
NOTES = phrase("what looks odd")
START_UP = 120.0  # seconds for Python and Kibitz to start
GRACE = 3.0  # seconds for a process to interrupt a step by itself
MOST_MEMORY = 8 << 30  # bytes of data
CHOSEN: tuple[Engine, ...] = (  # by a person or the plan
    *("memory", "tiers", "disk", "ray", "gpu", "search", "best"),
)


class Examination:
    """The examination of one game, an asynchronous iterator of two events for each step.

    `taken` are words that no move may be written as. `name` is the game's own name as soon as it is
    loaded. For a game that passes all checks, `notes` are about unusual properties and one finished
    game, and `engines` are the engines by their labels, each with the reason why it cannot solve
    the game, None if it can. A name that is not a game raises a `KibitzError`.
    """

    def __init__(
        self, name: str, seconds: float, taken: Collection[str] = (), *, gpu: bool = False
    ) -> None:
        self.name = name
        self.gpu = gpu
        self.taken = taken
        self.notes: list[Sentence] = []
        self.engines: list[tuple[Sentence, Sentence | None]] = []
        self._seconds = seconds

    async def __aiter__(self) -> AsyncIterator[Event]:
        from kibitz.system.child import (
            Child,
            ChildEnded,
            TooLate,
            python,
        )  # not in the child itself

        step = LOADING
        question = [self.name, self._seconds, [*self.taken], self.gpu]
        path = {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
        command = python("kibitz.conformance.examination")
        async with Child(command, environment=path) as child:
            child.allow(START_UP)
            try:
                async for said in child.ask(question):
                    child.allow(self._seconds + GRACE)
                    if "refused" in said:
                        raise KibitzError("{reason}", reason=unpacked(said["refused"]))
                    step = said["step"]
                    self._note(said)
                    wrong = said.get("complaint")
                    yield step, Complaint.unpacked(wrong) if wrong else None, "complaint" in said
            except TooLate:
                yield step, stuck(step, self._seconds), True
            except ChildEnded as error:
                yield step, ended(step, error.status), True

    def _note(self, said: dict[str, Any]) -> None:
        self.name = said.get("name", self.name)
        self.notes += [unpacked(note) for note in said.get("notes", ())]
        self.engines += [
            (unpacked(engine), unpacked(why) if why else None)
            for engine, why in said.get("engines", ())
        ]


def stuck(step: str, seconds: float) -> Complaint:
    """Return the complaint about rules that do not react at all."""
    return Complaint(
        "more than {seconds} s passed without an answer to this check: {step}",
        None,
        MORE_TIME,
        seconds=float(seconds),
        step=Sentence(step),
    )


def ended(step: str, status: int) -> Complaint:
    """Return the complaint about rules that ended their process."""
    if status >= 0:
        how = Sentence("with status {status}", status=str(status))
    else:
        how = Sentence("by signal {signal}", signal=str(-status))
    return Complaint(
        "the program ended {how} before this check was finished: {step}",
        None,
        Sentence(
            "a rule may end the process, read beyond the end of a tuple, or need too much memory"
        ),
        how=how,
        step=Sentence(step),
    )


# In the child process


class DoctorProcess:
    """Runs the checks of a game, each with a timeout, and reports them."""

    def __init__(self, parent: Parent, seconds: float) -> None:
        self._parent = parent
        self._seconds = seconds
        self._step = LOADING

    def run(self, name: str, taken: Collection[str], *, gpu: bool) -> None:
        """Load the game and examine it."""
        try:
            self.begin(LOADING)
            subject = self.load(name, taken)
            if subject is None:
                return
            sound = True
            for step, wrong in examined(subject, self.begin, gpu=gpu):
                sound = sound and wrong is None
                self.end(step, wrong)
            if sound:
                self.begin(NOTES)
                self.end(NOTES, None, notes=noted(subject), engines=engines(subject))
        except Overdue as error:  # the step had just ended
            self.end(self._step, about_error(error))

    def load(self, name: str, taken: Collection[str]) -> Subject | None:
        """Load the game; report an error and return None if there is none."""
        from kibitz.games.registry import game_named

        try:
            with listening_to() as listener:
                subject = Subject(game_named(name), taken=set(taken))
        except BrokenGame as error:
            self.end(LOADING, about_file(error))
        except UnknownGame as error:
            self._parent.tell({"refused": packed(error.words)})
        else:
            subject.printed = listener.first
            self.end(LOADING, None, name=subject.game.name)
            return subject
        return None

    def begin(self, step: str) -> None:
        """Report that a step begins, and limit its time."""
        self._step = step
        self._parent.tell({"step": step})
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self.overdue)
            signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def end(self, step: str, wrong: Complaint | None, **more: Any) -> None:
        """Report the result of a step."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        self._parent.tell({"step": step, "complaint": wrong.packed() if wrong else None, **more})

    def overdue(self, *_: object) -> NoReturn:
        """Interrupt the running step."""
        raise Overdue(self._seconds)


def noted(subject: Subject) -> list[object]:
    """Return the serialised notes; none if they cannot be computed."""
    try:
        return [packed(note) for note in oddities(subject)]
    except (Exception, Overdue):  # notes are not part of the contract
        return []


def engines(subject: Subject) -> list[tuple[object, object]]:
    """Return the engines, each with the serialised reason why it cannot solve a game, or None."""
    from kibitz.conformance.check_compiling import lowers
    from kibitz.solve.capabilities import LABELS, refusal

    whys = {engine: refusal(engine, subject.rules) for engine in CHOSEN}
    if whys["gpu"] is None:
        whys["gpu"] = next((wrong.words for wrong in lowers(subject)), None)
    return [
        (packed(Sentence(LABELS[engine])), packed(why) if why else None)
        for engine, why in whys.items()
    ]


def refuse(status: int = 0) -> NoReturn:
    """Raise `SystemExit` in place of functions that end a program silently."""
    raise SystemExit(status)


def main() -> None:
    """Examine the games that the parent names."""
    parent = Parent(memory=MOST_MEMORY)
    os._exit = os.abort = refuse
    for name, seconds, taken, gpu in parent:
        DoctorProcess(parent, seconds).run(name, taken, gpu=gpu)
        parent.tell(None)


if __name__ == "__main__":
    main()
