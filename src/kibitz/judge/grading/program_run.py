"""Run of one program to its end: input, output and exit status."""

from __future__ import annotations

import json
import os
import selectors
import socket
import time
from contextlib import suppress
from typing import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    import subprocess
    from collections.abc import Callable
    from threading import Event
    from typing import IO

    from kibitz.judge.grading.sandbox import RunLimits, Started

    Heard = Callable[[bytes], None]

PIECE = 65536
COMPLAINTS = 65536  # bytes of standard error that are kept
PATIENCE = 5  # as the keeper's
GRACE = 10.0  # seconds after which somebody who says nothing is given up


class Run(NamedTuple):
    """How a run went.

    `why` tells why the program was stopped, "" if it ended itself: time, wall, memory, processes,
    output, room, judged (the judge knows enough) or stopped (by a person). `status` is negative
    for a signal.
    """

    why: str
    status: int
    cpu: float
    wall: float
    memory: int
    output: bytes
    complaints: bytes


class Exchange:
    """The pipes between a program and what it talks to.

    Without a partner, `given` is written and the input is closed. With one, what the program says
    goes to the partner and what the partner says to the program.
    """

    def __init__(
        self,
        started: Started,
        limits: RunLimits,
        given: bytes = b"",
        partner: subprocess.Popen[bytes] | None = None,
    ) -> None:
        program, talk, self.group = started
        assert program.stdin is not None
        assert program.stdout is not None
        assert program.stderr is not None
        self.program = program
        self.talk = talk
        self.limits = limits
        self.partner = partner
        self.output = bytearray()
        self.complaints = bytearray()
        self.report = b""
        self.why = ""
        self.give_up = time.monotonic() + PATIENCE * limits.wall + GRACE
        self.selector = selectors.DefaultSelector()
        self.open: set[object] = set()
        self.to_program = Feed(self.selector, program.stdin)
        self.to_partner: Feed | None = None
        if partner:
            assert partner.stdin is not None
            assert partner.stdout is not None
            self.to_partner = Feed(self.selector, partner.stdin)
            self.selector.register(partner.stdout, selectors.EVENT_READ, self.to_program.write)
        else:
            self.to_program.write(given)
            self.to_program.write(b"")
        readers: dict[IO[bytes] | socket.socket, Heard] = {
            program.stdout: self.hear_program,
            program.stderr: self.hear_complaint,
            talk: self.hear_keeper,
        }
        for stream, heard in readers.items():
            self.selector.register(stream, selectors.EVENT_READ, heard)
            self.open.add(stream)

    def run(self, stop: Event, too_much: Callable[[], bool] = lambda: False) -> Run:
        """Go on until the program has ended; `too_much` tells whether its folder is too full."""
        look = time.monotonic()
        while self.open and time.monotonic() < self.give_up:
            for key, events in self.selector.select(0.1):
                if events & selectors.EVENT_WRITE:
                    key.data(None)
                    continue
                try:
                    piece = os.read(key.fd, PIECE)
                except OSError:
                    piece = b""
                if not piece:
                    self.selector.unregister(key.fileobj)
                    self.open.discard(key.fileobj)
                key.data(piece)
            if stop.is_set():
                self.end("stopped")
            if self.partner and self.partner.poll() is not None:
                self.end("judged")
            if time.monotonic() > look + 0.25:
                look = time.monotonic()
                if too_much():
                    self.end("room")
        return self.finish()

    def hear_program(self, piece: bytes) -> None:
        """Keep what the program says, and pass it on."""
        self.output += piece
        if len(self.output) > self.limits.output:
            self.end("output")
        if self.to_partner:
            self.to_partner.write(piece)

    def hear_complaint(self, piece: bytes) -> None:
        """Keep the beginning of what the program says on standard error."""
        self.complaints += piece[: COMPLAINTS - len(self.complaints)]

    def hear_keeper(self, piece: bytes) -> None:
        """Keep the report of how it went."""
        self.report += piece

    def end(self, why: str) -> None:
        """Have the keeper stop the program."""
        if self.why:
            return
        self.why = why
        self.give_up = time.monotonic() + GRACE
        with suppress(OSError):  # it may have ended already
            self.talk.shutdown(socket.SHUT_WR)

    def finish(self) -> Run:
        """Leave nothing open or running, and return how it went."""
        self.selector.close()
        if self.open:
            self.program.kill()
        for stream in (self.program.stdin, self.program.stdout, self.program.stderr):
            assert stream
            close(stream)
        self.talk.close()
        self.program.wait()
        if self.partner:
            assert self.partner.stdin is not None
            close(self.partner.stdin)
        told = json.loads(self.report) if self.report else {}
        why = told.get("why", "stopped" if self.why else "wall" if self.open else "")
        # A program that has ended by itself was not stopped, even if somebody wished to; and one
        # that was stopped for its time ends the validator's input, not the other way round.
        why = (self.why or why) if why == "stopped" or self.why == "output" else why
        cpu = told.get("cpu", 0.0)
        if self.group:
            used = self.group.used
            self.group.close()
            cpu = max(cpu, used.cpu - told.get("own", 0.0))
            if not why:
                why = "memory" if used.out_of_memory else "time" if cpu > self.limits.time else ""
        return Run(
            why,
            told.get("status", -9),
            cpu,
            told.get("wall", 0.0),
            told.get("memory", 0),
            bytes(self.output[: self.limits.output]),
            bytes(self.complaints),
        )


class Feed:
    """Writes to a pipe as much as its other end takes, and the rest later."""

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
            self.left.clear()  # nobody reads it any more
            self.last = True
        self.wait(False)
        if self.last:
            close(self.stream)

    def wait(self, wanted: bool) -> None:
        """Be told, or not, when more can be written."""
        if wanted and not self.waits:
            self.selector.register(self.stream, selectors.EVENT_WRITE, self.write)
        elif self.waits and not wanted:
            self.selector.unregister(self.stream)
        self.waits = wanted


def close(stream: IO[bytes]) -> None:
    """Close a pipe, whatever its other end thinks of it."""
    with suppress(OSError):
        stream.close()
