"""What hatchling asks while it builds a wheel: the examples go into the package.

Not into an editable install, though: that reads them in the checkout, and a copy would grow stale.
"""

from __future__ import annotations

from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Examples(BuildHookInterface):  # type: ignore[type-arg]
    """Puts `examples/` into the wheel as `kibitz/examples/`, for `kibitz new --example`."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version != "editable":
            build_data["force_include"]["examples"] = "kibitz/examples"
