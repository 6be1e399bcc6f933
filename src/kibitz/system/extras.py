"""How to install the packages of an optional part of Kibitz."""

from __future__ import annotations

import shlex


def install(extra: str) -> str:
    """Return the command that installs the packages of an extra.

    It names those packages and not Kibitz, whose name may be somebody else's on a registry.
    """
    from importlib.metadata import PackageNotFoundError, requires  # for an error message

    try:
        needed = [text.partition(";") for text in requires("kibitz") or ()]
    except PackageNotFoundError:
        needed = []
    of_extra = f"extra == '{extra}'"
    names = [name.strip() for name, _, when in needed if of_extra in when.replace('"', "'")]
    return shlex.join(["pip", "install", *(names or [f".[{extra}]"])])
