"""Check: rules must not write to stdout."""

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stderr, redirect_stdout

from kibitz.conformance.complaint import Complaint, Place, is_of_game
from kibitz.conformance.subject import Subject
from kibitz.language.errors import phrase, with_command


class Listener(io.TextIOBase):
    """Replacement for stdout that records the first line of a game that writes to it."""

    def __init__(self) -> None:
        super().__init__()
        self.first: Complaint | None = None

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        frame = sys._getframe(1)
        while frame.f_back is not None and not is_of_game(frame):
            frame = frame.f_back
        if self.first is None and text.strip() and is_of_game(frame):
            self.first = Complaint(
                "{function} prints something",
                Place(frame.f_code.co_filename, frame.f_lineno),
                with_command(
                    phrase("remove it; to look at a position, use kibitz solve"),
                    phrase("remove it"),
                ),
                function=frame.f_code.co_name,
            )
        return len(text)


@contextmanager
def listening_to() -> Iterator[Listener]:
    """Redirect stdout to a listener, which records the first write."""
    listener = Listener()
    with redirect_stdout(listener), redirect_stderr(listener):
        yield listener


@contextmanager
def listening(subject: Subject) -> Iterator[None]:
    """Redirect stdout while the rules of a subject run; the subject keeps the first write."""
    with listening_to() as listener:
        yield
    subject.printed = subject.printed or listener.first


def silent(subject: Subject) -> Iterator[Complaint]:
    """Check that nothing was printed during the checks before."""
    if subject.printed is not None:
        yield subject.printed
