"""Runs the checks in a child process with timeouts.

The process is `python -m kibitz.cli.doctor_worker GAME SECONDS [gpu]`. It writes a line of JSON
when a step begins and when it has ended. A step that takes longer than SECONDS is interrupted by
the process itself (which reports the line) or, if it does not react, by killing it. It exits when
its input is closed, so that it never outlives its parent.
"""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading

from kibitz.conformance import Complaint, Subject, examined
from kibitz.conformance.check_silence import listening_to
from kibitz.conformance.complaint import MORE_TIME, Overdue, about_error, about_file
from kibitz.conformance.oddities import oddities
from kibitz.language.errors import KibitzError, Sentence, UnknownGame, packed, phrase, unpacked
from kibitz.rules.simple_game import BrokenGame

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import IO, Any, NoReturn

    from kibitz.solve.capabilities import Engine

    Event = tuple[str, Complaint | None, bool]  # a step, what is wrong with it, if it has ended

LOADING = phrase("the game can be loaded")
NOTES = phrase("what looks odd")
START_UP = 120.0  # seconds for Python and Kibitz to start
GPU = "gpu"
GRACE = 3.0  # seconds for a process to interrupt a step by itself
MOST_MEMORY = 8 << 30  # bytes of data
CHOSEN: tuple[Engine, ...] = (  # by a person or the plan
    *("memory", "tiers", "disk", "ray", "gpu", "search", "best"),
)


# In the parent process


class Examination:
    """The examination of one game, an iterator of two events for each step.

    `name` is the game's own name as soon as it is loaded. For a game that passes all checks,
    `notes` are about unusual properties and one finished game, and `engines` are the engines by
    their labels, each with the reason why it cannot solve the game, None if it can. A name that is
    not a game raises a `KibitzError`.
    """

    def __init__(self, name: str, seconds: float, *, gpu: bool = False) -> None:
        self.name = name
        self.gpu = gpu
        self.notes: list[Sentence] = []
        self.engines: list[tuple[Sentence, Sentence | None]] = []
        self._seconds = seconds

    def __iter__(self) -> Iterator[Event]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", __name__, self.name, str(self._seconds)]
            + [GPU] * self.gpu,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            start_new_session=os.name == "posix",  # Ctrl-C is handled by the parent
        )
        assert process.stdin is not None
        assert process.stdout is not None
        lines: queue.Queue[bytes] = queue.Queue()
        reader = threading.Thread(target=_read, args=(process.stdout, lines), daemon=True)
        reader.start()
        try:
            yield from self._events(process, lines)
        finally:
            process.kill()
            process.wait()
            process.stdin.close()

    def _events(
        self, process: subprocess.Popen[bytes], lines: queue.Queue[bytes]
    ) -> Iterator[Event]:
        step, patience = LOADING, START_UP
        while True:
            try:
                line = lines.get(timeout=patience)
            except queue.Empty:
                yield step, stuck(step, self._seconds), True
                return
            if not line:
                yield step, ended(step, process.wait()), True
                return
            said = json.loads(line)
            if "done" in said:
                return
            if "refused" in said:
                raise KibitzError("{reason}", reason=unpacked(said["refused"]))
            step, patience = said["step"], self._seconds + GRACE
            self.name = said.get("name", self.name)
            self.notes += [unpacked(note) for note in said.get("notes", ())]
            self.engines += [
                (unpacked(engine), unpacked(why) if why else None)
                for engine, why in said.get("engines", ())
            ]
            wrong = said.get("complaint")
            yield step, Complaint.unpacked(wrong) if wrong else None, "complaint" in said


def _read(stream: IO[bytes], lines: queue.Queue[bytes]) -> None:
    with stream:
        for line in stream:
            lines.put(line)
    lines.put(b"")


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

    def __init__(self, report: IO[str], seconds: float, *, gpu: bool) -> None:
        self._report = report
        self._seconds = seconds
        self._gpu = gpu
        self._step = LOADING

    def run(self, name: str) -> None:
        """Load the game and examine it."""
        try:
            self.begin(LOADING)
            subject = self.load(name)
            if subject is None:
                return
            sound = True
            for step, wrong in examined(subject, self.begin, gpu=self._gpu):
                sound = sound and wrong is None
                self.end(step, wrong)
            if sound:
                self.begin(NOTES)
                self.end(NOTES, None, notes=noted(subject), engines=engines(subject))
        except Overdue as error:  # the step had just ended
            self.end(self._step, about_error(error))
        self.say(done=True)

    def load(self, name: str) -> Subject | None:
        """Load the game; report an error and return None if there is none."""
        from kibitz.games.registry import game_named

        try:
            with listening_to() as listener:
                subject = Subject(game_named(name), taken=commands())
        except BrokenGame as error:
            self.end(LOADING, about_file(error))
            self.say(done=True)
        except UnknownGame as error:
            self.say(refused=packed(error.words))
        else:
            subject.printed = listener.first
            self.end(LOADING, None, name=subject.game.name)
            return subject
        return None

    def begin(self, step: str) -> None:
        """Report that a step begins, and limit its time."""
        self._step = step
        self.say(step=step)
        if hasattr(signal, "setitimer"):
            signal.signal(signal.SIGALRM, self.overdue)
            signal.setitimer(signal.ITIMER_REAL, self._seconds)

    def end(self, step: str, wrong: Complaint | None, **more: Any) -> None:
        """Report the result of a step."""
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        self.say(step=step, complaint=wrong.packed() if wrong else None, **more)

    def say(self, **said: Any) -> None:
        """Write one line."""
        self._report.write(json.dumps(said) + "\n")
        self._report.flush()

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
    from kibitz.conformance.check_gpu import lowers
    from kibitz.solve.capabilities import LABELS, refusal

    whys = {engine: refusal(engine, subject.rules) for engine in CHOSEN}
    if whys["gpu"] is None:
        whys["gpu"] = next((wrong.words for wrong in lowers(subject)), None)
    return [
        (packed(Sentence(LABELS[engine])), packed(why) if why else None)
        for engine, why in whys.items()
    ]


def commands() -> set[str]:
    """Return the command words of a dialogue, in all languages."""
    from kibitz.language.languages import LANGUAGES, Language
    from kibitz.play.session import command_words

    return {word for code in LANGUAGES for word in command_words(Language(code))}


def refuse(status: int = 0) -> NoReturn:
    """Raise `SystemExit` in place of functions that end a program silently."""
    raise SystemExit(status)


def end_with(other: int, leave: Any) -> None:
    """Exit when the other end of a pipe is closed."""
    os.read(other, 1)
    leave(1)


def main(name: str, seconds: float, *, gpu: bool) -> None:
    """Redirect the input and output of the rules, and run the checks."""
    report = os.fdopen(os.dup(1), "w", encoding="utf-8")
    asker = os.dup(0)
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    threading.Thread(target=end_with, args=(asker, os._exit), daemon=True).start()
    os._exit = os.abort = refuse
    limit_memory()
    DoctorProcess(report, seconds, gpu=gpu).run(name)


def limit_memory() -> None:
    """Limit the memory of the process, for rules that allocate without bound."""
    try:
        import resource
    except ImportError:  # there is none on Windows
        return
    most = resource.getrlimit(resource.RLIMIT_DATA)[1]
    if most == resource.RLIM_INFINITY or most > MOST_MEMORY:
        resource.setrlimit(resource.RLIMIT_DATA, (MOST_MEMORY, most))


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]), gpu=sys.argv[3:] == [GPU])
