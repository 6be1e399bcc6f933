"""Calls functions in a process of their own, which may crash without harm to the tests."""

from __future__ import annotations

import multiprocessing
import os
import traceback
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable
    from multiprocessing.connection import Connection
    from multiprocessing.context import SpawnProcess
    from pathlib import Path
    from types import TracebackType
    from typing import Any, Self

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


class Apart:
    """A process in which functions are called; use it in a `with` block.

    It is started by the first call, and again by the next call after it died. `begin` is called in
    it before all else. What it prints is in the file `log`.
    """

    def __init__(self, log: Path, begin: Callable[[], object] | None = None) -> None:
        self._log = log
        self._begin = begin
        self._process: SpawnProcess | None = None
        self._line: Connection[Any, Any]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.end(patience=20)

    def call(
        self,
        function: Callable[Arguments, Result],
        *arguments: Arguments.args,
        **options: Arguments.kwargs,
    ) -> Result:
        """Return what the function, which is one of a module, returns there.

        An exception there fails the test with its traceback, and so does the end of the process.
        Whatever interrupts the wait, as a time limit does, ends the process.
        """
        if self._process is None:
            self._start()
        answered = False
        try:
            self._line.send((function, arguments, options))
            result, wrong = self._line.recv()
            answered = True
        except (EOFError, OSError):
            wrong = self._how_it_died()
        finally:
            if not answered:
                self.end()
        if wrong:
            raise AssertionError(wrong)
        return result  # type: ignore[no-any-return]

    def end(self, patience: float = 0) -> None:
        """End the process, also when it is stuck; an idle one ends of itself within seconds."""
        if self._process is not None:
            self._line.close()
            self._process.join(patience)
            self._process.kill()
            self._process.join()
            self._process = None

    def _start(self) -> None:
        spawn = multiprocessing.get_context("spawn")  # a fork would take over pytest's state
        self._line, theirs = spawn.Pipe()
        process = spawn.Process(target=_serve, args=(theirs, str(self._log), self._begin))
        process.start()
        self._process = process
        theirs.close()

    def _how_it_died(self) -> str:
        assert self._process is not None
        self._process.join(10)
        log = self._log.read_text(errors="replace") if self._log.exists() else ""
        return f"the process ended with {self._process.exitcode}; it printed:\n{log[-3000:]}"


def _serve(line: Connection[Any, Any], log: str, begin: Callable[[], object] | None) -> None:
    """Answer calls until the connection is closed."""
    file = os.open(log, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    os.dup2(file, 1)
    os.dup2(file, 2)
    if begin:
        begin()
    while True:
        try:
            function, arguments, options = line.recv()
        except EOFError:
            return
        result, wrong = None, ""
        try:
            result = function(*arguments, **options)
        except Exception:
            wrong = traceback.format_exc()
        line.send((result, wrong))
