"""Output of a command: results, notices and a progress bar.

Write errors of standard output can be distinguished from those of other files. The bar is shown on
a terminal only.
"""

from __future__ import annotations

import errno
import io
import os
import sys
import time

from kibitz.language.errors import Sentence, harmless, phrase

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Self

    from kibitz.language.languages import Language
    from kibitz.oracle.oracle import Oracle
    from kibitz.oracle.proved_so_far import ProvedSoFar
    from kibitz.rules import PositionId
    from kibitz.rules.base_game import BaseGame

WRITING = phrase("writing")
PATIENCE = 1.0  # seconds before a progress bar is shown


class OutputError(OSError):
    """Standard output cannot be written."""


class Output(io.TextIOWrapper):
    """Standard output whose errors are raised as `OutputError`."""

    def write(self, text: str) -> int:
        try:
            return super().write(text)
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from None

    def flush(self) -> None:
        try:
            super().flush()
        except OSError as error:
            raise OutputError(error.errno, error.strerror) from None


class ClosedOutput(io.TextIOBase):
    """Replacement for a standard output that was closed before the program started."""

    def write(self, text: str) -> int:
        raise OutputError(errno.EBADF, os.strerror(errno.EBADF))


def guard_output() -> None:
    """Let `print` raise an `OutputError` on failure; a stream replaced by a test is kept."""
    before: Any = sys.stdout
    if before is None:
        sys.stdout = ClosedOutput()
    elif before is sys.__stdout__ and type(before) is io.TextIOWrapper:
        sys.stdout = Output(
            before.buffer,
            encoding="utf-8",
            errors="replace",
            line_buffering=before.line_buffering,
            write_through=before.write_through,
        )


def failure_of(error: OSError) -> Sentence:
    """Return the message of a failed system call: the error and the file."""
    reason = error.strerror or str(error)
    if isinstance(error, OutputError):
        return Sentence("the output cannot be written: {reason}", reason=reason)
    if isinstance(error.filename, str | bytes):
        name = os.fsdecode(error.filename)
        return Sentence("{name} cannot be read or written: {reason}", name=name, reason=reason)
    try:
        os.getcwd()
    except OSError:
        return Sentence("the current folder does not exist any more")
    return Sentence("the system refused something: {reason}", reason=reason)


def json_text(said: object) -> str:
    """Return an answer for programs."""
    import json  # where it is asked for

    return json.dumps(said)


def width_of(texts: Sequence[str], usual: int) -> int:
    """Return the width of a column: the usual width, or more for longer words."""
    return max(usual, 2 + max(map(len, texts), default=0))


class Bar:
    """Shows phase, rate and remaining time once work takes longer than a second.

    Use it in a `with` block. It is itself the `progress(phase, done, total)` that solving calls.
    Work that does not call it, such as compiling, is shown too, as the last phase. After
    `about`, what is proved so far is shown beside the phase.
    """

    def __init__(
        self,
        language: Language,
        patience: float = PATIENCE,
        unit: str = phrase("positions"),
        *,
        phase: str = phrase("Thinking…"),
    ) -> None:
        self._language = language
        self._begin = time.monotonic()
        self._patience = patience
        self._bar: Any = None
        self._last: tuple[str, int, int | None] = (phase, 0, None)
        self._shown = ""
        self._unit = unit
        self._about: tuple[BaseGame, PositionId, Oracle | None] | None = None
        self._proved: ProvedSoFar | None = None
        self._timer: Any = None

    def about(self, game: BaseGame, position: PositionId, oracle: Oracle | None = None) -> None:
        """Show from now on what is proved about a position, by the oracle that works on it."""
        self._about = game, position, oracle
        self._proved = None

    @property
    def proved(self) -> ProvedSoFar | None:
        """What is proved about the position that is worked on; None where there is none."""
        if self._proved is None and self._about is not None:
            from kibitz.oracle.proved_so_far import ProvedSoFar  # most answers come at once

            self._proved = ProvedSoFar(*self._about)
        return self._proved

    def __call__(self, phase: str, done: int, total: int | None) -> None:
        if not (sys.stderr and sys.stderr.isatty()):
            return
        self._last = (phase, done, total)
        if time.monotonic() - self._begin >= self._patience:
            self._stop_timer()
            self._show()

    def _show(self, *, works: bool = True) -> None:
        """Draw; `works` is whether this thread is the one that works."""
        from tqdm import tqdm

        phase, done, total = self._last
        proved = None if self.proved is None else self.proved.words(works=works)
        words = self._language.say(phase)
        if proved is not None:
            words = f"{words} ({self._language.tell(proved)})"
        if phase != self._shown:
            self.erase()
            self._shown = phase
            self._bar = tqdm(
                desc=words,
                total=total,
                initial=done,
                unit=" " + self._language.say(self._unit),
                unit_scale=True,
                leave=False,
                dynamic_ncols=True,
                file=sys.stderr,
            )
        heading = self._language.say("{heading}: ", heading=words)
        if total is None:  # then tqdm adds a colon to any heading
            heading = heading.removesuffix(": ")
        self._bar.set_description_str(heading, refresh=False)
        self._bar.total = total
        self._bar.update(done - self._bar.n)

    def close(self) -> None:
        self._stop_timer()
        self.erase()

    def erase(self) -> None:
        """Erase the bar until the next report, so that a line can be written."""
        if self._bar is not None:
            self._bar.close()
        self._bar, self._shown = None, ""

    def _stop_timer(self) -> None:
        """Stop the thread that shows what does not call this; after that, nothing else draws."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer.join()
            self._timer = None

    def __enter__(self) -> Self:
        if sys.stderr and sys.stderr.isatty():
            from threading import Timer

            self._timer = Timer(self._patience, self._show, kwargs={"works": False})
            self._timer.daemon = True
            self._timer.start()
        return self

    def __exit__(self, *raised: object) -> None:
        self.close()


def notices(language: Language, bar: Bar | None = None) -> Callable[[Sentence], None]:
    """Return a callback that prints notices to standard error, in a language.

    A `bar` that is shown there is erased first.
    """

    def notice(sentence: Sentence) -> None:
        if bar is not None:
            bar.erase()
        if sys.stderr:
            print(f"kibitz: {harmless(str(language.tell(sentence)))}", file=sys.stderr)

    return notice
