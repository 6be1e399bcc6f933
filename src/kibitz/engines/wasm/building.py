"""Modules of a site: one with the kernels that all games share, and one for each game."""

from __future__ import annotations

import os
from contextlib import suppress
from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version

from kibitz.language.errors import KibitzError
from kibitz.solve.compiling.code_files import CodeFiles, chosen_folder
from kibitz.solve.compiling.compiled_parts import CompiledParts
from kibitz.solve.store.table_store import usual_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from types import FunctionType
    from typing import Any

    from kibitz.rules.rules import Rules

# `numba_target.py` uses undocumented parts of these; it was tested with these versions.
TESTED = {"numba": ("0.68",), "llvmlite": ("0.50",)}
VERSION = 1  # to be incremented when modules are to be compiled again


class CannotBuild(KibitzError):
    """Nothing can be compiled to WebAssembly here."""


class NotCompiled(KibitzError):
    """Rules that the compiler does not accept."""


def check_versions() -> tuple[str, ...]:
    """Return the versions of the compiler; `CannotBuild` if one is not known to work."""
    versions = []
    for package, tested in TESTED.items():
        try:
            found = version(package)
        except PackageNotFoundError:
            raise CannotBuild(
                "compiling games for a browser needs {package}, which is not installed",
                package=package,
            ) from None
        if not found.startswith(tuple(f"{each}." for each in tested)):
            raise CannotBuild(
                "compiling games for a browser was tested with {package} {tested}, not {found}",
                package=package,
                tested=tested[-1],
                found=found,
            )
        versions.append(found)
    return tuple(versions)


def shared_module() -> bytes:
    """Return the module with the kernels that all games share."""
    from kibitz.engines.wasm.signatures import SHARED, of_objective
    from kibitz.rules.objectives.objective import AIMS, objective_for
    from kibitz.solve.compiling.compiled import named

    kernels = [(named(kernel), types) for kernel, types in SHARED.items()]
    for aim in AIMS:
        objective = objective_for(aim)
        bound = of_objective(objective).items()
        kernels += [(named(kernel, objective=objective), types) for kernel, types in bound]
    return _module(kernels)


def game_module(rules: Rules) -> bytes:
    """Return the module of one game; `NotCompiled` if the compiler does not accept its rules."""
    from kibitz.engines.wasm.signatures import of_rules
    from kibitz.solve.compiling.compiled import named

    return _module(
        [
            (named(kernel, bound_to), types)
            for bound_to, kernels in of_rules(rules)
            for kernel, types in kernels.items()
        ]
    )


def _module(kernels: Sequence[tuple[tuple[str, FunctionType], tuple[str, ...]]]) -> bytes:
    """Return a module of kernels, given by name, function and types; from disk if possible."""
    files = CodeFiles(_folder(), "wasm", (VERSION, check_versions()))
    key = sorted({(name, types) for (name, _), types in kernels})
    kept = files.load(key)
    if isinstance(kept, bytes):
        return kept
    made = _compiled(kernels)
    with suppress(OSError):
        os.makedirs(files.folder, exist_ok=True)
    files.save(key, made)
    return made


def _folder() -> str:
    """Return the folder that keeps modules."""
    return chosen_folder() or os.path.join(usual_folder(), "code")


def _compiled(kernels: Sequence[tuple[tuple[str, FunctionType], tuple[str, ...]]]) -> bytes:
    from kibitz.engines.wasm.exporting import exported, object_file
    from kibitz.engines.wasm.linking import NotLinkable, linked
    from kibitz.engines.wasm.numba_target import NumbaError, jit

    modules: dict[str, Any] = {}
    try:
        for (name, plain), signatures in kernels:
            kernel = jit(_parts().prepared(plain, name))
            for types in signatures:
                export, module = exported(kernel, name, types)
                modules.setdefault(export, module)  # objectives may share arithmetic
        return linked(object_file(list(modules.values())), modules)
    except (NotLinkable, NumbaError, NotImplementedError) as error:
        raise NotCompiled(
            "the compiler does not accept these rules: {reason}",
            reason=str(error).partition("\n")[0][:200],
        ) from error


@lru_cache(maxsize=1)
def _parts() -> CompiledParts:
    from kibitz.engines.wasm.numba_target import jit

    return CompiledParts(jit)
