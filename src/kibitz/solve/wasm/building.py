"""Modules of a site: one with the kernels that all games share, and one for each game."""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import PackageNotFoundError, version

from kibitz.language.errors import KibitzError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from types import FunctionType

    from kibitz.core.rules import Rules
    from kibitz.solve.compiling.compiled_parts import CompiledParts
    from kibitz.solve.wasm.signatures import Signatures

# `numba_target.py` uses undocumented parts of these; it was tested with these versions.
TESTED = {"numba": ("0.68",), "llvmlite": ("0.50",)}


class CannotBuild(KibitzError):
    """Nothing can be compiled to WebAssembly here."""


def check_versions() -> None:
    """Raise `CannotBuild` unless the compiler is of a version that is known to work."""
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


def shared_module() -> bytes:
    """Return the module with the kernels that all games share."""
    from kibitz.objectives.objective import AIMS, objective_for
    from kibitz.solve.wasm.signatures import SHARED, of_objective

    chosen = list(_named(None, None, SHARED))
    for aim in AIMS:
        objective = objective_for(aim)
        chosen += _named(None, objective, of_objective(objective))
    return _module(chosen)


def game_module(rules: Rules) -> bytes:
    """Return the module of one game."""
    from kibitz.solve.wasm.signatures import of_rules

    return _module(
        one for bound_to, kernels in of_rules(rules) for one in _named(bound_to, None, kernels)
    )


def _named(rules, objective, kernels: Signatures):
    from kibitz.solve.compiling.compiled import named

    for kernel, signatures in kernels.items():
        name, plain = named(kernel, rules, objective)
        for arguments in signatures:
            yield name, plain, arguments


def _module(kernels: Iterable[tuple[str, FunctionType, str]]) -> bytes:
    """Compile kernels, given by name, function and types; return a module."""
    check_versions()
    from kibitz.solve.wasm.exporting import exported, object_file
    from kibitz.solve.wasm.linking import linked
    from kibitz.solve.wasm.numba_target import jit

    made, modules = {}, {}
    for name, plain, arguments in kernels:
        if name not in made:
            made[name] = jit(_parts().prepared(plain, name))
        export, module = exported(made[name], name, arguments)
        modules.setdefault(export, module)
    return linked(object_file(list(modules.values())), modules)


@lru_cache(maxsize=1)
def _parts() -> CompiledParts:
    from kibitz.solve.compiling.compiled_parts import CompiledParts
    from kibitz.solve.wasm.numba_target import jit

    return CompiledParts(lambda function, *, general: jit(function))
