"""Executor on a Ray cluster, whose object store copies, spills and rebuilds arrays.

Every task is a pure function of its arguments, so Ray may run it again anywhere: when a worker dies
its task is repeated, and when a node is lost its arrays are rebuilt by repeating the tasks that
created them. This process holds only counts and references.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import chdir, contextmanager
from typing import Any, Self

from kibitz.engines.shards.sharded_work import Handle, StepResult, Task
from kibitz.language.errors import KibitzError
from kibitz.rules.rules import Rules
from kibitz.solve.arrays import Array
from kibitz.solve.store.fingerprint import identity
from kibitz.system.extras import install

MEMORY = 8 << 30  # of a cluster that does not report its memory
PATIENCE = 5.0  # seconds to wait for a connection
INSTALLED = os.path.abspath(f"{__file__}/../../../..")  # the folder that holds the package
MAX_RETRIES = -1  # retries of a task whose worker died: unlimited

RAY_ENVIRONMENT = {  # otherwise Ray, when imported, decides to
    "RAY_USAGE_STATS_ENABLED": "0",  # send usage statistics
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # print the death of a worker among our results
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # warn of a future change for GPUs
}

TOKEN_PATH, USUAL_TOKEN = "RAY_AUTH_TOKEN_PATH", "~/.ray/auth_token"

_rules: dict[str, Rules] = {}  # in a worker: unpickled rules, by fingerprint


class NoCluster(KibitzError):
    """There is no cluster to work on."""


class OnRay:
    """Executor whose arrays are in a Ray cluster; use it in a `with` block.

    `address` is that of a running cluster, "auto" the one on this machine; without it that one is
    used if there is one, else a cluster with `workers` is started for the call.
    """

    def __init__(
        self, address: str | None = None, workers: int | None = None, memory: int | None = None
    ) -> None:
        self._ray = _import_ray()
        self._own = _connect(self._ray, address, workers, memory)
        there_is = self._ray.cluster_resources()
        self.size = max(1, int(there_is.get("CPU", 1)))
        self.memory = int(there_is.get("memory", MEMORY)) // (2 * self.size)
        self._task = self._ray.remote(num_cpus=1, max_retries=MAX_RETRIES)(run_task)
        self._packed: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._packed.clear()
        if self._own:
            self._ray.shutdown()

    def run(self, tasks: Sequence[Task], arrays: int) -> Iterator[tuple[Any, list[Handle]]]:
        waiting = [
            self._task.options(num_returns=1 + arrays, name=task.func.__name__).remote(
                task.func, *self._flat(task.args)
            )
            for task in tasks
        ]
        waiting.reverse()
        while waiting:
            counts, *handles = waiting[-1]
            with self._failing_in_a_sentence():
                said = self._ray.get(counts)
            yield said, handles
            waiting.pop()
        # When the caller stops early, the tasks already submitted finish or end with this process.
        # They are not cancelled: cancelling a task just as it completes aborts this process (Ray
        # 2.60: "Tried to complete task that was not pending") before the checkpoint is written.

    @contextmanager
    def _failing_in_a_sentence(self) -> Iterator[None]:
        """Turn failures of the cluster, such as a full disk, into an error with one sentence."""
        exceptions = self._ray.exceptions
        try:
            yield
        except exceptions.RayTaskError as error:
            if not isinstance(error.cause, OSError):
                raise error.cause from None
            raise _failed(error.cause) from None
        except (exceptions.RayError, OSError) as error:
            raise _failed(error) from None

    def _flat(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Return a description of the arguments, followed by all references they contain."""
        shape: list[tuple[str, Any]] = []
        references: list[Any] = []
        for thing in arguments:
            if isinstance(thing, Rules):
                name = identity(thing)
                shape.append(("rules", name))
                references.append(self._pack(name, thing))
            elif isinstance(thing, self._ray.ObjectRef):
                shape.append(("array", None))
                references.append(thing)
            elif isinstance(thing, list) and all(
                isinstance(each, self._ray.ObjectRef) for each in thing
            ):
                shape.append(("pile", len(thing)))
                references += thing
            else:
                shape.append(("value", thing))
        return [shape, *references]

    def _pack(self, name: str, rules: Rules) -> Any:
        if name not in self._packed:
            self._packed[name] = self._ray.put(self._ray.cloudpickle.dumps(rules))
        return self._packed[name]

    def put(self, array: Array) -> Handle:
        """Copy an array to the cluster."""
        with self._failing_in_a_sentence():
            return self._ray.put(array)

    def read(self, handle: Handle, first: int = 0, last: int | None = None) -> Array:
        with self._failing_in_a_sentence():
            row: Array = self._ray.get(handle)
        return row[first:last]

    def length(self, handle: Handle) -> int:
        return len(self.read(handle))


def run_task(
    step: Callable[..., StepResult], shape: Sequence[tuple[str, Any]], *things: Any
) -> Any:
    """Run a task in a worker: rebuild its arguments and call the step."""
    arguments: list[Any] = []
    at = 0
    for kind, said in shape:
        if kind == "value":
            arguments.append(said)
        elif kind == "pile":
            arguments.append(things[at : at + said])
            at += said
        else:
            arguments.append(_unpacked(said, things[at]) if kind == "rules" else things[at])
            at += 1
    counts, arrays = step(*arguments)
    return (counts, *arrays)


def _unpacked(name: str, packed: bytes) -> Rules:
    if name not in _rules:
        import ray

        _rules[name] = ray.cloudpickle.loads(packed)
    return _rules[name]


def _import_ray() -> Any:
    if "ray" not in sys.modules:  # once imported, parts of it ignore later changes
        for name, value in RAY_ENVIRONMENT.items():
            os.environ.setdefault(name, value)
        if os.path.exists(os.environ.get(TOKEN_PATH) or os.path.expanduser(USUAL_TOKEN)):
            # Otherwise such clusters reject the connection.
            os.environ.setdefault("RAY_AUTH_MODE", "token")
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise NoCluster(
            "Ray is not installed here; {install} installs it", install=install("cluster")
        ) from None
    return ray


def _connect(ray: Any, address: str | None, workers: int | None, memory: int | None) -> bool:
    """Connect to a cluster; return whether it must be shut down by us."""
    if ray.is_initialized():
        return False
    if address and address != "auto":
        _check_listening(address)
    quiet = {"log_to_driver": False, "logging_level": "ERROR", "include_dashboard": False}
    joining = {key: quiet[key] for key in ("log_to_driver", "logging_level")}
    try:
        if address or workers is None:
            with _in_own_folder():
                ray.init(address=address or "auto", **joining)
            return True
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        if address:
            raise NoCluster(
                "there is no Ray cluster at {address}: {reason}",
                address=address, reason=_first_line(error),
            ) from None  # fmt: skip
    try:
        with _in_own_folder():
            ray.init(address="local", num_cpus=workers, object_store_memory=memory, **quiet)
    except Exception as error:  # a plain `Exception` if a node takes more than 30 seconds to start
        raise NoCluster("no cluster can be started: {reason}", reason=_first_line(error)) from None
    return True


def _in_own_folder() -> chdir[str]:
    """Change to the folder where Kibitz is installed: Ray makes it importable for all workers."""
    return chdir(INSTALLED)


def _check_listening(address: str) -> None:
    """Check that a server listens at an address; Ray would retry for many minutes."""
    host, _, port = address.removeprefix("ray://").rpartition(":")
    try:
        socket.create_connection((host.strip("[]"), int(port)), PATIENCE).close()
    except (ValueError, OverflowError):
        raise NoCluster(
            "write the address of a cluster like 10.0.0.5:6379, not {address}", address=address
        ) from None
    except OSError as error:
        raise NoCluster(
            "there is no Ray cluster at {address}: {reason}",
            address=address, reason=error.strerror or str(error),
        ) from None  # fmt: skip


def _failed(error: BaseException) -> NoCluster:
    return NoCluster("the cluster failed: {reason}", reason=_first_line(error))


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
