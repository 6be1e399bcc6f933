"""Run of one program to its end: input, output and exit status."""

import base64
import json
import os
import selectors
import socket
import subprocess
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import IO, NamedTuple

from kibitz.judge.grading.convention import INTERRUPT, DialogueWay
from kibitz.judge.grading.sandbox import RunLimits, Started

Receiver = Callable[[bytes], None]

PIECE = 65536
COMPLAINTS = 65536  # bytes of standard error that are kept
PATIENCE = 5  # like the keeper's
GRACE = 10.0  # seconds of silence after which a partner is given up
QUIET = 0.05  # seconds of silence before Ctrl-C: the program is waiting for the answer by then
LAST_WORDS = 0.25  # seconds in which a program at a terminal may end after a complaint of its own
TAIL = 1500  # bytes at the end of the output of a terminal, which has the errors as well


class Run(NamedTuple):
    """Result of a run.

    `why` is the reason for stopping the program, "" if it ended itself: time, wall, memory,
    processes, output, room, judged (the verdict is known) or stopped (by a person). `status` is
    negative for a signal. `output` is that of the file, if the program has `written` one.
    """

    why: str
    status: int
    cpu: float
    wall: float
    memory: int
    written: bool
    output: bytes
    complaints: bytes


class Exchange:
    """The pipes between a program and its partner.

    Without a partner, `given` is written and the input is closed. With one, the output of each is
    the input of the other; at a terminal, `way` says what is typed for each line of the partner.
    """

    def __init__(
        self,
        started: Started,
        limits: RunLimits,
        given: bytes = b"",
        partner: subprocess.Popen[bytes] | None = None,
        way: DialogueWay | None = None,
    ) -> None:
        program, talk, self.group, typed, printed, errors = started
        assert typed is not None
        assert printed is not None
        self.terminal = errors is None
        self.streams = [stream for stream in (typed, printed, errors) if stream]
        self.way = way or DialogueWay()
        self.keys: deque[bytes] = deque()
        self.line = b""
        self.last = self.rejected = 0.0  # when the program last said something; when it was judged
        self.program = program
        self.talk = talk
        self.limits = limits
        self.partner = partner
        self.output = bytearray()
        self.complaints = bytearray()
        self.report = b""
        self.why = ""
        self.give_up = time.monotonic() + PATIENCE * limits.wall + GRACE
        self.selector = selectors.PollSelector()  # a program can use up the user's epoll watches
        self.open: set[object] = set()
        self.to_program = Feed(self.selector, typed)
        self.to_partner: Feed | None = None
        if partner:
            assert partner.stdin is not None
            assert partner.stdout is not None
            self.to_partner = Feed(self.selector, partner.stdin)
            answers = self.type if self.terminal else self.to_program.write
            self.selector.register(partner.stdout, selectors.EVENT_READ, answers)
        else:
            self.to_program.write(given)
            self.to_program.write(b"")
        readers: dict[IO[bytes] | socket.socket, Receiver] = {
            printed: self.receive_output,
            talk: self.receive_status,
        }
        if errors:
            readers[errors] = self.receive_errors
        for stream, receiver in readers.items():
            self.selector.register(stream, selectors.EVENT_READ, receiver)
            self.open.add(stream)

    def run(self, stop: Event, too_much: Callable[[], bool] = lambda: False) -> Run:
        """Transfer data until the program has ended; `too_much` checks the size of its folder."""
        look = time.monotonic()
        while self.open and time.monotonic() < self.give_up:
            for key, events in self.selector.select(QUIET / 2 if self.keys else 0.1):
                if events & selectors.EVENT_WRITE:
                    key.data(None)
                    continue
                try:
                    piece = os.read(key.fd, PIECE)
                except BlockingIOError:
                    continue
                except OSError:
                    piece = b""
                if not piece:
                    self.selector.unregister(key.fileobj)
                    self.open.discard(key.fileobj)
                key.data(piece)
            self.press()
            if stop.is_set():
                self.end("stopped")
            if self.partner and self.partner.poll() is not None:
                self.rejected = self.rejected or time.monotonic()
                if not self.terminal or time.monotonic() > self.rejected + LAST_WORDS:
                    self.end("judged")
            if time.monotonic() > look + 0.25:
                look = time.monotonic()
                if too_much():
                    self.end("room")
        return self.finish()

    def type(self, piece: bytes) -> None:
        """Type the partner's lines at the terminal; when it ends, the person waits as well."""
        *lines, self.line = (self.line + piece).split(b"\n")
        self.keys.extend(self.way.keys(line) for line in lines)

    def press(self) -> None:
        """Press the keys that are due; a program must be waiting before it is interrupted."""
        now = time.monotonic()
        while self.keys and (self.keys[0] != INTERRUPT or now > self.last + QUIET):
            self.last = now
            self.to_program.write(self.keys.popleft() or None)

    def receive_output(self, piece: bytes) -> None:
        """Record the output of the program, and pass it on."""
        self.last = time.monotonic()
        self.output += piece
        if len(self.output) > self.limits.output:
            self.end("output")
        if self.to_partner:
            self.to_partner.write(piece)

    def receive_errors(self, piece: bytes) -> None:
        """Record the beginning of the program's standard error."""
        self.complaints += piece[: COMPLAINTS - len(self.complaints)]

    def receive_status(self, piece: bytes) -> None:
        """Record the report of the keeper."""
        self.report += piece

    def end(self, why: str) -> None:
        """Let the keeper stop the program."""
        if self.why:
            return
        self.why = why
        self.give_up = time.monotonic() + GRACE
        with suppress(OSError):  # it may have ended already
            self.talk.shutdown(socket.SHUT_WR)

    def finish(self) -> Run:
        """Close everything, and return the result."""
        self.selector.close()
        if self.open:
            self.program.kill()
        for stream in self.streams:
            close(stream)
        self.talk.close()
        self.program.wait()
        if self.partner:
            assert self.partner.stdin is not None
            close(self.partner.stdin)
        report = json.loads(self.report) if self.report else {}
        why = report.get("why", "stopped" if self.why else "wall" if self.open else "")
        # A program that ended by itself was not stopped, even if that was requested; and one that
        # was stopped for its time ends the validator's input, not the other way round.
        why = (self.why or why) if why == "stopped" or self.why == "output" else why
        cpu = report.get("cpu", 0.0)
        if self.group:
            used = self.group.used
            self.group.close()
            cpu = max(cpu, used.cpu - report.get("own", 0.0))
            if not why:
                why = "memory" if used.out_of_memory else "time" if cpu > self.limits.time else ""
        status, file = report.get("status", -9), report.get("file")
        if self.terminal and status:
            self.complaints = self.output[-TAIL:]
        if file is not None:
            self.output = bytearray(base64.b64decode(file))
            why = why or ("output" if len(self.output) > self.limits.output else "")
        return Run(
            why,
            status,
            cpu,
            report.get("wall", 0.0),
            report.get("memory", 0),
            file is not None,
            bytes(self.output[: self.limits.output]),
            bytes(self.complaints),
        )


class Feed:
    """Non-blocking writer to a pipe."""

    def __init__(self, selector: selectors.BaseSelector, stream: IO[bytes]) -> None:
        os.set_blocking(stream.fileno(), False)
        self.selector = selector
        self.stream = stream
        self.left = bytearray()
        self.last = False
        self.waits = False

    def write(self, piece: bytes | None) -> None:
        """Write a piece after what is left; b"" closes the pipe, None adds nothing."""
        self.left += piece or b""
        self.last = self.last or piece == b""
        if self.stream.closed:
            return
        try:
            while self.left:
                del self.left[: os.write(self.stream.fileno(), self.left[:PIECE])]
        except BlockingIOError:
            self.wait(True)
            return
        except OSError:
            self.left.clear()  # the reader is gone
            self.last = True
        self.wait(False)
        if self.last:
            close(self.stream)

    def wait(self, wanted: bool) -> None:
        """Start or stop waiting until the pipe is writable."""
        if wanted and not self.waits:
            self.selector.register(self.stream, selectors.EVENT_WRITE, self.write)
        elif self.waits and not wanted:
            self.selector.unregister(self.stream)
        self.waits = wanted


def close(stream: IO[bytes]) -> None:
    """Close a pipe, ignoring errors of its other end."""
    with suppress(OSError):
        stream.close()
