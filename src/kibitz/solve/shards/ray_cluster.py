"""Shards in the object store of a Ray cluster, which copies, spills and rebuilds them.

Every task is a pure function of what it is handed, so Ray may run it again wherever it likes: when
a worker dies its task is repeated, and when a node is lost the arrays that only it held are made
again from the tasks that made them. What stays in this process are counts and references.
"""

from __future__ import annotations

import os
import socket
import sys
from contextlib import chdir
from typing import TYPE_CHECKING

from kibitz.core.rules import Rules
from kibitz.language.errors import KibitzError
from kibitz.solve.store.fingerprint import identity

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any, Self

    from kibitz.solve.rows import Row
    from kibitz.solve.shards.explore_steps import StepResult
    from kibitz.solve.shards.shard_state import Handle

MEMORY = 8 << 30  # of a cluster that does not tell how much it has
PATIENCE = 5.0  # seconds to wait for an address to answer
INSTALLED = os.path.abspath(f"{__file__}/../../../..")  # the folder that holds the package
AGAIN = -1  # how often a task whose worker died is repeated: always

QUIET = {  # else Ray, when it is imported, decides to
    "RAY_USAGE_STATS_ENABLED": "0",  # tell its makers how it is used
    "RAY_DEDUP_LOGS_SKIP_REGEX": ".",  # print, among our results, that a worker died
    "RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO": "0",  # warn of what will change for graphics cards
}

TOKEN_PATH, USUAL_TOKEN = "RAY_AUTH_TOKEN_PATH", "~/.ray/auth_token"

_rules: dict[str, Rules] = {}  # in a worker: the rules that it has unpacked, by identity


class NoCluster(KibitzError):
    """There is no cluster to work on."""


class OnRay:
    """The place whose arrays are in a Ray cluster; use it in a `with` block.

    `address` is that of a running cluster, "auto" the one that runs on this machine; without it
    that one is taken if there is any, else one of so many workers is started for the call.
    """

    def __init__(
        self, address: str | None = None, workers: int | None = None, memory: int | None = None
    ) -> None:
        self._ray = _import_ray()
        self._own = _connect(self._ray, address, workers, memory)
        there_is = self._ray.cluster_resources()
        self.size = max(1, int(there_is.get("CPU", 1)))
        self.memory = int(there_is.get("memory", MEMORY)) // (2 * self.size)
        self._task = self._ray.remote(num_cpus=1, max_retries=AGAIN)(run_task)
        self._packed: dict[str, Any] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self._packed.clear()
        if self._own:
            self._ray.shutdown()

    def run(
        self, step: Callable[..., StepResult], tasks: Sequence[tuple[Any, ...]], arrays: int
    ) -> Iterator[tuple[list[int], list[Handle]]]:
        exceptions = self._ray.exceptions
        task = self._task.options(num_returns=1 + arrays, name=step.__name__)
        waiting = [task.remote(step, *self._flat(arguments)) for arguments in tasks]
        waiting.reverse()
        try:
            while waiting:
                counts, *handles = waiting[-1]
                yield self._ray.get(counts), handles
                waiting.pop()
        except exceptions.RayTaskError as error:
            raise error.cause from None
        except (exceptions.RayError, ConnectionError) as error:
            raise NoCluster("the cluster failed: {reason}", reason=_first_line(error)) from None
        # When the caller stops early, the tasks already submitted finish or end with this process.
        # They are not cancelled: to cancel a task just as it completes aborts this process (Ray
        # 2.60: "Tried to complete task that was not pending"), before the work so far is kept.

    def _flat(self, arguments: tuple[Any, ...]) -> list[Any]:
        """Return a description of the arguments, and after it all references they contain."""
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

    def put(self, array: Row) -> Handle:
        """Hand an array to the cluster."""
        return self._ray.put(array)

    def read(self, handle: Handle, first: int = 0, last: int | None = None) -> Row:
        row: Row = self._ray.get(handle)
        return row[first:last]

    def length(self, handle: Handle) -> int:
        return len(self._ray.get(handle))


def run_task(
    step: Callable[..., StepResult], shape: Sequence[tuple[str, Any]], *things: Any
) -> Any:
    """Run a task in a worker: put its arguments together again and call the step."""
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
    if "ray" not in sys.modules:  # once it is imported, part of it would not hear of a change
        for name, value in QUIET.items():
            os.environ.setdefault(name, value)
        if os.path.exists(os.environ.get(TOKEN_PATH) or os.path.expanduser(USUAL_TOKEN)):
            os.environ.setdefault("RAY_AUTH_MODE", "token")  # else such clusters are not reached
    try:
        import ray
        import ray.exceptions
    except ImportError:
        raise NoCluster(
            "Ray is not installed here; pip install 'kibitz[cluster]' installs it"
        ) from None
    return ray


def _connect(ray: Any, address: str | None, workers: int | None, memory: int | None) -> bool:
    """Connect to a cluster; say whether it is ours to leave."""
    if ray.is_initialized():
        return False
    if address and address != "auto":
        _knock(address)
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
    except Exception as error:  # a bare one when a node takes more than 30 seconds to start
        raise NoCluster("no cluster can be started: {reason}", reason=_first_line(error)) from None
    return True


def _in_own_folder() -> chdir[str]:
    """Be where Kibitz is installed: Ray makes the current folder importable for all workers."""
    return chdir(INSTALLED)


def _knock(address: str) -> None:
    """Make sure that somebody listens at an address; Ray would try for many minutes."""
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


def _first_line(error: BaseException) -> str:
    return str(error).strip().partition("\n")[0] or type(error).__name__
